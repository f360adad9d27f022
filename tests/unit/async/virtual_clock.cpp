// SPDX-License-Identifier: MIT
// Time that moves only when told: order, cancellation, ends of contexts, other threads, and races.
#include "support/catch.hpp"

#include <tacet/async/virtual_clock.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/bind_allocator.hpp>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/bind_executor.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/experimental/awaitable_operators.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/use_future.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <future>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <random>
#include <stdexcept>
#include <thread>
#include <vector>

namespace asio = boost::asio;
using namespace std::chrono_literals;
using boost::system::error_code;
using tacet::virtual_clock;
using tacet::virtual_timer;

namespace {

using time_point = virtual_clock::time_point;

// What completed: which wait, how, and when.
struct completions {
  std::vector<int> order;
  std::vector<error_code> errors;
  std::vector<std::chrono::nanoseconds> times;
  time_point start;
  virtual_clock clock;

  explicit completions(const virtual_clock& of) : start(of.now()), clock(of) {}
  auto as(int name) {
    return [this, name](error_code error) {
      order.push_back(name);
      errors.push_back(error);
      times.push_back(clock.now() - start);
    };
  }
};

virtual_timer timer_after(const virtual_clock& clock, asio::io_context& io, std::chrono::nanoseconds time) {
  virtual_timer timer = clock.make_timer(io.get_executor());
  timer.expires_after(time);
  return timer;
}

template <class T> struct counting_allocator {
  using value_type = T;
  int* live;
  int* given;
  counting_allocator(int* alive, int* total) noexcept : live(alive), given(total) {}
  template <class U>
  counting_allocator(const counting_allocator<U>& other) noexcept : live(other.live), given(other.given) {}
  T* allocate(std::size_t count) {
    ++*live;
    ++*given;
    return static_cast<T*>(::operator new(count * sizeof(T)));
  }
  void deallocate(T* place, std::size_t) noexcept {
    --*live;
    ::operator delete(place);
  }
  template <class U> bool operator==(const counting_allocator<U>& other) const noexcept {
    return live == other.live;
  }
};

}  // namespace

TEST_CASE("time stands still until it is moved, and copies share it") {
  const virtual_clock clock;
  const virtual_clock copy = clock;
  CHECK(clock.now() == time_point{} + 1h);
  clock.advance(5ms);
  CHECK(copy.now() == time_point{} + 1h + 5ms);
  clock.advance(-1h);
  clock.advance(0ns);
  CHECK(clock.now() == time_point{} + 1h + 5ms);
  clock.advance(std::chrono::nanoseconds::max());
  CHECK(clock.now() == time_point::max());
  clock.advance(1s);
  CHECK(clock.now() == time_point::max());
  CHECK(virtual_clock().now() == time_point{} + 1h);
}

TEST_CASE("a wait completes by a post, never inside the function that ends it") {
  asio::io_context io;
  const virtual_clock clock;
  completions seen(clock);
  virtual_timer timer = timer_after(clock, io, 2s);
  CHECK(timer.expiry() == clock.now() + 2s);
  timer.async_wait(seen.as(1));
  CHECK(clock.pending() == 1);
  CHECK(clock.next() == clock.now() + 2s);
  clock.advance(2s - 1ns);
  CHECK(io.poll() == 0);
  CHECK(clock.pending() == 1);
  clock.advance(1ns);
  CHECK(seen.order.empty());
  CHECK(clock.pending() == 0);
  CHECK_FALSE(clock.next().has_value());
  CHECK(io.poll() == 1);
  CHECK(seen.order == std::vector{1});
  CHECK_FALSE(seen.errors[0]);

  // One whose time has come already, and one of a timer without a time.
  io.restart();
  timer.async_wait(seen.as(2));
  virtual_timer fresh = clock.make_timer(io.get_executor());
  fresh.async_wait(seen.as(3));
  CHECK(clock.pending() == 0);
  CHECK(seen.order == std::vector{1});
  CHECK(io.poll() == 2);
  CHECK(seen.order == std::vector{1, 2, 3});
}

