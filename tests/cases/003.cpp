// SPDX-License-Identifier: MIT
// Text that cannot be parsed is never replaced by an empty object, even where every member has a default.
#include "support/catch.hpp"

#include <tacet/tacet.hpp>

#include <optional>
#include <string>

using namespace tacet;

namespace {
struct save_args {
  std::optional<std::string> name{};
  std::optional<std::string> body{};
};
}  // namespace

TEST_CASE("case 003: cut arguments do not become empty ones") {
  int ran = 0;
  const tool_executor executor{tools{tool<"save">([&ran](const save_args&) { return ++ran; })}};
  const std::string whole = R"({"body":"abc","name":"n"})";
  for (std::size_t n = 1; n < whole.size(); ++n) {
    const std::string text = whole.substr(0, n);
    const tool_call calls[] = {{"1", "save", text}, {"2", "save", "{}"}};
    const execution_report report = executor.execute(calls);
    REQUIRE(report.outcomes.size() == 2);
    CHECK(report.outcomes[0].kind == outcome_kind::bad_arguments);
    CHECK(report.outcomes[0].reason == outcome_reason::invalid_json);
    CHECK_THAT(std::string(report.outcomes[0].content), tacet_test::contains("not valid JSON"));
    CHECK(report.outcomes[1].kind == outcome_kind::succeeded);
    CHECK(ran == static_cast<int>(n));
  }
}
