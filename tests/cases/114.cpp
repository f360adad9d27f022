// SPDX-License-Identifier: MIT
// Case 114: a known prefix on a name is understood where one tool is meant, and the exact name comes first.
#include "support/catch.hpp"

#include <tacet/dynamic/dynamic_tools.hpp>
#include <tacet/tacet.hpp>

#include <string>
#include <utility>
#include <vector>

namespace {

// The tool that ran, and the name that the guard saw.
struct resolved {
  std::string ran;
  std::string guarded;
  bool operator==(const resolved&) const = default;
};
resolved ask(const auto& make, std::string_view name) {
  resolved r;
  const auto executor = make(r);
  const tacet::tool_call call{"c1", name};
  const auto report = executor.execute({&call, 1});
  CHECK((report.outcomes.at(0).kind == tacet::outcome_kind::unknown_tool) == r.ran.empty());
  return r;
}
auto watching(resolved& r) {
  return tacet::steering_gate{[&r](const tacet::pending_call& call) { r.guarded = call.name(); }};
}

}  // namespace

TEST_CASE("114 a prefix the model made up is taken away") {
  const auto make = [](resolved& r) {
    return tacet::tool_executor{tacet::tools{tacet::tool<"probe">([&r] { r.ran = "probe"; })}, watching(r)};
  };
  CHECK(ask(make, "probe") == resolved{"probe", "probe"});
  CHECK(ask(make, "functions.probe") == resolved{"probe", "probe"});
  CHECK(ask(make, "default_api:probe") == resolved{"probe", "probe"});
  for (const char* const name :
       {"functions.nosuch", "tools.probe", "xfunctions.probe", "functions.", "srv__probe", "prob"})
    CHECK(ask(make, name) == resolved{});
}

TEST_CASE("114 a prefix we gave may be dropped, if one tool is meant") {
  const auto one = [](resolved& r) {
    return tacet::tool_executor{tacet::tools{tacet::tool<"srv__probe">([&r] { r.ran = "srv"; })},
                                tacet::name_prefixes<"srv__">{}, watching(r)};
  };
  CHECK(ask(one, "srv__probe") == resolved{"srv", "srv__probe"});
  CHECK(ask(one, "probe") == resolved{"srv", "srv__probe"});
  const auto two = [](resolved& r) {
    return tacet::tool_executor{tacet::tools{tacet::tool<"a__probe">([&r] { r.ran = "a"; }),
                                             tacet::tool<"b__probe">([&r] { r.ran = "b"; })},
                                tacet::name_prefixes<"a__", "b__">{}, watching(r)};
  };
  CHECK(ask(two, "probe") == resolved{});
  CHECK(ask(two, "b__probe") == resolved{"b", "b__probe"});
}

TEST_CASE("114 an exact name wins over a shorter one with a prefix") {
  const auto make = [](resolved& r) {
    return tacet::tool_executor{tacet::tools{tacet::tool<"probe">([&r] { r.ran = "short"; }),
                                             tacet::tool<"srv__probe">([&r] { r.ran = "long"; })},
                                tacet::name_prefixes<"srv__">{}, watching(r)};
  };
  CHECK(ask(make, "probe") == resolved{"short", "probe"});
  CHECK(ask(make, "srv__probe") == resolved{"long", "srv__probe"});
}

TEST_CASE("114 a tool whose own name begins like a prefix is that tool") {
  const auto make = [](bool short_one) {
    return [short_one](resolved& r) {
      tacet::tool_registry registry;
      REQUIRE(registry.add({.name = "functions.probe"}, [&r] { r.ran = "long"; }));
      // Beside it a `probe` would lose calls to it, or take its own.
      if (short_one) CHECK_FALSE(registry.add({.name = "probe"}, [&r] { r.ran = "short"; }));
      return tacet::tool_executor{tacet::dynamic_tools{std::move(registry)}, watching(r)};
    };
  };
  CHECK(ask(make(false), "functions_probe") == resolved{"long", "functions.probe"});  // as it was offered
  CHECK(ask(make(false), "functions.probe") == resolved{"long", "functions.probe"});
  CHECK(ask(make(false), "functions.functions.probe") == resolved{"long", "functions.probe"});
  CHECK(ask(make(false), "probe") == resolved{});
  CHECK(ask(make(true), "functions.probe") == resolved{"long", "functions.probe"});
}
