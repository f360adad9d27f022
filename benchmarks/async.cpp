// SPDX-License-Identifier: MIT
// The asynchronous flow beside coroutines and threads by hand: plain, waited for, sleeping and blocking
// tools.
#include "measure.hpp"

#include <tacet/async/async_executor.hpp>
#include <tacet/async/worker_pool.hpp>
#include <tacet/tacet.hpp>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <future>
#include <string>
#include <thread>
#include <vector>

namespace bench {
namespace {

namespace asio = boost::asio;
using namespace std::chrono_literals;

struct numbers {
  int a = 0;
  int b = 0;
};
constexpr numbers asked{19, 23};
constexpr int right = 42;
constexpr std::string_view asked_text = R"({"a":19,"b":23})";

int add_up(const numbers& of) { return of.a + of.b; }
asio::awaitable<int> add_up_later(const numbers& of) { co_return add_up(of); }
asio::awaitable<int> add_up_behind(const numbers& of) {
  co_await asio::post(asio::use_awaitable);
  co_return add_up(of);
}
asio::awaitable<int> add_up_asleep(const numbers& of) {
  asio::steady_timer timer(co_await asio::this_coro::executor, 10ms);
  co_await timer.async_wait(asio::use_awaitable);
  co_return add_up(of);
}

// --- one call, from a spawned coroutine and back ---------------------------------------------------------

// `work(result)` is an awaitable that puts 42 there. One context, so that its memory is used again on both
// sides.
template <class Work> void round_trip(benchmark::State& state, Work work) {
  asio::io_context io(1);
  int result = 0;
  const auto once = [&] {
    result = 0;
    asio::co_spawn(io, work(result), asio::detached);
    io.run();
    io.restart();
  };
  once();
  if (result != right) return state.SkipWithError("wrong answer before timing");
  for (auto _ : state) {
    once();
    benchmark::DoNotOptimize(result);
  }
  if (result != right) state.SkipWithError("wrong answer after timing");
}
template <class Function> void ours(benchmark::State& state, Function function) {
  const tacet::async_executor executor{tacet::tools{tacet::tool<"add">(function, tacet::read_only)}};
  const std::vector<tacet::tool_call> calls{{"c", "add", asked_text}};
  tacet::execution_report report;
  round_trip(state, [&](int& result) -> asio::awaitable<void> {
    co_await executor.co_execute(calls, report);
    if (report.outcomes[0].content == "42") result = right;
  });
}
// What `add_up` returns is awaited too, as whoever spawns a coroutine for it would.
void bare_plain(benchmark::State& state) {
  round_trip(state, [](int& result) -> asio::awaitable<void> { result = co_await add_up_later(asked); });
}
void bare_behind(benchmark::State& state) {
  round_trip(state, [](int& result) -> asio::awaitable<void> { result = co_await add_up_behind(asked); });
}

// The time on the wall for each of so many things, since other threads and sleep are in it. As the figure
// that a reader of the results looks for: by `UseRealTime` the name would be another one.
class wall_time {
 public:
  wall_time(benchmark::State& state, std::size_t items) : state_(state), items_(static_cast<double>(items)) {}
  wall_time(const wall_time&) = delete;
  wall_time& operator=(const wall_time&) = delete;
  ~wall_time() {
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begun_;
    state_.counters["items_per_second"] = items_ * static_cast<double>(state_.iterations()) / passed.count();
  }

 private:
  benchmark::State& state_;
  double items_;
  std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
};

// --- many that sleep -------------------------------------------------------------------------------------

// Batches of the same call, each to its end.
template <class Executor> void run_batches(benchmark::State& state, const Executor& executor, std::size_t size) {
  const std::vector<tacet::tool_call> calls(size, {"c", "add", asked_text});
  tacet::execution_report report;
  asio::io_context io(1);
  const wall_time watch(state, size);
  for (auto _ : state) {
    asio::co_spawn(io, executor.co_execute(calls, report), asio::detached);
    io.run();
    io.restart();
  }
  const auto answered = std::count_if(report.outcomes.begin(), report.outcomes.end(),
                                      [](const tacet::tool_outcome& one) { return one.content == "42"; });
  if (answered != static_cast<std::ptrdiff_t>(size)) state.SkipWithError("wrong answers");
}

constexpr std::size_t sleepers = 1000;

void ours_asleep(benchmark::State& state) {
  const tacet::async_executor executor{tacet::tools{tacet::tool<"add">(&add_up_asleep, tacet::read_only)},
                                       tacet::parallel<sleepers>{}};
  run_batches(state, executor, sleepers);
}
void bare_asleep(benchmark::State& state) {
  std::vector<int> results(sleepers);
  asio::io_context io(1);
  const wall_time watch(state, sleepers);
  for (auto _ : state) {
    for (int& one : results)
      asio::co_spawn(io, add_up_asleep(asked), [&one](std::exception_ptr, int result) { one = result; });
    io.run();
    io.restart();
  }
  if (std::count(results.begin(), results.end(), right) != sleepers) state.SkipWithError("wrong answers");
}

// --- tools that block ------------------------------------------------------------------------------------

constexpr std::size_t blocking_calls = 64;

void ours_blocking(benchmark::State& state) {
  const tacet::async_executor executor{
      tacet::tools{tacet::tool<"add">(&add_up, tacet::blocking, tacet::read_only)},
      tacet::worker_pool{tacet::pool_threads{2}}, tacet::parallel<blocking_calls>{}};
  run_batches(state, executor, blocking_calls);
}
void futures(benchmark::State& state) {
  std::vector<std::future<int>> all(blocking_calls);
  const wall_time watch(state, blocking_calls);
  for (auto _ : state) {
    for (auto& one : all) one = std::async(std::launch::async, &add_up, asked);
    for (auto& one : all)
      if (one.get() != right) return state.SkipWithError("wrong answer");
  }
}
void threads(benchmark::State& state) {
  std::vector<int> results(blocking_calls);
  const wall_time watch(state, blocking_calls);
  for (auto _ : state) {
    std::vector<std::thread> all;
    for (int& one : results) all.emplace_back([&one] { one = add_up(asked); });
    for (std::thread& one : all) one.join();
  }
  if (std::count(results.begin(), results.end(), right) != blocking_calls)
    state.SkipWithError("wrong answers");
}

const bool added = add("async/plain/tacet", [](benchmark::State& state) { ours(state, &add_up); }) &&
                   add("async/plain/bare", bare_plain) &&
                   add("async/awaited/tacet", [](benchmark::State& state) { ours(state, &add_up_later); }) &&
                   add("async/posted/tacet", [](benchmark::State& state) { ours(state, &add_up_behind); }) &&
                   add("async/posted/bare", bare_behind) && add("async/sleeping/tacet", ours_asleep) &&
                   add("async/sleeping/bare", bare_asleep) && add("async/blocking/tacet", ours_blocking) &&
                   add("async/blocking/futures", futures) && add("async/blocking/threads", threads);

}  // namespace
}  // namespace bench
