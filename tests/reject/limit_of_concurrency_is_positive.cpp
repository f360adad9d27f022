// SPDX-License-Identifier: MIT
// A limit under which no call could ever run.
// RULE: limits_are_positive
// TYPE: concurrency_limit<0
// EXPECT: tacet: a circuit_breaker, rate_limit or concurrency_limit must have numbers and durations above nothing, and a failure_ratio of at most 1; leave the part out to have none
#include <tacet/async/concurrency_limit.hpp>

#ifdef REPAIRED
constexpr tacet::concurrency_limit<4> limit{};
#else
constexpr tacet::concurrency_limit<0> limit{};
#endif

int main() { return static_cast<int>(limit.slots) - 4; }
