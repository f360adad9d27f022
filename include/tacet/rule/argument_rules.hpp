// SPDX-License-Identifier: MIT
// Asks the rules of an argument struct, from the outside in, before anything of it is instantiated.
#pragma once

#include <tacet/json/read_struct.hpp>
#include <tacet/rule/rules.hpp>

#include <array>
#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

namespace tacet::rule {

namespace detail {

template <class T> struct is_duration : std::false_type {};
template <class Rep, class Period> struct is_duration<std::chrono::duration<Rep, Period>> : std::true_type {
  using rep = Rep;
};
template <class T> struct is_std_array : std::false_type {};
template <class T, std::size_t N> struct is_std_array<std::array<T, N>> : std::true_type {};
template <class T> struct is_variant : std::false_type {};
template <class... A> struct is_variant<std::variant<A...>> : std::true_type {};

template <class T>
inline constexpr bool is_leaf = std::is_same_v<T, bool> || json::integer<T> || std::is_floating_point_v<T> ||
                                std::is_same_v<T, std::string> || std::is_same_v<T, std::string_view> ||
                                std::is_same_v<T, json::raw_value> || std::is_same_v<T, std::monostate>;

template <class T, class... Outer> consteval bool check_struct();

template <class T, class... Outer> consteval bool check_member();
template <class... Outer, class... A> consteval bool check_alternatives(const std::variant<A...>*) {
  return (check_member<A, Outer...>() && ...);
}

template <class T, class... Outer> consteval bool check_member() {
  if constexpr (is_leaf<T>) return true;
  else if constexpr (std::is_enum_v<T>) {
    constexpr bool known = reflect::enum_values<T>.size() != 0;
    return enumerators_are_known<T, known>() && known;
  } else if constexpr (reflect::is_optional<T>) return check_member<typename T::value_type, Outer...>();
  else if constexpr (is_duration<T>::value) return check_member<typename is_duration<T>::rep, Outer...>();
  else if constexpr (is_variant<T>::value) return check_alternatives<Outer...>(static_cast<const T*>(nullptr));
  else if constexpr (is_std_array<T>::value || json::growing_sequence<T>)
    return check_member<typename T::value_type, Outer...>();
  else if constexpr (json::string_map<T>) return check_member<typename T::mapped_type, Outer...>();
  else if constexpr (std::is_class_v<T> && reflect::structure<T>) return check_struct<T, Outer...>();
  else return member_is_readable<T, false>() && false;
}

template <class... Outer, class... M> consteval bool check_members(reflect::type_list<M...>) {
  return (check_member<M, Outer...>() && ...);
}

// Whether the bounds of a note can be checked on a member at all.
template <class M> constexpr bool note_fits(const member_note& note) {
  if constexpr (reflect::is_optional<M>) {
    return note_fits<typename M::value_type>(note);
  } else {
    constexpr bool number = (std::is_arithmetic_v<M> && !std::is_same_v<M, bool>) || is_duration<M>::value;
    constexpr bool sized = requires(const M& m) { m.size(); };
    const bool bounded = note.minimum.is != member_bound::form::absent || note.maximum.is != member_bound::form::absent;
    const bool measured = note.least != 0 || note.most != SIZE_MAX;
    return (number || !bounded) && (sized || !measured);
  }
}
template <class T, std::size_t... I, class... M>
consteval bool notes_fit(std::index_sequence<I...>, reflect::type_list<M...>) {
  return (note_fits<M>(reflect::member_notes<T>[I]) && ...);
}

template <class T, class... Outer> consteval bool check_struct() {
  if constexpr ((std::is_same_v<T, Outer> || ...)) {
    return arguments_are_finite<T, false>() && false;
  } else if constexpr (!reflect::hana_structure<T>) {
    if constexpr (!reflect::default_made<T>) return arguments_are_default_made<T, false>() && false;
    else if constexpr (reflect::has_base<T>) return arguments_have_no_base<T, false>() && false;
    else if constexpr (reflect::has_c_array<T>) return arguments_have_no_c_array<T, false>() && false;
    else if constexpr (reflect::member_count<T> > reflect::most_members) return arguments_are_few<T, false>() && false;
    else if constexpr (!reflect::notes_match<T>) return notes_name_members<T, false>() && false;
    else if constexpr (!notes_fit<T>(std::make_index_sequence<reflect::size_of<T>>{}, reflect::member_types<T>{}))
      return notes_fit_members<T, false>() && false;
    else return check_members<T, Outer...>(reflect::member_types<T>{});
  } else {
    if constexpr (!std::is_default_constructible_v<T>) return arguments_are_default_made<T, false>() && false;
    else if constexpr (reflect::size_of<T> > reflect::most_members) return arguments_are_few<T, false>() && false;
    else if constexpr (!reflect::notes_match<T>) return notes_name_members<T, false>() && false;
    else if constexpr (!notes_fit<T>(std::make_index_sequence<reflect::size_of<T>>{}, reflect::member_types<T>{}))
      return notes_fit_members<T, false>() && false;
    else return check_members<T, Outer...>(reflect::member_types<T>{});
  }
}

}  // namespace detail

/// Whether `T` can be the arguments of a tool. The first rule that is broken is an error.
template <class T> consteval bool check_arguments() {
  if constexpr (!std::is_class_v<T> || !reflect::structure<T>) return arguments_are_a_struct<T, false>() && false;
  else return detail::check_struct<T>();
}

/// Whether providers take `name`: OpenAI and Anthropic both document 1 to 64 characters of A-Z a-z 0-9 _ -.
[[nodiscard]] constexpr bool is_provider_name(std::string_view name) {
  if (name.empty() || name.size() > 64) return false;
  for (const char c : name) {
    const bool known = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
    if (!known) return false;
  }
  return true;
}

}  // namespace tacet::rule
