// SPDX-License-Identifier: MIT
// What checks and guards answer, and their defaults.
#include "support/catch.hpp"

#include <tacet/values/verdicts.hpp>

using namespace tacet;

TEST_CASE("a block is an error for a reason of policy unless said otherwise") {
  const auto plain = precondition_verdict::block("no");
  CHECK_FALSE(plain.admitted);
  CHECK(plain.content.view() == "no");
  CHECK(plain.reason == outcome_reason::policy);
  CHECK(plain.is_error);
  CHECK_FALSE(plain.undetermined);
  const auto mild = precondition_verdict::block("later", outcome_reason::budget_spent, false);
  CHECK(mild.reason == outcome_reason::budget_spent);
  CHECK_FALSE(mild.is_error);
}

TEST_CASE("unavailable is no objection and says nothing to the model") {
  const auto gone = precondition_verdict::unavailable();
  CHECK(gone.admitted);
  CHECK(gone.undetermined);
  CHECK_FALSE(gone.is_error);
  CHECK(gone.content.view().empty());
  CHECK(gone.reason == outcome_reason::rules_unavailable);
  CHECK(precondition_verdict::unavailable(outcome_reason::skill_condition).reason ==
        outcome_reason::skill_condition);
}

TEST_CASE("the defaults are those of the contract") {
  CHECK(skip{}.is_error);
  CHECK(steering_result{}.is_error);
  CHECK(steering_result{}.origin == call_phase::steering);
  CHECK_FALSE(termination_verdict{}.terminate);
  CHECK(termination_verdict{}.reason == stop_reason::none);
}
