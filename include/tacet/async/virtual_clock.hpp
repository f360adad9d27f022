// SPDX-License-Identifier: MIT
// A clock whose time moves only when it is told to, so that tests of time are instant and exact.
#pragma once

#include <tacet/async/detail/timer_queue.hpp>
#include <tacet/async/detail/timer_service.hpp>
#include <tacet/async/detail/timer_wait.hpp>
#include <tacet/phase/family.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/async_result.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/execution/bad_executor.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <utility>

namespace tacet {

/// What `boost::asio::steady_timer` is for the steady clock. Not to be used from two threads at once, except
/// that the clock may be moved and waits may be cancelled by their slots meanwhile. Its destruction cancels
/// its waits.
class virtual_timer {
 public:
  using executor_type = boost::asio::any_io_executor;
  using duration = std::chrono::steady_clock::duration;
  using time_point = std::chrono::steady_clock::time_point;

  /// Throws `boost::asio::execution::bad_executor` for an empty executor.
  virtual_timer(std::shared_ptr<detail::timer_queue> queue, executor_type executor)
      : queue_(std::move(queue)), executor_(std::move(executor)) {
    // Asio 1.26 asks an empty executor for its context all the same.
    if (!executor_) throw boost::asio::execution::bad_executor();
    boost::asio::use_service<detail::timer_service>(executor_.context()).enroll(queue_);
  }
  virtual_timer(virtual_timer&& other) noexcept
      : queue_(other.queue_), executor_(other.executor_), expiry_(other.expiry_) {
    queue_->hand_over(other.waits_, waits_);
  }
  virtual_timer& operator=(virtual_timer&& other) noexcept {
    if (this == &other) return *this;
    cancel();
    queue_ = other.queue_;
    executor_ = other.executor_;
    expiry_ = other.expiry_;
    queue_->hand_over(other.waits_, waits_);
    return *this;
  }
  ~virtual_timer() { cancel(); }

  [[nodiscard]] executor_type get_executor() const noexcept { return executor_; }
  [[nodiscard]] time_point expiry() const noexcept { return expiry_; }

  /// Sets the time, and cancels the waits for the former one; returns how many. The latest time point is
  /// "never".
  std::size_t expires_at(time_point at) noexcept {
    const std::size_t count = cancel();
    expiry_ = at;
    return count;
  }
  /// The same, so long after the clock's now.
  std::size_t expires_after(std::chrono::nanoseconds time) noexcept {
    return expires_at(detail::time_after(queue_->now(), time));
  }

  /// Completes the waits with `operation_aborted`; returns how many.
  std::size_t cancel() noexcept { return queue_->cancel(waits_); }

  /// Completes with no error when the clock has reached the time, with `operation_aborted` when cancelled; by
  /// a post to the handler's executor in any case.
  template <class Token = boost::asio::default_completion_token_t<executor_type>>
  auto async_wait(Token&& token = Token()) {
    return boost::asio::async_initiate<Token, void(boost::system::error_code)>(initiation{this}, token);
  }

 private:
  struct initiation {
    using executor_type = virtual_timer::executor_type;
    virtual_timer* self;
    [[nodiscard]] executor_type get_executor() const noexcept { return self->executor_; }
    template <class Handler> void operator()(Handler&& handler) const {
      detail::start_wait(self->queue_, self->waits_, self->expiry_, self->executor_,
                         std::forward<Handler>(handler));
    }
  };

  std::shared_ptr<detail::timer_queue> queue_;
  executor_type executor_;
  time_point expiry_{};
  detail::wait_list waits_;
};

/// The part of an executor that replaces the steady clock. A handle: copies share one time. All functions may
/// be called from any thread. The first now is one hour after the clock's epoch.
class virtual_clock {
 public:
  using family = families::clock;
  using duration = std::chrono::steady_clock::duration;
  using time_point = std::chrono::steady_clock::time_point;
  using timer = virtual_timer;

  virtual_clock() : queue_(std::make_shared<detail::timer_queue>()) {}

