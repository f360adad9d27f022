// SPDX-License-Identifier: MIT
// The parts of the writer of provider schemas: objects, arrays, lists of values, and alternatives.
#pragma once

#include <tacet/dynamic/detail/provider_schema_writer.hpp>

#include <algorithm>
#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace tacet::detail {

/// A value of a type without more; nothing known: an object.
inline provider_writer::object provider_writer::stub(schema_types types) {
  types = static_cast<schema_types>(types & ~schema_type::null);
  if (types == schema_type::array) return {{"type", "array"}, {"items", object{{"type", "string"}}}};
  const bool is_scalar = types == schema_type::string || types == schema_type::boolean ||
                         types == schema_type::integer || types == schema_type::number;
  if (is_scalar) return {{"type", type_names(types)}};
  if (!is_strict()) return {{"type", "object"}};
  object made{{"type", "object"}, {"properties", object()}};
  if (rules_.all_required) made["required"].emplace_array();
  made["additionalProperties"] = false;
  return made;
}

inline provider_writer::object provider_writer::reference(std::string_view to, bool null) {
  // What is nothing but another reference is passed over.
  for (const json_value* at = source_.target(to); at != nullptr && is_only_reference(*at);
       at = source_.target(to))
    to = view_of(at->get_object().at("$ref").as_string());
  if (to != "#" && known_.insert(std::string(to)).second) waiting_.emplace_back(to);
  object made{{"$ref", boost_view(to)}};
  return null ? take_null(std::move(made)) : made;
}

inline provider_writer::object provider_writer::take_null(object made) {
  if (!rules_.null_type) {
    object& marked = made.contains("anyOf") ? made["anyOf"].as_array().front().as_object() : made;
    marked["nullable"] = true;
    return made;
  }
  const json_value null_alone = object{{"type", "null"}};
  if (json_value* const parts = made.if_contains("anyOf")) {
    boost::json::array& list = parts->as_array();
    if (std::find(list.begin(), list.end(), null_alone) == list.end()) list.push_back(null_alone);
    return made;
  }
  json_value* const type = made.if_contains("type");
  if (type != nullptr && *type == json_value("null")) return made;
  ++unions_;
  const bool is_list = type != nullptr && type->is_array();
  // As typed arguments are written: a list of types for scalars alone.
  if (is_list || (type != nullptr && *type != json_value("object") && *type != json_value("array") &&
                  !made.contains("enum"))) {
    if (!is_list) *type = boost::json::array{*type, "null"};
    return made;
  }
  boost::json::array parts;
  parts.emplace_back(std::move(made));
  parts.push_back(null_alone);
  return {{"anyOf", std::move(parts)}};
}

inline provider_writer::object provider_writer::any(const here& where, told_words words) {
  refuse(degradation::any_not_expressible, where.at);
  ++unions_;
  object first{{"type", "string"}};
  if (!rules_.null_type) first["nullable"] = true;
  if (rules_.any_of_alone && !words.text.empty()) first["description"] = boost_view(words.text);
  boost::json::array parts{std::move(first), object{{"type", "number"}}, object{{"type", "boolean"}}};
  if (rules_.null_type) parts.emplace_back(object{{"type", "null"}});
  object made{{"anyOf", std::move(parts)}};
  if (!rules_.any_of_alone && !words.text.empty()) made["description"] = boost_view(words.text);
  return made;
}

inline provider_writer::object provider_writer::of_type(const object& m, schema_types type, const here& where,
                                                        told_words& words) {
  object made{{"type", type_names(type)}};
  if (enumeration(m, type, made, where, words)) return made;
  if (type == schema_type::object) object_keywords(m, made, where);
  else if (type == schema_type::array) array_keywords(m, made, where, words);
  else if (type == schema_type::string) keywords_.texts(m, made, where.at, words);
  else if (type != schema_type::boolean) keywords_.numbers(m, made, where.at, words);
  return made;
}

