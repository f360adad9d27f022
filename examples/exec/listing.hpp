// SPDX-License-Identifier: MIT
// The tools of an executor as JSON lines, for people and scripts.
#pragma once

#include <tacet/values/tool_descriptor.hpp>

#include <span>
#include <string>

namespace exec {

/// One object in a line for each, without a last line break; names are those that are called by.
[[nodiscard]] std::string listing(std::span<const tacet::tool_descriptor> tools);

}  // namespace exec
