// SPDX-License-Identifier: MIT
// Tools that block, on the threads of a worker pool, and batches on loops that several threads run.
#include "support/catch.hpp"
#include "unit/async/support.hpp"

#include <tacet/async/circuit_breaker.hpp>
#include <tacet/async/worker_pool.hpp>
#include <tacet/tool/generator.hpp>

#include <boost/asio/bind_executor.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/use_future.hpp>

#include <atomic>
#include <future>
#include <latch>
#include <memory>
#include <mutex>
#include <numeric>
#include <thread>

using namespace tacet_async;
using tacet::pool_threads;
using tacet::worker_pool;
using steady = std::chrono::steady_clock;

namespace {

// A door behind which a tool stands until it is opened.
struct door {
  void pass() const {
    while (!*open) std::this_thread::sleep_for(100us);
  }
  std::shared_ptr<std::atomic<bool>> open = std::make_shared<std::atomic<bool>>(false);
  ~door() { *open = true; }
  door() = default;
  door(const door&) = default;
  door& operator=(const door&) = delete;
};
// Not the tool's copy: only the test's opens.
struct passer {
  std::shared_ptr<std::atomic<bool>> open;
  void operator()() const {
    while (!*open) std::this_thread::sleep_for(100us);
  }
};

template <class Executor>
tacet::execution_report run(asio::io_context& io, const Executor& e, const calls& batch,
                            tacet::run_options options = {}) {
  tacet::execution_report report;
  auto done = e.async_execute(io, batch, report, std::move(options), asio::use_future);
  io.restart();
  io.run();
  (void)done.get();
  return report;
}
constexpr auto is_soon = 20s;  // a loaded machine is slow; what would hang, hangs for ever

struct count_down {
  int n = 0;
};

}  // namespace

TEST_CASE(
    "async workers: a blocking tool is on a thread of the pool, with its arguments, context and every shape "
    "of result") {
  asio::io_context io;
  const auto loop = std::this_thread::get_id();
  const worker_pool pool{pool_threads{2}};
  std::vector<std::string> progress;
  bool on_loop = true;
  const tacet::async_executor e{
      tacet::tools{tacet::tool<"where">(
                       [loop](tacet::tool_context& c) {
                         CHECK(c.attempt() == 1);
                         return std::this_thread::get_id() != loop;
                       },
                       tacet::blocking),
                   tacet::tool<"plain">([loop] { return std::this_thread::get_id() == loop; }),
                   tacet::tool<"void">([] {}, tacet::blocking),
                   tacet::tool<"list">(
                       [](const number& a) {
                         std::vector<int> all(static_cast<std::size_t>(a.n));
                         std::iota(all.begin(), all.end(), 0);
                         return all;
                       },
                       tacet::blocking),
                   tacet::tool<"stream">(
                       [](const number& a) {
                         std::vector<int> all(static_cast<std::size_t>(a.n));
                         std::iota(all.begin(), all.end(), 0);
                         return all;
                       },
                       tacet::blocking, tacet::streams),
                   tacet::tool<"gen">(
                       [](const count_down& a) -> tacet::generator<int> {
                         for (int i = a.n; i > 0; --i) co_yield i;
                       },
                       tacet::blocking),
                   tacet::tool<"error">([]() -> tacet::tool_result<int> { return tacet::tool_error("no"); },
                                        tacet::blocking),
                   tacet::tool<"throws">([]() -> int { throw 7; }, tacet::blocking),
                   tacet::tool<"flaky">(
                       [](tacet::tool_context& c) {
                         if (c.attempt() < 3) throw std::runtime_error("x");
                         return c.attempt();
                       },
                       tacet::blocking, tacet::read_only)},
      tacet::progress{[&](const tacet::tool_progress& p) {
        on_loop = on_loop && std::this_thread::get_id() == loop;
        progress.push_back(std::string(p.call_id) + std::to_string(p.sequence) + "=" + p.payload.text() +
                           "#" + std::to_string(p.attempt));
      }},
      tacet::retries<tacet::retry_schedule{.max_attempts = 3}>{}, pool};
  const auto report = run(io, e,
                          {{"a", "where"},
                           {"b", "plain"},
                           {"c", "void"},
                           {"d", "list", R"({"n":3})"},
                           {"e", "stream", R"({"n":3})"},
                           {"f", "gen", R"({"n":3})"},
                           {"g", "gen", R"({"n":0})"},
                           {"h", "error"},
                           {"i", "throws"},
                           {"j", "flaky"},
                           {"k", "gen", "[]"},
                           {"l", "nope"}});
  CHECK(short_texts(report) == texts{"a succeeded/none 1", "b succeeded/none 1", "c succeeded/none 1",
                                     "d succeeded/none 1", "e succeeded/none 1", "f succeeded/none 1",
                                     "g succeeded/none 1", "h failed/tool error 1", "i failed/exception 1",
                                     "j succeeded/none 3", "k bad arguments/not an object 0",
                                     "l unknown tool/unknown tool 0"});
  texts content;
  for (std::size_t i = 0; i != 7; ++i) content.emplace_back(report.outcomes[i].content);
  CHECK(content == texts{"true", "true", "", "[0,1,2]", "2", "1", ""});
  CHECK(progress == std::vector<std::string>{"e0=0#1", "e1=1#1", "f0=3#1", "f1=2#1"});
  CHECK(on_loop);
  CHECK(pool.stuck() == 0);
}

