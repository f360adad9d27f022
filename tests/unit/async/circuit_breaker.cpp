// SPDX-License-Identifier: MIT
// A breaker opens at its ratio, lets one probe through after its time, and is moved by no report of another era.
#include "support/catch.hpp"

#include <tacet/async/circuit_breaker.hpp>
#include <tacet/async/detail/breaker_state.hpp>

#if defined(TACET_HAS_RAPIDCHECK)
#include <rapidcheck.h>
#endif

#include <atomic>
#include <cstdint>
#include <deque>
#include <limits>
#include <random>
#include <thread>
#include <utility>
#include <vector>

using namespace std::chrono_literals;
using std::chrono::nanoseconds;
using tacet::breaker_settings;
using tacet::circuit_breaker;
using tacet::detail::admission;
using tacet::detail::breaker_state;
using tacet::detail::passage;
using time_point = std::chrono::steady_clock::time_point;

static_assert(circuit_breaker<>::settings == breaker_settings{0.1, 100, 30s, 5s} && circuit_breaker<>::valid);
static_assert(circuit_breaker<breaker_settings{.failure_ratio = 1, .min_calls = 1}>::valid);
static_assert(!breaker_settings{.failure_ratio = 0}.valid() && !breaker_settings{.failure_ratio = 1.0001}.valid());
static_assert(!breaker_settings{.failure_ratio = std::numeric_limits<double>::quiet_NaN()}.valid());
static_assert(!breaker_settings{.failure_ratio = -0.1}.valid() && !breaker_settings{.min_calls = 0}.valid());
static_assert(!breaker_settings{.window = 0s}.valid() && !breaker_settings{.open_for = -1ns}.valid());

namespace {

constexpr time_point at(nanoseconds t) { return time_point(t); }

// One call that is through at once.
passage call(breaker_state& state, bool failed, nanoseconds now) {
  const admission a = state.admit(at(now));
  state.record(a, failed, at(now));
  return a.kind;
}
breaker_settings half_of_four() { return {.failure_ratio = 0.5, .min_calls = 4, .window = 10s, .open_for = 5s}; }
// Open since `now`.
void open(breaker_state& state, nanoseconds now) {
  for (int i = 0; i < 4; ++i) REQUIRE(call(state, true, now) == passage::closed);
  REQUIRE(state.admit(at(now)).kind == passage::refused);
}

}  // namespace

TEST_CASE("the breaker opens at its ratio and not before there are enough calls") {
  breaker_state state(half_of_four());
  for (const bool failed : {true, true, false}) CHECK(call(state, failed, 1s) == passage::closed);
  CHECK(call(state, false, 1s) == passage::closed);  // two of four
  const admission refused = state.admit(at(2s));
  CHECK(refused.kind == passage::refused);
  CHECK(refused.left == 4s);

  breaker_state below(half_of_four());
  for (int i = 0; i < 50; ++i) {
    CHECK(call(below, false, 1s) == passage::closed);
    CHECK(call(below, i != 0, 1s) == passage::closed);
  }
  CHECK(call(below, true, 1s) == passage::closed);  // 50 of 101
  CHECK(call(below, true, 1s) == passage::closed);  // 51 of 102
  CHECK(below.admit(at(1s)).kind == passage::refused);
}

TEST_CASE("a ratio is the number that is written") {
  for (int n = 1; n <= 100; ++n) {  // 0.07 * 100 is more than 7
    INFO(n << " of 100");
    breaker_state state(breaker_settings{.failure_ratio = n / 100.0, .min_calls = 100});
    for (int i = 0; i < 99; ++i) REQUIRE(call(state, i < n - 1, 0s) == passage::closed);
    REQUIRE(call(state, false, 0s) == passage::closed);
    REQUIRE(state.admit(at(0s)).kind == passage::closed);  // n - 1 of 100
    breaker_state other(breaker_settings{.failure_ratio = n / 100.0, .min_calls = 100});
    for (int i = 0; i < 100; ++i) REQUIRE(call(other, i < n, 0s) == passage::closed);
    REQUIRE(other.admit(at(0s)).kind == passage::refused);
  }
}

