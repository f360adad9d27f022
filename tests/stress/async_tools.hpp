// SPDX-License-Identifier: MIT
// The tools of the stress test, and how the type of an executor is forgotten.
#pragma once

#include "stress/async_compositions.hpp"

#include <tacet/async/async_executor.hpp>
#include <tacet/tool/generator.hpp>

#include <boost/asio/bind_cancellation_slot.hpp>

#include <charconv>
#include <memory>
#include <optional>
#include <thread>

namespace stress {

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
    if (count_.fetch_add(1) != 0 && asked.alone)
      book.fault("c" + std::to_string(asked.n) + ": wrote beside another");
  }
  writing(const writing&) = delete;
  writing& operator=(const writing&) = delete;
  ~writing() { count_.fetch_sub(1); }

 private:
  std::atomic<int>& count_;
};

inline auto waiting_tools(ledger& book) {
  return tacet::tools{
      tacet::tool<"look">(
          [&book](const job& asked, tacet::tool_context& context) { return work(book, asked, context); },
          tacet::read_only),
      tacet::tool<"put">(
          [&book](const job& asked, tacet::tool_context& context) -> asio::awaitable<std::uint32_t> {
            const writing alone(book, asked);
            co_return co_await work(book, asked, context);
          },
          tacet::idempotent, tacet::conflicts_on<&job::key>),
      tacet::tool<"move">(
          [&book](const job& asked, tacet::tool_context& context) { return work(book, asked, context); }),
      tacet::tool<"steps">(
          [&book](const job& asked, tacet::tool_context& context) { return steps(book, asked, context); },
          tacet::read_only),
      tacet::tool<"plain">(
          [&book](const job& asked, tacet::tool_context& context) { return work_here(book, asked, context); },
          tacet::read_only),
      tacet::tool<"scarce">(
          [&book](const job& asked, tacet::tool_context& context) { return work(book, asked, context); },
          tacet::max_calls<scarce_calls>)};
}
inline auto blocking_tools(ledger& book) {
  return tacet::tools{
      tacet::tool<"look">(
          [&book](const job& asked, tacet::tool_context& context) { return work(book, asked, context); },
          tacet::read_only),
      tacet::tool<"grind">(
          [&book](const job& asked, tacet::tool_context& context) { return grind(book, asked, context); },
          tacet::blocking, tacet::read_only),
      tacet::tool<"stamp">(
          [&book](const job& asked, tacet::tool_context& context) { return grind(book, asked, context); },
          tacet::blocking),
      tacet::tool<"count">(
          [&book](const job& asked, tacet::tool_context& context) -> tacet::generator<std::uint32_t> {
            const visit here(book, asked, context);
            co_yield 1;
            obey(asked, context.attempt());
            co_yield asked.n;
          },
          tacet::blocking, tacet::idempotent),
      tacet::tool<"plain">(
          [&book](const job& asked, tacet::tool_context& context) { return work_here(book, asked, context); },
          tacet::read_only)};
}
inline auto plain_tools(ledger& book) {
  const auto run = [&book](const job& asked, tacet::tool_context& context) {
    return work_here(book, asked, context);
  };
  return tacet::tools{tacet::tool<"look">(run, tacet::read_only), tacet::tool<"put">(run, tacet::idempotent),
                      tacet::tool<"move">(run)};
}

inline std::uint32_t number_in(std::string_view id) {
  std::uint32_t n = 0;
  std::from_chars(id.data() + 1, id.data() + id.size(), n);
  return n;
}

inline auto hearing(ledger& book) {
  return tacet::progress{
      [&book](const tacet::tool_progress& value) { book.of(number_in(value.call_id)).heard.fetch_add(1); }};
}
using three_attempts =
    tacet::retries<tacet::retry_schedule{.max_attempts = 3, .backoff = 100us, .jitter = 0.5}>;

template <class Executor>
asio::awaitable<void> run_with(Executor executor, asio::any_io_executor on,
                               std::span<const tacet::tool_call> calls, tacet::execution_report& report,
                               tacet::run_options options, asio::cancellation_slot slot) {
  // The handle is gone before the batch is through.
  co_await executor.async_execute(on, calls, report, std::move(options),
                                  asio::bind_cancellation_slot(slot, asio::use_awaitable));
}
template <class Executor> composition erase(traits about, Executor executor) {
  return {std::move(about),
          [executor](auto on, auto calls, auto& report, auto options, auto slot) {
            return run_with(executor, std::move(on), calls, report, std::move(options), slot);
          },
          [executor] { return executor.abandoned(); }};
}

}  // namespace stress
