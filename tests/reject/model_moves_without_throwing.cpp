// SPDX-License-Identifier: MIT
// A model that could be lost on its way into the result.
// RULE: model_moves_without_throwing
// TYPE: shop::talker
// EXPECT: tacet: the model of a binding must be an object that moves without throwing; declare its move constructor noexcept
#include <tacet/binding/schema_binder.hpp>

namespace shop {
struct talker {
  talker() = default;
#ifdef REPAIRED
  talker(talker&&) noexcept {}
#else
  talker(talker&&) {}
#endif
  talker bind_tools(tacet::tool_schemas) const { return {}; }
};
}  // namespace shop

const tacet::tool_descriptor tools[] = {{.name = "look_up"}};
int main() { return tacet::schema_binder{}.bind(shop::talker{}, tools).bound ? 0 : 1; }
