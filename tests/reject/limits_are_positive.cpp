// SPDX-License-Identifier: MIT
// A breaker that would open at nothing.
// RULE: limits_are_positive
// TYPE: circuit_breaker<
// EXPECT: tacet: a circuit_breaker, rate_limit or concurrency_limit must have numbers and durations above nothing, and a failure_ratio of at most 1; leave the part out to have none
#include <tacet/async/circuit_breaker.hpp>

#ifdef REPAIRED
constexpr tacet::breaker_settings settings{.failure_ratio = 0.5};
#else
constexpr tacet::breaker_settings settings{.failure_ratio = 0};
#endif

constexpr tacet::circuit_breaker<settings> breaker{};
int main() { return static_cast<int>(breaker.settings.min_calls) - 100; }
