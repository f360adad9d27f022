// SPDX-License-Identifier: MIT
// An executor of the stress test with all policies against failing tools.
#include "stress/async_tools.hpp"
#include "support/catch.hpp"

namespace stress {

composition stacked(ledger& book) {
  return erase(
      {.tools = {"look", "put", "move", "steps", "plain", "scarce"},
       .judges = true,
       .overloads = true,
       .breaks = true,
       .retries = true,
       .limits_time = true},
      tacet::async_executor{
          waiting_tools(book), tacet::parallel<4>{}, tacet::preconditions{tacet::call_budget{}},
          tacet::resilience<tacet::rate_limit<tacet::rate_settings{.calls = 2000, .per = 1s, .burst = 50}>,
                            tacet::concurrency_limit<16>, tacet::total_timeout<20ms>, three_attempts,
                            tacet::circuit_breaker<tacet::breaker_settings{
                                .failure_ratio = 0.3, .min_calls = 10, .window = 1s, .open_for = 2ms}>,
                            tacet::attempt_timeout<3ms>>{}});
}

}  // namespace stress
