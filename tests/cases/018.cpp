// SPDX-License-Identifier: MIT
// A quoted boolean is exactly one of two spellings; there is no truthiness, and the repair is recorded.
#include "support/catch.hpp"

#include <tacet/tacet.hpp>

#include <optional>
#include <string>

using namespace tacet;

namespace {
struct wipe_args {
  bool dry_run = true;
  bool all = false;
};
}  // namespace

TEST_CASE("case 018: false in quotes is false, and the check sees what the tool sees") {
  std::string ran, checked;
  const auto text = [](const wipe_args& a) {
    return std::string(a.dry_run ? "dry " : "wet ") + (a.all ? "all" : "some");
  };
  const tool_executor executor{tools{tool<"wipe">([&](const wipe_args& a) { return ran = text(a); })},
                               preconditions{precondition<"seen">(
                                   [&](const pending_call& call) -> std::optional<precondition_verdict> {
                                     checked = text(*call.arguments_as<wipe_args>());
                                     return std::nullopt;
                                   })}};
  const struct {
    const char* arguments;
    const char* seen;
    bool adjusted;
  } rows[] = {{R"({"all":"false"})", "dry some", true},
              {R"({"all":"true"})", "dry all", true},
              {R"({"dry_run":"false","all":true})", "wet all", true},
              {R"({"all":false})", "dry some", false},
              {R"({})", "dry some", false}};
  for (const auto& row : rows) {
    const tool_call call{"1", "wipe", row.arguments};
    const execution_report report = executor.execute({&call, 1});
    CHECK(report.outcomes[0].kind == outcome_kind::succeeded);
    CHECK(report.outcomes[0].adjusted == row.adjusted);
    CHECK(ran == row.seen);
    CHECK(checked == row.seen);
  }
  ran = checked = "nothing";
  for (const char* value :
       {"\"False\"", "\"no\"", "\"0\"", "\"\"", "0", "1", "\"false \"", "\"FALSE\"", "[]", "\"f\""}) {
    const std::string arguments = std::string("{\"all\":") + value + "}";
    const tool_call call{"1", "wipe", arguments};
    const execution_report report = executor.execute({&call, 1});
    INFO(value);
    CHECK(report.outcomes[0].kind == outcome_kind::bad_arguments);
    CHECK_THAT(std::string(report.outcomes[0].content), tacet_test::contains("expected true or false"));
  }
  CHECK(ran == "nothing");
  CHECK(checked == "nothing");
}