TEST_CASE("waits complete in the order of time, and equals in the order of the waits") {
  asio::io_context io;
  const virtual_clock clock;
  completions seen(clock);
  virtual_timer late = timer_after(clock, io, 3s), early = timer_after(clock, io, 1s),
                twin = timer_after(clock, io, 3s);
  twin.async_wait(seen.as(1));
  late.async_wait(seen.as(2));
  twin.async_wait(seen.as(3));
  early.async_wait(seen.as(4));
  late.async_wait(seen.as(5));
  SECTION("in one move") {
    clock.advance(1h);
    io.poll();
    CHECK(seen.times == std::vector<std::chrono::nanoseconds>(5, 1h));
  }
  SECTION("by a run") {
    CHECK(clock.run(io) == 5);
    CHECK(seen.times == std::vector<std::chrono::nanoseconds>{1s, 3s, 3s, 3s, 3s});
    CHECK(clock.now() == seen.start + 3s);
  }
  CHECK(seen.order == std::vector{4, 1, 2, 3, 5});
  CHECK(
      std::none_of(seen.errors.begin(), seen.errors.end(), [](error_code error) { return error.failed(); }));
}

TEST_CASE("a new time, a cancel and the end of the timer abort its waits, and no others") {
  asio::io_context io;
  const virtual_clock clock;
  completions seen(clock);
  virtual_timer other = timer_after(clock, io, 1s);
  other.async_wait(seen.as(9));
  std::optional<virtual_timer> timer(timer_after(clock, io, 1s));
  CHECK(timer->cancel() == 0);
  timer->async_wait(seen.as(1));
  timer->async_wait(seen.as(2));
  SECTION("expires_at") {
    CHECK(timer->expires_at(clock.now() + 5s) == 2);
    CHECK(timer->expires_at(clock.now() + 6s) == 0);
  }
  SECTION("expires_after") { CHECK(timer->expires_after(5s) == 2); }
  SECTION("cancel") { CHECK(timer->cancel() == 2); }
  SECTION("destruction") { timer.reset(); }
  SECTION("assignment") { *timer = timer_after(clock, io, 7s); }
  CHECK(clock.pending() == 1);
  CHECK(seen.order.empty());
  io.poll();
  CHECK(seen.order == std::vector{1, 2});
  CHECK(seen.errors == std::vector<error_code>(2, asio::error::operation_aborted));
  CHECK(clock.run(io) == 1);
  CHECK(seen.order == std::vector{1, 2, 9});
  CHECK_FALSE(seen.errors[2]);
}

TEST_CASE("what has completed cannot be cancelled any more") {
  asio::io_context io;
  const virtual_clock clock;
  completions seen(clock);
  asio::cancellation_signal signal;
  virtual_timer timer = timer_after(clock, io, 1s);
  timer.async_wait(asio::bind_cancellation_slot(signal.slot(), seen.as(1)));
  clock.advance(1s);
  CHECK(timer.cancel() == 0);
  signal.emit(asio::cancellation_type::all);
  io.poll();
  signal.emit(asio::cancellation_type::all);
  CHECK(seen.errors == std::vector<error_code>{{}});
}

TEST_CASE("a timer that moves takes its waits along") {
  asio::io_context io;
  const virtual_clock clock;
  completions seen(clock);
  virtual_timer from = timer_after(clock, io, 1s);
  from.async_wait(seen.as(1));
  {
    virtual_timer to = std::move(from);
    CHECK(from.cancel() == 0);  // NOLINT: it is a timer still, as Asio's is
    CHECK(to.expiry() == clock.now() + 1s);
    from = std::move(to);
    CHECK(to.cancel() == 0);  // NOLINT
  }
  CHECK(clock.run(io) == 1);
  CHECK(seen.errors == std::vector<error_code>{{}});
  CHECK(from.get_executor() == io.get_executor());
}

TEST_CASE("a slot cancels its own wait alone") {
  asio::io_context io;
  const virtual_clock clock;
  completions seen(clock);
  asio::cancellation_signal first, second;
  virtual_timer timer = timer_after(clock, io, 1s);
  timer.async_wait(asio::bind_cancellation_slot(first.slot(), seen.as(1)));
  timer.async_wait(asio::bind_cancellation_slot(second.slot(), seen.as(2)));
  timer.async_wait(seen.as(3));
  first.emit(asio::cancellation_type::none);
  CHECK(clock.pending() == 3);
  second.emit(asio::cancellation_type::partial);
  second.emit(asio::cancellation_type::terminal);
  CHECK(seen.order.empty());
  CHECK(clock.pending() == 2);
  clock.run(io);
  CHECK(seen.order == std::vector{2, 1, 3});
  CHECK(seen.errors == std::vector<error_code>{asio::error::operation_aborted, {}, {}});
}

