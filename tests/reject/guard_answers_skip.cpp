// SPDX-License-Identifier: MIT
// A guard that says yes or no.
// RULE: guard_answers_skip
// TYPE: shop::ask_the_user
// EXPECT: tacet: a steering guard must take a pending_call and return void, skip or std::optional<skip>; replace a bool, which does not say which way it is meant
#include <tacet/tacet.hpp>

namespace shop {
struct ask_the_user {
#ifdef REPAIRED
  std::optional<tacet::skip> operator()(const tacet::pending_call&) const { return std::nullopt; }
#else
  bool operator()(const tacet::pending_call&) const { return true; }
#endif
};
}  // namespace shop

constexpr auto tool = tacet::tool<"look_up">([] {});
const tacet::tool_executor executor{tacet::tools{tool}, tacet::steering_gate{shop::ask_the_user{}}};
int main() { return static_cast<int>(executor.execute({}).outcomes.size()); }
