// SPDX-License-Identifier: MIT
// The file of --tools: programs as tools, read strictly and with all faults at once.
#pragma once

#include <tacet/dynamic/command.hpp>
#include <tacet/dynamic/pointed_fault.hpp>
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
  std::vector<tacet::pointed_fault> faults{};
};

inline constexpr std::size_t most_tools_bytes = std::size_t{4} << 20;

/// `folder` is absolute: a program that is named with a slash, and a working directory, are relative to it.
/// Never throws for what the text says. Whether the schemas can be compiled and the names differ is for the
/// registry to say.
[[nodiscard]] tools_file read_tools(std::string_view text, const std::filesystem::path& folder);

/// Adds all to `registry`, and gives the faults of the file and of the schemas, with pointers into the file.
/// A tool without a timeout of its own has `otherwise`.
[[nodiscard]] std::vector<tacet::pointed_fault> register_tools(
    tools_file file, tacet::tool_registry& registry, std::optional<std::chrono::milliseconds> otherwise);

}  // namespace exec