TEST_CASE("the handler runs on its own executor, and its own allocator gives the memory") {
  asio::io_context io, other;
  const virtual_clock clock;
  completions seen(clock);
  int live = 0, given = 0;
  virtual_timer timer = timer_after(clock, io, 1s);
  timer.async_wait(asio::bind_executor(
      other.get_executor(), asio::bind_allocator(counting_allocator<char>(&live, &given), seen.as(1))));
  CHECK(given >= 1);
  CHECK(live == 1);
  // Both have work as long as the wait lasts.
  io.poll();
  other.poll();
  CHECK_FALSE(io.stopped());
  CHECK_FALSE(other.stopped());
  clock.advance(1s);
  CHECK(io.poll() == 0);
  CHECK(io.stopped());
  CHECK(seen.order.empty());
  CHECK(other.poll() == 1);
  CHECK(other.stopped());
  CHECK(seen.order == std::vector{1});
  CHECK(live == 0);
}

TEST_CASE("a context that ends destroys the waits on it, calls none and leaves the others") {
  const virtual_clock clock;
  asio::io_context stays;
  completions seen(clock);
  virtual_timer other = timer_after(clock, stays, 1s);
  other.async_wait(seen.as(1));
  const auto alive = std::make_shared<int>(0);
  std::optional<asio::io_context> io(std::in_place);
  std::optional<virtual_timer> outlives(timer_after(clock, *io, 1s));
  outlives->async_wait([alive, &seen](error_code) { seen.order.push_back(2); });
  outlives->async_wait([alive, &seen](error_code) { seen.order.push_back(2); });
  // A frame that owns its timer, and the last handle of a clock that nobody else has.
  asio::co_spawn(
      *io,
      [](auto kept, virtual_clock common) -> asio::awaitable<void> {
        co_await common.sleep_for(1s);
        ++*kept;
      }(alive, clock),
      asio::detached);
  asio::co_spawn(
      *io,
      [](auto kept) -> asio::awaitable<void> {
        const virtual_clock own;
        co_await own.sleep_for(1s);
        ++*kept;
      }(alive),
      asio::detached);
  io->poll();
  CHECK(clock.pending() == 4);
  CHECK(alive.use_count() == 5);
  io.reset();
  CHECK(alive.use_count() == 1);
  CHECK(*alive == 0);
  CHECK(clock.pending() == 1);
  CHECK(outlives->cancel() == 0);
  outlives.reset();
  clock.run(stays);
  CHECK(seen.order == std::vector{1});
}

TEST_CASE("a timer without an executor is refused") {
  CHECK_THROWS_AS(virtual_clock().make_timer({}), asio::execution::bad_executor);
}

TEST_CASE("coroutines sleep to the nanosecond") {
  asio::io_context io;
  const virtual_clock clock;
  const time_point start = clock.now();
  std::vector<std::chrono::nanoseconds> woke;
  asio::co_spawn(
      io,
      [&]() -> asio::awaitable<void> {
        co_await clock.sleep_for(10ms);
        woke.push_back(clock.now() - start);
        co_await clock.sleep_until(start + 3h);
        woke.push_back(clock.now() - start);
        co_await clock.sleep_until(start);  // in the past
        co_await clock.sleep_for(-1s);
        woke.push_back(clock.now() - start);
      },
      asio::detached);
  asio::co_spawn(io, virtual_clock(clock).sleep_for(1h),
                 [&](std::exception_ptr) { woke.push_back(clock.now() - start); });
  CHECK(clock.run(io) > 0);
  CHECK(woke == std::vector<std::chrono::nanoseconds>{10ms, 1h, 3h, 3h});
}

TEST_CASE("the faster of two ends the wait of the other") {
  using namespace asio::experimental::awaitable_operators;
  asio::io_context io;
  const virtual_clock clock;
  const time_point start = clock.now();
  std::size_t first = 9;
  asio::co_spawn(
      io,
      [&]() -> asio::awaitable<void> {
        first = (co_await (clock.sleep_for(2s) || clock.sleep_for(1s))).index();
      },
      asio::detached);
  clock.run(io);
  CHECK(first == 1);
  CHECK(clock.now() == start + 1s);
  CHECK(clock.pending() == 0);
}

