// SPDX-License-Identifier: MIT
// Case 61: a tool that never returns: cancelling the run ends it, and the call is answered as cancelled.
#include "support/catch.hpp"
#include "unit/async/support.hpp"

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>

using namespace tacet_async;

TEST_CASE("061 a run whose tool never returns ends when it is cancelled") {
  world w;
  const tacet::async_executor e{tacet::tools{tacet::tool<"never">([&]() -> awaitable<int> {
                                               co_await w.sleep(nanoseconds::max());
                                               co_return 1;
                                             }),
                                             tacet::tool<"deaf">(
                                                 [&]() -> awaitable<int> {
                                                   co_await sleep_deaf(w.clock, 24h);
                                                   co_return 1;
                                                 },
                                                 tacet::read_only)},
                                w.clock};
  const bool deaf = GENERATE(false, true);
  const calls batch{{"1", deaf ? "deaf" : "never"}, {"2", "never"}};
  const texts expected{deaf ? "1 cancelled/abandoned 1" : "1 cancelled/stop requested 1",
                       "2 cancelled/stop requested 0"};
  SECTION("by its token") {
    std::stop_source stop;
    w.at(1s, [&] { stop.request_stop(); });
    CHECK(short_texts(w.run(e, batch, {.stop = stop.get_token()})) == expected);
  }
  SECTION("by Asio") {
    asio::cancellation_signal signal;
    tacet::execution_report report;
    e.async_execute(
        w.io, batch, report, {},
        asio::bind_cancellation_slot(
            signal.slot(), [&](std::exception_ptr, tacet::execution_status) { w.answered = w.now(); }));
    w.at(1s, [&] { signal.emit(asio::cancellation_type::terminal); });
    w.clock.run(w.io);
    CHECK(short_texts(report) == expected);
    CHECK(report.status == tacet::execution_status::cancelled);
  }
  CHECK(w.answered == 1s);
}
