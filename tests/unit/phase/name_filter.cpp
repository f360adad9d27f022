// SPDX-License-Identifier: MIT
// A tool runs by its name or does not, whatever the model calls it.
#include "support/catch.hpp"
#include "unit/support/allocations.hpp"

#include <tacet/phase/name_filter.hpp>
#include <tacet/tacet.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

using tacet::name_filter;
using names = std::vector<std::string>;

namespace {

std::size_t runs = 0;
auto two_tools() {
  return tacet::tools{tacet::tool<"read">([] { return ++runs, 1; }, tacet::read_only),
                      tacet::tool<"remove">([] { return ++runs, 2; })};
}
tacet::outcome_reason answer(const name_filter& filter, std::string_view tool) {
  const tacet::tool_executor executor{two_tools(), tacet::preconditions{filter}};
  const tacet::tool_call call{"1", tool};
  const auto report = executor.execute({&call, 1});
  CHECK(report.outcomes.size() == 1);
  return report.outcomes[0].reason;
}

}  // namespace

TEST_CASE("a name filter admits what is allowed and not denied") {
  constexpr auto admitted = tacet::outcome_reason::none;
  constexpr auto refused = tacet::outcome_reason::policy;
  struct row {
    name_filter filter;
    tacet::outcome_reason read, remove;
  };
  const row rows[] = {
      {name_filter{}, admitted, admitted},
      {{std::nullopt, {}}, admitted, admitted},
      {{std::nullopt, {"remove"}}, admitted, refused},
      {{names{"read"}, {}}, admitted, refused},
      {{names{}, {}}, refused, refused},
      {{names{"remove", "read"}, {"remove"}}, admitted, refused},
      {{names{"read", "read", "zz", "a"}, {"zz", "zz"}}, admitted, refused},
      {{std::nullopt, {"REMOVE", "remov", "removed", "", "remove "}}, admitted, admitted},
  };
  for (const row& one : rows) {
    runs = 0;
    CHECK(answer(one.filter, "read") == one.read);
    CHECK(answer(one.filter, "remove") == one.remove);
    CHECK(runs == (one.read == admitted ? 1U : 0U) + (one.remove == admitted ? 1U : 0U));
    CHECK(one.filter.admits("read") == (one.read == admitted));
    CHECK(one.filter.admits("remove") == (one.remove == admitted));
  }
}

TEST_CASE("no spelling that leads to a denied tool leads past the filter") {
  for (const std::string_view spelled :
       {"remove", "functions.remove", "default_api.remove", "functions:remove", "remove "}) {
    runs = 0;
    const auto reason = answer({std::nullopt, {"remove"}}, spelled);
    CHECK(runs == 0);
    CHECK((reason == tacet::outcome_reason::policy || reason == tacet::outcome_reason::unknown_tool));
  }
  // One of them is a spelling of the tool, so that the above says something.
  CHECK(answer({}, "functions.remove") == tacet::outcome_reason::none);
  CHECK(answer({std::nullopt, {"functions.remove"}}, "functions.remove") == tacet::outcome_reason::none);
}

TEST_CASE("an unknown tool is unknown and not refused") {
  CHECK(answer({names{}, {"absent"}}, "absent") == tacet::outcome_reason::unknown_tool);
}

TEST_CASE("a name filter is asked without an allocation, and not at all where it admits all") {
  const name_filter filter{names{std::string(100, 'a'), "read"}, {std::string(100, 'b')}};
  const tacet::tool_call call{"1", "remove"};
  tacet::tool_descriptor tool;
  tool.name = "remove";
  const std::size_t before = tacet_test::allocations;
  const auto verdict = filter(tacet::pending_call{call, tool});
  CHECK(tacet_test::allocations == before);
  REQUIRE(verdict.has_value());
  CHECK(verdict->is_error);
  CHECK_FALSE(verdict->content.view().empty());
  CHECK(name_filter{}.idle_for(tool));
  CHECK_FALSE(filter.idle_for(tool));
  CHECK_FALSE(name_filter(names{}, {}).idle_for(tool));
}
