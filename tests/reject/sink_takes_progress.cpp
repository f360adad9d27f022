// SPDX-License-Identifier: MIT
// A sink that takes a number.
// RULE: sink_takes_progress
// TYPE: shop::draw_bar
// EXPECT: tacet: a progress sink must be callable, const, with a tool_progress; change its parameter
#include <tacet/tacet.hpp>

namespace shop {
struct draw_bar {
#ifdef REPAIRED
  void operator()(const tacet::tool_progress&) const {}
#else
  void operator()(double) const {}
#endif
};
}  // namespace shop

constexpr auto tool = tacet::tool<"look_up">([] {});
const tacet::tool_executor executor{tacet::tools{tool}, tacet::progress{shop::draw_bar{}}};
int main() { return static_cast<int>(executor.execute({}).outcomes.size()); }
