// SPDX-License-Identifier: MIT
// Holds a value against a compiled schema: silently up to the first fault, or telling every fault.
#pragma once

#include <tacet/dynamic/detail/schema_marks.hpp>
#include <tacet/dynamic/detail/schema_program.hpp>
#include <tacet/dynamic/detail/schema_sentences.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tacet::detail {

// Both forms are one code, so that they cannot disagree.
template <bool Telling> class schema_walk {
 public:
  schema_walk(const schema_program& program, schema_budget& budget, fault_list* faults = nullptr) noexcept
      : program_(program), budget_(budget), faults_(faults) {}

  bool visit(int number, const json_value& v, schema_marks* marks = nullptr,
             const schema_step* at = nullptr) noexcept(!Telling) {
    const schema_node& node = program_.nodes[static_cast<std::size_t>(number)];
    const schema_types type = type_of(v);
    if ((node.types & type) == 0) return tell(at, [&] { return sentence::wrong_type(node.types, v); });
    if (node.plain) return budget_.take(1);
    if (!budget_.enter()) return false;
    const bool ok =
        unevaluated_in(node, type) ? tracked(node, type, v, marks, at) : rules(node, type, v, marks, at);
    budget_.leave();
    return ok && !budget_.exhausted();
  }

 private:
  // Always false, so that a refusal is one expression.
  template <class Sentence> bool tell(const schema_step* at, Sentence&& words) const noexcept(!Telling) {
    if constexpr (Telling) {
      if (!faults_->full() && !budget_.exhausted()) faults_->add(pointer_of(at), words());
    }
    return false;
  }
  [[nodiscard]] bool stop(bool ok) const noexcept {
    if constexpr (Telling) return faults_->full() || budget_.exhausted();
    return !ok;
  }

  [[nodiscard]] bool unevaluated_in(const schema_node& node, schema_types type) const noexcept {
    if (type == schema_type::object && node.object >= 0)
      return of(program_.objects, node.object).unevaluated >= 0;
    if (type == schema_type::array && node.array >= 0)
      return of(program_.arrays, node.array).unevaluated >= 0;
    return false;
  }

  template <class Rules> static const Rules& of(const std::vector<Rules>& table, int number) noexcept {
    return table[static_cast<std::size_t>(number)];
  }

  bool rules(const schema_node& node, schema_types type, const json_value& v, schema_marks* marks,
             const schema_step* at) noexcept(!Telling) {
    bool ok = true;
    if (node.values >= 0) {
      const value_rules& listed = of(program_.values, node.values);
      if (!listed.holds(v, budget_)) ok = tell(at, [&] { return sentence::not_listed(listed); });
      if (stop(ok)) return ok;
    }
    if (node.constant >= 0) {
      const value_rules& constant = of(program_.values, node.constant);
      if (!constant.holds(v, budget_)) ok = tell(at, [&] { return sentence::not_constant(constant); });
      if (stop(ok)) return ok;
    }
    switch (type) {
      case schema_type::integer:
      case schema_type::fraction:
        if (node.number >= 0) ok = number(of(program_.numbers, node.number), v, at) && ok;
        break;
      case schema_type::string:
        if (node.text >= 0) ok = text(of(program_.texts, node.text), view_of(*v.if_string()), at) && ok;
        break;
      case schema_type::array:
        if (node.array >= 0) ok = array(of(program_.arrays, node.array), *v.if_array(), marks, at) && ok;
        break;
      case schema_type::object:
        if (node.object >= 0)
          ok = object(of(program_.objects, node.object), *v.if_object(), v, marks, at) && ok;
        break;
      default:
        break;
    }
    if (node.logic < 0 || stop(ok)) return ok;
    return logic(of(program_.logic, node.logic), v, marks, at) && ok;
  }

  bool number(const number_rules& rules, const json_value& v, const schema_step* at) const noexcept(!Telling);
  bool text(const text_rules& rules, std::string_view v, const schema_step* at) const noexcept(!Telling);
  bool array(const array_rules& rules, const boost::json::array& v, schema_marks* marks,
             const schema_step* at) noexcept(!Telling);
  bool contains(const array_rules& rules, const boost::json::array& v, schema_marks* marks,
                const schema_step* at) noexcept(!Telling);
  bool distinct(const boost::json::array& v, const schema_step* at) const noexcept(!Telling);
  bool object(const object_rules& rules, const boost::json::object& v, const json_value& whole,
              schema_marks* marks, const schema_step* at) noexcept(!Telling);
  bool member(const object_rules& rules, const member_rule* known, std::size_t i, std::string_view name,
              const json_value& v, schema_marks* marks, const schema_step* at) noexcept(!Telling);
  bool dependent(const dependent_rule& rule, const boost::json::object& v, const json_value& whole,
                 schema_marks* marks, const schema_step* at) noexcept(!Telling);
  bool tracked(const schema_node& node, schema_types type, const json_value& v, schema_marks* outer,
               const schema_step* at) noexcept(!Telling);
  bool logic(const logic_rules& rules, const json_value& v, schema_marks* marks,
             const schema_step* at) noexcept(!Telling);
  bool silently(int number, const json_value& v, schema_marks* marks) const noexcept;
  std::size_t matching(const std::vector<int>& branches, const json_value& v, schema_marks* marks,
                       std::size_t enough) const noexcept;
  bool tell_branches(const std::vector<int>& branches, std::string_view keyword, const json_value& v,
                     const schema_step* at) noexcept(!Telling);
  [[nodiscard]] schema_types types_behind(int number) const noexcept;

  // Children are at another place: they mark nothing here. A plain one is answered without a call.
  bool child(int number, const json_value& v, const schema_step* at,
             std::string_view name) noexcept(!Telling) {
    const schema_node& node = program_.nodes[static_cast<std::size_t>(number)];
    if (node.plain && (node.types & type_of(v)) != 0) return true;
    if constexpr (!Telling) return visit(number, v);
    const schema_step step{at, name, 0, true};
    return visit(number, v, nullptr, &step);
  }
  bool element(int number, const json_value& v, const schema_step* at, std::size_t index) noexcept(!Telling) {
    const schema_node& node = program_.nodes[static_cast<std::size_t>(number)];
    if (node.plain && (node.types & type_of(v)) != 0) return true;
    if constexpr (!Telling) return visit(number, v);
    const schema_step step{at, {}, index, false};
    return visit(number, v, nullptr, &step);
  }

  const schema_program& program_;
  schema_budget& budget_;
  fault_list* faults_;
};

}  // namespace tacet::detail
