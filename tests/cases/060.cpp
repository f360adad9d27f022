// SPDX-License-Identifier: MIT
// Case 60: a success that comes after the deadline is dropped and counted, and the answer says that the
// outcome is unknown.
#include "support/catch.hpp"
#include "unit/async/support.hpp"

using namespace tacet_async;

TEST_CASE("060 a booking that ends 5 ms late is not told twice, a thousand times") {
  world w;
  int booked = 0;
  const tacet::async_executor e{tacet::tools{tacet::tool<"book">(
                                    [&]() -> awaitable<std::string> {
                                      co_await sleep_deaf(w.clock, 105ms);
                                      ++booked;
                                      co_return "booked";
                                    },
                                    tacet::timeout<100ms>)},
                                w.clock};
  tacet::execution_report report;
  const calls one{{"c1", "book"}};
  int answers = 0;
  for (int i = 1; i <= 1000; ++i) {
    e.async_execute(w.io, one, report, {}, [&](std::exception_ptr thrown, tacet::execution_status) {
      CHECK(thrown == nullptr);
      ++answers;
    });
    w.clock.run(w.io);
    REQUIRE(answers == i);
    REQUIRE(booked == i);
    REQUIRE(short_texts(report) == texts{"c1 outcome unknown/abandoned 1"});
    REQUIRE(says(report.outcomes[0], "unknown whether it took effect"));
    REQUIRE(says(report.outcomes[0], "do not repeat"));
    REQUIRE_FALSE(says(report.outcomes[0], "booked"));
  }
  CHECK(e.abandoned().abandoned == 1000);
  CHECK(e.abandoned().late == 1000);
}
