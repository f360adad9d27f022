// SPDX-License-Identifier: MIT
// Checks that are chosen when the program runs, asked through the same phase as any other.
#pragma once

#include <tacet/erased/detail/held.hpp>
#include <tacet/phase/contain.hpp>
#include <tacet/phase/precondition.hpp>

#include <concepts>
#include <cstddef>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace tacet {

namespace detail {

// What a check keeps for the time of one batch; made when it is first asked, and only for a check that keeps
// something. Given to a check that keeps something else, it begins anew.
struct batch_operations : held_operations {};
class erased_batch : public held<erased_object<batch_operations>> {
 public:
  erased_batch() noexcept = default;
  template <class Batch> Batch& get() {
    static constexpr batch_operations table{operations_of_held<Batch>::table};
    if (self_ == nullptr || operations_ != &table)
      static_cast<held&>(*this) = erased_batch(table, std::in_place_type<Batch>);
    return *static_cast<Batch*>(self_);
  }

 private:
  using held::held;
};

struct check_operations : held_operations {
  std::optional<precondition_verdict> (*ask)(const void* self, const pending_call& call, erased_batch& batch);
  void (*release)(const void* self, const pending_call& call) noexcept;
  void (*reset)(void* self) noexcept;
  bool (*idle_for)(const void* self, const tool_descriptor& tool) noexcept;
  std::string_view (*name)(const void* self) noexcept;
};

template <class Check> struct operations_of_check {
  using batch_type = typename batch_of<Check>::type;
  static constexpr bool keeps_batch = !std::is_same_v<batch_type, no_batch>;

  static std::optional<precondition_verdict> ask(const void* self, const pending_call& call,
                                                 [[maybe_unused]] erased_batch& batch) {
    const Check& check = *static_cast<const Check*>(self);
    if constexpr (keeps_batch) {
      return ask_check(check, call, batch.get<batch_type>());
    } else {
      no_batch none;
      return ask_check(check, call, none);
    }
  }
  static void release([[maybe_unused]] const void* self, [[maybe_unused]] const pending_call& call) noexcept {
    if constexpr (requires(const Check& check) { check.release(call); })
      static_cast<const Check*>(self)->release(call);
  }
  static void reset([[maybe_unused]] void* self) noexcept {
    if constexpr (requires(Check& check) { check.reset(); }) static_cast<Check*>(self)->reset();
  }
  static bool idle_for([[maybe_unused]] const void* self, [[maybe_unused]] const tool_descriptor& tool) noexcept {
    if constexpr (requires(const Check& check) { check.idle_for(tool); })
      return static_cast<const Check*>(self)->idle_for(tool);
    else return false;
  }
  static std::string_view name(const void* self) noexcept { return name_of_check(*static_cast<const Check*>(self)); }
  static constexpr check_operations table{operations_of_held<Check>::table, &ask, &release, &reset, &idle_for, &name};
};

}  // namespace detail

/// A check of any type, owned: what `preconditions{...}` takes, and `call_budget` of a `descriptor_map`, a
/// `capability_requirement` of a `capability_set`, a `skill_precondition` too. (`call_budget{}` reads the tools of the
/// executor it stands in by their types, and does not stand in here.) Move-only. Costs one indirect call, and an allocation
/// for each batch where the check keeps something for one that is larger than two words.
class any_precondition : public detail::held<detail::erased_object<detail::check_operations>> {
 public:
  using batch = detail::erased_batch;

  template <class Check>
    requires(precondition_check<Check> && !std::same_as<Check, any_precondition>)
  any_precondition(Check check) : held(detail::operations_of_check<Check>::table, std::move(check)) {}

