// SPDX-License-Identifier: MIT
// An executor of the stress test with checks, a guard, approvals and a sink, all waited for.
#include "stress/async_tools.hpp"
#include "support/catch.hpp"

namespace stress {

using verdict = std::optional<tacet::precondition_verdict>;
using decision = std::optional<tacet::approval_decision>;

composition judged(ledger& book) {
  // By the number of the call, so that what is asked does not depend on who comes first.
  const auto check = [](const tacet::pending_call& call) -> asio::awaitable<verdict> {
    const std::uint32_t n = number_in(call.id());
    if (n % 5 == 0) co_await nap(n % 700);
    if (n % 31 == 0) throw std::runtime_error("check");
    if (n % 29 == 0) co_return tacet::precondition_verdict::block(tacet::message::constant("no"));
    co_return std::nullopt;
  };
  const auto guard = [](const tacet::pending_call& call) -> std::optional<tacet::skip> {
    const std::uint32_t n = number_in(call.id());
    if (n % 37 == 0) throw 1;
    if (n % 41 == 0) return tacet::skip{tacet::message::constant("later")};
    return std::nullopt;
  };
  const auto approve = [](const tacet::approval_request& asked) -> asio::awaitable<decision> {
    const std::uint32_t n = number_in(asked.call().id());
    if (n % 43 == 0) co_await nap(1'000'000);  // nobody answers
    if (n % 3 == 0) co_await nap(n % 500);
    if (n % 47 == 0) throw std::runtime_error("approver");
    if (n % 53 == 0) co_return asked.deny("no");
    co_return asked.approve();
  };
  const auto hear = [&book](const tacet::tool_progress& value) -> asio::awaitable<void> {
    const std::uint32_t n = number_in(value.call_id);
    if (n % 4 == 0) co_await nap(50);
    book.of(n).heard.fetch_add(1);
    if (n % 8 == 0) throw 1;
  };
  return erase(
      {.tools = {"look", "put", "move", "steps", "plain", "scarce"},
       .judges = true,
       .retries = true,
       .limits_time = true},
      tacet::async_executor{waiting_tools(book), tacet::parallel<8>{},
                            tacet::preconditions{tacet::call_budget{}, check}, tacet::steering_gate{guard},
                            tacet::approval_gate{approve}, tacet::approval_timeout<4ms>{},
                            tacet::batch_timeout<150ms>{}, three_attempts{}, tacet::progress{hear}});
}

}  // namespace stress
