// SPDX-License-Identifier: MIT
// The steady clock of the machine and its timers, as the part of an executor that stands where no other clock does.
#pragma once

#include <tacet/phase/family.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/steady_timer.hpp>

#include <chrono>
#include <utility>

namespace tacet {

/// Time as it passes. An empty object.
struct real_clock {
  using family = families::clock;
  using duration = std::chrono::steady_clock::duration;
  using time_point = std::chrono::steady_clock::time_point;
  using timer = boost::asio::steady_timer;

  [[nodiscard]] static time_point now() noexcept { return std::chrono::steady_clock::now(); }
  /// The executor is not empty; throws what Asio throws when its context can have no timers.
  [[nodiscard]] timer make_timer(boost::asio::any_io_executor executor) const {
    return timer(std::move(executor));
  }
};

}  // namespace tacet
