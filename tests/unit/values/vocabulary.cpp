// SPDX-License-Identifier: MIT
// The closed vocabularies: every enumerator has a text, which is its name with blanks.
#include "support/catch.hpp"

#include <tacet/reflect/enum_names.hpp>
#include <tacet/values/verdicts.hpp>
#include <tacet/values/vocabulary.hpp>

#include <algorithm>
#include <set>
#include <string>

using namespace tacet;

namespace {

template <class E> void every_text_is_its_name(std::size_t wanted) {
  CHECK(reflect::enum_values<E>.size() == wanted);
  std::set<std::string> seen;
  for (const auto& known : reflect::enum_values<E>) {
    std::string name(known.name);
    std::replace(name.begin(), name.end(), '_', ' ');
    if (name == "invalid json") name = "invalid JSON";
    CHECK(to_text(known.value) == name);
    CHECK(seen.insert(name).second);
  }
}

}  // namespace

TEST_CASE("texts are stable and tell the values apart") {
  every_text_is_its_name<outcome_kind>(8);
  every_text_is_its_name<call_phase>(7);
  every_text_is_its_name<outcome_reason>(33);
  every_text_is_its_name<phase_action>(14);
  every_text_is_its_name<execution_status>(3);
  every_text_is_its_name<tool_effect>(3);
  every_text_is_its_name<stop_reason>(4);
  STATIC_REQUIRE(to_text(outcome_kind::outcome_unknown) == "outcome unknown");
}

TEST_CASE("an effect is read from its text, and what is not known is not repeated") {
  for (const tool_effect one : {tool_effect::read_only, tool_effect::idempotent, tool_effect::once}) CHECK(to_effect(to_text(one)) == one);
  STATIC_REQUIRE(to_effect("read_only") == tool_effect::read_only);
  for (const char* const other : {"", "readonly", "destructive", "Once", "READ_ONLY"}) CHECK(to_effect(other) == tool_effect::once);
}

TEST_CASE("phases stand in the order in which a call passes them") {
  CHECK(call_phase::decoding < call_phase::preconditions);
  CHECK(call_phase::preconditions < call_phase::steering);
  CHECK(call_phase::steering < call_phase::dispatch);
  CHECK(call_phase::dispatch < call_phase::result);
}
