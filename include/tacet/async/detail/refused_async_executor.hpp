// SPDX-License-Identifier: MIT
// Stands for an asynchronous executor of which the parts break a rule: asks the rule, and does nothing else.
#pragma once

#include <tacet/async/asio.hpp>
#include <tacet/async/detail/async_composition.hpp>
#include <tacet/async/detail/flow_state.hpp>
#include <tacet/rule/executor_rules.hpp>
#include <tacet/values/execution_report.hpp>

#include <array>
#include <span>
#include <type_traits>

namespace tacet {

template <class Tools, class Policies, class Names> class async_executor;

// Has the members of an executor, so that their use is no second error.
template <class... Part> class async_executor<detail::refused_parts<Part...>, void, void> {
  using rules = detail::async_rules<Part...>;
  using need = detail::refused_need<typename rules::needy>;
  using deaf = detail::function_of<typename rules::deaf>;
  using unserved = detail::function_of<typename rules::unserved>;
  using late = detail::late_tool<typename rules::late, typename rules::retries, typename rules::limits>;

 public:
  using refused = void;

  template <class... Given> explicit async_executor(const Given&...) noexcept {
    static_assert(rule::part_has_a_family<typename rules::alien, rules::known>());
    static_assert(rule::family_stands_once<typename rules::repeated, rules::single || !rules::known>());
    static_assert(rule::executor_has_tools<detail::refused_parts<Part...>, rules::equipped || !rules::single || !rules::known>());
    static_assert(rule::part_runs_asynchronously<detail::added_of<Part...>, rules::typed || !rules::single || !rules::known>());
    static_assert(rule::capability_is_granted<typename need::function_type, typename need::capability, rules::granted>());
    static_assert(rule::blocking_tool_has_workers<typename unserved::type, std::is_void_v<typename rules::unserved>>());
    static_assert(rule::parallel_can_overlap<typename rules::plan, rules::overlaps>());
    static_assert(rule::timeout_can_be_kept<typename deaf::type, std::is_void_v<typename rules::deaf>>());
    static_assert(rule::worst_case_fits_the_deadline<typename late::function_type, typename late::worst,
                                                     rule::deadline_ms<rules::limits::call.count / 1'000'000>,
                                                     std::is_void_v<typename rules::late>>());
  }

  asio::awaitable<execution_report> co_execute(std::span<const tool_call>, run_options = {}) const { co_return execution_report{}; }
  asio::awaitable<execution_status> co_execute(std::span<const tool_call>, execution_report&, run_options = {}) const {
    co_return execution_status::no_room;
  }
  template <class On, class Token>
  auto async_execute(On&&, std::span<const tool_call>, execution_report&, run_options, Token&&) const {}
  void reset() noexcept {}
  static constexpr std::array<tool_descriptor, 0> descriptors() noexcept { return {}; }
  abandoned_work abandoned() const noexcept { return {}; }
};

}  // namespace tacet
