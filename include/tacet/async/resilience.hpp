// SPDX-License-Identifier: MIT
// Policies against failing and overloaded tools as one part, written in the order in which they surround the tool.
#pragma once

// First, so that the error that it words stands close to the user's file.
#include <tacet/rule/executor_rules.hpp>

#include <tacet/async/circuit_breaker.hpp>
#include <tacet/async/concurrency_limit.hpp>
#include <tacet/async/rate_limit.hpp>
#include <tacet/async/time_limits.hpp>
#include <tacet/phase/family.hpp>
#include <tacet/phase/retries.hpp>
#include <tacet/phase/time_limits.hpp>

#include <chrono>
#include <type_traits>

namespace tacet {

namespace detail {

// From the outermost to the innermost; 0 is no place in a stack.
template <class Family> inline constexpr int place_in_stack = 0;
template <> inline constexpr int place_in_stack<families::rate_limit> = 1;
template <> inline constexpr int place_in_stack<families::concurrency_limit> = 2;
template <> inline constexpr int place_in_stack<families::deadline> = 3;
template <> inline constexpr int place_in_stack<families::retries> = 4;
template <> inline constexpr int place_in_stack<families::circuit_breaker> = 5;
template <> inline constexpr int place_in_stack<families::attempt_timeout> = 6;
template <class P> consteval int place_of_policy() {
  if constexpr (has_family<P>) return place_in_stack<typename P::family>;
  else return 0;
}

// The first two neighbours that stand in a wrong order, or void.
template <class... P> struct first_disorder {
  using outer = void;
  using inner = void;
};
template <class First, class Second, class... Rest> struct first_disorder<First, Second, Rest...> {
  static constexpr bool wrong = place_of_policy<First>() == 0 || place_of_policy<Second>() == 0 ||
                                place_of_policy<First>() >= place_of_policy<Second>();
  using next = first_disorder<Second, Rest...>;
  using outer = std::conditional_t<wrong, First, typename next::outer>;
  using inner = std::conditional_t<wrong, Second, typename next::inner>;
};

}  // namespace detail

/// A part of an `async_executor` that stands for its policies, written from the outermost to the innermost:
/// `resilience<rate_limit<...>, total_timeout<30s>, retries<...>, circuit_breaker<...>, attempt_timeout<10s>>{}`. Each may be
/// left out. The order is that in which they act in any case; a stack that is written in another one does not compile, since
/// whoever wrote it meant something else.
template <class... Policy> struct resilience {
  using family = families::resilience;
  using disorder = detail::first_disorder<Policy...>;
  static constexpr bool valid = std::is_void_v<typename disorder::outer>;
  static_assert(rule::resilience_stands_in_order<typename disorder::outer, typename disorder::inner, valid>());
};

/// The stack of .NET's standard resilience handler (Microsoft.Extensions.Http.Resilience, `AddStandardResilienceHandler`): at
/// most 1,000 calls at once and none that wait, 30 s for a call, three repeats after about 2, 4 and 8 s with jitter that heed
/// Retry-After, a breaker that opens for 5 s when a tenth of at least 100 attempts within 30 s failed, and 10 s for an attempt.
/// Tools that run `once` are repeated only after `not_applied`, here too.
using standard_resilience =
    resilience<concurrency_limit<1000, 0>, total_timeout<std::chrono::seconds(30)>,
               retries<retry_schedule{.max_attempts = 4, .backoff = std::chrono::seconds(2), .jitter = 0.5, .heeds_retry_after = true}>,
               circuit_breaker<>, attempt_timeout<std::chrono::seconds(10)>>;

}  // namespace tacet
