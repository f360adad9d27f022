// SPDX-License-Identifier: MIT
// The errors of tools.
#include "support/catch.hpp"

#include <tacet/tool/errors.hpp>

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

#if defined(__cpp_exceptions)

TEST_CASE("not applied is caught as a tool error, cancellation as no exception of the standard") {
  try {
    throw not_applied("refused");
  } catch (const tool_error& error) {
    CHECK(std::string(error.what()) == "refused");
    CHECK_FALSE(error.permanent());
  }
  STATIC_REQUIRE(std::is_base_of_v<std::exception, tool_error>);
  STATIC_REQUIRE_FALSE(std::is_base_of_v<std::exception, cancelled>);
}

#endif
