// SPDX-License-Identifier: MIT
// How a call waits for earlier ones that it conflicts with, and for a place among those that run.
#pragma once

#include <tacet/async/detail/async_run.hpp>
#include <tacet/async/detail/slot_queue.hpp>

#include <boost/asio/post.hpp>

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <utility>

namespace tacet::detail {

/// Answers a call whose time was over before its tool was entered.
template <class Policies> void answer_late(call_frame<Policies>& frame) noexcept {
  frame.note(call_phase::dispatch, phase_action::failed, to_text(outcome_reason::deadline));
  frame.answer_failure(frame.out.attempts != 0 && frame.tool.effect == tool_effect::once ? outcome_kind::outcome_unknown
                                                                                         : outcome_kind::timed_out,
                       call_phase::dispatch, outcome_reason::deadline);
}

/// Answers a call that a limit of rate or number keeps from running. `wait`: when it may be tried again, if that is known.
template <class Policies> void answer_overloaded(call_frame<Policies>& frame, std::optional<std::chrono::nanoseconds> wait) noexcept {
  frame.note(call_phase::dispatch, phase_action::blocked, to_text(outcome_reason::overloaded));
  char text[96];
  char* at = put(text, "Too many calls were made, so this one was not run. Try it again ");
  if (wait.has_value()) at = put(write_integer(put(at, "in "), (wait->count() - 1) / 1'000'000 + 1), " ms.");
  else at = put(at, "later.");
  frame.answer_failure(outcome_kind::refused, call_phase::dispatch, outcome_reason::overloaded, {text, static_cast<std::size_t>(at - text)});
}

/// Waits until `done()`; false when the batch was stopped or its time is over: the call is answered then.
template <class Policies, class Done>
asio::awaitable<bool> co_until(async_run<Policies>& run, call_frame<Policies>& frame, typename async_run<Policies>::timer& timer,
                               Done done) {
  timer.expires_at(run.end);
  while (!done()) {
    if (run.is_stopped()) {
      frame.answer_cancelled(call_phase::dispatch);
      co_return false;
    }
    if (run.is_late()) {
      answer_late(frame);
      co_return false;
    }
    co_await wait_on(run, timer);
  }
  co_return true;
}

/// Waits for the turn of a call where calls overlap.
template <class Policies> asio::awaitable<bool> co_turn(async_run<Policies>& run, call_frame<Policies>& frame) {
  const std::size_t i = frame.out.position;
  if (run.plan.may_go(i)) co_return true;
  typename async_run<Policies>::timer timer = run.make_timer();
  bool woken = false;
  run.wait_for_turn(i, [&] {
    woken = true;
    timer.cancel();
  });
  const bool goes_on = co_await co_until(run, frame, timer, [&] { return woken; });
  run.wait_for_turn(i, nullptr);
  co_return goes_on;
}

/// The places that a call holds while it runs: one among the calls of its batch, and one among those of its executor.
template <class Policies> class place_in_run {
 public:
  explicit place_in_run(async_run<Policies>& run) noexcept : run_(run) {}
  place_in_run(const place_in_run&) = delete;
  place_in_run& operator=(const place_in_run&) = delete;
  ~place_in_run() {
    if (of_batch_ != nullptr) of_batch_->leave();
    if (of_executor_ != nullptr) of_executor_->leave();
  }

  /// Waits for them. False: the call is answered.
  asio::awaitable<bool> co_take(call_frame<Policies>& frame) {
    if constexpr (Policies::rare_type::overlaps) {
      of_batch_ = std::make_shared<waiter>(run_, run_.slots);
      const bool taken = co_await co_take_one(frame, *of_batch_);
      if (!taken) co_return false;
    }
    if constexpr (Policies::rare_type::limits_calls_at_once) {
      of_executor_ = std::make_shared<waiter>(run_, run_.flow.places());
      const bool taken = co_await co_take_one(frame, *of_executor_);
      if (!taken) co_return false;
    }
    co_return true;
  }

 private:
  // Kept alive by whoever grants, too: that is another thread where batches share the places.
  struct waiter final : slot_waiter, std::enable_shared_from_this<waiter> {
    waiter(async_run<Policies>& r, slot_queue& q) : timer(r.make_timer()), run(r.shared_from_this()), queue(q) {}
    void granted() noexcept override {
      (void)survives([self = std::move(itself)] {
        asio::post(self->run->strand, [self] {
          self->has = true;
          self->timer.cancel();
          if (self->left) self->queue.release();
        });
      });
    }
    void leave() noexcept {
      left = true;
      if (has) queue.release();
      else if (queued && queue.withdraw(*this)) itself = nullptr;  // or it is on its way, and given back when it comes
    }
    typename async_run<Policies>::timer timer;
    std::shared_ptr<async_run<Policies>> run;
    slot_queue& queue;
    std::shared_ptr<waiter> itself{};  // while it is queued: who grants must find it
    bool queued = false;
    bool has = false;   // on the strand
    bool left = false;
  };

  asio::awaitable<bool> co_take_one(call_frame<Policies>& frame, waiter& one) {
    one.itself = one.shared_from_this();
    const slot got = one.queue.take(one);
    if (got != slot::queued) one.itself = nullptr;
    if (got == slot::taken) {
      one.has = true;
      co_return true;
    }
    if (got == slot::full) {
      answer_overloaded(frame, std::nullopt);
      co_return false;
    }
    one.queued = true;
    co_return co_await co_until(run_, frame, one.timer, [&one] { return one.has; });
  }

  async_run<Policies>& run_;
  std::shared_ptr<waiter> of_batch_{};
  std::shared_ptr<waiter> of_executor_{};
};

}  // namespace tacet::detail
