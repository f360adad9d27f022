// SPDX-License-Identifier: MIT
// A model that is changed by binding and cannot be copied: a failure half-way could not be undone.
// RULE: bind_tools_gives_the_model
// TYPE: shop::talker
// EXPECT: tacet: the bind_tools of a model must return the model with its tools, or change a model that can be copied and return void; declare it const and return the model
#include <tacet/binding/schema_binder.hpp>

namespace shop {
struct talker {
  talker() = default;
  talker(talker&&) noexcept = default;
#ifdef REPAIRED
  talker bind_tools(tacet::tool_schemas) const { return {}; }
#else
  void bind_tools(tacet::tool_schemas) {}
#endif
};
}  // namespace shop

const tacet::tool_descriptor tools[] = {{.name = "look_up"}};
int main() { return tacet::schema_binder{}.bind(shop::talker{}, tools).bound ? 0 : 1; }
