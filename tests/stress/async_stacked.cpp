// SPDX-License-Identifier: MIT
// An executor of the stress test with all policies against failing tools.
#include "support/catch.hpp"
#include "stress/async_tools.hpp"

namespace stress {

composition stacked(ledger& book) {
  return erase(
      {.tools = {"look", "put", "move", "steps", "plain", "scarce"}, .judges = true, .overloads = true, .breaks = true, .retries = true, .limits_time = true},
      tacet::async_executor{
          waiting_tools(book), tacet::parallel<4>{}, tacet::preconditions{tacet::call_budget{}},
          tacet::resilience<tacet::rate_limit<tacet::rate_settings{.calls = 50'000, .per = 1s, .burst = 200}>, tacet::concurrency_limit<16>,
                            tacet::total_timeout<20ms>, three_attempts,
                            tacet::circuit_breaker<tacet::breaker_settings{
                                .failure_ratio = 0.7, .min_calls = 20, .window = 100ms, .open_for = 1ms}>,
                            tacet::attempt_timeout<3ms>>{}});
}

}  // namespace stress
