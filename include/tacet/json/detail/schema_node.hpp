// SPDX-License-Identifier: MIT
// What the schema writer knows of a type, as constants: one node for each type, shared by all structs that hold it.
#pragma once

#include <tacet/json/detail/schema_writer.hpp>
#include <tacet/json/read_struct.hpp>
#include <tacet/std/chrono.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

namespace tacet::json::detail {

struct schema_node;

struct schema_member {
  std::string_view name{};
  const member_note* note = nullptr;
  const schema_node* type = nullptr;
  bool required = true;
  scalar_value initial{};
};

// Nodes and not functions: what walks them is compiled once, and a tool adds one node and its members.
struct schema_node {
  enum class form : std::uint8_t { any, boolean, integer, number, enumeration, text, null, variant, array, map, object };
  form is = form::any;
  bool open = false;            // of an object
  bool one_is_null = false;     // of a variant: std::monostate is among several
  bool takes_null = false;      // as it is
  std::size_t count = 0;        // of what is listed below
  std::size_t fixed = SIZE_MAX; // of an array that has so many elements
  member_bound low{};           // of an integer, where its type is worth saying
  member_bound high{};
  std::string_view unit{};      // of a duration
  const schema_node* of = nullptr;  // the elements of an array, the values of a map
  const schema_node* const* alternatives = nullptr;
  const std::string_view* names = nullptr;
  const schema_member* members = nullptr;

