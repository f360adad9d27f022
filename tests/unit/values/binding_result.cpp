// SPDX-License-Identifier: MIT
// The reasons of a binding, and what follows from each.
#include "support/catch.hpp"

#include <tacet/reflect/enum_names.hpp>
#include <tacet/values/binding_result.hpp>

#include <algorithm>
#include <iterator>
#include <string>

using namespace tacet;

TEST_CASE("every reason says whether the tools are bound and whether something is missing") {
  const struct {
    binding_reason reason;
    bool bound, degraded;
  } rows[] = {
      {binding_reason::bound, true, false},
      {binding_reason::no_tools, false, false},
      {binding_reason::tools_unsupported, false, true},
      {binding_reason::forced_choice_unsupported, true, true},
      {binding_reason::forced_choice_unknown, true, true},
      {binding_reason::schema_rejected, true, true},
      {binding_reason::bind_failed, false, true},
  };
  CHECK(std::size(rows) == reflect::enum_values<binding_reason>.size());
  for (const auto& row : rows) {
    const binding_result<int> result{7, row.reason};
    CHECK(result.bound == row.bound);
    CHECK(result.degraded == row.degraded);
    CHECK(result.model == 7);
    CHECK_FALSE(result.forced_choice.has_value());
    CHECK(result.notes.empty());
  }
}

TEST_CASE("the text of a reason is its name with blanks") {
  for (const auto& known : reflect::enum_values<binding_reason>) {
    std::string name(known.name);
    std::replace(name.begin(), name.end(), '_', ' ');
    CHECK(to_text(known.value) == name);
  }
}
