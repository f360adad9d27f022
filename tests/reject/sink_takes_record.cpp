// SPDX-License-Identifier: MIT
// A sink that takes an outcome.
// RULE: sink_takes_record
// TYPE: shop::keep
// EXPECT: tacet: a trace sink must be callable, const, with a phase_record; change its parameter
#include <tacet/tacet.hpp>

namespace shop {
struct keep {
#ifdef REPAIRED
  void operator()(const tacet::phase_record&) const {}
#else
  void operator()(const tacet::tool_outcome&) const {}
#endif
};
}  // namespace shop

constexpr auto tool = tacet::tool<"look_up">([] {});
const tacet::tool_executor executor{tacet::tools{tool}, tacet::trace_to{shop::keep{}}};
int main() { return static_cast<int>(executor.execute({}).outcomes.size()); }
