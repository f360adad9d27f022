// SPDX-License-Identifier: MIT
// Each tool's calls per invocation, counted.
#pragma once

#include <tacet/phase/pending_call.hpp>
#include <tacet/values/tool_descriptor.hpp>
#include <tacet/values/verdicts.hpp>

#include <array>
#include <atomic>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tacet {

namespace detail {

inline precondition_verdict budget_spent() noexcept {
  return precondition_verdict::block(
      message::constant("The call was not run: this tool's budget of calls is used up. Go on with what you have."),
      outcome_reason::budget_spent);
}

/// A count that can be taken from by many threads. A copy begins at nothing spent: it serves another invocation.
class spent_calls {
 public:
  constexpr spent_calls() noexcept = default;
  constexpr spent_calls(const spent_calls&) noexcept {}
  spent_calls& operator=(const spent_calls&) noexcept {
    reset();
    return *this;
  }
  /// Takes a unit unless `limit` are taken; atomic, so with a limit of 1 exactly one thread succeeds.
  [[nodiscard]] bool take(std::uint32_t limit) const noexcept {
    std::uint32_t now = taken_.load(std::memory_order_relaxed);
    while (now < limit)
      if (taken_.compare_exchange_weak(now, now + 1, std::memory_order_acq_rel)) return true;
    return false;
  }
  void give_back() const noexcept { taken_.fetch_sub(1, std::memory_order_acq_rel); }
  void reset() noexcept { taken_.store(0, std::memory_order_release); }
  [[nodiscard]] std::uint32_t taken() const noexcept { return taken_.load(std::memory_order_acquire); }

 private:
  mutable std::atomic<std::uint32_t> taken_{0};
};

/// Counters of the tools of an executor, by their index.
template <class Counters> class tool_counters {
 public:
  static constexpr std::string_view name = "call_budget";

  std::optional<precondition_verdict> operator()(const pending_call& call) const noexcept {
    const auto& limit = call.tool.max_calls_per_invocation;
    if (!limit.has_value() || counters_[call.tool_index].take(*limit)) return std::nullopt;
    return budget_spent();
  }
  void release(const pending_call& call) const noexcept {
    if (call.tool.max_calls_per_invocation.has_value()) counters_[call.tool_index].give_back();
  }
  void reset() noexcept {
    for (spent_calls& one : counters_) one.reset();
  }

 protected:
  constexpr tool_counters() = default;
  explicit tool_counters(std::size_t size) : counters_(size) {}

 private:
  Counters counters_{};
};

/// The budget of the `Size` tools of an executor, a counter each, or none at all when no tool has a limit.
template <std::size_t Size> class bound_budget : public tool_counters<std::array<spent_calls, Size>> {
 public:
  static constexpr bool may_idle = true;
  template <class Tool> static constexpr bool idle = !Tool::descriptor.max_calls_per_invocation.has_value();

  constexpr bound_budget() = default;
  template <class Unbound> constexpr explicit bound_budget(Unbound&&) noexcept {}
  bound_budget(const bound_budget&) = default;
  bound_budget& operator=(const bound_budget&) = default;
};

// No tool has a limit: nothing is held and nothing is asked.
template <> class bound_budget<0> {
 public:
  static constexpr std::string_view name = "call_budget";
  static constexpr bool never_asked = true;

  constexpr bound_budget() = default;
  template <class Unbound> constexpr explicit bound_budget(Unbound&&) noexcept {}
  std::optional<precondition_verdict> operator()(const pending_call&) const noexcept { return std::nullopt; }
  void reset() noexcept {}
};

/// The same where tools are known only at run time: a counter for each tool, allocated when the executor is made.
class counted_budget : public tool_counters<std::vector<spent_calls>> {
 public:
  template <class Unbound, class Added>
  counted_budget(Unbound&&, const Added& added) : tool_counters(added.descriptors().size()) {}

  static bool idle_for(const tool_descriptor& tool) noexcept { return !tool.max_calls_per_invocation.has_value(); }
};

template <class Tools> consteval std::size_t budget_size() {
  for (const tool_descriptor& one : Tools::descriptors())
    if (one.max_calls_per_invocation.has_value()) return Tools::size;
  return 0;
}

template <class Tools> struct budget_of { using type = bound_budget<budget_size<Tools>()>; };
template <class Tools>
  requires has_added<Tools>
struct budget_of<Tools> { using type = counted_budget; };

}  // namespace detail

/// A precondition: refuses a call beyond the tool's `max_calls_per_invocation`. A unit is taken when the call is
/// judged, and given back when the tool then does not run; the attempts of one call spend one. `execute` never
/// resets: the invocation ends with `reset()`. A copy counts for itself from nothing spent.
///
/// Made from nothing, `call_budget{}`, it stands in an executor and reads that executor's tools; made from a
/// `descriptor_map` it stands alone. A tool without a descriptor or without a limit is not counted.
template <class Source = void> class call_budget {
 public:
  static constexpr std::string_view name = "call_budget";
  static constexpr bool needs_tools = true;
  template <class Tools> using bound = typename detail::budget_of<Tools>::type;
};

// A template still, so that who has no such budget does not compile the map.
template <std::same_as<descriptor_map> Source> class call_budget<Source> {
 public:
  static constexpr std::string_view name = "call_budget";

  explicit call_budget(const descriptor_map& descriptors) {
    for (const auto& [tool, descriptor] : descriptors)
      if (descriptor.max_calls_per_invocation.has_value())
        counters_.try_emplace(std::string(tool), counter{*descriptor.max_calls_per_invocation, {}});
  }

  std::optional<precondition_verdict> operator()(const pending_call& call) const noexcept {
    const auto found = counters_.find(call.name());
    if (found == counters_.end() || found->second.spent.take(found->second.limit)) return std::nullopt;
    return detail::budget_spent();
  }
  void release(const pending_call& call) const noexcept {
    if (const auto found = counters_.find(call.name()); found != counters_.end()) found->second.spent.give_back();
  }
  void reset() noexcept {
    for (auto& [tool, one] : counters_) one.spent.reset();
  }

 private:
  struct counter {
    std::uint32_t limit;
    detail::spent_calls spent;
  };
  std::map<std::string, counter, std::less<>> counters_;
};
call_budget() -> call_budget<>;
call_budget(const descriptor_map&) -> call_budget<descriptor_map>;

}  // namespace tacet
