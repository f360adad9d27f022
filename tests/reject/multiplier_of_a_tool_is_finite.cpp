// SPDX-License-Identifier: MIT
// The same on the schedule of a tool.
// RULE: multiplier_is_finite
// TYPE: multiplier_of<
// EXPECT: tacet: the multiplier of a schedule must be finite and not negative; take 1 to keep the wait equal
#include <tacet/tacet.hpp>

#ifdef REPAIRED
constexpr tacet::retry_schedule schedule{.max_attempts = 3, .multiplier = 2};
#else
constexpr tacet::retry_schedule schedule{.max_attempts = 3, .multiplier = -2};
#endif

constexpr auto tool = tacet::tool<"look_up">([] {}, tacet::read_only, tacet::retry<schedule>);

const tacet::tool_executor executor{tacet::tools{tool}};
int main() { return static_cast<int>(executor.execute({}).outcomes.size()); }
