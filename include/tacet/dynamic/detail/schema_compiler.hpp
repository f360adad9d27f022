// SPDX-License-Identifier: MIT
// Turns the keywords of every schema of a document into nodes, and lists all that is wrong with them.
#pragma once

#include <tacet/dynamic/detail/schema_index.hpp>
#include <tacet/dynamic/detail/schema_program.hpp>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <iterator>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tacet::detail {

class schema_compiler {
 public:
  schema_compiler(schema_program& program, fault_list& faults, fault_list& notes, std::size_t most_nodes)
      : program_(program), faults_(faults), notes_(notes), index_(faults, notes, most_nodes) {}

  void run() {
    index_.add_document(program_.document);
    // References add places, and so the list grows under way.
    for (int i = 0; static_cast<std::size_t>(i) < index_.size(); ++i) one(i);
    find_circles();
    for (int i = 0; static_cast<std::size_t>(i) < index_.size(); ++i)
      if (index_.place(i).schema) program_.schemas.push_back(index_.place(i).at);
    std::sort(program_.schemas.begin(), program_.schemas.end(), std::less<>{});
  }

  /// What the top level of a tool's arguments must be.
  void require_arguments() {
    schema_node& root = program_.nodes[0];
    const bool no_object = (root.types & schema_type::object) == 0;
    if (no_object)
      faults_.add(root.declared == 0 ? "" : "/type",
                  "arguments are always an object; write \"type\": \"object\"");
    program_.for_arguments = true;
    const boost::json::object* const top = program_.document.if_object();
    if (top == nullptr) return;
    bool members = false;
    for (const auto& one : *top) {
      const std::string_view key = view_of(one.key());
      if (find(key) != nullptr) return;
      members = members || !is_annotation(key);
    }
    if (members && !top_misspelled_)
      notes_.add("", "no keyword that asks anything: nothing is checked; write the members in `properties`");
  }

 private:
  using handler = void (schema_compiler::*)(const json_value&);
  struct handled {
    std::string_view name;
    handler read;
  };

  void one(int i) {
    program_.nodes.resize(index_.size());
    const schema_place& place = index_.place(i);
    if (!place.schema) return;
    current_ = i;
    node_ = {};
    required_here_.clear();
    edges_.resize(index_.size());
    if (const bool* const answer = place.at->if_bool()) {
      node_.types = *answer ? schema_type::all : schema_types{0};
    } else if (const boost::json::object* const schema = place.at->if_object()) {
      schema_ = schema;
      keywords(*schema);
    } else {
      faults_.add(index_.pointer(i),
                  "a schema is an object or a boolean, got " + std::string(type_phrase(*place.at)));
    }
    node_.plain = node_.number < 0 && node_.text < 0 && node_.array < 0 && node_.object < 0 &&
                  node_.values < 0 && node_.constant < 0 && node_.logic < 0;
    program_.nodes.resize(index_.size());
    program_.nodes[static_cast<std::size_t>(i)] = node_;
  }

  void keywords(const boost::json::object& schema) {
    const schema_dialect dialect = index_.dialect(current_);
    const bool only_reference = dialect == schema_dialect::draft_7 && schema.contains("$ref");
    for (const auto& member : schema) {
      key_ = view_of(member.key());
      if (only_reference && key_ != "$ref") {
        if (find(key_) != nullptr && form_of(key_, dialect) != keyword_form::definitions)
          note("draft-07 ignores what stands beside \"$ref\"");
        continue;
      }
      const schema_keyword* const keyword = keyword_of(key_);
      if (keyword != nullptr && !knows(dialect, *keyword)) {
        note("draft-07 does not know this keyword: it is ignored");
        continue;
      }
      if (const handled* const found = find(key_)) (this->*found->read)(member.value());
      else unknown();
    }
    if (node_.object >= 0) close_object();
    if (node_.logic >= 0) close_logic();
    if (node_.array >= 0) close_array();
  }

  // schema_handlers.hpp
  static const handled* find(std::string_view name);
  static std::span<const handled> handlers();
  void unknown();

  // Faults and notes about the keyword at hand.
  [[nodiscard]] std::string here() const {
    std::string result = index_.pointer(current_);
    append_token(result, key_);
    return result;
  }
  void fault(std::string message) { faults_.add(here(), std::move(message)); }
  void note(std::string message) { notes_.add(here(), std::move(message)); }
  void expected(std::string_view what, const json_value& got) {
    fault("expected " + std::string(what) + ", got " + std::string(type_phrase(got)));
  }

