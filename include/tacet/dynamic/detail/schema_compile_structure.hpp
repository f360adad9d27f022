// SPDX-License-Identifier: MIT
// Compiles the keywords that hold schemas or refer to them: members, elements, alternatives and references.
#pragma once

#include <tacet/dynamic/detail/schema_compiler.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tacet::detail {

inline bool schema_compiler::list_of_schemas(const json_value& v) {
  const boost::json::array* const list = v.if_array();
  if (list == nullptr) expected("an array of schemas", v);
  else if (list->empty()) fault("expected at least one schema");
  return list != nullptr;
}

inline bool schema_compiler::map_of_schemas(const json_value& v) {
  if (!v.is_object()) expected("an object of schemas", v);
  return v.is_object();
}

inline bool schema_compiler::names(const json_value& v, std::string pointer,
                                   std::vector<std::string_view>& to) {
  const boost::json::array* const list = v.if_array();
  if (list == nullptr) {
    faults_.add(std::move(pointer), "expected an array of names, got " + std::string(type_phrase(v)));
    return false;
  }
  for (std::size_t i = 0; i < list->size(); ++i) {
    if (const boost::json::string* const name = (*list)[i].if_string()) to.push_back(view_of(*name));
    else
      faults_.add(pointer + '/' + std::to_string(i),
                  "expected the name of a member, got " + std::string(type_phrase((*list)[i])));
  }
  return true;
}

inline void schema_compiler::on_properties(const json_value& v) {
  if (!map_of_schemas(v)) return;
  object_rules& to = object();
  for (const auto& one : *v.if_object()) {
    const std::string_view name = view_of(one.key());
    const auto found = required_here_.find(name);
    to.members.push_back({name, child(one.value()), found != required_here_.end()});
    if (found != required_here_.end()) required_here_.erase(found);
  }
}

inline void schema_compiler::on_required(const json_value& v) {
  std::vector<std::string_view> list;
  if (!names(v, here(), list)) return;
  object_rules& to = object();
  required_here_.insert(list.begin(), list.end());
  to.required = required_here_.size();
  // Either keyword may come first.
  for (member_rule& one : to.members)
    if (required_here_.erase(one.name) > 0) one.required = true;
}

inline void schema_compiler::close_object() {
  for (const std::string_view name : required_here_) object().members.push_back({name, no_node, true});
  object().arrange();
}

inline void schema_compiler::on_pattern_properties(const json_value& v) {
  if (!map_of_schemas(v)) return;
  std::vector<std::pair<int, int>> found;
  for (const auto& one : *v.if_object()) {
    std::string at = here();
    append_token(at, view_of(one.key()));
    found.emplace_back(pattern(view_of(one.key()), at), child(one.value()));
  }
  object().patterns = std::move(found);
}

inline void schema_compiler::dependent_names(const std::string& pointer, std::string_view name,
                                             const json_value& v) {
  dependent_rule rule{name, {}, no_node};
  std::string at = pointer;
  append_token(at, name);
  if (names(v, std::move(at), rule.members)) object().dependent.push_back(std::move(rule));
}

inline void schema_compiler::on_dependent_required(const json_value& v) {
  if (!v.is_object()) return expected("an object of names", v);
  const std::string pointer = here();
  for (const auto& one : *v.if_object()) dependent_names(pointer, view_of(one.key()), one.value());
}

inline void schema_compiler::on_dependent_schemas(const json_value& v) {
  if (!map_of_schemas(v)) return;
  for (const auto& one : *v.if_object())
    object().dependent.push_back({view_of(one.key()), {}, inner(one.value())});
}

inline void schema_compiler::on_dependencies(const json_value& v) {
  if (!map_of_schemas(v)) return;
  const std::string pointer = here();
  for (const auto& one : *v.if_object()) {
    const std::string_view name = view_of(one.key());
    if (one.value().is_array()) dependent_names(pointer, name, one.value());
    else object().dependent.push_back({name, {}, inner(one.value())});
  }
}

