// SPDX-License-Identifier: MIT
// Makes an executor of a configuration and the tools of a registry.
#pragma once

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
#include <utility>
#include <vector>

namespace tacet {

/// An executor, or why there is none.
struct configured_executor {
  std::optional<any_executor> executor{};  ///< empty when there are faults
  std::vector<pointed_fault> faults{};     ///< with pointers into the configuration
};

namespace detail {

// The typed tools among the parts that a program adds.
template <class... Part> struct typed_parts {
  using tools_type = typename pick_part<families::tools, tools<>, Part...>::type;
  static constexpr auto descriptors = tools_type::descriptors();
};

// A part as the configuration leaves it: of a result policy the limit may be made tighter.
template <class Part> Part configured(const executor_config& config, Part&& part) {
  if constexpr (is_of_family<families::results, Part>())
    return part.limited_to(result_bytes{config.results.max_bytes.value_or(SIZE_MAX)});
  else return (void)config, std::move(part);
}

}  // namespace detail

/// Makes the executor that `config` describes, with the tools of `tools` and with `more` parts, which the
/// configuration knows nothing of: typed `tools{...}`, `steering_gate{...}`, `approval_gate{...}`,
/// `progress{...}`, a trace, `failure_text{...}`, `diagnostics{...}`, and a `result_policy{...}` with a mask, to which
/// the limit of the configuration is added. Its checks are asked in this order:
/// `name_filter`, `capability_requirement`, `batch_limit`, `call_budget`. What the configuration says of a
/// tool stands instead of what the tool says of itself.
///
/// Names in `budgets`, `timeouts`, `allow` and `deny` that no tool has are faults; so are two that lead to
/// one tool, and limits for a typed tool, which has them by its type. Values are not looked at again: a
/// configuration that was not read but written in a program may be out of range, and then means what the
/// parts make of it. `config.termination` is for the loop that calls the executor. Throws only what
/// allocating and moving the parts throws.
template <class... Part>
[[nodiscard]] configured_executor make_executor(const executor_config& config, tool_registry tools,
                                                Part... more) {
  constexpr auto& typed = detail::typed_parts<Part...>::descriptors;
  detail::config_faults faults;
  for (const tool_descriptor& one : typed)
    if (const std::size_t i = tools.find(one.name); i != tools.size())
      faults.add("",
                 "the tool \"" + std::string(tools.descriptor(i).name) + "\" has the name of a typed tool");
  detail::config_names names(tools, typed, faults);
  names.apply_limits(config);
  name_filter filter = names.filter(config);
  if (!faults.empty()) return {{}, faults.take()};
  const auto made = [&](auto... part) {
    constexpr std::chrono::milliseconds none{0};
    return any_executor(tool_executor{
        dynamic_tools{std::move(tools)},
        preconditions{std::move(filter), capability_requirement{detail::granted_capabilities(config)},
                      batch_limit{config.limits.batch_calls.value_or(UINT32_MAX)}, call_budget{}},
        any_retry_schedule{config.retries.schedule, config.retries.retry_on},
        any_attempt_timeout{duration(config.timeouts.attempt.value_or(none))},
        any_deadline{duration(config.timeouts.call.value_or(none))},
        detail::configured(config, std::move(part))...});
  };
  if constexpr ((detail::is_of_family<families::results, Part>() || ...)) return {made(std::move(more)...), {}};
  else return {made(result_policy{result_bytes{}}, std::move(more)...), {}};
}

}  // namespace tacet
