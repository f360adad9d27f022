// SPDX-License-Identifier: MIT
// A copy of a schema in which every reference leads to the top or to an entry of `$defs`.
#pragma once

#include <tacet/dynamic/detail/schema_compile_values.hpp>
#include <tacet/dynamic/detail/schema_index.hpp>
#include <tacet/dynamic/detail/schema_value.hpp>
#include <tacet/dynamic/pointed_fault.hpp>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tacet::detail {

inline constexpr std::string_view defs_prefix = "#/$defs/";

/// The types that the keyword `type` names; 0 where it is absent or asks nothing.
inline schema_types declared_types(const boost::json::object& schema) {
  const json_value* const type = schema.if_contains("type");
  if (type == nullptr) return 0;
  const auto one = [](const json_value& v) -> schema_types {
    const boost::json::string* const text = v.if_string();
    const schema_type_name* const found = text == nullptr ? nullptr : type_named(view_of(*text));
    return found == nullptr ? schema_types{0} : found->types;
  };
  schema_types all = 0;
  if (const boost::json::array* const list = type->if_array())
    for (const json_value& v : *list) all = static_cast<schema_types>(all | one(v));
  else all = one(*type);
  return all == schema_type::all ? schema_types{0} : all;
}

/// Their names, `null` last: one as a string, several as a list.
inline json_value type_names(schema_types types) {
  boost::json::array names;
  const auto add = [&](schema_types bits, const char* name) {
    if ((types & bits) == bits) names.emplace_back(name);
  };
  add(schema_type::object, "object");
  add(schema_type::array, "array");
  add(schema_type::string, "string");
  if ((types & schema_type::number) == schema_type::number) names.emplace_back("number");
  else add(schema_type::integer, "integer");
  add(schema_type::boolean, "boolean");
  add(schema_type::null, "null");
  return names.size() == 1 ? names.front() : json_value(std::move(names));
}

/// A copy that is paid for; `null` when it cannot be.
inline json_value paid_copy(const json_value& v, schema_budget& budget) {
  if (const boost::json::string* const text = v.if_string())
    return budget.take(1 + text->size() / 64) ? json_value(view_of(*text)) : json_value(nullptr);
  if (!v.is_structured())
    return budget.take(1) ? json_value(v, boost::json::storage_ptr{}) : json_value(nullptr);
  json_value made = nullptr;
  if (!budget.enter()) return made;
  if (const boost::json::array* const list = v.if_array()) {
    boost::json::array& to = made.emplace_array();
    for (const json_value& one : *list)
      if (!budget.exhausted()) to.push_back(paid_copy(one, budget));
  } else {
    boost::json::object& to = made.emplace_object();
    for (const auto& one : v.get_object())
      if (budget.take(1 + one.key().size() / 64)) to.emplace(one.key(), paid_copy(one.value(), budget));
  }
  budget.leave();
  return made;
}

/// The top of a document, and what its references lead to, by name.
struct local_schema {
  json_value root;
  boost::json::object defs;

  /// What `#` or `#/$defs/name` leads to; null: nowhere.
  [[nodiscard]] const json_value* target(std::string_view reference) const {
    if (reference == "#") return &root;
    if (!reference.starts_with(defs_prefix)) return nullptr;
    return defs.if_contains(boost_view(reference.substr(defs_prefix.size())));
  }
};

// The document was compiled without a fault. Where the budget ends, the copy is a part, and not to be used.
class schema_localiser {
 public:
  schema_localiser(const json_value& document, schema_budget& budget)
      : document_(document), budget_(budget), faults_(told_, 1), index_(faults_, faults_, most_places) {}

  [[nodiscard]] local_schema run() {
    index_.add_document(document_);
    local_schema made{copy(document_), {}};
    for (std::size_t i = 0; i < waiting_.size() && !budget_.exhausted(); ++i) {
      const int place = waiting_[i];
      made.defs[boost_view(names_.at(place))] = copy(*index_.place(place).at);
    }
    return made;
  }

 private:
  static constexpr std::size_t most_places = 16'384;  // as json_schema takes
  static constexpr std::size_t most_name = 48;

