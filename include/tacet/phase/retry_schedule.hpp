// SPDX-License-Identifier: MIT
// How often a failed attempt is repeated, and how long the wait before each is.
#pragma once

#include <tacet/std/chrono.hpp>
#include <tacet/tool/duration.hpp>
#include <tacet/tool/errors.hpp>

#include <concepts>
#include <cstdint>
#include <exception>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

namespace tacet {

/// A list of error types. Empty: any error.
template <class... Error> struct retry_on {};

namespace detail {
template <class Wanted, class Error> bool is_error_of(const Error& error) noexcept {
  if constexpr (std::derived_from<Error, Wanted>) {
    return true;
  }
#if defined(__cpp_rtti)
  else if constexpr (std::is_polymorphic_v<Error> && std::is_class_v<Wanted>) {
    return dynamic_cast<const Wanted*>(&error) != nullptr;
  }
#endif
  else {
    (void)error;
    return std::same_as<Error, Wanted>;
  }
}
}  // namespace detail

/// The schedule as a plain value, at run time or as a template argument. The defaults try once.
template <class On = retry_on<>> struct basic_retry_schedule {
  int max_attempts = 1;      ///< below 1 counts as 1
  duration backoff{};        ///< the wait before the second attempt; 0 or less: none
  double multiplier = 2;     ///< each further wait is so many times longer
  duration longest = std::chrono::nanoseconds::max();  ///< the cap of each wait
  double jitter = 0;  ///< a wait is by so large a share longer or shorter, by chance; in [0, 1], others are clamped
  bool heeds_retry_after = false;  ///< whether a wait is as long as an error asks for: `tool_error::retry_after()`

  /// The wait after attempt `attempt` (1 for the first), without jitter: backoff * multiplier^(attempt - 1), in
  /// [0, longest].
  /// Saturates for any attempt, base and multiplier; a multiplier that is negative or not finite counts as 1.
  [[nodiscard]] constexpr std::chrono::nanoseconds delay_for(std::int64_t attempt) const noexcept {
    const std::int64_t cap = most_wait();
    if (backoff.count <= 0 || cap == 0) return std::chrono::nanoseconds(0);
    const double factor = valid_multiplier() ? multiplier : 1.0;
    double wait = static_cast<double>(backoff.count);
    double power = factor;  // by squaring, so that attempt 10^9 costs thirty steps
    for (std::uint64_t left = attempt > 1 ? static_cast<std::uint64_t>(attempt - 1) : 0; left != 0; left >>= 1) {
      if ((left & 1) != 0) wait = product(wait, power);
      power = product(power, power);
    }
    return capped(wait);
  }

  /// The same with jitter: evenly between wait * (1 - jitter) and wait * (1 + jitter) as `unit` goes from 0 to 1. The wait
  /// is capped at longest / (1 + jitter) first, so that waits at the cap are spread too. In [0, longest].
  [[nodiscard]] constexpr std::chrono::nanoseconds delay_for(std::int64_t attempt, double unit) const noexcept {
    const double share = used_jitter();
    const std::chrono::nanoseconds middle = delay_for(attempt);
    if (share == 0) return middle;
    const double wait = least(static_cast<double>(middle.count()), static_cast<double>(most_wait()) / (1 + share));
    const double low = wait * (1 - share);
    const double high = wait * (1 + share);
    return capped(low + in_unit(unit) * (high - low));
  }
  /// The same after an error that carries the wait that it asks for. Where the schedule heeds it: never less than asked
  /// for, since jitter only adds to it, and empty when that is more than `longest`: then the call is not repeated.
  [[nodiscard]] constexpr std::optional<std::chrono::nanoseconds> delay_for(
      std::int64_t attempt, double unit, std::optional<std::chrono::nanoseconds> retry_after) const noexcept {
    const std::chrono::nanoseconds own = delay_for(attempt, unit);
    if (!heeds_retry_after || !retry_after.has_value() || retry_after->count() <= 0) return own;
    const std::int64_t asked = retry_after->count();
    const std::int64_t cap = most_wait();
    if (asked > cap) return std::nullopt;
    const double more = static_cast<double>(asked) * used_jitter() * in_unit(unit);
    const std::int64_t left = cap - asked;
    const std::int64_t wait = more >= static_cast<double>(left) ? cap : asked + static_cast<std::int64_t>(more);
    return wait > own.count() ? std::chrono::nanoseconds(wait) : own;
  }
  /// No wait after this attempt is longer: with the most jitter, and `longest` where any wait may be asked for.
  [[nodiscard]] constexpr std::chrono::nanoseconds longest_delay_for(std::int64_t attempt) const noexcept {
    return heeds_retry_after ? std::chrono::nanoseconds(most_wait()) : delay_for(attempt, 1.0);
  }

  /// Whether attempt `attempt` (1 for the first), which failed with `error`, is followed by another. `error` is an
  /// error of any type, or a std::exception_ptr.
  template <class Error> [[nodiscard]] bool should_retry(std::int64_t attempt, const Error& error) const noexcept {
    return attempt < (max_attempts < 1 ? 1 : max_attempts) && matches(error, On{});
  }

  [[nodiscard]] constexpr bool valid_multiplier() const noexcept {
    return multiplier >= 0 && multiplier <= std::numeric_limits<double>::max();
  }

  [[nodiscard]] constexpr bool valid_jitter() const noexcept { return jitter >= 0 && jitter <= 1; }

  /// What is wrong with a schedule that came from a configuration; empty when nothing is.
  [[nodiscard]] std::vector<std::string> notes() const {
    std::vector<std::string> all;
    if (!valid_multiplier()) all.emplace_back("multiplier must be finite and not negative; 1 is used");
    if (!valid_jitter()) {
      all.emplace_back(used_jitter() == 1 ? "jitter must be at most 1; 1 is used"
                                          : "jitter must be a number and not negative; 0 is used");
    }
    if (max_attempts < 1) all.emplace_back("max_attempts must be at least 1; 1 is used");
    return all;
  }

  friend constexpr bool operator==(const basic_retry_schedule&, const basic_retry_schedule&) = default;

 private:
  [[nodiscard]] constexpr std::int64_t most_wait() const noexcept { return longest.count < 0 ? 0 : longest.count; }
  // No number is none of the three, and counts as 0.
  static constexpr double in_unit(double unit) noexcept { return unit > 0 ? least(unit, 1) : 0; }
  [[nodiscard]] constexpr double used_jitter() const noexcept { return in_unit(jitter); }
  static constexpr double least(double a, double b) noexcept { return b < a ? b : a; }
  [[nodiscard]] constexpr std::chrono::nanoseconds capped(double wait) const noexcept {
    const std::int64_t cap = most_wait();
    return std::chrono::nanoseconds(wait >= static_cast<double>(cap) ? cap : static_cast<std::int64_t>(wait));
  }
  // Never NaN and never infinite: infinity times zero would be NaN.
  static constexpr double product(double a, double b) noexcept {
    constexpr double most = 1e300;
    if (a == 0 || b == 0) return 0;
    return b >= 1 && a > most / b ? most : a * b;
  }
  template <class Error, class... Wanted> static bool matches(const Error& error, retry_on<Wanted...>) noexcept {
    if constexpr (sizeof...(Wanted) == 0) {
      return true;
#if defined(__cpp_exceptions)
    } else if constexpr (std::same_as<Error, std::exception_ptr>) {
      return (caught_as<Wanted>(error) || ...);
#endif
    } else {
      return (detail::is_error_of<Wanted>(error) || ...);
    }
  }
#if defined(__cpp_exceptions)
  template <class Wanted> static bool caught_as(const std::exception_ptr& error) noexcept {
    try {
      if (error) std::rethrow_exception(error);
    } catch (const Wanted&) {
      return true;
    } catch (...) {
    }
    return false;
  }
#endif
};

/// The usual schedule: any error is retried. `basic_retry_schedule<retry_on<io_error, timeout>>` names some.
using retry_schedule = basic_retry_schedule<>;

}  // namespace tacet
