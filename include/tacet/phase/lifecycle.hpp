// SPDX-License-Identifier: MIT
// The lifecycle of one call: phases ask and settle, a driver runs them in the order of the pack.
#pragma once

#include <tacet/phase/contain.hpp>
#include <tacet/tool/tool_context.hpp>

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <stop_token>
#include <string_view>

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
  // Not condition_variable_any, which allocates and may be refused the memory.
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

/// Whether phase `P` has nothing to do for `Tool`, by the tool's type alone.
template <class P, class Tool>
concept idle_for = P::template idle<Tool>;

template <class P, class S> __attribute__((always_inline)) inline verdict step(const P& phase, S& state) {
  return contain([&] { return phase.settle(state, phase.ask(state)); },
                 [&] { return phase.settle_cancelled(state); },
                 [&](const caught_error& error) { return phase.settle(state, phase.failed(state, error)); });
}

template <class P, class S> __attribute__((always_inline)) inline bool passes(const P& phase, S& state) {
  if constexpr (idle_for<P, typename S::tool_type>) {
    return true;
  } else {
    for (;;) {
      const verdict v = step(phase, state);
      if (v.what != verdict::step::again) return v.what == verdict::step::go_on;
      pause(v.after, state.options());
    }
  }
}

template <class P, class S>
concept releases = requires(const P& p, S& s) { p.release(s); };

/// Runs the phases in order until one answers. A phase that admitted something it counts gets it back when the
/// tool never ran.
template <class S, class... P> __attribute__((always_inline)) inline void run_phases(S& state, const P&... phase) {
  if constexpr ((releases<P, S> || ...)) {
    unsigned admitted = 0;
    (void)((passes(phase, state) && (++admitted, true)) && ...);
    if (state.out.attempts != 0) return;
    unsigned i = 0;
    const auto give_back = [&](const auto& one) {
      if constexpr (releases<std::remove_cvref_t<decltype(one)>, S>)
        if (i < admitted) one.release(state);
      ++i;
    };
    (give_back(phase), ...);
  } else {
    (void)(passes(phase, state) && ...);
  }
}

}  // namespace tacet::detail
