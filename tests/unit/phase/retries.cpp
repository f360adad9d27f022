// SPDX-License-Identifier: MIT
// What is tried again, how often, after what wait, and what ends the trying.
#include "support/catch.hpp"

#include <tacet/tacet.hpp>

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

using namespace std::chrono_literals;
using tacet::outcome_kind;
using tacet::retry_schedule;
using tacet::tool_call;

namespace {

constexpr tool_call probe_call{"c1", "probe"};
constexpr retry_schedule three{.max_attempts = 3};

struct io_error : std::runtime_error {
  using std::runtime_error::runtime_error;
};
struct disk_error : io_error {
  using io_error::io_error;
};
// Of the shape of std::expected, never with a value.
template <class E> struct only_error {
  E fault;
  bool has_value() const { return false; }
  int operator*() const { return 0; }
  const E& error() const { return fault; }
};

// How often a tool with these options runs when each attempt returns `error`.
template <class Error, class... Option> int returned_attempts(auto retries, Error error, Option... option) {
  int ran = 0;
  const tacet::tool_executor executor{
      tacet::tools{
          tacet::tool<"probe">([&ran, error] { return ++ran, only_error<Error>{error}; }, option...)},
      retries};
  CHECK(executor.execute({&probe_call, 1}).outcomes.at(0).attempts == ran);
  return ran;
}

}  // namespace

TEST_CASE("waits are spread evenly by who waits and when, and equally for equals") {
  using tacet::detail::spread;
  constexpr std::chrono::steady_clock::time_point noon{std::chrono::nanoseconds(12h)};
  STATIC_REQUIRE(spread("c1", "probe", 1, noon) == spread("c1", "probe", 1, noon));
  // Texts that read the same one behind the other are not the same.
  CHECK(spread("c1", "probe", 1, noon) != spread("c1p", "robe", 1, noon));
  CHECK(spread("", "", 1, noon) != spread(std::string_view("\0", 1), "", 1, noon));
  CHECK(spread("", "a", 1, noon) != spread("a", "", 1, noon));
  // Each of the four alone changes it, and ten thousand neighbours fall evenly into ten parts.
  for (const int which : {0, 1, 2, 3}) {
    INFO(which);
    std::array<int, 10> parts{};
    double last = -1;
    for (int i = 0; i < 10'000; ++i) {
      const std::string text = std::to_string(which < 2 ? i : 7);
      const double unit = spread(which == 0 ? text : "c", which == 1 ? text : "probe", which == 2 ? i : 1,
                                 noon + std::chrono::nanoseconds(which == 3 ? i : 0));
      REQUIRE(unit >= 0);
      REQUIRE(unit < 1);
      REQUIRE(unit != last);
      last = unit;
      ++parts[static_cast<std::size_t>(unit * 10)];
    }
    for (const int part : parts) {
      CHECK(part > 850);  // five standard deviations of 30
      CHECK(part < 1150);
    }
  }
}

TEST_CASE("a list of error types says what is retried of what is returned") {
  constexpr tacet::retries<three, io_error, int> some;
  CHECK(returned_attempts(some, io_error("x"), tacet::read_only) == 3);
  CHECK(returned_attempts(some, disk_error("x"), tacet::read_only) == 3);
  CHECK(returned_attempts(some, 7, tacet::read_only) == 3);
  CHECK(returned_attempts(some, std::runtime_error("x"), tacet::read_only) == 1);
  CHECK(returned_attempts(some, std::string("x"), tacet::read_only) == 1);
  CHECK(returned_attempts(tacet::retries<three, tacet::tool_error>{}, std::string("x"), tacet::read_only) ==
        3);
  CHECK(returned_attempts(tacet::retries<three>{}, std::string("x"), tacet::read_only) == 3);
  CHECK(returned_attempts(tacet::retries<three>{}, std::string("x")) == 1);
  CHECK(returned_attempts(tacet::retries<three>{}, tacet::not_applied("x")) == 3);
  CHECK(returned_attempts(tacet::retries<three, tacet::not_applied>{}, tacet::not_applied("x"),
                          tacet::read_only) == 3);
}

#if defined(__cpp_exceptions)

