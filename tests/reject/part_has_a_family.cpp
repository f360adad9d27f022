// SPDX-License-Identifier: MIT
// A callable among the parts of an executor.
// RULE: part_has_a_family
// TYPE: shop::ask_the_user
// EXPECT: tacet: a part of an executor must be tools, preconditions, steering_gate, approval_gate, retries, attempt_timeout, deadline, progress, failure_text, diagnostics, result_policy, name_prefixes, dynamic_tools or a trace, or in an async_executor a plan, a limit, workers, a hook or a clock; wrap it in one of these
#include <tacet/tacet.hpp>

namespace shop {
struct ask_the_user {
  std::optional<tacet::skip> operator()(const tacet::pending_call&) const { return std::nullopt; }
};
}  // namespace shop

constexpr auto tool = tacet::tool<"look_up">([] {});
#ifdef REPAIRED
const tacet::tool_executor executor{tacet::tools{tool}, tacet::steering_gate{shop::ask_the_user{}}};
#else
const tacet::tool_executor executor{tacet::tools{tool}, shop::ask_the_user{}};
#endif
int main() { return static_cast<int>(executor.execute({}).outcomes.size()); }
