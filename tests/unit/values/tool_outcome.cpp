// SPDX-License-Identifier: MIT
// The defaults of an outcome.
#include "support/catch.hpp"

#include <tacet/values/tool_outcome.hpp>

#include <type_traits>

using namespace tacet;

TEST_CASE("an outcome begins as the contract says") {
  constexpr tool_outcome out{};
  STATIC_REQUIRE_FALSE(out.is_error);
  STATIC_REQUIRE(out.attempts == 0);
  STATIC_REQUIRE(out.kind == outcome_kind::succeeded);
  STATIC_REQUIRE(out.phase == call_phase::dispatch);
  STATIC_REQUIRE(out.reason == outcome_reason::none);
  STATIC_REQUIRE_FALSE(static_cast<bool>(out.value));
  STATIC_REQUIRE_FALSE((out.undetermined || out.guard_failed || out.adjusted));
  STATIC_REQUIRE(std::is_trivially_copyable_v<tool_outcome>);
  CHECK(tool_outcome{"id", "name"}.name == "name");
}
