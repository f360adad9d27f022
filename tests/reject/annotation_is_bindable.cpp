// SPDX-License-Identifier: MIT
// What the annotation gives is nothing that the model takes.
// RULE: annotation_is_bindable
// TYPE: shop::mark_last
// EXPECT: tacet: the callable of annotate_cache must take, const, a span of tool_descriptor and a binding_note& and return what the model's bind_tools takes; change its parameters or its result
#include <tacet/binding/schema_binder.hpp>

namespace shop {
struct marked {
  tacet::tool_schemas tools;
};
struct mark_last {
  marked operator()(tacet::tool_schemas tools, tacet::binding_note&) const { return {tools}; }
};
struct talker {
  talker bind_tools(tacet::tool_schemas) const { return {}; }
#ifdef REPAIRED
  talker bind_tools(const marked&) const { return {}; }
#endif
};
}  // namespace shop

const tacet::tool_descriptor tools[] = {{.name = "look_up"}};
const tacet::schema_binder binder{tacet::annotate_cache{shop::mark_last{}}};
int main() { return binder.bind(shop::talker{}, tools).bound ? 0 : 1; }
