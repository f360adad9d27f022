// SPDX-License-Identifier: MIT
// What is said about a value that a schema refuses.
#pragma once

#include <tacet/dynamic/detail/schema_program.hpp>
#include <tacet/dynamic/detail/schema_text.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tacet::detail {

// One step from the whole instance to the value at hand.
struct schema_step {
  const schema_step* up = nullptr;
  std::string_view name;
  std::size_t index = 0;
  bool named = false;
};

inline std::string pointer_of(const schema_step* at) {
  std::vector<const schema_step*> way;
  for (; at != nullptr; at = at->up) way.push_back(at);
  std::string result;
  for (; !way.empty(); way.pop_back())
    append_token(result,
                 way.back()->named ? way.back()->name : std::string_view(std::to_string(way.back()->index)));
  return result;
}

// Values of the schema and names of members may be shown, the value that is checked never.
namespace sentence {

inline bool looks_like_json(const json_value& v) {
  const boost::json::string* const text = v.if_string();
  if (text == nullptr) return false;
  const std::string_view all = view_of(*text);
  const std::size_t first = all.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && (all[first] == '{' || all[first] == '[');
}

inline std::string wrong_type(schema_types expected, const json_value& got) {
  if (expected == 0) return "no value is allowed here";
  std::string result = "expected " + type_list(expected) + ", got " + std::string(type_phrase(got));
  if ((expected & (schema_type::object | schema_type::array)) != 0 && looks_like_json(got))
    result += " that holds JSON; send the value itself, not as a string";
  return result;
}

inline std::string not_listed(const value_rules& rules) {
  return "the value must be one of " +
         shown_list(rules.values, [](const json_value* one) { return shown_value(*one); });
}

inline std::string not_constant(const value_rules& rules) {
  return "the value must be " + shown_value(*rules.values.front());
}

inline std::string number(std::string_view relation, const json_value& bound) {
  return "the value must be " + std::string(relation) + ' ' + shown_value(bound);
}

inline std::string count(std::size_t n, std::string_view what) {
  return std::to_string(n) + ' ' + std::string(what) + (n == 1 ? "" : "s");
}

inline std::string too_few(std::size_t least, std::size_t got, std::string_view what) {
  return "expected at least " + count(least, what) + ", got " + std::to_string(got);
}
inline std::string too_many(std::size_t most, std::size_t got, std::string_view what) {
  return "expected at most " + count(most, what) + ", got " + std::to_string(got);
}

inline std::string no_match(const schema_pattern& pattern) {
  return "the text must match the pattern " + shown(pattern.text());
}

inline std::string missing(std::string_view name) { return "missing: " + shown(name); }

inline std::string missing_beside(std::string_view name, std::string_view asks) {
  return "missing: " + shown(name) + ", which " + shown(asks) + " asks for";
}

inline std::string unknown_member(const object_rules& rules) {
  std::vector<std::string_view> known;
  for (const member_rule& one : rules.members)
    if (one.node >= 0) known.push_back(one.name);
  if (known.empty()) return "unknown member";
  return "unknown member; the known ones are " + shown_list(known, shown);
}

inline std::string unfit(std::size_t alternatives, std::string_view keyword) {
  return "the value fits none of the " + std::to_string(alternatives) + " alternatives of \"" +
         std::string(keyword) + '"';
}

}  // namespace sentence

}  // namespace tacet::detail