  template <class Rules> static Rules& rules(int& number, std::vector<Rules>& table) {
    if (number < 0) {
      number = static_cast<int>(table.size());
      table.emplace_back();
    }
    return table[static_cast<std::size_t>(number)];
  }
  number_rules& number() { return rules(node_.number, program_.numbers); }
  text_rules& text() { return rules(node_.text, program_.texts); }
  array_rules& array() { return rules(node_.array, program_.arrays); }
  object_rules& object() { return rules(node_.object, program_.objects); }
  logic_rules& logic() { return rules(node_.logic, program_.logic); }

  [[nodiscard]] int child(const json_value& v) const { return index_.place_of(v); }

  // A child that is applied to the same value, so that a circle of such edges would never end.
  int inner(const json_value& v) {
    const int to = child(v);
    edge(to);
    return to;
  }
  void edge(int to) {
    edges_.resize(index_.size());
    if (to >= 0) edges_[static_cast<std::size_t>(current_)].push_back(to);
  }

  // schema_compile_values.hpp
  std::optional<std::size_t> size(const json_value& v);
  schema_types type_name(const json_value& v, std::string pointer);
  int pattern(std::string_view text, const std::string& pointer);
  void on_type(const json_value& v);
  void on_enum(const json_value& v);
  void on_const(const json_value& v);
  void on_minimum(const json_value& v) { bound(v, &number_rules::minimum); }
  void on_maximum(const json_value& v) { bound(v, &number_rules::maximum); }
  void on_exclusive_minimum(const json_value& v) { bound(v, &number_rules::above); }
  void on_exclusive_maximum(const json_value& v) { bound(v, &number_rules::below); }
  void bound(const json_value& v, const json_value* number_rules::*to);
  void on_multiple_of(const json_value& v);
  void on_min_length(const json_value& v) { text().least = size(v).value_or(0); }
  void on_max_length(const json_value& v) { text().most = size(v).value_or(no_limit); }
  void on_pattern(const json_value& v);
  void on_min_items(const json_value& v) { array().least = size(v).value_or(0); }
  void on_max_items(const json_value& v) { array().most = size(v).value_or(no_limit); }
  void on_unique_items(const json_value& v);
  void on_min_contains(const json_value& v) { array().contains_least = size(v).value_or(1); }
  void on_max_contains(const json_value& v) { array().contains_most = size(v).value_or(no_limit); }
  void on_min_properties(const json_value& v) { object().least = size(v).value_or(0); }
  void on_max_properties(const json_value& v) { object().most = size(v).value_or(no_limit); }

  // schema_compile_structure.hpp
  bool list_of_schemas(const json_value& v);
  bool map_of_schemas(const json_value& v);
  bool names(const json_value& v, std::string pointer, std::vector<std::string_view>& to);
  void on_properties(const json_value& v);
  void on_pattern_properties(const json_value& v);
  void on_additional_properties(const json_value& v) { object().additional = child(v); }
  void on_property_names(const json_value& v) { object().names = child(v); }
  void on_unevaluated_properties(const json_value& v) { object().unevaluated = child(v); }
  void on_required(const json_value& v);
  void on_dependent_required(const json_value& v);
  void on_dependent_schemas(const json_value& v);
  void on_dependencies(const json_value& v);
  void dependent_names(const std::string& pointer, std::string_view name, const json_value& v);
  void on_items(const json_value& v);
  void on_prefix_items(const json_value& v);
  void on_additional_items(const json_value& v);
  void on_contains(const json_value& v) { array().contains = child(v); }
  void on_unevaluated_items(const json_value& v) { array().unevaluated = child(v); }
  void on_all_of(const json_value& v) { branches(v, &logic_rules::all); }
  void on_any_of(const json_value& v) { branches(v, &logic_rules::any); }
  void on_one_of(const json_value& v) { branches(v, &logic_rules::one); }
  void branches(const json_value& v, std::vector<int> logic_rules::*to);
  void on_not(const json_value& v) { logic().excluded = inner(v); }
  void on_if(const json_value& v) { logic().test = inner(v); }
  void on_then(const json_value& v) { logic().then = inner(v); }
  void on_else(const json_value& v) { logic().otherwise = inner(v); }
  void on_defs(const json_value& v) { (void)map_of_schemas(v); }
  void on_ref(const json_value& v);
  void on_dynamic_ref(const json_value& v);
  void on_recursive_ref(const json_value& v);
  void close_logic();
  void close_array();
  void close_object();
  void find_circles();

  schema_program& program_;
  fault_list& faults_;
  fault_list& notes_;
  schema_index index_;
  std::vector<std::vector<int>> edges_;
  const boost::json::object* schema_ = nullptr;
  std::set<std::string_view> required_here_;  // what no entry of `properties` has taken up yet
  std::string_view key_;
  std::size_t pattern_work_ = 0;
  std::size_t words_left_ = 1'000;  // that are compared with keywords
  bool top_misspelled_ = false;
  int current_ = 0;
  schema_node node_;
};

}  // namespace tacet::detail
