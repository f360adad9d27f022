// SPDX-License-Identifier: MIT
// What is said about a tool beside its name and function, each as an empty object.
#pragma once

#include <tacet/text/text_literal.hpp>
#include <tacet/tool/duration.hpp>
#include <tacet/values/tool_descriptor.hpp>

#include <cstdint>

namespace tacet {

namespace detail {
// What the options of a tool say, gathered by calling each.
struct tool_facts {
  tool_descriptor about{};
  bool open = false;
  bool streams = false;
  bool blocks = false;
};

// An option is empty and has a `kind`, one of these, and `tell`. Bits, so that the kinds of several are one number: no
// template is made for finding one.
enum option_kind : unsigned {
  says_description = 1,
  says_effect = 2,
  says_call_limit = 4,
  says_timeout = 8,
  says_capability = 16,
  says_open = 32,
  says_streams = 64,
  says_retries = 128,
  says_blocking = 256,
  says_conflicts = 512,
  says_hedge = 1024,
};

template <text_literal Text> struct described {
  static constexpr unsigned kind = says_description;
  static constexpr void tell(tool_facts& facts) { facts.about.description = Text.view(); }
};
template <tool_effect Effect> struct effect_option {
  static constexpr unsigned kind = says_effect;
  static constexpr void tell(tool_facts& facts) { facts.about.effect = Effect; }
};
template <std::uint32_t Calls> struct call_limit {
  static constexpr unsigned kind = says_call_limit;
  static constexpr void tell(tool_facts& facts) { facts.about.max_calls_per_invocation = Calls; }
};
template <duration Limit> struct time_limit {
  static constexpr unsigned kind = says_timeout;
  static constexpr void tell(tool_facts& facts) { facts.about.timeout = Limit; }
};
template <class Capability> struct needs {
  static constexpr unsigned kind = says_capability;
  using type = Capability;
  static constexpr void tell(tool_facts& facts) { facts.about.required_capability = &capability<Capability>; }
};
struct unknown_members_allowed {
  static constexpr unsigned kind = says_open;
  static constexpr void tell(tool_facts& facts) { facts.open = true; }
};
struct streamed {
  static constexpr unsigned kind = says_streams;
  static constexpr void tell(tool_facts& facts) { facts.streams = true; }
};

template <duration After> struct hedged_after {
  static constexpr unsigned kind = says_hedge;
  static constexpr void tell(tool_facts& facts) { facts.about.hedge_after = After; }
};
struct blocked {
  static constexpr unsigned kind = says_blocking;
  static constexpr void tell(tool_facts& facts) { facts.blocks = true; }
};
template <auto Projection> struct conflict_projection {
  static constexpr unsigned kind = says_conflicts;
  static constexpr auto projection = Projection;
  static constexpr void tell(tool_facts&) {}  // it is looked for by its type
};

template <class O>
concept tool_option = requires(tool_facts& facts) { O::kind, O::tell(facts); };
template <tool_option... O> inline constexpr unsigned kinds_of = (0U | ... | O::kind);
// Different bits add up to what they are together.
template <tool_option... O> inline constexpr bool options_differ = (0U + ... + O::kind) == kinds_of<O...>;
template <class... O> consteval tool_facts facts_of() {
  tool_facts facts;
  (O::tell(facts), ...);
  return facts;
}
// The option of a kind that there is.
template <unsigned Kind, class First, class... Rest> struct option_of : option_of<Kind, Rest...> {};
template <unsigned Kind, class First, class... Rest>
  requires(First::kind == Kind)
struct option_of<Kind, First, Rest...> { using type = First; };
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

/// Each attempt gets this long, which stands instead of the executor's `attempt_timeout`. The synchronous executor ends
/// no tool: it tells it by `tool_context::deadline()`, so the tool must take a context.
template <duration Limit> inline constexpr detail::time_limit<Limit> timeout{};

/// The tool needs a capability, named by a type.
template <class Capability> inline constexpr detail::needs<Capability> requires_{};

/// Members of the arguments that the struct does not have are passed over instead of refused.
inline constexpr detail::unknown_members_allowed allow_unknown_members{};

/// The range that the tool returns is a sequence of progress values, of which the last is the result, also where
/// it would otherwise count as a value (a container).
inline constexpr detail::streamed streams{};

/// The tool blocks its thread: an `async_executor` runs it on its `worker_pool`. A `tool_executor` runs it as any other.
inline constexpr detail::blocked blocking{};

/// When an attempt has no answer after this long, a second one is begun beside it; the first answer is taken and the other
/// attempt asked to end. At most once for a call; it counts as an attempt. For tools that return an awaitable and may be
/// repeated.
template <duration After> inline constexpr detail::hedged_after<After> hedge{};

/// Where calls may overlap, a call conflicts only with calls whose key is equal: a member of the argument struct
/// (`conflicts_on<&transfer::account>`) or a callable on it, giving text, a number, an enumerator or an optional of one. Keys of
/// different tools are compared too, by their text; an empty optional conflicts with every key. Without this option a tool
/// conflicts with everything, except that two `read_only` tools never conflict.
template <auto Projection> inline constexpr detail::conflict_projection<Projection> conflicts_on{};

}  // namespace tacet
