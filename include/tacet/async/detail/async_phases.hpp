// SPDX-License-Identifier: MIT
// Asks checks and gates in their order, plain ones at once and others by waiting for them.
#pragma once

#include <tacet/async/detail/flight.hpp>
#include <tacet/async/detail/race.hpp>
#include <tacet/async/detail/turns.hpp>
#include <tacet/phase/approval_gate.hpp>
#include <tacet/phase/precondition.hpp>
#include <tacet/phase/skill_precondition.hpp>
#include <tacet/phase/steering_gate.hpp>

#include <boost/hana/at.hpp>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

namespace tacet::detail {

template <class P> inline constexpr bool phase_waits = false;
template <class Check> inline constexpr bool phase_waits<precondition_phase<Check>> = check_waits<Check>;
template <class Gate> inline constexpr bool phase_waits<steering_phase<Gate>> = part_waits<Gate>;
template <class Gate> inline constexpr bool phase_waits<approval_phase<Gate>> = part_waits<Gate>;

// The question to whoever is waited for.
template <class Check, class Batch>
auto question_of(const precondition_phase<Check>& phase, const call_copy& copy, Batch&) {
  if constexpr (asks_with_batch<Check>) return phase.check(copy.pending, phase.batch);
  else return phase.check(copy.pending);
}
// Skills are fetched once for a batch, by the first call that is judged.
template <class Skills, class State, class Run>
asio::awaitable<std::optional<precondition_verdict>> question_of(const precondition_phase<skill_precondition<Skills, State>>& phase,
                                                                 const call_copy& copy, Run&) {
  const skill_precondition<Skills, State>& check = phase.check;
  auto& held = phase.batch;
  using fetching = typename skill_precondition<Skills, State>::batch::fetching;
  if (held.how() == fetching::pending) {
    bool failed = false;
    try {
      held.hold(co_await check.skills()());
    } catch (const cancelled&) {
      throw;
    } catch (...) {
      failed = true;
    }
    if (failed) held.fail();
  }
  co_return check.decide(copy.pending, held);
}
template <class Gate, class Batch> auto question_of(const steering_phase<Gate>& phase, const call_copy& copy, Batch&) {
  return phase.gate.guard()(copy.pending);
}
template <class Gate, class Batch> auto question_of(const approval_phase<Gate>& phase, const call_copy& copy, Batch&) {
  return phase.gate.request(copy.request);
}

// From what it answered to what the phase settles.
template <class Check, class T>
std::optional<precondition_verdict> answer_to(const precondition_phase<Check>&, const pending_call&, T&& given) {
  return std::forward<T>(given);
}
template <class Gate, class T> std::optional<skip> answer_to(const steering_phase<Gate>&, const pending_call&, T&& given) {
  if constexpr (std::is_same_v<std::remove_cvref_t<T>, nothing>) return std::nullopt;
  else return std::forward<T>(given);
}
template <class Gate, class T> auto answer_to(const approval_phase<Gate>& phase, const pending_call& call, T&& given) {
  return read_decision(phase.gate.settle(call, std::optional<approval_decision>(std::forward<T>(given))), call);
}

/// Asks a phase that is waited for; whether the call goes on.
template <class Policies, class P>
asio::awaitable<bool> co_ask(async_run<Policies>& run, call_frame<Policies>& frame, std::shared_ptr<call_copy> copy, const P& phase) {
  using run_type = async_run<Policies>;
  constexpr bool approves = std::is_same_v<P, approval_phase<typename Policies::approval_type>>;
  clock_time end = run.end;
  if constexpr (approves) {
    // What was decided before is not asked again.
    bool decided = false;
    bool goes_on = false;
    contain(
        [&] {
          if (const auto known = phase.gate.known(copy->pending); known.has_value()) {
            goes_on = phase.settle(frame, read_decision(known, copy->pending)).what == verdict::step::go_on;
            decided = true;
          }
        },
        [] {}, [](const caught_error&) {});
    if (decided) co_return goes_on;
    constexpr std::chrono::nanoseconds most = Policies::rare_type::approval_type::limit;
    if constexpr (most > std::chrono::nanoseconds(0)) {
      const clock_time own = later(run.now(), most);
      if (own < end) end = own;
    }
  }
  using given_type = awaited_t<decltype(question_of(phase, *copy, run.batch))>;
  using held_type = std::conditional_t<std::is_void_v<given_type>, nothing, given_type>;
  std::shared_ptr<answer_race<run_type, held_type>> race;
  std::exception_ptr thrown;
  race_end how = race_end::itself;
  try {
    race = std::make_shared<answer_race<run_type, held_type>>(run);
    begin_race(run, race, question_of(phase, *copy, run.batch), std::pair(copy, run.shared_from_this()));
  } catch (...) {
    thrown = std::current_exception();
  }
  if (thrown == nullptr) {
    how = co_await await_race(run, *race, end);
    if (race->ended) thrown = race->error;
  }
  const bool answered = race != nullptr && race->value.has_value();
  if (how == race_end::stopped && !answered) {
    (void)phase.settle_cancelled(frame);
    co_return false;
  }
  if (how == race_end::deadline && !answered) {
    if (run.is_late()) {
      answer_late(frame);
      co_return false;
    }
    if constexpr (approves) co_return phase.settle(frame, read_decision(std::nullopt, copy->pending)).what == verdict::step::go_on;
  }
  const verdict v = contain(
      [&] {
        if (thrown != nullptr) std::rethrow_exception(thrown);
        return phase.settle(frame, answer_to(phase, copy->pending, *std::move(race->value)));
      },
      [&] { return phase.settle_cancelled(frame); },
      [&](const caught_error& error) { return phase.settle(frame, phase.failed(frame, error)); });
  co_return v.what == verdict::step::go_on;
}

enum class passing : std::uint8_t { goes_on, ends, must_wait };

/// A phase that is not waited for, or has nothing to do, is through at once.
template <class Frame, class P> passing begin_phase(Frame& frame, unsigned at, const P& phase) {
  if constexpr (requires { requires P::absent; }) {
    return passing::goes_on;
  } else {
    if (is_idle_phase(frame, at, phase)) return passing::goes_on;
    if constexpr (phase_waits<P>) return passing::must_wait;
    else if constexpr (requires { phase.pass(frame); }) return phase.pass(frame) ? passing::goes_on : passing::ends;
    else return passes(phase, frame) ? passing::goes_on : passing::ends;
  }
}
template <class Policies, class P>
asio::awaitable<passing> finish_phase([[maybe_unused]] async_run<Policies>& run, [[maybe_unused]] call_frame<Policies>& frame,
                                      [[maybe_unused]] std::shared_ptr<call_copy> copy, [[maybe_unused]] const P& phase) {
  if constexpr (phase_waits<P>) {
    const bool goes_on = co_await co_ask(run, frame, std::move(copy), phase);
    co_return goes_on ? passing::goes_on : passing::ends;
  }
  else co_return passing::ends;
}

template <class Policies> class release_on_leave {
 public:
  release_on_leave(call_frame<Policies>& frame, const unsigned& at, const passing& how) noexcept : frame_(frame), at_(at), how_(how) {}
  release_on_leave(const release_on_leave&) = delete;
  release_on_leave& operator=(const release_on_leave&) = delete;
  ~release_on_leave() {
    const unsigned checks = Policies::checks_type::size;
    if (how_ != passing::goes_on) release_checks(frame_, at_ < checks ? at_ : checks);
  }

 private:
  call_frame<Policies>& frame_;
  const unsigned& at_;
  const passing& how_;
};

template <class Policies, class... P>
asio::awaitable<bool> co_pass(async_run<Policies>& run, call_frame<Policies>& frame, std::shared_ptr<call_copy> copy, P... phase) {
  unsigned at = 0;
  passing how = passing::ends;
  // `at` phases were passed; what those of them that are checks counted is given back, also when this is left by an exception or
  // with its context.
  const release_on_leave<Policies> guard(frame, at, how);
  how = passing::goes_on;
  ((how != passing::goes_on                                      ? void()
    : (how = begin_phase(frame, at, phase)) != passing::must_wait ? void()
                                                                  : void(how = co_await finish_phase(run, frame, copy, phase)),
    at += how == passing::goes_on ? 1U : 0U),
   ...);
  co_return how == passing::goes_on;
}

template <class Policies, std::size_t... I>
asio::awaitable<bool> co_admit_all(async_run<Policies>& run, call_frame<Policies>& frame, std::shared_ptr<call_copy> copy,
                                   std::index_sequence<I...>) {
  const Policies& policies = frame.policies();
  return co_pass(run, frame, std::move(copy),
                 precondition_phase<std::remove_cvref_t<decltype(policies.checks().template get<I>())>>{
                     policies.checks().template get<I>(), boost::hana::at_c<I>(frame.batch.batch)}...,
                 steering_phase<typename Policies::steering_type>{policies.steering()},
                 approval_phase<typename Policies::approval_type>{policies.approval()});
}
/// Asks the checks and gates; whether the call may run.
template <class Policies>
asio::awaitable<bool> co_admit(async_run<Policies>& run, call_frame<Policies>& frame, std::shared_ptr<call_copy> copy) {
  return co_admit_all(run, frame, std::move(copy), std::make_index_sequence<Policies::checks_type::size>{});
}

}  // namespace tacet::detail
