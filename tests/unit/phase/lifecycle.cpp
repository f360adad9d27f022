// SPDX-License-Identifier: MIT
// The driver runs phases in order until one answers, and gives back what was counted for a call that never
// ran.
#include "support/catch.hpp"
#include "support/raise.hpp"

#include <tacet/phase/lifecycle.hpp>

#include <atomic>
#include <pthread.h>
#include <stdexcept>
#include <string>
#include <thread>

using namespace std::chrono_literals;
using tacet::detail::pause;
using tacet::detail::run_phases;
using tacet::detail::verdict;

namespace {

// The least that the driver asks of a state, and a log of what the phases did.
struct state {
  std::uint32_t idle = 0;
  std::string log{};
  const tacet::run_options* stop = nullptr;
  const tacet::run_options* options() const { return stop; }
  bool stop_requested() const { return stop != nullptr && stop->stop.stop_requested(); }
};

enum class answer { pass, end, once_more, fault, cancel };

// Answers with the letters of `script`, one at each asking.
struct scripted {
  char name;
  std::string script;
  mutable std::size_t at = 0;

  char ask(state& s) const {
    s.log.push_back(name);
    const char next = script.at(at++);
    if (next == 'x') tacet_test::raise(std::runtime_error("x"));
    if (next == 'c') tacet_test::raise(tacet::cancelled{});
    return next;
  }
  static char failed(state& s, const tacet::caught_error& e) noexcept {
    s.log += e.standard != nullptr ? "!" : "?";
    return 'e';
  }
  static verdict settle(state&, char given) noexcept {
    return given == 'g' ? verdict::go_on() : given == 'a' ? verdict::again(0ns) : verdict::answered();
  }
  static verdict settle_cancelled(state& s) noexcept {
    s.log += "#";
    return verdict::answered();
  }
};
struct counting : scripted {
  void release(state& s) const noexcept { s.log += "-"; }
};
struct idling : scripted {
  static constexpr bool may_idle = true;
};
struct absent_phase {
  static constexpr bool absent = true;
};

// What the phases logged, with a point behind it when the call went through.
std::string logged(const auto&... phase) {
  state s;
  if (run_phases(s, phase...)) s.log += ".";
  return s.log;
}

}  // namespace

TEST_CASE("phases run in order until one answers") {
  CHECK(logged() == ".");
  CHECK(logged(scripted{'1', "g"}, scripted{'2', "g"}, scripted{'3', "g"}) == "123.");
  CHECK(logged(scripted{'1', "g"}, scripted{'2', "e"}, scripted{'3', "g"}) == "12");
  CHECK(logged(scripted{'1', "aaag"}, absent_phase{}, scripted{'2', "g"}) == "11112.");
}

TEST_CASE("a phase that has nothing to do for the tool is passed over") {
  for (const auto& [idle, wanted] : {std::pair(0U, "123."), std::pair(2U, "13."), std::pair(7U, "1.")}) {
    state s;
    s.idle = idle;
    // The first does not say that it may be passed over, so it is asked whatever the bits say.
    if (run_phases(s, scripted{'1', "g"}, idling{{'2', "g"}}, idling{{'3', "g"}})) s.log += ".";
    CHECK(s.log == wanted);
  }
}

TEST_CASE("of many phases only the first thirty-two can be passed over") {
  state s;
  s.idle = 0xFFFFFFFF;
  const idling one{{'x', std::string(64, 'g')}};
  const bool whole = [&]<std::size_t... I>(std::index_sequence<I...>) {
    return run_phases(s, ((void)I, one)...);
  }(std::make_index_sequence<40>{});
  CHECK(whole);
  CHECK(s.log == "xxxxxxxx");
}

TEST_CASE("what was counted for a call is given back when a later phase answers it") {
  const auto first = [](const char* script) { return counting{{'1', script}}; };
  CHECK(logged(first("g"), scripted{'2', "g"}) == "12.");
  CHECK(logged(first("g"), scripted{'2', "e"}) == "12-");
  CHECK(logged(first("e"), scripted{'2', "g"}) == "1");  // it objected itself: nothing was counted
  CHECK(logged(first("g"), counting{{'2', "g"}}, counting{{'3', "e"}}) == "123--");
}

TEST_CASE("a stop that comes in a wait ends the call") {
  std::stop_source stop;
  const tacet::run_options options{.stop = stop.get_token()};
  state s;
  s.stop = &options;
  stop.request_stop();
  CHECK_FALSE(run_phases(s, counting{{'1', "g"}}, scripted{'2', "ag"}));
  CHECK(s.log == "12#-");
}

TEST_CASE("a wait lasts as long as it says, and not at all for nothing") {
  const auto begin = std::chrono::steady_clock::now();
  pause(0ns, nullptr);
  pause(-1h, nullptr);
  pause(std::chrono::nanoseconds::min(), nullptr);
  CHECK(std::chrono::steady_clock::now() - begin < 1s);
  const auto middle = std::chrono::steady_clock::now();
  const tacet::run_options nobody_can_stop{};
  pause(10ms, nullptr);
  pause(10ms, &nobody_can_stop);
  CHECK(std::chrono::steady_clock::now() - middle >= 20ms);
}

TEST_CASE("a wait ends when a stop is requested, before it or in it") {
  for (const auto time : {std::chrono::nanoseconds(10s), std::chrono::nanoseconds::max()})
    for (const bool before : {true, false}) {
      std::stop_source stop;
      const tacet::run_options options{.stop = stop.get_token()};
      if (before) stop.request_stop();
      std::thread stopper([&] {
        std::this_thread::sleep_for(20ms);
        stop.request_stop();
      });
      const auto begin = std::chrono::steady_clock::now();
      pause(time, &options);
      CHECK(std::chrono::steady_clock::now() - begin < 5s);
      stopper.join();
    }
}

TEST_CASE("a stop that comes as the wait ends is never missed nor too late") {
  for (int round = 0; round < 500; ++round) {
    std::stop_source stop;
    const tacet::run_options options{.stop = stop.get_token()};
    std::thread stopper([&] { stop.request_stop(); });
    pause(50us, &options);
    stopper.join();
  }
  SUCCEED();
}

#if defined(__cpp_exceptions)

TEST_CASE("a phase that throws answers, or cancels") {
  CHECK(logged(scripted{'1', "x"}, scripted{'2', "g"}) == "1!");
  CHECK(logged(scripted{'1', "c"}, scripted{'2', "g"}) == "1#");
  CHECK(logged(scripted{'1', "aac"}, scripted{'2', "g"}) == "111#");
}

TEST_CASE("what was counted for a call is given back when a later phase throws") {
  const auto first = [](const char* script) { return counting{{'1', script}}; };
  CHECK(logged(first("g"), scripted{'2', "x"}) == "12!-");
  CHECK(logged(first("g"), scripted{'2', "c"}) == "12#-");
  CHECK(logged(first("x"), scripted{'2', "g"}) == "1!");
}

#endif
