// SPDX-License-Identifier: MIT
// Valid JSON that is no object is an error of that call, and the others go on.
#include "support/catch.hpp"

#include <tacet/tacet.hpp>

#include <optional>
#include <string>

using namespace tacet;

namespace {
struct args {
  std::optional<int> a{};
};
}  // namespace

TEST_CASE(
    "case 014: arguments that are no object are refused on every way, also for a tool that takes none") {
  int ran = 0;
  const auto go = tool<"go">([&ran](const args&) { return ++ran; });
  const auto bare = tool<"bare">([&ran] { return ++ran; });
  const tool_executor plain{tools{go, bare}};
  const tool_executor gated{tools{go, bare},
                            steering_gate{[](const pending_call&) -> std::optional<skip> { return {}; }}};
  for (const char* name : {"go", "bare"})
    for (const char* text : {"[1,2]", "42", "true", "\"hi\"", "[]", "\"null\"", "-0.5", "[{}]"}) {
      const tool_call calls[] = {{"1", name, text}, {"2", name, "{}"}};
      for (const bool guarded : {false, true}) {
        const execution_report report = guarded ? gated.execute(calls) : plain.execute(calls);
        INFO(name << " " << text);
        REQUIRE(report.outcomes.size() == 2);
        CHECK(report.outcomes[0].kind == outcome_kind::bad_arguments);
        CHECK(report.outcomes[0].reason == outcome_reason::not_an_object);
        CHECK_THAT(std::string(report.outcomes[0].content), tacet_test::contains("must be a JSON object"));
        CHECK(report.outcomes[1].kind == outcome_kind::succeeded);
      }
    }
  CHECK(ran == 2 * 8 * 2);
  const tool_call null{"1", "go", "null"};
  CHECK(plain.execute({&null, 1}).outcomes[0].kind == outcome_kind::succeeded);
}
