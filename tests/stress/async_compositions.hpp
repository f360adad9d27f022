// SPDX-License-Identifier: MIT
// The tools and executors of the stress test, each composed in another way.
#pragma once

#include "stress/async_ledger.hpp"

#include <tacet/async/async_executor.hpp>
#include <tacet/async/worker_pool.hpp>
#include <tacet/tool/generator.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>

#include <charconv>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <thread>
#include <vector>

namespace stress {

using namespace std::chrono_literals;

inline constexpr std::uint32_t scarce_calls = 100;

inline void say(ledger& book, const job& asked, tacet::tool_context& context) {
  for (std::uint32_t i = 0; i != asked.us % 3; ++i) {
    book.of(asked.n).emitted.fetch_add(1);
    context.progress(i);
  }
}
inline asio::awaitable<std::uint32_t> work(ledger& book, const job& asked, tacet::tool_context& context) {
  const visit here(book, asked, context);
  say(book, asked, context);
  if (asked.what == dawdles) co_await deaf_nap(asked.us);
  else if (asked.us != 0) co_await nap(asked.us);
  obey(asked, context.attempt());
  co_return asked.n;
}
inline std::uint32_t work_here(ledger& book, const job& asked, tacet::tool_context& context) {
  const visit here(book, asked, context);
  say(book, asked, context);
  obey(asked, context.attempt());
  return asked.n;
}
// A tool that blocks hears that it should end, unless it dawdles.
inline std::uint32_t grind(ledger& book, const job& asked, tacet::tool_context& context) {
  const visit here(book, asked, context);
  say(book, asked, context);
  for (std::uint32_t us = 0; us < asked.us; us += 200) {
    if (asked.what != dawdles && context.stop_requested()) throw tacet::tool_error("stopped");
    std::this_thread::sleep_for(200us);
  }
  obey(asked, context.attempt());
  return asked.n;
}

/// Two values before the last one.
class steps {
 public:
  steps(ledger& book, const job& asked, const tacet::tool_context& context)
      : asked_(asked), attempt_(context.attempt()), here_(std::make_unique<visit>(book, asked, context)) {}
  asio::awaitable<std::optional<std::uint32_t>> next() {
    co_await nap(asked_.us / 4);
    if (at_ == 2) obey(asked_, attempt_);
    if (at_ == 3) co_return std::nullopt;
    co_return ++at_ == 3 ? asked_.n : at_;
  }

 private:
  job asked_;
  int attempt_;
  std::unique_ptr<visit> here_;
  std::uint32_t at_ = 0;
};

/// Calls with one key must not overlap where the effects forbid it.
class writing {
 public:
  writing(ledger& book, const job& asked) : count_(book.writing(asked.key)) {
    if (count_.fetch_add(1) != 0 && asked.alone) book.fault("c" + std::to_string(asked.n) + ": wrote beside another");
  }
  writing(const writing&) = delete;
  writing& operator=(const writing&) = delete;
  ~writing() { count_.fetch_sub(1); }

