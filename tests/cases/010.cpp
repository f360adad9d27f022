// SPDX-License-Identifier: MIT
// A member that is given twice is refused before any check or guard sees one of its values.
#include "support/catch.hpp"

#include <tacet/tacet.hpp>

#include <map>
#include <optional>
#include <string>

using namespace tacet;

namespace {
struct mail_args {
  std::string to;
  std::optional<std::map<std::string, std::string>> headers{};
};
}  // namespace

TEST_CASE("case 010: duplicate members are refused, and nothing has looked at them") {
  int ran = 0, checked = 0, guarded = 0;
  const tool_executor executor{tools{tool<"send">([&ran](const mail_args&) { return ++ran; })},
                               preconditions{precondition<"seen">(
                                   [&checked](const pending_call&) -> std::optional<precondition_verdict> {
                                     return ++checked, std::nullopt;
                                   })},
                               steering_gate{[&guarded](const pending_call&) -> std::optional<skip> {
                                 return ++guarded, std::nullopt;
                               }}};
  const struct {
    const char* arguments;
    outcome_reason reason;
  } rows[] = {{R"({"to":"a@x","to":"b@x"})", outcome_reason::duplicate_member},
              {R"({"to":"a@x","to":"a@x"})", outcome_reason::duplicate_member},
              {R"({"to":"a@x","t\u006f":"b@x"})", outcome_reason::duplicate_member},
              {R"({"To":"a@x","to":"b@x"})", outcome_reason::unknown_member},
              {R"({"to":"a@x","headers":{"x":"1","x":"2"}})", outcome_reason::duplicate_member},
              {R"({"to":"a@x","headers":null,"headers":{}})", outcome_reason::duplicate_member},
              {R"("{\"to\":\"a@x\",\"to\":\"b@x\"}")", outcome_reason::duplicate_member}};
  for (const auto& row : rows) {
    const tool_call call{"1", "send", row.arguments};
    const execution_report report = executor.execute({&call, 1});
    INFO(row.arguments);
    CHECK(report.outcomes[0].kind == outcome_kind::bad_arguments);
    CHECK(report.outcomes[0].reason == row.reason);
    CHECK(report.outcomes[0].phase == call_phase::decoding);
  }
  CHECK(ran == 0);
  CHECK(checked == 0);
  CHECK(guarded == 0);
  const tool_call good{"1", "send", R"({"to":"a@x"})"};
  (void)executor.execute({&good, 1});
  CHECK(ran + checked + guarded == 3);
}
