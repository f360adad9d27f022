// SPDX-License-Identifier: MIT
// A breaker around the retries would count a call with its three attempts as one.
// RULE: resilience_stands_in_order
// TYPE: circuit_breaker<
// EXPECT: tacet: the policies of a resilience stack must stand from the outermost to the innermost: rate_limit, concurrency_limit, total_timeout or deadline, retries, circuit_breaker, attempt_timeout; exchange these two
#include <tacet/tacet.hpp>
#include <tacet/async/resilience.hpp>

using breaker = tacet::circuit_breaker<>;
using again = tacet::retries<tacet::retry_schedule{.max_attempts = 3}>;

#ifdef REPAIRED
constexpr tacet::resilience<again, breaker> stack{};
#else
constexpr tacet::resilience<breaker, again> stack{};
#endif
int main() { return static_cast<int>(sizeof stack) - 1; }
