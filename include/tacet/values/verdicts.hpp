// SPDX-License-Identifier: MIT
// The answers of checks, guards and the termination policy.
#pragma once

#include <tacet/values/message.hpp>
#include <tacet/values/vocabulary.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace tacet {

/// What a precondition objects. No objection is an empty optional of this.
struct precondition_verdict {
  bool admitted = false;
  message content{};
  outcome_reason reason = outcome_reason::policy;
  bool is_error = true;
  bool undetermined = false;

  /// The call is answered with `content` and does not run.
  [[nodiscard]] static precondition_verdict block(message content, outcome_reason reason = outcome_reason::policy,
                                                  bool is_error = true) noexcept {
    return {false, std::move(content), reason, is_error, false};
  }
  /// The store of rules could not be reached at all. This is no objection: later checks still run and may block.
  /// If none does, the call runs and its outcome is marked `undetermined`.
  [[nodiscard]] static precondition_verdict unavailable(
      outcome_reason reason = outcome_reason::rules_unavailable) noexcept {
    return {true, {}, reason, false, true};
  }
};

/// A steering guard's answer that the call is not to run.
struct skip {
  message content{};
  bool is_error = true;
};

/// The answer to a call that was not dispatched.
struct steering_result {
  std::string call_id{};
  std::string tool_name{};
  std::string content{};
  bool is_error = true;
  call_phase origin = call_phase::steering;
};

/// Why a tool loop ends.
enum class stop_reason : std::uint8_t {
  none,
  no_calls,       ///< the model asked for no more tools
  repetition,     ///< the loop repeats itself
  round_limit,
};

[[nodiscard]] constexpr std::string_view to_text(stop_reason value) noexcept {
  constexpr std::string_view texts[] = {"none", "no calls", "repetition", "round limit"};
  return texts[static_cast<std::uint8_t>(value)];
}

/// Whether the tool loop runs another hop.
struct termination_verdict {
  bool terminate = false;
  stop_reason reason = stop_reason::none;
  std::string detail{};
};

}  // namespace tacet
