// SPDX-License-Identifier: MIT
// Compiles the keywords that ask something of one value: types, listed values, numbers, texts and sizes.
#pragma once

#include <tacet/dynamic/detail/schema_compiler.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace tacet::detail {

// A size may be written 2.0, as any integer.
inline std::optional<std::size_t> schema_compiler::size(const json_value& v) {
  const auto whole = is_number(v) ? integer_of(v) : std::nullopt;
  if (whole && (!whole->negative || whole->magnitude == 0)) return whole->magnitude;
  if (v.is_double() && is_integral(*v.if_double()) && *v.if_double() > 0) return no_limit;
  if (is_number(v)) fault("expected an integer that is not negative");
  else expected("an integer that is not negative", v);
  return {};
}

struct schema_type_name {
  std::string_view name;
  schema_types types;
  std::string_view standard;  // what the standard calls it, when `name` is not that
};

// The second half is what public collections of functions write (the Berkeley function-calling leaderboard).
inline constexpr std::array<schema_type_name, 11> schema_type_names = {{
    {"object", schema_type::object, {}},
    {"string", schema_type::string, {}},
    {"integer", schema_type::integer, {}},
    {"number", schema_type::number, {}},
    {"boolean", schema_type::boolean, {}},
    {"array", schema_type::array, {}},
    {"null", schema_type::null, {}},
    {"dict", schema_type::object, "object"},
    {"float", schema_type::number, "number"},
    {"tuple", schema_type::array, "array"},
    {"any", schema_type::all, "any"},
}};

inline const schema_type_name* type_named(std::string_view name) {
  const auto found = std::find_if(schema_type_names.begin(), schema_type_names.end(),
                                  [&](const schema_type_name& one) { return one.name == name; });
  return found == schema_type_names.end() ? nullptr : &*found;
}

inline schema_types schema_compiler::type_name(const json_value& v, std::string pointer) {
  const boost::json::string* const text = v.if_string();
  if (text == nullptr) {
    faults_.add(std::move(pointer), "expected the name of a type, got " + std::string(type_phrase(v)));
    return 0;
  }
  const schema_type_name* const found = type_named(view_of(*text));
  if (found == nullptr) {
    faults_.add(std::move(pointer),
                "unknown type " + shown(view_of(*text)) +
                    "; write one of object, array, string, integer, number, boolean, null");
    return 0;
  }
  if (found->name == "any") notes_.add(std::move(pointer), "`any` asks nothing of the type");
  else if (!found->standard.empty())
    notes_.add(std::move(pointer),
               '`' + std::string(found->name) + "` is read as `" + std::string(found->standard) + '`');
  return found->types;
}

inline void schema_compiler::on_type(const json_value& v) {
  schema_types types = 0;
  if (const boost::json::array* const list = v.if_array()) {
    if (list->empty()) fault("lists no type: nothing would be accepted");
    if (list->size() > schema_type_names.size()) return fault("lists more types than there are");
    for (std::size_t i = 0; i < list->size(); ++i)
      types = static_cast<schema_types>(types | type_name((*list)[i], here() + '/' + std::to_string(i)));
  } else {
    types = type_name(v, here());
  }
  node_.types = types;
  node_.declared = types;
}

inline void schema_compiler::on_enum(const json_value& v) {
  const boost::json::array* const list = v.if_array();
  if (list == nullptr) return expected("an array of values", v);
  if (list->empty()) return fault("lists no value: nothing would be accepted");
  value_rules& to = rules(node_.values, program_.values);
  for (const json_value& one : *list) to.values.push_back(&one);
  schema_budget unbounded(no_limit, program_.most_depth);
  to.arrange(unbounded);
}

inline void schema_compiler::on_const(const json_value& v) {
  rules(node_.constant, program_.values).values.push_back(&v);
}

inline void schema_compiler::bound(const json_value& v, const json_value* number_rules::*to) {
  if (v.is_bool()) return fault("a boolean is draft-04; write the bound itself here, as a number");
  if (!is_number(v)) return expected("a number", v);
  number().*to = &v;
}

inline void schema_compiler::on_multiple_of(const json_value& v) {
  if (!is_number(v)) return expected("a number", v);
  const auto whole = integer_of(v);
  if (whole ? whole->negative || whole->magnitude == 0 : !(*v.if_double() > 0))
    return fault("expected a number greater than 0");
  number().step = decimal_of(v);
  number().step_text = &v;
}

inline int schema_compiler::pattern(std::string_view text, const std::string& pointer) {
  // To compile one is the costly part of a schema; whoever fills a document with large ones is stopped.
  if (faults_.full()) return no_node;
  schema_pattern made;
  std::string why = "the patterns of this schema are too large together";
  if (pattern_work_ <= most_pattern_program) why = made.compile(text);
  pattern_work_ += why.empty() ? made.program_size() : std::size_t{10'000};
  if (!why.empty()) {
    std::string message = "not a regular expression that can be used: ";
    append_shown(message, why);
    faults_.add(pointer, std::move(message));
    return no_node;
  }
  program_.patterns.push_back(std::move(made));
  return static_cast<int>(program_.patterns.size() - 1);
}

inline void schema_compiler::on_pattern(const json_value& v) {
  const boost::json::string* const text_ = v.if_string();
  if (text_ == nullptr) return expected("a regular expression", v);
  text().pattern = pattern(view_of(*text_), here());
}

inline void schema_compiler::on_unique_items(const json_value& v) {
  const bool* const answer = v.if_bool();
  if (answer == nullptr) return expected("a boolean", v);
  if (*answer) array().unique = true;
}

}  // namespace tacet::detail
