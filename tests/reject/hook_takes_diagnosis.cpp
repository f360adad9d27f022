// SPDX-License-Identifier: MIT
// A hook that takes the text alone.
// RULE: hook_takes_diagnosis
// TYPE: shop::log
// EXPECT: tacet: a diagnostics hook must be callable, const, with a diagnosis; change its parameter
#include <tacet/tacet.hpp>

namespace shop {
struct log {
#ifdef REPAIRED
  void operator()(const tacet::diagnosis&) const {}
#else
  void operator()(const char*) const {}
#endif
};
}  // namespace shop

constexpr auto tool = tacet::tool<"look_up">([] {});
const tacet::tool_executor executor{tacet::tools{tool}, tacet::diagnostics{shop::log{}}};
int main() { return static_cast<int>(executor.execute({}).outcomes.size()); }
