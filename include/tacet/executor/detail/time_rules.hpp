// SPDX-License-Identifier: MIT
// Which tool of an executor cannot keep its time: told of none, or too late in the worst case.
#pragma once

#include <tacet/executor/worst_case.hpp>
#include <tacet/phase/time_limits.hpp>

#include <cstdint>
#include <type_traits>

namespace tacet::detail {

// The first tool that has a timeout and no context in which to be told of it, or void. A tool without a context would
// run beyond it, and this flow has no other thread to answer from.
template <class Limits, class... T> struct first_deaf { using type = void; };
template <class Limits, class First, class... Rest> struct first_deaf<Limits, First, Rest...> {
  static constexpr bool limited = First::timeout.count > 0 || Limits::attempt.count > 0;
  using type = typename std::conditional_t<limited && !First::shape::takes_context, std::type_identity<First>,
                                           first_deaf<Limits, Rest...>>::type;
};

// Whether the worst case of a tool is within the deadline, as far as it is known: of a tool without a timeout the waits, by a
// schedule that is known only at run time one attempt.
template <class Tool, class Retries, class Limits> struct worst_of {
  static constexpr worst_case_values values = worst_case_of_tool<Tool, Retries, Limits>();
  static constexpr bool is_scheduled = schedule_part_of<Tool, Retries>::most_attempts != 0;
  static constexpr std::int64_t attempt = attempt_limit_of<Tool, Limits>;
  static constexpr std::int64_t known = !is_scheduled ? attempt : attempt != 0 ? values.time.count() : values.delay.count();
  static constexpr bool fits = Limits::call.count == 0 || known <= Limits::call.count;
  using worst_ms = rule::worst_case_ms<known / 1'000'000 + (known % 1'000'000 != 0)>;
};
template <class Retries, class Limits, class... T> struct first_late { using type = void; };
template <class Retries, class Limits, class First, class... Rest> struct first_late<Retries, Limits, First, Rest...> {
  using type = typename std::conditional_t<worst_of<First, Retries, Limits>::fits, first_late<Retries, Limits, Rest...>,
                                           std::type_identity<First>>::type;
};

/// What the rules about time are asked about, of tools and parts that are whole otherwise.
template <bool Whole, class Tools, class Retries, class Limits> struct time_rules {
  using deaf = void;
  using late = void;
};
template <template <class...> class Tools, class... T, class Retries, class Limits>
struct time_rules<true, Tools<T...>, Retries, Limits> {
  // Looked for only where there may be one: each step of a search names all tools that are left.
  static constexpr bool any_timed = Limits::attempt.count > 0 || (... || (T::timeout.count > 0));
  using deaf = typename std::conditional_t<any_timed, first_deaf<Limits, T...>, std::type_identity<void>>::type;
  using late = typename std::conditional_t<(Limits::call.count > 0), first_late<Retries, Limits, T...>, std::type_identity<void>>::type;
};

// The names in the errors.
template <class Tool> struct function_of { using type = typename Tool::function_type; };
template <> struct function_of<void> { using type = void; };
template <class Tool, class Retries, class Limits> struct late_tool {
  using function_type = typename Tool::function_type;
  using worst = typename worst_of<Tool, Retries, Limits>::worst_ms;
};
template <class Retries, class Limits> struct late_tool<void, Retries, Limits> {
  using function_type = void;
  using worst = void;
};

}  // namespace tacet::detail
