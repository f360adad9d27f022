// SPDX-License-Identifier: MIT
// Cases 145 and 146: a denied call is answered too, as a refusal and no malfunction, with the reason that was
// given.
#include "support/catch.hpp"

#include <tacet/tacet.hpp>

#include <optional>
#include <string>

namespace {

struct target {
  int id = 0;
};

// The answers to a denied call and one that was let run.
template <class Approve> tacet::execution_report answers(Approve approve) {
  const tacet::tool_executor executor{tacet::tools{tacet::tool<"wipe">([](const target& t) { return t.id; })},
                                      tacet::approval_gate{approve}};
  const tacet::tool_call calls[] = {{"c1", "wipe", R"({"id":1})"}, {"c2", "wipe", R"({"id":2})"}};
  return executor.execute(calls);
}
bool is_first(const tacet::approval_request& request) { return request.call().id() == "c1"; }

}  // namespace

TEST_CASE(
    "145 146 a denial without a reason says who refused, that nothing broke and that nothing was done") {
  const auto report =
      answers([](const tacet::approval_request& r) { return is_first(r) ? r.deny() : r.approve(); });
  REQUIRE(report.outcomes.size() == 2);
  const tacet::tool_outcome& denied = report.outcomes[0];
  CHECK(denied.call_id == "c1");
  CHECK(denied.kind == tacet::outcome_kind::refused);
  CHECK(denied.reason == tacet::outcome_reason::approval_denied);
  CHECK(denied.is_error);
  CHECK(denied.attempts == 0);
  CHECK(denied.content ==
        "This call was refused by the user or by a rule. It is no malfunction, and nothing was done.");
  CHECK(report.outcomes[1].call_id == "c2");
  CHECK(report.outcomes[1].content == "2");
}

TEST_CASE("146 the reason of a denial is passed on as it was given, also when it stands from before") {
  const std::string reason = "The \"budget\" is closed.\nAsk Ann \xE2\x82\xAC " + std::string(5'000, 'x');
  const tacet::approval_memory memory;
  const tacet::tool_executor executor{
      tacet::tools{tacet::tool<"wipe">([](const target&) {})},
      tacet::approval_gate{[&reason](const tacet::approval_request& r) { return r.deny(reason); }, memory}};
  const tacet::tool_call call{"c1", "wipe", R"({"id":1})"};
  for (int i = 0; i < 2; ++i) {
    const auto report = executor.execute({&call, 1});
    CHECK(report.outcomes.at(0).content ==
          "This call was refused by the user or by a rule. It is no malfunction, and nothing was done. "
          "Reason: " +
              reason);
  }
}

TEST_CASE("146 nobody answering is told apart from a denial") {
  const auto report =
      answers([](const tacet::approval_request& r) -> std::optional<tacet::approval_decision> {
        if (is_first(r)) return std::nullopt;
        return r.approve();
      });
  CHECK(report.outcomes.at(0).reason == tacet::outcome_reason::approval_missing);
  CHECK_THAT(std::string(report.outcomes.at(0).content), tacet_test::contains("Nobody answered"));
  CHECK(report.outcomes.at(0).is_error);
  CHECK(report.outcomes.at(1).content == "2");
}
