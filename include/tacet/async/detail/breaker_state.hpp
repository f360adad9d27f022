// SPDX-License-Identifier: MIT
// The circuit breaker of one tool: closed, open, or trying whether the tool works again.
#pragma once

#include <tacet/async/circuit_breaker.hpp>
#include <tacet/phase/time_limits.hpp>
#include <tacet/std/chrono.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <mutex>

namespace tacet::detail {

enum class passage : std::uint8_t {
  closed,   ///< the breaker is closed: the call goes through
  probe,    ///< the one call that tries whether the tool works again
  refused,  ///< the breaker is open
};

/// What a breaker says of one call, to be given back when the call is over.
struct admission {
  passage kind = passage::refused;
  std::uint64_t era = 0;  ///< what is reported of another era does not count
  /// Of a refused one: when there will be a probe. 0 while one is on its way, since nobody knows when that ends.
  std::chrono::nanoseconds left{};
};

/// Calls of the last stretch of time, in ten buckets: a call counts for at least nine tenths of it and never for longer.
class rolling_count {
 public:
  explicit rolling_count(std::chrono::nanoseconds window) noexcept
      : width_(std::max<std::int64_t>(1, window.count() / std::int64_t{count})) {}

  /// A time before the latest counts as the latest.
  void add(bool failed, clock_time now) noexcept {
    const std::int64_t at = std::chrono::nanoseconds(now.time_since_epoch()).count();
    const std::int64_t number = at / width_ - (at % width_ < 0 ? 1 : 0);
    if (number > newest_) move_to(number);
    bucket& to = buckets_[place_];
    ++to.calls;
    ++calls_;
    to.failures += failed ? 1U : 0U;
    failures_ += failed ? 1U : 0U;
  }
  void clear() noexcept {
    buckets_ = {};
    calls_ = failures_ = 0;
  }
  [[nodiscard]] std::uint64_t calls() const noexcept { return calls_; }
  [[nodiscard]] std::uint64_t failures() const noexcept { return failures_; }

 private:
  static constexpr std::uint8_t count = 10;
  struct bucket {
    std::uint64_t calls = 0;
    std::uint64_t failures = 0;
  };

  void move_to(std::int64_t number) noexcept {
    // Unsigned: the two may lie further apart than the signed type reaches.
    std::uint64_t steps = static_cast<std::uint64_t>(number) - static_cast<std::uint64_t>(newest_);
    newest_ = number;
    if (steps >= std::uint64_t{count}) return clear();
    for (; steps != 0; --steps) {
      place_ = place_ + 1 == count ? 0 : place_ + 1;
      bucket& oldest = buckets_[place_];
      calls_ -= oldest.calls;
      failures_ -= oldest.failures;
      oldest = {};
    }
  }

  const std::int64_t width_;
  std::int64_t newest_ = std::numeric_limits<std::int64_t>::min();
  std::size_t place_ = 0;
  std::uint64_t calls_ = 0;
  std::uint64_t failures_ = 0;
  std::array<bucket, count> buckets_{};
};

/// Thread-safe; no allocation. The time is given by the caller, and one before the latest that was seen counts as the
/// latest. While closed, `admit` reads one atomic; the rest holds a lock for a few instructions.
///
/// Each admission that is not refused is to be given to `record` or, where nothing is known of the tool by it (the call
/// was cancelled), to `forget`, once. What is given twice, or later than the breaker has changed its mind, does nothing.
class breaker_state {
 public:
  explicit breaker_state(const breaker_settings& settings = {}) noexcept
      : settings_(settings), recent_(settings.window) {}
  breaker_state(const breaker_state&) = delete;
  breaker_state& operator=(const breaker_state&) = delete;

  [[nodiscard]] admission admit(clock_time now) noexcept {
    const std::uint64_t seen = era_.load(std::memory_order_acquire);
    if (mode_of(seen) == mode::closed) return {passage::closed, seen, {}};
    const std::lock_guard lock(mutex_);
    const std::uint64_t era = era_.load(std::memory_order_relaxed);
    if (mode_of(era) == mode::closed) return {passage::closed, era, {}};
    if (mode_of(era) == mode::probing) return {passage::refused, era, {}};
    see(now);
    if (const std::chrono::nanoseconds left = time_left(); left.count() > 0) return {passage::refused, era, left};
    return {passage::probe, change_to(mode::probing), {}};
  }

  /// What became of the call: opens the breaker when calls >= min_calls and failures / calls >= failure_ratio, closes it
  /// after a probe that did not fail, and opens it again after one that did.
  void record(const admission& of, bool failed, clock_time now) noexcept {
    if (of.kind == passage::refused) return;
    const std::lock_guard lock(mutex_);
    if (of.era != era_.load(std::memory_order_relaxed)) return;
    see(now);
    if (of.kind == passage::probe) return failed ? open() : close();
    recent_.add(failed, latest_);
    const std::uint64_t calls = recent_.calls();
    if (calls < static_cast<std::uint64_t>(std::max(1, settings_.min_calls))) return;
    // Divided and not multiplied: then 7 of 100 is the number that is written 0.07.
    if (static_cast<double>(recent_.failures()) / static_cast<double>(calls) >= settings_.failure_ratio) open();
  }

  /// The call ended without a word about the tool. After a probe the next call is the probe.
  void forget(const admission& of, clock_time now) noexcept {
    if (of.kind != passage::probe) return;
    const std::lock_guard lock(mutex_);
    if (of.era != era_.load(std::memory_order_relaxed)) return;
    see(now);
    change_to(mode::open);  // whose time is over already
  }

 private:
  // An era is a number with the mode in its last two bits.
  enum class mode : std::uint8_t { closed, open, probing };
  static constexpr mode mode_of(std::uint64_t era) noexcept { return static_cast<mode>(era & 3U); }

  void see(clock_time now) noexcept { latest_ = std::max(latest_, now); }
  std::uint64_t change_to(mode next) noexcept {
    const std::uint64_t era =
        (((era_.load(std::memory_order_relaxed) >> 2U) + 1) << 2U) | static_cast<std::uint64_t>(next);
    era_.store(era, std::memory_order_release);
    return era;
  }
  void open() noexcept {
    opened_at_ = latest_;
    change_to(mode::open);
  }
  void close() noexcept {
    recent_.clear();
    change_to(mode::closed);
  }
  [[nodiscard]] std::chrono::nanoseconds time_left() const noexcept {
    const std::uint64_t passed = nanoseconds_of(latest_) - nanoseconds_of(opened_at_);
    const std::uint64_t whole = static_cast<std::uint64_t>(std::max<std::int64_t>(0, settings_.open_for.count));
    return std::chrono::nanoseconds(passed >= whole ? 0 : static_cast<std::int64_t>(whole - passed));
  }
  // Unsigned: two times may lie further apart than the signed type reaches.
  static std::uint64_t nanoseconds_of(clock_time t) noexcept {
    return static_cast<std::uint64_t>(std::chrono::nanoseconds(t.time_since_epoch()).count());
  }

  const breaker_settings settings_;
  std::atomic<std::uint64_t> era_{0};
  std::mutex mutex_{};
  clock_time latest_ = clock_time::min();
  clock_time opened_at_ = clock_time::min();
  rolling_count recent_;
};

}  // namespace tacet::detail
