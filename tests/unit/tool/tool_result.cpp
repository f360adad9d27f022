// SPDX-License-Identifier: MIT
// A value or an error, as a value.
#include "support/catch.hpp"

#include <tacet/tool/tool_result.hpp>

#include <memory>
#include <optional>
#include <string>

using namespace tacet;

static tool_result<std::string> find(int row) {
  if (row == 0) return tool_error("no such row", permanence::permanent);
  if (row == 1) return not_applied("locked");
  return "found";
}

TEST_CASE("a result is one of three things") {
  CHECK(find(2).has_value());
  CHECK(*find(2) == "found");
  CHECK_FALSE(find(0));
  CHECK(find(0).error().permanent());
  CHECK_FALSE(find(0).before_effect());
  CHECK(std::string(find(1).error().what()) == "locked");
  CHECK(find(1).before_effect());
  tool_result<std::unique_ptr<int>> owner(std::make_unique<int>(5));
  CHECK(**owner == 5);
  const tool_result<int> number(7);
  CHECK(*number == 7);
  tool_result<std::string> moved = find(2);
  const tool_result<std::string> other = std::move(moved);
  CHECK(*other == "found");
}

TEST_CASE("what looks like std::expected counts as such, an optional does not") {
  STATIC_REQUIRE(expected_like<tool_result<int>>);
  STATIC_REQUIRE_FALSE(expected_like<std::optional<int>>);
  STATIC_REQUIRE_FALSE(expected_like<int>);
  CHECK_FALSE(std::is_convertible_v<int, tool_error>);
}

TEST_CASE("a result of nothing succeeds or has an error") {
  const auto remove = [](int row) -> tool_result<void> {
    if (row == 0) return tool_error("no such row");
    if (row == 1) return not_applied("locked");
    return {};
  };
  CHECK(remove(2).has_value());
  CHECK(static_cast<bool>(remove(2)));
  CHECK(std::string(remove(0).error().what()) == "no such row");
  CHECK_FALSE(remove(0).before_effect());
  CHECK(remove(1).before_effect());
  STATIC_REQUIRE(expected_like<tool_result<void>>);
}

TEST_CASE("a time-out is an error that says so") {
  const tool_result<int> late = timed_out("no answer within 2 s");
  CHECK_FALSE(late.has_value());
  CHECK(late.late());
  CHECK_FALSE(late.before_effect());
  CHECK(std::string(late.error().what()) == "no answer within 2 s");
  CHECK_FALSE(tool_result<int>(tool_error("x")).late());
  CHECK_FALSE(tool_result<int>(3).late());
  const tool_result<void> nothing = timed_out("late");
  CHECK(nothing.late());
  CHECK_FALSE(nothing);
  const tool_result<void> done;
  CHECK(done.has_value());
}
