// SPDX-License-Identifier: MIT
// The executors of the stress test, each composed in another way, without their types.
#pragma once

#include "stress/async_ledger.hpp"

#include <tacet/async/detail/flow_state.hpp>
#include <tacet/async/worker_pool.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/cancellation_signal.hpp>

#include <functional>
#include <span>
#include <string_view>
#include <vector>

namespace stress {

inline constexpr std::uint32_t scarce_calls = 100;

/// What may befall a call of an executor beside what its tool does.
struct traits {
  std::vector<std::string_view> tools;
  bool judges = false;
  bool overloads = false;
  bool breaks = false;
  bool retries = false;
  bool limits_time = false;
};
struct composition {
  traits about;
  std::function<asio::awaitable<void>(asio::any_io_executor, std::span<const tacet::tool_call>,
                                      tacet::execution_report&, tacet::run_options, asio::cancellation_slot)>
      run;
  std::function<tacet::abandoned_work()> abandoned;
};

composition in_sequence(ledger& book);
composition judged(ledger& book);
composition crowded(ledger& book);
composition stacked(ledger& book);
composition on_workers(ledger& book, const tacet::worker_pool& pool);
composition on_workers_in_sequence(ledger& book, const tacet::worker_pool& pool);
composition plain(ledger& book);

}  // namespace stress