  // One type and its bounds, so that a list of types can add null.
  [[nodiscard]] constexpr bool is_one_type() const noexcept {
    return is == form::boolean || is == form::integer || is == form::number || is == form::text;
  }
  [[nodiscard]] constexpr bool is_union() const noexcept { return is == form::variant || is == form::any; }
};

template <class T> constexpr schema_node make_node();
template <class T> inline constexpr schema_node node_of = make_node<T>();

template <class T> inline constexpr bool is_variant = false;
template <class... A> inline constexpr bool is_variant<std::variant<A...>> = true;
template <class T> inline constexpr std::size_t array_size = SIZE_MAX;
template <class T, std::size_t N> inline constexpr std::size_t array_size<std::array<T, N>> = N;

template <class T> struct without_optional { using type = T; };
template <class T> struct without_optional<std::optional<T>> : without_optional<T> {};

template <class V> struct alternatives_of;
template <class... A> struct alternatives_of<std::variant<A...>> {
  static constexpr std::array<const schema_node*, sizeof...(A)> nodes{&node_of<A>...};
  static constexpr bool one_is_null = sizeof...(A) > 1 && (std::is_same_v<A, std::monostate> || ...);
  static constexpr bool takes_null = (node_of<A>.takes_null || ...);
};

template <class E> consteval auto names_of_enum() {
  std::array<std::string_view, reflect::enum_values<E>.size()> names{};
  for (std::size_t i = 0; i < names.size(); ++i) names[i] = reflect::enum_values<E>[i].name;
  return names;
}
template <class E> inline constexpr auto enum_texts = names_of_enum<E>();

// The unit of a duration, since a bare number does not say it.
template <class Period> consteval std::string_view unit_text() {
  if constexpr (std::is_same_v<Period, std::nano>) return "in nanoseconds";
  else if constexpr (std::is_same_v<Period, std::micro>) return "in microseconds";
  else if constexpr (std::is_same_v<Period, std::milli>) return "in milliseconds";
  else if constexpr (std::is_same_v<Period, std::ratio<1>>) return "in seconds";
  else if constexpr (std::is_same_v<Period, std::ratio<60>>) return "in minutes";
  else if constexpr (std::is_same_v<Period, std::ratio<3600>>) return "in hours";
  else if constexpr (std::is_same_v<Period, std::ratio<86400>>) return "in days";
  else return "a duration";
}

// The initialiser of a scalar; only for a member that is `initialised`.
template <class T, std::size_t I, class M> consteval scalar_value scalar_of() {
  scalar_value made;
  using form = scalar_value::form;
  const M value = reflect::detail::initial_value<T, I, M>();
  if constexpr (std::is_same_v<M, bool>) {
    made.is = form::boolean, made.boolean = value;
  } else if constexpr (std::is_enum_v<M>) {
    for (const auto& known : reflect::enum_values<M>)
      if (known.value == value) made.is = form::text, made.text = known.name;
  } else if constexpr (integer<M>) {
    if constexpr (std::is_signed_v<M>) made.is = form::whole, made.whole = value;
    else made.is = form::positive, made.positive = value;
  } else if constexpr (std::is_same_v<M, float>) {
    if (text_builder::is_finite(value)) made.is = form::single, made.single = value;
  } else if constexpr (std::is_floating_point_v<M>) {
    if (text_builder::is_finite(value)) made.is = form::real, made.real = static_cast<double>(value);
  }
  return made;
}
template <class T, std::size_t I, class M>
concept told_initial =
    std::is_scalar_v<M> && !reflect::hana_structure<T> && reflect::detail::initialised<T, I>;
template <class T, std::size_t I, class M> inline constexpr scalar_value initial_scalar{};
template <class T, std::size_t I, class M>
  requires told_initial<T, I, M>
inline constexpr scalar_value initial_scalar<T, I, M> = scalar_of<T, I, M>();

template <class T, class Members> struct schema_members;
template <class T, class... M> struct schema_members<T, reflect::type_list<M...>> {
  template <std::size_t... I> static consteval auto make(std::index_sequence<I...>) {
    constexpr std::uint64_t required = reflect::required_members<T>;
    std::array<schema_member, sizeof...(M)> all{
        schema_member{reflect::field_names<T>[I], &reflect::member_notes<T>[I], &node_of<typename without_optional<M>::type>,
                      (required >> I & 1) != 0, {}}...};
    if constexpr ((... || (std::is_scalar_v<M> && (required >> I & 1) == 0)))
      ((all[I].initial = initial_scalar<T, I, M>), ...);
    return all;
  }
  static constexpr std::array<schema_member, sizeof...(M)> rows = make(std::index_sequence_for<M...>{});
};

template <class T> constexpr schema_node make_node() {
  using form = schema_node::form;
  schema_node node;
  if constexpr (reflect::is_optional<T>) {
    return make_node<typename T::value_type>();
  } else if constexpr (requires { typename T::period; }) {
    node = make_node<typename T::rep>();
    node.unit = unit_text<typename T::period>();
  } else if constexpr (std::is_same_v<T, raw_value>) {
    node.takes_null = true;
  } else if constexpr (std::is_same_v<T, bool>) {
    node.is = form::boolean;
  } else if constexpr (integer<T>) {
    node.is = form::integer;
    // The bounds of small and of unsigned types are worth saying; those of int and wider are noise to a model.
    using limits = std::numeric_limits<T>;
    if (sizeof(T) < 4 || std::is_unsigned_v<T>) node.low = limits::min();
    if (sizeof(T) < 4) node.high = limits::max();
  } else if constexpr (std::is_floating_point_v<T>) {
    node.is = form::number;
  } else if constexpr (std::is_enum_v<T>) {
    node.is = form::enumeration;
    node.names = enum_texts<T>.data();
    node.count = enum_texts<T>.size();
  } else if constexpr (std::is_convertible_v<const T&, std::string_view>) {
    node.is = form::text;
  } else if constexpr (std::is_same_v<T, std::monostate>) {
    node.is = form::null;
    node.takes_null = true;
  } else if constexpr (is_variant<T>) {
    using all = alternatives_of<T>;
    node.is = form::variant;
    node.alternatives = all::nodes.data();
    node.count = all::nodes.size();
    node.one_is_null = all::one_is_null;
    node.takes_null = all::takes_null;
  } else if constexpr (array_size<T> != SIZE_MAX || growing_sequence<T>) {
    node.is = form::array;
    node.fixed = array_size<T>;
    node.of = &node_of<typename without_optional<typename T::value_type>::type>;
  } else if constexpr (string_map<T>) {
    node.is = form::map;
    node.of = &node_of<typename without_optional<typename T::mapped_type>::type>;
  } else if constexpr (reflect::structure<T>) {
    node.is = form::object;
    node.open = allows_unknown<T>();
    node.members = schema_members<T, reflect::member_types<T>>::rows.data();
    node.count = reflect::size_of<T>;
  }
  return node;
}

}  // namespace tacet::json::detail
