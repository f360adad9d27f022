// SPDX-License-Identifier: MIT
// One call through decoding, checks, gates and dispatch.
#pragma once

#include <tacet/executor/composition.hpp>
#include <tacet/executor/detail/unrun_call.hpp>
#include <tacet/json/decode.hpp>
#include <tacet/phase/call_frame.hpp>
#include <tacet/phase/dispatch.hpp>
#include <tacet/values/execution_report.hpp>

#include <boost/hana/at.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>

namespace tacet::detail {

template <class Policies, std::size_t... I>
__attribute__((always_inline)) inline bool ask_all(call_frame<Policies>& frame, std::index_sequence<I...>) {
  const Policies& policies = frame.policies();
  return run_phases(frame,
                    precondition_phase<std::remove_cvref_t<decltype(policies.checks().template get<I>())>>{
                        policies.checks().template get<I>(), boost::hana::at_c<I>(frame.batch.batch)}...,
                    steering_phase<typename Policies::steering_type>{policies.steering()},
                    approval_phase<typename Policies::approval_type>{policies.approval()});
}
/// Asks the checks and gates; whether the call may run.
// In line: apart, it would save and restore registers in front of checks that mostly compare two numbers. What objects
// or throws is answered by functions that are compiled once. (Where nothing is optimised it would only be compiled for
// each tool.)
#if defined(__OPTIMIZE__)
template <class Policies> __attribute__((always_inline)) inline bool admit(call_frame<Policies>& frame) {
#else
template <class Policies> bool admit(call_frame<Policies>& frame) {
#endif
  return ask_all(frame, std::make_index_sequence<Policies::checks_type::size>{});
}
/// Tells the first `asked` checks that a call which passed them did not run.
template <class Policies> void release_checks(call_frame<Policies>& frame, unsigned asked) noexcept {
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    release_phases(frame, asked,
                   precondition_phase<std::remove_cvref_t<decltype(frame.policies().checks().template get<I>())>>{
                       frame.policies().checks().template get<I>(), boost::hana::at_c<I>(frame.batch.batch)}...);
  }(std::make_index_sequence<Policies::checks_type::size>{});
}
/// Answers a call that was admitted and is not to run any more, and tells the checks so.
template <class Policies> [[gnu::noinline]] void withdraw(call_frame<Policies>& frame) noexcept {
  frame.answer_cancelled(call_phase::dispatch);
  release_checks(frame, Policies::checks_type::size);
}

template <class Policies> [[gnu::noinline]] void refuse_arguments(call_frame<Policies>& frame, json::context& fault) noexcept {
  frame.note(call_phase::decoding, phase_action::rejected, to_text(to_reason(fault.fault)));
  const bool starved = fault.fault == json::fault_code::no_memory;
  frame.answer_failure(starved ? outcome_kind::failed : outcome_kind::bad_arguments, call_phase::decoding,
                       to_reason(fault.fault), {}, &fault);
}

/// The arguments of one call. Their end is one function: in line it would be compiled once for each way out.
template <class A> struct held_arguments {
  A value{};
};
template <class A>
  requires(!std::is_trivially_destructible_v<A>)
struct held_arguments<A> {
  A value{};
  held_arguments() = default;
  held_arguments(const held_arguments&) = delete;
  held_arguments& operator=(const held_arguments&) = delete;
  [[gnu::noinline]] ~held_arguments() {}
};

/// Everything behind the decoding of the arguments: checks, gates and the tool.
template <class F, unsigned Marks, class Own, class Policies, class A>
__attribute__((always_inline)) inline void run_decoded(call_frame<Policies>& frame, const void* function, const A& arguments,
                                                       bool adjusted) {
  if (adjusted) [[unlikely]] frame.out.adjusted = true;
  frame.note(call_phase::decoding, adjusted ? phase_action::adjusted : phase_action::decoded);
  if constexpr (Policies::judges) {
    // Without them nobody else reads the arguments: the tool has the struct itself.
    frame.arguments = value_view::silent(arguments);
    if (!admit(frame)) return;
  }
  const dispatch_phase<F, Marks, Own, Policies> dispatch{*static_cast<const F*>(function), arguments};
  // Checks and gates take time, in which the batch may have been stopped.
  if constexpr (Policies::judges)
    if (frame.stop_requested()) [[unlikely]] return withdraw(frame);
  // A single attempt needs no handler of its own: whoever entered has one.
  if constexpr (dispatch.repeats) (void)passes(dispatch, frame);
  else (void)dispatch.ask(frame);
}

/// Decodes the arguments and runs the tool; `function` is where its callable stands. Named by the callable and not
/// by the tool, whose type holds its name and description and would stand in the symbol.
template <class Policies, class F, unsigned Marks, class Own>
void enter(call_frame<Policies>& frame, const void* function) {
  using arguments_type = typename shape<F>::arguments;
  held_arguments<arguments_type> held;
  arguments_type& arguments = held.value;
  json::context fault;
  fault.room = &frame.room();
  if (!json::decode<arguments_type, (Marks & tool_mark::open) != 0>(frame.call.arguments, arguments, fault)) [[unlikely]]
    return refuse_arguments(frame, fault);
  run_decoded<F, Marks, Own>(frame, function, arguments, fault.adjusted);
}

/// What an executor knows of one of its tools.
template <class Policies> struct tool_entry {
  void (*run)(call_frame<Policies>& frame, const void* function);
  const void* (*function)(const void* tools);  ///< where the callable stands; null when it holds nothing
  const tool_descriptor* descriptor;
  std::uint32_t idle;  ///< which checks have nothing to do for it
};

template <class Checks, class Tool> inline constexpr std::uint32_t idle_checks = 0;
template <class Check>
concept may_be_idle = requires { requires Check::may_idle; };
template <class Check, class Tool> inline constexpr bool is_idle = false;
template <may_be_idle Check, class Tool> inline constexpr bool is_idle<Check, Tool> = Check::template idle<Tool>;
template <class... Check, class Tool>
  requires(... || may_be_idle<Check>)
inline constexpr std::uint32_t idle_checks<precondition_set<Check...>, Tool> = [] {
  std::uint32_t bits = 0;
  std::uint32_t bit = 1;
  ((bits |= is_idle<Check, Tool> ? bit : 0, bit <<= 1), ...);
  return bits;
}();

using callable_place = const void* (*)(const void* tools);
template <class Tools, std::size_t I> consteval callable_place place_of() {
  if constexpr (std::is_empty_v<typename Tools::template tool_at<I>::function_type>) return nullptr;
  else return [](const void* tools) -> const void* { return &static_cast<const Tools*>(tools)->template get<I>().callable(); };
}
template <class Policies, class Tool> consteval tool_entry<Policies> entry_of(callable_place where) {
  return {&enter<Policies, typename Tool::function_type, marks_of<Tool>, typename Tool::own_retries>, where,
          &Tool::descriptor, idle_checks<typename Policies::checks_type, Tool>};
}

template <class Policies, class Tools> struct entry_table;
template <class Policies, class... T> struct entry_table<Policies, tools<T...>> {
  template <std::size_t... I> static consteval auto make(std::index_sequence<I...>) {
    using table = std::array<tool_entry<Policies>, sizeof...(T)>;
    if constexpr (tools<T...>::stateless) return table{entry_of<Policies, T>(nullptr)...};
    else return table{entry_of<Policies, T>(place_of<tools<T...>, I>())...};
  }
};
/// One entry for each tool, in order.
template <class Policies, class Tools>
inline constexpr auto entries = entry_table<Policies, Tools>::make(std::make_index_sequence<Tools::size>{});

/// Something was thrown outside the phases in front of dispatch: by the only attempt, or while decoding, where the
/// defaults of the argument struct are user code too.
template <class Policies>
[[gnu::noinline]] void answer_thrown(call_frame<Policies>& frame, const caught_error& error) noexcept {
  if (frame.out.attempts != 0) return (void)failed_attempt(frame, error, repeat_rule{});
  frame.diagnose(call_phase::decoding, outcome_reason::exception, error);
  frame.note(call_phase::decoding, phase_action::failed, frame.kept_text(error));
  frame.answer_failure(outcome_kind::failed, call_phase::decoding, outcome_reason::exception);
}

/// Everything that happens to a call whose tool is known. Throws nothing but forced unwinding.
template <bool Stateless, class Policies>
__attribute__((always_inline)) inline void run_call(const job<Policies>& job, const tool_entry<Policies>& entry,
                                                    std::size_t index, const void* tools, const tool_call& call,
                                                    tool_outcome& out) {
  call_frame<Policies> frame{{{call, *entry.descriptor, {}, index}, out}, job, entry.idle};
  contain(
      [&]() __attribute__((always_inline)) {
        entry.run(frame, Stateless || entry.function == nullptr ? tools : entry.function(tools));
      },
      [&] { frame.answer_cancelled(out.attempts != 0 ? call_phase::dispatch : call_phase::decoding); },
      [&](const caught_error& error) { answer_thrown(frame, error); });
}

/// The tools of an executor without their types, which would stand in every symbol.
template <class Policies> struct tool_set {
  const tool_entry<Policies>* entries;
  text_list names;
  text_list given;  ///< prefixes of the names
  std::string_view list;
  std::size_t (*find)(std::string_view name);
};

/// Runs a call of a tool that stands beside the typed ones, which are `before` it.
template <class Policies>
void run_added(const job<Policies>& job, std::size_t before, std::size_t i, const tool_call& call, tool_outcome& out) {
  using frame_type = call_frame<Policies>;
  const auto& added = job.policies.added();
  const tool_descriptor& about = added.descriptor(i);
  const added_entry<frame_type> entry = added.template entry<frame_type>(i);
  // Checks and gates see the tool's own name, also where the call has it as a provider takes it.
  tool_call resolved = call;
  resolved.name = about.name;
  frame_type frame{{{resolved, about, {}, before + i}, out}, job};
  contain([&] { entry.run(frame, entry.tool); },
          [&] { frame.answer_cancelled(out.attempts != 0 ? call_phase::dispatch : call_phase::decoding); },
          [&](const caught_error& error) { answer_thrown(frame, error); });
}

/// The same by another spelling of a name, of a tool of either kind; or answers a call that cannot be run.
template <bool Stateless, class Policies>
[[gnu::noinline]] void answer_resolved_added(const job<Policies>& job, const tool_set<Policies>& set, const void* tools,
                                             const tool_call& call, tool_outcome& out, std::size_t i) {
  const auto& added = job.policies.added();
  const std::size_t typed = set.names.size();
  const text_list names = added.names();
  const auto find = [&](std::string_view name) {
    const std::size_t at = typed != 0 ? set.find(name) : typed;
    return at != typed ? at : typed + added.find(name);
  };
  if (i == typed) {
    i = resolve_name(call.name, names, set.given, find);
    // Of its own accord a model leaves out a prefix that a tool was given. One too many would lead to somebody else's tool.
    const std::size_t j = added.find_without_prefix(call.name);
    if (j != added.size() && i != names.size() && i != typed + j) i = names.size();
    else if (j != added.size()) i = typed + j;
  }
  if (call.cut || i == names.size()) return answer_unrun(job, call, out, added.list());
  if (i >= typed) return run_added(job, typed, i - typed, call, out);
  tool_call resolved = call;
  resolved.name = set.names[i];
  run_call<Stateless>(job, set.entries[i], i, tools, resolved, out);
}

/// Runs a call by another spelling of a tool's name, or answers one that cannot be run.
template <bool Stateless, class Policies>
[[gnu::noinline]] void answer_resolved(const job<Policies>& job, const tool_set<Policies>& set, const void* tools,
                                       const tool_call& call, tool_outcome& out, std::size_t i) {
  if (i == set.names.size()) i = resolve_name(call.name, set.names, set.given, set.find);
  if (call.cut || i == set.names.size()) return answer_unrun(job, call, out, set.list);
  tool_call resolved = call;
  resolved.name = set.names[i];
  run_call<Stateless>(job, set.entries[i], i, tools, resolved, out);
}

}  // namespace tacet::detail