TEST_CASE(
    "async workers: progress of a tool reaches the sink in order and before the answer, also one that is "
    "awaited") {
  asio::io_context io;
  const worker_pool pool{pool_threads{1}};
  std::vector<std::string> seen;
  const tacet::async_executor e{tacet::tools{tacet::tool<"count">(
                                    [](const number& a, tacet::tool_context& c) {
                                      for (int i = 0; i != a.n; ++i) c.progress(i);
                                      return a.n;
                                    },
                                    tacet::blocking)},
                                tacet::progress{[&](const tacet::tool_progress& p) -> awaitable<> {
                                  const std::string text = p.payload.text();
                                  co_await asio::post(asio::use_awaitable);
                                  CHECK(p.payload.text() == text);
                                  CHECK(p.sequence == seen.size());
                                  seen.push_back(text);
                                }},
                                pool};
  const auto report = run(io, e, {{"1", "count", R"({"n":500})"}});
  CHECK(report.outcomes[0].content == "500");
  REQUIRE(seen.size() == 500);
  for (std::size_t i = 0; i != 500; ++i) REQUIRE(seen[i] == std::to_string(i));
}

TEST_CASE(
    "async workers: a stuck tool is answered at its deadline, holds nobody, and its late result is dropped") {
  asio::io_context io;
  const door shut;
  const worker_pool pool{pool_threads{1}, {.grace = 10ms, .spare = 2}};
  std::atomic<int> late_progress = 0;
  const tacet::async_executor e{tacet::tools{tacet::tool<"stuck">(
                                                 [wait = passer{shut.open}](tacet::tool_context& c) {
                                                   wait();
                                                   c.progress(1);
                                                   return 1;
                                                 },
                                                 tacet::blocking, tacet::timeout<50ms>),
                                             tacet::tool<"quick">([] { return 2; }, tacet::blocking),
                                             tacet::tool<"listens">(
                                                 [](tacet::tool_context& c) -> int {
                                                   while (!c.stop_requested())
                                                     std::this_thread::sleep_for(100us);
                                                   throw std::runtime_error("stopped");
                                                 },
                                                 tacet::blocking, tacet::read_only, tacet::timeout<50ms>)},
                                tacet::progress{[&](const tacet::tool_progress&) { ++late_progress; }}, pool};
  const auto begin = steady::now();
  const auto report = run(io, e, {{"1", "stuck"}, {"2", "quick"}});
  const auto took = steady::now() - begin;
  CHECK(short_texts(report) == texts{"1 outcome unknown/abandoned 1", "2 succeeded/none 1"});
  CHECK(took >= 50ms);
  CHECK(took < is_soon);
  CHECK(e.abandoned().running() == 1);
  CHECK(pool.stuck() == 1);
  *shut.open = true;
  CHECK(eventually([&] { return e.abandoned().running() == 0; }));
  CHECK(eventually([&] { return pool.stuck() == 0; }));
  CHECK(late_progress == 0);
  // Asked to stop, it ends in its own time: left all the same, since nobody waits for a thread.
  const auto second = run(io, e, {{"1", "listens"}});
  CHECK(second.outcomes[0].kind == tacet::outcome_kind::timed_out);
  CHECK(eventually([&] { return e.abandoned().running() == 0; }));
}

