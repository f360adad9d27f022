// SPDX-License-Identifier: MIT
// One call through decoding, checks, gates and dispatch.
#pragma once

#include <tacet/executor/composition.hpp>
#include <tacet/json/decode.hpp>
#include <tacet/phase/call_frame.hpp>
#include <tacet/phase/dispatch.hpp>

#include <boost/hana/at.hpp>

#include <cstddef>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>

namespace tacet::detail {

/// The checks of the parts, bound to the tools.
template <class Tools> constexpr auto bound_checks() { return precondition_set<>().template bind<Tools>(); }
template <class Tools, class First, class... Rest> constexpr auto bound_checks(First& first, Rest&... rest) {
  if constexpr (is_of_family<families::preconditions, First>()) return std::move(first).template bind<Tools>();
  else return bound_checks<Tools>(rest...);
}

template <class Tool, class Policies, class Frame, std::size_t... I>
__attribute__((always_inline)) inline void run_all_phases(const Tool& tool, const typename Tool::arguments_type& arguments,
                                                          const Policies& policies, Frame& frame,
                                                          std::index_sequence<I...>) {
  run_phases(frame,
             precondition_phase<std::remove_cvref_t<decltype(policies.checks().template get<I>())>>{
                 policies.checks().template get<I>(), boost::hana::at_c<I>(frame.batch.batch)}...,
             steering_phase<typename Policies::steering_type>{policies.steering()},
             approval_phase<typename Policies::approval_type>{policies.approval()},
             dispatch_phase<Tool, Policies>{tool, arguments, policies});
}

/// Everything that happens to a call whose tool is known. Throws nothing but forced unwinding.
template <class Policies, class Tool>
inline void run_call(const job<Policies>& job, const Tool& tool, std::size_t index, const tool_call& call,
                     tool_outcome& out) {
  using arguments_type = typename Tool::arguments_type;
  using checks = typename Policies::checks_type;
  call_frame<Policies, Tool> frame{{{call, Tool::descriptor, {}, index}, out}, job};
  // Not only decoding may throw: the defaults of the argument struct are user code too.
  contain(
      [&]() __attribute__((always_inline)) {
        arguments_type arguments{};
        json::context fault;
        fault.room = &job.room;
        if (!json::decode<arguments_type, Tool::open>(call.arguments, arguments, fault)) [[unlikely]] {
          frame.note(call_phase::decoding, phase_action::rejected, to_text(to_reason(fault.fault)));
          const bool starved = fault.fault == json::fault_code::no_memory;
          frame.answer_failure(starved ? outcome_kind::failed : outcome_kind::bad_arguments, call_phase::decoding,
                               to_reason(fault.fault), {}, &fault);
          return;
        }
        if (fault.adjusted) [[unlikely]] out.adjusted = true;
        frame.note(call_phase::decoding, fault.adjusted ? phase_action::adjusted : phase_action::decoded);
        // Nobody else reads them: the tool has the struct itself.
        if constexpr (checks::size != 0 || !std::is_same_v<typename Policies::steering_type, open_gate> ||
                      !std::is_same_v<typename Policies::approval_type, no_approval>)
          frame.arguments = value_view::silent(arguments);
        run_all_phases(tool, arguments, job.policies, frame, std::make_index_sequence<checks::size>{});
      },
      [&] { frame.answer_cancelled(call_phase::decoding); },
      [&](const caught_error& error) {
        frame.diagnose(call_phase::decoding, outcome_reason::exception, error);
        frame.note(call_phase::decoding, phase_action::failed, frame.kept_text(error));
        frame.answer_failure(outcome_kind::failed, call_phase::decoding, outcome_reason::exception);
      });
}

/// Stands for a tool where there is none.
struct absent_tool {};

/// Answers a call that cannot be run: it was cut, or there is no such tool.
template <class Policies>
[[gnu::noinline]] void answer_unrun(const job<Policies>& job, const tool_call& call, tool_outcome& out,
                                    std::string_view tool_list) noexcept {
  tool_descriptor asked;
  asked.name = call.name;
  call_frame<Policies, absent_tool> frame{{{call, asked, {}, 0}, out}, job};
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

/// Answers a call that is not to begin, or did not end.
template <class Policies>
[[gnu::noinline]] void answer_stopped(const job<Policies>& job, const tool_call& call, tool_outcome& out) noexcept {
  tool_descriptor asked;
  asked.name = call.name;
  call_frame<Policies, absent_tool> frame{{{call, asked, {}, 0}, out}, job};
  frame.answer_cancelled(call_phase::dispatch);
}

/// Answers the calls of a batch that did not begin, or did not end, when it is left for whatever reason.
template <class Policies> struct answer_rest {
  const job<Policies>& batch;
  std::span<const tool_call> calls;
  execution_report& report;
  std::size_t done = 0;

  answer_rest(const job<Policies>& j, std::span<const tool_call> c, execution_report& r) noexcept
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
