// SPDX-License-Identifier: MIT
// Answers the calls that no tool runs: cut, unknown, stopped, or left over when a batch ends early.
#pragma once

#include <tacet/phase/call_frame.hpp>
#include <tacet/values/execution_report.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>

namespace tacet::detail {

/// Answers a call that cannot be run: it was cut, or there is no such tool.
template <class Policies>
[[gnu::noinline]] void answer_unrun(const job<Policies>& job, const tool_call& call, tool_outcome& out,
                                    std::string_view tool_list) noexcept {
  tool_descriptor asked;
  asked.name = call.name;
  call_frame<Policies> frame{{{call, asked, {}, 0}, out}, job};
  failure f;
  f.kind = call.cut ? outcome_kind::bad_arguments : outcome_kind::unknown_tool;
  f.reason = call.cut ? outcome_reason::output_limit : outcome_reason::unknown_tool;
  f.tool_name = call.name;
  f.tool_list = tool_list;
  const call_phase phase = call.cut ? call_phase::decoding : call_phase::dispatch;
  frame.note(phase, phase_action::rejected, to_text(f.reason));
  text_writer to(job.room);
  job.policies.failure_words()(to, f);
  frame.answer(f.kind, phase, f.reason, true, to.finish("The call was not run."));
}

/// The same in the usual words for a name that no tool has, in line and without a call. False when that cannot be:
/// nothing has been done then.
template <class Tools, class Policies>
__attribute__((always_inline)) inline bool answer_unknown(const job<Policies>& job, const tool_call& call,
                                                          tool_outcome& out) noexcept {
  if constexpr (std::is_same_v<std::remove_cvref_t<decltype(job.policies.failure_words())>, default_failure_text>) {
    const std::string_view text = default_failure_text::unknown_tool(job.room, call.name, Tools::list());
    if (text.data() == nullptr) [[unlikely]] return false;
    tool_descriptor asked;
    asked.name = call.name;
    call_frame<Policies> frame{{{call, asked, {}, 0}, out}, job};
    frame.note(call_phase::dispatch, phase_action::rejected, to_text(outcome_reason::unknown_tool));
    frame.answer(outcome_kind::unknown_tool, call_phase::dispatch, outcome_reason::unknown_tool, true, text);
    return true;
  } else {
    return false;
  }
}

/// Room for every outcome, before anything runs.
[[gnu::noinline]] inline bool make_room(execution_report& report, std::size_t calls) noexcept {
  const bool made = survives([&] { report.outcomes.reserve(calls); });
  if (!made) report.status = execution_status::no_room;
  return made;
}
/// A report of fixed capacity has what it has.
template <class Report> bool make_room(Report& report, std::size_t) noexcept {
  report.status = execution_status::no_room;
  return false;
}

/// Answers a call that is not to begin, or did not end.
template <class Policies>
[[gnu::noinline]] void answer_stopped(const job<Policies>& job, const tool_call& call, tool_outcome& out) noexcept {
  tool_descriptor asked;
  asked.name = call.name;
  call_frame<Policies> frame{{{call, asked, {}, 0}, out}, job};
  frame.answer_cancelled(call_phase::dispatch);
  if constexpr (Policies::results_type::changes) job.policies.results()(job.room, out);
}

/// Answers the calls of a batch that did not begin, or did not end, when it is left for whatever reason.
template <class Policies, class Report> struct answer_rest {
  const job<Policies>& batch;
  std::span<const tool_call> calls;
  Report& report;
  std::size_t done = 0;

  answer_rest(const job<Policies>& j, std::span<const tool_call> c, Report& r) noexcept
      : batch(j), calls(c), report(r) {}
  answer_rest(const answer_rest&) = delete;
  answer_rest& operator=(const answer_rest&) = delete;
  ~answer_rest() {
    if (done < calls.size()) [[unlikely]] answer_all();
  }

 private:
  [[gnu::noinline]] void answer_all() noexcept {
    report.status = execution_status::cancelled;
    for (; done < calls.size(); ++done) {
      const tool_call& call = calls[done];
      // The call that was running is there already.
      tool_outcome& out = done < report.outcomes.size() ? report.outcomes[done] : report.outcomes.emplace_back();
      out.call_id = call.id;
      out.name = call.name;
      out.position = static_cast<std::uint32_t>(done);
      answer_stopped(batch, call, out);
    }
  }
};

}  // namespace tacet::detail
