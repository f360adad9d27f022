// SPDX-License-Identifier: MIT
// The defaults of a line of the trace.
#include "support/catch.hpp"

#include <tacet/values/phase_record.hpp>

#include <type_traits>

using namespace tacet;

TEST_CASE("a record names its call by id and by position") {
  const phase_record record{call_phase::steering, "id", phase_action::skipped, "why", "pay", 4};
  CHECK(record.call_id == "id");
  CHECK(record.tool_name == "pay");
  CHECK(record.position == 4);
  STATIC_REQUIRE(phase_record{}.detail.empty());
  STATIC_REQUIRE(std::is_trivially_copyable_v<phase_record>);
}
