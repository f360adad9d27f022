// SPDX-License-Identifier: MIT
// Holds objects, alternatives and references against their rules, and what no other keyword has looked at.
#pragma once

#include <tacet/dynamic/detail/schema_walk.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tacet::detail {

template <bool Telling>
bool schema_walk<Telling>::object(const object_rules& rules, const boost::json::object& v,
                                  const json_value& whole, schema_marks* marks,
                                  const schema_step* at) noexcept(!Telling) {
  bool ok = true;
  if (v.size() < rules.least)
    ok = tell(at, [&] { return sentence::too_few(rules.least, v.size(), "member"); });
  if (v.size() > rules.most)
    ok = tell(at, [&] { return sentence::too_many(rules.most, v.size(), "member"); });
  if (stop(ok) || !budget_.take(v.size())) return false;
  std::size_t required = 0;
  std::size_t i = 0;
  const bool simple = marks == nullptr && rules.names < 0 && rules.patterns.empty();
  for (const auto& one : v) {
    const std::string_view name = view_of(one.key());
    const member_rule* const known = rules.find(name, i);
    if (known != nullptr && known->required) ++required;
    // What most members are is answered here; `member` says the same of it.
    if (simple && known != nullptr && known->node >= 0) ok = child(known->node, one.value(), at, name) && ok;
    else if (!member(rules, known, i, name, one.value(), marks, at)) ok = false;
    if (stop(ok)) return false;
    ++i;
  }
  // Names of members are distinct, so a count is enough to know that none is missing.
  if (required < rules.required) {
    if constexpr (Telling) {
      for (const member_rule& one : rules.members) {
        if (!one.required || v.contains(boost_view(one.name))) continue;
        const schema_step step{at, one.name, 0, true};
        (void)tell(&step, [&] { return sentence::missing(one.name); });
      }
    }
    ok = false;
  }
  for (const dependent_rule& rule : rules.dependent) {
    if (stop(ok) || !budget_.take(1)) return false;
    ok = dependent(rule, v, whole, marks, at) && ok;
  }
  return ok;
}

template <bool Telling>
bool schema_walk<Telling>::member(const object_rules& rules, const member_rule* known, std::size_t i,
                                  std::string_view name, const json_value& v, schema_marks* marks,
                                  const schema_step* at) noexcept(!Telling) {
  bool ok = true;
  bool seen = false;
  if (known != nullptr && known->node >= 0) {
    seen = true;
    ok = child(known->node, v, at, name);
  }
  for (const auto& [pattern, number] : rules.patterns) {
    if (stop(ok)) return ok;
    if (!of(program_.patterns, pattern).matches(name, budget_)) continue;
    seen = true;
    ok = child(number, v, at, name) && ok;
  }
  if (!seen && rules.additional >= 0) {
    seen = true;
    const schema_node& node = of(program_.nodes, rules.additional);
    if (node.types == 0) {
      const schema_step step{at, name, 0, true};
      return tell(&step, [&] { return sentence::unknown_member(rules); });
    }
    ok = child(rules.additional, v, at, name) && ok;
  }
  if (seen && marks != nullptr) marks->set(i);
  if (rules.names < 0 || stop(ok)) return ok;
  // The name becomes a value only where a schema asks about names.
  try {
    const json_value text(boost_view(name));
    if (!silently(rules.names, text, nullptr)) {
      const schema_step step{at, name, 0, true};
      ok = tell(&step,
                [&] { return std::string("the name of this member is not allowed (\"propertyNames\")"); });
    }
  } catch (...) {
    return budget_.exhaust();
  }
  return ok;
}

template <bool Telling>
bool schema_walk<Telling>::dependent(const dependent_rule& rule, const boost::json::object& v,
                                     const json_value& whole, schema_marks* marks,
                                     const schema_step* at) noexcept(!Telling) {
  if (!v.contains(boost_view(rule.name))) return true;
  if (rule.node >= 0) return visit(rule.node, whole, marks, at);
  bool ok = budget_.take(rule.members.size());
  for (const std::string_view name : rule.members) {
    if (v.contains(boost_view(name))) continue;
    const schema_step step{at, name, 0, true};
    ok = tell(&step, [&] { return sentence::missing_beside(name, rule.name); });
    if (stop(ok)) break;
  }
  return ok;
}

