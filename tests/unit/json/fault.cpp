// SPDX-License-Identifier: MIT
// Faults and the reasons they become.
#include "support/catch.hpp"

#include <tacet/json/explain.hpp>
#include <tacet/json/fault.hpp>
#include <tacet/reflect/enum_names.hpp>

using namespace tacet;
using json::fault_code;

TEST_CASE("every fault has a reason, and those of the grammar have one of two") {
  CHECK(json::to_reason(fault_code::none) == outcome_reason::none);
  std::size_t grammar = 0;
  for (const auto& known : reflect::enum_values<fault_code>) {
    if (known.value == fault_code::none) continue;
    const outcome_reason reason = json::to_reason(known.value);
    INFO(known.name);
    CHECK(reason != outcome_reason::none);
    const bool invalid = reason == outcome_reason::invalid_json || reason == outcome_reason::too_deep;
    CHECK(json::is_grammar(known.value) == invalid);
    grammar += invalid;
  }
  CHECK(grammar == 9);
  CHECK(json::to_reason(fault_code::encoded_twice) == outcome_reason::wrong_type);
  CHECK(json::to_reason(fault_code::above_maximum) == outcome_reason::out_of_range);
}

TEST_CASE("a failed decoder returns null and leaves the fault") {
  json::context c;
  const char text[] = "x";
  const char* const failed = json::fail(c, text, fault_code::wrong_type, "a number");
  CHECK(failed == nullptr);
  CHECK(c.at == text);
  CHECK(c.expected == "a number");
}
