// SPDX-License-Identifier: MIT
// Takes a batch through an asynchronous executor: one call after the other, or several at once.
#pragma once

#include <tacet/async/detail/async_call.hpp>

#include <boost/asio/cancellation_type.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>

#include <cstddef>
#include <exception>
#include <memory>
#include <optional>
#include <stop_token>

namespace tacet::detail {

/// Answers a call for which there was no memory even to begin it.
template <class Policies> void answer_starved(async_run<Policies>& run, std::size_t i) noexcept {
  tool_descriptor asked;
  asked.name = run.calls[i].name;
  call_frame<Policies> frame{{{run.calls[i], asked, {}, 0}, run.report.outcomes[i]}, run.work};
  frame.note(call_phase::dispatch, phase_action::failed, to_text(outcome_reason::result_lost));
  frame.answer_failure(outcome_kind::failed, call_phase::dispatch, outcome_reason::result_lost);
}

template <class Policies>
asio::awaitable<void> co_lane(std::shared_ptr<async_run<Policies>> run, const async_tools<Policies>& set, std::size_t i) {
  bool starved = false;
  try {
    co_await co_call(*run, set, i);
  } catch (...) {
    starved = true;
  }
  if (starved) answer_starved(*run, i);
  run->finish(i);
}

/// All calls at once, as far as their plan lets them.
template <class Policies>
asio::awaitable<void> co_overlap(std::shared_ptr<async_run<Policies>> run, const async_tools<Policies>& set) {
  typename async_run<Policies>::timer all_done = run->make_timer();
  all_done.expires_at(clock_time::max());
  std::size_t open = run->calls.size();
  const auto leave = [&open, &all_done] {
    if (--open == 0) all_done.cancel();
  };
  for (std::size_t i = 0; i != run->calls.size(); ++i) {
    bool begun = true;
    try {
      asio::co_spawn(run->strand, co_lane(run, set, i), [leave](std::exception_ptr) { leave(); });
    } catch (...) {
      begun = false;
    }
    if (begun) continue;
    answer_starved(*run, i);
    run->finish(i);
    leave();
  }
  while (open != 0) co_await wait_on(*run, all_done);
}

/// Waits until a sink that is waited for has had all values, as long as the batch may take.
template <class Policies> asio::awaitable<void> co_idle(std::shared_ptr<async_run<Policies>> run) {
  typename async_run<Policies>::timer timer = run->make_timer();
  timer.expires_at(run->end);
  const struct waits_here {
    waits_here(async_run<Policies>& r, typename async_run<Policies>::timer& t) noexcept : run_(r) { run_.sinks.waiting = &t; }
    waits_here(const waits_here&) = delete;
    waits_here& operator=(const waits_here&) = delete;
    ~waits_here() { run_.sinks.waiting = nullptr; }
    async_run<Policies>& run_;
  } here(*run, timer);
  while (!run->sinks.idle() && !run->is_stopped() && !run->is_late()) co_await wait_on(*run, timer);
}

/// Stops a batch from wherever it is called; does nothing when the batch is through.
template <class Policies> class stop_on_cancellation {
 public:
  explicit stop_on_cancellation(const std::shared_ptr<async_run<Policies>>& run) : run_(run) {}
  void operator()() const noexcept {
    const auto here = run_.lock();
    if (here == nullptr) return;
    here->asked_to_stop.store(true, std::memory_order_relaxed);
    // Without memory for it the stop is seen at the next step.
    (void)survives([&] {
      asio::post(here->strand, [run = run_] {
        if (const auto stopped = run.lock(); stopped != nullptr) stopped->stop();
      });
    });
  }
  void operator()(asio::cancellation_type) const noexcept { (*this)(); }

 private:
  // And no strand: this may be kept for longer than the loop lives.
  std::weak_ptr<async_run<Policies>> run_;
};

template <class Policies>
asio::awaitable<void> drive(std::shared_ptr<async_run<Policies>> run, async_tools<Policies> set) {
  const std::stop_callback on_stop(run->options.stop, stop_on_cancellation<Policies>{run});
  if constexpr (Policies::rare_type::overlaps) {
    co_await co_overlap(run, set);
  } else {
    for (std::size_t i = 0; i != run->calls.size(); ++i) {
      bool starved = false;
      try {
        co_await co_call(*run, set, i);
      } catch (...) {
        starved = true;
      }
      if (starved) answer_starved(*run, i);
    }
  }
  if constexpr (async_run<Policies>::sink_waits) co_await co_idle(run);
  // A stop that came behind the last call has cancelled none.
  if (run->is_stopped())
    for (const tool_outcome& out : run->report.outcomes)
      if (out.kind == outcome_kind::cancelled) run->report.status = execution_status::cancelled;
}

}  // namespace tacet::detail
