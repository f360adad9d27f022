// SPDX-License-Identifier: MIT
// The tools of an executor as JSON lines, for people and scripts.
#pragma once

#include <tacet/values/tool_descriptor.hpp>

#include <chrono>
#include <optional>
#include <span>
#include <string>

namespace exec {

/// What a configuration says of all tools: of an attempt at one without a time of its own, and of a whole
/// call.
struct attempt_times {
  std::optional<std::chrono::milliseconds> attempt{};
  std::optional<std::chrono::milliseconds> call{};
};

/// One object in a line for each, without a last line break; names are those that are called by, and the time
/// is the one that an attempt has.
[[nodiscard]] std::string listing(std::span<const tacet::tool_descriptor> tools,
                                  const attempt_times& times = {});

}  // namespace exec
