// SPDX-License-Identifier: MIT
// The dialects as data: what is the same, and what must differ.
#include "support/catch.hpp"

#include <tacet/json/dialect.hpp>

#include <set>
#include <string_view>

using namespace tacet;
using json::rules_of;
using json::schema_dialect;

TEST_CASE("plain JSON Schema can express everything, without limits") {
  constexpr json::dialect_rules rules = rules_of(schema_dialect::plain);
  STATIC_REQUIRE((rules.bounds && rules.lengths && rules.counts && rules.defaults));
  STATIC_REQUIRE((rules.open_objects && rules.closed_objects && rules.any_value && rules.null_type));
  STATIC_REQUIRE_FALSE((rules.all_required || rules.any_of_alone || rules.first_members_differ));
  STATIC_REQUIRE(rules.levels == SIZE_MAX);
}

TEST_CASE("both strict dialects close every object, and only OpenAI's wants every member") {
  for (const auto dialect : {schema_dialect::openai_strict, schema_dialect::anthropic_strict}) {
    CHECK(rules_of(dialect).closed_objects);
    CHECK_FALSE(rules_of(dialect).open_objects);
    CHECK_FALSE(rules_of(dialect).any_value);
  }
  STATIC_REQUIRE(rules_of(schema_dialect::openai_strict).all_required);
  STATIC_REQUIRE_FALSE(rules_of(schema_dialect::anthropic_strict).all_required);
}

TEST_CASE("Gemini's subset knows no additionalProperties, so no object is closed") {
  STATIC_REQUIRE_FALSE(rules_of(schema_dialect::gemini).open_objects);
  STATIC_REQUIRE_FALSE(rules_of(schema_dialect::gemini).closed_objects);
  STATIC_REQUIRE_FALSE(rules_of(schema_dialect::gemini).null_type);
}

TEST_CASE("every dialect has a name of its own") {
  std::set<std::string_view> names;
  for (const auto dialect : {schema_dialect::plain, schema_dialect::openai_strict, schema_dialect::anthropic,
                             schema_dialect::anthropic_strict, schema_dialect::gemini})
    names.insert(to_text(dialect));
  CHECK(names.size() == 5);
  STATIC_REQUIRE(to_text(schema_dialect::openai_strict) == "OpenAI strict");
  STATIC_REQUIRE(to_text(schema_dialect::gemini) == "Gemini");
}
