// SPDX-License-Identifier: MIT
// Runs a batch of calls on an event loop: tools, checks and gates may be waited for, calls may overlap and are left at their time.
#pragma once

// First, so that the errors that it words stand close to the user's file.
#include <tacet/rule/executor_rules.hpp>
#include <tacet/rule/rules.hpp>

#include <tacet/async/asio.hpp>
#include <tacet/async/detail/async_composition.hpp>
#include <tacet/async/detail/drive.hpp>
#include <tacet/async/detail/executor_insides.hpp>
#include <tacet/async/detail/refused_async_executor.hpp>
#include <tacet/executor/tool_executor.hpp>

#include <boost/asio/async_result.hpp>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/cancellation_state.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <memory>
#include <span>
#include <stop_token>
#include <type_traits>
#include <utility>

namespace tacet {

/// Composed of the same parts as a `tool_executor`, of which tools, checks, skills, the guard, the approver and the sink may
/// return an `asio::awaitable`, and of `parallel<n>{}`, `worker_pool{...}`, `total_timeout<...>{}`, `batch_timeout<...>{}`,
/// `approval_timeout<...>{}`, `rate_limit<...>{}`, `concurrency_limit<...>{}`, `circuit_breaker<...>{}`, `resilience<...>{}`
/// and a clock.
///
/// A handle: copies share the tools, budgets and counts. It may go before a batch is through, and before a tool that was
/// given up: both keep what they need. Where nothing has to wait a batch runs through at once, as by a `tool_executor`.
template <class Tools, class Policies, class Names = name_prefixes<>> class async_executor {
 public:
  using tools_type = Tools;
  using policies_type = Policies;

  template <class... Part>
    requires(sizeof...(Part) > 0 && (has_family<Part> && ...))
  explicit async_executor(Part... part) : state_(std::make_shared<state>(std::move(part)...)) {}

  /// Answers every call of `calls`, each once; the outcomes are in call order. Nothing is thrown but what Asio throws when it
  /// finds no memory to wait. `calls` and what they view
  /// must stay until the end. When there is no memory for all outcomes, nothing has run and the status is `no_room`.
  ///
  /// The batch runs on the executor of the caller's coroutine, on a strand of its own where anything waits. A stop of
  /// `options` ends each wait, and so does a cancellation that the caller's coroutine hears (by default a terminal one); all
  /// calls are answered then.
  [[nodiscard]] asio::awaitable<execution_report> co_execute(std::span<const tool_call> calls, run_options options = {}) const {
    return co_report(state_, calls, std::move(options));
  }
  /// The same into a report that is used again; it must stay until the end too.
  asio::awaitable<execution_status> co_execute(std::span<const tool_call> calls, execution_report& report, run_options options = {}) const {
    return co_fill(state_, calls, report, std::move(options));
  }
  /// The same for any completion token of Asio, on an executor or execution context; the signature is
  /// `void(std::exception_ptr, execution_status)`. It hears every type of cancellation.
  template <class On, class Token>
  auto async_execute(On&& on, std::span<const tool_call> calls, execution_report& report, run_options options, Token&& token) const {
    return asio::co_spawn(std::forward<On>(on), co_begin(state_, calls, report, std::move(options)), std::forward<Token>(token));
  }

  /// Starts an invocation: budgets begin again. Not while a batch runs.
  void reset() noexcept { detail::executor_insides::checks(state_->core).reset(); }

  /// What is known of each tool, in order; a constant.
  [[nodiscard]] static constexpr auto descriptors() noexcept { return Tools::descriptors(); }
  /// What was answered for before it ended, over all batches of this executor and its copies.
  [[nodiscard]] abandoned_work abandoned() const noexcept { return state_->flow.counts(); }

 private:
  static constexpr bool waits = detail::async_table<Policies, Tools>::waits_for_any;
  struct state {
    template <class... Part> explicit state(Part... part) : core(std::move(part)...) {}
    std::conditional_t<waits, detail::executor_parts<Tools, Policies, Names>, tool_executor<Tools, Policies, Names>> core;
    detail::flow_state<Policies> flow{Tools::size};
  };
  using run_type = detail::async_run<Policies>;

  static asio::awaitable<execution_report> co_report(std::shared_ptr<state> self, std::span<const tool_call> calls, run_options options) {
    execution_report report;
    co_await co_fill(std::move(self), calls, report, std::move(options));
    co_return report;
  }
  // A coroutine of its own hears every type of cancellation.
  static asio::awaitable<execution_status> co_begin(std::shared_ptr<state> self, std::span<const tool_call> calls,
                                                    execution_report& report, run_options options) {
    co_await asio::this_coro::reset_cancellation_state(asio::enable_total_cancellation());
    co_await asio::this_coro::throw_if_cancelled(false);
    co_return co_await co_fill(std::move(self), calls, report, std::move(options));
  }
  static asio::awaitable<execution_status> co_fill(std::shared_ptr<state> self, std::span<const tool_call> calls,
                                                   execution_report& report, run_options options) {
    if constexpr (!waits) {
      const asio::cancellation_state heard = co_await asio::this_coro::cancellation_state;
      if (heard.cancelled() != asio::cancellation_type::none) {
        std::stop_source stopped;
        stopped.request_stop();
        options.stop = stopped.get_token();
      }
      if (Policies::rare_type::batch_type::limit.count == 0) co_return self->core.execute(calls, report, options);
    }
    report.clear();
    if (report.outcomes.capacity() < calls.size() && !detail::make_room(report, calls.size())) co_return report.status;
    std::shared_ptr<run_type> run;
    try {
      const asio::any_io_executor here = co_await asio::this_coro::executor;
      run = std::make_shared<run_type>(self, detail::executor_insides::policies(self->core), self->flow, asio::make_strand(here), calls,
                                       report, options);
    } catch (...) {
      report.status = execution_status::no_room;
    }
    if (run == nullptr) co_return report.status;
    for (std::size_t i = 0; i != calls.size(); ++i) {
      tool_outcome& out = report.outcomes.emplace_back();
      out.call_id = calls[i].id;
      out.name = calls[i].name;
      out.position = static_cast<std::uint32_t>(i);
    }
    // By a handler of our own: Asio 1.81 passes a cancellation to another executor by the address of a signal that may be gone.
    const bool throws = co_await asio::this_coro::throw_if_cancelled();
    co_await asio::this_coro::throw_if_cancelled(false);
    const asio::cancellation_state heard = co_await asio::this_coro::cancellation_state;
    if (heard.cancelled() != asio::cancellation_type::none) run->stop();
    asio::cancellation_slot slot = heard.slot();
    if (slot.is_connected()) slot.assign(detail::stop_on_cancellation<Policies>{run});
    co_await asio::co_spawn(run->strand, detail::drive(run, detail::executor_insides::set<Tools, Policies, Names>(self->core)),
                            asio::bind_cancellation_slot(asio::cancellation_slot(), asio::use_awaitable));
    if (slot.is_connected()) slot.clear();
    co_await asio::this_coro::throw_if_cancelled(throws);
    co_return report.status;
  }

  std::shared_ptr<state> state_;
};

template <class... Part>
async_executor(Part...) -> async_executor<typename detail::async_composed<Part...>::tools_type,
                                          typename detail::async_composed<Part...>::policies_type,
                                          typename detail::async_composed<Part...>::names_type>;

}  // namespace tacet
