// SPDX-License-Identifier: MIT
// Limits that are chosen at run time do what the same limits as types do.
#include "support/catch.hpp"

#include <tacet/erased/any_time_limit.hpp>
#include <tacet/tacet.hpp>

#include <chrono>
#include <optional>

using namespace std::chrono_literals;
using namespace tacet;

namespace {

using time_point = std::chrono::steady_clock::time_point;

// How far away the deadline is that a tool is told, if it is told one.
template <class... Part> std::optional<std::chrono::nanoseconds> told(const Part&... part) {
  std::optional<time_point> seen;
  const tool_executor executor{tools{tool<"look">([&seen](tool_context& context) { seen = context.deadline(); }, read_only)}, part...};
  const tool_call call{"1", "look"};
  const auto before = std::chrono::steady_clock::now();
  CHECK_FALSE(executor.execute({&call, 1}).outcomes.at(0).is_error);
  if (!seen.has_value()) return std::nullopt;
  return *seen - before;
}

// The attempts of a tool that fails each time.
template <class... Part> int attempts(const Part&... part) {
  const tool_executor executor{tools{tool<"look">([](tool_context&) -> tool_result<int> { return tool_error("no"); }, read_only)},
                               retries<retry_schedule{.max_attempts = 5, .backoff = 20ms, .multiplier = 1}>{}, part...};
  const tool_call call{"1", "look"};
  return executor.execute({&call, 1}).outcomes.at(0).attempts;
}

}  // namespace

TEST_CASE("a limit is told to the tool, and none is where it is nothing") {
  CHECK_FALSE(told(any_attempt_timeout{}).has_value());
  CHECK_FALSE(told(any_deadline{}).has_value());
  CHECK_FALSE(told(any_attempt_timeout{-1s}, any_deadline{0s}).has_value());
  for (const auto& far : {told(any_attempt_timeout{1h}), told(any_deadline{1h}), told(any_attempt_timeout{1h}, any_deadline{2h}),
                          told(any_attempt_timeout{2h}, any_deadline{1h}), told(any_attempt_timeout{2h}, deadline<1h>{}),
                          told(attempt_timeout<1h>{}, any_deadline{2h})}) {
    REQUIRE(far.has_value());
    CHECK(*far >= 1h);
    CHECK(*far < 1h + 10min);
  }
  // A limit of centuries is none, and overflows nothing.
  CHECK(told(any_attempt_timeout{std::chrono::nanoseconds::max()}).has_value());
  CHECK(told(any_deadline{std::chrono::nanoseconds::max()}).value_or(1h) >= 1h);
}

TEST_CASE("no wait begins that would end behind the deadline") {
  CHECK(attempts() == 5);
  CHECK(attempts(any_deadline{}) == 5);
  CHECK(attempts(any_deadline{10min}) == 5);
  CHECK(attempts(any_deadline{10ms}) == 1);
}

TEST_CASE("nothing is promised of them at compile time") {
  const auto look = [](tool_context&) {};
  const tool_executor executor{tools{tool<"look">(look)}, any_attempt_timeout{1s}, any_deadline{1s}};
  STATIC_REQUIRE_FALSE(worst_case<decltype(executor)>.bounded());
}
