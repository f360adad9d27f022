// SPDX-License-Identifier: MIT
// Runs a batch of calls through the lifecycle: every call is answered exactly once, in call order.
#pragma once

// First, so that the errors that it words stand close to the user's file.
#include <tacet/rule/executor_rules.hpp>
#include <tacet/rule/rules.hpp>

#include <tacet/executor/composition.hpp>
#include <tacet/executor/detail/refused_executor.hpp>
#include <tacet/executor/run_call.hpp>
#include <tacet/values/bounded_report.hpp>
#include <tacet/values/execution_report.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <new>
#include <span>
#include <string_view>
#include <utility>

namespace tacet {

namespace detail {
struct executor_insides;  // of the asynchronous flow
}

/// Composed of `tools{...}` and any of `preconditions{...}`, `steering_gate{...}`, `approval_gate{...}`,
/// `retries<...>{}`, `attempt_timeout<...>{}`, `deadline<...>{}`, `progress{...}`, `failure_text{...}`,
/// `diagnostics{...}`, `result_policy{...}`, a trace and `name_prefixes<...>{}`, in any order; tools that are known only at run
/// time are a part too (`dynamic_tools{...}`). What is not given is not there. Executing is const and can be done from several
/// threads at once if the parts can be called so. A copy is another invocation: its budgets begin at nothing spent.
template <class Tools, class Policies, class Names = name_prefixes<>> class tool_executor {
 public:
  using tools_type = Tools;
  using policies_type = Policies;

  template <class... Part>
    requires(sizeof...(Part) > 0 && (has_family<Part> && ...))
  constexpr explicit tool_executor(Part... part)
      : tools_(detail::take_part<Tools>(part...)),
        policies_(std::type_identity<Tools>(), [] {
          return detail::typed_tools{Tools::names(), Names::given, typed_descriptors};
        }, part...) {}

  /// Answers every call of `calls`, in order. Never throws. When there is no memory for all outcomes, nothing has run,
  /// the report is empty and its status is `no_room`.
  [[nodiscard]] execution_report execute(std::span<const tool_call> calls, const run_options& options = {}) const noexcept {
    execution_report report;
    run(calls, report, &options);
    return report;
  }

  /// The same into a report that is used again; allocates nothing once it has grown. A report with `reserve(n)` for
  /// at least `calls.size()` cannot give `no_room`. The only exception that leaves is the forced unwinding of the
  /// thread (POSIX cancellation), after every call has been answered.
  execution_status execute(std::span<const tool_call> calls, execution_report& report) const {
    run(calls, report, nullptr);
    return report.status;
  }
  execution_status execute(std::span<const tool_call> calls, execution_report& report, const run_options& options) const {
    run(calls, report, &options);
    return report.status;
  }

  /// The same into memory of fixed size, without a heap: a batch of more calls than it has outcomes runs nothing.
  execution_status execute(std::span<const tool_call> calls, bounded_report& report) const {
    run(calls, report, nullptr);
    return report.status;
  }
  execution_status execute(std::span<const tool_call> calls, bounded_report& report, const run_options& options) const {
    run(calls, report, &options);
    return report.status;
  }

  /// Answers one call into a slot; its texts and values are stored in `room`. Batch state of checks begins anew.
  void execute_one(const tool_call& call, tool_outcome& slot, text_room& room, const run_options* options = nullptr) const {
    typename Policies::checks_type::batch batch{};
    const detail::job<Policies> job{policies_, room, log_type(nullptr), options, batch};
    // In place: an assignment would build it first and copy it then.
    ::new (static_cast<void*>(&slot)) tool_outcome{call.id, call.name};
    if (options != nullptr && options->stop.stop_requested()) return detail::answer_stopped(job, call, slot);
    answer(job, call, slot);
  }

  /// Starts an invocation: budgets begin again. Not while `execute` runs.
  void reset() noexcept { policies_.checks().reset(); }

  /// What is known of each tool, in order; a constant where all are typed.
  [[nodiscard]] static constexpr auto descriptors() noexcept
    requires(!Policies::adds_tools)
  {
    return Tools::descriptors();
  }
  /// The same with the schemas of one provider, for its request. (Of tools known at run time: `descriptors_in(executor, dialect)`.)
  template <json::schema_dialect Dialect> [[nodiscard]] static constexpr auto descriptors_in() noexcept
    requires(!Policies::adds_tools)
  {
    return Tools::template descriptors_in<Dialect>();
  }
  [[nodiscard]] std::span<const tool_descriptor> descriptors() const noexcept
    requires(Policies::adds_tools)
  {
    return policies_.added().descriptors();
  }
  [[nodiscard]] constexpr const Tools& catalog() const noexcept { return tools_; }

 private:
  friend struct detail::executor_insides;
  using log_type = typename detail::trace_log_of<typename Policies::trace_type>::type;
  static constexpr auto& entries = detail::entries<Policies, Tools>;
  static constexpr auto typed_descriptors = Tools::descriptors();
  static constexpr detail::tool_set<Policies> set{entries.data(), Tools::names(), Names::given, Tools::list(), &Tools::find};

  __attribute__((always_inline)) void answer(const detail::job<Policies>& job, const tool_call& call, tool_outcome& out) const {
    answer_call(job, call, out);
    if constexpr (Policies::results_type::changes) policies_.results()(job.room, out);
  }
  __attribute__((always_inline)) void answer_call(const detail::job<Policies>& job, const tool_call& call, tool_outcome& out) const {
    const std::size_t i = Tools::find(call.name);
    if (i != Tools::size && !call.cut) [[likely]] return detail::run_call<Tools::stateless>(job, entries[i], i, &tools_, call, out);
    if constexpr (Policies::adds_tools) answer_added(job, call, out, i);
    else answer_unusual(job, call, out, i);
  }

  void answer_added(const detail::job<Policies>& job, const tool_call& call, tool_outcome& out, std::size_t i) const {
    if (i == Tools::size && !call.cut) [[likely]]
      if (const std::size_t j = policies_.added().find(call.name); j != policies_.added().size()) [[likely]]
        return detail::run_added(job, Tools::size, j, call, out);
    detail::answer_resolved_added<Tools::stateless>(job, set, &tools_, call, out, i);
  }

  // Cut calls, and names that are no tool's as they stand. `i` is what `find` said.
  [[gnu::noinline]] void answer_unusual(const detail::job<Policies>& job, const tool_call& call, tool_outcome& out,
                                        std::size_t i) const {
    const bool unknown = i == Tools::size && !call.cut && Names::given.empty() && !has_usual_prefix(call.name);
    if (unknown && detail::answer_unknown<Tools>(job, call, out)) return;
    answer_resolved(job, call, out, i);
  }
  // Apart, so that the usual unknown name saves no registers for it.
  [[gnu::noinline]] void answer_resolved(const detail::job<Policies>& job, const tool_call& call, tool_outcome& out,
                                         std::size_t i) const {
    detail::answer_resolved<Tools::stateless>(job, set, &tools_, call, out, i);
  }

  template <class Report> void run(std::span<const tool_call> calls, Report& report, const run_options* options) const {
    report.clear();
    if (report.outcomes.capacity() < calls.size() && !detail::make_room(report, calls.size())) return;
    typename Policies::checks_type::batch batch{};
    const detail::job<Policies> job{policies_, report.room(), log_type(&report), options, batch};
    // If the thread is unwound, this answers what is left.
    detail::answer_rest<Policies, Report> rest{job, calls, report};
    for (; rest.done < calls.size(); ++rest.done) {
      if (options != nullptr && options->stop.stop_requested()) return;
      const tool_call& call = calls[rest.done];
      tool_outcome& out = report.outcomes.emplace_back();
      out.call_id = call.id;
      out.name = call.name;
      out.position = static_cast<std::uint32_t>(rest.done);
      answer(job, call, out);
      if (out.kind == outcome_kind::cancelled) [[unlikely]] {
        report.status = execution_status::cancelled;
        ++rest.done;
        return;
      }
    }
  }

  [[no_unique_address]] Tools tools_;
  [[no_unique_address]] Policies policies_;
};

template <class... Part>
tool_executor(Part...) -> tool_executor<typename detail::composed<Part...>::tools_type,
                                        typename detail::composed<Part...>::policies_type,
                                        typename detail::composed<Part...>::names_type>;

}  // namespace tacet
