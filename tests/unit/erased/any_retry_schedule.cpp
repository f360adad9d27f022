// SPDX-License-Identifier: MIT
// A schedule and the errors it is for, chosen when the program runs, repeat what they are said to repeat.
#include "support/catch.hpp"
#include "unit/support/allocations.hpp"

#include <tacet/erased/any_retry_schedule.hpp>
#include <tacet/tacet.hpp>

#include <array>
#include <chrono>
#include <cstddef>
#include <limits>
#include <stdexcept>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

using tacet::any_retry_schedule;
using tacet::retried_errors;
using tacet::retry_schedule;
using tacet::tool_call;

namespace {

constexpr retry_schedule thrice{.max_attempts = 3};

struct strange {
  std::string message() const { return "strange"; }
};
// What a fallible type of the user's own looks like.
template <class E> struct failing {
  E held;
  bool has_value() const { return false; }
  const E& error() const { return held; }
  int operator*() const { return 0; }
};

// One tool for each kind of failure, with `_once` in the name where it must not run twice.
auto failing_tools() {
  return tacet::tools{
      tacet::tool<"error">([]() -> tacet::tool_result<int> { return tacet::tool_error("busy"); },
                           tacet::idempotent),
      tacet::tool<"error_once">([]() -> tacet::tool_result<int> { return tacet::tool_error("busy"); }),
      tacet::tool<"early">([]() -> tacet::tool_result<int> { return tacet::not_applied("locked"); },
                           tacet::read_only),
      tacet::tool<"early_once">([]() -> tacet::tool_result<int> { return tacet::not_applied("locked"); }),
      tacet::tool<"permanent">(
          []() -> tacet::tool_result<int> { return tacet::tool_error("gone", tacet::permanence::permanent); },
          tacet::idempotent),
      tacet::tool<"strange">([] { return failing<strange>{}; }, tacet::idempotent),
      tacet::tool<"standard">([] { return failing<std::runtime_error>{std::runtime_error("broken")}; },
                              tacet::idempotent),
      tacet::tool<"own">([]() -> tacet::tool_result<int> { return tacet::tool_error("busy"); },
                         tacet::idempotent, tacet::retry<retry_schedule{.max_attempts = 5}>),
      tacet::tool<"works">([] { return 1; }, tacet::idempotent)};
}

int attempts(const any_retry_schedule& how, const char* tool) {
  const tacet::tool_executor executor{failing_tools(), how};
  const tool_call call{"1", tool, "{}"};
  const auto report = executor.execute({&call, 1});
  return report.outcomes.at(0).attempts;
}

}  // namespace

TEST_CASE("jitter and the wait that an error asks for are those of the schedule") {
  const auto attempts_of = [](const retry_schedule& how, std::chrono::nanoseconds asked) {
    const tacet::tool_executor executor{
        tacet::tools{tacet::tool<"probe">([asked]() -> tacet::tool_result<int> {
          return tacet::not_applied("busy", tacet::retry_after(asked));
        })},
        any_retry_schedule{how}};
    const tool_call call{"1", "probe"};
    return executor.execute({&call, 1}).outcomes.at(0).attempts;
  };
  using namespace std::chrono_literals;
  CHECK(attempts_of({.max_attempts = 3, .longest = 1ms, .jitter = 0.5, .heeds_retry_after = true}, 1ms) == 3);
  CHECK(attempts_of({.max_attempts = 3, .longest = 1ms, .jitter = 0.5, .heeds_retry_after = true}, 2ms) == 1);
  CHECK(attempts_of({.max_attempts = 3, .longest = 1ms, .jitter = 0.5}, 1h) == 3);
  CHECK(any_retry_schedule{{.jitter = 2}}.schedule().notes().size() == 1);
}

TEST_CASE("a schedule made of nothing tries once") {
  const any_retry_schedule none;
  CHECK(none.schedule() == retry_schedule{});
  CHECK(none.listed() == nullptr);
  CHECK(attempts(none, "error") == 1);
  CHECK(attempts(none, "early_once") == 1);
}

TEST_CASE("it holds the schedule it was given, and is copied as one") {
  STATIC_REQUIRE(std::is_trivially_copyable_v<any_retry_schedule>);
  any_retry_schedule one{thrice, retried_errors::tool_errors};
  const any_retry_schedule copy = one;
  any_retry_schedule& self = one;
  one = self;
  one = std::move(self);
  CHECK(one.schedule() == thrice);
  CHECK(copy.schedule() == thrice);
  CHECK(copy.listed() == one.listed());
  CHECK(any_retry_schedule{thrice}.listed() == nullptr);
  CHECK(any_retry_schedule{thrice, nullptr}.listed() == nullptr);
}

TEST_CASE("which returned errors are repeated") {
  const any_retry_schedule any{thrice};
  const any_retry_schedule tool_errors{thrice, retried_errors::tool_errors};
  const any_retry_schedule early{thrice, retried_errors::not_applied};
  struct row {
    const char* tool;
    int any, tool_errors, early;
  };
  for (const row& one : {row{"error", 3, 3, 1}, row{"error_once", 1, 1, 1}, row{"early", 3, 3, 3},
                         row{"early_once", 3, 3, 3}, row{"permanent", 1, 1, 1}, row{"strange", 3, 3, 1},
                         row{"standard", 3, 1, 1}, row{"own", 5, 5, 5}, row{"works", 1, 1, 1}}) {
    INFO(one.tool);
    CHECK(attempts(any, one.tool) == one.any);
    CHECK(attempts(tool_errors, one.tool) == one.tool_errors);
    CHECK(attempts(early, one.tool) == one.early);
  }
}