TEST_CASE("a cancelled sleep throws, as an awaitable of Asio does") {
  asio::io_context io;
  const virtual_clock clock;
  asio::cancellation_signal signal;
  std::exception_ptr end;
  asio::co_spawn(io, clock.sleep_for(1h),
                 asio::bind_cancellation_slot(signal.slot(), [&](std::exception_ptr error) { end = error; }));
  io.poll();
  signal.emit(asio::cancellation_type::terminal);
  CHECK(clock.run(io) > 0);
  CHECK(clock.now() == time_point{} + 1h);
  REQUIRE(end != nullptr);
  CHECK_THROWS_AS(std::rethrow_exception(end), boost::system::system_error);
}

TEST_CASE("a run up to a time ends with that time") {
  asio::io_context io;
  const virtual_clock clock;
  completions seen(clock);
  std::vector<virtual_timer> timers;
  for (const int seconds : {1, 2, 3, 4}) {
    timers.push_back(timer_after(clock, io, std::chrono::seconds(seconds)));
    timers.back().async_wait(seen.as(seconds));
  }
  CHECK(clock.run_for(io, 2s) == 2);
  CHECK(clock.now() == seen.start + 2s);
  CHECK(clock.run_for(io, 500ms) == 0);
  CHECK(clock.now() == seen.start + 2500ms);
  CHECK(clock.run_until(io, seen.start) == 0);
  CHECK(clock.now() == seen.start + 2500ms);
  CHECK(clock.run_until(io, seen.start + 1h) == 2);
  CHECK(clock.now() == seen.start + 1h);
  CHECK(seen.times == std::vector<std::chrono::nanoseconds>{1s, 2s, 3s, 4s});
  CHECK(clock.run_for(io, 1h) == 0);
  CHECK(clock.now() == seen.start + 2h);
}

TEST_CASE("the latest time point is never") {
  asio::io_context io;
  const virtual_clock clock;
  completions seen(clock);
  virtual_timer timer = timer_after(clock, io, std::chrono::nanoseconds::max());
  CHECK(timer.expiry() == time_point::max());
  timer.async_wait(seen.as(1));
  CHECK(clock.pending() == 1);
  CHECK_FALSE(clock.next().has_value());
  CHECK(clock.run_for(io, 24h) == 0);
  clock.advance(std::chrono::nanoseconds::max());
  CHECK(clock.now() == time_point::max());
  CHECK(clock.pending() == 1);
  // Another thread ends it, and the run waits for that.
  std::thread ends([&] { asio::post(io, [&] { timer.cancel(); }); });
  CHECK(clock.run(io) == 2);
  ends.join();
  CHECK(seen.errors == std::vector<error_code>{asio::error::operation_aborted});
}

TEST_CASE("a run waits for what another thread owes, and for the waits that come of it") {
  asio::io_context io;
  const virtual_clock clock;
  completions seen(clock);
  std::promise<void> enter;
  virtual_timer timer = clock.make_timer(io.get_executor());
  std::thread owes([&, work = asio::make_work_guard(io)]() mutable {
    enter.get_future().wait();
    asio::post(io, [&] {
      timer.expires_after(1s);
      timer.async_wait(seen.as(1));
    });
    work.reset();
  });
  asio::post(io, [&] { enter.set_value(); });
  CHECK(clock.run(io) == 3);
  owes.join();
  CHECK(seen.times == std::vector<std::chrono::nanoseconds>{1s});
}

TEST_CASE("a wait that another thread begins wakes a run that waits for the context") {
  for (int round = 0; round < 200; ++round) {
    asio::io_context io;
    const virtual_clock clock;
    completions seen(clock);
    std::promise<void> begin;
    std::optional<virtual_timer> timer;
    std::thread begins([&, work = asio::make_work_guard(io), entered = begin.get_future()]() mutable {
      entered.wait();
      timer.emplace(timer_after(clock, io, 1s));
      timer->async_wait(seen.as(1));
      work.reset();
    });
    asio::post(io, [&] { begin.set_value(); });
    REQUIRE(clock.run(io) == 2);  // and the handler that woke it is not counted
    begins.join();
    REQUIRE(seen.times == std::vector<std::chrono::nanoseconds>{1s});
  }
}

