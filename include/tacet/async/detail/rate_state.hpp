// SPDX-License-Identifier: MIT
// A token bucket that counts in whole numbers, so that it never drifts.
#pragma once

#include <tacet/async/rate_limit.hpp>
#include <tacet/std/chrono.hpp>

#include <cstdint>
#include <mutex>
#include <optional>

namespace tacet::detail {

/// Thread-safe; no allocation. The time is given by the caller, and one before the latest counts as the latest. A setting
/// out of its range counts as 1.
///
/// Time is counted in units of 1 ns / calls, of which one call costs `per.count`: then nothing is ever rounded. This is the
/// generic cell rate algorithm of ATM (ITU-T I.371), which is a token bucket that holds one time instead of a level.
class rate_state {
 public:
  explicit rate_state(const rate_settings& settings = {}) noexcept
      : calls_(settings.calls < 1 ? 1 : settings.calls),
        per_(settings.per.count < 1 ? 1 : settings.per.count),
        slack_(units{settings.burst < 1 ? 0 : settings.burst - 1} * per_) {}
  rate_state(const rate_state&) = delete;
  rate_state& operator=(const rate_state&) = delete;

  /// Takes a token: empty. Where there is none: how long until there is, above 0 and at most per / calls, rounded up.
  /// Nothing is reserved: who waited asks again.
  [[nodiscard]] std::optional<std::chrono::nanoseconds> take(std::chrono::steady_clock::time_point now) noexcept {
    const units at = units{std::chrono::nanoseconds(now.time_since_epoch()).count()} * calls_;
    const std::lock_guard lock(mutex_);
    if (at > latest_) latest_ = at;
    // Less than a nanosecond late is the clock's rounding: to forget it would be a drift.
    if (latest_ - due_ >= calls_) due_ = latest_;
    if (const units missing = due_ - latest_ - slack_; missing > 0)
      return std::chrono::nanoseconds(static_cast<std::int64_t>((missing + calls_ - 1) / calls_));
    due_ += per_;
    return std::nullopt;
  }

 private:
  // A time of 64 bits times a number of 31: a long way from an overflow.
  __extension__ typedef __int128 units;
  static constexpr units never = -(units{1} << 120);

  const units calls_;
  const units per_;
  const units slack_;  // how far ahead of the time the next call may be due
  std::mutex mutex_{};
  units latest_ = never;
  units due_ = never;  // when the next call would be due, were they evenly spread
};

}  // namespace tacet::detail
