// SPDX-License-Identifier: MIT
// The single result of one call, whatever produced it.
#pragma once

#include <tacet/values/value_view.hpp>
#include <tacet/values/vocabulary.hpp>

#include <cstdint>
#include <string_view>

namespace tacet {

/// What the model is answered with, and what a program needs to know beyond that. The views borrow from the
/// reply (`call_id`, `name`) and from the report (`content`, `value`).
struct tool_outcome {
  std::string_view call_id{};
  std::string_view name{};
  std::string_view content{};     ///< the text for the model
  value_view value{};             ///< the tool's own result, when it returned one
  std::uint32_t position = 0;     ///< of the call in its batch
  int attempts = 0;               ///< 0 if the tool never ran
  outcome_kind kind = outcome_kind::succeeded;
  call_phase phase = call_phase::dispatch;  ///< who answered
  outcome_reason reason = outcome_reason::none;
  bool is_error = false;
  bool undetermined = false;      ///< admitted although some rules could not be reached
  bool guard_failed = false;      ///< admitted although the steering guard threw
  bool adjusted = false;          ///< the arguments were repaired in a documented way before any check saw them
};

}  // namespace tacet
