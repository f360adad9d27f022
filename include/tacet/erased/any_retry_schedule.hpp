// SPDX-License-Identifier: MIT
// Retries of which the schedule and the errors are chosen when the program runs.
#pragma once

#include <tacet/phase/failed_attempt.hpp>
#include <tacet/phase/family.hpp>
#include <tacet/phase/retry_schedule.hpp>

#include <cstdint>

namespace tacet {

/// After which errors a tool that may be repeated is: a `once` tool is repeated only after `not_applied`, whatever is named.
enum class retried_errors : std::uint8_t {
  any,
  tool_errors,  ///< a `tool_error`, which is no other exception
  not_applied,
};

/// What `retries<...>` is for a schedule known at compile time. `schedule().notes()` says what is wrong with one from a
/// configuration.
class any_retry_schedule {
 public:
  using family = families::retries;
  using errors = retry_on<>;
  static constexpr int most_attempts = 0;  // not known

  any_retry_schedule() noexcept = default;
  explicit any_retry_schedule(const retry_schedule& how, retried_errors on = retried_errors::any) noexcept
      : schedule_(how), listed_(function_of(on)) {}
  /// `retried` says of an error whether it is, and cannot throw where that is decided; null: any is.
  any_retry_schedule(const retry_schedule& how, bool (*retried)(const caught_error&) noexcept) noexcept
      : schedule_(how), listed_(retried) {}

  [[nodiscard]] const retry_schedule& schedule() const noexcept { return schedule_; }
  [[nodiscard]] detail::listed_error listed() const noexcept { return listed_; }

 private:
  static detail::listed_error function_of(retried_errors on) noexcept {
    switch (on) {
      case retried_errors::tool_errors: return &detail::is_wanted<tool_error>;
      case retried_errors::not_applied: return &detail::is_wanted<not_applied>;
      case retried_errors::any: break;
    }
    return nullptr;
  }

  retry_schedule schedule_{};
  detail::listed_error listed_ = nullptr;
};

}  // namespace tacet
