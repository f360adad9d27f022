// SPDX-License-Identifier: MIT
// A small reader of schemas: which keywords stand in one, and whether a value fits it.
#pragma once

#include <boost/json.hpp>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <string_view>

namespace tacet_test {

namespace js = boost::json;

inline js::value parse(std::string_view text) { return js::parse(js::string_view(text.data(), text.size())); }
inline std::string_view view(const js::string& text) { return {text.data(), text.size()}; }

// Calls `f(schema, is_root)` for every schema in a schema. Names of members are no keywords.
template <class F> void each_schema(const js::value& schema, const F& f, bool root = true) {
  f(schema.as_object(), root);
  for (const auto& [key, value] : schema.as_object()) {
    if (key == "properties")
      for (const auto& member : value.as_object()) each_schema(member.value(), f, false);
    else if (key == "items" || (key == "additionalProperties" && value.is_object()))
      each_schema(value, f, false);
    else if (key == "anyOf")
      for (const auto& one : value.as_array()) each_schema(one, f, false);
  }
}

// The first keyword in a schema that is none of `known`; empty when there is none.
inline std::string unknown_keyword(const js::value& schema, const std::set<std::string_view>& known) {
  std::string found;
  each_schema(schema, [&](const js::object& one, bool) {
    for (const auto& member : one)
      if (found.empty() && !known.contains({member.key().data(), member.key().size()}))
        found = std::string(member.key());
  });
  return found;
}

inline bool is_type(std::string_view type, const js::value& value) {
  if (type == "null") return value.is_null();
  if (type == "boolean") return value.is_bool();
  if (type == "string") return value.is_string();
  if (type == "array") return value.is_array();
  if (type == "object") return value.is_object();
  if (type == "number") return value.is_number();
  return type == "integer" && value.is_number() &&
         (!value.is_double() || std::trunc(value.as_double()) == value.as_double());
}

// Validation by JSON Schema 2020-12, of the keywords that the writer uses, and OpenAPI's `nullable`.
inline bool fits(const js::value& schema, const js::value& value) {
  const js::object& s = schema.as_object();
  const auto count = [&](const char* key, std::size_t otherwise) {
    return s.contains(key) ? s.at(key).to_number<std::size_t>() : otherwise;
  };
  const auto within = [&](std::size_t n, const char* least, const char* most) {
    return n >= count(least, 0) && n <= count(most, SIZE_MAX);
  };
  if (s.contains("nullable") && value.is_null()) return true;
  if (s.contains("anyOf") &&
      !std::ranges::any_of(s.at("anyOf").as_array(), [&](const auto& one) { return fits(one, value); }))
    return false;
  if (const js::value* const type = s.if_contains("type")) {
    if (type->is_string() && !is_type(view(type->as_string()), value)) return false;
    if (type->is_array() && !std::ranges::any_of(type->as_array(), [&](const auto& one) {
          return is_type(view(one.as_string()), value);
        }))
      return false;
  }
  if (s.contains("enum") &&
      std::ranges::find(s.at("enum").as_array(), value) == s.at("enum").as_array().end())
    return false;
  if (value.is_number()) {
    const double number = value.to_number<double>();
    if (s.contains("minimum") && number < s.at("minimum").to_number<double>()) return false;
    if (s.contains("maximum") && number > s.at("maximum").to_number<double>()) return false;
  }
  if (value.is_string() && !within(value.as_string().size(), "minLength", "maxLength"))
    return false;  // ASCII here
  if (value.is_array()) {
    if (!within(value.as_array().size(), "minItems", "maxItems")) return false;
    if (s.contains("items"))
      for (const auto& one : value.as_array())
        if (!fits(s.at("items"), one)) return false;
  }
  if (!value.is_object()) return true;
  if (s.contains("required"))
    for (const auto& name : s.at("required").as_array())
      if (!value.as_object().contains(name.as_string())) return false;
  for (const auto& [key, member] : value.as_object()) {
    const js::value* const declared =
        s.contains("properties") ? s.at("properties").as_object().if_contains(key) : nullptr;
    const js::value* const others = s.if_contains("additionalProperties");
    if (declared != nullptr
            ? !fits(*declared, member)
            : others != nullptr && (others->is_bool() ? !others->as_bool() : !fits(*others, member)))
      return false;
  }
  return true;
}

}  // namespace tacet_test
