// SPDX-License-Identifier: MIT
// Sorts the parts of an asynchronous executor, given in any order, into one of each family.
#pragma once

#include <tacet/async/detail/async_parts.hpp>
#include <tacet/async/resilience.hpp>
#include <tacet/executor/composition.hpp>
#include <tacet/executor/worst_case.hpp>

#include <type_traits>

namespace tacet::detail {

// The parts with the policies of a resilience stack in place of the stack.
template <class... P> struct part_list {};
template <class A, class B> struct joined_lists;
template <class... A, class... B> struct joined_lists<part_list<A...>, part_list<B...>> { using type = part_list<A..., B...>; };
template <class P> struct unstacked { using type = part_list<P>; };
template <class... P> struct unstacked<resilience<P...>> { using type = part_list<P...>; };
template <class... P> struct flat_list { using type = part_list<>; };
template <class First, class... Rest> struct flat_list<First, Rest...> {
  using type = typename joined_lists<typename unstacked<First>::type, typename flat_list<Rest...>::type>::type;
};

// The first tool that has a timeout and no way to be ended or left at it, or void.
template <class Limits, bool Workers, class... T> struct first_deaf_async { using type = void; };
template <class Limits, bool Workers, class First, class... Rest> struct first_deaf_async<Limits, Workers, First, Rest...> {
  static constexpr bool limited = First::timeout.count > 0 || Limits::attempt.count > 0;
  static constexpr bool hears = First::shape::takes_context || First::waits || (First::blocks && Workers);
  using type = typename std::conditional_t<limited && !hears, std::type_identity<First>, first_deaf_async<Limits, Workers, Rest...>>::type;
};
template <bool Workers, class... T> struct first_unserved { using type = void; };
template <bool Workers, class First, class... Rest> struct first_unserved<Workers, First, Rest...> {
  using type = typename std::conditional_t<First::blocks && !Workers, std::type_identity<First>, first_unserved<Workers, Rest...>>::type;
};

template <bool Whole, class Tools, class Retries, class Attempt, class Call, bool Workers> struct async_tool_rules {
  using limits = time_limits<Attempt, Call>;
  using deaf = void;
  using unserved = void;
  using late = void;
  static constexpr bool can_overlap = true;
};
template <class... T, class Retries, class Attempt, class Call, bool Workers>
struct async_tool_rules<true, tools<T...>, Retries, Attempt, Call, Workers> {
  using limits = time_limits<Attempt, std::conditional_t<cuts_at_limit<Call>, no_deadline, Call>>;
  static constexpr bool can_overlap = (... || (T::effect == tool_effect::read_only || !std::is_same_v<typename T::conflict_key, nothing>));
  using deaf = typename first_deaf_async<limits, Workers, T...>::type;
  using unserved = typename first_unserved<Workers, T...>::type;
  using late = typename std::conditional_t<(limits::call.count > 0), first_late<Retries, limits, T...>, std::type_identity<void>>::type;
};

/// What the rules about the parts of an asynchronous executor are asked about; the parts are unstacked.
template <class... P> struct async_rules {
  using alien = typename first_alien<P...>::type;
  using repeated = typename first_repeated<P...>::type;
  using tools_type = typename pick_part<families::tools, tools<>, P...>::type;
  static constexpr bool known = std::is_void_v<alien>;
  static constexpr bool single = std::is_void_v<repeated>;
  static constexpr bool typed = std::is_same_v<added_of<P...>, no_added_tools>;
  static constexpr bool equipped = tools_type::size > 0 || !typed;
  static constexpr bool whole = known && single && equipped && typed && (kept_its_rules<P>() && ...);
  using needy = typename needy_tool<whole, P...>::type;
  static constexpr bool granted = std::is_void_v<needy>;
  static constexpr bool has_workers = !std::is_same_v<typename pick_part<families::workers, no_workers, P...>::type, no_workers>;
  using retries = typename pick_part<families::retries, no_retries, P...>::type;
  using tool_rules = async_tool_rules<whole && granted, tools_type, retries,
                                      typename pick_part<families::attempt_timeout, no_attempt_timeout, P...>::type,
                                      typename pick_part<families::deadline, no_deadline, P...>::type, has_workers>;
  using limits = typename tool_rules::limits;
  using unserved = typename tool_rules::unserved;
  using deaf = std::conditional_t<std::is_void_v<unserved>, typename tool_rules::deaf, void>;
  using late = std::conditional_t<std::is_void_v<unserved> && std::is_void_v<deaf>, typename tool_rules::late, void>;
  using plan = typename pick_part<families::plan, in_sequence, P...>::type;
  static constexpr bool overlaps = plan::limit <= 1 || tool_rules::can_overlap || !std::is_void_v<unserved> || !std::is_void_v<deaf> ||
                                   !std::is_void_v<late>;
  static constexpr bool kept = whole && granted && overlaps && std::is_void_v<unserved> && std::is_void_v<deaf> && std::is_void_v<late>;
};

template <bool Kept, class List> struct async_composed_list;
template <bool Kept, class... P> struct async_composed_list<Kept, part_list<P...>>
    : composed_if<Kept && async_rules<P...>::kept, async_parts_of, P...> {
  using rules = async_rules<P...>;
};
/// From the parts to the types of an asynchronous executor.
template <class... P> struct async_composed : async_composed_list<(kept_its_rules<P>() && ...), typename flat_list<P...>::type> {};

}  // namespace tacet::detail
