// SPDX-License-Identifier: MIT
// Every rule answers true when it holds; that it is an error when it does not is tested by compiling.
#include "support/catch.hpp"

#include <tacet/rule/rules.hpp>

using namespace tacet::rule;

TEST_CASE("a rule that holds says nothing") {
  STATIC_REQUIRE(name_is_taken_by_providers<true>());
  STATIC_REQUIRE(options_are_tool_options<int, true>());
  STATIC_REQUIRE(options_stand_once<int, true>());
  STATIC_REQUIRE(notes_fit_members<int, true>());
  STATIC_REQUIRE(has_one_signature<int, true>());
  STATIC_REQUIRE(takes_arguments_and_context<int, true>());
  STATIC_REQUIRE(arguments_are_a_struct<int, true>());
  STATIC_REQUIRE(arguments_have_no_base<int, true>());
  STATIC_REQUIRE(arguments_are_default_made<int, true>());
  STATIC_REQUIRE(arguments_have_no_c_array<int, true>());
  STATIC_REQUIRE(arguments_are_few<int, true>());
  STATIC_REQUIRE(arguments_are_finite<int, true>());
  STATIC_REQUIRE(notes_name_members<int, true>());
  STATIC_REQUIRE(member_is_readable<int, true>());
  STATIC_REQUIRE(enumerators_are_known<int, true>());
  STATIC_REQUIRE(result_is_writable<int, true>());
  STATIC_REQUIRE(once_is_retried_only_before_its_effect<int, true>());
  STATIC_REQUIRE(multiplier_is_finite<1, true>());
  STATIC_REQUIRE(tool_names_differ<int, true>());
  STATIC_REQUIRE(part_is_a_tool<int, true>());
  STATIC_REQUIRE(part_has_a_family<int, true>());
  STATIC_REQUIRE(family_stands_once<int, true>());
  STATIC_REQUIRE(executor_has_tools<int, true>());
  STATIC_REQUIRE(capability_is_granted<int, true>());
  STATIC_REQUIRE(guard_answers_skip<int, true>());
  STATIC_REQUIRE(check_answers_verdict<int, true>());
  STATIC_REQUIRE(threshold_fits_the_window<1, true>());
}
