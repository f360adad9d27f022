// SPDX-License-Identifier: MIT
// Case 122: no tool body starts before every guard that can refuse it has answered, however slow.
#include "support/catch.hpp"
#include "unit/async/support.hpp"

using namespace tacet_async;

TEST_CASE(
    "122 a guard that takes 50 ms and refuses comes before the tool, in sequence and where calls overlap") {
  world w;
  bool ran = false;
  int slow = 0;
  const auto tool = [&] {
    return tacet::tools{tacet::tool<"pay">(
        [&] {
          ran = true;
          return 1;
        },
        tacet::read_only)};
  };
  const auto check = [&] {
    return tacet::preconditions{
        [&](const tacet::pending_call&) -> awaitable<std::optional<tacet::precondition_verdict>> {
          if (slow != 0) co_return std::nullopt;
          co_await w.sleep(50ms);
          CHECK_FALSE(ran);
          co_return tacet::precondition_verdict::block(tacet::message::constant("no"));
        }};
  };
  const auto guard = [&] {
    return tacet::steering_gate{[&](const tacet::pending_call&) -> awaitable<std::optional<tacet::skip>> {
      if (slow != 1) co_return std::nullopt;
      co_await w.sleep(50ms);
      CHECK_FALSE(ran);
      co_return tacet::skip{tacet::message::constant("no")};
    }};
  };
  const auto approver = [&] {
    return tacet::approval_gate{[&](const tacet::approval_request& r) -> awaitable<tacet::approval_decision> {
      if (slow != 2) co_return r.approve();
      co_await w.sleep(50ms);
      CHECK_FALSE(ran);
      co_return r.deny("no");
    }};
  };
  slow = GENERATE(0, 1, 2);
  const auto in_turn =
      w.run(tacet::async_executor{tool(), check(), guard(), approver(), w.clock}, {{"1", "pay"}});
  CHECK(w.answered == 50ms);
  const auto overlapping =
      w.run(tacet::async_executor{tool(), check(), guard(), approver(), tacet::parallel<4>{}, w.clock},
            {{"1", "pay"}, {"2", "pay"}});
  CHECK(w.answered == 150ms);
  CHECK_FALSE(ran);
  for (const auto* report : {&in_turn, &overlapping})
    for (const auto& one : report->outcomes)
      CHECK((one.kind == tacet::outcome_kind::refused && one.attempts == 0));
}
