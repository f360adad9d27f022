// SPDX-License-Identifier: MIT
// What each provider takes of a schema, checked without the library, and a value made from a schema.
#pragma once

#include <tacet/json/dialect.hpp>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace tacet_test {

using boost::json::array;
using boost::json::object;
using boost::json::value;

class provider_rules_check {
  using d = tacet::json::schema_dialect;

 public:
  explicit provider_rules_check(tacet::json::schema_dialect dialect) : dialect_(dialect) {}

  /// All that the provider would refuse.
  std::vector<std::string> faults(const value& root) {
    root_ = &root;
    if (!root.is_object() || !root.get_object().contains("type") || root.at("type") != "object" ||
        !root.get_object().contains("properties"))
      return {"the top is no object"};
    if (dialect_ != d::plain)
      for (const char* const key : {"anyOf", "oneOf", "allOf", "$ref"})
        if (root.get_object().contains(key)) say("", std::string(key) + " at the top");
    if (dialect_ == d::openai_strict || dialect_ == d::anthropic_strict || dialect_ == d::gemini)
      schema(root, "", true);
    else references(root, "");
    return found_;
  }

 private:
  void say(const std::string& at, const std::string& what) { found_.push_back(at + ": " + what); }

  bool is_known(std::string_view key) const {
    static const std::set<std::string_view> common{"type",  "properties",  "required", "items",  "enum",
                                                   "anyOf", "description", "title",    "format", "minItems"};
    static const std::set<std::string_view> openai{
        "additionalProperties", "$ref",       "$defs",   "pattern", "minimum", "maximum", "exclusiveMinimum",
        "exclusiveMaximum",     "multipleOf", "maxItems"};
    static const std::set<std::string_view> anthropic{"additionalProperties", "default"};
    static const std::set<std::string_view> gemini{"nullable",  "maxItems", "minLength",
                                                   "maxLength", "minimum",  "maximum"};
    if (common.contains(key)) return true;
    return (dialect_ == d::openai_strict ? openai : dialect_ == d::gemini ? gemini : anthropic).contains(key);
  }

  void schema(const value& v, const std::string& at, bool is_root = false) {
    if (!v.is_object()) return say(at, "no object");
    const object& s = v.get_object();
    for (const auto& one : s)
      if (!is_known({one.key().data(), one.key().size()})) say(at, "keyword " + std::string(one.key()));
    if (s.contains("$defs")) {
      if (!is_root) say(at, "$defs");
      for (const auto& one : s.at("$defs").as_object())
        schema(one.value(), at + "/$defs/" + std::string(one.key()));
    }
    if (const value* const reference = s.if_contains("$ref")) {
      if (s.size() != 1) say(at, "something beside $ref");
      if (!leads(*reference)) say(at, "$ref leads nowhere");
      return;
    }
    if (const value* const parts = s.if_contains("anyOf")) {
      if (parts->as_array().size() < 2) say(at, "few alternatives");
      for (const auto& one : s)
        if (one.key() != "anyOf" &&
            (dialect_ == d::gemini ||
             (one.key() != "description" && one.key() != "title" && one.key() != "default")))
          say(at, std::string(one.key()) + " beside anyOf");
      std::set<std::string> firsts;
      for (const value& one : parts->get_array()) {
        schema(one, at + "/anyOf");
        const value* const members = one.as_object().if_contains("properties");
        if (dialect_ == d::openai_strict && members != nullptr && !members->as_object().empty() &&
            !firsts.insert(std::string(members->get_object().begin()->key())).second)
          say(at, "the same first member");
      }
      return;
    }
    if (!s.contains("type")) return say(at, "no type");
    std::set<std::string> types;
    const value& type = s.at("type");
    if (type.is_array()) {
      if (dialect_ == d::gemini) say(at, "a list of types");
      for (const value& one : type.get_array()) types.insert(std::string(one.as_string()));
      if (types.size() != 2 || !types.contains("null")) say(at, "several types");
      types.erase("null");
    } else {
      types.insert(std::string(type.as_string()));
    }
    static const std::set<std::string> known{"object", "array",   "string", "integer",
                                             "number", "boolean", "null"};
    for (const std::string& one : types)
      if (!known.contains(one) || (one == "null" && dialect_ == d::gemini)) say(at, "type " + one);
    if (s.contains("enum")) {
      if (s.at("enum").as_array().empty()) say(at, "empty enum");
      if (dialect_ == d::gemini && !types.contains("string")) say(at, "enum of no strings");
      if (dialect_ == d::gemini)
        for (const value& one : s.at("enum").get_array())
          if (!one.is_string()) say(at, "enum with another value");
    }
    if (types.contains("array")) {
      if (!s.contains("items")) say(at, "no items");
      else schema(s.at("items"), at + "/items");
    }
    if (types.contains("object")) members(s, at, is_root);
    else if (s.contains("properties") || s.contains("required") || s.contains("additionalProperties"))
      say(at, "members of no object");
    if (dialect_ == d::anthropic_strict && s.contains("minItems") && s.at("minItems") != 0 &&
        s.at("minItems") != 1)
      say(at, "minItems");
    if (s.contains("format") && dialect_ == d::gemini && s.at("format") != "date-time") say(at, "format");
  }

