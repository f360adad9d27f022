// SPDX-License-Identifier: MIT
// Writes the schema of every type that can stand in arguments: one writer for all dialects.
#pragma once

#include <tacet/json/detail/schema_writer.hpp>
#include <tacet/json/read_struct.hpp>
#include <tacet/rule/rules.hpp>
#include <tacet/std/chrono.hpp>

#include <array>
#include <cstddef>
#include <limits>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

namespace tacet::json {

namespace detail {

template <class T> inline constexpr bool is_variant = false;
template <class... A> inline constexpr bool is_variant<std::variant<A...>> = true;
template <class T> inline constexpr std::size_t array_size = SIZE_MAX;
template <class T, std::size_t N> inline constexpr std::size_t array_size<std::array<T, N>> = N;

template <class T> struct without_optional { using type = T; };
template <class T> struct without_optional<std::optional<T>> : without_optional<T> {};

// Whether the schema of `T` takes null as it is.
template <class T> inline constexpr bool takes_null = false;
template <> inline constexpr bool takes_null<raw_value> = true;
template <> inline constexpr bool takes_null<std::monostate> = true;
template <class... A> inline constexpr bool takes_null<std::variant<A...>> = (takes_null<A> || ...);

// Whether the schema of `T` is one type and its bounds, so that a list of types can add null.
template <class T> consteval bool is_one_type() {
  if constexpr (std::is_enum_v<T>) return false;
  else if constexpr (requires { typename T::period; }) return true;
  else return std::is_arithmetic_v<T> || std::is_convertible_v<const T&, std::string_view>;
}

template <class T, class... Outer> constexpr void put_schema(schema_writer& w, const member_note& note);

// What the first member of an object is called, where `T` is one.
template <class T> consteval std::string_view first_member() {
  if constexpr (std::is_class_v<T> && !is_variant<T> && reflect::structure<T>) {
    if constexpr (reflect::size_of<T> != 0) return reflect::field_names<T>[0];
  }
  return {};
}
template <class... A> consteval bool first_members_differ() {
  constexpr std::array<std::string_view, sizeof...(A)> names{first_member<A>()...};
  for (std::size_t i = 0; i < names.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (!names[i].empty() && names[i] == names[j]) return false;
  return true;
}

template <class... Outer, class... A>
constexpr void put_alternatives(schema_writer& w, const member_note& note, bool null,
                                const std::variant<A...>*) {
  if (w.rules.first_members_differ && !first_members_differ<A...>()) w.lose(degradation::first_member_shared);
  // Where null is no type, it is a mark on the first of the others.
  constexpr bool one_is_null = sizeof...(A) > 1 && (std::is_same_v<A, std::monostate> || ...);
  if (one_is_null && !w.rules.null_type) w.null_too = true;
  ++w.unions;
  w.put("\"anyOf\":[");
  bool first = true;
  const auto one = [&]<class B>(const B*) {
    if (one_is_null && std::is_same_v<B, std::monostate> && !w.rules.null_type) return;
    if (!first) w.put(',');
    // Where nothing may stand beside the alternatives, the first of them takes it.
    member_note inner{};
    if (first && w.rules.any_of_alone) inner.description = note.description;
    first = false;
    put_schema<B, Outer...>(w, inner);
  };
  (one(static_cast<const A*>(nullptr)), ...);
  w.put(null ? ",{\"type\":\"null\"}]" : "]");
}

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

template <class T> constexpr void put_integer(schema_writer& w, const member_note& note, unsaid& rest) {
  w.put_kind("integer");
  // The bounds of small and of unsigned types are worth saying; those of int and wider are noise to a model.
  constexpr bool narrow = sizeof(T) < 4;
  member_bound low = note.minimum;
  member_bound high = note.maximum;
  using limits = std::numeric_limits<T>;
  if (low.is == member_bound::form::absent && (narrow || std::is_unsigned_v<T>)) low = limits::min();
  if (high.is == member_bound::form::absent && narrow) high = limits::max();
  w.put_bounds(low, high, rest);
}

template <class T, class... Outer> constexpr void put_each(schema_writer& w) {
  const path_step step{w.path, "*", false};
  w.path = &step;
  put_schema<T, Outer...>(w, {});
  w.path = step.outer;
}

template <class T, class... Outer> constexpr void put_map(schema_writer& w, const member_note& note) {
  w.put_kind("object");
  w.enter();
  if (w.rules.open_objects) {
    w.put(",\"additionalProperties\":");
    put_each<typename T::mapped_type, Outer...>(w);
  } else {
    w.lose(degradation::map_not_expressible);
    if (w.rules.closed_objects) w.put(",\"properties\":{},\"additionalProperties\":false");
  }
  --w.level;
  if (note.least != 0 || note.most != SIZE_MAX) w.lose(degradation::lengths_dropped);
}

template <class T, class... Outer> constexpr void put_structure(schema_writer& w);

// The members of one schema object, without its braces and description.
template <class T, class... Outer>
constexpr void put_type(schema_writer& w, const member_note& note, unsaid& rest) {
  if constexpr (std::is_same_v<T, raw_value>) {
    if (!w.rules.any_value) w.put_any_scalar(note.description);
  } else if constexpr (reflect::is_optional<T>) {
    put_type<typename T::value_type, Outer...>(w, note, rest);
  } else if constexpr (std::is_same_v<T, bool>) {
    w.put_kind("boolean");
  } else if constexpr (integer<T>) {
    put_integer<T>(w, note, rest);
  } else if constexpr (std::is_floating_point_v<T>) {
    w.put_kind("number");
    w.put_bounds(note.minimum, note.maximum, rest);
  } else if constexpr (std::is_enum_v<T>) {
    w.put_kind("string");
    w.put(",\"enum\":[");
    bool first = true;
    for (const auto& known : reflect::enum_values<T>) {
      if (!first) w.put(',');
      first = false;
      w.put_name(known.name);
      ++w.enumerators;
      w.name_bytes += known.name.size();
    }
    w.put(']');
  } else if constexpr (requires { typename T::period; }) {
    put_type<typename T::rep, Outer...>(w, note, rest);
  } else if constexpr (std::is_convertible_v<const T&, std::string_view>) {
    w.put_kind("string");
    w.put_lengths(note.least, note.most, rest);
  } else if constexpr (std::is_same_v<T, std::monostate>) {
    w.put_kind("null");
  } else if constexpr (is_variant<T>) {
    put_alternatives<Outer...>(w, note, false, static_cast<const T*>(nullptr));
  } else if constexpr (array_size<T> != SIZE_MAX || growing_sequence<T>) {
    constexpr std::size_t fixed = array_size<T>;
    w.put_kind("array");
    w.enter();
    w.put(",\"items\":");
    put_each<typename T::value_type, Outer...>(w);
    --w.level;
    if constexpr (fixed != SIZE_MAX) w.put_counts(fixed, fixed, true, rest);
    else w.put_counts(note.least, note.most, false, rest);
  } else if constexpr (string_map<T>) {
    put_map<T, Outer...>(w, note);
  } else if constexpr (reflect::structure<T>) {
    put_structure<T, Outer...>(w);
  }
}

// The same for a member that may be left out, where the dialect has every member sent.
template <class T, class... Outer>
constexpr void put_nullable(schema_writer& w, const member_note& note, unsaid& rest) {
  w.lose(degradation::optional_is_nullable);
  if constexpr (takes_null<T>) {
    put_type<T, Outer...>(w, note, rest);
  } else if constexpr (is_variant<T>) {
    put_alternatives<Outer...>(w, note, true, static_cast<const T*>(nullptr));
  } else {
    ++w.unions;
    w.null_too = is_one_type<T>();
    if (!is_one_type<T>()) w.put("\"anyOf\":[{");
    put_type<T, Outer...>(w, note, rest);
    if (!is_one_type<T>()) w.put("},{\"type\":\"null\"}]");
  }
}

template <class T, class... Outer>
constexpr void put_schema_body(schema_writer& w, const member_note& note, bool required,
                               const scalar_value& initial) {
  using value = typename without_optional<T>::type;
  const std::size_t before = w.size;
  unsaid rest;
  if (required || !w.rules.all_required) put_type<value, Outer...>(w, note, rest);
  else put_nullable<value, Outer...>(w, note, rest);
  std::string_view unit{};
  if constexpr (requires { typename value::period; }) unit = unit_text<typename value::period>();
  constexpr bool is_union = is_variant<value> || std::is_same_v<value, raw_value>;
  if (is_union && w.rules.any_of_alone) return;
  w.put_description(w.size == before, note.description, unit, rest, initial);
}
template <class T, class... Outer> constexpr void put_schema(schema_writer& w, const member_note& note) {
  w.put('{');
  put_schema_body<T, Outer...>(w, note, true, no_scalar);
  w.put('}');
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
inline constexpr scalar_value initial_scalar = scalar_of<T, I, M>();
template <class T, std::size_t I, class M>
concept told_initial =
    std::is_scalar_v<M> && !reflect::hana_structure<T> && reflect::detail::initialised<T, I>;

template <class T, class... Outer> struct member_writer {
  schema_writer& w;

  template <class... M> constexpr void operator()(reflect::type_list<M...>) const {
    each(std::index_sequence_for<M...>{}, reflect::type_list<M...>{});
  }
  template <std::size_t... I, class... M>
  constexpr void each(std::index_sequence<I...>, reflect::type_list<M...>) const {
    (one<I, M>(), ...);
  }
  template <std::size_t I, class M> constexpr void one() const {
    const path_step step{w.path, reflect::field_names<T>[I], w.open};
    const bool required = (reflect::required_members<T> >> I & 1) != 0;
    const member_note& note = reflect::member_notes<T>[I];
    w.begin_member(step, I == 0, required);
    if constexpr (told_initial<T, I, M>)
      put_schema_body<M, Outer..., T>(w, note, required, initial_scalar<T, I, M>);
    else put_schema_body<M, Outer..., T>(w, note, required, no_scalar);
    w.end_member(step);
  }
};

template <class T, class... Outer> constexpr void put_structure(schema_writer& w) {
  constexpr bool finite = (!std::is_same_v<T, Outer> && ...);
  static_assert(rule::arguments_are_finite<T, finite>());
  w.put_kind("object");
  w.enter();
  w.put(",\"properties\":{");
  if constexpr (finite) member_writer<T, Outer...>{w}(reflect::member_types<T>{});
  w.put('}');
  --w.level;
  bool first = true;
  constexpr std::uint64_t required = reflect::required_members<T>;
  for (std::size_t i = 0; i < reflect::size_of<T>; ++i)
    if (w.rules.all_required || (required >> i & 1) != 0) {
      w.put(first ? ",\"required\":[" : ",");
      first = false;
      w.put_name(reflect::field_names<T>[i]);
    }
  if (!first) w.put(']');
  const bool open = allows_unknown<T>() || w.open;
  if (open && !w.rules.open_objects && w.rules.closed_objects) w.lose(degradation::open_object_closed);
  if (!open && !w.rules.closed_objects) w.lose(degradation::closed_object_open);
  if (!w.rules.closed_objects) return;
  if (open && w.rules.open_objects) w.put(",\"additionalProperties\":true");
  else w.put(",\"additionalProperties\":false");
}

}  // namespace detail

}  // namespace tacet::json
