// SPDX-License-Identifier: MIT
// One attempt at a tool that blocks, on a thread of the worker pool.
#pragma once

#include <tacet/async/detail/async_attempt.hpp>
#include <tacet/async/detail/pool_task.hpp>
#include <tacet/async/detail/tool_race.hpp>
#include <tacet/tool/sequence.hpp>

#include <boost/asio/post.hpp>

#include <chrono>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

namespace tacet::detail {

template <class Raw, unsigned Marks> struct kept_on_pool : kept_result<Raw> {};
template <class Raw, unsigned Marks>
  requires(lazy_sequence<Raw> || ((Marks & tool_mark::streams) != 0 && std::ranges::input_range<Raw>))
struct kept_on_pool<Raw, Marks> {
  using type = read_sequence<std::ranges::range_value_t<Raw>>;
};

/// Shared by the call and by the worker. The worker tells the call what happened by posting to its strand,
/// and only while the call waits: behind that the strand may be gone.
template <class Policies, class F, unsigned Marks>
struct pool_race final
    : tool_race<Policies, F, typename kept_on_pool<typename shape<F>::result, Marks>::type>,
      pool_task,
      std::enable_shared_from_this<pool_race<Policies, F, Marks>> {
  using base = tool_race<Policies, F, typename kept_on_pool<typename shape<F>::result, Marks>::type>;
  using run_type = async_run<Policies>;
  template <class... A>
  pool_race(run_type& run, call_frame<Policies>& f, A&&... a)
      : base(run, f, f.out.attempts + 1, std::forward<A>(a)..., clock_time::max(), &emit_to_strand),
        strand(run.strand),
        workers(run.policies.rare().workers()) {}

  asio::any_io_executor strand;
  // Its own handle would keep the pool, and one that is stuck could then not be closed.
  const typename Policies::rare_type::workers_type& workers;
  clock_time last = clock_time::max();  ///< the end of the batch, and of the call if that has begun
  std::chrono::nanoseconds most{};      ///< of the attempt; 0: no limit
  bool started = false;  ///< on the strand
  bool dropped = false;  ///< on the strand: the pool was closed before it began
  std::mutex mutex{};
  bool gone = false;  ///< guarded: nobody waits any more

  // On the strand:
  void give_up() noexcept {
    leave();
    base::give_up();
    (void)workers.abandon(*this);
  }
  /// Nobody waits any more. The worker may hold this for longer than the loop lives, so what is the loop's goes now.
  void leave() noexcept {
    this->timer.reset();
    const std::lock_guard lock(mutex);
    gone = true;
    strand = {};
  }

  // On the worker:
  void run() noexcept override {
    tell([self = this->shared_from_this()] {
      self->started = true;
      self->wake();
    });
    set_deadline();
    std::exception_ptr thrown;
    try {
      produce();
    } catch (...) {
      thrown = std::current_exception();
    }
    const bool heard = tell([self = this->shared_from_this(), thrown] { self->finish(thrown); });
    if (heard) return;
    this->flow.came_late();
    this->error = thrown;
    this->tell_late();
  }
  void stop() noexcept override {
    base::stop.request_stop();
    (void)tell([self = this->shared_from_this()] {
      self->dropped = !self->started;
      self->wake();
    });
  }

 private:
  template <class Message> bool tell(Message message) noexcept {
    const std::lock_guard lock(mutex);
    return !gone && survives([&] { asio::post(strand, std::move(message)); });
  }
  // The time begins now.
  void set_deadline() noexcept {
    const clock_time now = this->policies.limits().now();
    clock_time end = last;
    const auto earlier = [&end](clock_time t) {
      if (t < end) end = t;
    };
    if (most > std::chrono::nanoseconds(0)) earlier(later(now, most));
    if constexpr (Policies::limits_type::limits_calls)
      if (const std::chrono::nanoseconds time = this->policies.limits().call_time();
          this->context.attempt() == 1 && time > std::chrono::nanoseconds(0))
        earlier(later(now, time));
    if (end != clock_time::max()) this->told.deadline = end;
  }
  void produce() {
    using raw = typename shape<F>::result;
    if constexpr (std::is_void_v<raw>) {
      this->begin();
      this->value.emplace();
    } else if constexpr (is_read_sequence<typename base::kept_type>) {
      auto final_value = drain_with_progress(this->begin(), [this](std::size_t sequence, const auto& each) {
        if constexpr (Policies::progress_type::listens)
          emit_to_strand(static_cast<const base*>(this),
                         {this->call->call.id, this->context.tool_name(), sequence, value_view::written(each),
                          this->context.attempt()});
      });
      this->value.emplace(typename base::kept_type{std::move(final_value)});
    } else {
      this->value.emplace(this->begin());
    }
  }
  // The sink is called on the strand, in order; what it gets is the text, since the value itself is gone by
  // then.
  static void emit_to_strand(const void* self, const tool_progress& value) {
    auto& own = const_cast<pool_race&>(static_cast<const pool_race&>(*static_cast<const base*>(self)));
    (void)survives([&] {
      (void)own.tell([kept = own.shared_from_this(), text = value.payload.text(), sequence = value.sequence] {
        const json::raw_value payload{text};
        kept->emit({kept->call->call.id, kept->context.tool_name(), sequence, value_view::written(payload),
                    kept->context.attempt()});
      });
    });
  }
};

/// Leaves, however the call does: by a destroyed context too.
template <class Race> class pool_guard {
 public:
  explicit pool_guard(Race& one) noexcept : race_(one) {}
  pool_guard(const pool_guard&) = delete;
  pool_guard& operator=(const pool_guard&) = delete;
  ~pool_guard() {
    // One that has not begun never will; one that runs is given up.
    if (race_.ended || race_.given_up || race_.workers.abandon(race_) == abandoned_task::removed) race_.leave();
    else race_.give_up();
  }

 private:
  Race& race_;
};

/// Answers a call for which there is no worker.
template <class Policies> verdict answer_unserved(call_frame<Policies>& frame) noexcept {
  frame.note(call_phase::dispatch, phase_action::blocked, to_text(outcome_reason::overloaded));
  const bool first = frame.out.attempts == 0;
  frame.answer_failure(first ? outcome_kind::refused : outcome_kind::failed, call_phase::dispatch,
                       outcome_reason::overloaded,
                       first ? "Nothing is free to run the tool, so it was not run. Try it again later."
                             : "The tool failed, and nothing is free to run it again. Try it again later.");
  return verdict::answered();
}

template <class F, unsigned Marks, class Own, class Policies, class A>
asio::awaitable<verdict> co_pool_attempt(async_run<Policies>& run, call_frame<Policies>& frame,
                                         std::shared_ptr<flight<A>> call, const F& function) {
  using dispatch_type = dispatch_phase<F, Marks, Own, Policies>;
  using race_type = pool_race<Policies, F, Marks>;
  const dispatch_type dispatch{function, call->arguments};
  std::shared_ptr<race_type> race;
  bool submitted = false;
  try {
    race = std::make_shared<race_type>(run, frame, call, function);
    race->last = end_of_call(run, frame);
    if constexpr (dispatch_type::limited) race->most = dispatch_type::time_of_attempt(frame);
    submitted = run.policies.rare().workers().submit(race);
  } catch (...) {
  }
  if (!submitted) co_return answer_unserved(frame);
  const pool_guard<race_type> guard(*race);

  // The time of the attempt begins when a worker has it.
  const clock_time last = end_of_call(run, frame);
  race->timer->expires_at(last);
  while (!race->started && !race->ended) {
    // A close may tell a task to stop that has just begun.
    if (race->dropped && run.policies.rare().workers().abandon(*race) == abandoned_task::removed) co_return answer_unserved(frame);
    const bool stopped = run.is_stopped();
    if (stopped || (last != clock_time::max() && run.now() >= last)) {
      if (run.policies.rare().workers().abandon(*race) != abandoned_task::removed)
        break;  // it has begun at this very moment
      if (stopped) co_return dispatch.settle_cancelled(frame);
      answer_late(frame);
      co_return verdict::answered();
    }
    co_await wait_on(run, *race->timer);
  }
  begin_attempt(frame);
  const clock_time end = end_of_attempt<dispatch_type>(run, frame);
  const race_end how = co_await await_race(run, *race, end);
  co_return settle_attempt(run, frame, dispatch, race.get(), how, end, race->ended ? race->error : nullptr);
}

}  // namespace tacet::detail
