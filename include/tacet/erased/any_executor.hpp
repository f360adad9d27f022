// SPDX-License-Identifier: MIT
// An executor of any composition behind one type: owned, or borrowed.
#pragma once

#include <tacet/erased/detail/held.hpp>
#include <tacet/executor/tool_executor.hpp>
#include <tacet/values/bounded_report.hpp>
#include <tacet/values/execution_report.hpp>

#include <concepts>
#include <cstddef>
#include <span>
#include <type_traits>
#include <utility>

namespace tacet {

/// What can stand behind `any_executor`: every composed `tool_executor`, and types of the same shape.
template <class E>
concept executor = requires(const E& e, E& own, std::span<const tool_call> calls, const run_options& options,
                            execution_report& report, bounded_report& bounded, tool_outcome& slot, text_room& room) {
  { e.execute(calls, report) } -> std::same_as<execution_status>;
  { e.execute(calls, report, options) } -> std::same_as<execution_status>;
  { e.execute(calls, bounded) } -> std::same_as<execution_status>;
  { e.execute(calls, bounded, options) } -> std::same_as<execution_status>;
  e.execute_one(calls.front(), slot, room, &options);
  own.reset();
  { std::as_const(own).descriptors().size() } -> std::convertible_to<std::size_t>;
};

namespace detail {

/// The functions of an executor without its type.
struct executor_operations : held_operations {
  execution_status (*run)(const void* self, std::span<const tool_call> calls, execution_report& report,
                          const run_options* options);
  execution_status (*run_bounded)(const void* self, std::span<const tool_call> calls, bounded_report& report,
                                  const run_options* options);
  void (*run_one)(const void* self, const tool_call& call, tool_outcome& slot, text_room& room,
                  const run_options* options);
  void (*reset)(void* self) noexcept;
  std::span<const tool_descriptor> (*descriptors)(const void* self) noexcept;
};

template <class E> struct operations_of {
  template <class Report>
  static execution_status run(const void* self, std::span<const tool_call> calls, Report& report, const run_options* options) {
    const E& own = *static_cast<const E*>(self);
    return options == nullptr ? own.execute(calls, report) : own.execute(calls, report, *options);
  }
  static void run_one(const void* self, const tool_call& call, tool_outcome& slot, text_room& room,
                      const run_options* options) {
    static_cast<const E*>(self)->execute_one(call, slot, room, options);
  }
  static void reset(void* self) noexcept { static_cast<E*>(self)->reset(); }
  static std::span<const tool_descriptor> descriptors([[maybe_unused]] const void* self) noexcept {
    if constexpr (requires { E::descriptors(); }) {
      static constexpr auto all = E::descriptors();
      return all;
    } else {
      return static_cast<const E*>(self)->descriptors();
    }
  }
  static constexpr executor_operations table{operations_of_held<E>::table, &run<execution_report>, &run<bounded_report>,
                                             &run_one, &reset, &descriptors};
};

/// What owned and borrowed executors do alike.
class erased_executor {
 public:
  /// As `tool_executor::execute`: each batch costs one indirect call more.
  [[nodiscard]] execution_report execute(std::span<const tool_call> calls, const run_options& options = {}) const noexcept {
    execution_report report;
    operations_->run(self_, calls, report, &options);
    return report;
  }
  execution_status execute(std::span<const tool_call> calls, execution_report& report) const {
    return operations_->run(self_, calls, report, nullptr);
  }
  execution_status execute(std::span<const tool_call> calls, execution_report& report, const run_options& options) const {
    return operations_->run(self_, calls, report, &options);
  }
  execution_status execute(std::span<const tool_call> calls, bounded_report& report) const {
    return operations_->run_bounded(self_, calls, report, nullptr);
  }
  execution_status execute(std::span<const tool_call> calls, bounded_report& report, const run_options& options) const {
    return operations_->run_bounded(self_, calls, report, &options);
  }
  void execute_one(const tool_call& call, tool_outcome& slot, text_room& room, const run_options* options = nullptr) const {
    operations_->run_one(self_, call, slot, room, options);
  }
  /// What is known of each tool, in order. Lives as long as the program where all tools are typed, else as the executor.
  [[nodiscard]] std::span<const tool_descriptor> descriptors() const noexcept { return operations_->descriptors(self_); }

 protected:
  erased_executor() noexcept = default;
  erased_executor(const executor_operations* operations, void* self) noexcept : operations_(operations), self_(self) {}

  const executor_operations* operations_ = nullptr;
  void* self_ = nullptr;
};

}  // namespace detail

/// An executor of any composition, owned. Four words; an executor of more than two words is allocated, once, when it is
/// wrapped, and a call allocates nothing for it. Move-only, and empty when it was moved from: then it must not be used
/// but to be assigned or destroyed. The way back to the composed type does not exist: keep the executor where its type
/// is known, and lend it as an `executor_ref`.
class any_executor : public detail::held<detail::erased_executor> {
 public:
  /// Throws what allocating and moving the executor throws.
  template <class E>
    requires(executor<E> && !std::derived_from<E, detail::erased_executor>)
  explicit any_executor(E composed) : held(detail::operations_of<E>::table, std::move(composed)) {}

  /// Starts an invocation: budgets begin again. Not while `execute` runs.
  void reset() noexcept { operations_->reset(self_); }
};

/// An executor of any composition, borrowed: two words, copied freely. The executor must outlive it and stay where it is: an
/// `any_executor` that is moved or assigned to ends its references. Lent as const: a reference starts no invocation.
class executor_ref : public detail::erased_executor {
 public:
  template <class E>
    requires(executor<E> && !std::derived_from<E, detail::erased_executor>)
  executor_ref(const E& lent) noexcept
      : erased_executor(&detail::operations_of<E>::table, const_cast<E*>(&lent)) {}  // only const functions are called
  executor_ref(const any_executor& lent) noexcept : erased_executor(lent) {}
  template <class E>
    requires(executor<E> || std::same_as<E, any_executor>)
  executor_ref(const E&&) = delete;  // it would be gone
};

}  // namespace tacet