  void members(const object& s, const std::string& at, bool is_root) {
    const bool is_strict = dialect_ != d::gemini;
    if (is_strict && (!s.contains("additionalProperties") || s.at("additionalProperties") != false))
      say(at, "open");
    std::set<std::string> names, needed;
    if (s.contains("properties"))
      for (const auto& one : s.at("properties").as_object()) {
        names.insert(std::string(one.key()));
        schema(one.value(), at + "/" + std::string(one.key()));
      }
    else if (is_strict) say(at, "no properties");
    if (!is_strict && !is_root && names.empty() && s.contains("properties")) say(at, "empty properties");
    if (s.contains("required"))
      for (const value& one : s.at("required").as_array()) needed.insert(std::string(one.as_string()));
    if (!std::includes(names.begin(), names.end(), needed.begin(), needed.end()))
      say(at, "required but not declared");
    if (dialect_ == d::openai_strict && names != needed) say(at, "not all required");
  }

  bool leads(const value& reference) const {
    const std::string to(reference.as_string());
    if (to == "#") return true;
    const bool is_strict = dialect_ != d::plain && dialect_ != d::anthropic;
    if (!is_strict && to.size() > 1 && to[0] == '#' && to[1] != '/') return true;  // an anchor
    boost::json::error_code failed;
    return to.starts_with('#') && root_->find_pointer(to.substr(1), failed) != nullptr;
  }
  void references(const value& v, const std::string& at) {
    if (v.is_array())
      for (const value& one : v.get_array()) references(one, at);
    if (!v.is_object()) return;
    for (const auto& one : v.get_object()) {
      if (one.key() == "$ref" && one.value().is_string() && !leads(one.value()))
        say(at, "$ref leads nowhere");
      references(one.value(), at + "/" + std::string(one.key()));
    }
  }

  tacet::json::schema_dialect dialect_;
  const value* root_ = nullptr;
  std::vector<std::string> found_;
};

inline std::string refusals(tacet::json::schema_dialect dialect, const value& schema) {
  std::string all;
  for (const std::string& one : provider_rules_check(dialect).faults(schema))
    all += (all.empty() ? "" : "; ") + one;
  return all;
}

inline value value_of(const value& root, const value& schema, bool nulls = true);
inline value member_of(const value& root, const object& schema, const boost::json::string& name, bool nulls) {
  const value* const members = schema.if_contains("properties");
  const value* const declared = members == nullptr ? nullptr : members->as_object().if_contains(name);
  return declared == nullptr ? value("x") : value_of(root, *declared, nulls);
}

/// A value that a written schema allows: null where it may be, only what is required, the first of each list.
inline value value_of(const value& root, const value& schema, bool nulls) {
  const object& s = schema.as_object();
  if (const value* const reference = s.if_contains("$ref")) {
    const std::string to(reference->as_string());
    return value_of(root, to == "#" ? root : root.at_pointer(to.substr(1)), nulls);
  }
  const value null_type = object{{"type", "null"}};
  if (const value* const parts = s.if_contains("anyOf")) {
    const array& list = parts->as_array();
    return nulls && std::find(list.begin(), list.end(), null_type) != list.end()
               ? value(nullptr)
               : value_of(root, list.front(), nulls);
  }
  if (nulls && s.contains("nullable")) return nullptr;
  if (const value* const list = s.if_contains("enum")) return list->as_array().front();
  const value* const type = s.if_contains("type");
  if (type == nullptr) return "x";
  if (type->is_array() && nulls) return nullptr;
  const std::string name(type->is_array() ? type->get_array().front().as_string() : type->as_string());
  const auto least = [&](const char* key) {
    return s.contains(key) ? s.at(key).to_number<std::size_t>() : std::size_t{0};
  };
  if (name == "object") {
    value made = object();
    if (s.contains("required"))
      for (const value& one : s.at("required").as_array())
        made.get_object()[one.as_string()] = member_of(root, s, one.as_string(), nulls);
    return made;
  }
  if (name == "array") {
    array made;
    for (std::size_t i = 0; i < least("minItems"); ++i) made.push_back(value_of(root, s.at("items"), nulls));
    return made;
  }
  if (name == "integer" || name == "number") return s.contains("minimum") ? s.at("minimum") : value(1);
  if (name == "boolean") return true;
  if (name == "null") return nullptr;
  return value(std::string(std::max<std::size_t>(least("minLength"), 1), 'x'));
}

}  // namespace tacet_test
