// SPDX-License-Identifier: MIT
// Repairs of what a model is known to spell otherwise, where the declared type leaves no doubt.
#pragma once

#include <tacet/dynamic/detail/schema_walk_structure.hpp>
#include <tacet/dynamic/detail/schema_walk_values.hpp>

#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace tacet::detail {

// One use per instance. What follows from the budget ending is that the rest is left as it is.
//
// A null that stands for an absent member is removed only when the whole value fits without it. It is reached
// through keywords that always apply, so the value cannot fit with it; and where it cannot fit without it
// either, the faults must be those of what was sent.
class schema_adjustment {
 public:
  schema_adjustment(const schema_program& program, schema_budget& budget) noexcept
      : program_(program), budget_(budget) {}

  bool run(json_value& v) {
    bool changed = apply(program_.root, v);
    if (!absent_ || budget_.exhausted()) return changed;
    removing_ = true;
    json_value without(v, v.storage());
    if (apply(program_.root, without) && !budget_.exhausted() &&
        schema_walk<false>(program_, budget_).visit(program_.root, without)) {
      v = std::move(without);
      changed = true;
    }
    return changed;
  }

 private:
  bool apply(int number, json_value& v) {
    if (!budget_.enter()) return false;
    const schema_node& node = program_.nodes[static_cast<std::size_t>(number)];
    bool changed = respell(node.declared, v);
    if (node.object >= 0 && v.is_object())
      changed = members(program_.objects[static_cast<std::size_t>(node.object)], v.get_object()) || changed;
    if (node.array >= 0 && v.is_array())
      changed = elements(program_.arrays[static_cast<std::size_t>(node.array)], v.get_array()) || changed;
    if (node.logic >= 0)
      for (const int to : program_.logic[static_cast<std::size_t>(node.logic)].refs)
        changed = apply(to, v) || changed;
    budget_.leave();
    return changed;
  }

  static bool respell(schema_types declared, json_value& v) {
    // No type is declared, or every one is allowed.
    if (declared == 0) return false;
    if (const double* const d = v.if_double()) {
      const auto i = wants_integer(declared) ? integer_of(v) : std::nullopt;
      if (i && !(i->magnitude == 0 && std::signbit(*d))) (void)assign(*i, v);
      return false;  // another spelling of the same value
    }
    const boost::json::string* const text = v.if_string();
    if (text == nullptr || (declared & schema_type::string) != 0) return false;
    const std::string_view spelled = view_of(*text);
    if ((declared & schema_type::boolean) != 0 && (spelled == "true" || spelled == "false")) {
      v = spelled == "true";
      return true;
    }
    if (!wants_integer(declared)) return false;
    const auto i = plain_integer(spelled);
    return i && assign(*i, v);
  }

  // A declared number is left alone: which one was meant is not said by its type.
  static bool wants_integer(schema_types declared) {
    return (declared & schema_type::number) == schema_type::integer;
  }

  // `0`, or digits that do not begin with 0, with at most a minus sign in front; within 64 bits.
  static std::optional<schema_integer> plain_integer(std::string_view text) {
    schema_integer result;
    if (text.starts_with('-')) {
      result.negative = true;
      text.remove_prefix(1);
    }
    if (text.empty() || text.front() < '0' || text.front() > '9') return {};
    if (text.front() == '0' && (text.size() > 1 || result.negative)) return {};
    const auto read = std::from_chars(text.data(), text.data() + text.size(), result.magnitude);
    if (read.ec != std::errc{} || read.ptr != text.data() + text.size()) return {};
    return result;
  }

  static bool assign(const schema_integer& i, json_value& v) {
    constexpr std::uint64_t top = std::uint64_t{1} << 63;
    if (i.negative) {
      if (i.magnitude > top) return false;
      v = static_cast<std::int64_t>(0 - i.magnitude);
    } else if (i.magnitude < top) {
      v = static_cast<std::int64_t>(i.magnitude);
    } else {
      v = i.magnitude;
    }
    return true;
  }

  bool members(const object_rules& rules, boost::json::object& object) {
    bool changed = false;
    std::vector<std::size_t> absent;
    std::size_t i = 0;
    if (!budget_.take(object.size())) return false;
    for (auto& one : object) {
      const member_rule* const known = rules.find(view_of(one.key()), i);
      if (known != nullptr && known->node >= 0) {
        if (!stands_for_absent(*known, one.value())) changed = apply(known->node, one.value()) || changed;
        else if (removing_) absent.push_back(i);
        else absent_ = true;
      }
      ++i;
    }
    if (absent.empty()) return changed;
    boost::json::object kept(object.storage());
    kept.reserve(object.size() - absent.size());
    i = 0;
    auto next = absent.begin();
    for (auto& one : object) {
      if (next != absent.end() && *next == i) ++next;
      else kept.emplace(one.key(), std::move(one.value()));
      ++i;
    }
    object = std::move(kept);
    return true;
  }

  bool stands_for_absent(const member_rule& rule, const json_value& v) {
    return v.is_null() && !rule.required && !schema_walk<false>(program_, budget_).visit(rule.node, v) &&
           !budget_.exhausted();
  }

  bool elements(const array_rules& rules, boost::json::array& array) {
    if (rules.items < 0 && rules.prefix.empty()) return false;
    bool changed = false;
    for (std::size_t i = 0; i < array.size() && !budget_.exhausted(); ++i) {
      const int number = i < rules.prefix.size() ? rules.prefix[i] : rules.items;
      if (number >= 0) changed = apply(number, array[i]) || changed;
    }
    return changed;
  }

  const schema_program& program_;
  schema_budget& budget_;
  bool absent_ = false;
  bool removing_ = false;
};

}  // namespace tacet::detail
