// SPDX-License-Identifier: MIT
// Finds what in the result of a tool cannot be written as JSON, before anything is written.
#pragma once

#include <tacet/json/encode.hpp>
#include <tacet/std/ranges.hpp>
#include <tacet/tool/sequence.hpp>
#include <tacet/tool/tool_result.hpp>

#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

namespace tacet::rule {

namespace detail {

// The first type that cannot be written, or void. As a type, for the same reason as the rules of arguments.
template <class T> struct unwritten {
  using type = T;
};
using all_written = unwritten<void>;
constexpr all_written operator|(all_written, all_written) { return {}; }
template <class T> constexpr unwritten<T> operator|(all_written, unwritten<T>) { return {}; }
template <class T, class Second> constexpr unwritten<T> operator|(unwritten<T>, Second) { return {}; }

template <class T, class... Outer> constexpr auto look_at_value();

template <class... Outer, class... A> constexpr auto look_at_held(const std::variant<A...>*) {
  return (all_written{} | ... | look_at_value<A, Outer...>());
}
template <class... Outer, class... M> constexpr auto look_at_written(reflect::type_list<M...>) {
  return (all_written{} | ... | look_at_value<std::remove_const_t<M>, Outer...>());
}

template <class T> constexpr bool can_be_taken_apart() {
  if constexpr (reflect::hana_structure<T>) return true;
  else if constexpr (!reflect::default_made<T>) return false;
  else if constexpr (reflect::has_base<T> || reflect::has_c_array<T>) return false;
  else return reflect::member_count<T> <= reflect::most_members;
}

// In the order in which json::append_value decides what a value is.
template <class T, class... Outer> constexpr auto look_at_value() {
  if constexpr ((std::is_same_v<T, Outer> || ...)) return all_written{};  // a value may hold others of its type
  else if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T> || std::is_same_v<T, json::raw_value> ||
                     std::is_same_v<T, std::monostate> || std::is_convertible_v<const T&, std::string_view>)
    return all_written{};
  else if constexpr (reflect::is_optional<T>)
    return look_at_value<std::remove_const_t<typename T::value_type>, Outer...>();
  else if constexpr (requires(const T& t) { t.count(); typename T::period; })
    return look_at_value<std::remove_cvref_t<decltype(std::declval<const T&>().count())>, Outer...>();
  else if constexpr (requires(const T& t) { t.index(); t.valueless_by_exception(); }) {
    if constexpr (requires { look_at_held<Outer...>(static_cast<const T*>(nullptr)); })
      return look_at_held<Outer...>(static_cast<const T*>(nullptr));
    else return all_written{};
  } else if constexpr (json::detail::mapping<T>) {
    if constexpr (!std::is_convertible_v<const typename T::key_type&, std::string_view>) return unwritten<T>{};
    else return look_at_value<std::remove_const_t<typename T::mapped_type>, T, Outer...>();
  } else if constexpr (std::ranges::input_range<const T>) {
    using element = std::remove_cvref_t<std::ranges::range_reference_t<const T>>;
    // A path is a range of paths, without an end.
    if constexpr (std::is_same_v<element, T>) return unwritten<T>{};
    else return look_at_value<element, T, Outer...>();
  } else if constexpr (reflect::structure<T>) {
    if constexpr (can_be_taken_apart<T>()) return look_at_written<T, Outer...>(reflect::member_types<T>{});
    else return unwritten<T>{};
  } else return unwritten<T>{};
}

// (Not in the function: clang 14 crashes on a <ranges> that is included after that.)
template <class Expected> using held_by = decltype(*std::declval<Expected&>());

// What a tool returns is a value, perhaps within an expected, or the last of a sequence.
template <class R, bool Streams> constexpr auto look_at_result() {
  using held = std::remove_cvref_t<R>;
  if constexpr (std::is_void_v<held>) return all_written{};
  else if constexpr (!reflect::is_optional<held> && expected_like<held>) {
    if constexpr (requires(held& result) { *result; })
      return look_at_result<held_by<held>, Streams>();
    else return all_written{};
  } else if constexpr (lazy_sequence<held> || (Streams && std::ranges::input_range<held>))
    return look_at_value<std::ranges::range_value_t<held>>();
  else return look_at_value<held>();
}

}  // namespace detail

/// The first type in a value that cannot be written as JSON; void when all of it can.
template <class T> using unwritten_value = typename decltype(detail::look_at_value<T>())::type;

/// The first type in what a tool returns that cannot be written as JSON; void when all of it can. A result is void, a
/// value, an expected of one, or a sequence of them: any range where the tool `Streams`.
template <class Result, bool Streams = false>
using unwritten_result = typename decltype(detail::look_at_result<Result, Streams>())::type;

}  // namespace tacet::rule
