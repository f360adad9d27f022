// SPDX-License-Identifier: MIT
// Case 59: the clock of a tool starts when it is dispatched, behind the approval and the wait for a place.
#include "support/catch.hpp"
#include "unit/async/support.hpp"

using namespace tacet_async;

TEST_CASE("059 an approval of 200 ms does not count for a tool that has 100 ms and needs 1 ms") {
  world w;
  const tacet::async_executor e{
      tacet::tools{tacet::tool<"work">(
          [&]() -> awaitable<int> {
            co_await w.sleep(1ms);
            co_return 1;
          },
          tacet::timeout<100ms>)},
      tacet::approval_gate{[&](const tacet::approval_request& r) -> awaitable<tacet::approval_decision> {
        co_await w.sleep(200ms);
        co_return r.approve();
      }},
      w.clock};
  CHECK(short_texts(w.run(e, {{"1", "work"}})) == texts{"1 succeeded/none 1"});
  CHECK(w.answered == 201ms);
}

TEST_CASE("059 nor does the wait behind a limit of one") {
  world w;
  const tacet::async_executor e{tacet::tools{tacet::tool<"work">(
                                    [&]() -> awaitable<int> {
                                      co_await w.sleep(99ms);
                                      co_return 1;
                                    },
                                    tacet::read_only, tacet::timeout<100ms>)},
                                tacet::parallel<3>{}, tacet::concurrency_limit<1>{},
                                tacet::total_timeout<100ms>{}, w.clock};
  CHECK(short_texts(w.run(e, {{"1", "work"}, {"2", "work"}, {"3", "work"}})) ==
        texts{"1 succeeded/none 1", "2 succeeded/none 1", "3 succeeded/none 1"});
  CHECK(w.answered == 297ms);
}

TEST_CASE("059 the approval has a limit of its own") {
  world w;
  bool ran = false;
  const tacet::async_executor e{
      tacet::tools{tacet::tool<"work">([&] {
        ran = true;
        return 1;
      })},
      tacet::approval_gate{[&](const tacet::approval_request& r) -> awaitable<tacet::approval_decision> {
        co_await w.sleep(1h);
        co_return r.approve();
      }},
      tacet::approval_timeout<200ms>{}, w.clock};
  CHECK(short_texts(w.run(e, {{"1", "work"}})) == texts{"1 refused/approval missing 0"});
  CHECK(w.answered == 200ms);
  CHECK_FALSE(ran);
}
