// SPDX-License-Identifier: MIT
// Refuses tools that need a capability which is not there.
#pragma once

#include <tacet/phase/pending_call.hpp>
#include <tacet/rule/rules.hpp>
#include <tacet/tool/tool.hpp>
#include <tacet/values/tool_descriptor.hpp>
#include <tacet/values/verdicts.hpp>

#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace tacet {

/// The capabilities that are there, known at compile time: `grants<file_access, network>{}`.
template <class... Capability> struct grants {
  template <class C> static constexpr bool has = (std::is_same_v<C, Capability> || ...);
};

/// The capabilities that are there, known at run time. Empty at first.
class capability_set {
 public:
  template <class Capability> capability_set& grant() {
    if (!has(&capability<Capability>)) held_.push_back(&capability<Capability>);
    return *this;
  }
  template <class Capability> void revoke() noexcept {
    for (const capability_id*& one : held_)
      if (one == &capability<Capability>) {
        one = held_.back();
        held_.pop_back();
        return;
      }
  }
  /// The same of a capability that has no type, only a name: what a tool from a server or a configuration needs. It is
  /// another one than a type of that name.
  capability_set& grant(std::string_view name) {
    if (!has_named(name)) named_.emplace_back(name);
    return *this;
  }
  void revoke(std::string_view name) noexcept {
    for (std::string& one : named_)
      if (one == name) {
        one.swap(named_.back());
        named_.pop_back();
        return;
      }
  }
  [[nodiscard]] bool has(const capability_id* wanted) const noexcept {
    if (wanted->by_name) return has_named(wanted->name);
    for (const capability_id* const one : held_)
      if (one == wanted) return true;
    return false;
  }

 private:
  [[nodiscard]] bool has_named(std::string_view name) const noexcept {
    for (const std::string& one : named_)
      if (one == name) return true;
    return false;
  }

  std::vector<const capability_id*> held_;  // a handful at most
  std::vector<std::string> named_;
};

namespace detail {
template <class... Capability> class asked_requirement;
inline precondition_verdict capability_missing() noexcept {
  return precondition_verdict::block(
      message::constant("The call was not run: this tool needs a capability that is not available here."),
      outcome_reason::capability_missing);
}
}  // namespace detail

/// A precondition: refuses a tool whose descriptor requires a capability that is not available; none is by
/// default. With `grants<...>{}` it costs nothing: an executor with a tool that could never run does not compile.
/// With a `capability_set` it is asked at run time. A tool that requires nothing is admitted.
template <class Available = capability_set> class capability_requirement;

template <class... Capability> class capability_requirement<grants<Capability...>> {
 public:
  /// In an executor with tools that are known only at run time it has something to do for those.
  template <class Tools>
  using bound = std::conditional_t<detail::has_added<Tools>, detail::asked_requirement<Capability...>, capability_requirement>;

  static constexpr std::string_view name = "capability_requirement";
  constexpr capability_requirement() = default;
  constexpr explicit capability_requirement(grants<Capability...>) noexcept {}

  // Asked by the executor for each of its tools when it is composed.
  template <class Tool>
  static constexpr bool grants_what_it_needs = std::is_same_v<typename Tool::needed_capability, detail::nothing> ||
                                               grants<Capability...>::template has<typename Tool::needed_capability>;
  static constexpr bool never_asked = true;

  std::optional<precondition_verdict> operator()(const pending_call& call) const noexcept {
    const capability_id* const wanted = call.tool.required_capability;
    if (wanted == nullptr || (... || (wanted == &capability<Capability>))) return std::nullopt;
    return detail::capability_missing();
  }
};

namespace detail {
template <class... Capability> class asked_requirement : public capability_requirement<grants<Capability...>> {
 public:
  static constexpr bool never_asked = false;
  constexpr explicit asked_requirement(capability_requirement<grants<Capability...>>) noexcept {}
  static bool idle_for(const tool_descriptor& tool) noexcept { return tool.required_capability == nullptr; }
};
}  // namespace detail

template <std::same_as<capability_set> Available> class capability_requirement<Available> {
 public:
  static constexpr std::string_view name = "capability_requirement";
  static constexpr bool may_idle = true;
  template <class Tool> static constexpr bool idle = std::is_same_v<typename Tool::needed_capability, detail::nothing>;

  /// The same of a tool whose type is not known.
  static bool idle_for(const tool_descriptor& tool) noexcept { return tool.required_capability == nullptr; }

  capability_requirement() = default;
  explicit capability_requirement(capability_set available) : available_(std::move(available)) {}

  std::optional<precondition_verdict> operator()(const pending_call& call) const noexcept {
    const capability_id* const wanted = call.tool.required_capability;
    if (wanted == nullptr || available_.has(wanted)) return std::nullopt;
    return detail::capability_missing();
  }

 private:
  capability_set available_;
};
capability_requirement() -> capability_requirement<capability_set>;
template <class... Capability> capability_requirement(grants<Capability...>) -> capability_requirement<grants<Capability...>>;
capability_requirement(capability_set) -> capability_requirement<capability_set>;

}  // namespace tacet