TEST_CASE("one probe at a time is let through, and decides") {
  breaker_state state(half_of_four());
  open(state, 1s);
  CHECK(state.admit(at(6s - 1ns)).left == 1ns);
  const admission probe = state.admit(at(6s));
  CHECK(probe.kind == passage::probe);
  for (const auto t : {6s, 7s, 1000s}) {
    CHECK(state.admit(at(t)).kind == passage::refused);
    CHECK(state.admit(at(t)).left == 0ns);
  }
  SECTION("one that fails opens it for another while") {
    state.record(probe, true, at(8s));
    CHECK(state.admit(at(8s)).left == 5s);
    CHECK(state.admit(at(13s - 1ns)).kind == passage::refused);
    CHECK(state.admit(at(13s)).kind == passage::probe);
  }
  SECTION("one that does not fail closes it, with nothing counted") {
    state.record(probe, false, at(8s));
    for (int i = 0; i < 4; ++i) CHECK(call(state, true, 8s) == passage::closed);
    CHECK(state.admit(at(8s)).kind == passage::refused);
  }
  SECTION("one that is forgotten makes place for the next") {
    state.forget(probe, at(8s));
    const admission next = state.admit(at(8s));
    CHECK(next.kind == passage::probe);
    state.record(probe, false, at(8s));  // it is none any more
    state.forget(probe, at(8s));
    CHECK(state.admit(at(8s)).kind == passage::refused);
    state.record(next, false, at(8s));
    state.record(next, true, at(8s));
    CHECK(state.admit(at(8s)).kind == passage::closed);
  }
}

TEST_CASE("what began in another era is not counted") {
  breaker_state state(half_of_four());
  const admission early = state.admit(at(0s));
  REQUIRE(early.kind == passage::closed);
  open(state, 0s);
  state.record(early, false, at(1s));
  state.record(early, true, at(1s));
  CHECK(state.admit(at(1s)).left == 4s);
  const admission probe = state.admit(at(5s));
  state.record(early, true, at(5s));
  CHECK(state.admit(at(5s)).left == 0ns);
  state.record(probe, false, at(5s));
  for (int i = 0; i < 20; ++i) state.record(early, true, at(5s));
  CHECK(state.admit(at(5s)).kind == passage::closed);
  state.record(admission{}, true, at(5s));  // a refused one
  state.forget(admission{}, at(5s));
  state.forget(state.admit(at(5s)), at(5s));
  CHECK(state.admit(at(5s)).kind == passage::closed);
}

#if defined(TACET_HAS_RAPIDCHECK)

TEST_CASE("calls count for nine tenths of the window at least and never for longer") {
  CHECK(rc::check("the window", [] {
    const std::int64_t width = *rc::gen::inRange<std::int64_t>(1, 50);
    const nanoseconds begin{*rc::gen::inRange<std::int64_t>(-1000, 1000)};
    const nanoseconds later{*rc::gen::inRange<std::int64_t>(0, 12 * width + 1)};
    // The first failure opens it together with the second, if it counts still.
    breaker_state state(breaker_settings{
        .failure_ratio = 1, .min_calls = 2, .window = nanoseconds(10 * width), .open_for = 1s});
    RC_ASSERT(call(state, true, begin) == passage::closed);
    RC_ASSERT(call(state, true, begin + later) == passage::closed);
    const bool opened = state.admit(at(begin + later)).kind == passage::refused;
    if (later.count() <= 9 * width) RC_ASSERT(opened);
    if (later.count() >= 10 * width) RC_ASSERT(!opened);
  }));
  CHECK(rc::check("as a list of calls", [] {
    const std::int64_t width = *rc::gen::inRange<std::int64_t>(1, 20);
    breaker_state state(breaker_settings{
        .failure_ratio = 0.5, .min_calls = 5, .window = nanoseconds(10 * width), .open_for = 1h});
    const auto steps = *rc::gen::container<std::vector<std::pair<int, bool>>>(
        rc::gen::pair(rc::gen::inRange(0, 60), rc::gen::arbitrary<bool>()));
    std::deque<std::pair<std::int64_t, bool>> calls;
    std::int64_t now = 0;
    for (const auto& [step, failed] : steps) {
      now += step;
      RC_ASSERT(call(state, failed, nanoseconds(now)) == passage::closed);
      calls.emplace_back(now, failed);
      while (calls.front().first / width + 10 <= now / width) calls.pop_front();
      std::size_t failures = 0;
      for (const auto& one : calls) failures += one.second ? 1 : 0;
      const bool opened = calls.size() >= 5 && 2 * failures >= calls.size();
      RC_ASSERT((state.admit(at(nanoseconds(now))).kind == passage::refused) == opened);
      if (opened) break;
    }
  }));
}