TEST_CASE("as long as time is held, a run waits for work instead of moving it") {
  for (int round = 0; round < 200; ++round) {
    asio::io_context io;
    const virtual_clock clock;
    completions seen(clock);
    virtual_timer limit = timer_after(clock, io, 1s);
    limit.async_wait(seen.as(1));
    std::thread works([&, held = clock.hold()]() mutable {
      asio::post(io, [&] { seen.order.push_back(2); });
      held.reset();
    });
    if (round % 2 == 0) clock.run(io);
    else clock.run_for(io, 2s);
    works.join();
    REQUIRE(seen.order == std::vector{2, 1});
  }
}

TEST_CASE("a handler may throw out of a run, stop the context, move time and run the clock") {
  asio::io_context io;
  const virtual_clock clock;
  completions seen(clock);
  virtual_timer first = timer_after(clock, io, 1s), second = timer_after(clock, io, 2s);
  SECTION("throw") {
    std::promise<void> waits;
    std::thread throws([&, work = asio::make_work_guard(io), entered = waits.get_future()]() mutable {
      entered.wait();
      asio::post(io, [] { throw std::runtime_error("no"); });
      work.reset();
    });
    asio::post(io, [&] { waits.set_value(); });
    CHECK_THROWS_AS(clock.run(io), std::runtime_error);
    throws.join();
    first.async_wait(seen.as(1));
    CHECK(clock.run(io) == 1);
    first.expires_after(1s);
    first.async_wait([](error_code) { throw std::runtime_error("no"); });
    second.async_wait(seen.as(2));
    CHECK_THROWS_AS(clock.run(io), std::runtime_error);
    CHECK(clock.run(io) <= 1);
    CHECK(seen.order == std::vector{1, 2});
  }
  SECTION("stop") {
    first.async_wait([&](error_code) { io.stop(); });
    second.async_wait(seen.as(2));
    CHECK(clock.run(io) == 1);
    CHECK(clock.now() == seen.start + 1s);
    CHECK(clock.run(io) == 1);
    CHECK(seen.times == std::vector<std::chrono::nanoseconds>{2s});
  }
  SECTION("advance") {
    first.async_wait([&](error_code) { clock.advance(1h); });
    second.async_wait(seen.as(2));
    CHECK(clock.run(io) == 2);
    CHECK(seen.times == std::vector<std::chrono::nanoseconds>{1h + 1s});
  }
  SECTION("run") {
    first.async_wait([&](error_code) { clock.run_for(io, 5s); });
    second.async_wait(seen.as(2));
    clock.run(io);
    CHECK(seen.times == std::vector<std::chrono::nanoseconds>{2s});
    CHECK(clock.now() == seen.start + 6s);
  }
}

TEST_CASE("a timer may end in its own handler, and another wait begin there") {
  asio::io_context io;
  const virtual_clock clock;
  completions seen(clock);
  auto timer = std::make_unique<virtual_timer>(timer_after(clock, io, 1s));
  virtual_timer& it = *timer;
  it.async_wait([&seen, timer = std::move(timer)](error_code) mutable {
    timer->expires_after(1s);
    timer->async_wait(seen.as(1));
    timer.reset();
  });
  clock.run(io);
  CHECK(seen.errors == std::vector<error_code>{asio::error::operation_aborted});
  CHECK(seen.times == std::vector<std::chrono::nanoseconds>{1s});
}

TEST_CASE("a hundred thousand timers complete in order, but for those that were cancelled") {
  constexpr int count = 100'000;
  asio::io_context io;
  const virtual_clock clock;
  const time_point start = clock.now();
  std::mt19937 random(7);
  std::vector<virtual_timer> timers;
  std::vector<std::pair<time_point, int>> expected, seen;
  std::vector<int> ends(count);
  for (int at = 0; at < count; ++at) {
    timers.push_back(timer_after(clock, io, std::chrono::milliseconds(random() % 5000)));
    timers.back().async_wait([&, at](error_code error) {
      ++ends[static_cast<std::size_t>(at)];
      if (!error) seen.emplace_back(clock.now(), at);
    });
  }
  for (int at = 0; at < count; ++at) {
    if (random() % 10 == 0) timers[static_cast<std::size_t>(at)].cancel();
    else if (timers[static_cast<std::size_t>(at)].expiry() > start)
      expected.emplace_back(timers[static_cast<std::size_t>(at)].expiry(), at);
    else expected.emplace_back(start, at);
  }
  // One whose time had come when its wait began was not to be cancelled any more.
  const auto due = [&](int at) { return timers[static_cast<std::size_t>(at)].expiry() <= start; };
  clock.run(io);
  CHECK(std::all_of(ends.begin(), ends.end(), [](int times) { return times == 1; }));
  std::erase_if(seen, [&](const auto& one) { return due(one.second); });
  std::erase_if(expected, [&](const auto& one) { return due(one.second); });
  std::sort(expected.begin(), expected.end());
  CHECK(seen == expected);
}

