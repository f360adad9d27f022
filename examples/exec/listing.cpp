// SPDX-License-Identifier: MIT
// The tools of an executor as JSON lines, for people and scripts.
#include "listing.hpp"

#include <tacet/json/encode.hpp>
#include <tacet/values/value_view.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>

namespace exec {

namespace {

struct tool_line {
  std::string_view name;
  std::string_view description;
  std::string_view effect;
  std::optional<std::int64_t> timeout_ms;
  std::optional<std::uint32_t> max_calls;
  std::optional<std::string_view> capability;
  tacet::json::raw_value input_schema;
};

std::string_view word(tacet::tool_effect effect) {
  switch (effect) {
    case tacet::tool_effect::read_only:
      return "read_only";
    case tacet::tool_effect::idempotent:
      return "idempotent";
    default:
      return "once";
  }
}

std::optional<std::int64_t> time_of(const tacet::tool_descriptor& tool, const attempt_times& times) {
  std::optional<std::chrono::milliseconds> time = times.attempt;
  if (tool.timeout.has_value()) time = std::chrono::duration_cast<std::chrono::milliseconds>(*tool.timeout);
  if (times.call.has_value()) time = std::min(time.value_or(*times.call), *times.call);
  return time.has_value() ? std::optional<std::int64_t>(time->count()) : std::nullopt;
}

// A schema may be written over several lines, and blanks between its parts say nothing; strings have no line
// breaks.
std::string in_one_line(std::string_view json) {
  std::string line(json);
  for (char& c : line)
    if (c == '\n' || c == '\r') c = ' ';
  return line;
}

}  // namespace

std::string listing(std::span<const tacet::tool_descriptor> tools, const attempt_times& times) {
  std::string all;
  for (const tacet::tool_descriptor& one : tools) {
    const std::string schema = in_one_line(one.input_schema);
    tool_line line{one.name, one.description, word(one.effect), {}, one.max_calls_per_invocation,
                   {},       {schema}};
    line.timeout_ms = time_of(one, times);
    if (one.required_capability != nullptr) line.capability = one.required_capability->name;
    if (!all.empty()) all += '\n';
    all += tacet::value_view::written(line).text();
  }
  return all;
}

}  // namespace exec
