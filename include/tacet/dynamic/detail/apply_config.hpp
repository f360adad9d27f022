// SPDX-License-Identifier: MIT
// Brings a configuration to the tools it is about, and tells the names in it that are no tool's.
#pragma once

#include <tacet/dynamic/detail/config_faults.hpp>
#include <tacet/dynamic/detail/config_table.hpp>
#include <tacet/dynamic/detail/config_values.hpp>
#include <tacet/dynamic/detail/near_miss.hpp>
#include <tacet/dynamic/tool_registry.hpp>
#include <tacet/phase/capability_requirement.hpp>
#include <tacet/phase/name_filter.hpp>
#include <tacet/values/tool_descriptor.hpp>

#include <chrono>
#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tacet::detail {

/// Made for one configuration and one registry, of which it changes the limits.
class config_names {
 public:
  config_names(tool_registry& registry, std::span<const tool_descriptor> typed,
               config_faults& faults) noexcept
      : registry_(registry), typed_(typed), faults_(faults) {}

  void apply_limits(const executor_config& config) {
    std::map<std::string_view, std::string> seen;
    for (const auto& [tool, most] : config.budgets)
      if (const std::string_view name = dynamic("/budgets", tool, seen); !name.empty())
        registry_.set_max_calls(name, most);
    seen.clear();
    for (const auto& [tool, limit] : config.timeouts.tools)
      if (const std::string_view name = dynamic("/timeouts/tools", tool, seen);
          !name.empty() && !registry_.set_timeout(name, duration(limit)))
        faults_.add(pointer_to("/timeouts/tools", tool),
                    "cannot be kept: the tool takes no tool_context&, by which it would know of it");
    if (registry_.size() == 0) return;
    value_limits arguments = registry_.tool(0).limits;  // of each tool the same
    if (config.limits.argument_bytes.has_value()) arguments.bytes = *config.limits.argument_bytes;
    if (config.limits.argument_depth.has_value()) arguments.depth = *config.limits.argument_depth;
    registry_.set_argument_limits(arguments);
  }

  /// Of the tools' own names, whichever the configuration has.
  [[nodiscard]] name_filter filter(const executor_config& config) {
    std::map<std::string_view, std::string> seen;
    std::optional<std::vector<std::string>> allow;
    if (config.allow.has_value()) allow = names("/allow", *config.allow, seen);
    return name_filter(std::move(allow), names("/deny", config.deny, seen));
  }

  /// What is allowed and may still not be meant. `untold`: the typed tools that cannot know of a timeout.
  [[nodiscard]] std::vector<pointed_fault> notes(const executor_config& config, std::vector<std::string_view> untold) const {
    config_faults made;
    for (std::size_t i = 0; i < config.capabilities.size(); ++i)
      if (!is_needed(config.capabilities[i])) made.add("/capabilities/" + number_text(i), "no tool needs it");
    if (!config.timeouts.attempt.has_value()) return made.take();
    for (std::size_t i = 0; i < registry_.size(); ++i)
      if (!registry_.tool(i).callable.takes_context) untold.push_back(registry_.descriptor(i).name);
    for (const std::string_view tool : untold)
      made.add("/timeouts/attempt_ms", "the tool \"" + std::string(tool) + "\" takes no tool_context& and is not told of it");
    return made.take();
  }

 private:
  bool is_needed(std::string_view capability) const noexcept {
    for (std::size_t i = 0; i < registry_.size(); ++i)
      if (const capability_id* const needed = registry_.descriptor(i).required_capability; needed != nullptr && needed->name == capability)
        return true;
    return false;
  }
  // The tool's own name; empty, and a fault, when there is none. A name that leads to a tool of `seen` is a
  // fault too.
  std::string_view known(const std::string& pointer, std::string_view tool,
                         std::map<std::string_view, std::string>& seen) {
    std::string_view name;
    if (const std::size_t i = registry_.find(tool); i != registry_.size())
      name = registry_.descriptor(i).name;
    else if (is_typed(tool)) name = tool;
    if (name.empty()) {
      faults_.add(pointer, faults_.full() ? std::string() : "there is no tool of this name" + meant(tool));
      return name;
    }
    const auto [other, is_new] = seen.emplace(name, pointer);
    if (is_new) return name;
    faults_.add(pointer, "is the tool of " + other->second + " again");
    return {};
  }
  std::string_view dynamic(std::string_view section, std::string_view tool,
                           std::map<std::string_view, std::string>& seen) {
    const std::string pointer = pointer_to(section, tool);
    const std::string_view name = known(pointer, tool, seen);
    if (name.empty() || !is_typed(name)) return name;
    faults_.add(pointer, "a typed tool has its limits by its type, not by a configuration");
    return {};
  }
  std::vector<std::string> names(std::string_view section, const std::vector<std::string>& from,
                                 std::map<std::string_view, std::string>& seen) {
    std::vector<std::string> all;
    for (std::size_t i = 0; i < from.size(); ++i)
      all.emplace_back(known(std::string(section) + '/' + number_text(i), from[i], seen));
    return all;
  }
  bool is_typed(std::string_view tool) const noexcept {
    for (const tool_descriptor& one : typed_)
      if (one.name == tool) return true;
    return false;
  }
  std::string meant(std::string_view tool) const {
    std::vector<std::string_view> all;
    for (const tool_descriptor& one : typed_) all.push_back(one.name);
    for (std::size_t i = 0; i < registry_.size(); ++i) all.push_back(registry_.descriptor(i).name);
    const std::string_view nearest = nearest_word(tool, all);
    return nearest.empty() ? "" : "; did you mean \"" + std::string(nearest) + "\"?";
  }

  tool_registry& registry_;
  std::span<const tool_descriptor> typed_;
  config_faults& faults_;
};

[[nodiscard]] inline capability_set granted_capabilities(const executor_config& config) {
  capability_set all;
  for (const std::string& one : config.capabilities) all.grant(one);
  return all;
}

}  // namespace tacet::detail
