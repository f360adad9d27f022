// SPDX-License-Identifier: MIT
// Where the schemas of a document stand, what they are called, and where a reference leads.
#pragma once

#include <tacet/dynamic/detail/schema_keywords.hpp>
#include <tacet/dynamic/detail/schema_text.hpp>
#include <tacet/dynamic/detail/schema_uri.hpp>

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tacet::detail {

/// One schema, or a place on the way to one that only a reference knows. Its number is that of its node.
struct schema_place {
  const json_value* at = nullptr;
  int parent = -1;
  std::string keyword{};         // of the parent, or a token of a reference
  std::string_view name{};       // in a map of schemas
  std::size_t index = no_index;  // in a list of schemas
  bool named = false;
  bool known = true;  // false: `$id` and anchors in it name nothing
  bool schema = true;
  int resource = 0;

  static constexpr std::size_t no_index = static_cast<std::size_t>(-1);
};

struct schema_resource {
  std::string base;
  int place = 0;
  schema_dialect dialect = schema_dialect::draft_2020_12;
};

class schema_index {
 public:
  schema_index(fault_list& faults, fault_list& notes, std::size_t most_places)
      : faults_(faults), notes_(notes), most_places_(most_places) {}

  void add_document(const json_value& root) {
    resources_.push_back({});
    places_.push_back({.at = &root});
    by_value_.emplace(&root, 0);
    ids_.emplace("", 0);
    visit_from(0);
  }

  [[nodiscard]] std::size_t size() const noexcept { return places_.size(); }
  [[nodiscard]] const schema_place& place(int i) const { return places_[static_cast<std::size_t>(i)]; }
  [[nodiscard]] schema_dialect dialect(int i) const {
    return resources_[static_cast<std::size_t>(place(i).resource)].dialect;
  }
  [[nodiscard]] int place_of(const json_value& v) const {
    const auto found = by_value_.find(&v);
    return found == by_value_.end() ? -1 : found->second;
  }
  [[nodiscard]] bool has_recursive_anchor() const noexcept { return recursive_anchor_; }

  [[nodiscard]] std::string pointer(int i) const {
    std::vector<int> way;
    for (; i > 0; i = place(i).parent) way.push_back(i);
    std::string result;
    for (; !way.empty(); way.pop_back()) {
      const schema_place& one = place(way.back());
      append_token(result, one.keyword);
      if (one.named) append_token(result, one.name);
      if (one.index != schema_place::no_index) append_token(result, std::to_string(one.index));
    }
    return result;
  }

  /// The place a reference of schema `from` leads to, or -1 and the reason.
  int resolve(int from, std::string_view reference, std::string& why) {
    const std::size_t hash = reference.find('#');
    const std::string_view uri = reference.substr(0, hash);
    const auto fragment = percent_decoded(hash == std::string_view::npos ? "" : reference.substr(hash + 1));
    const std::string& base = resources_[static_cast<std::size_t>(place(from).resource)].base;
    const std::string target = resolved_uri(base, uri);
    const auto found = ids_.find(target);
    if (found == ids_.end()) {
      why = "refers to another document; only references inside this one are followed";
      return -1;
    }
    why = shown(reference) + " leads nowhere";
    if (!fragment) return -1;
    if (fragment->empty()) return found->second;
    if (fragment->front() == '/') return walk(found->second, *fragment);
    const auto anchor = anchors_.find(target + '#' + *fragment);
    return anchor == anchors_.end() ? -1 : anchor->second;
  }

  /// How many places carry `name` as their `$dynamicAnchor`.
  [[nodiscard]] std::size_t dynamic_anchors(std::string_view name) const {
    const auto found = dynamic_.find(std::string(name));
    return found == dynamic_.end() ? 0 : found->second;
  }

 private:
  int add(schema_place one) {
    if (places_.size() >= most_places_) {
      if (!full_) faults_.add(pointer(one.parent), "more than " + std::to_string(most_places_) + " schemas");
      full_ = true;
      return -1;
    }
    one.resource = place(one.parent).resource;
    one.known = one.known && place(one.parent).known;
    const int number = static_cast<int>(places_.size());
    if (one.schema) by_value_.emplace(one.at, number);
    places_.push_back(std::move(one));
    return number;
  }

  void visit_from(std::size_t i) {
    for (; i < places_.size() && !full_; ++i)
      if (places_[i].schema) visit(static_cast<int>(i));
  }

  void visit(int i) {
    const boost::json::object* const schema = place(i).at->if_object();
    if (schema == nullptr) return;
    if (const json_value* const dialect = schema->if_contains("$schema")) read_dialect(i, *dialect, *schema);
    const bool only_reference = dialect(i) == schema_dialect::draft_7 && schema->contains("$ref");
    if (!only_reference && place(i).known) names(i, *schema);
    for (const auto& member : *schema) {
      const std::string_view key = view_of(member.key());
      const keyword_form form = form_of(key, dialect(i));
      if (form == keyword_form::plain) continue;
      if (only_reference && form != keyword_form::definitions) continue;
      children(i, key, form, member.value());
    }
  }

  void children(int i, std::string_view key, keyword_form form, const json_value& v) {
    const boost::json::array* const list = v.if_array();
    if (form == keyword_form::list || (form == keyword_form::one_or_list && list != nullptr)) {
      if (list == nullptr) return;
      for (std::size_t n = 0; n < list->size() && !full_; ++n)
        (void)add({.at = &(*list)[n], .parent = i, .keyword = std::string(key), .index = n});
    } else if (form == keyword_form::one || form == keyword_form::one_or_list) {
      (void)add({.at = &v, .parent = i, .keyword = std::string(key)});
    } else if (const boost::json::object* const map = v.if_object()) {
      for (const auto& member : *map) {
        if (full_) return;
        if (form == keyword_form::dependencies && member.value().is_array()) continue;
        (void)add({.at = &member.value(),
                   .parent = i,
                   .keyword = std::string(key),
                   .name = view_of(member.key()),
                   .named = true});
      }
    }
  }

  void read_dialect(int i, const json_value& v, const boost::json::object& schema) {
    if (i != 0 && !schema.contains("$id")) return;
    const boost::json::string* const text = v.if_string();
    const auto found = text == nullptr ? std::nullopt : dialect_of(view_of(*text));
    if (!found) {
      faults_.add(pointer(i) + "/$schema", "not a known dialect; draft 2020-12 and draft-07 are");
      return;
    }
    if (*found == schema_dialect::older)
      notes_.add(pointer(i) + "/$schema", "an older draft is read as draft-07");
    pending_ = *found == schema_dialect::older ? schema_dialect::draft_7 : *found;
    if (i == 0) resources_[0].dialect = *pending_, pending_.reset();
  }

  void names(int i, const boost::json::object& schema) {
    if (const json_value* const id = schema.if_contains("$id")) identify(i, *id);
    pending_.reset();
    if (dialect(i) == schema_dialect::draft_7) return;
    if (const json_value* const name = schema.if_contains("$anchor")) anchor(i, "$anchor", *name);
    if (const json_value* const name = schema.if_contains("$dynamicAnchor")) {
      anchor(i, "$dynamicAnchor", *name);
      if (name->is_string()) ++dynamic_[std::string(view_of(*name->if_string()))];
    }
    const json_value* const recursive = schema.if_contains("$recursiveAnchor");
    if (recursive != nullptr && *recursive == json_value(true)) recursive_anchor_ = true;
  }

  void identify(int i, const json_value& v) {
    const boost::json::string* const text = v.if_string();
    if (text == nullptr)
      return faults_.add(pointer(i) + "/$id", "expected a string, got " + std::string(type_phrase(v)));
    const std::string_view id = view_of(*text);
    const std::size_t hash = id.find('#');
    const std::string_view uri = id.substr(0, hash);
    const std::string_view fragment =
        hash == std::string_view::npos ? std::string_view{} : id.substr(hash + 1);
    const schema_dialect outer = pending_ ? *pending_ : dialect(i);
    if (!uri.empty() || hash == std::string_view::npos) {
      const std::string base = resolved_uri(base_of(i), uri);
      if (i == 0) {
        resources_[0].base = base;
        ids_.clear();
      } else {
        places_[static_cast<std::size_t>(i)].resource = static_cast<int>(resources_.size());
        resources_.push_back({base, i, outer});
      }
      if (!ids_.emplace(base, i).second) faults_.add(pointer(i) + "/$id", "the same as another schema's");
    }
    if (fragment.empty()) return;
    if (outer != schema_dialect::draft_7)
      return faults_.add(pointer(i) + "/$id", "a fragment is not allowed here; write \"$anchor\"");
    name_place(i, "$id", fragment);
  }

  void anchor(int i, std::string_view key, const json_value& v) {
    const boost::json::string* const text = v.if_string();
    if (text == nullptr || text->empty() || text->find('/') != boost::json::string::npos ||
        text->find('#') != boost::json::string::npos)
      return faults_.add(pointer(i) + '/' + std::string(key), "expected a name without \"/\" and \"#\"");
    name_place(i, key, view_of(*text));
  }

  void name_place(int i, std::string_view key, std::string_view name) {
    const auto [at, added] = anchors_.emplace(base_of(i) + '#' + std::string(name), i);
    if (!added && at->second != i)
      faults_.add(pointer(i) + '/' + std::string(key), "the same name as another schema's");
  }

  [[nodiscard]] const std::string& base_of(int i) const {
    return resources_[static_cast<std::size_t>(place(i).resource)].base;
  }

  int walk(int from, std::string_view pointer) {
    const json_value* at = place(from).at;
    int nearest = from;
    std::vector<std::string> beyond;
    while (!pointer.empty()) {
      pointer.remove_prefix(1);
      const std::size_t end = pointer.find('/');
      auto token = unescaped_token(pointer.substr(0, end));
      pointer = end == std::string_view::npos ? std::string_view{} : pointer.substr(end);
      if (!token) return -1;
      at = step(*at, *token);
      if (at == nullptr) return -1;
      beyond.push_back(std::move(*token));
      if (const int known = place_of(*at); known >= 0) {
        nearest = known;
        beyond.clear();
      }
    }
    return beyond.empty() ? nearest : add_beyond(nearest, beyond);
  }

  static const json_value* step(const json_value& v, const std::string& token) {
    if (const boost::json::object* const object = v.if_object())
      return object->if_contains(boost_view(token));
    const boost::json::array* const array = v.if_array();
    if (array == nullptr || token.empty() || token.size() > 9 || (token.size() > 1 && token[0] == '0'))
      return nullptr;
    std::size_t index = 0;
    for (const char c : token) {
      if (c < '0' || c > '9') return nullptr;
      index = index * 10 + static_cast<std::size_t>(c - '0');
    }
    return array->if_contains(index);
  }

  // A place that no keyword makes a schema becomes one because a reference says so.
  int add_beyond(int nearest, const std::vector<std::string>& tokens) {
    const json_value* at = place(nearest).at;
    const std::size_t first = places_.size();
    for (std::size_t n = 0; n < tokens.size() && nearest >= 0; ++n) {
      at = step(*at, tokens[n]);
      nearest = add({.at = at,
                     .parent = nearest,
                     .keyword = tokens[n],
                     .known = false,
                     .schema = n + 1 == tokens.size()});
    }
    visit_from(first);
    return nearest;
  }

  fault_list& faults_;
  fault_list& notes_;
  std::size_t most_places_;
  bool full_ = false;
  bool recursive_anchor_ = false;
  std::optional<schema_dialect> pending_;
  std::vector<schema_place> places_;
  std::unordered_map<const json_value*, int> by_value_;
  std::vector<schema_resource> resources_;
  std::map<std::string, int> ids_;
  std::map<std::string, int> anchors_;
  std::map<std::string, std::size_t> dynamic_;
};

}  // namespace tacet::detail
