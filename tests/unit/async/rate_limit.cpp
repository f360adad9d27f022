// SPDX-License-Identifier: MIT
// A token bucket gives what it says in any stretch of time, to the nanosecond, for years and on many threads.
#include "support/catch.hpp"

#include <tacet/async/detail/rate_state.hpp>
#include <tacet/async/rate_limit.hpp>

#if defined(TACET_HAS_RAPIDCHECK)
#include <rapidcheck.h>
#endif

#include <atomic>
#include <cstdint>
#include <limits>
#include <thread>
#include <vector>

using namespace std::chrono_literals;
using std::chrono::nanoseconds;
using tacet::rate_limit;
using tacet::rate_settings;
using tacet::detail::rate_state;
using time_point = std::chrono::steady_clock::time_point;

static_assert(rate_limit<>::settings == rate_settings{10, 1s, 10} && rate_limit<>::valid);
static_assert(rate_settings{.calls = 5}.burst == 5);
static_assert(rate_limit<rate_settings{.calls = 5, .burst = 1}>::settings.burst == 1);
static_assert(rate_settings{1, 1ns, 1}.valid());
static_assert(!rate_settings{0, 1s, 1}.valid() && !rate_settings{-1, 1s, 1}.valid());
static_assert(!rate_settings{1, 0s, 1}.valid() && !rate_settings{1, -1s, 1}.valid());
static_assert(!rate_settings{1, 1s, 0}.valid() && !rate_settings{.calls = -1}.valid());

namespace {

constexpr time_point at(nanoseconds t) { return time_point(t); }

// Takes tokens as soon as there are any, and tells the time of the last.
nanoseconds time_of_take(rate_state& state, nanoseconds from, int takes) {
  for (int i = 0; i < takes; ++i)
    while (const auto wait = state.take(at(from))) from += *wait;
  return from;
}

}  // namespace

TEST_CASE("a burst is taken at once, and then one by one") {
  rate_state state(rate_settings{.calls = 4, .per = 1s, .burst = 3});
  for (int i = 0; i < 3; ++i) CHECK_FALSE(state.take(at(5s)).has_value());
  CHECK(state.take(at(5s)) == 250ms);
  CHECK(state.take(at(5s)) == 250ms);  // asking takes nothing
  CHECK(state.take(at(5s + 249ms)) == 1ms);
  CHECK(state.take(at(5s + 250ms - 1ns)) == 1ns);
  CHECK_FALSE(state.take(at(5s + 250ms)).has_value());
  CHECK(state.take(at(5s + 250ms)) == 250ms);
  // A pause fills the bucket, and no pause overfills it.
  for (int i = 0; i < 3; ++i) CHECK_FALSE(state.take(at(1h)).has_value());
  CHECK(state.take(at(1h)) == 250ms);
}

TEST_CASE("a rate that is no whole number of nanoseconds does not drift") {
  // 3 in a second are 333333333.3 ns apart: rounded up each time it would be a nanosecond late every second.
  rate_state state(rate_settings{.calls = 3, .per = 1s, .burst = 1});
  CHECK(time_of_take(state, 0s, 1) == 0ns);
  CHECK(time_of_take(state, 0s, 1) == 333'333'334ns);
  CHECK(time_of_take(state, 333'333'334ns, 1) == 666'666'667ns);
  nanoseconds now = 666'666'667ns;
  for (int i = 3; i <= 30'000; ++i) now = time_of_take(state, now, 1);
  CHECK(now == 10'000s);
  // More calls than nanoseconds.
  rate_state fast(rate_settings{.calls = 2'000'000'000, .per = 1s, .burst = 1});
  CHECK(time_of_take(fast, 0s, 20'001) == 10'000ns);
}

TEST_CASE("a clock that goes back stands still, and no time is too far away") {
  rate_state state(rate_settings{.calls = 1, .per = 10s});
  CHECK_FALSE(state.take(at(100s)).has_value());
  CHECK(state.take(at(0s)) == 10s);
  CHECK(state.take(time_point::min()) == 10s);
  CHECK(state.take(at(101s)) == 9s);
  CHECK_FALSE(state.take(at(110s)).has_value());
  CHECK_FALSE(state.take(time_point::max()).has_value());
  CHECK(state.take(time_point::max()) == 10s);

  rate_state early(rate_settings{std::numeric_limits<int>::max(), nanoseconds::max()});
  CHECK_FALSE(early.take(time_point::min()).has_value());
  CHECK_FALSE(early.take(time_point::max()).has_value());
  rate_state slow(rate_settings{1, nanoseconds::max(), std::numeric_limits<int>::max()});
  CHECK_FALSE(slow.take(time_point::min()).has_value());
  CHECK_FALSE(slow.take(time_point::min()).has_value());
  rate_state once(rate_settings{1, nanoseconds::max(), 1});
  CHECK_FALSE(once.take(time_point::max()).has_value());
  CHECK(once.take(time_point::max()) == nanoseconds::max());
}

TEST_CASE("settings out of their range count as 1") {
  rate_state state(rate_settings{-5, nanoseconds::min(), std::numeric_limits<int>::min()});
  CHECK_FALSE(state.take(at(0s)).has_value());
  CHECK(state.take(at(0s)) == 1ns);
  CHECK_FALSE(state.take(at(1ns)).has_value());
}

#if defined(TACET_HAS_RAPIDCHECK)

TEST_CASE("in any stretch of time no more is taken than the burst and the rate allow, and no less is given") {
  CHECK(rc::check("bounds", [] {
    const int calls = *rc::gen::inRange(1, 50);
    const int burst = *rc::gen::inRange(1, 20);
    const std::int64_t per = *rc::gen::inRange<std::int64_t>(1, 1000);
    rate_state state(rate_settings{calls, nanoseconds(per), burst});
    const auto steps = *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 40));
    // A bucket of fractions, as a person would write it.
    std::int64_t level = std::int64_t{burst} * per;
    nanoseconds now{*rc::gen::inRange<std::int64_t>(-1000, 1000)};
    for (const int step : steps) {
      now += nanoseconds(step);
      level += std::int64_t{step} * calls;
      // What is over by less than a nanosecond is kept, since the clock could not have said so.
      if (level - burst * per >= calls) level = burst * per;
      const auto wait = state.take(at(now));
      RC_ASSERT(wait.has_value() == (level < per));
      if (wait) RC_ASSERT(wait->count() == (per - level + calls - 1) / calls);
      else level -= per;
    }
  }));
}

#endif

TEST_CASE("many threads together take no more than is there") {
  rate_state state(rate_settings{.calls = 1000, .per = 1s, .burst = 100});
  std::atomic<int> taken{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 16; ++t)
    threads.emplace_back([&, t] {
      // The threads' times are out of step, as if each had read the clock before it came to the lock.
      for (int i = 0; i <= 1000; ++i)
        if (!state.take(at(std::chrono::microseconds(i * 100 - (i != 1000 ? t : 0)))).has_value()) ++taken;
    });
  for (std::thread& one : threads) one.join();
  CHECK(taken == 200);  // the burst, and 1000 in a second for a tenth of one
}
