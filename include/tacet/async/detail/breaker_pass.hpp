// SPDX-License-Identifier: MIT
// Takes one attempt through the circuit breaker of its tool.
#pragma once

#include <tacet/async/detail/async_run.hpp>
#include <tacet/text/words.hpp>

#include <chrono>
#include <cstddef>

namespace tacet::detail {

/// Answers a call whose tool is not tried at the moment.
template <class Policies> void answer_broken(call_frame<Policies>& frame, std::chrono::nanoseconds left) noexcept {
  frame.note(call_phase::dispatch, phase_action::blocked, to_text(outcome_reason::breaker_open));
  char text[128];
  char* at = put(text, "The tool failed too often of late, so it was not called");
  at = frame.out.attempts == 0 ? put(at, ". It will be tried again ") : put(at, " again. It will be tried ");
  // While another call tries it nobody knows when that ends.
  if (left.count() > 0) at = put(write_integer(put(at, "in "), (left.count() - 1) / 1'000'000 + 1), " ms.");
  else at = put(at, "later.");
  frame.answer_failure(frame.out.attempts == 0 ? outcome_kind::refused : outcome_kind::failed, call_phase::dispatch,
                       outcome_reason::breaker_open, {text, static_cast<std::size_t>(at - text)});
}

/// Empty without a breaker.
template <class Policies> class breaker_pass {
 public:
  breaker_pass(async_run<Policies>&, call_frame<Policies>&) noexcept {}
  [[nodiscard]] static bool admitted() noexcept { return true; }
  void record(const verdict&) noexcept {}
};
template <class Policies>
  requires(Policies::rare_type::breaks)
class breaker_pass<Policies> {
 public:
  breaker_pass(async_run<Policies>& run, call_frame<Policies>& frame) noexcept
      : run_(run), frame_(frame), before_(frame.out.attempts), pass_(run.flow.breaker(frame.tool_index).admit(run.now())) {
    if (!admitted()) answer_broken(frame, pass_.left);
  }
  breaker_pass(const breaker_pass&) = delete;
  breaker_pass& operator=(const breaker_pass&) = delete;
  // Left without a result, also by a destroyed context.
  ~breaker_pass() {
    if (open_ && admitted()) run_.flow.breaker(frame_.tool_index).forget(pass_, run_.now());
  }
  [[nodiscard]] bool admitted() const noexcept { return pass_.kind != passage::refused; }
  /// An attempt that was cancelled, or never began, says nothing of the tool, and an error that is permanent says that it
  /// works.
  void record(const verdict& v) noexcept {
    const tool_outcome& out = frame_.out;
    if (out.attempts == before_ || (v.what != verdict::step::again && out.kind == outcome_kind::cancelled)) return;
    open_ = false;
    const bool failed = v.what == verdict::step::again ||
                        (out.kind != outcome_kind::succeeded && out.reason != outcome_reason::permanent_error);
    run_.flow.breaker(frame_.tool_index).record(pass_, failed, run_.now());
  }

 private:
  async_run<Policies>& run_;
  call_frame<Policies>& frame_;
  int before_;
  admission pass_;
  bool open_ = true;
};

}  // namespace tacet::detail
