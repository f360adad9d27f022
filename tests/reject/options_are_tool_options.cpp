// SPDX-License-Identifier: MIT
// A part of an executor given to a tool.
// RULE: options_are_tool_options
// TYPE: shop::look_up
// EXPECT: tacet: an option of a tool must be one of describe, read_only, idempotent, once, max_calls, timeout, requires_, retry, allow_unknown_members, streams, blocking, hedge, conflicts_on; remove the other
#include <tacet/tacet.hpp>

namespace shop {
struct look_up {
  void operator()() const {}
};
struct deadline {};
}  // namespace shop

#ifdef REPAIRED
constexpr auto tool = tacet::tool<"look_up">(shop::look_up{}, tacet::read_only);
#else
constexpr auto tool = tacet::tool<"look_up">(shop::look_up{}, tacet::read_only, shop::deadline{});
#endif

const tacet::tool_executor executor{tacet::tools{tool}};
int main() { return static_cast<int>(executor.execute({}).outcomes.size()); }