TEST_CASE("async workers: the clock of an attempt starts when a thread has it") {
  asio::io_context io;
  const worker_pool pool{pool_threads{1}};
  const tacet::async_executor e{tacet::tools{tacet::tool<"work">(
                                    [] {
                                      std::this_thread::sleep_for(120ms);
                                      return 1;
                                    },
                                    tacet::blocking, tacet::read_only, tacet::timeout<20s>)},
                                tacet::parallel<3>{}, tacet::total_timeout<20s>{}, pool};
  const auto begin = steady::now();
  CHECK(short_texts(run(io, e, {{"1", "work"}, {"2", "work"}, {"3", "work"}})) ==
        texts{"1 succeeded/none 1", "2 succeeded/none 1", "3 succeeded/none 1"});
  CHECK(steady::now() - begin >= 360ms);

  // In virtual time the wait for a thread is as long as one likes.
  world w;
  const door shut;
  std::atomic<int> entered = 0;
  const worker_pool single{pool_threads{1}, {.grace = 10s, .spare = 0}};
  const tacet::async_executor timed{tacet::tools{tacet::tool<"first">(
                                                     [&entered, wait = passer{shut.open}] {
                                                       ++entered;
                                                       wait();
                                                       return 1;
                                                     },
                                                     tacet::blocking, tacet::read_only),
                                                 tacet::tool<"second">([] { return 2; }, tacet::blocking,
                                                                       tacet::read_only, tacet::timeout<1s>)},
                                    tacet::parallel<2>{}, tacet::total_timeout<2h>{}, single, w.clock};
  const calls batch{{"1", "first"}, {"2", "second"}};
  std::optional<tacet::execution_report> got;
  const auto held = w.clock.hold();
  w.begin(timed, batch, got);
  std::thread loop([&] { w.clock.run(w.io); });
  CHECK(eventually([&] { return entered == 1 && single.queued() == 1; }));
  w.clock.advance(1h);
  *shut.open = true;
  loop.join();
  REQUIRE(got.has_value());
  CHECK(short_texts(*got) == texts{"1 succeeded/none 1", "2 succeeded/none 1"});
}

TEST_CASE("async workers: what waits for a thread is stopped, late or refused without having run") {
  asio::io_context io;
  const door shut;
  const worker_pool pool{pool_threads{1}, {.grace = 10ms, .spare = 0}};
  std::atomic<int> ran = 0;
  const tacet::async_executor e{tacet::tools{tacet::tool<"stuck">(
                                    [&ran, open = shut.open] {
                                      ++ran;
                                      passer{open}();
                                      return 1;
                                    },
                                    tacet::blocking, tacet::read_only)},
                                tacet::parallel<3>{}, pool};
  const calls batch{{"1", "stuck"}, {"2", "stuck"}, {"3", "stuck"}};
  SECTION("stopped") {
    std::stop_source stop;
    std::thread later([&] {
      (void)eventually([&] { return ran == 1; });
      stop.request_stop();
    });
    CHECK(short_texts(run(io, e, batch, {.stop = stop.get_token()})) ==
          texts{"1 cancelled/abandoned 1", "2 cancelled/stop requested 0", "3 cancelled/stop requested 0"});
    later.join();
  }
  SECTION("late") {
    // Time is real here: the first has surely begun only if the machine was not too slow.
    const auto report = run(io, e, batch, {.deadline = steady::now() + 300ms});
    CHECK(short_text(report.outcomes[1]) == "2 timed out/deadline 0");
    CHECK(short_text(report.outcomes[2]) == "3 timed out/deadline 0");
    CHECK(report.outcomes[0].kind == tacet::outcome_kind::timed_out);
  }
  SECTION("the pool is closed while they wait") {
    std::thread later([&] {
      (void)eventually([&] { return ran == 1 && pool.queued() == 2; });
      (void)pool.close();
      *shut.open = true;
    });
    const auto report = run(io, e, batch);
    later.join();
    CHECK(short_texts(report) ==
          texts{"1 succeeded/none 1", "2 refused/overloaded 0", "3 refused/overloaded 0"});
    CHECK(short_texts(run(io, e, {{"4", "stuck"}})) == texts{"4 refused/overloaded 0"});
  }
  SECTION("all threads are stuck") {
    CHECK(eventually([&] {
      std::stop_source stop;
      std::thread later([&] {
        std::this_thread::sleep_for(20ms);
        stop.request_stop();
      });
      (void)run(io, e, {{"1", "stuck"}}, {.stop = stop.get_token()});
      later.join();
      return pool.stuck() == 1;
    }));
    CHECK(short_texts(run(io, e, {{"2", "stuck"}})) == texts{"2 refused/overloaded 0"});
    CHECK(ran == 1);
  }
  *shut.open = true;
}

