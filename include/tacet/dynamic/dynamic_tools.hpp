// SPDX-License-Identifier: MIT
// The part of an executor that adds the tools of a registry to its typed ones.
#pragma once

#include <tacet/dynamic/detail/run_dynamic.hpp>
#include <tacet/dynamic/tool_registry.hpp>
#include <tacet/executor/detail/added_tools.hpp>
#include <tacet/phase/family.hpp>

#include <cstddef>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tacet {

/// `tool_executor{dynamic_tools{std::move(registry)}, ...}`, with or without typed `tools{...}` beside it, which keep their speed:
/// names are looked for among them first. A dynamic tool goes through the same phases: its arguments are read, repaired and
/// held against its schema before any check sees them (`pending_call::arguments_as<boost::json::value>()`). Copies of it, and of
/// the executor, share the registry, which nobody can change any more. Making the executor throws std::invalid_argument when a dynamic tool has the name of a typed one,
/// since neither may take the other's calls.
class dynamic_tools {
 public:
  using family = families::added_tools;

  explicit dynamic_tools(tool_registry registry) : registry_(std::make_shared<const tool_registry>(std::move(registry))) {}

  [[nodiscard]] std::size_t size() const noexcept { return registry_->size(); }
  [[nodiscard]] std::size_t find(std::string_view name) const noexcept { return registry_->find(name); }
  [[nodiscard]] const tool_descriptor& descriptor(std::size_t i) const noexcept { return registry_->descriptor(i); }
  [[nodiscard]] const tool_registry& registry() const noexcept { return *registry_; }

  // What the executor asks for, of all its tools.
  void bind(const detail::typed_tools& typed) {
    auto all = std::make_shared<everything>();
    for (const tool_descriptor& one : typed.descriptors) {
      if (const std::size_t i = registry_->taker_of(one.name); i != size())
        throw std::invalid_argument("the dynamic tool `" + std::string(descriptor(i).name) + "` would take calls of the typed tool `" +
                                    std::string(one.name) + "`; give the dynamic one a prefix");
      all->descriptors.push_back(one);
      all->names.push_back(one.name);
      all->list(one.name);
    }
    for (std::size_t i = 0; i < size(); ++i) {
      tool_descriptor one = descriptor(i);
      all->names.push_back(one.name);
      // Whoever writes a request makes the offered name of this one; not where that would be another tool's.
      if (provider_name(one.name).view() != registry_->offered_name(i)) one.name = registry_->offered_name(i);
      all->descriptors.push_back(one);
      all->list(registry_->offered_name(i));
    }
    if (all->names.size() > most_listed) all->listed += " and " + std::to_string(all->names.size() - most_listed) + " more";
    all_ = std::move(all);
  }
  [[nodiscard]] text_list names() const noexcept { return all_->names; }
  [[nodiscard]] std::size_t find_without_prefix(std::string_view name) const noexcept { return registry_->find_without_prefix(name); }
  [[nodiscard]] std::string_view list() const noexcept { return all_->listed; }
  [[nodiscard]] std::span<const tool_descriptor> descriptors() const noexcept { return all_->descriptors; }
  template <class Frame> [[nodiscard]] detail::added_entry<Frame> entry(std::size_t i) const noexcept {
    return {&detail::run_dynamic, &registry_->tool(i)};
  }

 private:
  static constexpr std::size_t most_listed = 64;  // as of typed tools
  struct everything {
    std::vector<std::string_view> names;
    std::vector<tool_descriptor> descriptors;
    std::string listed;

    std::size_t count = 0;
    void list(std::string_view name) {
      if (count++ >= most_listed) return;
      if (!listed.empty()) listed += ", ";
      listed += name;
    }
  };

  std::shared_ptr<const tool_registry> registry_;
  std::shared_ptr<const everything> all_;
};

}  // namespace tacet
