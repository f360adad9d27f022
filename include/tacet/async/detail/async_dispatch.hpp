// SPDX-License-Identifier: MIT
// Runs a tool by its schedule, waiting for it and between attempts.
#pragma once

#include <tacet/async/detail/async_attempt.hpp>
#include <tacet/async/detail/breaker_pass.hpp>
#include <tacet/async/detail/pool_attempt.hpp>
#include <tacet/async/detail/turns.hpp>
#include <tacet/phase/dispatch.hpp>
#include <tacet/phase/failed_attempt.hpp>

#include <chrono>
#include <memory>
#include <utility>

namespace tacet::detail {

/// Waits between two attempts.
template <class Policies> asio::awaitable<void> co_pause(async_run<Policies>& run, std::chrono::nanoseconds time) {
  if (time <= std::chrono::nanoseconds(0)) co_return;
  typename async_run<Policies>::timer timer = run.make_timer();
  clock_time end = later(run.now(), time);
  if (run.end < end) end = run.end;
  timer.expires_at(end);
  while (!run.is_stopped() && run.now() < end) co_await wait_on(run, timer);
}

/// All attempts of one call.
template <class F, unsigned Marks, class Own, class Policies, class A>
asio::awaitable<void> co_dispatch(async_run<Policies>& run, call_frame<Policies>& frame, std::shared_ptr<flight<A>> call,
                                  const F& function) {
  const dispatch_phase<F, Marks, Own, Policies> dispatch{function, call->arguments};
  [[maybe_unused]] constexpr bool on_workers = (Marks & tool_mark::blocks) != 0 && Policies::rare_type::has_workers;
  for (;;) {
    breaker_pass<Policies> pass(run, frame);
    if (!pass.admitted()) co_return;
    verdict v;
    if constexpr ((Marks & tool_mark::hedged) != 0) {
      if (frame.out.attempts == 0) v = co_await co_hedged_attempt<F, Marks, Own>(run, frame, call, function);
      else v = co_await co_attempt<F, Marks, Own>(run, frame, call, function);
    } else if constexpr (waits<typename shape<F>::result>) v = co_await co_attempt<F, Marks, Own>(run, frame, call, function);
    else if constexpr (on_workers) v = co_await co_pool_attempt<F, Marks, Own>(run, frame, call, function);
    else v = step(dispatch, frame);
    pass.record(v);
    if (v.what != verdict::step::again) co_return;
    co_await co_pause(run, v.after);
    if (run.is_stopped()) {
      (void)dispatch.settle_cancelled(frame);
      co_return;
    }
    if (run.is_late()) {
      answer_late(frame);
      co_return;
    }
  }
}

}  // namespace tacet::detail
