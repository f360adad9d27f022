// SPDX-License-Identifier: MIT
// Two schemas as one: what both ask, or what either allows; and a top level without alternatives.
#pragma once

#include <tacet/dynamic/detail/provider_schema_local.hpp>
#include <tacet/dynamic/detail/schema_text.hpp>

#include <boost/json/serialize.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tacet::detail {

inline bool is_alternatives(std::string_view key) { return key == "anyOf" || key == "oneOf"; }

/// `const` as an `enum` of one value; both: the values of the `enum` that are it.
inline void const_to_enum(boost::json::object& schema) {
  json_value* const one = schema.if_contains("const");
  if (one == nullptr) return;
  boost::json::array only{std::move(*one)};
  schema.stable_erase(schema.find("const"));
  schema["enum"] = std::move(only);
}

class schema_merger {
 public:
  schema_merger(const local_schema& source, schema_budget& budget, fault_list& notes)
      : source_(source), budget_(budget), notes_(notes) {}

  /// Makes `m` ask also what `other` asks. A keyword that cannot be joined stays as it stands in `m`, and a
  /// note says so.
  void both(boost::json::object& m, json_value&& other, const std::string& at) {
    boost::json::object* const from = other.if_object();
    if (from == nullptr) return;
    if (m.contains("enum") || from->contains("enum")) const_to_enum(m), const_to_enum(*from);
    if (!budget_.enter()) return;
    for (auto& [key, v] : *from) {
      if (!budget_.take(1)) break;
      json_value* const mine = m.if_contains(key);
      if (mine == nullptr) m[key] = std::move(v);
      else if (!same_value(*mine, v, budget_)) both_keywords(view_of(key), *mine, std::move(v), at);
    }
    budget_.leave();
  }

  /// Makes `m` allow also what `other` allows, as far as one schema of an object can.
  void either(boost::json::object& m, boost::json::object&& other, const std::string& at) {
    std::vector<std::string> gone;
    for (auto& [key, mine] : m) {
      json_value* const v = other.if_contains(key);
      if (!budget_.take(1) || key == "properties" || (v != nullptr && same_value(mine, *v, budget_)))
        continue;
      if (key == "required" && v != nullptr && v->is_array() && mine.is_array()) {
        boost::json::array kept;
        for (json_value& name : mine.as_array())
          if (holds(v->as_array(), name)) kept.push_back(std::move(name));
        mine = std::move(kept);
        if (mine.get_array().empty()) gone.emplace_back(key);
        continue;
      }
      gone.emplace_back(key);
      if (key != "required" && !is_annotation(view_of(key)))
        notes_.add(at + '/' + gone.back(), "is left out: not all alternatives ask it");
    }
    for (const std::string& key : gone) m.stable_erase(m.find(key));
    json_value* const theirs = other.if_contains("properties");
    if (theirs == nullptr || !theirs->is_object()) return;
    boost::json::object& to = object_in(m, "properties");
    for (auto& [name, v] : theirs->get_object()) {
      json_value* const mine = to.if_contains(name);
      if (!budget_.take(1)) return;
      if (mine == nullptr) to[name] = std::move(v);
      else if (!same_value(*mine, v, budget_)) either_member(*mine, std::move(v));
    }
  }

  /// A schema of an object as one without references and alternatives at its top: what is allowed is a
  /// superset.
  [[nodiscard]] json_value flat(const json_value& schema, const std::string& at) {
    json_value made = boost::json::object();
    const boost::json::object* const from = schema.if_object();
    if (from == nullptr || !budget_.enter()) return made;
    boost::json::object& m = made.get_object();
    for (const auto& [key, v] : *from)
      if (key != "$ref" && key != "allOf" && !is_alternatives(view_of(key)) && budget_.take(1))
        m[key] = paid_copy(v, budget_);
    if (const json_value* const to = referred(*from)) both(m, flat(*to, at), at);
    if (const json_value* const list = from->if_contains("allOf"); list != nullptr && list->is_array())
      for (const json_value& one : list->get_array()) both(m, flat(one, at), at);
    for (const char* const key : {"anyOf", "oneOf"})
      if (const json_value* const list = from->if_contains(key); list != nullptr && list->is_array())
        join(m, flat_alternatives(list->get_array(), at + '/' + key), at);
    budget_.leave();
    return made;
  }

