// SPDX-License-Identifier: MIT
// Every rule answers true when it holds; that it is an error when it does not is tested in tests/reject.
#include "support/catch.hpp"

#include <tacet/rule/executor_rules.hpp>

using namespace tacet::rule;

TEST_CASE("a rule about an executor that holds says nothing") {
  STATIC_REQUIRE(part_has_a_family<int, true>());
  STATIC_REQUIRE(family_stands_once<int, true>());
  STATIC_REQUIRE(executor_has_tools<int, true>());
  STATIC_REQUIRE(nothing_waits<int, true>());
  STATIC_REQUIRE(part_runs_asynchronously<int, true>());
  STATIC_REQUIRE(capability_is_granted<int, int, true>());
  STATIC_REQUIRE(blocking_tool_has_workers<int, true>());
  STATIC_REQUIRE(parallel_can_overlap<int, true>());
  STATIC_REQUIRE(timeout_can_be_kept<int, true>());
  STATIC_REQUIRE(worst_case_fits_the_deadline<int, worst_case_ms<1>, deadline_ms<1>, true>());
  STATIC_REQUIRE(worst_case_names_a_tool<int, true>());
  STATIC_REQUIRE(hook_takes_late_result<int, true>());
  STATIC_REQUIRE(limits_are_positive<int, true>());
  STATIC_REQUIRE(resilience_stands_in_order<int, int, true>());
}
