// SPDX-License-Identifier: MIT
// Case 119: a failure leaves the siblings alone; a cancel ends them all before the batch is answered.
#include "support/catch.hpp"
#include "unit/async/support.hpp"

using namespace tacet_async;

TEST_CASE("119 of three calls that overlap one fails, one is slow, one gives up by itself") {
  world w;
  int running = 0;
  struct counted {
    int& count;
    explicit counted(int& c) : count(++c) {}
    counted(const counted&) = delete;
    counted& operator=(const counted&) = delete;
    ~counted() { --count; }
  };
  const tacet::async_executor e{
      tacet::tools{tacet::tool<"throws">(
                       []() -> awaitable<int> {
                         throw std::runtime_error("x");
                         co_return 1;
                       },
                       tacet::read_only),
                   tacet::tool<"slow">(
                       [&]() -> awaitable<int> {
                         const counted here(running);
                         co_await w.sleep(10s);
                         co_return 2;
                       },
                       tacet::read_only),
                   // An aborted operation of its own is a failure like any other.
                   tacet::tool<"aborts">(
                       [&]() -> awaitable<int> {
                         const counted here(running);
                         co_await w.sleep(1s);
                         throw boost::system::system_error(asio::error::operation_aborted);
                         co_return 1;
                       },
                       tacet::read_only),
                   tacet::tool<"cancels">(
                       [&]() -> awaitable<int> {
                         const counted here(running);
                         co_await w.sleep(1s);
                         throw tacet::cancelled();
                         co_return 1;
                       },
                       tacet::read_only)},
      tacet::parallel<3>{}, w.clock};
  SECTION("a failure") {
    CHECK(short_texts(w.run(e, {{"1", "throws"}, {"2", "slow"}, {"3", "aborts"}})) ==
          texts{"1 failed/exception 1", "2 succeeded/none 1", "3 failed/exception 1"});
    CHECK(w.answered == 10s);
  }
  SECTION("a cancel by one of them is one of all") {
    const auto report = w.run(e, {{"1", "throws"}, {"2", "slow"}, {"3", "cancels"}});
    CHECK(short_texts(report) ==
          texts{"1 failed/exception 1", "2 cancelled/stop requested 1", "3 cancelled/stop requested 1"});
    CHECK(report.status == tacet::execution_status::cancelled);
    CHECK(w.answered == 1s);
  }
  SECTION("none runs when the batch is answered") {
    std::stop_source stop;
    w.at(500ms, [&] { stop.request_stop(); });
    std::optional<tacet::execution_report> got;
    int left = -1;
    const calls batch{{"1", "slow"}, {"2", "slow"}, {"3", "aborts"}};
    asio::co_spawn(w.io, e.co_execute(batch, {.stop = stop.get_token()}),
                   [&](std::exception_ptr, tacet::execution_report report) {
                     left = running;
                     got = std::move(report);
                   });
    w.clock.run(w.io);
    CHECK(left == 0);
    REQUIRE(got.has_value());
    CHECK(short_texts(*got) == texts{"1 cancelled/stop requested 1", "2 cancelled/stop requested 1",
                                     "3 cancelled/stop requested 1"});
  }
}
