// SPDX-License-Identifier: MIT
// Every rule answers true when it holds; that it is an error when it does not is tested in tests/reject.
#include "support/catch.hpp"

#include <tacet/rule/binding_rules.hpp>

using namespace tacet::rule;

TEST_CASE("a rule about a binding that holds says nothing") {
  STATIC_REQUIRE(options_are_binder_options<int, true>());
  STATIC_REQUIRE(model_moves_without_throwing<int, true>());
  STATIC_REQUIRE(bind_tools_gives_the_model<int, true>());
  STATIC_REQUIRE(bound_tools_are_described<int, true>());
  STATIC_REQUIRE(annotation_is_bindable<int, true>());
  STATIC_REQUIRE(forced_choice_can_be_kept<int, true>());
}