namespace {

struct marker {
  virtual ~marker() = default;
};
struct marked_error : std::runtime_error, marker {
  marked_error() : std::runtime_error("x") {}
};
// How often a tool with these options runs when each attempt throws `error`.
template <class Error, class... Option> int attempts(auto retries, Error error, Option... option) {
  int ran = 0;
  const tacet::tool_executor executor{tacet::tools{tacet::tool<"probe">(
                                          [&ran, error]() -> int {
                                            ++ran;
                                            throw error;
                                          },
                                          option...)},
                                      retries};
  const auto report = executor.execute({&probe_call, 1});
  CHECK(report.outcomes.at(0).attempts == ran);
  CHECK(report.outcomes[0].is_error);
  return ran;
}

}  // namespace

TEST_CASE("one executor schedule applies to each tool by its effect") {
  constexpr tacet::retries<three> any;
  const tacet::tool_error transient("rate limited");
  const tacet::tool_error permanent("no such row", tacet::permanence::permanent);
  const tacet::not_applied early("refused connection");
  const tacet::not_applied early_and_permanent("no such host", tacet::permanence::permanent);
  CHECK(attempts(any, std::runtime_error("x")) == 1);
  CHECK(attempts(any, transient) == 1);
  CHECK(attempts(any, transient, tacet::once) == 1);
  CHECK(attempts(any, early) == 3);
  for (const int n :
       {attempts(any, std::runtime_error("x"), tacet::read_only), attempts(any, 5, tacet::idempotent),
        attempts(any, transient, tacet::idempotent), attempts(any, early, tacet::read_only)})
    CHECK(n == 3);
  CHECK(attempts(any, permanent, tacet::read_only) == 1);
  CHECK(attempts(any, permanent) == 1);
  CHECK(attempts(any, early_and_permanent) == 1);
  CHECK(attempts(any, early_and_permanent, tacet::read_only) == 1);
  CHECK(attempts(any, tacet::cancelled{}, tacet::read_only) == 1);
  CHECK(attempts(tacet::retries<three, tacet::cancelled>{}, tacet::cancelled{}, tacet::read_only) == 1);
  CHECK(attempts(tacet::no_retries{}, early, tacet::read_only) == 1);
}

TEST_CASE("a list of error types says what is retried of what is thrown") {
  constexpr tacet::retries<three, io_error, int> some;
  CHECK(attempts(some, io_error("x"), tacet::read_only) == 3);
  CHECK(attempts(some, disk_error("x"), tacet::read_only) == 3);
  CHECK(attempts(some, 7, tacet::read_only) == 3);
  CHECK(attempts(some, std::runtime_error("x"), tacet::read_only) == 1);
  CHECK(attempts(some, 7L, tacet::read_only) == 1);
  CHECK(attempts(some, tacet::tool_error("x"), tacet::read_only) == 1);
  CHECK(attempts(some, tacet::not_applied("x"), tacet::read_only) == 1);
  CHECK(attempts(some, io_error("x")) == 1);  // a once tool all the same
  CHECK(attempts(tacet::retries<three, marker>{}, marked_error{}, tacet::read_only) == 3);
  CHECK(attempts(tacet::retries<three, tacet::not_applied>{}, tacet::not_applied("x"), tacet::read_only) ==
        3);
  CHECK(attempts(tacet::retries<three, tacet::not_applied>{}, tacet::tool_error("x"), tacet::read_only) == 1);
  CHECK(attempts(tacet::retries<three, tacet::tool_error>{}, tacet::not_applied("x"), tacet::read_only) == 3);
  CHECK(attempts(tacet::retries<three, std::exception>{}, 7, tacet::read_only) == 1);
}

TEST_CASE("an exception that is handled around the executor is not taken for the tool's error") {
  try {
    throw io_error("of somebody else");
  } catch (const io_error&) {
    CHECK(returned_attempts(tacet::retries<three, io_error>{}, std::string("x"), tacet::read_only) == 1);
    CHECK(returned_attempts(tacet::retries<three, io_error>{}, std::runtime_error("x"), tacet::read_only) ==
          1);
    CHECK(attempts(tacet::retries<three, io_error>{}, std::runtime_error("x"), tacet::read_only) == 1);
  }
}

