// SPDX-License-Identifier: MIT
// One call on its way through the phases: its state, and how phases answer, record and diagnose.
#pragma once

#include <tacet/phase/awaited.hpp>
#include <tacet/phase/diagnostics.hpp>
#include <tacet/phase/failure_text.hpp>
#include <tacet/phase/lifecycle.hpp>
#include <tacet/phase/pending_call.hpp>
#include <tacet/phase/time_limits.hpp>
#include <tacet/phase/trace.hpp>
#include <tacet/text/text_writer.hpp>
#include <tacet/tool/provider_name.hpp>
#include <tacet/values/tool_progress.hpp>

#include <cstdint>
#include <string_view>
#include <type_traits>

namespace tacet::detail {

/// Takes progress values for a sink that is waited for, in a layer that can wait.
struct progress_queue {
  void (*push)(progress_queue& self, const tool_progress& value);
};
struct no_progress_queue {};

/// What the calls of one batch share. `Policies` gives `trace()`, `failure_words()` and `diagnostic_hook()`.
template <class Policies> struct job {
  const Policies& policies;
  text_room& room;
  [[no_unique_address]] typename trace_log_of<typename Policies::trace_type>::type log;
  const run_options* options;  ///< null when nobody can stop the batch
  typename Policies::checks_type::batch& batch;  ///< what checks keep for the time of one batch
  [[no_unique_address]] std::conditional_t<part_waits<typename Policies::progress_type>, progress_queue*, no_progress_queue> queue{};
};

/// One type for all tools of an executor: what depends on the tool is in its descriptor, so that the phases in front
/// of dispatch, and whatever a failure needs, are compiled once.
template <class Policies> struct call_frame : call_state {
  static constexpr bool traces = Policies::trace_type::traces;

  const job<Policies>& batch;
  std::uint32_t idle = 0;  ///< bit i: check i, of the first 32, has nothing to do for this tool
  [[no_unique_address]] call_clock<typename Policies::limits_type> clock{};

  [[nodiscard]] text_room& room() const noexcept { return batch.room; }
  [[nodiscard]] const run_options* options() const noexcept { return batch.options; }
  [[nodiscard]] const Policies& policies() const noexcept { return batch.policies; }
  [[nodiscard]] bool stop_requested() const noexcept {
    return batch.options != nullptr && batch.options->stop.stop_requested();
  }

  /// The present time, by the clock of the executor.
  [[nodiscard]] std::chrono::steady_clock::time_point now() const noexcept { return policies().limits().now(); }

  /// Gives a progress value to the sink.
  void emit(const tool_progress& value) {
    note(call_phase::dispatch, phase_action::emitted);
    if constexpr (part_waits<typename Policies::progress_type>) batch.queue->push(*batch.queue, value);
    else policies().progress_sink()(value);
  }

  void note([[maybe_unused]] call_phase phase, [[maybe_unused]] phase_action action,
            [[maybe_unused]] std::string_view detail = {}) noexcept {
    if constexpr (traces) {
      const phase_record record{phase, this->call.id, action, detail, this->tool.name, this->out.position};
      if constexpr (requires { policies().trace()(batch.log, record); }) policies().trace()(batch.log, record);
      else policies().trace()(record);
    }
  }

  void diagnose([[maybe_unused]] call_phase phase, [[maybe_unused]] outcome_reason reason,
                [[maybe_unused]] const caught_error& error) noexcept {
    if constexpr (Policies::diagnostics_type::listens)
      policies().diagnostic_hook()(diagnosis{this->call, phase, reason, this->out.attempts, text_of(error)});
  }
  /// The text of an error for the trace: in the report, where the record goes there and has room for texts, and as it is
  /// for a sink; empty when there is no trace.
  [[nodiscard]] std::string_view kept_text([[maybe_unused]] const caught_error& error) noexcept {
    if constexpr (!traces) return {};
    else if constexpr (requires { batch.log.kept(std::string_view{}); }) return batch.log.kept(text_of(error));
    else return text_of(error);
  }

  /// Ends the call with a text that lives long enough.
  void answer(outcome_kind kind, call_phase phase, outcome_reason reason, bool is_error,
              std::string_view content) noexcept {
    this->out.kind = kind;
    this->out.phase = phase;
    this->out.reason = reason;
    this->out.is_error = is_error;
    this->out.content = content;
  }
  /// The same with a text that is copied into the report. An empty one would tell the model nothing.
  [[gnu::noinline]] void answer_copy(outcome_kind kind, call_phase phase, outcome_reason reason, bool is_error,
                   std::string_view content) noexcept {
    const std::string_view copy = content.empty() ? std::string_view{} : room().store(content);
    answer(kind, phase, reason, is_error, copy.empty() ? std::string_view("The call was not run.") : copy);
  }
  /// The same with the words of the failure policy.
  [[gnu::noinline]] void answer_failure(outcome_kind kind, call_phase phase, outcome_reason reason,
                                        std::string_view message = {}, const json::context* fault = nullptr) noexcept {
    failure f;
    f.kind = kind;
    f.reason = reason;
    // As the model knows it, where a name may be one that providers do not take.
    [[maybe_unused]] const auto known = [&] {
      if constexpr (Policies::adds_tools) return provider_name(this->tool.name);
      else return 0;
    }();
    if constexpr (Policies::adds_tools) f.tool_name = known.view();
    else f.tool_name = this->tool.name;
    f.message = message;
    f.effect = this->tool.effect;
    f.attempts = this->out.attempts;
    f.fault = fault;
    text_writer to(room());
    policies().failure_words()(to, f);
    answer(kind, phase, reason, true, to.finish("The call failed, and there was no memory to say why."));
    if (this->out.content.empty()) this->out.content = "The call failed.";
  }
  [[gnu::noinline]] void answer_cancelled(call_phase phase) noexcept {
    note(phase, phase_action::cancelled);
    answer_failure(outcome_kind::cancelled, phase, outcome_reason::stop_requested);
  }
};

}  // namespace tacet::detail
