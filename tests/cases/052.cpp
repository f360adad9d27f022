// SPDX-License-Identifier: MIT
// Case 52: exponential delays stay inside the cap for every attempt and factor.
#include "support/catch.hpp"

#include <tacet/tacet.hpp>

#include <chrono>
#include <limits>

using namespace std::chrono_literals;

TEST_CASE("052 the delay of any attempt is between nothing and the cap") {
  constexpr double endless = std::numeric_limits<double>::infinity();
  for (const double factor : {0.0, 0.5, 1.0, 2.0, endless, std::numeric_limits<double>::quiet_NaN(), -3.0})
    for (const auto cap : {std::chrono::nanoseconds(0), std::chrono::nanoseconds(5s)}) {
      const tacet::retry_schedule s{.max_attempts = 2, .backoff = 1ms, .multiplier = factor, .longest = cap};
      auto before = s.delay_for(1);
      for (const std::int64_t attempt : {1, 31, 32, 63, 64, 65, 1024, 1'000'000}) {
        INFO("factor " << factor << " attempt " << attempt);
        const auto delay = s.delay_for(attempt);
        CHECK(delay >= 0ns);
        CHECK(delay <= cap);
        if (factor < 1 && factor >= 0) CHECK(delay <= before);
        else CHECK(delay >= before);
        before = delay;
      }
    }
  const tacet::retry_schedule doubling{.max_attempts = 2, .backoff = 1ms, .longest = 5s};
  CHECK(doubling.delay_for(13) == 4096ms);
  for (const std::int64_t attempt : {14, 31, 32, 63, 64, 65, 1024, 1'000'000})
    CHECK(doubling.delay_for(attempt) == 5s);
}
