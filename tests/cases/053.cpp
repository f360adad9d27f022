// SPDX-License-Identifier: MIT
// Case 53: jitter stays inside the cap and keeps its spread there; what a server asks for is only added to.
#include "support/catch.hpp"
#include "unit/async/support.hpp"

#include <tacet/tacet.hpp>

#include <chrono>
#include <cmath>
#include <set>

using namespace std::chrono_literals;

TEST_CASE("053 a delay with jitter is between nothing and the cap") {
  const double last = std::nextafter(1.0, 0.0);
  for (const double jitter : {0.0, 0.1, 0.5, 1.0, 7.0, -1.0}) {
    const tacet::retry_schedule s{.max_attempts = 2, .backoff = 1s, .longest = 5s, .jitter = jitter};
    for (const std::int64_t attempt : {1, 2, 3, 4, 30, 1'000'000})
      for (const double unit : {0.0, 0.5, last, 1.0}) {
        INFO("jitter " << jitter << " attempt " << attempt << " unit " << unit);
        CHECK(s.delay_for(attempt, unit) >= 0ns);
        CHECK(s.delay_for(attempt, unit) <= 5s);
      }
  }
}

TEST_CASE("053 a saturated delay is still spread") {
  const tacet::retry_schedule s{.max_attempts = 2, .backoff = 1s, .longest = 6s, .jitter = 0.5};
  CHECK(s.delay_for(50, 0.0) == 2s);
  CHECK(s.delay_for(50, 0.5) == 4s);
  std::set<std::chrono::nanoseconds> delays;
  for (int i = 0; i < 1000; ++i) delays.insert(s.delay_for(50, i / 1000.0));
  CHECK(delays.size() == 1000);
  CHECK(*delays.rbegin() <= 6s);
}

TEST_CASE("053 what a server asks for is never shortened, and above the cap the error is surfaced") {
  const tacet::retry_schedule s{
      .max_attempts = 2, .backoff = 1s, .longest = 10s, .jitter = 1, .heeds_retry_after = true};
  for (const double unit : {0.0, 0.1, 0.5, std::nextafter(1.0, 0.0)}) {
    CHECK(s.delay_for(1, unit, 8s) >= 8s);
    CHECK(s.delay_for(1, unit, 8s) <= 10s);
    CHECK_FALSE(s.delay_for(1, unit, 11s).has_value());
  }
  const tacet::tool_executor executor{tacet::tools{tacet::tool<"fetch">(
                                          []() -> tacet::tool_result<int> {
                                            return tacet::tool_error("The quota is used up.",
                                                                     tacet::retry_after(1h));
                                          },
                                          tacet::read_only)},
                                      tacet::run_time_retries<>{s}};
  const tacet::tool_call call{"1", "fetch"};
  const auto report = executor.execute({&call, 1});
  CHECK(report.outcomes[0].attempts == 1);
  CHECK(report.outcomes[0].content == "The quota is used up.");
}

TEST_CASE(
    "053 the waits that are really made are within the cap, and none is shorter than what was asked for") {
  using tacet_async::world;
  std::set<std::chrono::nanoseconds> spread;
  for (int i = 0; i != 50; ++i) {
    world w;
    std::vector<std::chrono::nanoseconds> entered;
    const tacet::async_executor executor{tacet::tools{tacet::tool<"fetch">(
                                             [&](tacet::tool_context& c) -> tacet_async::awaitable<int> {
                                               entered.push_back(w.now());
                                               if (c.attempt() == 5)
                                                 throw tacet::tool_error("busy", tacet::retry_after(8s));
                                               throw std::runtime_error("x");
                                               co_return 1;
                                             },
                                             tacet::read_only)},
                                         tacet::retries<tacet::retry_schedule{.max_attempts = 6,
                                                                              .backoff = 6s,
                                                                              .multiplier = 1,
                                                                              .longest = 9s,
                                                                              .jitter = 1,
                                                                              .heeds_retry_after = true}>{},
                                         w.clock};
    const std::string id = std::to_string(i);
    const auto report = w.run(executor, {{id, "fetch"}});
    REQUIRE(report.outcomes[0].attempts == 6);
    REQUIRE(entered.size() == 6);
    for (std::size_t k = 1; k != 5; ++k) {
      CHECK(entered[k] - entered[k - 1] >= 0s);
      CHECK(entered[k] - entered[k - 1] <= 9s);
      spread.insert(entered[k] - entered[k - 1]);
    }
    CHECK(entered[5] - entered[4] >= 8s);
    CHECK(entered[5] - entered[4] <= 9s);
  }
  CHECK(spread.size() > 150);
}
