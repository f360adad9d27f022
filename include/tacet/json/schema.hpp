// SPDX-License-Identifier: MIT
// The JSON Schema of an argument struct, as a constant text.
#pragma once

#include <tacet/json/detail/put_schema.hpp>
#include <tacet/rule/rules.hpp>

#include <array>
#include <cstddef>
#include <string_view>

namespace tacet::json {

namespace detail {

constexpr void put_all(schema_writer& w, const schema_node& node, schema_dialect dialect, bool open) {
  w.rules = rules_of(dialect);
  w.open = open;
  put_schema(w, node, no_note);
  w.finish();
}

// Two dialects that take the same share one text.
consteval schema_dialect written_as(schema_dialect dialect) {
  return dialect == schema_dialect::anthropic ? schema_dialect::plain : dialect;
}

struct schema_measure {
  std::size_t size;
  degradation_set found;
  bool finite;
};
consteval schema_measure measure_schema(const schema_node& node, schema_dialect dialect, bool open) {
  schema_writer w;
  put_all(w, node, dialect, open);
  return {w.size, w.found, !w.endless};
}
template <class T, schema_dialect D, bool Open>
inline constexpr schema_measure schema_measured = measure_schema(node_of<T>, D, Open);

template <class T, schema_dialect D, bool Open> consteval auto schema_chars() {
  static_assert(rule::arguments_are_finite<T, schema_measured<T, D, Open>.finite>());
  std::array<char, schema_measured<T, D, Open>.size> text{};
  schema_writer w;
  w.to = text.data();
  put_all(w, node_of<T>, D, Open);
  return text;
}
template <class T, schema_dialect D, bool Open>
inline constexpr auto schema_storage = schema_chars<T, D, Open>();

}  // namespace detail

/// The JSON Schema of `T`: object, properties in declared order, required members, closed unless the struct
/// allows unknown members or `Open` says so for the outermost object. Other dialects: `schema_dialect.hpp`.
template <class T, bool Open = false>
inline constexpr std::string_view schema_text{detail::schema_storage<T, schema_dialect::plain, Open>.data(),
                                              detail::schema_storage<T, schema_dialect::plain, Open>.size()};

}  // namespace tacet::json
