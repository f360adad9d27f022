// SPDX-License-Identifier: MIT
// The JSON Schema of an argument struct, as a constant text.
#pragma once

#include <tacet/json/read_struct.hpp>
#include <tacet/json/text_builder.hpp>

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
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

template <class T, class... Outer> constexpr void put_schema(text_builder& w, const member_note& note);

template <class... Outer, class... A>
constexpr void put_alternatives(text_builder& w, const std::variant<A...>*) {
  w.put("\"anyOf\":[");
  bool first = true;
  ((first ? void() : w.put(','), first = false, put_schema<A, Outer...>(w, {})), ...);
  w.put(']');
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

template <class T> constexpr void put_integer(text_builder& w, const member_note& note) {
  w.put("\"type\":\"integer\"");
  // The bounds of small and of unsigned types are worth saying; those of int and wider are noise to a model.
  constexpr bool narrow = sizeof(T) < 4;
  member_bound low = note.minimum;
  member_bound high = note.maximum;
  if (low.is == member_bound::form::absent && (narrow || std::is_unsigned_v<T>)) low = std::numeric_limits<T>::min();
  if (high.is == member_bound::form::absent && narrow) high = std::numeric_limits<T>::max();
  w.put_bound(",\"minimum\":", low);
  w.put_bound(",\"maximum\":", high);
}

constexpr void put_lengths(text_builder& w, const member_note& note, std::string_view least, std::string_view most) {
  if (note.least != 0) w.put(least), w.put_unsigned(note.least);
  if (note.most != SIZE_MAX) w.put(most), w.put_unsigned(note.most);
}

template <class T, class... Outer> constexpr void put_structure(text_builder& w);

// The members of one schema object, without its braces and description.
template <class T, class... Outer> constexpr void put_type(text_builder& w, const member_note& note) {
  if constexpr (std::is_same_v<T, raw_value>) {
    return;  // any value
  } else if constexpr (reflect::is_optional<T>) {
    put_type<typename T::value_type, Outer...>(w, note);
  } else if constexpr (std::is_same_v<T, bool>) {
    w.put("\"type\":\"boolean\"");
  } else if constexpr (integer<T>) {
    put_integer<T>(w, note);
  } else if constexpr (std::is_floating_point_v<T>) {
    w.put("\"type\":\"number\"");
    w.put_bound(",\"minimum\":", note.minimum);
    w.put_bound(",\"maximum\":", note.maximum);
  } else if constexpr (std::is_enum_v<T>) {
    w.put("\"type\":\"string\",\"enum\":[");
    bool first = true;
    for (const auto& known : reflect::enum_values<T>) {
      if (!first) w.put(',');
      first = false;
      w.put_string(known.name);
    }
    w.put(']');
  } else if constexpr (requires { typename T::period; }) {
    put_type<typename T::rep, Outer...>(w, note);
  } else if constexpr (std::is_convertible_v<const T&, std::string_view>) {
    w.put("\"type\":\"string\"");
    put_lengths(w, note, ",\"minLength\":", ",\"maxLength\":");
  } else if constexpr (std::is_same_v<T, std::monostate>) {
    w.put("\"type\":\"null\"");
  } else if constexpr (is_variant<T>) {
    put_alternatives<Outer...>(w, static_cast<const T*>(nullptr));
  } else if constexpr (array_size<T> != SIZE_MAX || growing_sequence<T>) {
    w.put("\"type\":\"array\",\"items\":");
    put_schema<typename T::value_type, Outer...>(w, {});
    if constexpr (array_size<T> != SIZE_MAX) {
      w.put(",\"minItems\":"), w.put_unsigned(array_size<T>);
      w.put(",\"maxItems\":"), w.put_unsigned(array_size<T>);
    } else {
      put_lengths(w, note, ",\"minItems\":", ",\"maxItems\":");
    }
  } else if constexpr (string_map<T>) {
    w.put("\"type\":\"object\",\"additionalProperties\":");
    put_schema<typename T::mapped_type, Outer...>(w, {});
  } else if constexpr (reflect::structure<T>) {
    put_structure<T, Outer...>(w);
  }
}

template <class T> struct without_optional { using type = T; };
template <class T> struct without_optional<std::optional<T>> { using type = T; };

template <class T, class... Outer> constexpr void put_schema_body(text_builder& w, const member_note& note) {
  const std::size_t before = w.size;
  put_type<T, Outer...>(w, note);
  std::string_view unit{};
  using value = typename without_optional<T>::type;
  if constexpr (requires { typename value::period; }) unit = unit_text<typename value::period>();
  if (!note.description.empty() || !unit.empty()) {
    if (w.size != before) w.put(',');
    w.put("\"description\":\"");
    w.put_escaped(note.description);
    if (!note.description.empty() && !unit.empty()) w.put(", ");
    w.put(unit);
    w.put('"');
  }
}
template <class T, class... Outer> constexpr void put_schema(text_builder& w, const member_note& note) {
  w.put('{');
  put_schema_body<T, Outer...>(w, note);
  w.put('}');
}

// The default of a scalar, where the compiler sees it.
template <class T, std::size_t I, class M> constexpr void put_default(text_builder& w) {
  if constexpr (!reflect::hana_structure<T> && std::is_scalar_v<M>) {
    if constexpr (reflect::detail::initialised<T, I>) {
      constexpr M value = reflect::detail::initial_value<T, I, M>();
      if constexpr (std::is_same_v<M, bool>) {
        w.put(value ? ",\"default\":true" : ",\"default\":false");
      } else if constexpr (std::is_enum_v<M>) {
        for (const auto& known : reflect::enum_values<M>)
          if (known.value == value) w.put(",\"default\":"), w.put_string(known.name);
      } else if constexpr (integer<M>) {
        w.put(",\"default\":");
        if constexpr (std::is_signed_v<M>) w.put_signed(value);
        else w.put_unsigned(value);
      } else if constexpr (std::is_floating_point_v<M>) {
        if (w.is_finite(value)) w.put(",\"default\":"), w.put_real(value);
      }
    }
  }
}

template <class T, class... Outer> struct member_writer {
  text_builder& w;

  template <class... M> constexpr void operator()(reflect::type_list<M...>) const {
    each(std::index_sequence_for<M...>{}, reflect::type_list<M...>{});
  }
  template <std::size_t... I, class... M> constexpr void each(std::index_sequence<I...>, reflect::type_list<M...>) const {
    (one<I, M>(), ...);
  }
  template <std::size_t I, class M> constexpr void one() const {
    if constexpr (I != 0) w.put(',');
    w.put_string(reflect::field_names<T>[I]);
    w.put(':');
    const bool outer = w.open;
    w.open = false;
    w.put('{');
    put_schema_body<M, Outer..., T>(w, reflect::member_notes<T>[I]);
    put_default<T, I, M>(w);
    w.put('}');
    w.open = outer;
  }
};

template <class T, class... Outer> constexpr void put_structure(text_builder& w) {
  static_assert((!std::is_same_v<T, Outer> && ...),
                "tacet: an argument type must not contain itself; a schema text cannot be endless");
  w.put("\"type\":\"object\",\"properties\":{");
  member_writer<T, Outer...>{w}(reflect::member_types<T>{});
  w.put('}');
  if (reflect::required_members<T> != 0) {
    w.put(",\"required\":[");
    bool first = true;
    for (std::size_t i = 0; i < reflect::size_of<T>; ++i)
      if ((reflect::required_members<T> >> i & 1) != 0) {
        if (!first) w.put(',');
        first = false;
        w.put_string(reflect::field_names<T>[i]);
      }
    w.put(']');
  }
  w.put(",\"additionalProperties\":");
  w.put(allows_unknown<T>() || w.open ? std::string_view("true") : std::string_view("false"));
}

template <class T, bool Open> consteval std::size_t schema_size() {
  text_builder w;
  w.open = Open;
  put_schema<T>(w, {});
  return w.size;
}
template <class T, bool Open> consteval auto schema_chars() {
  std::array<char, schema_size<T, Open>()> text{};
  text_builder w{text.data(), 0, Open};
  put_schema<T>(w, {});
  return text;
}
template <class T, bool Open> inline constexpr auto schema_storage = schema_chars<T, Open>();

}  // namespace detail

/// The JSON Schema of `T`: object, properties in declared order, required members, closed unless the struct allows
/// unknown members or `Open` says so for the outermost object.
template <class T, bool Open = false>
inline constexpr std::string_view schema_text{detail::schema_storage<T, Open>.data(),
                                              detail::schema_storage<T, Open>.size()};

}  // namespace tacet::json
