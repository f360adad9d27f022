// SPDX-License-Identifier: MIT
// Writes the schema of every type that can stand in arguments: one writer for all types and dialects.
#pragma once

#include <tacet/json/detail/schema_node.hpp>

#include <cstddef>
#include <string_view>

namespace tacet::json::detail {

constexpr void put_schema(schema_writer& w, const schema_node& node, const member_note& note);

// Structs nested deeper than this count as one that holds itself. (Nodes cannot be told apart by their addresses: to g++
// 12 that is no constant.)
inline constexpr std::size_t most_levels = 48;

inline constexpr member_note no_note{};

// Whether no two alternatives are objects whose first members have one name.
constexpr bool first_members_differ(const schema_node& variant) {
  const auto first = [&](std::size_t i) {
    const schema_node& one = *variant.alternatives[i];
    return one.is == schema_node::form::object && one.count != 0 ? one.members[0].name : std::string_view{};
  };
  for (std::size_t i = 0; i < variant.count; ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (!first(i).empty() && first(i) == first(j)) return false;
  return true;
}

constexpr void put_alternatives(schema_writer& w, const schema_node& node, const member_note& note, bool null) {
  if (w.rules.first_members_differ && !first_members_differ(node)) w.lose(degradation::first_member_shared);
  // Where null is no type, it is a mark on the first of the others.
  if (node.one_is_null && !w.rules.null_type) w.null_too = true;
  ++w.unions;
  w.put("\"anyOf\":[");
  bool first = true;
  for (std::size_t i = 0; i < node.count; ++i) {
    const schema_node& one = *node.alternatives[i];
    if (node.one_is_null && one.is == schema_node::form::null && !w.rules.null_type) continue;
    if (!first) w.put(',');
    // Where nothing may stand beside the alternatives, the first of them takes it.
    member_note inner{};
    if (first && w.rules.any_of_alone) inner.description = note.description;
    first = false;
    put_schema(w, one, inner);
  }
  w.put(null ? std::string_view(",{\"type\":\"null\"}]") : std::string_view("]", 1));
}

constexpr void put_enumeration(schema_writer& w, const schema_node& node) {
  w.put_kind("string");
  w.put(",\"enum\":[");
  for (std::size_t i = 0; i < node.count; ++i) {
    if (i != 0) w.put(',');
    w.put_name(node.names[i]);
    ++w.enumerators;
    w.name_bytes += node.names[i].size();
  }
  w.put(']');
}

constexpr void put_each(schema_writer& w, const schema_node& node) {
  const path_step step{w.path, {"*", 1}, false};
  w.path = &step;
  put_schema(w, *node.of, no_note);
  w.path = step.outer;
}

constexpr void put_array(schema_writer& w, const schema_node& node, const member_note& note, unsaid& rest) {
  w.put_kind("array");
  w.enter();
  w.put(",\"items\":");
  put_each(w, node);
  --w.level;
  if (node.fixed != SIZE_MAX) w.put_counts(node.fixed, node.fixed, true, rest);
  else w.put_counts(note.least, note.most, false, rest);
}

constexpr void put_map(schema_writer& w, const schema_node& node, const member_note& note) {
  w.put_kind("object");
  w.enter();
  if (w.rules.open_objects) {
    w.put(",\"additionalProperties\":");
    put_each(w, node);
  } else {
    w.lose(degradation::map_not_expressible);
    if (w.rules.closed_objects) w.put(",\"properties\":{},\"additionalProperties\":false");
  }
  --w.level;
  if (note.least != 0 || note.most != SIZE_MAX) w.lose(degradation::lengths_dropped);
}

constexpr void put_member(schema_writer& w, const schema_member& member, bool first);

constexpr void put_object(schema_writer& w, const schema_node& node) {
  w.endless = w.endless || w.level >= most_levels;
  if (w.endless) return;
  w.put_kind("object");
  w.enter();
  w.put(",\"properties\":{");
  for (std::size_t i = 0; i < node.count; ++i) put_member(w, node.members[i], i == 0);
  w.put('}');
  --w.level;
  bool first = true;
  for (std::size_t i = 0; i < node.count; ++i) {
    if (!w.rules.all_required && !node.members[i].required) continue;
    if (first) w.put(",\"required\":[");
    else w.put(',');
    first = false;
    w.put_name(node.members[i].name);
  }
  if (!first) w.put(']');
  const bool open = node.open || w.open;
  if (open && !w.rules.open_objects && w.rules.closed_objects) w.lose(degradation::open_object_closed);
  if (!open && !w.rules.closed_objects) w.lose(degradation::closed_object_open);
  if (!w.rules.closed_objects) return;
  if (open && w.rules.open_objects) w.put(",\"additionalProperties\":true");
  else w.put(",\"additionalProperties\":false");
}

// The keywords of one schema object, without its braces and description.
constexpr void put_type(schema_writer& w, const schema_node& node, const member_note& note, unsaid& rest) {
  using form = schema_node::form;
  using bound = member_bound::form;
  switch (node.is) {
    case form::any:
      if (!w.rules.any_value) w.put_any_scalar(note.description);
      return;
    case form::boolean: return w.put_kind("boolean");
    case form::integer:
      w.put_kind("integer");
      return w.put_bounds(note.minimum.is == bound::absent ? node.low : note.minimum,
                          note.maximum.is == bound::absent ? node.high : note.maximum, rest);
    case form::number: w.put_kind("number"); return w.put_bounds(note.minimum, note.maximum, rest);
    case form::enumeration: return put_enumeration(w, node);
    case form::text: w.put_kind("string"); return w.put_lengths(note.least, note.most, rest);
    case form::null: return w.put_kind("null");
    case form::variant: return put_alternatives(w, node, note, false);
    case form::array: return put_array(w, node, note, rest);
    case form::map: return put_map(w, node, note);
    case form::object: return put_object(w, node);
  }
}

// The same for a member that may be left out, where the dialect has every member sent.
constexpr void put_nullable(schema_writer& w, const schema_node& node, const member_note& note, unsaid& rest) {
  w.lose(degradation::optional_is_nullable);
  if (node.takes_null) return put_type(w, node, note, rest);
  if (node.is == schema_node::form::variant) return put_alternatives(w, node, note, true);
  ++w.unions;
  w.null_too = node.is_one_type();
  if (!node.is_one_type()) w.put("\"anyOf\":[{");
  put_type(w, node, note, rest);
  if (!node.is_one_type()) w.put("},{\"type\":\"null\"}]");
}

constexpr void put_schema_body(schema_writer& w, const schema_node& node, const member_note& note, bool required,
                               const scalar_value& initial) {
  const std::size_t before = w.size;
  unsaid rest;
  if (required || !w.rules.all_required) put_type(w, node, note, rest);
  else put_nullable(w, node, note, rest);
  if (node.is_union() && w.rules.any_of_alone) return;
  w.put_description(w.size == before, note.description, node.unit, rest, initial);
}

constexpr void put_schema(schema_writer& w, const schema_node& node, const member_note& note) {
  w.put('{');
  put_schema_body(w, node, note, true, no_scalar);
  w.put('}');
}

constexpr void put_member(schema_writer& w, const schema_member& member, bool first) {
  const path_step step{w.path, member.name, w.open};
  w.begin_member(step, first, member.required);
  put_schema_body(w, *member.type, *member.note, member.required, member.initial);
  w.end_member(step);
}

}  // namespace tacet::json::detail
