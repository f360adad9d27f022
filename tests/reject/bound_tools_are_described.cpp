// SPDX-License-Identifier: MIT
// Names are no tools: nothing is known of their arguments.
// RULE: bound_tools_are_described
// TYPE: shop::menu
// EXPECT: tacet: what is bound must be tools, a catalogue with descriptors() or a range of tool_descriptor; give the tools
#include <tacet/binding/schema_binder.hpp>

#include <string_view>
#include <vector>

namespace shop {
struct talker {
  talker bind_tools(tacet::tool_schemas) const { return {}; }
};
struct menu {
#ifdef REPAIRED
  std::vector<tacet::tool_descriptor> descriptors() const { return {{.name = "look_up"}}; }
#else
  std::vector<std::string_view> descriptors() const { return {"look_up"}; }
#endif
};
}  // namespace shop

int main() { return tacet::schema_binder{}.bind(shop::talker{}, shop::menu{}).bound ? 0 : 1; }