TEST_CASE("async workers: a pool that is closed between two attempts, and no failure of the tool by it") {
  asio::io_context io;
  const worker_pool pool{pool_threads{1}};
  const tacet::async_executor e{
      tacet::tools{tacet::tool<"closes">(
          [&pool](tacet::tool_context&) -> int {
            (void)pool.close();
            throw std::runtime_error("x");
          },
          tacet::blocking, tacet::read_only)},
      tacet::retries<tacet::retry_schedule{.max_attempts = 3}>{},
      tacet::circuit_breaker<tacet::breaker_settings{.failure_ratio = 1, .min_calls = 2}>{}, pool};
  const auto report = run(io, e, {{"1", "closes"}, {"2", "closes"}, {"3", "closes"}});
  CHECK(short_texts(report) ==
        texts{"1 failed/overloaded 1", "2 refused/overloaded 0", "3 refused/overloaded 0"});
  CHECK_FALSE(says(report.outcomes[0], "was not run"));
  CHECK(says(report.outcomes[1], "was not run"));
}

TEST_CASE("async workers: the loop goes while tools run and wait for a thread") {
  const door shut;
  std::atomic<int> ran = 0;
  const worker_pool pool{pool_threads{1}, {.grace = 10s, .spare = 0}};
  {
    tacet::execution_report report;
    const calls batch{{"1", "stuck"}, {"2", "stuck"}};
    auto io = std::make_unique<asio::io_context>();
    bool handled = false;
    {
      const tacet::async_executor e{tacet::tools{tacet::tool<"stuck">(
                                        [&ran, open = shut.open](tacet::tool_context& c) {
                                          ++ran;
                                          passer{open}();
                                          c.progress(1);
                                          return 1;
                                        },
                                        tacet::blocking, tacet::read_only)},
                                    tacet::parallel<2>{}, tacet::progress{[](const tacet::tool_progress&) {}},
                                    pool};
      e.async_execute(*io, batch, report, {},
                      [&](std::exception_ptr, tacet::execution_status) { handled = true; });
      while (ran == 0 || pool.queued() == 0) io->poll();
    }
    io.reset();
    CHECK_FALSE(handled);
  }
  *shut.open = true;
  CHECK(eventually([&] { return pool.finished() >= 1 && pool.queued() == 0; }));
}

TEST_CASE("async workers: the executor and its pool go while a tool is stuck") {
  asio::io_context io;
  const door shut;
  auto owned = std::make_shared<int>(5);
  const std::weak_ptr<int> watched = owned;
  {
    const tacet::async_executor e{tacet::tools{tacet::tool<"stuck">(
                                      [owned, open = shut.open] {
                                        passer{open}();
                                        return *owned;
                                      },
                                      tacet::blocking, tacet::read_only, tacet::timeout<20ms>)},
                                  worker_pool{pool_threads{1}, {.grace = 10ms}}};
    owned.reset();
    CHECK(short_texts(run(io, e, {{"1", "stuck"}})) == texts{"1 timed out/abandoned 1"});
  }
  CHECK_FALSE(watched.expired());
  *shut.open = true;
  CHECK(eventually([&] { return watched.expired(); }));
}

TEST_CASE("async workers: many batches at once on a loop that four threads run") {
  asio::io_context io;
  const worker_pool pool{pool_threads{4}};
  std::atomic<int> in_sink = 0;
  const tacet::async_executor e{
      tacet::tools{tacet::tool<"work">(
                       [](const number& a, tacet::tool_context& c) {
                         c.progress(a.n);
                         return a.n;
                       },
                       tacet::blocking, tacet::read_only),
                   tacet::tool<"wait">(
                       [](const number& a) -> awaitable<int> {
                         for (int i = 0; i != 3; ++i) co_await asio::post(asio::use_awaitable);
                         co_return a.n;
                       },
                       tacet::read_only),
                   tacet::tool<"plain">([](const number& a) { return a.n; }, tacet::read_only),
                   tacet::tool<"fails">(
                       [](const number&) -> awaitable<int> {
                         co_await asio::post(asio::use_awaitable);
                         throw 1;
                       },
                       tacet::read_only)},
      tacet::parallel<8>{}, tacet::progress{[&](const tacet::tool_progress&) { ++in_sink; }}, pool};
  std::vector<std::string> args;
  for (int i = 0; i != 40; ++i) args.push_back("{\"n\":" + std::to_string(i) + "}");
  constexpr const char* names[] = {"work", "wait", "plain", "fails"};
  calls batch;
  for (std::size_t i = 0; i != 40; ++i) batch.push_back({"c", names[i % 4], args[i]});
  constexpr std::size_t batches = 50;
  std::vector<tacet::execution_report> reports(batches);
  std::atomic<std::size_t> done = 0;
  for (auto& report : reports)
    e.async_execute(io, batch, report, {}, [&](std::exception_ptr thrown, tacet::execution_status status) {
      if (thrown == nullptr && status == tacet::execution_status::completed) ++done;
    });
  std::vector<std::thread> threads;
  for (int t = 0; t != 4; ++t) threads.emplace_back([&] { io.run(); });
  for (auto& one : threads) one.join();
  REQUIRE(done == batches);
  for (const auto& report : reports) {
    REQUIRE(report.outcomes.size() == 40);
    for (std::size_t i = 0; i != 40; ++i) {
      REQUIRE(report.outcomes[i].position == i);
      if (i % 4 == 3) REQUIRE(report.outcomes[i].reason == tacet::outcome_reason::exception);
      else REQUIRE(report.outcomes[i].content == std::to_string(i));
    }
  }
  CHECK(in_sink == static_cast<int>(batches) * 10);
}

