// SPDX-License-Identifier: MIT
// Stands for an executor of which the parts break a rule: asks the rule, and does nothing else.
#pragma once

#include <tacet/executor/composition.hpp>
#include <tacet/rule/rules.hpp>
#include <tacet/values/execution_report.hpp>

#include <array>
#include <span>
#include <string_view>

namespace tacet {

template <class Tools, class Policies, class Names> class tool_executor;

// Has the members of an executor, so that their use is no second error. A part that breaks a rule of its own
// has said so where it was made.
template <class... Part> class tool_executor<detail::refused_parts<Part...>, void, void> {
  using rules = detail::composition_rules<Part...>;
  using need = detail::refused_need<typename rules::needy>;

 public:
  constexpr explicit tool_executor(const Part&...) noexcept {
    static_assert(rule::part_has_a_family<typename rules::alien, rules::known>());
    static_assert(rule::family_stands_once<typename rules::repeated, rules::single || !rules::known>());
    static_assert(rule::executor_has_tools<detail::refused_parts<Part...>,
                                           rules::equipped || !rules::single || !rules::known>());
    static_assert(
        rule::capability_is_granted<typename need::function_type, typename need::capability, rules::granted>());
  }

  execution_report execute(std::span<const tool_call>, const run_options& = {}) const noexcept { return {}; }
  execution_status execute(std::span<const tool_call>, execution_report&) const { return {}; }
  execution_status execute(std::span<const tool_call>, execution_report&, const run_options&) const {
    return {};
  }
  void execute_one(const tool_call&, tool_outcome&, text_room&, const run_options* = nullptr) const {}
  void reset() noexcept {}
  static constexpr std::array<tool_descriptor, 0> descriptors() noexcept { return {}; }
  constexpr const tools<>& catalog() const noexcept { return none_; }

 private:
  [[no_unique_address]] tools<> none_{};
};

}  // namespace tacet
