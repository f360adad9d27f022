// SPDX-License-Identifier: MIT
// The closed vocabularies of a call's lifecycle and their stable texts.
#pragma once

#include <cstdint>
#include <string_view>

namespace tacet {

/// How a call ended. Every call has exactly one.
enum class outcome_kind : std::uint8_t {
  succeeded,
  unknown_tool,
  bad_arguments,
  refused,
  failed,
  timed_out,
  cancelled,
  outcome_unknown,  ///< the tool may have had its effect; a repeat is not safe
};

/// Who answered. The phases stand in the order in which a call passes them.
enum class call_phase : std::uint8_t { binding, decoding, preconditions, steering, dispatch, result, termination };

/// Why a call ended as it did; free text stands in `content` and `detail`.
// Two bytes wide, which makes what an outcome says without texts one word, set at once.
enum class outcome_reason : std::uint16_t {
  none,
  unknown_tool,
  output_limit,       ///< the reply was cut in this call
  invalid_json,       ///< the argument text is not one JSON value
  not_an_object,
  duplicate_member,
  unknown_member,
  missing_member,
  wrong_type,
  out_of_range,       ///< cannot be held exactly, or is outside the declared bounds
  too_deep,
  schema_mismatch,    ///< the arguments of a tool that is known only at run time do not keep to its schema
  budget_spent,
  capability_missing,
  skill_condition,
  policy,             ///< a check of the user's objected
  check_failed,       ///< a check threw or could not be evaluated
  rules_unavailable,  ///< the store of rules could not be reached
  advice,             ///< a steering guard skipped the call
  guard_failed,
  approval_denied,
  approval_missing,   ///< nobody answered
  approval_failed,    ///< the approver threw, or its decision was for another call
  tool_error,         ///< the tool reported a failure of its own
  permanent_error,    ///< the same, and a repeat cannot help
  not_applied,        ///< the tool failed before it had any effect
  exception,          ///< anything else came out of the tool
  stop_requested,
  result_lost,        ///< the tool ran, but its result could not be stored
  deadline,           ///< the time of the attempt, the call or the batch was over
  abandoned,          ///< the same, or a stop, and the tool may still be running: it did not end when it was asked to
  overloaded,         ///< a limit of rate or number was reached, so the tool was not run
  breaker_open,       ///< the tool failed too often of late and is not tried at the moment
};

/// What a phase did to a call, for the trace.
enum class phase_action : std::uint8_t {
  decoded,
  adjusted,     ///< decoded after a documented repair: an unwrapped string, a quoted number
  rejected,     ///< bad arguments or unknown tool
  admitted,
  blocked,
  unavailable,
  skipped,
  guard_failed,
  attempted,
  retried,
  emitted,      ///< one progress value
  succeeded,
  failed,
  cancelled,
};

/// How a whole execution ended.
enum class execution_status : std::uint8_t {
  completed,  ///< every call went through the lifecycle
  cancelled,  ///< every call is answered, some of them `cancelled`
  no_room,    ///< nothing has run: there was no memory, or no capacity, for all outcomes
};

/// Whether a tool can be repeated. `once` is the default.
enum class tool_effect : std::uint8_t { read_only, idempotent, once };

[[nodiscard]] constexpr std::string_view to_text(outcome_kind value) noexcept {
  constexpr std::string_view texts[] = {"succeeded", "unknown tool", "bad arguments", "refused",
                                        "failed",    "timed out",    "cancelled",     "outcome unknown"};
  return texts[static_cast<std::uint8_t>(value)];
}

[[nodiscard]] constexpr std::string_view to_text(call_phase value) noexcept {
  constexpr std::string_view texts[] = {"binding",  "decoding", "preconditions", "steering",
                                        "dispatch", "result",   "termination"};
  return texts[static_cast<std::uint8_t>(value)];
}

[[nodiscard]] constexpr std::string_view to_text(outcome_reason value) noexcept {
  constexpr std::string_view texts[] = {
      "none",           "unknown tool",     "output limit",   "invalid JSON",       "not an object",
      "duplicate member", "unknown member", "missing member", "wrong type",         "out of range",
      "too deep",       "schema mismatch",  "budget spent",   "capability missing", "skill condition", "policy",
      "check failed",   "rules unavailable", "advice",        "guard failed",       "approval denied",
      "approval missing", "approval failed", "tool error",    "permanent error",    "not applied",
      "exception",      "stop requested",   "result lost",    "deadline",           "abandoned",
      "overloaded",     "breaker open"};
  return texts[static_cast<std::uint16_t>(value)];
}

[[nodiscard]] constexpr std::string_view to_text(phase_action value) noexcept {
  constexpr std::string_view texts[] = {"decoded", "adjusted",     "rejected",  "admitted", "blocked",
                                        "unavailable", "skipped",  "guard failed", "attempted", "retried",
                                        "emitted", "succeeded",    "failed",    "cancelled"};
  return texts[static_cast<std::uint8_t>(value)];
}

[[nodiscard]] constexpr std::string_view to_text(execution_status value) noexcept {
  constexpr std::string_view texts[] = {"completed", "cancelled", "no room"};
  return texts[static_cast<std::uint8_t>(value)];
}

[[nodiscard]] constexpr std::string_view to_text(tool_effect value) noexcept {
  constexpr std::string_view texts[] = {"read only", "idempotent", "once"};
  return texts[static_cast<std::uint8_t>(value)];
}
/// The effect of that text, also with `_` in place of the blank. What is not known counts as `once`: it may do harm, and is not
/// repeated.
[[nodiscard]] constexpr tool_effect to_effect(std::string_view text) noexcept {
  if (text == "read only" || text == "read_only") return tool_effect::read_only;
  return text == "idempotent" ? tool_effect::idempotent : tool_effect::once;
}

}  // namespace tacet
