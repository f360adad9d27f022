// SPDX-License-Identifier: MIT
// A call is three views and a mark.
#include "support/catch.hpp"

#include <tacet/values/tool_call.hpp>

#include <type_traits>

using namespace tacet;

TEST_CASE("a call that says nothing has no id, no name, and no arguments") {
  constexpr tool_call call{};
  STATIC_REQUIRE(call.id.empty());
  STATIC_REQUIRE(call.name.empty());
  STATIC_REQUIRE(call.arguments == "{}");
  STATIC_REQUIRE_FALSE(call.cut);
  STATIC_REQUIRE(std::is_trivially_copyable_v<tool_call>);
  CHECK(tool_call{"1", "search"}.arguments == "{}");
}