  std::optional<precondition_verdict> operator()(const pending_call& call, batch& state) const {
    return operations_->ask(self_, call, state);
  }
  void release(const pending_call& call) const noexcept {
    operations_->release(self_, call);
  }
  void reset() noexcept { operations_->reset(self_); }
  /// The name for the trace.
  [[nodiscard]] std::string_view name() const noexcept { return operations_->name(self_); }
  /// Whether it has nothing to do for calls of `tool`.
  [[nodiscard]] bool idle_for(const tool_descriptor& tool) const noexcept { return operations_->idle_for(self_, tool); }
};

/// Any number of checks as one, in the order in which they were added: they are asked, traced, given back and reset as if
/// each stood in `preconditions{...}` itself.
class any_preconditions {
 public:
  using batch = std::vector<any_precondition::batch>;

  any_preconditions() noexcept = default;
  any_preconditions(any_preconditions&&) noexcept = default;
  any_preconditions& operator=(any_preconditions&&) noexcept = default;
  template <class... Check>
    requires(sizeof...(Check) > 0 && (std::constructible_from<any_precondition, Check> && ...))
  explicit any_preconditions(Check... check) {
    checks_.reserve(sizeof...(Check));
    (checks_.emplace_back(std::move(check)), ...);
  }
  /// Not while an executor that has it runs.
  any_preconditions& add(any_precondition check) {
    checks_.push_back(std::move(check));
    return *this;
  }
  [[nodiscard]] std::size_t size() const noexcept { return checks_.size(); }

  /// The verdict of all checks on one call, outside of an executor: the first objection, else what could not be reached.
  /// What a check throws passes, and what earlier ones counted is given back.
  std::optional<precondition_verdict> operator()(const pending_call& call, batch& state) const {
    std::optional<precondition_verdict> answer;
    state.resize(checks_.size());
    given_back counted{*this, call};
    for (; counted.asked < checks_.size(); ++counted.asked) {
      std::optional<precondition_verdict> one = checks_[counted.asked](call, state[counted.asked]);
      if (!one.has_value() || (one->admitted && !one->undetermined)) continue;
      const bool objects = !one->admitted;
      answer = std::move(one);
      if (objects) return answer;
    }
    counted.asked = 0;  // all of them stay counted
    return answer;
  }
  void release(const pending_call& call) const noexcept { release_first(checks_.size(), call); }
  void reset() noexcept {
    for (any_precondition& one : checks_) one.reset();
  }

 private:
  struct given_back {
    const any_preconditions& checks;
    const pending_call& call;
    std::size_t asked = 0;
    given_back(const any_preconditions& all, const pending_call& about) noexcept : checks(all), call(about) {}
    given_back(const given_back&) = delete;
    given_back& operator=(const given_back&) = delete;
    ~given_back() { checks.release_first(asked, call); }
  };
  void release_first(std::size_t count, const pending_call& call) const noexcept {
    for (std::size_t i = 0; i < count; ++i)
      if (!checks_[i].idle_for(call.tool)) checks_[i].release(call);
  }

  std::vector<any_precondition> checks_;

  template <class> friend struct detail::precondition_phase;
};

namespace detail {

/// Each check is a phase of its own, so that what becomes of an objection, a throw and a record is what it is for others.
template <> struct precondition_phase<any_preconditions> {
  const any_preconditions& check;
  any_preconditions::batch& batch;

  template <class S> bool pass(S& state) const {
    if (batch.size() < check.checks_.size() && !survives([&] { batch.resize(check.checks_.size()); })) {
      any_precondition::batch none;
      const precondition_phase<any_precondition> first{check.checks_.front(), none};
      return first.settle(state, first.failed(state, caught_error{})).what == verdict::step::go_on;
    }
    for (std::size_t i = 0; i < check.checks_.size(); ++i) {
      const precondition_phase<any_precondition> one{check.checks_[i], batch[i]};
      if (!one.idles(state) && !passes(one, state)) {
        check.release_first(i, state);
        return false;
      }
    }
    return true;
  }
  template <class S> void release(S& state) const noexcept { check.release(state); }
};

}  // namespace detail
}  // namespace tacet
