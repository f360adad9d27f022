// SPDX-License-Identifier: MIT
// One intermediate value of a tool that is still running.
#pragma once

#include <tacet/values/value_view.hpp>

#include <cstddef>
#include <string_view>

namespace tacet {

/// Valid while the sink runs. `sequence` counts from 0 anew with each attempt.
struct tool_progress {
  std::string_view call_id{};
  std::string_view tool_name{};
  std::size_t sequence = 0;
  value_view payload{};
  int attempt = 1;
};

}  // namespace tacet
