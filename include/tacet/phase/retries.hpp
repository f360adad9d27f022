// SPDX-License-Identifier: MIT
// The schedules of an executor and of a single tool, as types.
#pragma once

#include <tacet/phase/family.hpp>
#include <tacet/phase/retry_schedule.hpp>
#include <tacet/rule/rules.hpp>
#include <tacet/tool/options.hpp>

#include <type_traits>

namespace tacet {

namespace detail {
// A schedule as a type, and whether it keeps its rule.
template <retry_schedule Schedule, class... Error> struct constant_schedule {
  using errors = retry_on<Error...>;
  using multiplier = rule::multiplier_of<rule::real_number{Schedule.multiplier}>;
  using jitter = rule::jitter_of<rule::real_number{Schedule.jitter}>;
  static constexpr bool valid = Schedule.valid_multiplier();
  static constexpr bool valid_jitter = Schedule.valid_jitter();
  static constexpr int most_attempts = Schedule.max_attempts < 1 ? 1 : Schedule.max_attempts;
  [[nodiscard]] static constexpr const retry_schedule& schedule() noexcept { return held; }

 private:
  static constexpr retry_schedule held = Schedule;
};
}  // namespace detail

/// The part of an executor that repeats failed attempts, by a schedule known at compile time. It applies to each
/// tool by its effect: `once` tools are repeated only after `not_applied`, others on `Error...` (none named: any).
template <retry_schedule Schedule, class... Error> struct retries : detail::constant_schedule<Schedule, Error...> {
  using family = families::retries;
  using constant = detail::constant_schedule<Schedule, Error...>;
  static_assert(rule::multiplier_is_finite<typename constant::multiplier, constant::valid>());
  static_assert(rule::jitter_is_a_share<typename constant::jitter, constant::valid_jitter>());
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
// The rule about the multiplier is asked by `tool` and the one about jitter by `retry`, which the user's line names.
template <retry_schedule Schedule, class... Error> struct attached_retries : constant_schedule<Schedule, Error...> {
  explicit constexpr attached_retries(bool) noexcept {}  // the answer to a rule
  static constexpr unsigned kind = says_retries;
  static constexpr void tell(tool_facts&) {}  // it is looked for by its type
  static constexpr bool only_before_effect = sizeof...(Error) == 1 && (std::is_same_v<Error, not_applied> && ...);
};
}  // namespace detail

/// A tool's own schedule, as an option of `tool`; it stands instead of the executor's. On a `once` tool it must
/// name `not_applied` and nothing else.
template <retry_schedule Schedule, class... Error>
inline constexpr detail::attached_retries<Schedule, Error...> retry{
    rule::jitter_is_a_share<rule::jitter_of<rule::real_number{Schedule.jitter}>, Schedule.valid_jitter()>()};

}  // namespace tacet