// True when the list says it all.
inline bool provider_writer::enumeration(const object& m, schema_types type, object& to, const here& where,
                                         told_words& words) {
  const json_value* const list = m.if_contains("enum");
  if (list == nullptr || !list->is_array()) return false;
  boost::json::array kept;
  for (const json_value& one : list->get_array())
    if ((type_of(one) & type) != 0 && budget_.take(1)) kept.push_back(one);
  if (kept.empty()) {
    keywords_.notes.add(where.at + "/enum", "lists no value of the type; only the description tells it");
    words.add("one of: " + shown_list(list->get_array(), [](const json_value& one) {
                return keyword_writer::shown_short(one);
              }));
    return false;
  }
  const bool is_scalar = type != schema_type::object && type != schema_type::array;
  if (is_scalar && (type == schema_type::string || !rules_.text_enums_only)) {
    enumerators_ += kept.size();
    for (const json_value& one : kept)
      if (one.is_string()) name_bytes_ += one.get_string().size();
    to["enum"] = std::move(kept);
    return true;
  }
  keywords_.untold(where.at, "enum");
  words.add("one of: " +
            shown_list(kept, [](const json_value& one) { return keyword_writer::shown_short(one); }));
  return false;
}

inline void provider_writer::object_keywords(const object& m, object& to, const here& where) {
  static const json_value anything = true;
  const json_value* const declared = m.if_contains("properties");
  const object* const members = declared == nullptr ? nullptr : declared->if_object();
  const json_value* const listed = m.if_contains("required");
  const json_value* const more = m.if_contains("additionalProperties");
  if (where.level == rules_.levels) refuse(degradation::too_deep, where.at);
  std::set<std::string_view> required;
  if (listed != nullptr && listed->is_array())
    for (const json_value& one : listed->get_array())
      if (one.is_string()) required.insert(view_of(one.get_string()));

  object written;
  boost::json::array names;
  const auto member = [&](std::string_view name, const json_value& v) {
    std::string at = where.at + "/properties";
    append_token(at, name);
    const bool is_needed = required.contains(name);
    const bool null = !is_needed && rules_.all_required;
    if (v == json_value(false)) return keywords_.notes.add(at, "may not be sent, and is left out");
    if (null) lose(degradation::optional_is_nullable, at);
    ++members_;
    name_bytes_ += name.size();
    optionals_ += is_needed ? 0U : 1U;
    written[boost_view(name)] = write(v, at, null, where.level + 1);
    if (is_needed || rules_.all_required) names.emplace_back(boost_view(name));
  };
  const auto is_full = [&] { return schemas_ > most_schemas_ || !budget_.take(1); };
  if (members != nullptr)
    for (const auto& [name, v] : *members) {
      if (is_full()) break;
      member(view_of(name), v);
    }
  for (const std::string_view name : required)
    if (!written.contains(boost_view(name)) && (members == nullptr || !members->contains(boost_view(name))) &&
        !is_full())
      member(name, anything);
  if (is_full()) refuse(degradation::too_large, where.at);

  const bool is_map = (more != nullptr && more->is_object()) || m.contains("patternProperties");
  const bool is_closed = more != nullptr && *more == json_value(false);
  // A tool without declared arguments takes none; another object without members holds what it likes.
  const bool holds_any = written.empty() && !is_closed && where.level != 0;
  if (!rules_.open_objects && (is_map || holds_any)) refuse(degradation::map_not_expressible, where.at);
  else if (is_strict() && !is_closed) lose(degradation::open_object_closed, where.at);
  else if (!rules_.closed_objects && is_closed) lose(degradation::closed_object_open, where.at);
  if (!written.empty() || rules_.empty_objects || where.level == 0) to["properties"] = std::move(written);
  if (!names.empty() || rules_.all_required) to["required"] = std::move(names);
  if (is_strict()) to["additionalProperties"] = false;
}

inline void provider_writer::array_keywords(const object& m, object& to, const here& where,
                                            told_words& words) {
  static const json_value anything = true;
  if (where.level == rules_.levels) refuse(degradation::too_deep, where.at);
  const json_value* const each = m.if_contains("items");
  const json_value* const places = m.if_contains("prefixItems");
  if (places != nullptr && places->is_array() && !places->get_array().empty()) {
    // A list of places becomes one of any of them.
    keywords_.notes.add(where.at + "/prefixItems", "is told as elements of any of these kinds, in any order");
    words.add("elements in order, " + std::to_string(places->get_array().size()) + " of them");
    json_value kinds = paid_copy(*places, budget_);
    if (each != nullptr && each->is_object() && kinds.is_array())
      kinds.get_array().push_back(paid_copy(*each, budget_));
    const json_value any_of = object{{"anyOf", std::move(kinds)}};
    to["items"] = write(any_of, where.at + "/items", false, where.level + 1);
  } else {
    to["items"] = write(each == nullptr || *each == json_value(false) ? anything : *each, where.at + "/items",
                        false, where.level + 1);
  }
  keywords_.counts(m, to, where.at, words);
}

