// SPDX-License-Identifier: MIT
// Executors of the stress test whose tools are waited for, and one whose tools are not.
#include "stress/async_tools.hpp"
#include "support/catch.hpp"

namespace stress {

composition in_sequence(ledger& book) {
  return erase({.tools = {"look", "put", "move", "steps", "plain", "scarce"}, .retries = true},
               tacet::async_executor{waiting_tools(book), three_attempts{}, hearing(book)});
}
composition crowded(ledger& book) {
  return erase(
      {.tools = {"look", "put", "move", "steps", "plain", "scarce"}, .overloads = true, .limits_time = true},
      tacet::async_executor{waiting_tools(book), tacet::parallel<16>{}, tacet::concurrency_limit<6, 8>{},
                            tacet::attempt_timeout<2ms>{}});
}
composition plain(ledger& book) {
  return erase({.tools = {"look", "put", "move"}}, tacet::async_executor{plain_tools(book)});
}

}  // namespace stress
