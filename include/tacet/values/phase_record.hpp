// SPDX-License-Identifier: MIT
// What one phase did to one call.
#pragma once

#include <tacet/values/vocabulary.hpp>

#include <cstdint>
#include <string_view>

namespace tacet {

/// One line of the trace.
struct phase_record {
  call_phase phase = call_phase::dispatch;
  std::string_view call_id{};
  phase_action action = phase_action::admitted;
  std::string_view detail{};
  std::string_view tool_name{};
  std::uint32_t position = 0;  ///< of the call in its batch: ids may be empty or repeated
};

}  // namespace tacet
