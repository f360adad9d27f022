// SPDX-License-Identifier: MIT
// What is declared is the standard library's own, and is enough for every duration and clock here.
#include <tacet/std/chrono.hpp>

#include "support/catch.hpp"

#include <chrono>
#include <type_traits>

using namespace std::chrono_literals;

TEST_CASE("durations, clocks and literals are there, and are the standard ones") {
  static_assert(std::is_same_v<decltype(1ms), std::chrono::milliseconds>);
  static_assert(std::chrono::duration_cast<std::chrono::seconds>(1500ms) == 1s);
  static_assert(std::chrono::hours(24) == std::chrono::days(1));
  const std::chrono::steady_clock::time_point before = std::chrono::steady_clock::now();
  CHECK(std::chrono::steady_clock::now() >= before);
  CHECK(std::chrono::system_clock::now().time_since_epoch() > 0s);
}
