// SPDX-License-Identifier: MIT
// A forced choice for a model that has no way to take one.
// RULE: forced_choice_can_be_kept
// TYPE: shop::talker
// EXPECT: tacet: a forced choice must not be asked of a model whose bind_tools takes none; add tacet::forced_choice to its parameters, or bind with allow_degraded
#include <tacet/binding/schema_binder.hpp>

namespace shop {
struct talker {
  talker bind_tools(tacet::tool_schemas) const { return {}; }
};
}  // namespace shop

const tacet::tool_descriptor tools[] = {{.name = "look_up"}};
#ifdef REPAIRED
const tacet::schema_binder binder{tacet::allow_degraded};
#else
const tacet::schema_binder binder{};
#endif
int main() { return binder.bind(shop::talker{}, tools, tacet::forced_choice{"look_up"}).bound ? 0 : 1; }
