// SPDX-License-Identifier: MIT
// The errors of tools.
#include "support/catch.hpp"

#include <tacet/tool/errors.hpp>

#include <chrono>
#include <string>
#include <type_traits>

using namespace tacet;

TEST_CASE("a tool error keeps its words and its permanence") {
  const tool_error plain("no such row");
  CHECK(std::string(plain.what()) == "no such row");
  CHECK_FALSE(plain.permanent());
  CHECK(tool_error("gone", permanence::permanent).permanent());
  const tool_error copy = plain;
  CHECK(std::string(copy.what()) == "no such row");
}

TEST_CASE("an error made of a constant holds its address") {
  static constexpr char text[] = "the lock of the table was not got";
  const not_applied error{constant_text(text)};
  CHECK(error.what() == text);
  const not_applied copy = error;
  CHECK(copy.what() == text);
  CHECK(tool_error(constant_text("gone"), permanence::permanent).permanent());
}

namespace {
struct quota_error : tool_error {
  using tool_error::tool_error;
  int left = 3;
};
}  // namespace

TEST_CASE("an error of any type says how long to wait, and stays of its type") {
  using namespace std::chrono_literals;
  CHECK_FALSE(tool_error("busy").retry_after().has_value());
  CHECK_FALSE(tool_error(constant_text("busy"), permanence::permanent).retry_after().has_value());
  CHECK(tool_error("busy", retry_after(5s)).retry_after() == 5s);
  CHECK_FALSE(tool_error("busy", retry_after(5s)).permanent());
  CHECK(tool_error(constant_text("busy"), retry_after(1ns)).retry_after() == 1ns);
  CHECK(tool_error("busy", retry_after(0s)).retry_after() == 0s);
  CHECK(tool_error("busy", retry_after(-1ns)).retry_after() == 0s);
  CHECK(tool_error("busy", retry_after(std::chrono::nanoseconds::min())).retry_after() == 0s);
  CHECK(tool_error("busy", retry_after(std::chrono::hours::max())).retry_after() == std::chrono::nanoseconds::max());
  const not_applied locked("locked", retry_after(2min));
  const not_applied copy = locked;
  CHECK(copy.retry_after() == 2min);
  CHECK(std::string(copy.what()) == "locked");
  CHECK(timed_out("late", retry_after(1s)).retry_after() == 1s);
  const quota_error own("none left", retry_after(1h));
  CHECK(own.retry_after() == 1h);
  CHECK(own.left == 3);
  const tool_error sliced = own;
  CHECK(sliced.retry_after() == 1h);
  STATIC_REQUIRE(retry_after(-5s).wait == duration{});
  STATIC_REQUIRE_FALSE(std::is_convertible_v<std::chrono::seconds, retry_after>);
}

#if defined(__cpp_exceptions)

TEST_CASE("not applied is caught as a tool error, cancellation as no exception of the standard") {
  try {
    throw not_applied("refused");
  } catch (const tool_error& error) {
    CHECK(std::string(error.what()) == "refused");
    CHECK_FALSE(error.permanent());
  }
  try {
    throw not_applied("busy", retry_after(std::chrono::seconds(3)));
  } catch (const not_applied& error) {  // as which a copy of the base would not be caught
    CHECK(error.retry_after() == std::chrono::seconds(3));
  }
  STATIC_REQUIRE(std::is_base_of_v<std::exception, tool_error>);
  STATIC_REQUIRE_FALSE(std::is_base_of_v<std::exception, cancelled>);
}

#endif
