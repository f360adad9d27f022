// SPDX-License-Identifier: MIT
// The worst case is the sum that a person would write down, and saturates where it has no end.
#include "support/catch.hpp"

#include <tacet/tacet.hpp>

#include <chrono>
#include <climits>
#include <cstdint>

using namespace std::chrono_literals;
using tacet::retries;
using tacet::retry_schedule;
using tacet::tool;
using tacet::tools;
using tacet::worst_case;

namespace {

struct timed {
  int operator()(tacet::tool_context&) const { return 1; }
};
constexpr auto read = tool<"read">(timed{}, tacet::read_only, tacet::timeout<2s>);
constexpr auto pay = tool<"pay">(timed{}, tacet::timeout<1s>);
constexpr auto post = tool<"post">(timed{}, tacet::timeout<500ms>, tacet::retry<retry_schedule{.max_attempts = 2, .backoff = 10ms}, tacet::not_applied>);
constexpr auto endless = tool<"endless">([] { return 1; });
constexpr retry_schedule four{.max_attempts = 4, .backoff = 50ms};

// Both of values and of constants, so that it can be asked of any stack.
template <class... Part> using composed = decltype(tacet::tool_executor{std::declval<Part>()...});
using read_t = std::remove_const_t<decltype(read)>;
using pay_t = std::remove_const_t<decltype(pay)>;
using post_t = std::remove_const_t<decltype(post)>;
using endless_t = std::remove_const_t<decltype(endless)>;

// What the waits of a schedule add up to, one after the other, without a bound on the steps.
std::int64_t added_up(const retry_schedule& schedule, int attempts) {
  std::int64_t sum = 0;
  for (int i = 1; i < attempts; ++i) {
    const std::int64_t wait = schedule.delay_for(i).count();
    sum = sum > INT64_MAX - wait ? INT64_MAX : sum + wait;
  }
  return sum;
}

}  // namespace

TEST_CASE("attempts, waits and time of a stack are constants") {
  using executor = composed<tools<read_t, pay_t, post_t>, retries<four>>;
  // 50 + 100 + 200 ms of waits, and four times two seconds.
  STATIC_REQUIRE(worst_case<executor, "read"> == tacet::worst_case_values{4, 350ms, 8350ms});
  STATIC_REQUIRE(worst_case<executor, "pay"> == tacet::worst_case_values{4, 350ms, 4350ms});
  // A schedule of its own stands instead of the executor's.
  STATIC_REQUIRE(worst_case<executor, "post"> == tacet::worst_case_values{2, 10ms, 1010ms});
  STATIC_REQUIRE(worst_case<executor> == tacet::worst_case_values{4, 350ms, 8350ms});
  STATIC_REQUIRE(worst_case<const executor&>.time <= 10s);
  STATIC_REQUIRE(worst_case<executor>.bounded());

  STATIC_REQUIRE(worst_case<composed<tools<read_t>>> == tacet::worst_case_values{1, 0ms, 2s});
  // The largest of each figure, of whichever tool.
  using mixed = composed<tools<post_t, pay_t>>;
  STATIC_REQUIRE(worst_case<mixed> == tacet::worst_case_values{2, 10ms, 1010ms});
}

TEST_CASE("a timeout of the executor's is for tools that have none") {
  constexpr auto other = tool<"other">(timed{});
  using other_t = std::remove_const_t<decltype(other)>;
  using executor = composed<tools<read_t, other_t>, retries<four>, tacet::attempt_timeout<3s>>;
  STATIC_REQUIRE(worst_case<executor, "other">.time == 12350ms);
  STATIC_REQUIRE(worst_case<executor, "read">.time == 8350ms);
}

TEST_CASE("what has no end is the largest value") {
  using executor = composed<tools<endless_t>, retries<four>>;
  STATIC_REQUIRE(worst_case<executor>.delay == 350ms);
  STATIC_REQUIRE(!worst_case<executor>.bounded());
  STATIC_REQUIRE(worst_case<executor>.time == std::chrono::nanoseconds::max());

  using later = composed<tools<read_t>, tacet::run_time_retries<>>;
  STATIC_REQUIRE(worst_case<later>.attempts == INT_MAX);
  STATIC_REQUIRE(worst_case<later>.delay == std::chrono::nanoseconds::max());
  STATIC_REQUIRE(!worst_case<later>.bounded());

  using huge = composed<tools<read_t>, retries<retry_schedule{.max_attempts = INT_MAX, .backoff = 1h}>>;
  STATIC_REQUIRE(worst_case<huge>.attempts == INT_MAX);
  STATIC_REQUIRE(worst_case<huge>.delay == std::chrono::nanoseconds::max());
}

TEST_CASE("jitter counts at its most, and a wait that may be asked for as the longest") {
  using jittered = composed<tools<read_t>, retries<retry_schedule{.max_attempts = 4, .backoff = 100ms, .jitter = 0.5}>>;
  STATIC_REQUIRE(worst_case<jittered>.delay == 1050ms);
  using capped = composed<tools<read_t>,
                          retries<retry_schedule{.max_attempts = 4, .backoff = 100ms, .longest = 300ms, .jitter = 0.5}>>;
  STATIC_REQUIRE(worst_case<capped>.delay == 750ms);  // 150 + 300 + 300
  using asked = composed<tools<read_t>, retries<retry_schedule{.max_attempts = 4, .longest = 2s, .heeds_retry_after = true}>>;
  STATIC_REQUIRE(worst_case<asked>.delay == 6s);
  STATIC_REQUIRE(worst_case<asked>.time == 14s);
  using unbounded = composed<tools<read_t>, retries<retry_schedule{.max_attempts = 2, .heeds_retry_after = true}>>;
  STATIC_REQUIRE(!worst_case<unbounded>.bounded());
}

TEST_CASE("attempts below one are one") {
  using executor = composed<tools<read_t>, retries<retry_schedule{.max_attempts = -3, .backoff = 1s}>>;
  STATIC_REQUIRE(worst_case<executor> == tacet::worst_case_values{1, 0s, 2s});
}

TEST_CASE("all waits are never counted too low") {
  for (const double multiplier : {0.0, 0.5, 0.999, 1.0, 1.0001, 1.01, 2.0, 1e9})
    for (const std::chrono::nanoseconds longest : {std::chrono::nanoseconds(0), std::chrono::nanoseconds(70ms), std::chrono::nanoseconds::max()})
      for (const int attempts : {1, 2, 3, 256, 257, 258, 300, 5000}) {
        const retry_schedule schedule{.max_attempts = attempts, .backoff = 50ms, .multiplier = multiplier, .longest = longest};
        const std::int64_t exact = added_up(schedule, attempts);
        const std::int64_t counted = tacet::detail::all_delays(schedule, attempts);
        INFO(multiplier << ' ' << longest.count() << ' ' << attempts);
        CHECK(counted >= exact);
        if (attempts <= 257 || multiplier == 1.0 || multiplier == 0.0) CHECK(counted == exact);
      }
}

TEST_CASE("a deadline that the worst case just reaches is kept") {
  using executor = composed<tools<read_t>, retries<four>, tacet::deadline<8350ms>>;
  STATIC_REQUIRE(worst_case<executor>.time == 8350ms);
  // A tool without a timeout is not bounded by it: the constant says so.
  using open = composed<tools<endless_t>, retries<four>, tacet::deadline<350ms>>;
  STATIC_REQUIRE(!worst_case<open>.bounded());
}
