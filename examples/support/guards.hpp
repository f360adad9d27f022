// SPDX-License-Identifier: MIT
// What is asked before a file tool runs: a precondition that keeps paths inside the root, and advice.
#pragma once

#include "support/file_tools.hpp"
#include "support/workspace.hpp"

#include <tacet/tacet.hpp>

#include <cstddef>
#include <optional>
#include <string>

namespace support {

/// The path that a call names, or null when it names none. `known` says whether its arguments could be read
/// at all.
[[nodiscard]] inline const std::string* path_of(const tacet::pending_call& call, bool& known) {
  const auto optional = [](const auto& path) { return path.has_value() ? &*path : nullptr; };
  known = true;
  if (const auto* a = call.arguments_as<list_arguments>()) return optional(a->path);
  if (const auto* a = call.arguments_as<search_arguments>()) return optional(a->path);
  if (const auto* a = call.arguments_as<count_arguments>()) return optional(a->path);
  if (const auto* a = call.arguments_as<read_arguments>()) return &a->path;
  known = call.arguments_as<tacet::no_arguments>() != nullptr ||
          call.tool.required_capability != &tacet::capability<file_access>;
  return nullptr;
}

/// A precondition: a path that leads out of the root is refused before anything runs. A tool that reads
/// files, but whose arguments this check does not know, is refused too.
[[nodiscard]] inline auto inside_root(const workspace& files) {
  return tacet::precondition<"inside_root">(
      [&files](const tacet::pending_call& call) -> std::optional<tacet::precondition_verdict> {
        bool known = false;
        const std::string* const path = path_of(call, known);
        if (!known)
          return tacet::precondition_verdict::block("The call was refused: its path could not be checked.");
        if (path == nullptr) return std::nullopt;
        const place at = files.locate(*path);
        if (at.inside) return std::nullopt;
        return tacet::precondition_verdict::block("The call was refused: the path " + in_quotes(*path) +
                                                  " is not allowed, " + std::string(at.why) + ".");
      });
}

/// Advice: a large file is not read as a whole.
[[nodiscard]] inline auto spare_the_model(const workspace& files) {
  return tacet::steering_gate{[&files](const tacet::pending_call& call) -> std::optional<tacet::skip> {
    constexpr std::size_t large = 200000;
    const auto* const asked = call.arguments_as<read_arguments>();
    if (asked == nullptr || asked->first_line.has_value() || asked->line_count.has_value())
      return std::nullopt;
    if (!files.locate(asked->path).inside) return std::nullopt;
    std::size_t size = 0;
    try {
      size = files.size_of(asked->path);
    } catch (const tacet::tool_error&) {
      return std::nullopt;  // the tool says it better
    }
    if (size <= large) return std::nullopt;
    return tacet::skip{"The file has " + std::to_string(size) +
                           " bytes. Search it, or read a part: give first_line and line_count.",
                       false};
  }};
}

}  // namespace support
