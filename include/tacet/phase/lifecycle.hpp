// SPDX-License-Identifier: MIT
// The lifecycle of one call: phases ask and settle, a driver runs them in the order of the pack.
#pragma once

#include <tacet/phase/contain.hpp>
#include <tacet/std/chrono.hpp>
#include <tacet/tool/tool_context.hpp>

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <stop_token>
#include <string_view>
#include <type_traits>

namespace tacet::detail {

/// A phase has `ask(state)`, which may wait and may throw; `failed(state, caught_error)`, what a throw counts as;
/// and `settle(state, answer)`, plain and noexcept, which gives one of these. There is no fourth way out, so a
/// call cannot be lost. What can throw, a sink or a formatter, belongs in `ask`.
struct verdict {
  enum class step : std::uint8_t { go_on, answered, again };
  step what = step::go_on;
  std::chrono::nanoseconds after{0};

  static constexpr verdict go_on() noexcept { return {}; }
  static constexpr verdict answered() noexcept { return {step::answered, std::chrono::nanoseconds(0)}; }
  static constexpr verdict again(std::chrono::nanoseconds after) noexcept { return {step::again, after}; }
};

/// Waits, at most until a stop is requested.
[[gnu::noinline]] inline void pause(std::chrono::nanoseconds time, const run_options* options) {
  if (time <= std::chrono::nanoseconds(0)) return;
  // Not a semaphore, in which a thread cannot be cancelled, and not condition_variable_any, which allocates.
  std::mutex mutex;
  std::condition_variable woken;
  bool stopped = false;
  const std::stop_callback wake(options == nullptr ? std::stop_token{} : options->stop, [&] {
    const std::lock_guard lock(mutex);
    stopped = true;
    woken.notify_all();
  });
  const auto longest = std::chrono::hours(24 * 365);  // a longer wait would overflow the clock's time points
  std::unique_lock lock(mutex);
  woken.wait_for(lock, time < longest ? time : longest, [&] { return stopped; });
}

template <class P, class S> __attribute__((always_inline)) inline verdict step(const P& phase, S& state) {
  return contain([&] { return phase.settle(state, phase.ask(state)); },
                 [&] { return phase.settle_cancelled(state); },
                 [&](const caught_error& error) { return phase.settle(state, phase.failed(state, error)); });
}

/// Whether `phase` lets the call go on. A wait takes time, in which the batch may have been stopped.
template <class P, class S> __attribute__((always_inline)) inline bool passes(const P& phase, S& state) {
  for (;;) {
    const verdict v = step(phase, state);
    if (v.what != verdict::step::again) return v.what == verdict::step::go_on;
    pause(v.after, state.options());
    if (state.stop_requested()) return (void)phase.settle_cancelled(state), false;
  }
}

template <class P, class S>
concept releases = requires(const P& p, S& s) { p.release(s); };

/// Whether the phase, the `at`th, has nothing to do for the call: never, by the tool's type, or as it says itself.
template <class S, class P> __attribute__((always_inline)) inline bool is_idle_phase(S& state, unsigned at, const P& phase) {
  if constexpr (requires { requires P::absent; }) return true;
  if constexpr (requires { requires P::may_idle; })
    if (at < 32 && (state.idle >> at & 1) != 0) return true;
  if constexpr (requires { phase.idles(state); }) return phase.idles(state);
  else return (void)state, (void)at, (void)phase, false;
}

/// What the phases that a call went through counted for it, given back because the tool did not run: the first
/// `admitted` of them. Returns false.
// Never in line: without a second way out, the usual one saves no registers.
template <class S, class... P> [[gnu::noinline]] bool release_phases(S& state, unsigned admitted, const P&... phase) noexcept {
  [[maybe_unused]] unsigned i = 0;
  [[maybe_unused]] const auto give_back = [&](const auto& one) {
    if constexpr (releases<std::remove_cvref_t<decltype(one)>, S>)
      if (i < admitted && !is_idle_phase(state, i, one)) one.release(state);
    ++i;
  };
  (give_back(phase), ...);
  return false;
}

/// Runs the phases in order until one answers, and says whether none did. A phase with `may_idle` is passed over
/// where the frame says that it has nothing to do for the tool (of the first 32), and an `absent` one always. One that is
/// several, known at run time, has `pass(state)`, which runs them.
template <class S, class... P> __attribute__((always_inline)) inline bool run_phases(S& state, const P&... phase) {
  [[maybe_unused]] unsigned at = 0;
  [[maybe_unused]] const auto one = [&]<class One>(const One& p) __attribute__((always_inline)) {
    const unsigned i = at++;
    if constexpr (requires { requires One::absent; }) {
      return true;
    } else {
      if (is_idle_phase(state, i, p)) return true;
      if constexpr (requires { p.pass(state); }) return p.pass(state);
      else return passes(p, state);
    }
  };
  if (!(one(phase) && ...)) [[unlikely]] return release_phases(state, at - 1, phase...);
  return true;
}

}  // namespace tacet::detail
