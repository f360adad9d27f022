// SPDX-License-Identifier: MIT
// A burst that was computed to nothing, so that no call could ever start.
// RULE: limits_are_positive
// TYPE: rate_limit<
// EXPECT: tacet: a circuit_breaker, rate_limit or concurrency_limit must have numbers and durations above nothing, and a failure_ratio of at most 1; leave the part out to have none
#include <tacet/async/rate_limit.hpp>

constexpr int calls = 3;
#ifdef REPAIRED
constexpr tacet::rate_settings settings{.calls = calls, .burst = 1};
#else
constexpr tacet::rate_settings settings{.calls = calls, .burst = calls / 4};
#endif

constexpr tacet::rate_limit<settings> limit{};
int main() { return limit.settings.calls - calls; }
