// SPDX-License-Identifier: MIT
// Every rule answers true when it holds; that it is an error when it does not is tested in tests/reject.
#include "support/catch.hpp"

#include <tacet/rule/rules.hpp>

#include <type_traits>

using namespace tacet::rule;

TEST_CASE("a rule that holds says nothing") {
  STATIC_REQUIRE(name_is_taken_by_providers<int, true>());
  STATIC_REQUIRE(options_are_tool_options<int, true>());
  STATIC_REQUIRE(options_stand_once<int, true>());
  STATIC_REQUIRE(has_one_signature<int, true>());
  STATIC_REQUIRE(takes_arguments_and_context<int, true>());
  STATIC_REQUIRE(arguments_are_a_struct<int, true>());
  STATIC_REQUIRE(arguments_have_no_base<int, true>());
  STATIC_REQUIRE(arguments_are_default_made<int, true>());
  STATIC_REQUIRE(arguments_have_no_c_array<int, true>());
  STATIC_REQUIRE(arguments_are_few<int, true>());
  STATIC_REQUIRE(arguments_are_finite<int, true>());
  STATIC_REQUIRE(notes_name_members<int, true>());
  STATIC_REQUIRE(notes_fit_members<int, true>());
  STATIC_REQUIRE(notes_leave_a_value<int, true>());
  STATIC_REQUIRE(member_is_readable<int, true>());
  STATIC_REQUIRE(enumerators_are_known<int, true>());
  STATIC_REQUIRE(result_is_writable<int, true>());
  STATIC_REQUIRE(progress_is_writable<int, true>());
  STATIC_REQUIRE(once_is_retried_only_before_its_effect<int, true>());
  STATIC_REQUIRE(multiplier_is_finite<int, true>());
  STATIC_REQUIRE(jitter_is_a_share<int, true>());
  STATIC_REQUIRE(tool_names_differ<int, int, true>());
  STATIC_REQUIRE(part_is_a_tool<int, true>());
  STATIC_REQUIRE(blocking_tool_is_not_waited_for<int, true>());
  STATIC_REQUIRE(hedged_tool_is_waited_for<int, true>());
  STATIC_REQUIRE(once_is_not_hedged<int, true>());
  STATIC_REQUIRE(guard_answers_skip<int, true>());
  STATIC_REQUIRE(approver_answers_decision<int, true>());
  STATIC_REQUIRE(batch_is_made_without_throwing<int, true>());
  STATIC_REQUIRE(check_answers_verdict<int, true>());
  STATIC_REQUIRE(words_are_text<int, true>());
  STATIC_REQUIRE(skills_are_a_range<int, true>());
  STATIC_REQUIRE(state_is_called_for<int, true>());
  STATIC_REQUIRE(expression_is_judged_over_text<int, true>());
  STATIC_REQUIRE(condition_answers_bool<int, int, true>());
  STATIC_REQUIRE(sink_takes_progress<int, true>());
  STATIC_REQUIRE(hook_takes_diagnosis<int, true>());
  STATIC_REQUIRE(sink_takes_record<int, true>());
  STATIC_REQUIRE(generator_produces_values<int, true>());
  STATIC_REQUIRE(settings_are_readable<int, true>());
  STATIC_REQUIRE(threshold_fits_the_window<int, int, true>());
}

TEST_CASE("numbers in the line about a rule are types of their own") {
  STATIC_REQUIRE_FALSE(std::is_same_v<threshold_of<3>, threshold_of<2>>);
  STATIC_REQUIRE_FALSE(std::is_same_v<threshold_of<3>, window_of<3>>);
  STATIC_REQUIRE(std::is_same_v<multiplier_of<real_number{2}>, multiplier_of<real_number{2.0}>>);
  STATIC_REQUIRE_FALSE(std::is_same_v<multiplier_of<real_number{2}>, multiplier_of<real_number{-2}>>);
}