TEST_CASE("a tool's own schedule stands instead of the executor's") {
  constexpr tacet::retries<three> executor_wide;
  constexpr auto own = tacet::retry<retry_schedule{.max_attempts = 5}, tacet::not_applied>;
  constexpr auto never = tacet::retry<retry_schedule{.max_attempts = 1}>;
  CHECK(attempts(executor_wide, tacet::not_applied("x"), own) == 5);
  CHECK(attempts(executor_wide, std::runtime_error("x"), own) == 1);
  CHECK(attempts(tacet::no_retries{}, tacet::not_applied("x"), own) == 5);
  CHECK(attempts(executor_wide, std::runtime_error("x"), tacet::read_only, never) == 1);
  CHECK(attempts(executor_wide, io_error("x"), tacet::read_only,
                 tacet::retry<retry_schedule{.max_attempts = 4}, io_error>) == 4);
}

TEST_CASE("a schedule of the run time keeps the same rules, whatever its numbers") {
  for (const int most : {-5, 0, 1, 2, 4}) {
    const tacet::run_time_retries<> any{{.max_attempts = most}};
    CHECK(attempts(any, std::runtime_error("x"), tacet::read_only) == std::max(1, most));
    CHECK(attempts(any, std::runtime_error("x")) == 1);
    CHECK(attempts(any, tacet::not_applied("x")) == std::max(1, most));
  }
  CHECK(attempts(tacet::run_time_retries<io_error>{{.max_attempts = 3}}, io_error("x"), tacet::read_only) ==
        3);
  CHECK(attempts(tacet::run_time_retries<io_error>{{.max_attempts = 3}}, std::runtime_error("x"),
                 tacet::read_only) == 1);
}

TEST_CASE("the last success stands, with the attempts it took") {
  int ran = 0;
  const tacet::tool_executor executor{tacet::tools{tacet::tool<"probe">(
                                          [&ran] {
                                            if (++ran < 3) throw std::runtime_error("again");
                                            return ran;
                                          },
                                          tacet::read_only)},
                                      tacet::retries<retry_schedule{.max_attempts = 10}>{}};
  const auto report = executor.execute({&probe_call, 1});
  CHECK(report.outcomes.at(0).kind == outcome_kind::succeeded);
  CHECK_FALSE(report.outcomes[0].is_error);
  CHECK(report.outcomes[0].reason == tacet::outcome_reason::none);
  CHECK(report.outcomes[0].content == "3");
  CHECK(report.outcomes[0].attempts == 3);
}

TEST_CASE("the waits between attempts are those of the schedule") {
  std::vector<std::chrono::steady_clock::time_point> at;
  const tacet::tool_executor executor{
      tacet::tools{tacet::tool<"probe">(
          [&at]() -> int {
            at.push_back(std::chrono::steady_clock::now());
            throw 1;
          },
          tacet::read_only)},
      tacet::run_time_retries<>{{.max_attempts = 4, .backoff = 20ms, .longest = 50ms}}};
  CHECK(executor.execute({&probe_call, 1}).outcomes.at(0).attempts == 4);
  REQUIRE(at.size() == 4);
  CHECK(at[1] - at[0] >= 20ms);
  CHECK(at[2] - at[1] >= 40ms);
  CHECK(at[3] - at[2] >= 50ms);
  CHECK(at[3] - at[2] < 5s);
}

TEST_CASE("with jitter some waits are shorter than the schedule's and some longer") {
  std::vector<std::chrono::steady_clock::time_point> at;
  int shorter = 0;
  int longer = 0;
  // That all are on one side comes once in 10^12 runs, or where this machine ends each wait so late that they
  // look longer: then longer ones are tried.
  for (std::chrono::nanoseconds wait = 5ms; wait < 10s && (shorter == 0 || longer == 0); wait *= 4) {
    const tacet::tool_executor executor{
        tacet::tools{tacet::tool<"probe">(
            [&at]() -> int {
              at.push_back(std::chrono::steady_clock::now());
              throw 1;
            },
            tacet::read_only)},
        tacet::run_time_retries<>{{.max_attempts = 2, .backoff = wait, .jitter = 1}}};
    for (int i = 0; i < 40 && (shorter == 0 || longer == 0); ++i) {
      at.clear();
      CHECK(executor.execute({&probe_call, 1}).outcomes.at(0).attempts == 2);
      REQUIRE(at.size() == 2);
      ++(at[1] - at[0] < wait ? shorter : longer);
    }
  }
  CHECK(shorter > 0);
  CHECK(longer > 0);
}

