// SPDX-License-Identifier: MIT
// The executor of exec for --tools: programs as tools, under the limits of --config.
#pragma once

#include "options.hpp"
#include "support/progress_line.hpp"

#include <tacet/erased/any_executor.hpp>

#include <optional>
#include <string>
#include <vector>

namespace exec {

struct command_tools {
  std::optional<tacet::any_executor> executor{};  ///< empty when there are complaints
  std::vector<std::string> offered{};     ///< the names that providers take, in the order of the tools
  std::vector<std::string> complaints{};  ///< a line each: file, place, what is wrong
};

/// Keeps a reference to `bar`.
[[nodiscard]] command_tools make_command_tools(const options& options, const support::progress_line& bar);

}  // namespace exec
