// SPDX-License-Identifier: MIT
// Two argument objects glued together are one faulty call; the first half does not run.
#include "support/catch.hpp"

#include <tacet/tacet.hpp>

#include <optional>
#include <string>

using namespace tacet;

namespace {
struct args {
  std::optional<int> a{};
  std::optional<std::string> text{};
};
}  // namespace

TEST_CASE("case 012: more than one value is refused, and braces inside of a string are text") {
  int ran = 0;
  const tool_executor executor{
      tools{tool<"run">([&ran](const args& x) { return ++ran, x.text.value_or("none"); })}};
  for (const char* text : {R"({"a":1}{"a":2})", R"({"a":1} {"a":2})", R"({"a":1},{"a":2})", R"({"a":1};)",
                           "{\"a\":1}\n{\"a\":2}\n", R"({"a":1}}")", R"({}{})", R"({"a":1}null)"}) {
    const tool_call call{"1", "run", text};
    const execution_report report = executor.execute({&call, 1});
    INFO(text);
    CHECK(report.outcomes[0].kind == outcome_kind::bad_arguments);
    CHECK(report.outcomes[0].reason == outcome_reason::invalid_json);
    CHECK_THAT(std::string(report.outcomes[0].content), tacet_test::contains("exactly one object"));
  }
  CHECK(ran == 0);
  const tool_call call{"1", "run", R"({"text":"}{"})"};
  CHECK(executor.execute({&call, 1}).outcomes[0].content == "}{");
}
