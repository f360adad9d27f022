// SPDX-License-Identifier: MIT
// The executor of exec for --tools: programs as tools, under the limits of --config.
#pragma once

#include "listing.hpp"
#include "options.hpp"
#include "support/progress_line.hpp"

#include <tacet/erased/any_executor.hpp>
#include <tacet/values/tool_descriptor.hpp>

#include <optional>
#include <string>
#include <vector>

namespace exec {

struct command_tools {
  std::optional<tacet::any_executor> executor{};  ///< empty when there are complaints
  std::vector<tacet::tool_descriptor> offered{};  ///< those that the configuration lets run
  attempt_times times{};
  std::vector<std::string> complaints{};  ///< a line each: file, place, what is wrong
  std::vector<std::string> notes{};       ///< the same of what is only worth a look
};

/// Keeps a reference to `bar`.
[[nodiscard]] command_tools make_command_tools(const options& options, const support::progress_line& bar);

}  // namespace exec
