// SPDX-License-Identifier: MIT
// The steady clock as a part of an executor: the machine's time, Asio's timers, no bytes.
#include "support/catch.hpp"

#include <tacet/async/real_clock.hpp>
#include <tacet/phase/family.hpp>

#include <boost/asio/io_context.hpp>

#include <chrono>
#include <type_traits>

namespace asio = boost::asio;
using namespace std::chrono_literals;
using tacet::real_clock;

TEST_CASE("it is the steady clock, and takes no room") {
  STATIC_REQUIRE(std::is_empty_v<real_clock>);
  STATIC_REQUIRE(tacet::has_family<real_clock>);
  STATIC_REQUIRE(std::is_same_v<real_clock::family, tacet::families::clock>);
  const auto before = std::chrono::steady_clock::now();
  const auto now = real_clock().now();
  CHECK(before <= now);
  CHECK(now <= std::chrono::steady_clock::now());
}

TEST_CASE("its timers are Asio's: they end by time, and by a cancel") {
  asio::io_context io;
  const real_clock clock;
  auto ends = clock.make_timer(io.get_executor()), never = clock.make_timer(io.get_executor());
  const auto start = clock.now();
  boost::system::error_code first, second;
  real_clock::time_point when;
  never.expires_after(24h);
  ends.expires_after(1ms);
  never.async_wait([&](auto error) { second = error; });
  ends.async_wait([&](auto error) {
    first = error;
    when = clock.now();
    never.cancel();
  });
  CHECK(io.run() == 2);
  CHECK_FALSE(first);
  CHECK(when - start >= 1ms);
  CHECK(second == asio::error::operation_aborted);
}