  json_value copy(const json_value& v) {
    const boost::json::object* const schema = v.if_object();
    if (schema == nullptr || !budget_.enter())
      return v.is_bool() ? json_value(v.get_bool()) : json_value(true);
    json_value made;
    boost::json::object& to = made.emplace_object();
    const int place = index_.place_of(v);
    const schema_dialect dialect = place < 0 ? schema_dialect::draft_2020_12 : index_.dialect(place);
    const bool only_reference = dialect == schema_dialect::draft_7 && schema->contains("$ref");
    const json_value* const items = schema->if_contains("items");
    const bool is_tuple = items != nullptr && items->is_array();
    for (const auto& member : *schema) {
      const std::string_view key = view_of(member.key());
      if (!budget_.take(1 + key.size() / 64)) break;
      if (key == "$ref" || key == "$dynamicRef" || key == "$recursiveRef") refer(place, member.value(), to);
      else if (only_reference || is_identity(key) ||
               (keyword_of(key) != nullptr && !knows(dialect, *keyword_of(key))))
        continue;
      else if (key == "type") put_type(*schema, to);
      else if (key == "additionalItems" && is_tuple) to["items"] = copy(member.value());
      else if (key == "additionalItems") continue;
      else if (key == "items" && is_tuple) children(keyword_form::list, member.value(), to["prefixItems"]);
      else children(form_of(key, dialect), member.value(), to[member.key()]);
    }
    budget_.leave();
    return made;
  }

  static bool is_identity(std::string_view key) {
    return (key.starts_with('$') && key != "$ref") || key == "definitions" || key == "id";
  }

  void put_type(const boost::json::object& schema, boost::json::object& to) {
    if (const schema_types types = declared_types(schema); types != 0) to["type"] = type_names(types);
  }

  void children(keyword_form form, const json_value& v, json_value& to) {
    const boost::json::array* const list = v.if_array();
    const boost::json::object* const map = v.if_object();
    if ((form == keyword_form::list || form == keyword_form::one_or_list) && list != nullptr) {
      boost::json::array made;
      for (const json_value& one : *list) made.push_back(copy(one));
      to = std::move(made);
    } else if (form == keyword_form::one || form == keyword_form::one_or_list) {
      to = copy(v);
    } else if ((form == keyword_form::map || form == keyword_form::dependencies) && map != nullptr) {
      boost::json::object made;
      for (const auto& one : *map)
        made[one.key()] = form == keyword_form::dependencies && one.value().is_array()
                              ? paid_copy(one.value(), budget_)
                              : copy(one.value());
      to = std::move(made);
    } else {
      to = paid_copy(v, budget_);
    }
  }

  void refer(int place, const json_value& v, boost::json::object& to) {
    const boost::json::string* const text = v.if_string();
    std::string why;
    const int target = text == nullptr || place < 0 ? -1 : index_.resolve(place, view_of(*text), why);
    if (target < 0 || to.contains("$ref")) return;
    if (target == 0) return void(to["$ref"] = "#");
    auto found = names_.find(target);
    if (found == names_.end()) {
      found = names_.emplace(target, name_of(target)).first;
      waiting_.push_back(target);
    }
    to["$ref"] = boost_view(std::string(defs_prefix) + found->second);
  }

  std::string name_of(int target) {
    const schema_place& place = index_.place(target);
    std::string name;
    for (const char c : place.name)
      if (name.size() < most_name)
        name +=
            (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ? c : '_';
    if (name.empty()) name = "part";
    std::string free = name;
    for (std::size_t& n = counts_[name]; !taken_.insert(free).second;)
      free = name + '_' + std::to_string(++n + 1);
    return free;
  }

  const json_value& document_;
  schema_budget& budget_;
  std::vector<pointed_fault> told_;
  fault_list faults_;
  schema_index index_;
  std::map<int, std::string> names_;
  std::set<std::string> taken_;
  std::map<std::string, std::size_t> counts_;
  std::vector<int> waiting_;
};

}  // namespace tacet::detail
