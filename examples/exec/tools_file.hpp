// SPDX-License-Identifier: MIT
// The file of --tools: programs as tools, read strictly and with all faults at once.
#pragma once

#include <tacet/dynamic/command.hpp>
#include <tacet/dynamic/detail/config_faults.hpp>
#include <tacet/dynamic/tool_registry.hpp>

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

namespace exec {

struct file_tool {
  std::size_t place = 0;  ///< in the file
  tacet::dynamic_tool about{};
  tacet::command_spec command{};
};

struct tools_file {
  std::vector<file_tool> tools{};  ///< those that are objects, as far as they could be read
  tacet::detail::config_faults faults{};
};

inline constexpr std::size_t most_tools_bytes = std::size_t{4} << 20;

/// `folder` is absolute. Programs run in it unless they have a working directory of their own; that, and a
/// program that is named with a slash, are relative to it. Never throws for what the text says. Whether the
/// schemas can be compiled and the names differ is for the registry to say.
[[nodiscard]] tools_file read_tools(std::string_view text, const std::filesystem::path& folder);

/// Adds all to `registry`, and gives the faults of the file, of the schemas and of what is to be run, at most
/// about 100, with pointers into the file. A tool without a timeout of its own has `otherwise`.
[[nodiscard]] tacet::registration register_tools(tools_file file, tacet::tool_registry& registry,
                                                 std::optional<std::chrono::milliseconds> otherwise);

}  // namespace exec
