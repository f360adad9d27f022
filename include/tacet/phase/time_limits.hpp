// SPDX-License-Identifier: MIT
// How long an attempt may take, and by when a call is answered, as parts of an executor.
#pragma once

#include <tacet/phase/family.hpp>
#include <tacet/rule/rules.hpp>
#include <tacet/std/chrono.hpp>
#include <tacet/tool/duration.hpp>
#include <tacet/tool/tool_context.hpp>

#include <optional>
#include <type_traits>

namespace tacet {

/// Each attempt at a tool without a `timeout` of its own gets this long. The synchronous executor ends no tool: it
/// tells it by `tool_context::deadline()`. A tool that takes no context cannot know, and is refused at compile time.
/// Costs one reading of the clock an attempt, 17 ns.
template <duration Limit> struct attempt_timeout {
  using family = families::attempt_timeout;
  static constexpr duration limit = Limit;
  static constexpr bool valid = Limit.count > 0;
  static_assert(rule::time_limit_is_positive<rule::time_limit_ns<Limit.count>, valid>());
};

/// A call is to be answered this long after its tool was first entered. A stack whose worst case takes longer does not
/// compile (see `worst_case`). At run time it is the latest `tool_context::deadline()` of every attempt, and no wait for a
/// further attempt begins that would end later. Costs a reading of the clock for each call, and one for each retry.
template <duration Limit> struct deadline {
  using family = families::deadline;
  static constexpr duration limit = Limit;
  static constexpr bool valid = Limit.count > 0;
  static_assert(rule::time_limit_is_positive<rule::time_limit_ns<Limit.count>, valid>());
};

namespace detail {

/// Whether a part is a limit at all, and whether it is one that is known only when the program runs.
template <class Part> inline constexpr bool limits_at_run_time = requires(const Part& part) { part.value(); };
template <class Part> inline constexpr bool is_limit = Part::limit.count > 0 || limits_at_run_time<Part>;
template <class Part> [[nodiscard]] constexpr std::chrono::nanoseconds limit_of(const Part& part) noexcept {
  if constexpr (limits_at_run_time<Part>) return part.value();
  else return (void)part, std::chrono::nanoseconds(Part::limit);
}

// Whether a call is answered at the limit, whatever runs; a layer that can do so has such a part.
template <class Part> inline constexpr bool cuts_at_limit = requires { requires Part::cuts; };

// A family's default: no limit.
template <class Family> struct unlimited {
  using family = Family;
  static constexpr duration limit{};
};
using no_attempt_timeout = unlimited<families::attempt_timeout>;
using no_deadline = unlimited<families::deadline>;

/// The limits of an executor, from its parts or the defaults of their families; 0 is none, and what is known at compile
/// time of one that comes at run time.
template <class Attempt, class Call> struct time_limits {
  static constexpr duration attempt = Attempt::limit;
  static constexpr duration call = Call::limit;
  static constexpr bool limits_attempts = is_limit<Attempt>;
  static constexpr bool limits_calls = is_limit<Call>;
  static constexpr bool cuts_calls = cuts_at_limit<Call>;

  [[no_unique_address]] Attempt attempt_part{};
  [[no_unique_address]] Call call_part{};

  [[nodiscard]] constexpr std::chrono::nanoseconds attempt_time() const noexcept { return limit_of(attempt_part); }
  [[nodiscard]] constexpr std::chrono::nanoseconds call_time() const noexcept { return limit_of(call_part); }
  /// The clock of the executor. A layer with another one hides this.
  [[nodiscard]] static std::chrono::steady_clock::time_point now() noexcept { return std::chrono::steady_clock::now(); }
};
// Short in every symbol of an executor without limits.
struct no_time_limits : time_limits<no_attempt_timeout, no_deadline> {};
template <class Attempt, class Call> struct time_limits_of { using type = time_limits<Attempt, Call>; };
template <> struct time_limits_of<no_attempt_timeout, no_deadline> { using type = no_time_limits; };

using clock_time = std::chrono::steady_clock::time_point;
// Saturates: a limit of centuries is none.
inline clock_time later(clock_time from, std::chrono::nanoseconds by) noexcept {
  // (From a time before the epoch nothing that can be counted is too long.)
  return from > clock_time() && by > clock_time::max() - from ? clock_time::max() : from + by;
}

/// When the call of a frame must be answered, if anybody said so. Empty where no limit was declared.
template <class Limits> struct call_clock {
  void start(const Limits&) noexcept {}
  [[nodiscard]] static bool passed(const Limits&, std::chrono::nanoseconds) noexcept { return false; }
};
template <class Limits>
  requires(Limits::limits_calls)
struct call_clock<Limits> {
  clock_time end = clock_time::max();
  void start(const Limits& limits) noexcept {
    const std::chrono::nanoseconds time = limits.call_time();
    if (time > std::chrono::nanoseconds(0)) end = later(limits.now(), time);
  }
  /// Whether the deadline is reached when `wait` has passed from now.
  [[nodiscard]] bool passed(const Limits& limits, std::chrono::nanoseconds wait) const noexcept {
    if constexpr (Limits::call.count == 0)
      if (end == clock_time::max()) return false;
    return later(limits.now(), wait) >= end;
  }
};

/// What one attempt is told of time: the batch's options, with the earliest of the deadlines.
template <class Limits>
run_options limited_options(const run_options* batch, const Limits& limits, const call_clock<Limits>& clock,
                            std::chrono::nanoseconds attempt) {
  run_options own;
  if (batch != nullptr) own = *batch;
  const auto earlier = [&own](clock_time t) {
    if (!own.deadline.has_value() || t < *own.deadline) own.deadline = t;
  };
  if constexpr (Limits::call.count > 0) earlier(clock.end);
  else if constexpr (Limits::limits_calls)
    if (clock.end != clock_time::max()) earlier(clock.end);
  if (attempt > std::chrono::nanoseconds(0)) earlier(later(limits.now(), attempt));
  return own;
}

}  // namespace detail
}  // namespace tacet
