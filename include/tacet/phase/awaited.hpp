// SPDX-License-Identifier: MIT
// What a callable gives in the end: its result, or what is waited for.
#pragma once

#include <type_traits>

namespace tacet::detail {

/// A result stands for itself. A layer that can wait specialises this for its awaitables, with `waits` true and the type of
/// what they give in the end.
template <class R> struct awaited {
  using type = R;
  static constexpr bool waits = false;
};
template <class R> using awaited_t = typename awaited<R>::type;
/// Whether the result must be waited for.
template <class R> inline constexpr bool waits = awaited<R>::waits;

/// Whether what a callable gives for these arguments must be waited for.
template <class F, class... A> inline constexpr bool call_waits = false;
template <class F, class... A>
  requires std::is_invocable_v<const F&, A...>
inline constexpr bool call_waits<F, A...> = waits<std::invoke_result_t<const F&, A...>>;

/// Whether a part or a tool says of itself that it is waited for.
template <class Part> inline constexpr bool part_waits = false;
template <class Part>
  requires requires { Part::waits; }
inline constexpr bool part_waits<Part> = Part::waits;

}  // namespace tacet::detail