 private:
  std::atomic<int>& count_;
};

inline auto waiting_tools(ledger& book) {
  return tacet::tools{
      tacet::tool<"look">([&book](const job& asked, tacet::tool_context& context) { return work(book, asked, context); },
                          tacet::read_only),
      tacet::tool<"put">(
          [&book](const job& asked, tacet::tool_context& context) -> asio::awaitable<std::uint32_t> {
            const writing alone(book, asked);
            co_return co_await work(book, asked, context);
          },
          tacet::idempotent, tacet::conflicts_on<&job::key>),
      tacet::tool<"move">([&book](const job& asked, tacet::tool_context& context) { return work(book, asked, context); }),
      tacet::tool<"steps">([&book](const job& asked, tacet::tool_context& context) { return steps(book, asked, context); },
                           tacet::read_only),
      tacet::tool<"plain">([&book](const job& asked, tacet::tool_context& context) { return work_here(book, asked, context); },
                           tacet::read_only),
      tacet::tool<"scarce">([&book](const job& asked, tacet::tool_context& context) { return work(book, asked, context); },
                            tacet::max_calls<scarce_calls>)};
}
inline auto blocking_tools(ledger& book) {
  return tacet::tools{
      tacet::tool<"look">([&book](const job& asked, tacet::tool_context& context) { return work(book, asked, context); },
                          tacet::read_only),
      tacet::tool<"grind">([&book](const job& asked, tacet::tool_context& context) { return grind(book, asked, context); },
                           tacet::blocking, tacet::read_only),
      tacet::tool<"stamp">([&book](const job& asked, tacet::tool_context& context) { return grind(book, asked, context); },
                           tacet::blocking),
      tacet::tool<"count">(
          [&book](const job& asked, tacet::tool_context& context) -> tacet::generator<std::uint32_t> {
            const visit here(book, asked, context);
            co_yield 1;
            obey(asked, context.attempt());
            co_yield asked.n;
          },
          tacet::blocking, tacet::idempotent),
      tacet::tool<"plain">([&book](const job& asked, tacet::tool_context& context) { return work_here(book, asked, context); },
                           tacet::read_only)};
}
inline auto plain_tools(ledger& book) {
  const auto run = [&book](const job& asked, tacet::tool_context& context) { return work_here(book, asked, context); };
  return tacet::tools{tacet::tool<"look">(run, tacet::read_only), tacet::tool<"put">(run, tacet::idempotent),
                      tacet::tool<"move">(run)};
}

inline std::uint32_t number_in(std::string_view id) {
  std::uint32_t n = 0;
  std::from_chars(id.data() + 1, id.data() + id.size(), n);
  return n;
}

/// What may befall a call of an executor beside what its tool does.
struct traits {
  std::vector<std::string_view> tools;
  bool judges = false;
  bool overloads = false;
  bool breaks = false;
  bool retries = false;
  bool limits_time = false;
};
/// An executor without its type.
struct composition {
  traits about;
  std::function<asio::awaitable<void>(asio::any_io_executor, std::span<const tacet::tool_call>, tacet::execution_report&,
                                      tacet::run_options, asio::cancellation_slot)>
      run;
  std::function<tacet::abandoned_work()> abandoned;
};

template <class Executor>
asio::awaitable<void> run_with(Executor executor, asio::any_io_executor on, std::span<const tacet::tool_call> calls,
                               tacet::execution_report& report, tacet::run_options options, asio::cancellation_slot slot) {
  // The handle is gone before the batch is through.
  co_await executor.async_execute(on, calls, report, std::move(options), asio::bind_cancellation_slot(slot, asio::use_awaitable));
}
template <class Executor> composition erase(traits about, Executor executor) {
  return {std::move(about),
          [executor](auto on, auto calls, auto& report, auto options, auto slot) {
            return run_with(executor, std::move(on), calls, report, std::move(options), slot);
          },
          [executor] { return executor.abandoned(); }};
}

using verdict = std::optional<tacet::precondition_verdict>;
using decision = std::optional<tacet::approval_decision>;
using three_attempts = tacet::retries<tacet::retry_schedule{.max_attempts = 3, .backoff = 100us, .jitter = 0.5}>;

inline composition in_sequence(ledger& book) {
  return erase({.tools = {"look", "put", "move", "steps", "plain", "scarce"}, .retries = true},
               tacet::async_executor{waiting_tools(book), three_attempts{},
                                     tacet::progress{[&book](const tacet::tool_progress& value) {
                                       book.of(number_in(value.call_id)).heard.fetch_add(1);
                                     }}});
}
inline composition judged(ledger& book) {
  // By the number of the call, so that what is asked does not depend on who comes first.
  const auto check = [](const tacet::pending_call& call) -> asio::awaitable<verdict> {
    const std::uint32_t n = number_in(call.id());
    if (n % 5 == 0) co_await nap(n % 700);
    if (n % 31 == 0) throw std::runtime_error("check");
    if (n % 29 == 0) co_return tacet::precondition_verdict::block(tacet::message::constant("no"));
    co_return std::nullopt;
  };
  const auto guard = [](const tacet::pending_call& call) -> std::optional<tacet::skip> {
    const std::uint32_t n = number_in(call.id());
    if (n % 37 == 0) throw 1;
    if (n % 41 == 0) return tacet::skip{tacet::message::constant("later")};
    return std::nullopt;
  };
  const auto approve = [](const tacet::approval_request& asked) -> asio::awaitable<decision> {
    const std::uint32_t n = number_in(asked.call().id());
    if (n % 43 == 0) co_await nap(1'000'000);  // nobody answers
    if (n % 3 == 0) co_await nap(n % 500);
    if (n % 47 == 0) throw std::runtime_error("approver");
    if (n % 53 == 0) co_return asked.deny("no");
    co_return asked.approve();
  };
  const auto hear = [&book](const tacet::tool_progress& value) -> asio::awaitable<void> {
    const std::uint32_t n = number_in(value.call_id);
    if (n % 4 == 0) co_await nap(50);
    book.of(n).heard.fetch_add(1);
    if (n % 8 == 0) throw 1;
  };
  return erase({.tools = {"look", "put", "move", "steps", "plain", "scarce"}, .judges = true, .retries = true, .limits_time = true},
               tacet::async_executor{waiting_tools(book), tacet::parallel<8>{}, tacet::preconditions{tacet::call_budget{}, check},
                                     tacet::steering_gate{guard}, tacet::approval_gate{approve}, tacet::approval_timeout<8ms>{},
                                     tacet::batch_timeout<60ms>{}, three_attempts{}, tacet::progress{hear}});
}
inline composition crowded(ledger& book) {
  return erase({.tools = {"look", "put", "move", "steps", "plain", "scarce"}, .overloads = true, .limits_time = true},
               tacet::async_executor{waiting_tools(book), tacet::parallel<16>{}, tacet::concurrency_limit<24, 64>{},
                                     tacet::attempt_timeout<2ms>{}});
}
inline composition stacked(ledger& book) {
  return erase(
      {.tools = {"look", "put", "move", "steps", "plain", "scarce"}, .overloads = true, .breaks = true, .retries = true, .limits_time = true},
      tacet::async_executor{
          waiting_tools(book), tacet::parallel<4>{},
          tacet::resilience<tacet::rate_limit<tacet::rate_settings{.calls = 50'000, .per = 1s, .burst = 200}>, tacet::concurrency_limit<16>,
                            tacet::total_timeout<20ms>, three_attempts,
                            tacet::circuit_breaker<tacet::breaker_settings{
                                .failure_ratio = 0.7, .min_calls = 20, .window = 100ms, .open_for = 1ms}>,
                            tacet::attempt_timeout<3ms>>{}});
}
inline composition on_workers(ledger& book, const tacet::worker_pool& pool) {
  return erase({.tools = {"look", "grind", "stamp", "count", "plain"}, .overloads = true, .retries = true, .limits_time = true},
               tacet::async_executor{blocking_tools(book), pool, tacet::parallel<8>{}, three_attempts{}, tacet::attempt_timeout<4ms>{},
                                     tacet::progress{[&book](const tacet::tool_progress& value) {
                                       book.of(number_in(value.call_id)).heard.fetch_add(1);
                                     }}});
}
inline composition on_workers_in_sequence(ledger& book, const tacet::worker_pool& pool) {
  return erase({.tools = {"look", "grind", "stamp", "count", "plain"}, .overloads = true, .breaks = true},
               tacet::async_executor{blocking_tools(book), pool,
                                     tacet::circuit_breaker<tacet::breaker_settings{
                                         .failure_ratio = 0.7, .min_calls = 20, .window = 100ms, .open_for = 1ms}>{}});
}
inline composition plain(ledger& book) {
  return erase({.tools = {"look", "put", "move"}}, tacet::async_executor{plain_tools(book)});
}

}  // namespace stress