TEST_CASE("a function says which errors are repeated, of those that may be") {
  const any_retry_schedule busy{thrice, [](const tacet::caught_error& error) noexcept {
                                  return error.own != nullptr &&
                                         std::string_view(error.own->what()) == "busy";
                                }};
  CHECK(attempts(busy, "error") == 3);
  CHECK(attempts(busy, "early") == 1);
  CHECK(attempts(busy, "strange") == 1);
  CHECK(attempts(busy, "error_once") == 1);
  const any_retry_schedule never{thrice, [](const tacet::caught_error&) noexcept { return false; }};
  CHECK(attempts(never, "error") == 1);
  const any_retry_schedule always{thrice, [](const tacet::caught_error&) noexcept { return true; }};
  CHECK(attempts(always, "standard") == 3);
  CHECK(attempts(always, "error_once") ==
        1);  // a tool that runs once is repeated only when it surely did nothing
  CHECK(attempts(always, "permanent") == 1);
  // One that throws would end the program, so it is not taken.
  STATIC_REQUIRE(std::is_constructible_v<any_retry_schedule, retry_schedule,
                                         bool (*)(const tacet::caught_error&) noexcept>);
  STATIC_REQUIRE(
      !std::is_constructible_v<any_retry_schedule, retry_schedule, bool (*)(const tacet::caught_error&)>);
}

TEST_CASE("schedules out of a configuration are taken as they are") {
  for (const int odd : {0, -1, std::numeric_limits<int>::min()})
    CHECK(attempts(any_retry_schedule{retry_schedule{.max_attempts = odd}}, "error") == 1);
  const any_retry_schedule wild{retry_schedule{.max_attempts = 4,
                                               .backoff = std::chrono::nanoseconds(1),
                                               .multiplier = std::numeric_limits<double>::quiet_NaN(),
                                               .longest = std::chrono::nanoseconds(-5)}};
  CHECK(wild.schedule().notes().size() == 1);
  CHECK(attempts(wild, "error") == 4);
}

TEST_CASE("a wait is ended by a stop, and the call is cancelled") {
  std::stop_source source;
  tacet::run_options options;
  options.stop = source.get_token();
  const tacet::tool_executor executor{
      tacet::tools{tacet::tool<"error">(
          [&source]() -> tacet::tool_result<int> {
            source.request_stop();
            return tacet::tool_error("busy");
          },
          tacet::idempotent)},
      any_retry_schedule{retry_schedule{.max_attempts = 2, .backoff = std::chrono::hours(9)}}};
  const tool_call call{"1", "error", "{}"};
  const auto report = executor.execute({&call, 1}, options);
  CHECK(report.outcomes.at(0).kind == tacet::outcome_kind::cancelled);
  CHECK(report.outcomes[0].attempts == 1);
}

TEST_CASE("the attempts of one call spend one unit, from many threads at once") {
  tacet::tool_executor executor{
      tacet::tools{tacet::tool<"error">([]() -> tacet::tool_result<int> { return tacet::tool_error("busy"); },
                                        tacet::idempotent, tacet::max_calls<1>)},
      tacet::preconditions{tacet::call_budget{}}, any_retry_schedule{thrice}};
  const tool_call call{"1", "error", "{}"};
  std::atomic<int> tried = 0;
  std::atomic<int> refused = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 16; ++i)
    threads.emplace_back([&] {
      const auto report = executor.execute({&call, 1});
      tried += report.outcomes.at(0).attempts;
      if (report.outcomes[0].reason == tacet::outcome_reason::budget_spent) ++refused;
    });
  for (std::thread& one : threads) one.join();
  CHECK(tried == 3);
  CHECK(refused == 15);
}

TEST_CASE("a call that succeeds allocates nothing for it") {
  const tacet::tool_executor executor{failing_tools(),
                                      any_retry_schedule{thrice, retried_errors::tool_errors}};
  const tool_call call{"1", "works", "{}"};
  tacet::execution_report report;
  report.reserve(1);
  const std::size_t before = tacet_test::allocations;
  executor.execute({&call, 1}, report);
  CHECK(tacet_test::allocations == before);
  CHECK(report.outcomes.at(0).attempts == 1);
}

#if defined(__cpp_exceptions)

TEST_CASE("which thrown errors are repeated") {
  const auto thrown = [](any_retry_schedule how, int what) {
    const tacet::tool_executor executor{tacet::tools{tacet::tool<"throws">(
                                            [what]() -> int {
                                              if (what == 0) throw tacet::tool_error("busy");
                                              if (what == 1) throw tacet::not_applied("locked");
                                              if (what == 2) throw std::runtime_error("broken");
                                              if (what == 3) throw 7;
                                              throw tacet::cancelled{};
                                            },
                                            tacet::idempotent)},
                                        how};
    const tool_call call{"1", "throws", "{}"};
    const auto report = executor.execute({&call, 1});
    return report.outcomes.at(0).attempts;
  };
  const auto row = [&thrown](any_retry_schedule how) {
    std::array<int, 5> all{};
    for (int what = 0; what < 5; ++what) all[static_cast<std::size_t>(what)] = thrown(how, what);
    return all;
  };
  CHECK(row(any_retry_schedule{thrice}) == std::array{3, 3, 3, 3, 1});
  CHECK(row(any_retry_schedule{thrice, retried_errors::tool_errors}) == std::array{3, 3, 1, 1, 1});
  CHECK(row(any_retry_schedule{thrice, retried_errors::not_applied}) == std::array{1, 3, 1, 1, 1});
  const any_retry_schedule standard{thrice, [](const tacet::caught_error& error) noexcept {
                                      return error.standard != nullptr && error.own == nullptr;
                                    }};
  CHECK(row(standard) == std::array{1, 1, 3, 1, 1});
}

#endif
