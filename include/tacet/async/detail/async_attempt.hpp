// SPDX-License-Identifier: MIT
// One attempt at a tool that is waited for, and what becomes of one that ended, was late or was stopped.
#pragma once

#include <tacet/async/detail/async_run.hpp>
#include <tacet/async/detail/tool_race.hpp>
#include <tacet/phase/dispatch.hpp>
#include <tacet/phase/failed_attempt.hpp>

#include <chrono>
#include <exception>
#include <memory>
#include <optional>
#include <utility>

namespace tacet::detail {

/// An attempt that had no answer in time. `final`: another one would have no time either.
template <class Policies>
[[gnu::noinline]] verdict late_attempt(call_frame<Policies>& frame, const repeat_rule& rule, bool running, bool final) noexcept {
  const caught_error late{nullptr, nullptr, false, true};
  const outcome_reason reason = running ? outcome_reason::abandoned : outcome_reason::deadline;
  frame.diagnose(call_phase::dispatch, reason, late);
  if (!final)
    if (const std::optional<std::chrono::nanoseconds> wait = wait_before_next(frame, late, rule); wait.has_value()) {
      frame.note(call_phase::dispatch, phase_action::retried, to_text(reason));
      return verdict::again(*wait);
    }
  frame.note(call_phase::dispatch, phase_action::failed, to_text(reason));
  frame.answer_failure(frame.tool.effect == tool_effect::once ? outcome_kind::outcome_unknown : outcome_kind::timed_out,
                       call_phase::dispatch, reason);
  return verdict::answered();
}
/// A call that was stopped while its tool ran.
template <class Policies> verdict stopped_attempt(call_frame<Policies>& frame, bool running) noexcept {
  frame.note(call_phase::dispatch, phase_action::cancelled);
  frame.answer_failure(outcome_kind::cancelled, call_phase::dispatch,
                       running ? outcome_reason::abandoned : outcome_reason::stop_requested);
  return verdict::answered();
}
/// When the call must be answered at the latest, by its own limit and the batch's.
template <class Policies> clock_time end_of_call(const async_run<Policies>& run, const call_frame<Policies>& frame) noexcept {
  if constexpr (Policies::limits_type::limits_calls) return frame.clock.end < run.end ? frame.clock.end : run.end;
  else return (void)frame, run.end;
}

/// By when an attempt that begins now must have an answer.
template <class Dispatch, class Policies>
clock_time end_of_attempt(const async_run<Policies>& run, const call_frame<Policies>& frame) noexcept {
  clock_time end = end_of_call(run, frame);
  if constexpr (Dispatch::limited) {
    const std::chrono::nanoseconds most = Dispatch::time_of_attempt(frame);
    if (most > std::chrono::nanoseconds(0))
      if (const clock_time own = later(run.now(), most); own < end) end = own;
  }
  return end;
}
template <class Policies> void begin_attempt(call_frame<Policies>& frame) noexcept {
  if constexpr (Policies::limits_type::limits_calls)
    if (frame.out.attempts == 0) frame.clock.start(frame.policies().limits());
  ++frame.out.attempts;
  frame.note(call_phase::dispatch, phase_action::attempted);
}
/// What becomes of an attempt that ended, was left at its time or was stopped.
template <class Dispatch, class Policies, class Race>
verdict settle_attempt(const async_run<Policies>& run, call_frame<Policies>& frame, const Dispatch& dispatch, Race* race, race_end how,
                       clock_time end, std::exception_ptr thrown) noexcept {
  // What came in time is taken, also when a stop or the deadline was seen at the same moment.
  const bool answered = race != nullptr && race->ended && thrown == nullptr && race->value.has_value();
  if (how == race_end::stopped && !answered) return stopped_attempt(frame, !race->ended);
  if (how == race_end::deadline && !answered)
    return late_attempt(frame, Dispatch::rule(frame), !race->ended, end >= end_of_call(run, frame));
  return contain(
      [&] {
        if (thrown != nullptr) std::rethrow_exception(thrown);
        return dispatch.take_kept(frame, *std::move(race->value));
      },
      [&] { return dispatch.settle_cancelled(frame); }, [&](const caught_error& error) { return dispatch.failed(frame, error); });
}

/// One attempt at a tool that is waited for.
template <class F, unsigned Marks, class Own, class Policies, class A>
asio::awaitable<verdict> co_attempt(async_run<Policies>& run, call_frame<Policies>& frame, std::shared_ptr<flight<A>> call,
                                    const F& function) {
  using dispatch_type = dispatch_phase<F, Marks, Own, Policies>;
  using raw = typename shape<F>::result;
  using race_type = tool_race<Policies, F, kept_of<raw>>;
  const dispatch_type dispatch{function, call->arguments};
  begin_attempt(frame);
  const clock_time end = end_of_attempt<dispatch_type>(run, frame);
  std::shared_ptr<race_type> race;
  std::exception_ptr thrown;
  race_end how = race_end::itself;
  try {
    race = std::make_shared<race_type>(run, frame, frame.out.attempts, call, function, end);
    begin_tool(run, race);
  } catch (...) {
    thrown = std::current_exception();
  }
  if (thrown == nullptr) {
    how = co_await await_race(run, *race, end);
    if (race->ended) thrown = race->error;
  }
  co_return settle_attempt(run, frame, dispatch, race.get(), how, end, std::move(thrown));
}

/// The same with a second attempt beside the first when that has no answer in time. The first answer is taken, and an error
/// only when there is none.
template <class F, unsigned Marks, class Own, class Policies, class A>
asio::awaitable<verdict> co_hedged_attempt(async_run<Policies>& run, call_frame<Policies>& frame, std::shared_ptr<flight<A>> call,
                                           const F& function) {
  using dispatch_type = dispatch_phase<F, Marks, Own, Policies>;
  using race_type = tool_race<Policies, F, kept_of<typename shape<F>::result>>;
  const dispatch_type dispatch{function, call->arguments};
  begin_attempt(frame);
  const clock_time end = end_of_attempt<dispatch_type>(run, frame);
  const clock_time hedge_at = later(run.now(), *frame.tool.hedge_after);
  std::shared_ptr<race_type> first;
  std::shared_ptr<race_type> second;
  std::exception_ptr thrown;
  try {
    first = std::make_shared<race_type>(run, frame, frame.out.attempts, call, function, end);
    begin_tool(run, first);
  } catch (...) {
    thrown = std::current_exception();
  }
  if (thrown != nullptr) co_return settle_attempt(run, frame, dispatch, first.get(), race_end::itself, end, std::move(thrown));

  const race_guard<race_type> guard(*first);
  const auto is_answered = [](const std::shared_ptr<race_type>& one) {
    return one != nullptr && one->ended && one->error == nullptr;
  };
  bool hedged = false;  // or there was no memory to
  race_end how = race_end::itself;
  for (;;) {
    if (is_answered(first) || is_answered(second)) break;
    if (first->ended && (second == nullptr || second->ended)) break;
    if (run.is_stopped()) how = race_end::stopped;
    else if (end != clock_time::max() && run.now() >= end) how = race_end::deadline;
    if (how != race_end::itself) break;
    if (!hedged && run.now() >= hedge_at) {
      hedged = true;
      try {
        second = std::make_shared<race_type>(run, frame, frame.out.attempts + 1, call, function, end);
        second->beside = first;
        begin_attempt(frame);
        begin_tool(run, second);
      } catch (...) {
        second.reset();
      }
      continue;
    }
    first->timer->expires_at(hedged || end < hedge_at ? end : hedge_at);
    co_await wait_on(run, *first->timer);
  }
  race_type* taken = first.get();
  if (!is_answered(first) && is_answered(second)) taken = second.get();
  for (race_type* const other : {first.get(), second.get()}) {
    if (other == nullptr || other->ended) continue;
    other->ask_to_end();
    for (int turn = 0; turn != turns_to_end && !other->ended; ++turn)
      co_await asio::post(run.strand, asio::use_awaitable);
  }
  if (is_answered(second) && !is_answered(first)) taken = second.get();
  if (second != nullptr && !second->ended) {
    if (!is_answered(first)) taken = second.get();  // it is the one that may still be running
    second->give_up();
  }
  co_return settle_attempt(run, frame, dispatch, taken, how, end, taken->ended ? taken->error : nullptr);
}

}  // namespace tacet::detail
