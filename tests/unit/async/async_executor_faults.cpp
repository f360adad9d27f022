// SPDX-License-Identifier: MIT
// What goes wrong beside a call: a context or a place that is gone, stuck workers, texts that are freed.
#include "support/catch.hpp"
#include "unit/async/support.hpp"

#include <tacet/async/concurrency_limit.hpp>
#include <tacet/async/parallel.hpp>
#include <tacet/async/worker_pool.hpp>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/steady_timer.hpp>

#include <atomic>
#include <memory>

using namespace tacet_async;
using namespace tacet;

namespace {

// Long enough for any machine, and over as soon as it is done.
template <class Done> void run_until(asio::io_context& io, const Done& done) {
  for (int i = 0; i != 12'000 && !done(); ++i) {
    io.restart();
    io.run_for(10ms);
  }
}

}  // namespace

TEST_CASE("async faults: a sink that never waits has every value") {
  world w;
  texts seen;
  const async_executor e{tools{tool<"count">([](tool_context& c) {
                           for (int i = 0; i != 3; ++i) c.progress(i);
                           return 3;
                         })},
                         progress{[&](const tool_progress& p) -> awaitable<> {
                           seen.push_back(p.payload.text());
                           co_return;
                         }},
                         w.clock};
  (void)w.run(e, {{"1", "count"}});
  CHECK(seen == texts{"0", "1", "2"});
}
TEST_CASE("async faults: of two hedged attempts the one that runs on is told of") {
  world w;
  const async_executor e{tools{tool<"look">(
                             [&w](tool_context& c) -> awaitable<int> {
                               if (c.attempt() == 1) {
                                 co_await w.clock.sleep_for(3s);
                                 throw tool_error("no");
                               }
                               co_await sleep_deaf(w.clock, 1h);
                               co_return 1;
                             },
                             read_only, hedge<std::chrono::seconds(2)>, timeout<std::chrono::seconds(20)>)},
                         w.clock};
  CHECK(short_texts(w.run(e, {{"1", "look"}})) == texts{"1 timed out/abandoned 2"});
}
TEST_CASE("async faults: a place that was granted to a destroyed context is given back") {
  const async_executor e{tools{tool<"sleep">([]() -> awaitable<int> {
                           asio::steady_timer t(co_await asio::this_coro::executor, 20ms);
                           co_await t.async_wait(asio::use_awaitable);
                           co_return 1;
                         })},
                         concurrency_limit<1>{}};
  const calls batch{{"1", "sleep"}};
  execution_report a, b, c;
  bool done_a = false, done_c = false;
  asio::io_context io1;
  e.async_execute(io1, batch, a, {}, [&](std::exception_ptr, execution_status) { done_a = true; });
  io1.poll();
  {
    asio::io_context io2;
    e.async_execute(io2, batch, b, {}, [&](std::exception_ptr, execution_status) {});
    io2.poll();
    io1.restart();
    io1.run();
    CHECK(done_a);
  }
  e.async_execute(io1, batch, c, {}, [&](std::exception_ptr, execution_status) { done_c = true; });
  run_until(io1, [&] { return done_c; });
  CHECK(done_c);
}
TEST_CASE("async faults: a cancellation signal may outlive the context") {
  asio::cancellation_signal sig;
  execution_report report;
  const calls batch{{"1", "sleep"}};
  {
    asio::io_context io;
    const virtual_clock clock;
    const async_executor e{tools{tool<"sleep">([clock]() -> awaitable<int> {
                             co_await clock.sleep_for(1h);
                             co_return 1;
                           })},
                           clock};
    e.async_execute(io, batch, report, {},
                    asio::bind_cancellation_slot(sig.slot(), [](std::exception_ptr, execution_status) {}));
    io.poll();
  }
}
namespace {
struct text_args {
  std::string_view text;
};
struct named {
  std::string_view name;
  int n = 0;
};
}  // namespace
TEST_CASE("async faults: a result that views its arguments stays as long as the report") {
  world w;
  const async_executor e{tools{tool<"name">(
                             [](const text_args& a) -> awaitable<named> {
                               co_return named{a.text, 1};
                             },
                             read_only)},
                         w.clock};
  const calls batch{
      {"1", "name",
       R"({"text":"a text that is long enough to need memory of its own, so the copy has some"})"}};
  const auto report = w.run(e, batch);
  const named* got = report.outcomes[0].value.get_if<named>();
  REQUIRE(got != nullptr);
  CHECK(std::string(got->name).size() > 10);
}
TEST_CASE("async faults: a call that went with its context spends nothing") {
  const virtual_clock clock;
  bool waits = true;
  const async_executor e{
      tools{tool<"t">([] { return 1; }, max_calls<1>)}, preconditions{call_budget{}},
      approval_gate{[&waits, clock](const approval_request& r) -> awaitable<approval_decision> {
        if (waits) co_await clock.sleep_for(1h);
        co_return r.approve();
      }},
      clock};
  const calls batch{{"1", "t"}};
  execution_report a, b;
  {
    asio::io_context io;
    e.async_execute(io, batch, a, {}, [](std::exception_ptr, execution_status) {});
    io.poll();
  }
  waits = false;
  asio::io_context io;
  e.async_execute(io, batch, b, {}, [](std::exception_ptr, execution_status) {});
  clock.run(io);
  CHECK(short_texts(b) == texts{"1 succeeded/none 1"});
}

