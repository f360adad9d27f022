// SPDX-License-Identifier: MIT
// A duration that can be a template argument, which std::chrono::duration cannot.
#pragma once

#include <tacet/std/chrono.hpp>

#include <cstdint>
#include <limits>
#include <compare>

namespace tacet {

/// Nanoseconds, converted from any duration; what is longer than about 292 years is held as that, and NaN as 0.
struct duration {
  std::int64_t count = 0;

  constexpr duration() = default;
  template <class Rep, class Period> constexpr duration(std::chrono::duration<Rep, Period> from) {
    constexpr std::chrono::nanoseconds longest{std::numeric_limits<std::int64_t>::max()};
    using seconds = std::chrono::duration<double>;
    if (!(seconds(from) == seconds(from))) return;  // no number
    if (seconds(from) >= seconds(longest)) count = longest.count();
    else if (seconds(from) <= -seconds(longest)) count = -longest.count();
    else count = std::chrono::duration_cast<std::chrono::nanoseconds>(from).count();
  }
  constexpr operator std::chrono::nanoseconds() const noexcept { return std::chrono::nanoseconds(count); }
  friend constexpr bool operator==(duration, duration) = default;
  friend constexpr auto operator<=>(duration, duration) = default;
};

}  // namespace tacet