  [[nodiscard]] time_point now() const { return queue_->now(); }
  [[nodiscard]] timer make_timer(boost::asio::any_io_executor executor) const {
    return {queue_, std::move(executor)};
  }

  /// For tools in tests. Throws `boost::system::system_error` when cancelled, as any awaitable of Asio.
  [[nodiscard]] boost::asio::awaitable<void> sleep_for(std::chrono::nanoseconds time) const {
    return sleep(*this, time);
  }
  [[nodiscard]] boost::asio::awaitable<void> sleep_until(time_point at) const { return sleep(*this, at); }

  /// Moves time and completes what is due then, in the order of time and among equals in the order of the
  /// waits.
  void advance(std::chrono::nanoseconds time) const { queue_->advance(time); }
  /// How many waits there are.
  [[nodiscard]] std::size_t pending() const { return queue_->pending(); }
  /// When the earliest of them ends; none when there is none but for "never".
  [[nodiscard]] std::optional<time_point> next() const { return queue_->next(); }

  /// As long as a copy of what is returned lives, `run`, `run_until` and `run_for` do not move time: for work
  /// in another thread that is to take none. `advance` does not mind.
  [[nodiscard]] std::shared_ptr<const void> hold() const {
    queue_->hold();
    return {static_cast<const void*>(queue_.get()), [queue = queue_](const void*) { queue->release(); }};
  }

  /// Runs ready handlers, and when none is ready moves time to the earliest wait, until the context has no
  /// work left or is stopped. Returns how many handlers were run. Restarts a context that is stopped when it
  /// begins.
  std::size_t run(boost::asio::io_context& io) const { return run(io, std::nullopt); }
  /// The same up to a time, which is now afterwards; leaves earlier when only later waits are pending.
  std::size_t run_until(boost::asio::io_context& io, time_point at) const {
    return run(io, std::optional(at));
  }
  std::size_t run_for(boost::asio::io_context& io, std::chrono::nanoseconds time) const {
    return run_until(io, detail::time_after(now(), time));
  }

 private:
  // Coroutines that own the clock, for the one they are called on may be gone when they begin.
  static boost::asio::awaitable<void> sleep(virtual_clock clock, time_point at) {
    timer wait = clock.make_timer(co_await boost::asio::this_coro::executor);
    wait.expires_at(at);
    co_await wait.async_wait(boost::asio::use_awaitable);
  }
  static boost::asio::awaitable<void> sleep(virtual_clock clock, std::chrono::nanoseconds time) {
    timer wait = clock.make_timer(co_await boost::asio::this_coro::executor);
    wait.expires_after(time);
    co_await wait.async_wait(boost::asio::use_awaitable);
  }

  // A handler may throw.
  struct blocked {
    detail::timer_queue& queue;
    detail::blocked_runner& runner;
    std::size_t& wakes;
    ~blocked() {
      if (queue.unblock(runner)) ++wakes;
    }
  };

  std::size_t run(boost::asio::io_context& io, std::optional<time_point> until) const {
    std::size_t ran = 0, wakes = 0;
    // A handler that runs its own context is work of the context itself, which it cannot wait for.
    const bool nested = io.get_executor().running_in_this_thread();
    if (io.stopped()) io.restart();
    for (;;) {
      const bool held = queue_->held();
      const std::size_t polled = io.poll();
      ran += polled;
      if (io.stopped()) break;
      if (polled != 0) continue;
      detail::blocked_runner runner(io);
      const detail::runner_step step = queue_->step(runner, held, until);
      if (step == detail::runner_step::leave) break;
      if (step == detail::runner_step::go_on) continue;
      const blocked meanwhile{*queue_, runner, wakes};
      if (nested) break;
      ran += io.run_one();
      if (io.stopped()) break;
    }
    if (until.has_value()) queue_->advance_to(*until);
    return ran - (wakes < ran ? wakes : ran);
  }

  std::shared_ptr<detail::timer_queue> queue_;
};

}  // namespace tacet
