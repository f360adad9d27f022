// SPDX-License-Identifier: MIT
// Waits that would have to become negative.
// RULE: multiplier_is_finite
// TYPE: multiplier_of<
// EXPECT: tacet: the multiplier of a schedule must be finite and not negative; take 1 to keep the wait equal
#include <tacet/tacet.hpp>

#ifdef REPAIRED
constexpr tacet::retry_schedule schedule{.max_attempts = 3, .multiplier = 2};
#else
constexpr tacet::retry_schedule schedule{.max_attempts = 3, .multiplier = -2};
#endif

constexpr auto tool = tacet::tool<"look_up">([] {}, tacet::read_only);
const tacet::tool_executor executor{tacet::tools{tool}, tacet::retries<schedule>{}};
int main() { return static_cast<int>(executor.execute({}).outcomes.size()); }
