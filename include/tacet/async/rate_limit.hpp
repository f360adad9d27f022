// SPDX-License-Identifier: MIT
// A part of an executor that starts at most so many calls in so much time.
#pragma once

#include <tacet/phase/family.hpp>
#include <tacet/rule/executor_rules.hpp>
#include <tacet/std/chrono.hpp>
#include <tacet/tool/duration.hpp>

namespace tacet {

/// `calls` in each stretch of `per` in the long run, and at most `burst` at once after a pause.
struct rate_settings {
  int calls = 10;                          ///< 1 or more
  duration per = std::chrono::seconds(1);  ///< above 0
  int burst = calls;                       ///< 1 or more

  /// Whether each setting is in its range.
  [[nodiscard]] constexpr bool valid() const noexcept { return calls >= 1 && per.count > 0 && burst >= 1; }
  friend constexpr bool operator==(const rate_settings&, const rate_settings&) = default;
};

/// A token bucket: in any stretch of time t at most burst + calls * (t + 1 ns) / per calls are started.
template <rate_settings Settings = rate_settings{}> struct rate_limit {
  using family = families::rate_limit;
  static constexpr rate_settings settings = Settings;
  static constexpr bool valid = Settings.valid();
  static_assert(rule::limits_are_positive<rate_limit, valid>());
};

}  // namespace tacet