inline void schema_compiler::on_items(const json_value& v) {
  if (!v.is_array()) return void(array().items = child(v));
  if (schema_->contains("prefixItems")) return fault("two lists of schemas; write \"items\" as one schema");
  if (index_.dialect(current_) == schema_dialect::draft_2020_12)
    note("a list is draft-07: it is read as \"prefixItems\"");
  for (const json_value& one : *v.if_array()) array().prefix.push_back(child(one));
}

inline void schema_compiler::on_prefix_items(const json_value& v) {
  if (!list_of_schemas(v)) return;
  for (const json_value& one : *v.if_array()) array().prefix.push_back(child(one));
}

// It means something only beside a list of `items`.
inline void schema_compiler::on_additional_items(const json_value& v) {
  const json_value* const items = schema_->if_contains("items");
  if (items != nullptr && items->is_array()) array().items = child(v);
}

inline void schema_compiler::close_array() {
  array_rules& to = array();
  to.contains_marks = index_.dialect(current_) == schema_dialect::draft_2020_12;
  if (to.contains < 0) to.contains_least = 0;
}

inline void schema_compiler::branches(const json_value& v, std::vector<int> logic_rules::*to) {
  if (!list_of_schemas(v)) return;
  std::vector<int> found;
  for (const json_value& one : *v.if_array()) found.push_back(inner(one));
  logic().*to = std::move(found);
}

inline void schema_compiler::close_logic() {
  logic_rules& to = logic();
  // Without `if` they mean nothing, and without them `if` is asked only for what it evaluates.
  if (to.test < 0) to.then = to.otherwise = no_node;
}

inline void schema_compiler::on_ref(const json_value& v) {
  const boost::json::string* const text_ = v.if_string();
  if (text_ == nullptr) return expected("a reference", v);
  std::string why;
  const int to = index_.resolve(current_, view_of(*text_), why);
  if (to < 0) return fault(std::move(why));
  logic().refs.push_back(to);
  edge(to);
}

// Where a name has one bearer only, the way there does not depend on who asks.
inline void schema_compiler::on_dynamic_ref(const json_value& v) {
  const boost::json::string* const text_ = v.if_string();
  if (text_ == nullptr) return expected("a reference", v);
  const std::string_view reference = view_of(*text_);
  const std::size_t hash = reference.find('#');
  if (hash != std::string_view::npos && index_.dynamic_anchors(reference.substr(hash + 1)) > 1)
    return fault("several schemas have this \"$dynamicAnchor\"; that is not supported");
  on_ref(v);
}

inline void schema_compiler::on_recursive_ref(const json_value& v) {
  if (index_.dialect(current_) != schema_dialect::draft_2019_09) return;
  if (index_.has_recursive_anchor()) return fault("\"$recursiveAnchor\" is not supported");
  on_ref(v);
}

// Depth first along the edges that stay at the same value; what is met again under way is a circle.
inline void schema_compiler::find_circles() {
  enum class state : unsigned char { fresh, open, done };
  edges_.resize(index_.size());
  std::vector<state> states(edges_.size(), state::fresh);
  std::vector<std::pair<int, std::size_t>> way;
  for (std::size_t start = 0; start < edges_.size(); ++start) {
    if (states[start] != state::fresh) continue;
    way.emplace_back(static_cast<int>(start), 0);
    states[start] = state::open;
    while (!way.empty()) {
      const auto at = static_cast<std::size_t>(way.back().first);
      if (way.back().second == edges_[at].size()) {
        states[at] = state::done;
        way.pop_back();
        continue;
      }
      const int next = edges_[at][way.back().second++];
      state& seen = states[static_cast<std::size_t>(next)];
      if (seen == state::open) {
        faults_.add(index_.pointer(static_cast<int>(at)),
                    "leads back to itself without going into the value: it never ends");
        seen = state::done;
      }
      if (seen != state::fresh) continue;
      seen = state::open;
      way.emplace_back(next, 0);
    }
  }
}

}  // namespace tacet::detail
