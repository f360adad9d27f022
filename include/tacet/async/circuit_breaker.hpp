// SPDX-License-Identifier: MIT
// A part of an executor that stops calling a tool which fails too often, and tries it again after a while.
#pragma once

#include <tacet/phase/family.hpp>
#include <tacet/rule/executor_rules.hpp>
#include <tacet/std/chrono.hpp>
#include <tacet/tool/duration.hpp>

namespace tacet {

/// When a tool is taken for broken, and for how long. The defaults are those of the standard resilience pipeline of
/// .NET (Microsoft.Extensions.Http.Resilience).
struct breaker_settings {
  double failure_ratio = 0.1;                   ///< so large a part of the calls in the window; in (0, 1]
  int min_calls = 100;                          ///< with fewer calls in the window nothing is concluded; 1 or more
  duration window = std::chrono::seconds(30);   ///< how far back calls are counted; above 0
  duration open_for = std::chrono::seconds(5);  ///< how long every call is refused then; above 0

  /// Whether each setting is in its range.
  [[nodiscard]] constexpr bool valid() const noexcept {
    return failure_ratio > 0 && failure_ratio <= 1 && min_calls >= 1 && window.count > 0 && open_for.count > 0;
  }
  friend constexpr bool operator==(const breaker_settings&, const breaker_settings&) = default;
};

/// Each tool has a breaker of its own, which counts attempts and not calls. A cancelled attempt is not counted.
template <breaker_settings Settings = breaker_settings{}> struct circuit_breaker {
  using family = families::circuit_breaker;
  static constexpr breaker_settings settings = Settings;
  static constexpr bool valid = Settings.valid();
  static_assert(rule::limits_are_positive<circuit_breaker, valid>());
};

}  // namespace tacet
