// SPDX-License-Identifier: MIT
// What the checks and the providers read about a tool.
#pragma once

#include <tacet/std/chrono.hpp>
#include <tacet/values/vocabulary.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <type_traits>

namespace tacet {

/// A capability as a value: its identity is its address, and its name is for messages. One that comes from a configuration or
/// a server, where there are no types, is known by its name alone.
struct capability_id {
  std::string_view name;
  bool by_name = false;
};

namespace detail {
template <class Capability> consteval std::string_view spelled_type() {
  std::string_view text{__PRETTY_FUNCTION__, sizeof(__PRETTY_FUNCTION__) - 1};
  text.remove_prefix(text.find("Capability = ") + 13);
  return text.substr(0, text.find_first_of(";]"));
}
}  // namespace detail

namespace detail {
/// Whether tools that are known only at run time stand beside these, to which checks are bound.
template <class Tools> inline constexpr bool has_added = requires { Tools::has_added; };
}  // namespace detail

/// The value of a capability type: any type, complete or not, that names something a tool needs.
template <class Capability> inline constexpr capability_id capability{detail::spelled_type<Capability>()};

/// A constant for typed tools.
struct tool_descriptor {
  std::string_view name{};
  std::string_view description{};
  std::string_view input_schema = R"({"type":"object","properties":{},"additionalProperties":false})";
  const capability_id* required_capability = nullptr;
  std::optional<std::uint32_t> max_calls_per_invocation{};  ///< empty: no limit; 0: none
  tool_effect effect = tool_effect::once;
  std::optional<std::chrono::nanoseconds> timeout{};
  std::optional<std::chrono::nanoseconds> hedge_after{};  ///< when a second attempt is begun beside the first
};

/// The descriptors of a catalogue, or of any range of descriptors, by name: what run-time checks read. The
/// first of two with the same name stands.
using descriptor_map = std::map<std::string_view, tool_descriptor>;
template <class Range> [[nodiscard]] descriptor_map descriptors_by_name(const Range& catalog) {
  descriptor_map all;
  if constexpr (requires { catalog.descriptors(); }) {
    for (const tool_descriptor& one : catalog.descriptors()) all.emplace(one.name, one);
  } else {
    for (const tool_descriptor& one : catalog) all.emplace(one.name, one);
  }
  return all;
}

}  // namespace tacet
