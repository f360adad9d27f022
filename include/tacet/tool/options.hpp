// SPDX-License-Identifier: MIT
// What is said about a tool beside its name and function, each as an empty object.
#pragma once

#include <tacet/text/text_literal.hpp>
#include <tacet/values/tool_descriptor.hpp>

#include <cstdint>

namespace tacet {

namespace detail {
struct tool_option {};
struct retry_option {};
template <text_literal Text> struct described : tool_option {
  static constexpr auto text = Text;
};
template <tool_effect Effect> struct effect_option : tool_option {
  static constexpr tool_effect effect = Effect;
};
template <std::uint32_t Calls> struct call_limit : tool_option {
  static constexpr std::uint32_t calls = Calls;
};
template <class Capability> struct needs : tool_option {
  using needed = Capability;
};
struct unknown_members_allowed : tool_option {
  static constexpr bool open = true;
};
struct streamed : tool_option {
  static constexpr bool stream = true;
};
}  // namespace detail

/// What the model reads about the tool.
template <text_literal Text> inline constexpr detail::described<Text> describe{};

/// The tool changes nothing: it may be repeated, and run beside others.
inline constexpr detail::effect_option<tool_effect::read_only> read_only{};
/// The tool may be repeated with the same arguments to the same effect.
inline constexpr detail::effect_option<tool_effect::idempotent> idempotent{};
/// A repeat would have the effect twice. This is the default.
inline constexpr detail::effect_option<tool_effect::once> once{};

/// At most so many calls per invocation, when the executor has a `call_budget`; 0 means none.
template <std::uint32_t Calls> inline constexpr detail::call_limit<Calls> max_calls{};

/// The tool needs a capability, named by a type.
template <class Capability> inline constexpr detail::needs<Capability> requires_{};

/// Members of the arguments that the struct does not have are passed over instead of refused.
inline constexpr detail::unknown_members_allowed allow_unknown_members{};

/// The range that the tool returns is a sequence of progress values, of which the last is the result, also where
/// it would otherwise count as a value (a container).
inline constexpr detail::streamed streams{};

}  // namespace tacet
