// SPDX-License-Identifier: MIT
// User code that is waited for until it ends, its time is over or the batch is stopped, and that may go on alone then.
#pragma once

#include <tacet/async/detail/async_run.hpp>
#include <tacet/phase/contain.hpp>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>

#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

namespace tacet::detail {

enum class race_end : std::uint8_t { itself, deadline, stopped };

/// Shared by who waits and by who runs; both on the strand of the batch. Who runs touches nothing else of the batch.
template <class Run> struct race {
  explicit race(Run& run) : timer(run.make_timer()), owner(run.owner), flow(run.flow) {}
  race(const race&) = delete;
  race& operator=(const race&) = delete;

  std::optional<typename Run::timer> timer;  ///< as long as somebody may wait for it
  asio::cancellation_signal signal{};
  std::exception_ptr error{};
  bool ended = false;
  bool given_up = false;  ///< it was answered for
  /// Whose waiter this one has, where two are waited for at once.
  std::shared_ptr<race> beside{};
  std::shared_ptr<const void> owner;
  flow_state<typename Run::policies_type>& flow;

  void finish(std::exception_ptr thrown) noexcept {
    error = std::move(thrown);
    ended = true;
    if (given_up) flow.came_late();
    else (beside != nullptr ? *beside : *this).wake();
  }
  void wake() noexcept {
    if (timer.has_value()) timer->cancel();
  }
  void ask_to_end() noexcept {
    (void)survives([&] { signal.emit(asio::cancellation_type::all); });
  }
  void give_up() noexcept {
    given_up = true;
    flow.was_abandoned();
  }
};

/// What is answered for is not waited for again: whoever leaves early, by a destroyed context too, gives it up.
template <class Race> class race_guard {
 public:
  explicit race_guard(Race& one) noexcept : race_(one) {}
  race_guard(const race_guard&) = delete;
  race_guard& operator=(const race_guard&) = delete;
  ~race_guard() {
    if (!race_.ended && !race_.given_up) race_.give_up();
  }

 private:
  Race& race_;
};

// How many turns of the event loop somebody who was asked to end has for it before it counts as running on. Asio's
// operations and the coroutines above them need a few.
inline constexpr int turns_to_end = 8;

/// Waits. Whatever has ended by itself when this looks has, also at the last moment. `race` is kept by the caller.
template <class Run, class Race> asio::awaitable<race_end> await_race(Run& run, Race& race, clock_time end) {
  const race_guard<Race> guard(race);
  race.timer->expires_at(end);
  race_end how = race_end::itself;
  while (!race.ended) {
    if (run.is_stopped()) how = race_end::stopped;
    else if (end != clock_time::max() && run.now() >= end) how = race_end::deadline;
    if (how != race_end::itself) break;
    co_await wait_on(run, *race.timer);
  }
  if (race.ended) co_return race_end::itself;
  race.ask_to_end();
  for (int turn = 0; turn != turns_to_end && !race.ended; ++turn) co_await asio::post(run.strand, asio::use_awaitable);
  co_return how;
}

/// An answer that is waited for.
template <class Run, class T> struct answer_race : race<Run> {
  using race<Run>::race;
  std::optional<T> value{};
};
// As a coroutine that gives nothing: Asio would have to make a T of nothing for an exception.
template <class Race, class T> asio::awaitable<void> store_answer(std::shared_ptr<Race> to, asio::awaitable<T> question) {
  if constexpr (std::is_void_v<T>) {
    co_await std::move(question);
    to->value.emplace();
  } else {
    to->value.emplace(co_await std::move(question));
  }
}
/// Begins to ask on the strand. `kept` lives as long as the question does.
template <class Run, class Race, class T, class Kept>
void begin_race(Run& run, const std::shared_ptr<Race>& to, asio::awaitable<T> question, Kept kept) {
  asio::co_spawn(run.strand, store_answer(to, std::move(question)),
                 asio::bind_cancellation_slot(to->signal.slot(), [to, kept = std::move(kept)](std::exception_ptr thrown) {
                   to->finish(std::move(thrown));
                 }));
}

}  // namespace tacet::detail
