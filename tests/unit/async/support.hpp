// SPDX-License-Identifier: MIT
// What the tests of the asynchronous flow share: a loop with a virtual clock, and short texts of what came
// out.
#pragma once

#include <tacet/async/async_executor.hpp>
#include <tacet/async/virtual_clock.hpp>
#include <tacet/tacet.hpp>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/redirect_error.hpp>

#include <chrono>
#include <exception>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace tacet_async {

namespace asio = boost::asio;
using namespace std::chrono_literals;
using calls = std::vector<tacet::tool_call>;
using texts = std::vector<std::string>;
using nanoseconds = std::chrono::nanoseconds;
template <class T = void> using awaitable = asio::awaitable<T>;

/// "id kind/reason attempts" of one outcome.
inline std::string short_text(const tacet::tool_outcome& one) {
  return std::string(one.call_id) + " " + std::string(to_text(one.kind)) + "/" +
         std::string(to_text(one.reason)) + " " + std::to_string(one.attempts);
}
inline texts short_texts(const tacet::execution_report& report) {
  texts all;
  for (const tacet::tool_outcome& one : report.outcomes) all.push_back(short_text(one));
  return all;
}
/// Everything of a report, the trace included.
inline texts whole_text(const tacet::execution_report& report) {
  texts all{std::string(to_text(report.status))};
  for (const tacet::tool_outcome& one : report.outcomes)
    all.push_back(short_text(one) + "|" + std::string(one.name) + "|" + std::to_string(one.position) + "|" +
                  std::string(one.content) + "|" + one.value.text() + "|" + std::string(to_text(one.phase)) +
                  (one.is_error ? " error" : "") + (one.undetermined ? " undetermined" : "") +
                  (one.guard_failed ? " guard_failed" : "") + (one.adjusted ? " adjusted" : ""));
  for (const tacet::phase_record& one : report.trace)
    all.push_back(std::to_string(one.position) + " " + std::string(one.call_id) + " " +
                  std::string(one.tool_name) + " " + std::string(to_text(one.phase)) + " " +
                  std::string(to_text(one.action)) + " " + std::string(one.detail));
  return all;
}
inline bool says(const tacet::tool_outcome& one, std::string_view part) {
  return one.content.find(part) != std::string_view::npos;
}

/// A loop whose time is virtual. `now` is counted from its beginning.
struct world {
  asio::io_context io{};
  tacet::virtual_clock clock{};
  tacet::virtual_clock::time_point start = clock.now();
  nanoseconds answered{};  ///< when the last batch of `run` was

  [[nodiscard]] nanoseconds now() const { return clock.now() - start; }
  [[nodiscard]] awaitable<> sleep(nanoseconds time) const { return clock.sleep_for(time); }

  /// Does something later.
  void at(nanoseconds time, std::function<void()> what) {
    asio::co_spawn(io, later(clock, start + time, std::move(what)), [](std::exception_ptr thrown) {
      if (thrown) std::rethrow_exception(thrown);
    });
  }
  /// Runs a batch, and whatever it leaves behind, to the end.
  template <class Executor>
  tacet::execution_report run(const Executor& executor, const calls& batch, tacet::run_options options = {}) {
    std::optional<tacet::execution_report> got;
    begin(executor, batch, got, std::move(options));
    clock.run(io);
    if (!got.has_value()) throw std::logic_error("the batch was not answered");
    return *std::move(got);
  }
  /// Begins one; `batch` and `got` must stay.
  template <class Executor>
  void begin(const Executor& executor, const calls& batch, std::optional<tacet::execution_report>& got,
             tacet::run_options options = {}) {
    asio::co_spawn(io, executor.co_execute(batch, std::move(options)),
                   [this, &got](std::exception_ptr thrown, tacet::execution_report report) {
                     if (thrown) std::rethrow_exception(thrown);
                     answered = now();
                     got = std::move(report);
                   });
  }

 private:
  static awaitable<> later(tacet::virtual_clock clock, tacet::virtual_clock::time_point time,
                           std::function<void()> what) {
    co_await clock.sleep_until(time);
    what();
  }
};

/// Sleeps on, whatever is asked of it.
inline awaitable<> sleep_deaf(tacet::virtual_clock clock, nanoseconds time) {
  co_await asio::this_coro::throw_if_cancelled(false);
  const auto end = clock.now() + time;
  while (clock.now() < end) {
    tacet::virtual_timer timer = clock.make_timer(co_await asio::this_coro::executor);
    timer.expires_at(end);
    boost::system::error_code ignored;
    co_await asio::this_coro::reset_cancellation_state(asio::disable_cancellation());
    co_await timer.async_wait(asio::redirect_error(asio::use_awaitable, ignored));
  }
}

/// Waits for something that happens in another thread; false after long enough for any machine.
inline bool eventually(const std::function<bool()>& holds) {
  for (const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(2);
       std::chrono::steady_clock::now() < end;) {
    if (holds()) return true;
    std::this_thread::sleep_for(100us);
  }
  return false;
}

/// An exception without words.
struct bad_words : std::exception {
  [[nodiscard]] const char* what() const noexcept override { return nullptr; }
};
/// The numbers 0 to n - 1, a second apart; throws in place of `bad`.
struct slow_numbers {
  tacet::virtual_clock clock;
  int n = 0;
  int bad = -1;
  int i = 0;
  awaitable<std::optional<int>> next() {
    co_await clock.sleep_for(1s);
    if (i == bad) throw tacet::tool_error("the source dried up");
    if (i >= n) co_return std::nullopt;
    co_return i++;
  }
};
struct number {
  int n = 0;
};
struct file {
  std::string path;
};

}  // namespace tacet_async
