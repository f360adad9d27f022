// SPDX-License-Identifier: MIT
// The waits of a virtual clock, ordered by time: what its handles and its timers share.
#pragma once

#include <boost/asio/error.hpp>
#include <boost/asio/execution_context.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/intrusive/list.hpp>
#include <boost/intrusive/set.hpp>
#include <boost/system/error_code.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <utility>

namespace tacet::detail {

using virtual_time = std::chrono::steady_clock::time_point;

/// The latest time stands for "never".
inline constexpr virtual_time never = (virtual_time::max)();

/// `from` and a time on top; less than nothing is nothing, and what cannot be counted is `never`.
[[nodiscard]] constexpr virtual_time time_after(virtual_time from, std::chrono::nanoseconds by) noexcept {
  if (by <= by.zero()) return from;
  return by > never - from ? never : from + by;
}

/// A place in the order of waits: by time, and among equals by age.
struct wait_key {
  virtual_time at{};
  std::uint64_t order = 0;
  friend constexpr auto operator<=>(const wait_key&, const wait_key&) = default;
};

/// One wait. It destroys itself in either of its two ends.
struct timer_wait {
  wait_key key;
  const boost::asio::execution_context* context = nullptr;
  boost::intrusive::set_member_hook<> in_order;
  boost::intrusive::list_member_hook<boost::intrusive::link_mode<boost::intrusive::auto_unlink>> in_list;

  timer_wait() = default;
  timer_wait(const timer_wait&) = delete;
  timer_wait& operator=(const timer_wait&) = delete;
  /// Posts the handler. Memory that runs out here ends the program: a wait without an end would be worse.
  virtual void complete(boost::system::error_code) noexcept = 0;
  /// Destroys the handler without a call.
  virtual void drop() noexcept = 0;

 protected:
  ~timer_wait() = default;
};

/// The waits of one timer, or those that were taken out of the order. Linked and unlinked under the queue's
/// mutex.
using wait_list = boost::intrusive::list<
    timer_wait,
    boost::intrusive::member_hook<timer_wait, decltype(timer_wait::in_list), &timer_wait::in_list>,
    boost::intrusive::constant_time_size<false>>;

/// A thread that runs an io_context and has nothing to do but to wait for it.
struct blocked_runner {
  explicit blocked_runner(boost::asio::io_context& context) noexcept : io(context) {}
  boost::asio::io_context& io;
  bool woken = false;
  boost::intrusive::list_member_hook<> in_list;
};

/// What a runner without ready handlers is to do.
enum class runner_step { go_on, block, leave };

class timer_queue {
 public:
  [[nodiscard]] virtual_time now() const {
    const std::lock_guard lock(mutex_);
    return now_;
  }
  [[nodiscard]] std::size_t pending() const {
    const std::lock_guard lock(mutex_);
    return waits_.size();
  }
  [[nodiscard]] std::optional<virtual_time> next() const {
    const std::lock_guard lock(mutex_);
    return earliest();
  }
  [[nodiscard]] wait_key key_at(virtual_time at) {
    const std::lock_guard lock(mutex_);
    return {at, ++order_};
  }

  /// Takes a wait into the order, or completes it when its time has come.
  void add(timer_wait& wait, wait_list& of_timer) noexcept {
    {
      const std::lock_guard lock(mutex_);
      if (!due(wait)) {
        waits_.insert(wait);
        of_timer.push_back(wait);
        if (wait.key.at != never) wake();
        return;
      }
    }
    wait.complete({});
  }

  /// Ends all waits of a timer, and says how many they were.
  std::size_t cancel(wait_list& of_timer) noexcept {
    wait_list taken;
    {
      const std::lock_guard lock(mutex_);
      for (timer_wait& wait : of_timer) waits_.erase(waits_.iterator_to(wait));
      taken.swap(of_timer);
    }
    return complete(taken, boost::asio::error::operation_aborted);
  }

  /// Ends one wait if it is there still.
  void cancel(const wait_key& key) noexcept {
    wait_list taken;
    {
      const std::lock_guard lock(mutex_);
      if (const auto found = waits_.find(key); found != waits_.end()) take(*found, taken);
    }
    complete(taken, boost::asio::error::operation_aborted);
  }

  /// The waits of one timer become those of another one, which has none.
  void hand_over(wait_list& from, wait_list& to) noexcept {
    const std::lock_guard lock(mutex_);
    to.swap(from);
  }

