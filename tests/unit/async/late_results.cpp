// SPDX-License-Identifier: MIT
#include "support/catch.hpp"

#include <tacet/async/async_executor.hpp>
#include <tacet/async/late_results.hpp>
#include <tacet/async/virtual_clock.hpp>
#include <tacet/async/worker_pool.hpp>
#include <tacet/tacet.hpp>

#include <boost/asio/cancellation_state.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/this_coro.hpp>

#include <atomic>
#include <chrono>
#include <future>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

using namespace tacet;
using namespace std::chrono_literals;

namespace {

struct wait_for {
  int seconds = 0;
  bool fails = false;
};

// Deaf to whoever asks it to end.
auto deaf(virtual_clock clock) {
  return [clock](const wait_for& w) -> asio::awaitable<std::string> {
    co_await asio::this_coro::reset_cancellation_state(asio::disable_cancellation());
    co_await clock.sleep_for(std::chrono::seconds(w.seconds));
    if (w.fails) throw std::runtime_error("too late to matter");
    co_return "after " + std::to_string(w.seconds);
  };
}

std::string described(const late_result& one) {
  return std::string(one.call_id) + " " + std::string(one.tool_name) + " " + std::to_string(one.attempt) + (one.failed ? " failed" : "") + " " +
         (one.value ? one.value.text() : "-");
}

template <class Executor> execution_report run_all(asio::io_context& io, virtual_clock& clock, const Executor& executor, std::vector<tool_call> calls) {
  execution_report report;
  asio::co_spawn(io, executor.co_execute(calls, report), asio::detached);
  clock.run(io);
  return report.to_owned();
}

}  // namespace

TEST_CASE("what comes too late is told once, with its value or as failed") {
  asio::io_context io;
  virtual_clock clock;
  std::vector<std::string> late;
  const async_executor executor{tools{tool<"deaf">(deaf(clock), read_only, timeout<2s>)}, clock,
                                late_results{[&late](const late_result& one) { late.push_back(described(one)); }}};
  const auto report = run_all(io, clock, executor,
                              {{"in time", "deaf", R"({"seconds":1,"fails":false})"},
                               {"late", "deaf", R"({"seconds":5,"fails":false})"},
                               {"broken", "deaf", R"({"seconds":9,"fails":true})"}});
  CHECK(report.outcomes[0].kind == outcome_kind::succeeded);
  CHECK(report.outcomes[1].reason == outcome_reason::abandoned);
  CHECK(report.outcomes[2].reason == outcome_reason::abandoned);
  CHECK(late == std::vector<std::string>{"late deaf 1 \"after 5\"", "broken deaf 1 failed -"});
  CHECK(executor.abandoned().abandoned == 2);
  CHECK(executor.abandoned().late == 2);
}

TEST_CASE("the hook is there when the executor is not") {
  asio::io_context io;
  virtual_clock clock;
  std::vector<std::string> late;
  {
    const async_executor executor{tools{tool<"deaf">(deaf(clock), timeout<2s>)}, clock,
                                  late_results{[&late](const late_result& one) { late.push_back(described(one)); }}};
    execution_report report;
    const std::vector<tool_call> calls{{"1", "deaf", R"({"seconds":5,"fails":false})"}};
    asio::co_spawn(io, executor.co_execute(calls, report), asio::detached);
    clock.run_for(io, 3s);
    CHECK(report.outcomes.at(0).kind == outcome_kind::outcome_unknown);
    CHECK(late.empty());
  }
  clock.run(io);
  CHECK(late == std::vector<std::string>{"1 deaf 1 \"after 5\""});
}

TEST_CASE("what the hook throws is dropped") {
  asio::io_context io;
  virtual_clock clock;
  int told = 0;
  const async_executor executor{tools{tool<"deaf">(deaf(clock), timeout<2s>)}, clock, late_results{[&told](const late_result&) {
                                  ++told;
                                  throw std::runtime_error("no");
                                }}};
  const auto report = run_all(io, clock, executor, {{"1", "deaf", R"({"seconds":5,"fails":false})"}});
  CHECK(report.outcomes[0].kind == outcome_kind::outcome_unknown);
  CHECK(told == 1);
}

TEST_CASE("a worker tells it too") {
  asio::io_context io;
  std::promise<void> gate;
  std::promise<std::string> told;
  std::shared_future<void> opened = gate.get_future().share();
  const worker_pool pool{pool_threads{1}, {.grace = 10s, .spare = 1}};
  const async_executor executor{tools{tool<"stuck">([opened] {
                                        opened.wait();
                                        return 7;
                                      },
                                                    blocking, read_only, timeout<20ms>)},
                                pool, late_results{[&told](const late_result& one) { told.set_value(described(one)); }}};
  execution_report report;
  const std::vector<tool_call> calls{{"1", "stuck"}};
  asio::co_spawn(io, executor.co_execute(calls, report), asio::detached);
  io.run();
  CHECK(report.outcomes.at(0).reason == outcome_reason::abandoned);
  CHECK(executor.abandoned().running() == 1);
  gate.set_value();
  CHECK(told.get_future().get() == "1 stuck 1 7");
}
