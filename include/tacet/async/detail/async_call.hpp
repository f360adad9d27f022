// SPDX-License-Identifier: MIT
// One call of a batch, from its text to its outcome, with whatever it has to wait for.
#pragma once

#include <tacet/async/detail/async_dispatch.hpp>
#include <tacet/async/detail/async_phases.hpp>
#include <tacet/async/detail/async_run.hpp>
#include <tacet/async/detail/conflict_key.hpp>
#include <tacet/async/detail/turns.hpp>
#include <tacet/executor/run_call.hpp>

#include <array>
#include <cstddef>
#include <exception>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>

namespace tacet::detail {

/// What the checks counted for a call that they admitted is given back when its tool is never entered, for whatever reason.
template <class Policies> class release_unless_run {
 public:
  explicit release_unless_run(call_frame<Policies>& frame) noexcept : frame_(frame) {}
  release_unless_run(const release_unless_run&) = delete;
  release_unless_run& operator=(const release_unless_run&) = delete;
  ~release_unless_run() {
    if (frame_.out.attempts == 0) release_checks(frame_, Policies::checks_type::size);
  }

 private:
  call_frame<Policies>& frame_;
};

/// Decodes, waits for its turn, asks, waits for a place, and runs the tool.
template <class Policies, class F, unsigned Marks, class Own, class Key>
asio::awaitable<void> co_enter(async_run<Policies>& run, call_frame<Policies>& frame, const void* function) {
  using arguments_type = typename shape<F>::arguments;
  using flight_type = flight<arguments_type>;
  const auto call = std::make_shared<flight_type>(frame.call, frame.tool, frame.tool_index);
  json::context fault;
  fault.room = &call->room;
  if (!json::decode<arguments_type, (Marks & tool_mark::open) != 0>(call->call.arguments, call->arguments, fault)) {
    refuse_arguments(frame, fault);
    co_return;
  }
  if (fault.adjusted) frame.out.adjusted = true;
  frame.note(call_phase::decoding, fault.adjusted ? phase_action::adjusted : phase_action::decoded);
  frame.arguments = value_view::silent(call->arguments);
  call->pending.arguments = frame.arguments;

  if constexpr (Policies::rare_type::overlaps) {
    run.plan.declare(frame.out.position, touched_by<Key>(call->arguments, frame.tool.effect));
    const bool has_turn = co_await co_turn(run, frame);
    if (!has_turn) co_return;
  }
  if constexpr (Policies::judges) {
    const bool admitted = co_await co_admit(run, frame, call);
    if (!admitted) co_return;
    if constexpr (Policies::rare_type::overlaps) run.pass_turn(frame.out.position);
  }
  const release_unless_run<Policies> guard(frame);
  if constexpr (Policies::rare_type::limits_rate) {
    if (const auto wait = run.flow.rate().take(run.now()); wait.has_value()) {
      answer_overloaded(frame, wait);
      co_return;
    }
  }
  place_in_run<Policies> place(run);
  if constexpr (Policies::rare_type::limits_places) {
    const bool has_place = co_await place.co_take(frame);
    if (!has_place) co_return;
  }
  if (run.is_stopped()) {
    frame.answer_cancelled(call_phase::dispatch);
    co_return;
  }
  if (run.is_late()) {
    answer_late(frame);
    co_return;
  }
  co_await co_dispatch<F, Marks, Own>(run, frame, call, *static_cast<const F*>(function));
  // A result may view texts of the arguments, which then stay as long as the report.
  using result_type = awaited_t<typename shape<F>::result>;
  if constexpr (!std::is_empty_v<arguments_type> && !std::is_void_v<result_type>)
    if constexpr (!value_view::holds<result_type>)
      if (frame.out.value && frame.room().keep(call) == nullptr) frame.out.value = {};
}

/// How a tool is entered: at once where nothing is waited for, else by a coroutine.
template <class Policies> struct async_entry {
  tool_entry<Policies> plain;
  asio::awaitable<void> (*co_run)(async_run<Policies>& run, call_frame<Policies>& frame, const void* function);
};
template <class Policies, class Tool>
inline constexpr bool tool_waits = part_waits<Tool> || Policies::rare_type::template waits_for<Tool> ||
                                   part_waits<typename Policies::approval_type> || part_waits<typename Policies::steering_type> ||
                                   part_waits<typename Policies::progress_type> || Policies::checks_type::waits ||
                                   dispatch_phase<typename Tool::function_type, marks_of<Tool>, typename Tool::own_retries, Policies>::repeats;
template <class Policies, class Tools> struct async_table;
template <class Policies, class... T> struct async_table<Policies, tools<T...>> {
  /// Whether any call has to wait.
  static constexpr bool waits_for_any = Policies::rare_type::overlaps || (... || tool_waits<Policies, T>);
  template <class Tool> static consteval auto co_run_of() {
    return tool_waits<Policies, Tool> || Policies::rare_type::overlaps
               ? &co_enter<Policies, typename Tool::function_type, marks_of<Tool>, typename Tool::own_retries, typename Tool::conflict_key>
               : nullptr;
  }
  template <std::size_t... I> static consteval auto make(std::index_sequence<I...>) {
    using table = std::array<async_entry<Policies>, sizeof...(T)>;
    if constexpr (tools<T...>::stateless) return table{async_entry<Policies>{plain_of<T>(nullptr), co_run_of<T>()}...};
    else return table{async_entry<Policies>{plain_of<T>(place_of<tools<T...>, I>()), co_run_of<T>()}...};
  }

 private:
  // A tool that is waited for has no plain entry.
  template <class Tool> static consteval tool_entry<Policies> plain_of(callable_place where) {
    if constexpr (tool_waits<Policies, Tool>) return {nullptr, where, &Tool::descriptor, idle_checks<typename Policies::checks_type, Tool>};
    else return entry_of<Policies, Tool>(where);
  }
};
/// One entry for each tool, in order.
template <class Policies, class Tools>
inline constexpr auto async_entries = async_table<Policies, Tools>::make(std::make_index_sequence<Tools::size>{});

/// The tools of an executor without their types.
template <class Policies> struct async_tools {
  std::span<const async_entry<Policies>> entries;
  text_list names;
  text_list given;
  std::string_view list;
  std::size_t (*find)(std::string_view name);
  const void* place;
};

/// Answers a call whose turn came when the time of its batch was over.
template <class Policies> void answer_not_begun(async_run<Policies>& run, const tool_call& call, tool_outcome& out) noexcept {
  tool_descriptor asked;
  asked.name = call.name;
  call_frame<Policies> frame{{{call, asked, {}, 0}, out}, run.work};
  answer_late(frame);
  if constexpr (Policies::results_type::changes) run.policies.results()(run.work.room, out);
}

/// Answers call `i`.
template <class Policies>
asio::awaitable<void> co_call(async_run<Policies>& run, const async_tools<Policies>& set, std::size_t i) {
  const tool_call& asked = run.calls[i];
  tool_outcome& out = run.report.outcomes[i];
  tool_call call = asked;
  if (run.is_stopped()) {
    answer_stopped(run.work, asked, out);
    co_return;
  }
  if (run.is_late()) {
    answer_not_begun(run, asked, out);
    co_return;
  }
  std::size_t index = set.find(call.name);
  if (index == set.names.size()) index = resolve_name(call.name, set.names, set.given, set.find);
  if (call.cut || index == set.names.size()) {
    answer_unrun(run.work, asked, out, set.list);
  } else {
    call.name = set.names[index];
    const async_entry<Policies>& entry = set.entries[index];
    if (entry.co_run == nullptr) {
      run_call<false>(run.work, entry.plain, index, set.place, call, out);
    } else {
      call_frame<Policies> frame{{{call, *entry.plain.descriptor, {}, index}, out}, run.work, entry.plain.idle};
      const void* const function = entry.plain.function == nullptr ? set.place : entry.plain.function(set.place);
      std::exception_ptr thrown;
      try {
        co_await entry.co_run(run, frame, function);
      } catch (...) {
        thrown = std::current_exception();
      }
      if (thrown != nullptr)
        contain([&] { std::rethrow_exception(thrown); },
                [&] { frame.answer_cancelled(out.attempts != 0 ? call_phase::dispatch : call_phase::decoding); },
                [&](const caught_error& error) { answer_thrown(frame, error); });
    }
  }
  if constexpr (Policies::results_type::changes) run.policies.results()(run.work.room, out);
  // Whoever cancels cancels the batch.
  if (out.kind == outcome_kind::cancelled) run.stop();
}

}  // namespace tacet::detail
