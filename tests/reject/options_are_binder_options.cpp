// SPDX-License-Identifier: MIT
// A callable that does not say what it is for.
// RULE: options_are_binder_options
// TYPE: shop::mark_last
// EXPECT: tacet: the options of a schema_binder must be allow_degraded and annotate_cache, each at most once; remove the other
#include <tacet/binding/schema_binder.hpp>

namespace shop {
struct mark_last {
  tacet::tool_schemas operator()(tacet::tool_schemas tools, tacet::binding_note&) const { return tools; }
};
struct talker {
  talker bind_tools(tacet::tool_schemas) const { return {}; }
};
}  // namespace shop

const tacet::tool_descriptor tools[] = {{.name = "look_up"}};
#ifdef REPAIRED
const tacet::schema_binder binder{tacet::annotate_cache{shop::mark_last{}}};
#else
const tacet::schema_binder binder{shop::mark_last{}};
#endif
int main() { return binder.bind(shop::talker{}, tools).bound ? 0 : 1; }