TEST_CASE(
    "async workers: stops, deadlines and tools race on a loop that four threads run, and none is lost or "
    "doubled") {
  asio::io_context io;
  const worker_pool pool{pool_threads{3}, {.grace = 10s, .spare = 64}};
  std::atomic<int> begun = 0;
  const tacet::async_executor e{
      tacet::tools{tacet::tool<"work">(
                       [&](const number& a) {
                         ++begun;
                         std::this_thread::sleep_for(std::chrono::microseconds(a.n));
                         return a.n;
                       },
                       tacet::blocking, tacet::read_only, tacet::timeout<1ms>),
                   tacet::tool<"wait">(
                       [&](const number& a) -> awaitable<int> {
                         ++begun;
                         asio::steady_timer timer(co_await asio::this_coro::executor,
                                                  std::chrono::microseconds(a.n));
                         co_await timer.async_wait(asio::use_awaitable);
                         co_return a.n;
                       },
                       tacet::read_only, tacet::timeout<1ms>)},
      tacet::parallel<4>{}, tacet::concurrency_limit<6>{}, pool};
  std::vector<std::string> args;
  for (int i = 0; i != 12; ++i) args.push_back("{\"n\":" + std::to_string(i * 180) + "}");
  calls batch;
  for (std::size_t i = 0; i != 12; ++i) batch.push_back({"c", i % 2 == 0 ? "work" : "wait", args[i]});
  constexpr std::size_t batches = 60;
  std::vector<tacet::execution_report> reports(batches);
  std::vector<std::stop_source> stops(batches);
  std::atomic<std::size_t> done = 0;
  auto guard = asio::make_work_guard(io);
  std::vector<std::thread> threads;
  for (int t = 0; t != 4; ++t) threads.emplace_back([&] { io.run(); });
  for (std::size_t i = 0; i != batches; ++i)
    e.async_execute(io, batch, reports[i], {.stop = stops[i].get_token()},
                    [&](std::exception_ptr thrown, tacet::execution_status) {
                      if (thrown == nullptr) ++done;
                    });
  for (std::size_t i = 0; i < batches; i += 3) {
    std::this_thread::sleep_for(200us);
    stops[i].request_stop();
  }
  CHECK(eventually([&] { return done == batches; }));
  guard.reset();
  for (auto& one : threads) one.join();
  REQUIRE(done == batches);
  std::size_t attempts = 0;
  for (std::size_t b = 0; b != batches; ++b) {
    REQUIRE(reports[b].outcomes.size() == 12);
    for (std::size_t i = 0; i != 12; ++i) {
      const auto& one = reports[b].outcomes[i];
      attempts += static_cast<std::size_t>(one.attempts);
      INFO(short_text(one));
      REQUIRE(one.position == i);
      REQUIRE_FALSE(one.content.empty());
      const bool fits = one.kind == tacet::outcome_kind::succeeded ? one.content == std::to_string(i * 180)
                        : one.kind == tacet::outcome_kind::cancelled
                            ? b % 3 == 0
                            : one.kind == tacet::outcome_kind::timed_out;
      REQUIRE(fits);
    }
  }
  CHECK(static_cast<std::size_t>(begun) == attempts);
  CHECK(eventually([&] { return e.abandoned().running() == 0; }));
}
