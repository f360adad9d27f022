// SPDX-License-Identifier: MIT
// Writes a schema in the words that providers take.
#pragma once

#include <tacet/dynamic/detail/schema_compile_values.hpp>
#include <tacet/dynamic/detail/schema_program.hpp>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <string_view>
#include <utility>

namespace tacet::detail {

// True when the type must be left out: it asks nothing.
inline bool send_type_name(json_value& v) {
  const boost::json::string* const text = v.if_string();
  const schema_type_name* const found = text == nullptr ? nullptr : type_named(view_of(*text));
  if (found == nullptr || found->standard.empty()) return false;
  if (found->name == "any") return true;
  v = boost_view(found->standard);
  return false;
}

inline bool is_array_type(const json_value& type) {
  if (const boost::json::array* const list = type.if_array()) {
    for (const json_value& one : *list)
      if (one == json_value("array")) return true;
    return false;
  }
  return type == json_value("array");
}

inline void send_type(boost::json::object& schema, bool add_items) {
  json_value* const type = schema.if_contains("type");
  if (type == nullptr) return;
  bool any = false;
  if (boost::json::array* const list = type->if_array()) {
    boost::json::array names;
    for (json_value& one : *list) {
      any = send_type_name(one) || any;
      bool known = false;
      for (const json_value& other : names) known = known || other == one;
      if (!known) names.push_back(one);
    }
    *list = std::move(names);
  } else {
    any = send_type_name(*type);
  }
  if (any) return void(schema.stable_erase(schema.find("type")));
  if (add_items && is_array_type(*type) && !schema.contains("items")) schema["items"].emplace_object();
}

/// `copy` is one of `original`; only what was compiled as a schema is rewritten, so that a member of a value
/// that is called `type` stays.
inline void send_schemas(const schema_program& program, const json_value& original, json_value& copy,
                         bool add_items) {
  if (const boost::json::array* const list = original.if_array()) {
    boost::json::array& to = copy.get_array();
    for (std::size_t i = 0; i < list->size(); ++i) send_schemas(program, (*list)[i], to[i], add_items);
  } else if (const boost::json::object* const object = original.if_object()) {
    auto to = copy.get_object().begin();
    for (const auto& member : *object) send_schemas(program, member.value(), (to++)->value(), add_items);
    if (std::binary_search(program.schemas.begin(), program.schemas.end(), &original, std::less<>{}))
      send_type(copy.get_object(), add_items);
  }
}

/// `items` that was absent would count as having looked at every element.
inline bool may_add_items(const schema_program& program) {
  return std::none_of(program.arrays.begin(), program.arrays.end(),
                      [](const array_rules& one) { return one.unevaluated >= 0; });
}

/// The top level as providers ask for it.
inline void send_arguments(json_value& v) {
  if (!v.is_object()) v.emplace_object();
  boost::json::object& schema = v.get_object();
  schema["type"] = "object";
  if (!schema.contains("properties")) schema["properties"].emplace_object();
}

}  // namespace tacet::detail
