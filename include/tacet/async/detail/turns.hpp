// SPDX-License-Identifier: MIT
// How a call waits for earlier ones that it conflicts with, and for a place among those that run.
#pragma once

#include <tacet/async/detail/async_run.hpp>
#include <tacet/async/detail/slot_queue.hpp>

#include <boost/asio/post.hpp>

#include <chrono>
#include <cstddef>
#include <memory>
#include <mutex>
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
  const struct forgotten {
    forgotten(async_run<Policies>& r, std::size_t at) noexcept : run_(r), at_(at) {}
    forgotten(const forgotten&) = delete;
    forgotten& operator=(const forgotten&) = delete;
    ~forgotten() { run_.wait_for_turn(at_, nullptr); }
    async_run<Policies>& run_;
    std::size_t at_;
  } afterwards(run, i);
  const bool goes_on = co_await co_until(run, frame, timer, [&] { return woken; });
  co_return goes_on;
}

/// A place among those that run, which a call waits for and holds. Kept alive by whoever grants it, too: that is another
/// thread where batches share the places. What is the loop's goes when the call leaves, since the loop may.
template <class Policies> class place_waiter final : public slot_waiter, public std::enable_shared_from_this<place_waiter<Policies>> {
 public:
  place_waiter(async_run<Policies>& run, std::shared_ptr<slot_queue> queue)
      : timer_(run.make_timer()), strand_(run.strand), queue_(std::move(queue)) {}

  /// Whether it has the place at once, waits for it, or cannot have it.
  [[nodiscard]] slot take() {
    itself_ = this->shared_from_this();
    const slot got = queue_->take(*this);
    if (got != slot::queued) itself_ = nullptr;
    has_ = got == slot::taken;
    queued_ = got == slot::queued;
    return got;
  }
  [[nodiscard]] bool has() const noexcept { return has_; }
  [[nodiscard]] auto& timer() noexcept { return *timer_; }
  /// The call needs the place no more, or does not wait for it.
  void leave() noexcept {
    left_ = true;
    if (has_) queue_->release();
    else if (queued_ && queue_->withdraw(*this)) itself_ = nullptr;  // or it is on its way, and given back when it comes
    const std::lock_guard lock(mutex_);
    gone_ = true;
    timer_.reset();
    strand_ = {};
  }

  // On the thread of whoever left the place.
  void granted() noexcept override {
    const std::shared_ptr<place_waiter> self = std::move(itself_);
    const std::lock_guard lock(mutex_);
    if (gone_) return queue_->release();
    // Whoever is told waits for this lock, so that the loop is there until the post is through. A post that finds no memory
    // destroys the grant, which gives the place back.
    (void)survives([&] { asio::post(strand_, grant(self)); });
  }

 private:
  // The place on its way to the strand. It is given back when nobody takes it: with a destroyed context, too.
  class grant {
   public:
    explicit grant(std::shared_ptr<place_waiter> to) noexcept : to_(std::move(to)) {}
    grant(grant&& other) noexcept = default;
    grant& operator=(grant&&) = delete;
    ~grant() {
      if (to_ == nullptr) return;
      to_->settle();
      to_->queue_->release();
    }
    void operator()() {
      to_->settle();
      if (to_->left_) return;  // the destructor gives it back
      to_->has_ = true;
      if (to_->timer_.has_value()) to_->timer_->cancel();
      to_ = nullptr;
    }

   private:
    std::shared_ptr<place_waiter> to_;
  };
  // Until whoever granted has left.
  void settle() noexcept { const std::lock_guard lock(mutex_); }

  std::optional<typename async_run<Policies>::timer> timer_;
  asio::any_io_executor strand_;
  std::shared_ptr<slot_queue> queue_;
  std::shared_ptr<place_waiter> itself_{};  // while it is queued: who grants must find it
  std::recursive_mutex mutex_{};
  bool gone_ = false;  // guarded
  bool queued_ = false;
  bool has_ = false;   // on the strand
  bool left_ = false;  // on the strand
};

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
      of_batch_ = std::make_shared<place_waiter<Policies>>(run_, run_.slots);
      const bool taken = co_await co_take_one(frame, *of_batch_);
      if (!taken) co_return false;
    }
    if constexpr (Policies::rare_type::limits_calls_at_once) {
      // The queue stays as long as the executor does.
      of_executor_ = std::make_shared<place_waiter<Policies>>(run_, run_.places());
      const bool taken = co_await co_take_one(frame, *of_executor_);
      if (!taken) co_return false;
    }
    co_return true;
  }

 private:
  asio::awaitable<bool> co_take_one(call_frame<Policies>& frame, place_waiter<Policies>& one) {
    const slot got = one.take();
    if (got == slot::taken) co_return true;
    if (got == slot::full) {
      answer_overloaded(frame, std::nullopt);
      co_return false;
    }
    co_return co_await co_until(run_, frame, one.timer(), [&one] { return one.has(); });
  }

  async_run<Policies>& run_;
  std::shared_ptr<place_waiter<Policies>> of_batch_{};
  std::shared_ptr<place_waiter<Policies>> of_executor_{};
};

}  // namespace tacet::detail
