// SPDX-License-Identifier: MIT
// A reply that was cut at the output limit: its last call never runs, even when its arguments are whole.
#include "support/catch.hpp"

#include <tacet/tacet.hpp>

#include <optional>
#include <string>

using namespace tacet;

namespace {
struct strict_args {
  std::string path;
  std::string body;
};
struct lenient_args {
  std::string path;
  std::optional<std::string> body{};
};
}  // namespace

TEST_CASE("case 004: the cut call is answered with the reason, the complete ones before it run") {
  int strict = 0, lenient = 0;
  const tool_executor executor{tools{tool<"write">([&strict](const strict_args&) { return ++strict; }),
                                     tool<"touch">([&lenient](const lenient_args&) { return ++lenient; })}};
  for (const char* name : {"write", "touch", "no_such_tool", "functions.touch"}) {
    strict = lenient = 0;
    const tool_call calls[] = {{"1", "touch", R"({"path":"a.txt"})"},
                               {"2", name, R"({"path":"a.txt"})", true}};
    const execution_report report = executor.execute(calls);
    REQUIRE(report.outcomes.size() == 2);
    CHECK(report.outcomes[0].kind == outcome_kind::succeeded);
    const tool_outcome& cut = report.outcomes[1];
    CHECK(cut.call_id == "2");
    CHECK(cut.kind == outcome_kind::bad_arguments);
    CHECK(cut.reason == outcome_reason::output_limit);
    CHECK(cut.is_error);
    CHECK(cut.attempts == 0);
    CHECK_THAT(std::string(cut.content), tacet_test::contains("output limit"));
    CHECK_THAT(std::string(cut.content), tacet_test::contains("Send less"));
    CHECK(cut.content.find("missing") == std::string_view::npos);
    CHECK(strict == 0);
    CHECK(lenient == 1);
  }
}