inline provider_writer::object provider_writer::several_types(object& m, schema_types types,
                                                              const here& where, told_words& words,
                                                              bool& null) {
  if (const json_value* const list = m.if_contains("enum"); list != nullptr && list->is_array()) {
    schema_types listed = 0;
    for (const json_value& one : list->get_array()) listed = static_cast<schema_types>(listed | type_of(one));
    if ((listed & types) != 0) types = static_cast<schema_types>(types & listed);
    if ((types & schema_type::fraction) != 0) types = static_cast<schema_types>(types | schema_type::number);
  }
  boost::json::array parts;
  for (const schema_types one : {schema_type::object, schema_type::array, schema_type::string,
                                 schema_type::number, schema_type::boolean}) {
    // An integer beside no other number stays one.
    const auto type = static_cast<schema_types>(one & types);
    if (type != 0) parts.emplace_back(object{{"type", type_names(type)}});
  }
  m.erase("type");  // which may be absent, and only inferred
  m["anyOf"] = std::move(parts);
  return alternatives(m, where, words, null);
}

inline provider_writer::object provider_writer::alternatives(object& m, const here& where, told_words& words,
                                                             bool& null) {
  const char* const key = m.contains("anyOf") ? "anyOf" : "oneOf";
  if (m.contains("oneOf"))
    keywords_.notes.add(where.at + "/oneOf",
                        *key == 'a' ? "is left out beside \"anyOf\"" : "is told as \"anyOf\"");
  json_value list = std::move(m[key]);
  m.erase("anyOf");
  m.erase("oneOf");
  // What stands beside the alternatives is asked in each.
  object beside;
  for (const auto& [name, v] : m)
    if (!is_annotation(view_of(name)) || name == "format") beside[name] = v;
  boost::json::array parts;
  std::size_t n = 0;
  if (list.is_array())
    for (json_value& one : list.get_array()) {
      if (one == json_value(false) || !budget_.take(1)) continue;
      std::string at = where.at;
      append_token(at, "anyOf");
      append_token(at, std::to_string(n++));
      if (object* const schema = one.if_object(); schema != nullptr && !schema->contains("$ref")) {
        if (declared_types(*schema) == schema_type::null) {
          null = true;
          continue;
        }
      }
      if (!beside.empty()) {
        boost::json::array both;
        both.push_back(std::move(one));
        both.push_back(paid_copy(json_value(beside), budget_));
        one = object{{"allOf", std::move(both)}};
      }
      const bool in_place = rules_.first_members_differ;
      object part = write(one, at, false, where.level, in_place);
      const auto add = [&](json_value&& v) {
        if (rules_.null_type && v == json_value(object{{"type", "null"}})) null = true;
        else if (std::find(parts.begin(), parts.end(), v) == parts.end()) parts.push_back(std::move(v));
      };
      if (json_value* const inner = part.if_contains("anyOf"); inner != nullptr && inner->is_array()) {
        for (json_value& v : inner->get_array()) add(std::move(v));
      } else {
        add(json_value(std::move(part)));
      }
      if (schemas_ > most_schemas_) break;
    }
  if (parts.empty()) return null && rules_.null_type ? object{{"type", "null"}} : any(where, {});
  object made;
  if (parts.size() == 1) {
    made = std::move(parts.front().get_object());
    if (const json_value* const own = made.if_contains("description"); own != nullptr && own->is_string())
      words.add(view_of(own->get_string()));
  } else {
    ++unions_;
    if (rules_.first_members_differ) distinct_first_members(parts, where.at);
    made["anyOf"] = std::move(parts);
  }
  return made;
}

// Each object begins with a member with which no earlier one does, as far as there is one.
inline void provider_writer::distinct_first_members(boost::json::array& parts, const std::string& at) {
  std::set<std::string> taken;
  for (json_value& part : parts) {
    json_value* const members = part.get_object().if_contains("properties");
    if (members == nullptr || !members->is_object() || members->get_object().empty()) continue;
    object& all = members->get_object();
    const auto first = std::find_if(all.begin(), all.end(),
                                    [&](const auto& one) { return !taken.contains(std::string(one.key())); });
    if (first == all.end()) {
      refuse(degradation::first_member_shared, at);
      continue;
    }
    const std::string name(first->key());
    taken.insert(name);
    if (first == all.begin()) continue;
    object ordered;
    ordered[name] = std::move(first->value());
    for (auto& one : all)
      if (one.key() != name) ordered[one.key()] = std::move(one.value());
    all = std::move(ordered);
  }
}

}  // namespace tacet::detail
