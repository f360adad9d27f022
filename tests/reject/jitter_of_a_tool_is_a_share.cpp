// SPDX-License-Identifier: MIT
// The same on the schedule of a tool.
// RULE: jitter_is_a_share
// TYPE: jitter_of<
// EXPECT: tacet: the jitter of a schedule must be a share of the wait, from 0 to 1; take 0.5 for half as long to one and a half times as long
#include <tacet/tacet.hpp>

#ifdef REPAIRED
constexpr tacet::retry_schedule schedule{.max_attempts = 3, .jitter = 0.2};
#else
constexpr tacet::retry_schedule schedule{.max_attempts = 3, .jitter = -0.2};
#endif

constexpr auto tool = tacet::tool<"look_up">([] {}, tacet::read_only, tacet::retry<schedule>);

const tacet::tool_executor executor{tacet::tools{tool}};
int main() { return static_cast<int>(executor.execute({}).outcomes.size()); }