  void advance(std::chrono::nanoseconds by) noexcept {
    wait_list taken;
    {
      const std::lock_guard lock(mutex_);
      move_to(time_after(now_, by), taken);
    }
    complete(taken, {});
  }
  void advance_to(virtual_time at) noexcept {
    wait_list taken;
    {
      const std::lock_guard lock(mutex_);
      move_to(at, taken);
    }
    complete(taken, {});
  }

  void hold() noexcept {
    const std::lock_guard lock(mutex_);
    ++holds_;
  }
  void release() noexcept {
    const std::lock_guard lock(mutex_);
    if (--holds_ == 0) wake();
  }
  [[nodiscard]] bool held() const noexcept {
    const std::lock_guard lock(mutex_);
    return holds_ != 0;
  }

  /// For a runner that found no handler ready. `was_held`: as read before it looked, for what a holder posted
  /// before it released may have come after the look.
  [[nodiscard]] runner_step step(blocked_runner& runner, bool was_held,
                                 std::optional<virtual_time> until) noexcept {
    wait_list taken;
    {
      const std::lock_guard lock(mutex_);
      const bool stands_still = was_held || holds_ != 0;
      const std::optional<virtual_time> at = stands_still ? std::nullopt : earliest();
      if (was_held && holds_ == 0) return runner_step::go_on;
      if (!stands_still && until.has_value() && (at.has_value() ? *at > *until : !waits_.empty()))
        return runner_step::leave;
      if (!at.has_value()) {
        runners_.push_back(runner);
        return runner_step::block;
      }
      move_to(*at, taken);
    }
    complete(taken, {});
    return runner_step::go_on;
  }
  /// Whether a handler was posted to wake it, which then has been run or is going to be.
  bool unblock(blocked_runner& runner) noexcept {
    const std::lock_guard lock(mutex_);
    runners_.erase(runners_.iterator_to(runner));
    return runner.woken;
  }

  /// Destroys the waits on an execution context that ends.
  void drop(const boost::asio::execution_context& context) noexcept {
    wait_list taken;
    {
      const std::lock_guard lock(mutex_);
      for (auto at = waits_.begin(); at != waits_.end();) {
        timer_wait& wait = *at++;
        if (wait.context == &context) take(wait, taken);
      }
    }
    while (!taken.empty()) pop(taken).drop();
  }

 private:
  struct key_of_wait {
    using type = wait_key;
    const wait_key& operator()(const timer_wait& wait) const noexcept { return wait.key; }
  };
  using wait_set = boost::intrusive::set<
      timer_wait,
      boost::intrusive::member_hook<timer_wait, decltype(timer_wait::in_order), &timer_wait::in_order>,
      boost::intrusive::key_of_value<key_of_wait>>;
  using runner_list =
      boost::intrusive::list<blocked_runner,
                             boost::intrusive::member_hook<blocked_runner, decltype(blocked_runner::in_list),
                                                           &blocked_runner::in_list>>;

  [[nodiscard]] bool due(const timer_wait& wait) const noexcept {
    return wait.key.at <= now_ && wait.key.at != never;
  }
  [[nodiscard]] std::optional<virtual_time> earliest() const noexcept {
    if (waits_.empty() || waits_.begin()->key.at == never) return std::nullopt;
    return waits_.begin()->key.at;
  }
  void take(timer_wait& wait, wait_list& into) noexcept {
    waits_.erase(waits_.iterator_to(wait));
    wait.in_list.unlink();
    into.push_back(wait);
  }
  void move_to(virtual_time at, wait_list& taken) noexcept {
    now_ = (std::max)(now_, at);
    while (!waits_.empty() && due(*waits_.begin())) take(*waits_.begin(), taken);
    wake();
  }
  void wake() noexcept {
    for (blocked_runner& runner : runners_)
      if (!std::exchange(runner.woken, true)) boost::asio::post(runner.io, [] {});
  }

  static timer_wait& pop(wait_list& list) noexcept {
    timer_wait& first = list.front();
    list.pop_front();
    return first;
  }
  // Outside the mutex: a handler's move and its executor are foreign code.
  static std::size_t complete(wait_list& list, boost::system::error_code error) noexcept {
    std::size_t count = 0;
    for (; !list.empty(); ++count) pop(list).complete(error);
    return count;
  }

  mutable std::mutex mutex_;
  virtual_time now_ = virtual_time{} + std::chrono::hours(1);
  std::uint64_t order_ = 0;
  std::size_t holds_ = 0;
  wait_set waits_;
  runner_list runners_;
};

}  // namespace tacet::detail