  [[nodiscard]] const json_value* referred(const boost::json::object& schema) const {
    const json_value* const reference = schema.if_contains("$ref");
    return reference == nullptr || !reference->is_string() ? nullptr
                                                           : source_.target(view_of(reference->get_string()));
  }

 private:
  // Of two descriptions both are told.
  void join(boost::json::object& m, json_value&& alternatives, const std::string& at) {
    const json_value* const more = alternatives.get_object().if_contains("description");
    json_value* const text = m.if_contains("description");
    if (more != nullptr && more->is_string() && text != nullptr && text->is_string())
      *text = boost_view(std::string(view_of(text->get_string())) + ' ' +
                         std::string(view_of(more->get_string())));
    both(m, std::move(alternatives), at);
  }
  static boost::json::object& object_in(boost::json::object& m, const char* key) {
    json_value& v = m[key];
    return v.is_object() ? v.get_object() : v.emplace_object();
  }
  bool holds(const boost::json::array& list, const json_value& v) {
    for (const json_value& one : list)
      if (budget_.take(1) && same_value(one, v, budget_)) return true;
    return false;
  }
  static bool is_simple(const json_value& v) {
    const boost::json::object* const schema = v.if_object();
    return schema != nullptr && !schema->contains("$ref") && !schema->contains("allOf") &&
           !schema->contains("anyOf") && !schema->contains("oneOf");
  }

  void both_schemas(json_value& mine, json_value&& other, const std::string& at) {
    if (is_simple(mine) && is_simple(other)) return both(mine.get_object(), std::move(other), at);
    if (mine.is_bool() || other.is_bool()) {
      const bool other_decides = mine == json_value(true) || other == json_value(false);
      if (other_decides) mine = std::move(other);
      return;
    }
    boost::json::array parts;
    parts.push_back(std::move(mine));
    parts.push_back(std::move(other));
    mine.emplace_object()["allOf"] = std::move(parts);
  }

  void both_keywords(std::string_view key, json_value& mine, json_value&& v, const std::string& at) {
    const bool is_least = key == "minimum" || key == "exclusiveMinimum" || key == "minLength" ||
                          key == "minItems" || key == "minProperties";
    const bool is_most = key == "maximum" || key == "exclusiveMaximum" || key == "maxLength" ||
                         key == "maxItems" || key == "maxProperties";
    if (key == "properties" && mine.is_object() && v.is_object()) {
      for (auto& [name, one] : v.get_object()) {
        json_value* const there = mine.get_object().if_contains(name);
        if (!budget_.take(1)) return;
        if (there == nullptr) mine.get_object()[name] = std::move(one);
        else if (!same_value(*there, one, budget_))
          both_schemas(*there, std::move(one), at + "/properties/" + std::string(name));
      }
    } else if (key == "items" || key == "additionalProperties" || key == "propertyNames") {
      both_schemas(mine, std::move(v), at);
    } else if (key == "required" && mine.is_array() && v.is_array()) {
      for (json_value& name : v.get_array())
        if (!holds(mine.get_array(), name)) mine.get_array().push_back(std::move(name));
    } else if (key == "enum" && mine.is_array() && v.is_array()) {
      boost::json::array common;
      for (json_value& one : mine.get_array())
        if (holds(v.get_array(), one)) common.push_back(one);
      if (common.empty()) contradict(key, at);
      else mine = std::move(common);
    } else if (key == "type") {
      const boost::json::object a{{"type", mine}}, b{{"type", v}};
      const auto common = static_cast<schema_types>(declared_types(a) & declared_types(b));
      if (common == 0) contradict(key, at);
      else mine = type_names(common);
    } else if ((is_least || is_most) && is_number(mine) && is_number(v)) {
      const auto order = compare_numbers(mine, v);
      if (is_least ? order < 0 : order > 0) mine = std::move(v);
    } else if (!is_annotation(key)) {
      notes_.add(at + '/' + std::string(key), "is asked twice; only the first is told");
    }
  }
  void contradict(std::string_view key, const std::string& at) {
    notes_.add(at + '/' + std::string(key), "is asked twice, and nothing fits both; only the first is told");
  }