TEST_CASE("a wait that the error asks for is kept, and one that is too long ends the call") {
  std::vector<std::chrono::steady_clock::time_point> at;
  std::chrono::nanoseconds asked{};
  const auto executor = [&](const retry_schedule& schedule) {
    return tacet::tool_executor{tacet::tools{tacet::tool<"probe">([&]() -> int {
                                  at.push_back(std::chrono::steady_clock::now());
                                  throw tacet::not_applied("busy", tacet::retry_after(asked));
                                })},
                                tacet::run_time_retries<>{schedule}};
  };
  asked = 40ms;
  const auto heeding =
      executor({.max_attempts = 3, .backoff = 1ns, .longest = 50ms, .jitter = 0.5, .heeds_retry_after = true});
  CHECK(heeding.execute({&probe_call, 1}).outcomes.at(0).attempts == 3);
  REQUIRE(at.size() == 3);
  CHECK(at[1] - at[0] >= 40ms);
  CHECK(at[2] - at[1] >= 40ms);
  for (const auto too_long : {std::chrono::nanoseconds(50ms + 1ns), std::chrono::nanoseconds::max()}) {
    at.clear();
    asked = too_long;
    const auto report = heeding.execute({&probe_call, 1});
    CHECK(at.size() == 1);
    CHECK(report.outcomes.at(0).attempts == 1);
    CHECK(report.outcomes[0].reason == tacet::outcome_reason::not_applied);
    CHECK(report.outcomes[0].content.find("busy") != std::string_view::npos);
  }
  // A schedule that does not heed it waits as it always did.
  at.clear();
  CHECK(executor({.max_attempts = 3}).execute({&probe_call, 1}).outcomes.at(0).attempts == 3);
}

TEST_CASE("a returned error says how long to wait as a thrown one does") {
  const tacet::tool_executor executor{
      tacet::tools{tacet::tool<"probe">([]() -> tacet::tool_result<int> {
        return tacet::not_applied("busy", tacet::retry_after(1h));
      })},
      tacet::retries<retry_schedule{.max_attempts = 3, .longest = 1s, .heeds_retry_after = true}>{}};
  CHECK(executor.execute({&probe_call, 1}).outcomes.at(0).attempts == 1);
  CHECK(returned_attempts(tacet::retries<three>{}, tacet::not_applied("busy", tacet::retry_after(1h))) == 3);
}

TEST_CASE("a stop ends the wait at once and no attempt follows") {
  std::atomic<int> ran{0};
  const tacet::tool_executor executor{tacet::tools{tacet::tool<"probe">(
                                          [&ran]() -> int {
                                            ++ran;
                                            throw 1;
                                          },
                                          tacet::read_only)},
                                      tacet::retries<retry_schedule{.max_attempts = 5, .backoff = 100s}>{}};
  const tool_call calls[] = {probe_call, probe_call};
  for (const bool before_the_wait : {false, true}) {
    ran = 0;
    std::stop_source stop;
    if (before_the_wait) stop.request_stop();
    const auto begin = std::chrono::steady_clock::now();
    std::thread stopper([&] {
      while (ran == 0 && !before_the_wait) std::this_thread::sleep_for(1ms);
      std::this_thread::sleep_for(50ms);
      stop.request_stop();
    });
    const auto report = executor.execute(calls, {.stop = stop.get_token()});
    CHECK(std::chrono::steady_clock::now() - begin < 50s);
    stopper.join();
    CHECK(ran == (before_the_wait ? 0 : 1));
    CHECK(report.cancelled());
    REQUIRE(report.outcomes.size() == 2);
    for (const auto& outcome : report.outcomes) CHECK(outcome.kind == outcome_kind::cancelled);
    CHECK(report.outcomes[0].attempts == ran);
  }
}

TEST_CASE("a tool that requests the stop itself and fails is not tried again") {
  std::stop_source stop;
  int ran = 0;
  const tacet::tool_executor executor{tacet::tools{tacet::tool<"probe">(
                                          [&]() -> int {
                                            ++ran;
                                            stop.request_stop();
                                            throw 1;
                                          },
                                          tacet::read_only)},
                                      tacet::retries<three>{}};
  const auto report = executor.execute({&probe_call, 1}, {.stop = stop.get_token()});
  CHECK(ran == 1);
  CHECK(report.outcomes.at(0).kind == outcome_kind::cancelled);
}

#endif
