// SPDX-License-Identifier: MIT
// An approver that says yes or no.
// RULE: approver_answers_decision
// TYPE: shop::ask_the_user
// EXPECT: tacet: an approver must take an approval_request and return an approval_decision or an optional of one; answer with request.approve() or request.deny(reason)
#include <tacet/tacet.hpp>

namespace shop {
struct ask_the_user {
#ifdef REPAIRED
  tacet::approval_decision operator()(const tacet::approval_request& request) const { return request.approve(); }
#else
  bool operator()(const tacet::approval_request&) const { return true; }
#endif
};
}  // namespace shop

constexpr auto tool = tacet::tool<"look_up">([] {});
const tacet::tool_executor executor{tacet::tools{tool}, tacet::approval_gate{shop::ask_the_user{}}};
int main() { return static_cast<int>(executor.execute({}).outcomes.size()); }
