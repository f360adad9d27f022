// SPDX-License-Identifier: MIT
// Executors of the stress test whose tools block.
#include "stress/async_tools.hpp"
#include "support/catch.hpp"

namespace stress {

composition on_workers(ledger& book, const tacet::worker_pool& pool) {
  return erase({.tools = {"look", "grind", "stamp", "count", "plain"},
                .overloads = true,
                .retries = true,
                .limits_time = true},
               tacet::async_executor{blocking_tools(book), pool, tacet::parallel<8>{}, three_attempts{},
                                     tacet::attempt_timeout<4ms>{}, hearing(book)});
}
composition on_workers_in_sequence(ledger& book, const tacet::worker_pool& pool) {
  return erase(
      {.tools = {"look", "grind", "stamp", "count", "plain"}, .overloads = true, .breaks = true},
      tacet::async_executor{blocking_tools(book), pool,
                            tacet::circuit_breaker<tacet::breaker_settings{
                                .failure_ratio = 0.3, .min_calls = 10, .window = 1s, .open_for = 2ms}>{}});
}

}  // namespace stress
