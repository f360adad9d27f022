// SPDX-License-Identifier: MIT
// What becomes of an attempt that failed: another one, or an answer that says what is known.
#pragma once

#include <tacet/phase/call_frame.hpp>
#include <tacet/phase/detail/spread.hpp>
#include <tacet/phase/retries.hpp>

#include <concepts>
#include <exception>
#include <optional>
#include <string_view>
#include <system_error>
#include <type_traits>

namespace tacet::detail {

// Whether the error is a time-out, by our own type or by the standard library's words.
inline bool is_time_out(const caught_error& error) noexcept {
  if (error.late) return true;
#if defined(__cpp_rtti) && defined(__cpp_exceptions)
  if (error.own != nullptr || error.standard == nullptr) return false;
  const auto* const system = dynamic_cast<const std::system_error*>(error.standard);
  return system != nullptr && system->code() == std::errc::timed_out;
#else
  return (void)error, false;
#endif
}

template <class Wanted> bool is_wanted(const caught_error& error) noexcept {
  if constexpr (std::same_as<Wanted, not_applied>) return error.before_effect;
  else if constexpr (std::same_as<Wanted, timed_out>) return error.late;
  else if constexpr (std::same_as<Wanted, tool_error>) return error.own != nullptr;
  else if constexpr (std::same_as<Wanted, std::exception>) return error.standard != nullptr;
  else {
#if defined(__cpp_exceptions)
    // Any other type is asked of the exception that is being handled, if there is one.
    return basic_retry_schedule<retry_on<Wanted>>{.max_attempts = 2}.should_retry(1, std::current_exception());
#else
    return (void)error, false;
#endif
  }
}

/// Whether a caught error is one of the listed types; null for an empty list, which is any error.
using listed_error = bool (*)(const caught_error&);
template <class List> inline constexpr listed_error listing = nullptr;
template <class First, class... Rest>
inline constexpr listed_error listing<retry_on<First, Rest...>> = [](const caught_error& error) {
  return (is_wanted<First>(error) || ... || is_wanted<Rest>(error));
};

// The same of an error that was returned, whose type is known.
template <class Error, class... Wanted>
bool is_returned_listed(const Error& error, [[maybe_unused]] const caught_error& known, retry_on<Wanted...>) noexcept {
  if constexpr (sizeof...(Wanted) == 0) return (void)error, true;
  else return (((std::same_as<Wanted, not_applied> && known.before_effect) || (std::same_as<Wanted, timed_out> && known.late) ||
                is_error_of<Wanted>(error)) || ...);
}

/// By what a failed attempt is repeated: a schedule, none for one attempt, and the errors it names.
struct repeat_rule {
  const retry_schedule* schedule = nullptr;
  listed_error listed = nullptr;

  /// The answer is known already: of a returned error the type is not in `caught_error`.
  void decide(bool is_listed) noexcept {
    listed = is_listed ? listed_error{nullptr} : [](const caught_error&) { return false; };
  }
  [[nodiscard]] bool allows(const caught_error& error, tool_effect effect, int attempts) const {
    if (schedule == nullptr || attempts >= schedule->max_attempts) return false;
    if (error.own != nullptr && error.own->permanent()) return false;
    // A tool that runs once may only be repeated when it surely did nothing, whatever the schedule names.
    if (effect == tool_effect::once) return error.before_effect;
    return listed == nullptr || listed(error);
  }
};

/// The tool ran, but what it returned could not be kept.
template <class Policies>
[[gnu::noinline]] verdict result_lost(call_frame<Policies>& frame, std::string_view why = {}) noexcept {
  frame.note(call_phase::result, phase_action::failed, why);
  frame.out.value = {};
  frame.answer_failure(outcome_kind::failed, call_phase::result, outcome_reason::result_lost);
  return verdict::answered();
}

// One for all executors, and out of the way of what is compiled for each.
[[gnu::noinline]] inline std::optional<std::chrono::nanoseconds> wait_after(const retry_schedule& schedule, int attempt,
                                                                            double unit,
                                                                            const caught_error& error) noexcept {
  std::optional<std::chrono::nanoseconds> asked;
  if (error.own != nullptr) asked = error.own->retry_after();
  return schedule.delay_for(attempt, unit, asked);
}

/// How long to wait before the next attempt, if there is to be one.
template <class Policies>
std::optional<std::chrono::nanoseconds> wait_before_next(call_frame<Policies>& frame, const caught_error& error,
                                                         const repeat_rule& rule) noexcept {
  if (!rule.allows(error, frame.tool.effect, frame.out.attempts)) return std::nullopt;
  const retry_schedule& schedule = *rule.schedule;
  const int attempt = frame.out.attempts;
  // The clock is not read for a schedule without jitter.
  const double unit = schedule.jitter == 0 ? 0.0 : spread(frame.call.id, frame.tool.name, attempt, frame.now());
  const std::optional<std::chrono::nanoseconds> wait = wait_after(schedule, attempt, unit, error);
  // Nobody would have an answer that comes after the deadline.
  if (wait.has_value() && frame.clock.passed(frame.policies().limits(), *wait)) return std::nullopt;
  return wait;
}

/// Answers a call whose attempt ended in `error`, or gives the wait before the next attempt.
template <class Policies>
[[gnu::noinline]] verdict failed_attempt(call_frame<Policies>& frame, const caught_error& error,
                                         const repeat_rule& rule) noexcept {
  tool_outcome& out = frame.out;
  // The tool is through: whatever went wrong behind it must not run it again.
  if (out.phase == call_phase::result) {
    frame.diagnose(call_phase::result, outcome_reason::result_lost, error);
    return result_lost(frame, frame.kept_text(error));
  }
  const bool own_words = error.own != nullptr;
  const outcome_reason reason = error.before_effect                         ? outcome_reason::not_applied
                                : own_words && error.own->permanent()       ? outcome_reason::permanent_error
                                : own_words                                 ? outcome_reason::tool_error
                                                                            : outcome_reason::exception;
  frame.diagnose(call_phase::dispatch, reason, error);
  if (const std::optional<std::chrono::nanoseconds> wait = wait_before_next(frame, error, rule); wait.has_value()) {
    frame.note(call_phase::dispatch, phase_action::retried, frame.kept_text(error));
    return verdict::again(*wait);
  }
  frame.note(call_phase::dispatch, phase_action::failed, frame.kept_text(error));
  const outcome_kind kind = !is_time_out(error)                          ? outcome_kind::failed
                            : frame.tool.effect == tool_effect::once     ? outcome_kind::outcome_unknown
                                                                         : outcome_kind::timed_out;
  const char* const words = own_words ? error.own->what() : nullptr;
  frame.answer_failure(kind, call_phase::dispatch, reason, words == nullptr ? std::string_view{} : words);
  return verdict::answered();
}

}  // namespace tacet::detail
