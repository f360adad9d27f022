// SPDX-License-Identifier: MIT
// Asks the rules of an argument struct, from the outside in, before anything of it is instantiated.
#pragma once

#include <tacet/json/read_struct.hpp>
#include <tacet/rule/rules.hpp>
#include <tacet/std/chrono.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

namespace tacet::rule {

/// Which rule an argument struct breaks.
enum class argument_rule : std::uint8_t {
  none,
  is_a_struct,
  is_default_made,
  has_no_base,
  has_no_c_array,
  is_small,
  is_finite,
  notes_are_notes,
  notes_name_members,
  notes_fit_members,
  notes_leave_a_value,
  member_is_readable,
  enumerators_are_known,
};

namespace detail {

// What came of looking at a type: the first rule that is broken and the type that breaks it. As a type, so that
// whoever asks the rules can do so in one step.
template <argument_rule Rule, class T> struct finding {
  static constexpr argument_rule broken = Rule;
  using about = T;
};
using all_kept = finding<argument_rule::none, void>;
// The first of several. (Of two that are kept there is one function and no template.)
constexpr all_kept operator|(all_kept, all_kept) { return {}; }
template <class Second> constexpr Second operator|(all_kept, Second) { return {}; }
template <argument_rule Rule, class T, class Second>
constexpr finding<Rule, T> operator|(finding<Rule, T>, Second) {
  return {};
}

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

// Whether `T` can be read and no struct is in it, so that nothing more is to be asked. Not a function of the struct in
// which it stands: it is found out once for each type.
template <class T> consteval bool is_simple() {
  if constexpr (is_leaf<T>) return true;
  else if constexpr (std::is_enum_v<T>) return reflect::enum_values<T>.size() != 0;
  else if constexpr (reflect::is_optional<T> || is_std_array<T>::value || json::growing_sequence<T>)
    return is_simple<typename T::value_type>();
  else if constexpr (is_duration<T>::value) return is_simple<typename is_duration<T>::rep>();
  else if constexpr (json::string_map<T>) return is_simple<typename T::mapped_type>();
  else return false;
}
template <class T> inline constexpr bool simple = is_simple<T>();

template <class T, class... Outer> constexpr auto look_at_struct();

template <class T, class... Outer> constexpr auto look_at_member();
template <class... Outer, class... A> constexpr auto look_at_alternatives(const std::variant<A...>*) {
  return (all_kept{} | ... | look_at_member<A, Outer...>());
}

template <class T, class... Outer> constexpr auto look_at_member() {
  if constexpr (is_leaf<T>) return all_kept{};
  else if constexpr (std::is_enum_v<T>) {
    if constexpr (reflect::enum_values<T>.size() != 0) return all_kept{};
    else return finding<argument_rule::enumerators_are_known, T>{};
  } else if constexpr (reflect::is_optional<T>) return look_at_member<typename T::value_type, Outer...>();
  else if constexpr (is_duration<T>::value) return look_at_member<typename is_duration<T>::rep, Outer...>();
  else if constexpr (is_variant<T>::value) return look_at_alternatives<Outer...>(static_cast<const T*>(nullptr));
  else if constexpr (is_std_array<T>::value || json::growing_sequence<T>)
    return look_at_member<typename T::value_type, Outer...>();
  else if constexpr (json::string_map<T>) return look_at_member<typename T::mapped_type, Outer...>();
  else if constexpr (std::is_class_v<T> && reflect::structure<T>) return look_at_struct<T, Outer...>();
  else return finding<argument_rule::member_is_readable, T>{};
}

template <class... Outer, class... M> constexpr auto look_at_members(reflect::type_list<M...>) {
  if constexpr ((simple<M> && ...)) return all_kept{};
  else return (all_kept{} | ... | look_at_member<M, Outer...>());
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

// Whether a value can keep the bounds at all.
constexpr bool note_leaves_a_value(const member_note& note) {
  if (note.least > note.most) return false;
  const member_bound& low = note.minimum;
  const member_bound& high = note.maximum;
  if (low.is == member_bound::form::absent || high.is == member_bound::form::absent) return true;
  if (low.is == member_bound::form::whole && high.is == member_bound::form::whole) return low.whole <= high.whole;
  const auto real = [](const member_bound& one) {
    return one.is == member_bound::form::whole ? static_cast<double>(one.whole) : one.real;
  };
  return real(low) <= real(high);
}
template <class T> consteval bool notes_leave_values() {
  for (const member_note& note : notes_of<T>)
    if (!note_leaves_a_value(note)) return false;
  return true;
}

// The rules of the notes, and then of the members.
template <class T, class... Outer> constexpr auto look_at_notes() {
  using members = reflect::member_types<T>;
  if constexpr (reflect::says_notes<T> && !reflect::has_notes<T>) return finding<argument_rule::notes_are_notes, T>{};
  else if constexpr (notes_of<T>.size() == 0) return look_at_members<T, Outer...>(members{});
  else if constexpr (!reflect::notes_match<T>) return finding<argument_rule::notes_name_members, T>{};
  else if constexpr (!notes_fit<T>(std::make_index_sequence<reflect::size_of<T>>{}, members{}))
    return finding<argument_rule::notes_fit_members, T>{};
  else if constexpr (!notes_leave_values<T>()) return finding<argument_rule::notes_leave_a_value, T>{};
  else return look_at_members<T, Outer...>(members{});
}

template <class T, class... Outer> constexpr auto look_at_struct() {
  if constexpr ((std::is_same_v<T, Outer> || ...)) return finding<argument_rule::is_finite, T>{};
  else if constexpr (!reflect::default_made<T>) return finding<argument_rule::is_default_made, T>{};
  else if constexpr (reflect::hana_structure<T>) {
    if constexpr (reflect::size_of<T> > reflect::most_members) return finding<argument_rule::is_small, T>{};
    else return look_at_notes<T, Outer...>();
  } else {
    if constexpr (reflect::has_base<T>) return finding<argument_rule::has_no_base, T>{};
    else if constexpr (reflect::has_c_array<T>) return finding<argument_rule::has_no_c_array, T>{};
    else if constexpr (reflect::member_count<T> > reflect::most_members) return finding<argument_rule::is_small, T>{};
    else return look_at_notes<T, Outer...>();
  }
}

template <class T> constexpr auto look_at_arguments() {
  if constexpr (!std::is_class_v<T> || !reflect::structure<T>) return finding<argument_rule::is_a_struct, T>{};
  else return look_at_struct<T>();
}

}  // namespace detail

/// The first rule that `T` breaks as the arguments of a tool: `::broken`, and `::about`, the type that breaks it.
/// Asks nothing, so it is no error.
template <class T> using argument_finding = decltype(detail::look_at_arguments<T>());

/// Whether `T` can be the arguments of a tool. `tool` says as an error which rule is broken.
template <class T> inline constexpr bool are_arguments = argument_finding<T>::broken == argument_rule::none;

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