  // A member that two alternatives describe: single values become one list, all else an `anyOf`.
  void either_member(json_value& mine, json_value&& other) {
    const auto is_list = [](json_value& v) {
      if (!is_simple(v)) return false;
      const_to_enum(v.get_object());
      return v.get_object().contains("enum") && v.get_object().at("enum").is_array();
    };
    if (is_list(mine) && is_list(other)) {
      boost::json::object& to = mine.get_object();
      boost::json::object& from = other.get_object();
      for (json_value& one : from["enum"].get_array())
        if (!holds(to["enum"].get_array(), one)) to["enum"].get_array().push_back(std::move(one));
      const schema_types a = declared_types(to), b = declared_types(from);
      if (a != 0 && b != 0) to["type"] = type_names(static_cast<schema_types>(a | b));
      else to.erase("type");
      for (const char* const words : {"description", "title", "default"})
        if (!from.contains(words) || to.if_contains(words) == nullptr || to[words] != from[words])
          to.erase(words);
      return;
    }
    const bool is_joined =
        mine.is_object() && mine.get_object().size() == 1 && mine.get_object().contains("anyOf");
    if (!is_joined) {
      boost::json::array parts;
      parts.push_back(std::move(mine));
      mine.emplace_object()["anyOf"] = std::move(parts);
    }
    boost::json::array& parts = mine.get_object()["anyOf"].as_array();
    if (!holds(parts, other)) parts.push_back(std::move(other));
  }

  json_value flat_alternatives(const boost::json::array& list, const std::string& at) {
    json_value all = nullptr;
    std::string needed;
    std::size_t n = 0;
    bool differ = false;
    std::string first;
    for (const json_value& one : list) {
      json_value next = flat(one, at + '/' + std::to_string(n++));
      const schema_types types = declared_types(next.get_object());
      if (one == json_value(false) || (types != 0 && (types & schema_type::object) == 0)) continue;
      const json_value* const names = next.get_object().if_contains("required");
      std::string listed = names == nullptr || !names->is_array()
                               ? std::string()
                               : shown_list(names->get_array(), [](const json_value& v) {
                                   return v.is_string() ? shown(view_of(v.get_string())) : std::string();
                                 });
      if (listed.empty()) listed = "none";
      if (all.is_null()) first = listed;
      differ = differ || listed != first;
      if (needed.size() < most_list) needed += (needed.empty() ? "" : "; ") + listed;
      if (all.is_null()) all = std::move(next);
      else either(all.get_object(), std::move(next.get_object()), at);
    }
    if (all.is_null()) return boost::json::object();
    notes_.add(at,
               "is told as one object with the members of all alternatives; calls are held against the "
               "alternatives");
    // What the words can still say.
    if (differ) {
      json_value& text = all.get_object()["description"];
      std::string words = text.is_string() ? std::string(view_of(text.get_string())) + ' ' : std::string();
      text = boost_view(words + "Required, one of: " + needed + '.');
    }
    return all;
  }

  const local_schema& source_;
  schema_budget& budget_;
  fault_list& notes_;
};

/// Whether the top of a schema must be joined before it is an object that says all by itself.
inline bool needs_flat(const json_value& root) {
  const boost::json::object* const schema = root.if_object();
  if (schema == nullptr) return false;
  for (const char* const key : {"$ref", "$dynamicRef", "$recursiveRef", "allOf", "anyOf", "oneOf"})
    if (schema->contains(key)) return true;
  return false;
}

/// The top as an object: `type`, and then what it has.
inline json_value flat_root(const local_schema& source, schema_budget& budget, fault_list& notes) {
  json_value joined = schema_merger(source, budget, notes).flat(source.root, {});
  json_value made = boost::json::object{{"type", "object"}};
  boost::json::object& to = made.get_object();
  for (auto& [key, v] : joined.get_object())
    if (key != "type") to[key] = std::move(v);
  if (!to.contains("properties")) to["properties"].emplace_object();
  return made;
}

}  // namespace tacet::detail