// The rules of the node with marks of its own, then what they leave.
template <bool Telling>
bool schema_walk<Telling>::tracked(const schema_node& node, schema_types type, const json_value& v,
                                   schema_marks* outer, const schema_step* at) noexcept(!Telling) {
  const boost::json::object* const object = v.if_object();
  const std::size_t size = object != nullptr ? object->size() : v.if_array()->size();
  schema_marks marks(size);
  if (!marks.ok()) return budget_.exhaust();
  bool ok = budget_.take(marks.words()) && rules(node, type, v, &marks, at);
  if (stop(ok)) return false;
  if (object != nullptr) {
    const object_rules& known = of(program_.objects, node.object);
    std::size_t i = 0;
    for (const auto& one : *object) {
      if (!marks.has(i)) {
        const std::string_view name = view_of(one.key());
        if (of(program_.nodes, known.unevaluated).types == 0) {
          const schema_step step{at, name, 0, true};
          ok = tell(&step, [&] { return sentence::unknown_member(known); });
        } else {
          ok = child(known.unevaluated, one.value(), at, name) && ok;
        }
        if (stop(ok)) return false;
        marks.set(i);
      }
      ++i;
    }
  } else {
    const boost::json::array& elements = *v.if_array();
    for (std::size_t i = 0; i < size; ++i) {
      if (marks.has(i)) continue;
      ok = element(of(program_.arrays, node.array).unevaluated, elements[i], at, i) && ok;
      if (stop(ok)) return false;
      marks.set(i);
    }
  }
  if (outer != nullptr) outer->add(marks);
  return ok;
}

template <bool Telling>
bool schema_walk<Telling>::silently(int number, const json_value& v, schema_marks* marks) const noexcept {
  return schema_walk<false>(program_, budget_).visit(number, v, marks);
}

// How many branches fit, counted up to `enough`. Only what fits leaves its marks, and then all must be asked.
template <bool Telling>
std::size_t schema_walk<Telling>::matching(const std::vector<int>& branches, const json_value& v,
                                           schema_marks* marks, std::size_t enough) const noexcept {
  std::size_t found = 0;
  for (const int branch : branches) {
    if (budget_.exhausted()) return 0;
    if (marks == nullptr) {
      if (silently(branch, v, nullptr) && ++found == enough) break;
      continue;
    }
    schema_marks own(marks->words() * 64);
    if (!own.ok() || !budget_.take(marks->words())) return budget_.exhaust(), 0;
    if (!silently(branch, v, &own)) continue;
    marks->add(own);
    ++found;
  }
  return found;
}

template <bool Telling>
bool schema_walk<Telling>::logic(const logic_rules& rules, const json_value& v, schema_marks* marks,
                                 const schema_step* at) noexcept(!Telling) {
  bool ok = true;
  for (const int one : rules.refs)
    if (ok = visit(one, v, marks, at) && ok; stop(ok)) return false;
  for (const int one : rules.all)
    if (ok = visit(one, v, marks, at) && ok; stop(ok)) return false;
  if (!rules.any.empty() && matching(rules.any, v, marks, 1) == 0)
    ok = tell_branches(rules.any, "anyOf", v, at);
  if (stop(ok)) return false;
  if (!rules.one.empty()) {
    const std::size_t found = matching(rules.one, v, marks, 2);
    if (found == 0) ok = tell_branches(rules.one, "oneOf", v, at);
    else if (found > 1)
      ok = tell(at, [] {
        return std::string("the value fits more than one alternative of \"oneOf\"; exactly one must fit");
      });
    if (stop(ok)) return false;
  }
  if (rules.excluded >= 0 && silently(rules.excluded, v, nullptr))
    ok = tell(at, [] { return std::string("the value is what \"not\" excludes"); });
  if (rules.test < 0 || stop(ok)) return ok;
  bool holds = false;
  if (marks == nullptr) {
    holds = silently(rules.test, v, nullptr);
  } else {
    schema_marks own(marks->words() * 64);
    if (!own.ok()) return budget_.exhaust();
    holds = silently(rules.test, v, &own);
    if (holds) marks->add(own);
  }
  const int next = holds ? rules.then : rules.otherwise;
  return (next < 0 || visit(next, v, marks, at)) && ok;
}

template <bool Telling> schema_types schema_walk<Telling>::types_behind(int number) const noexcept {
  const schema_node& node = of(program_.nodes, number);
  schema_types types = node.types;
  if (node.logic >= 0)
    for (const int one : of(program_.logic, node.logic).refs)
      types = static_cast<schema_types>(types & of(program_.nodes, one).types);
  return types;
}

// When the type leaves one alternative, its own faults say more than that none fits.
template <bool Telling>
bool schema_walk<Telling>::tell_branches(const std::vector<int>& branches, std::string_view keyword,
                                         const json_value& v, const schema_step* at) noexcept(!Telling) {
  if constexpr (Telling) {
    int likely = no_node;
    std::size_t fitting = 0;
    schema_types types = 0;
    for (const int one : branches) {
      const schema_types allowed = types_behind(one);
      types = static_cast<schema_types>(types | allowed);
      if ((allowed & type_of(v)) == 0) continue;
      likely = one;
      ++fitting;
    }
    if (fitting == 0) return tell(at, [&] { return sentence::wrong_type(types, v); });
    if (fitting == 1) return visit(likely, v, nullptr, at), false;
    return tell(at, [&] { return sentence::unfit(branches.size(), keyword); });
  }
  return false;
}

}  // namespace tacet::detail