#endif

TEST_CASE("a clock that goes back or leaps does no harm") {
  breaker_state state(half_of_four());
  open(state, 100s);
  CHECK(state.admit(at(0s)).left == 5s);
  CHECK(state.admit(time_point::min()).left == 5s);
  const admission probe = state.admit(time_point::max());
  CHECK(probe.kind == passage::probe);
  state.record(probe, true, at(0s));
  CHECK(state.admit(time_point::max()).left == 5s);  // time has come to its end

  breaker_state far(breaker_settings{
      .failure_ratio = 1, .min_calls = 2, .window = 1ns, .open_for = nanoseconds::max()});
  CHECK(call(far, true, nanoseconds::min()) == passage::closed);
  CHECK(call(far, true, nanoseconds::min()) == passage::closed);
  CHECK(far.admit(time_point::min()).left == nanoseconds::max());
  CHECK(far.admit(at(0s)).kind == passage::probe);

  breaker_state leap(half_of_four());
  for (int i = 0; i < 3; ++i) CHECK(call(leap, true, nanoseconds::min()) == passage::closed);
  CHECK(call(leap, true, nanoseconds::max()) == passage::closed);
  CHECK(leap.admit(time_point::max()).kind == passage::closed);
}

TEST_CASE("settings out of their range are no harm") {
  breaker_state state(breaker_settings{-1, -1, nanoseconds::min(), nanoseconds::min()});
  CHECK(call(state, false, 0s) == passage::closed);
  CHECK(state.admit(at(0s)).kind == passage::probe);
  breaker_state never(breaker_settings{std::numeric_limits<double>::quiet_NaN(), 1, 1s, 1s});
  for (int i = 0; i < 10; ++i) CHECK(call(never, true, 0s) == passage::closed);
}

TEST_CASE("on 16 threads there is one probe at a time, and none is lost") {
  breaker_state state(breaker_settings{.failure_ratio = 0.3, .min_calls = 5, .window = 1ms, .open_for = 10us});
  std::atomic<std::int64_t> clock{0};
  std::atomic<int> probes{0};
  std::atomic<int> most{0};
  std::atomic<int> all{0};
  std::atomic<int> refused{0};
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < 16; ++t)
    threads.emplace_back([&, t] {
      std::mt19937 random(t);
      for (int i = 0; i < 3000; ++i) {
        const time_point now = at(nanoseconds(clock.fetch_add(1000)));
        const admission a = state.admit(now);
        if (a.kind == passage::refused) {
          ++refused;
          continue;
        }
        if (a.kind == passage::probe) {
          ++all;
          const int here = ++probes;
          int before = most;
          while (before < here && !most.compare_exchange_weak(before, here)) {
          }
          if (random() % 4 == 0) std::this_thread::yield();
          --probes;
        }
        if (random() % 3 == 0) state.forget(a, now);
        else state.record(a, random() % 2 == 0, now);
        if (random() % 8 == 0 && a.kind == passage::closed) state.record(a, true, now);
      }
    });
  for (std::thread& one : threads) one.join();
  CHECK(most == 1);
  CHECK(all > 1);
  CHECK(refused > 0);
  // Whatever the state was, it can be closed.
  const admission last = state.admit(time_point::max());
  CHECK(last.kind != passage::refused);
}
