// SPDX-License-Identifier: MIT
// Stands for an executor of which the parts break a rule: asks the rule, and does nothing else.
#pragma once

#include <tacet/executor/composition.hpp>
#include <tacet/rule/executor_rules.hpp>
#include <tacet/values/bounded_report.hpp>
#include <tacet/values/execution_report.hpp>

#include <array>
#include <span>
#include <string_view>
#include <type_traits>

namespace tacet {

template <class Tools, class Policies, class Names> class tool_executor;

// Has the members of an executor, so that their use is no second error. A part that breaks a rule of its own
// has said so where it was made.
template <class... Part> class tool_executor<detail::refused_parts<Part...>, void, void> {
  using rules = detail::composition_rules<Part...>;
  using need = detail::refused_need<typename rules::needy>;
  using deaf = detail::function_of<typename rules::deaf>;
  using late = detail::late_tool<typename rules::late, typename rules::retries, typename rules::limits>;

 public:
  using refused = void;

  constexpr explicit tool_executor(const Part&...) noexcept {
    static_assert(rule::part_has_a_family<typename rules::alien, rules::known>());
    static_assert(rule::family_stands_once<typename rules::repeated, rules::single || !rules::known>());
    static_assert(rule::executor_has_tools<detail::refused_parts<Part...>,
                                           rules::equipped || !rules::single || !rules::known>());
    static_assert(rule::nothing_waits<typename rules::waiting,
                                      rules::runs_through || !rules::equipped || !rules::single || !rules::known>());
    static_assert(
        rule::capability_is_granted<typename need::function_type, typename need::capability, rules::granted>());
    static_assert(rule::timeout_can_be_kept<typename deaf::type, std::is_void_v<typename rules::deaf>>());
    static_assert(rule::worst_case_fits_the_deadline<typename late::function_type, typename late::worst,
                                                     rule::deadline_ms<rules::limits::call.count / 1'000'000>,
                                                     std::is_void_v<typename rules::late>>());
  }

  execution_report execute(std::span<const tool_call>, const run_options& = {}) const noexcept { return {}; }
  execution_status execute(std::span<const tool_call>, execution_report&) const { return {}; }
  execution_status execute(std::span<const tool_call>, execution_report&, const run_options&) const {
    return {};
  }
  execution_status execute(std::span<const tool_call>, bounded_report&) const { return {}; }
  execution_status execute(std::span<const tool_call>, bounded_report&, const run_options&) const { return {}; }
  void execute_one(const tool_call&, tool_outcome&, text_room&, const run_options* = nullptr) const {}
  void reset() noexcept {}
  static constexpr std::array<tool_descriptor, 0> descriptors() noexcept { return {}; }
  constexpr const tools<>& catalog() const noexcept { return none_; }

 private:
  [[no_unique_address]] tools<> none_{};
};

}  // namespace tacet