namespace {
using flag = std::shared_ptr<std::atomic<bool>>;
void pass(const flag& f) {
  while (!*f) std::this_thread::sleep_for(1ms);
}
struct opener {
  flag f;
  ~opener() { *f = true; }
};
}  // namespace
TEST_CASE("async faults: stuck tools hold nobody who waits for a worker") {
  const flag open = std::make_shared<std::atomic<bool>>(false);
  asio::io_context io;
  const worker_pool pool{pool_threads{1}, {.grace = 10ms, .spare = 1}};
  const opener o{open};
  const async_executor e{tools{tool<"stuck">(
                             [open] {
                               pass(open);
                               return 1;
                             },
                             blocking, read_only, timeout<50ms>)},
                         parallel<4>{}, pool};
  execution_report report;
  bool done = false;
  const calls batch{{"1", "stuck"}, {"2", "stuck"}, {"3", "stuck"}, {"4", "stuck"}};
  e.async_execute(io, batch, report, {}, [&](std::exception_ptr, execution_status) { done = true; });
  run_until(io, [&] { return done; });
  CHECK(done);
  CHECK(pool.queued() == 0);
  *open = true;
  io.restart();
  io.run_for(100ms);
}
TEST_CASE("async faults: the time of a call goes on while a repeat waits for a worker") {
  const flag open = std::make_shared<std::atomic<bool>>(false);
  asio::io_context io;
  const worker_pool pool{pool_threads{1}, {.grace = 10ms, .spare = 1}};
  const opener o{open};
  const async_executor hog{tools{tool<"hog">(
                               [open] {
                                 pass(open);
                                 return 1;
                               },
                               blocking)},
                           pool};
  const async_executor e{tools{tool<"flaky">(
                             [](tool_context& c) {
                               std::this_thread::sleep_for(20ms);
                               if (c.attempt() == 1) throw std::runtime_error("x");
                               return 1;
                             },
                             blocking, read_only)},
                         retries<retry_schedule{.max_attempts = 2}>{}, total_timeout<100ms>{}, pool};
  execution_report a, b;
  bool done = false;
  const calls flaky{{"1", "flaky"}}, hogs{{"1", "hog"}};
  e.async_execute(io, flaky, a, {}, [&](std::exception_ptr, execution_status) { done = true; });
  hog.async_execute(io, hogs, b, {}, [&](std::exception_ptr, execution_status) {});
  run_until(io, [&] { return done; });
  CHECK(done);
  *open = true;
  io.restart();
  io.run_for(100ms);
}
TEST_CASE("async faults: a blocking tool is told its deadline") {
  asio::io_context io;
  const worker_pool pool{pool_threads{1}};
  const async_executor e{
      tools{tool<"d">([](tool_context& c) { return c.deadline().has_value(); }, blocking, timeout<1s>)},
      pool};
  execution_report a;
  const calls batch{{"1", "d"}};
  e.async_execute(io, batch, a, {}, [](std::exception_ptr, execution_status) {});
  io.run();
  CHECK(a.outcomes[0].content == "true");
}
