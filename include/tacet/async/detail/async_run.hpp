// SPDX-License-Identifier: MIT
// One batch on its way through an asynchronous executor: what its calls share, and how they wait.
#pragma once

#include <tacet/async/asio.hpp>
#include <tacet/async/detail/batch_plan.hpp>
#include <tacet/async/detail/flow_state.hpp>
#include <tacet/async/detail/sink_line.hpp>
#include <tacet/async/detail/slot_queue.hpp>
#include <tacet/phase/call_frame.hpp>
#include <tacet/values/execution_report.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace tacet::detail {

/// Shared by the calls of one batch and by whatever of them goes on when the batch is answered: what is asked for by such is
/// held here or by `owner`, and the report is touched by calls alone. On one strand.
template <class Policies> struct async_run : std::enable_shared_from_this<async_run<Policies>> {
  using policies_type = Policies;
  using clock_type = typename Policies::limits_type::clock_type;
  using timer = typename clock_type::timer;

  /// Who waits at the moment, so that a stop reaches all.
  class sleeper {
   public:
    sleeper(async_run& run, timer& t) noexcept : run_(run), timer_(t), next_(run.sleepers_) {
      if (next_ != nullptr) next_->before_ = this;
      run.sleepers_ = this;
    }
    sleeper(const sleeper&) = delete;
    sleeper& operator=(const sleeper&) = delete;
    ~sleeper() {
      if (next_ != nullptr) next_->before_ = before_;
      (before_ != nullptr ? before_->next_ : run_.sleepers_) = next_;
    }

   private:
    friend struct async_run;
    async_run& run_;
    timer& timer_;
    sleeper* before_ = nullptr;
    sleeper* next_;
  };

  async_run(std::shared_ptr<const void> o, const Policies& p, flow_state<Policies>& f, asio::any_io_executor s,
            std::span<const tool_call> c, execution_report& r, const run_options& opts)
      : owner(std::move(o)),
        policies(p),
        flow(f),
        strand(std::move(s)),
        options(opts),
        calls(c),
        report(r),
        sinks(*this),
        work{p, r.room(), log_type(&r), &options, batch, queue()},
        plan(Policies::rare_type::overlaps ? c.size() : 0, Policies::judges),
        slots(Policies::rare_type::overlaps ? std::make_shared<slot_queue>(Policies::rare_type::most_at_once, c.size()) : nullptr) {
    constexpr std::chrono::nanoseconds most = Policies::rare_type::batch_type::limit;
    if (options.deadline.has_value()) end = *options.deadline;
    if constexpr (most > std::chrono::nanoseconds(0)) {
      const clock_time own = later(now(), most);
      if (own < end) end = own;
    }
    if (end != clock_time::max()) options.deadline = end;
  }
  async_run(const async_run&) = delete;
  async_run& operator=(const async_run&) = delete;

  [[nodiscard]] clock_time now() const noexcept { return policies.limits().now(); }
  [[nodiscard]] timer make_timer() const { return policies.limits().clock().make_timer(strand); }
  /// Whether somebody asked for an end, by the token, by Asio's cancellation or by an exception of that meaning.
  [[nodiscard]] bool is_stopped() const noexcept {
    return stopped || asked_to_stop.load(std::memory_order_relaxed) || options.stop.stop_requested();
  }
  [[nodiscard]] bool is_late() const noexcept { return end != clock_time::max() && now() >= end; }
  void stop() noexcept {
    stopped = true;
    for (sleeper* one = sleepers_; one != nullptr; one = one->next_) one->timer_.cancel();
  }

  /// Where calls overlap: who is to be told that the turn of call `i` has come.
  template <class Wake> void wait_for_turn(std::size_t i, Wake wake) {
    if (turns_.empty()) turns_.resize(calls.size());
    turns_[i] = std::move(wake);
  }
  /// The places of the executor, which stay as long as it does.
  [[nodiscard]] std::shared_ptr<slot_queue> places() const {
    return std::shared_ptr<slot_queue>(std::const_pointer_cast<void>(owner), &flow.places());
  }
  void pass_turn(std::size_t i) { plan.pass_turn(i, waker()); }
  void finish(std::size_t i) { plan.finish(i, waker()); }

  std::shared_ptr<const void> owner;
  const Policies& policies;
  flow_state<Policies>& flow;
  asio::any_io_executor strand;
  run_options options;  ///< what tools are told
  std::span<const tool_call> calls;
  execution_report& report;
  clock_time end = clock_time::max();
  bool stopped = false;
  std::atomic<bool> asked_to_stop{false};  ///< by whoever cancels, before the strand hears of it
  typename Policies::checks_type::batch batch{};
  static constexpr bool sink_waits = part_waits<typename Policies::progress_type>;
  struct idle_line : no_sink_line {
    explicit idle_line(async_run&) noexcept {}
  };
  [[no_unique_address]] std::conditional_t<sink_waits, sink_line<async_run>, idle_line> sinks;
  job<Policies> work;
  batch_plan plan;
  std::shared_ptr<slot_queue> slots;  ///< shared with whoever leaves a place to somebody that is gone

 private:
  [[nodiscard]] auto queue() noexcept {
    if constexpr (sink_waits) return static_cast<progress_queue*>(&sinks);
    else return no_progress_queue{};
  }
  [[nodiscard]] auto waker() {
    return [this](std::size_t i) {
      if (i < turns_.size() && turns_[i]) turns_[i]();
    };
  }
  std::vector<std::function<void()>> turns_{};
  using log_type = typename trace_log_of<typename Policies::trace_type>::type;
  sleeper* sleepers_ = nullptr;
};

/// Waits for the timer, which is cancelled for whatever there is to look at.
template <class Run> asio::awaitable<void> wait_on(Run& run, typename Run::timer& timer) {
  const typename Run::sleeper here(run, timer);
  boost::system::error_code ignored;
  co_await timer.async_wait(asio::redirect_error(asio::use_awaitable, ignored));
}

}  // namespace tacet::detail
