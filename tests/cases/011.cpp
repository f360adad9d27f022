// SPDX-License-Identifier: MIT
// A raw control character in a string is refused with its place, and never becomes an empty object.
#include "support/catch.hpp"

#include <tacet/tacet.hpp>

#include <string>

using namespace tacet;

namespace {
struct note_args {
  std::string note;
};
}  // namespace

TEST_CASE("case 011: raw control characters are refused, each at its byte") {
  int ran = 0;
  const tool_executor executor{tools{tool<"keep">([&ran](const note_args& a) { return ++ran, a.note; })}};
  for (char control = 0; control < 0x20; ++control) {
    const std::string text = std::string("{\"note\":\"line1") + control + "line2\"}";
    const tool_call call{"1", "keep", text};
    const execution_report report = executor.execute({&call, 1});
    const tool_outcome& out = report.outcomes[0];
    CHECK(out.kind == outcome_kind::bad_arguments);
    CHECK(out.reason == outcome_reason::invalid_json);
    CHECK_THAT(std::string(out.content), tacet_test::contains("raw control character"));
    CHECK_THAT(std::string(out.content), tacet_test::contains("byte 14"));
  }
  CHECK(ran == 0);
  const tool_call escaped{"1", "keep", R"({"note":"line1\nline2\u0001"})"};
  CHECK(executor.execute({&escaped, 1}).outcomes[0].content == "line1\nline2\x01");
  const tool_call between{"1", "keep", "{\n\t\"note\"\r\n:\t\"x\"}\n"};
  CHECK(executor.execute({&between, 1}).outcomes[0].kind == outcome_kind::succeeded);
}
