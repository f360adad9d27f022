// SPDX-License-Identifier: MIT
// A second attempt beside one that has no answer yet.
#include "support/catch.hpp"

#include "unit/async/support.hpp"

#include <tacet/async/late_results.hpp>

#include <boost/asio/cancellation_state.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/this_coro.hpp>

using namespace tacet;
using namespace tacet_async;

namespace {

// How long the first and the second attempt take; one of nothing throws at the end.
struct pace {
  int first = 0;
  int second = 0;
  bool fails = false;
};
struct seen {
  texts late{};
  int bodies = 0;
  std::size_t stops = 0;
};

template <class... Part> auto hedging(virtual_clock clock, seen& what, Part... part) {
  return async_executor{tools{tool<"look">([clock, &what](const pace& p, tool_context& context) -> awaitable<int> {
                                ++what.bodies;
                                const int attempt = context.attempt();
                                const std::stop_callback on_stop(context.stop_token(), [&what] { ++what.stops; });
                                co_await clock.sleep_for(std::chrono::seconds(attempt == 1 ? p.first : p.second));
                                if (p.fails) throw tool_error("no");
                                co_return attempt;
                              },
                                                read_only, hedge<std::chrono::seconds(2)>, timeout<std::chrono::seconds(20)>)},
                        late_results{[&what](const late_result& one) { what.late.push_back(std::string(one.call_id)); }}, clock,
                        std::move(part)...};
}

struct answered {
  std::string text;
  int attempts = 0;
  nanoseconds took{};
};
template <class Executor> answered ask(virtual_clock& clock, const Executor& executor, const char* arguments) {
  asio::io_context io;
  execution_report report;
  const calls one{{"1", "look", arguments}};
  const auto begin = clock.now();
  auto end = begin;
  asio::co_spawn(
      io,
      [&]() -> awaitable<> {
        co_await executor.co_execute(one, report);
        end = clock.now();
      },
      asio::detached);
  clock.run(io);
  return {std::string(to_text(report.outcomes.at(0).kind)) + " " + std::string(report.outcomes[0].content), report.outcomes[0].attempts, end - begin};
}

}  // namespace

TEST_CASE("an answer in time is not hedged") {
  virtual_clock clock;
  seen what;
  const auto got = ask(clock, hedging(clock, what), R"({"first":1,"second":1,"fails":false})");
  CHECK(got.text == "succeeded 1");
  CHECK(got.attempts == 1);
  CHECK(got.took == 1s);
  CHECK(what.bodies == 1);
}

TEST_CASE("the first answer of the two is taken and the other is asked to end") {
  virtual_clock clock;
  seen what;
  const auto executor = hedging(clock, what);
  SECTION("the second attempt's") {
    const auto got = ask(clock, executor, R"({"first":15,"second":1,"fails":false})");
    CHECK(got.text == "succeeded 2");
    CHECK(got.took == 3s);
  }
  SECTION("the first attempt's") {
    const auto got = ask(clock, executor, R"({"first":5,"second":15,"fails":false})");
    CHECK(got.text == "succeeded 1");
    CHECK(got.took == 5s);
  }
  CHECK(what.bodies == 2);
  CHECK(what.stops == 1);
  CHECK(what.late.empty());  // it ended when it was asked to
  CHECK(executor.abandoned().abandoned == 0);
}

TEST_CASE("an error is taken only when both attempts are through") {
  virtual_clock clock;
  seen what;
  const auto got = ask(clock, hedging(clock, what), R"({"first":3,"second":4,"fails":true})");
  CHECK(got.text == "failed no");
  CHECK(got.attempts == 2);
  CHECK(got.took == 6s);
}

TEST_CASE("an error before the hedge is an error at once") {
  virtual_clock clock;
  seen what;
  const auto got = ask(clock, hedging(clock, what), R"({"first":1,"second":1,"fails":true})");
  CHECK(got.text == "failed no");
  CHECK(got.attempts == 1);
  CHECK(got.took == 1s);
}

TEST_CASE("both attempts end at the time of the attempt") {
  virtual_clock clock;
  seen what;
  const auto executor = hedging(clock, what);
  const auto got = ask(clock, executor, R"({"first":100,"second":100,"fails":false})");
  CHECK(got.text.substr(0, 9) == "timed out");
  CHECK(got.attempts == 2);
  CHECK(got.took == 20s);
  CHECK(what.stops == 2);
  CHECK(executor.abandoned().abandoned == 0);
}

TEST_CASE("a hedge counts as an attempt of the schedule") {
  virtual_clock clock;
  seen what;
  const auto executor = hedging(clock, what, retries<retry_schedule{.max_attempts = 3, .backoff = std::chrono::seconds(1)}>{});
  STATIC_REQUIRE(worst_case<decltype(executor)>.attempts == 3);
  const auto got = ask(clock, executor, R"({"first":3,"second":4,"fails":true})");
  CHECK(got.attempts == 3);
  // 6 s for the two, 2 s behind the second attempt, 4 s for the third.
  CHECK(got.took == 12s);
}
