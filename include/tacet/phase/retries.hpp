// SPDX-License-Identifier: MIT
// The schedules of an executor and of a single tool, as types.
#pragma once

#include <tacet/phase/family.hpp>
#include <tacet/phase/retry_schedule.hpp>
#include <tacet/rule/rules.hpp>
#include <tacet/tool/options.hpp>

#include <type_traits>

namespace tacet {

/// The part of an executor that repeats failed attempts, by a schedule known at compile time. It applies to each
/// tool by its effect: `once` tools are repeated only after `not_applied`, others on `Error...` (none named: any).
template <retry_schedule Schedule, class... Error> struct retries {
  using family = families::retries;
  using errors = retry_on<Error...>;
  static constexpr bool valid = Schedule.valid_multiplier();
  using multiplier = rule::multiplier_of<rule::real_number{Schedule.multiplier}>;
  static_assert(rule::multiplier_is_finite<multiplier, valid>());
  [[nodiscard]] static constexpr const retry_schedule& schedule() noexcept { return held; }
  static constexpr int most_attempts = Schedule.max_attempts < 1 ? 1 : Schedule.max_attempts;

 private:
  static constexpr retry_schedule held = Schedule;
};

/// The same by a schedule that is known only at run time.
template <class... Error> struct run_time_retries {
  using family = families::retries;
  using errors = retry_on<Error...>;
  retry_schedule held{};

  [[nodiscard]] constexpr const retry_schedule& schedule() const noexcept { return held; }
  static constexpr int most_attempts = 0;  // not known
};

run_time_retries(retry_schedule) -> run_time_retries<>;

/// The default: one attempt.
using no_retries = retries<retry_schedule{}>;

namespace detail {
template <retry_schedule Schedule, class... Error> struct attached_retries {
  static constexpr unsigned kind = says_retries;
  static constexpr void tell(tool_facts&) {}  // it is looked for by its type
  using errors = retry_on<Error...>;
  static constexpr bool only_before_effect = sizeof...(Error) == 1 && (std::is_same_v<Error, not_applied> && ...);
  static constexpr int most_attempts = Schedule.max_attempts < 1 ? 1 : Schedule.max_attempts;
  // The rule about it is asked by `tool`, which the user's line names.
  using multiplier = rule::multiplier_of<rule::real_number{Schedule.multiplier}>;
  static constexpr bool valid = Schedule.valid_multiplier();
  [[nodiscard]] static constexpr const retry_schedule& schedule() noexcept { return held; }

 private:
  static constexpr retry_schedule held = Schedule;
};
}  // namespace detail

/// A tool's own schedule, as an option of `tool`; it stands instead of the executor's. On a `once` tool it must
/// name `not_applied` and nothing else.
template <retry_schedule Schedule, class... Error> inline constexpr detail::attached_retries<Schedule, Error...> retry{};

}  // namespace tacet