TEST_CASE("of a cancel and a move of time in two threads one ends the wait, once") {
  asio::thread_pool pool(2);
  int cancelled = 0, expired = 0;
  for (int round = 0; round < 2000; ++round) {
    const virtual_clock clock;
    virtual_timer timer = clock.make_timer(pool.get_executor());
    timer.expires_after(1s);
    std::atomic<int> calls{0};
    std::promise<error_code> end;
    asio::cancellation_signal signal;
    timer.async_wait(asio::bind_cancellation_slot(signal.slot(), [&](error_code error) {
      if (calls.fetch_add(1) == 0) end.set_value(error);
    }));
    std::atomic<int> ready{0};
    std::thread moves([&] {
      ready.fetch_add(1);
      while (ready.load() < 2) std::this_thread::yield();
      clock.advance(1s);
    });
    ready.fetch_add(1);
    while (ready.load() < 2) std::this_thread::yield();
    std::optional<std::size_t> count;
    if (round % 2 == 0) count = timer.cancel();
    else signal.emit(asio::cancellation_type::terminal);
    const error_code error = end.get_future().get();
    moves.join();
    if (count.has_value()) REQUIRE((*count == 1) == (error == asio::error::operation_aborted));
    ++(error ? cancelled : expired);
    REQUIRE(calls.load() == 1);
  }
  CHECK(cancelled + expired == 2000);
  pool.join();
}

TEST_CASE(
    "sixteen threads start, cancel, move and destroy timers while time goes on, and each wait ends once") {
  constexpr int threads = 16, rounds = 2000;
  asio::thread_pool pool(4);
  const virtual_clock clock;
  std::atomic<int> completed{0}, aborted{0}, running{threads}, early{0};
  std::vector<std::thread> workers;
  for (int worker = 0; worker < threads; ++worker)
    workers.emplace_back([&, worker] {
      std::mt19937 random(static_cast<unsigned>(worker));
      std::vector<virtual_timer> timers;
      for (int round = 0; round < rounds; ++round) {
        virtual_timer timer = clock.make_timer(pool.get_executor());
        timer.expires_after(std::chrono::microseconds(random() % 3000));
        timer.async_wait([&, at = timer.expiry()](error_code error) {
          if (!error && clock.now() < at) early.fetch_add(1);
          (error ? aborted : completed).fetch_add(1);
        });
        switch (random() % 4) {
          case 0:
            timer.cancel();
            break;
          case 1:
            break;  // destroyed
          case 2:
            timers.push_back(std::move(timer));
            break;
          default:
            timers.push_back(std::move(timer));
            clock.advance(std::chrono::microseconds(random() % 20));
            break;
        }
      }
      running.fetch_sub(1);
      while (running.load() != 0) std::this_thread::yield();
      if (worker == 0) clock.advance(1s);
      while (clock.pending() != 0) std::this_thread::yield();
    });
  for (std::thread& worker : workers) worker.join();
  pool.join();
  CHECK(completed + aborted == threads * rounds);
  CHECK(completed > 0);
  CHECK(aborted > 0);
  CHECK(early == 0);
  CHECK(clock.pending() == 0);
}

TEST_CASE("coroutines on many threads sleep on one clock while a thread runs it") {
  asio::thread_pool pool(4);
  asio::io_context io;
  const virtual_clock clock;
  std::atomic<int> woke{0};
  // Each is owed to the context by its completion.
  for (int at = 0; at < 500; ++at)
    asio::co_spawn(
        pool,
        [](virtual_clock own, int number) -> asio::awaitable<void> {
          for (int nap = 0; nap < 5; ++nap)
            co_await own.sleep_for(std::chrono::milliseconds(number % 7 + nap));
        }(clock, at),
        asio::bind_executor(io.get_executor(), [&](std::exception_ptr error) { woke += error == nullptr; }));
  clock.run(io);
  CHECK(woke == 500);
  CHECK(clock.pending() == 0);
  pool.join();
}
