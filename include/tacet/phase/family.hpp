// SPDX-License-Identifier: MIT
// The families of parts an executor is composed of, and how a part is found by its family.
#pragma once

namespace tacet {

/// Each part of an executor names its family as `using family = families::...`. A family stands at most once.
namespace families {
struct tools {};
struct preconditions {};
struct steering {};
struct approval {};
struct retries {};
struct attempt_timeout {};
struct deadline {};
struct progress {};
struct trace {};
struct failure_text {};
struct diagnostics {};
struct names {};
struct added_tools {};
struct results {};
// Of the asynchronous flow alone.
struct asynchronous {};
struct clock : asynchronous {};
struct workers : asynchronous {};
struct plan : asynchronous {};
struct batch_timeout : asynchronous {};
struct approval_timeout : asynchronous {};
struct late_results : asynchronous {};
struct rate_limit : asynchronous {};
struct concurrency_limit : asynchronous {};
struct circuit_breaker : asynchronous {};
struct resilience : asynchronous {};
}  // namespace families

namespace detail {
// Whether a part kept the rules that were asked where it was made.
template <class P> consteval bool kept_its_rules() {
  if constexpr (requires { P::valid; }) return P::valid;
  else return true;
}
}  // namespace detail

/// A type that names its family.
template <class P>
concept has_family = requires { typename P::family; };

}  // namespace tacet
