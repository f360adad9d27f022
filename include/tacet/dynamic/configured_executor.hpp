// SPDX-License-Identifier: MIT
// Makes an executor of a configuration and the tools of a registry.
#pragma once

// First, so that the errors that it words stand close to the user's file.
#include <tacet/rule/rules.hpp>

#include <tacet/dynamic/detail/apply_config.hpp>
#include <tacet/dynamic/dynamic_tools.hpp>
#include <tacet/dynamic/executor_config.hpp>
#include <tacet/dynamic/pointed_fault.hpp>
#include <tacet/dynamic/tool_registry.hpp>
#include <tacet/erased/any_executor.hpp>
#include <tacet/erased/any_retry_schedule.hpp>
#include <tacet/erased/any_time_limit.hpp>
#include <tacet/executor/tool_executor.hpp>
#include <tacet/phase/batch_limit.hpp>
#include <tacet/phase/call_budget.hpp>
#include <tacet/phase/capability_requirement.hpp>
#include <tacet/phase/family.hpp>
#include <tacet/phase/name_filter.hpp>
#include <tacet/phase/precondition_set.hpp>
#include <tacet/phase/result_policy.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tacet {

/// An executor, or why there is none.
struct configured_executor {
  std::optional<any_executor> executor{};  ///< empty when there are faults
  std::vector<pointed_fault> faults{};     ///< with pointers into the configuration
  /// What is allowed and may still not be meant: a capability that no tool needs, a general timeout of which a tool cannot know.
  std::vector<pointed_fault> notes{};
  /// What a model should be offered: the tools that are not refused by name or for a capability. The texts live as long as
  /// the executor.
  std::vector<tool_descriptor> offered{};
};

namespace detail {

// The typed tools among the parts that a program adds.
template <class... Part> struct typed_parts {
  using tools_type = typename pick_part<families::tools, tools<>, Part...>::type;
  static constexpr auto descriptors = tools_type::descriptors();
};
template <class Tools> struct typed_without_context;
template <class... T> struct typed_without_context<tools<T...>> {
  static void append(std::vector<std::string_view>& to) {
    (void)(... + (T::shape::takes_context || T::timeout.count > 0 ? 0 : (to.push_back(T::name), 0)));
  }
};
template <> struct typed_without_context<tools<>> {
  static void append(std::vector<std::string_view>&) noexcept {}
};

// A part as the configuration leaves it: of a result policy the limit may be made tighter.
template <class Part> Part configured(const executor_config& config, Part&& part) {
  if constexpr (is_of_family<families::results, Part>())
    return std::move(part).limited_to(result_bytes{config.results.max_bytes.value_or(SIZE_MAX)});
  else return (void)config, std::move(part);
}

template <class... Part> any_executor join_configured(const executor_config& config, tool_registry&& tools, Part... part) {
  constexpr std::chrono::milliseconds none{0};
  return any_executor(tool_executor{dynamic_tools{std::move(tools)}, any_retry_schedule{config.retries.schedule, config.retries.retry_on},
                                    any_attempt_timeout{duration(config.timeouts.attempt.value_or(none))},
                                    any_deadline{duration(config.timeouts.call.value_or(none))}, configured(config, std::move(part))...});
}
// The checks of the configuration stand before those of the program.
template <class Own, class First, class... Rest>
any_executor join_checks(const executor_config& config, tool_registry&& tools, Own own, First first, Rest... rest) {
  if constexpr (is_of_family<families::preconditions, First>())
    return join_configured(config, std::move(tools), std::move(own).followed_by(std::move(first)), std::move(rest)...);
  else if constexpr ((... || is_of_family<families::preconditions, Rest>()))
    return join_checks(config, std::move(tools), std::move(own), std::move(rest)..., std::move(first));
  else return join_configured(config, std::move(tools), std::move(own), std::move(first), std::move(rest)...);
}

}  // namespace detail

/// Makes the executor that `config` describes, with the tools of `tools` and with `more` parts, which the configuration knows
/// nothing of: typed `tools{...}`, `steering_gate{...}`, `approval_gate{...}`, `progress{...}`, a trace, `failure_text{...}`,
/// `diagnostics{...}`, `name_prefixes<...>{}`; `preconditions{...}`, which are asked behind its own; and a
/// `result_policy{...}` with a mask, to which its limit is added. Its checks are asked in this order: `name_filter`,
/// `capability_requirement`, `batch_limit`, `call_budget`. What it says of a tool stands instead of what the tool says of itself.
///
/// Names in `budgets`, `timeouts`, `allow` and `deny` that no tool has are faults; so are two that lead to one tool, limits for
/// a typed tool, which has them by its type, and a timeout of which a tool cannot know. Values are not looked at again: a
/// configuration that was not read but written in a program may be out of range, and then means what the parts make of it.
/// `config.termination` is for the loop that calls the executor. Throws only what allocating and moving the parts throws.
template <class... Part>
[[nodiscard]] configured_executor make_executor(const executor_config& config, tool_registry tools, Part... more) {
  constexpr auto& typed = detail::typed_parts<Part...>::descriptors;
  configured_executor made;
  detail::config_faults faults;
  for (const tool_descriptor& one : typed)
    if (const std::size_t i = tools.taker_of(one.name); i != tools.size())
      faults.add("", "the tool \"" + std::string(tools.descriptor(i).name) + "\" would take calls of the typed tool \"" +
                         std::string(one.name) + "\"");
  detail::config_names names(tools, typed, faults);
  names.apply_limits(config);
  name_filter filter = names.filter(config);
  made.faults = faults.take();
  if (!made.faults.empty()) return made;

  const capability_set granted = detail::granted_capabilities(config);
  std::vector<std::string_view> untold;
  detail::typed_without_context<typename detail::typed_parts<Part...>::tools_type>::append(untold);
  made.notes = names.notes(config, std::move(untold));
  const auto admitted = [&](const tool_descriptor& one) {
    return filter.admits(one.name) && (one.required_capability == nullptr || granted.has(one.required_capability));
  };
  preconditions own{filter, capability_requirement{granted}, batch_limit{config.limits.batch_calls.value_or(UINT32_MAX)}, call_budget{}};
  if constexpr ((detail::is_of_family<families::results, Part>() || ...))
    made.executor = detail::join_checks(config, std::move(tools), std::move(own), std::move(more)...);
  else
    made.executor = detail::join_checks(config, std::move(tools), std::move(own), result_policy{result_bytes{}}, std::move(more)...);
  for (const tool_descriptor& one : made.executor->descriptors())
    if (admitted(one)) made.offered.push_back(one);
  return made;
}

}  // namespace tacet
