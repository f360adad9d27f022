// SPDX-License-Identifier: MIT
// How often a tool is tried at most, how long is waited in between, and how long it all takes, as constants.
#pragma once

#include <tacet/phase/retries.hpp>
#include <tacet/phase/time_limits.hpp>
#include <tacet/rule/executor_rules.hpp>
#include <tacet/std/chrono.hpp>
#include <tacet/text/text_literal.hpp>
#include <tacet/tool/tool.hpp>

#include <cstdint>
#include <limits>
#include <string_view>
#include <type_traits>

namespace tacet {

/// The worst that one call can come to. What is not known at compile time, or has no end, is the largest value of its
/// type, so that every assertion about it fails: attempts of a schedule that is known only at run time, the time of a
/// tool without a timeout.
struct worst_case_values {
  int attempts = 1;                    ///< of one call
  std::chrono::nanoseconds delay{};    ///< all waits between the attempts of one call
  std::chrono::nanoseconds time{};     ///< all attempts at their timeout, and all waits

  /// Whether the time has an end.
  [[nodiscard]] constexpr bool bounded() const noexcept { return time < std::chrono::nanoseconds::max(); }
  friend constexpr bool operator==(const worst_case_values&, const worst_case_values&) = default;
};

namespace detail {

constexpr std::int64_t endless = std::numeric_limits<std::int64_t>::max();
// Of numbers that are not negative.
constexpr std::int64_t saturating_sum(std::int64_t a, std::int64_t b) noexcept { return a > endless - b ? endless : a + b; }
constexpr std::int64_t saturating_product(std::int64_t a, std::int64_t b) noexcept {
  return b != 0 && a > endless / b ? endless : a * b;
}

/// All waits of a schedule, each at its longest: with all its jitter, and `longest` where errors may ask for a wait. Exact
/// for the first 256 and while the waits stay equal; beyond, what is left is counted at the longest wait of it: never too
/// little.
constexpr std::int64_t all_delays(const retry_schedule& schedule, int attempts) noexcept {
  std::int64_t sum = 0;
  const int counted = attempts - 1 < 256 ? attempts - 1 : 256;
  for (int i = 1; i <= counted; ++i) sum = saturating_sum(sum, schedule.longest_delay_for(i).count());
  if (counted == attempts - 1) return sum;
  const std::int64_t first = schedule.longest_delay_for(counted + 1).count();
  const std::int64_t last = schedule.longest_delay_for(attempts - 1).count();
  return saturating_sum(sum, saturating_product(first > last ? first : last, attempts - 1 - counted));
}

template <class Tool, class Retries>
using schedule_part_of = std::conditional_t<std::is_same_v<typename Tool::own_retries, nothing>, Retries, typename Tool::own_retries>;
// How long one attempt may take; 0: as long as it likes.
template <class Tool, class Limits>
inline constexpr std::int64_t attempt_limit_of = Tool::timeout.count > 0 ? Tool::timeout.count : Limits::attempt.count;

/// The schedule that a tool is repeated by: its own, else the executor's. A tool that runs once is repeated only after
/// errors that came before its effect, but that may be each time.
template <class Tool, class Retries, class Limits> consteval worst_case_values worst_case_of_tool() {
  using schedule_part = schedule_part_of<Tool, Retries>;
  constexpr int attempts = schedule_part::most_attempts;
  constexpr std::int64_t timeout = attempt_limit_of<Tool, Limits>;
  worst_case_values worst;
  worst.attempts = attempts == 0 ? std::numeric_limits<int>::max() : attempts;
  std::int64_t delay = endless;
  if constexpr (attempts != 0) delay = all_delays(schedule_part::schedule(), attempts);
  worst.delay = std::chrono::nanoseconds(delay);
  worst.time = std::chrono::nanoseconds(
      timeout == 0 ? endless : saturating_sum(delay, saturating_product(timeout, worst.attempts)));
  if constexpr (Limits::cuts_calls)
    if (worst.time.count() > Limits::call.count) worst.time = std::chrono::nanoseconds(Limits::call.count);
  // A hedge is an attempt beside another, so it takes no time of its own; and it stands for one of the schedule's.
  if constexpr (Tool::hedge_after.count > 0)
    if (worst.attempts < 2) worst.attempts = 2;
  return worst;
}

// What is known of a tool that comes at run time.
struct tool_at_run_time {
  using own_retries = nothing;
  static constexpr duration timeout{};
  static constexpr duration hedge_after{};
};

constexpr worst_case_values worse_of(worst_case_values a, const worst_case_values& b) {
  if (b.attempts > a.attempts) a.attempts = b.attempts;
  if (b.delay > a.delay) a.delay = b.delay;
  if (b.time > a.time) a.time = b.time;
  return a;
}

// The worst of each over some tools: of all, or of the one with a name.
template <class Tools, class Retries, class Limits> struct worst_case_over;
template <template <class...> class Tools, class... T, class Retries, class Limits>
struct worst_case_over<Tools<T...>, Retries, Limits> {
  static consteval worst_case_values of(std::string_view name) {
    worst_case_values worst{0};
    [[maybe_unused]] const auto look_at = [&](std::string_view own, const worst_case_values& one) {
      if (name.empty() || own == name) worst = worse_of(worst, one);
    };
    (look_at(T::name, worst_case_of_tool<T, Retries, Limits>()), ...);
    return worst;
  }
};

}  // namespace detail

/// The worst that any call of an executor can come to, or one of the tool `Name`, as constants:
/// `static_assert(worst_case<decltype(executor)>.time <= 10s)`. Each figure is the largest of all tools. For a name that
/// no tool has there is no such constant.
template <class Executor, text_literal Name = "">
inline constexpr worst_case_values worst_case = [] {
  using composed_executor = std::remove_cvref_t<Executor>;
  if constexpr (requires { typename composed_executor::refused; }) {
    return worst_case_values{0};  // its own error has been told
  } else {
    using executor_parts = typename composed_executor::policies_type;
    constexpr auto worst_of_all = detail::worst_case_over<typename composed_executor::tools_type, typename executor_parts::retries_type,
                                                   typename executor_parts::limits_type>::of(Name.view());
    static_assert(rule::worst_case_names_a_tool<composed_executor, worst_of_all.attempts != 0 || executor_parts::adds_tools>());
    if constexpr (executor_parts::adds_tools && (worst_of_all.attempts == 0 || Name.view().empty()))
      return detail::worse_of(worst_of_all, detail::worst_case_of_tool<detail::tool_at_run_time, typename executor_parts::retries_type,
                                                                       typename executor_parts::limits_type>());
    else return worst_of_all;
  }
}();

}  // namespace tacet
