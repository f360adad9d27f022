// SPDX-License-Identifier: MIT
// The compiled form of a schema: nodes of plain data that refer to each other by number.
#pragma once

#include <tacet/dynamic/detail/schema_pattern.hpp>
#include <tacet/dynamic/detail/schema_value.hpp>
#include <tacet/text/words.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>
#include <utility>
#include <vector>

namespace tacet::detail {

inline constexpr int no_node = -1;
inline constexpr std::size_t no_limit = std::numeric_limits<std::size_t>::max();

struct number_rules {
  // Into the schema's own document.
  const json_value* minimum = nullptr;
  const json_value* maximum = nullptr;
  const json_value* above = nullptr;
  const json_value* below = nullptr;
  const json_value* step_text = nullptr;
  schema_decimal step;
};

struct text_rules {
  std::size_t least = 0, most = no_limit;
  int pattern = no_node;
};

struct array_rules {
  std::size_t least = 0, most = no_limit;
  std::vector<int> prefix;
  int items = no_node;  // behind the prefix
  int contains = no_node;
  std::size_t contains_least = 1, contains_most = no_limit;
  bool contains_marks = false;  // draft 2020-12: what `contains` found counts as evaluated
  int unevaluated = no_node;
  bool unique = false;
};

struct member_rule {
  std::string_view name;
  int node = no_node;  // none: only `required` tells of it
  bool required = false;
};

struct dependent_rule {
  std::string_view name;
  std::vector<std::string_view> members;
  int node = no_node;
};

struct object_rules {
  std::size_t least = 0, most = no_limit;
  std::vector<member_rule> members;  // sorted when there are many
  std::size_t required = 0;
  std::vector<std::pair<int, int>> patterns;  // pattern, node
  int additional = no_node;
  int names = no_node;
  int unevaluated = no_node;
  std::vector<dependent_rule> dependent;

  static constexpr std::size_t few = 8;

  static bool before(const member_rule& a, const member_rule& b) noexcept {
    return a.name.size() != b.name.size() ? a.name.size() < b.name.size() : a.name < b.name;
  }
  static bool same(std::string_view a, std::string_view b) noexcept {
    return a.size() == b.size() && same_text(a.data(), b.data(), a.size());
  }
  void arrange() {
    if (members.size() > few) std::sort(members.begin(), members.end(), before);
  }
  /// Null when the schema does not name it. `guess` is where it stands if members come in the schema's order.
  [[nodiscard]] const member_rule* find(std::string_view name, std::size_t guess) const noexcept {
    if (guess < members.size() && same(members[guess].name, name)) return &members[guess];
    if (members.size() <= few) {
      for (const member_rule& one : members)
        if (same(one.name, name)) return &one;
      return nullptr;
    }
    const auto at =
        std::lower_bound(members.begin(), members.end(), member_rule{name, no_node, false}, before);
    return at != members.end() && at->name == name ? &*at : nullptr;
  }
};

// A list of values, found by their hash when it is long.
struct value_rules {
  std::vector<const json_value*> values;
  std::vector<std::pair<std::uint64_t, std::uint32_t>> hashes;

  static constexpr std::size_t few = 6;

  void arrange(schema_budget& budget) {
    if (values.size() <= few) return;
    for (std::size_t i = 0; i < values.size(); ++i)
      hashes.emplace_back(hash_value(*values[i], budget), static_cast<std::uint32_t>(i));
    std::sort(hashes.begin(), hashes.end());
  }
  [[nodiscard]] bool holds(const json_value& v, schema_budget& budget) const noexcept {
    if (hashes.empty()) {
      for (const json_value* one : values)
        if (same_value(*one, v, budget)) return true;
      return false;
    }
    const std::uint64_t hash = hash_value(v, budget);
    auto at = std::lower_bound(hashes.begin(), hashes.end(), std::pair{hash, std::uint32_t{0}});
    for (; at != hashes.end() && at->first == hash && !budget.exhausted(); ++at)
      if (same_value(*values[at->second], v, budget)) return true;
    return false;
  }
};

struct logic_rules {
  std::vector<int> refs;
  std::vector<int> all, any, one;
  int excluded = no_node;
  int test = no_node, then = no_node, otherwise = no_node;
};

struct schema_node {
  schema_types types = schema_type::all;
  bool plain = true;          // nothing but the types is asked
  schema_types declared = 0;  // what the keyword `type` says; 0: it is absent
  int number = no_node, text = no_node, array = no_node, object = no_node, values = no_node,
      constant = no_node, logic = no_node;
};

/// Immutable once it is compiled; what it views lives in `document`.
struct schema_program {
  json_value document;
  std::vector<const json_value*> schemas;  // what in the document is a schema; sorted
  std::vector<schema_node> nodes;
  std::vector<number_rules> numbers;
  std::vector<text_rules> texts;
  std::vector<array_rules> arrays;
  std::vector<object_rules> objects;
  std::vector<value_rules> values;
  std::vector<logic_rules> logic;
  std::vector<schema_pattern> patterns;
  int root = 0;
  bool for_arguments = false;
  std::size_t most_steps = 0;
  std::size_t most_depth = 0;
};

}  // namespace tacet::detail
