// SPDX-License-Identifier: MIT
// A call without arguments comes as no text, blanks or null, and broken text must not pass for that.
#include "support/catch.hpp"

#include <tacet/tacet.hpp>

#include <string>

using namespace tacet;

TEST_CASE("case 001: no text means no arguments, and broken text stays an error") {
  int ran = 0;
  const tool_executor executor{tools{tool<"probe">([&ran] { return ++ran; })}};
  tool_call missing{"1", "probe"};  // the field is missing
  for (const std::string_view text :
       {std::string_view(""), std::string_view("  \n"), std::string_view("null"), std::string_view("{}"),
        std::string_view(), missing.arguments}) {
    const int before = ran;
    const tool_call call{"1", "probe", text};
    const execution_report report = executor.execute({&call, 1});
    REQUIRE(report.outcomes.size() == 1);
    CHECK(report.outcomes[0].kind == outcome_kind::succeeded);
    CHECK_FALSE(report.outcomes[0].is_error);
    CHECK(ran == before + 1);
  }
  ran = 0;
  for (const char* text : {"{\"q\"", "{", "{}{}", "nul", "\"", "}", "undefined", "None"}) {
    const tool_call call{"1", "probe", text};
    const execution_report report = executor.execute({&call, 1});
    REQUIRE(report.outcomes.size() == 1);
    CHECK(report.outcomes[0].kind == outcome_kind::bad_arguments);
    CHECK(report.outcomes[0].reason == outcome_reason::invalid_json);
    CHECK(report.outcomes[0].phase == call_phase::decoding);
    CHECK(report.outcomes[0].attempts == 0);
    CHECK(report.outcomes[0].is_error);
  }
  CHECK(ran == 0);
}
