// SPDX-License-Identifier: MIT
// Nothing runs without a clear yes to exactly this call.
#include "support/catch.hpp"

#include <tacet/tacet.hpp>

#include <new>
#include <stdexcept>
#include <vector>

using tacet::approval_decision;
using tacet::approval_gate;
using tacet::approval_request;
using tacet::outcome_kind;
using tacet::outcome_reason;
using tacet::tool_call;

namespace {

struct pay_args {
  int amount = 0;
  std::optional<std::string> to;
};
constexpr tool_call pay_call{"c1", "pay", R"({"amount":5,"to":"ann"})"};

template <class Approve>
auto executor_with(int& ran, Approve approve, std::vector<approval_decision> known = {}) {
  return tacet::tool_executor{tacet::tools{tacet::tool<"pay">([&ran](const pay_args&) { return ++ran; })},
                              approval_gate{std::move(approve), std::move(known)}};
}
// A decision about `call`, made where somebody was asked.
approval_decision decided(const tool_call& call, bool yes) {
  const tacet::tool_descriptor tool{};
  const tacet::pending_call pending{call, tool};
  const approval_request request(pending);
  return yes ? request.approve() : request.deny("not today");
}
using request = const approval_request&;

// Why the call ran or did not with this approver.
template <class Approve> outcome_reason reason_with(int& ran, Approve approve) {
  const auto report = executor_with(ran, approve).execute({&pay_call, 1});
  REQUIRE(report.outcomes.size() == 1);
  const tacet::tool_outcome& outcome = report.outcomes[0];
  CHECK_FALSE(outcome.content.empty());
  CHECK(outcome.content.find("hunter2") == std::string_view::npos);
  if (outcome.kind != outcome_kind::succeeded) {
    CHECK(outcome.kind == outcome_kind::refused);
    CHECK(outcome.is_error);
    CHECK(outcome.attempts == 0);
    CHECK(outcome.phase == tacet::call_phase::steering);
  }
  return outcome.reason;
}

}  // namespace

TEST_CASE("a decision is about one id, name and set of argument values") {
  const approval_decision yes = decided(pay_call, true);
  CHECK(yes.approved());
  CHECK(yes.is_about(pay_call));
  struct drift {
    tool_call call;
    bool same;
  };
  for (const auto& [call, same] :
       std::initializer_list<drift>{{{"c1", "pay", R"( { "to" : "ann" , "amount" : 5.0 } )"}, true},
                                    {{"c1", "pay", R"({"to":"\u0061nn","amount":5e0})"}, true},
                                    {{"c1", "pay", R"({"amount":6,"to":"ann"})"}, false},
                                    {{"c1", "pay", R"({"amount":5,"to":"ann","x":1})"}, false},
                                    {{"c1", "pay", R"({"amount":5})"}, false},
                                    {{"c1", "pay", R"({"amount":"5","to":"ann"})"}, false},
                                    {{"c1", "pay", "{}"}, false},
                                    {{"c1", "pay", ""}, false},
                                    {{"c1", "pay", "{"}, false},
                                    {{"c2", "pay", pay_call.arguments}, false},
                                    {{"", "pay", pay_call.arguments}, false},
                                    {{"c1", "pay2", pay_call.arguments}, false},
                                    {{"c1\npay", "", pay_call.arguments}, false},
                                    {{"c", "1pay", pay_call.arguments}, false}}) {
    INFO(call.id << "|" << call.name << "|" << call.arguments);
    CHECK(yes.is_about(call) == same);
  }
}

TEST_CASE("only a clear yes runs the call, and every other answer is a recorded refusal") {
  int ran = 0;
  const auto answer_of = [&ran](auto approve) { return reason_with(ran, approve); };
  CHECK(answer_of([](request r) { return r.deny(); }) == outcome_reason::approval_denied);
  CHECK(answer_of([](request r) { return r.deny("too dear"); }) == outcome_reason::approval_denied);
  CHECK(answer_of([](request) -> std::optional<approval_decision> { return {}; }) ==
        outcome_reason::approval_missing);
  CHECK(answer_of([](request) {
          return decided({"c2", "pay", pay_call.arguments}, true);
        }) == outcome_reason::approval_failed);
  CHECK(answer_of([](request) {
          return decided({"c2", "pay", pay_call.arguments}, false);
        }) == outcome_reason::approval_failed);
  CHECK(ran == 0);
  CHECK(answer_of([](request r) { return r.approve(); }) == outcome_reason::none);
  CHECK(answer_of([](request r) { return decided(r.call(), true); }) == outcome_reason::none);
  CHECK(ran == 2);
}

TEST_CASE("a denial passes its reason on in plain words") {
  int ran = 0;
  const auto executor = executor_with(ran, [](const approval_request& r) {
    CHECK(r.call().arguments_as<pay_args>()->amount == 5);
    return r.deny("the budget is closed");
  });
  const auto report = executor.execute({&pay_call, 1});
  CHECK_THAT(std::string(report.outcomes.at(0).content), tacet_test::contains("the budget is closed"));
  CHECK_THAT(std::string(report.outcomes.at(0).content), tacet_test::contains("nothing was done"));
}

TEST_CASE("a known decision is not asked for again, and drift asks again") {
  int ran = 0;
  int asked = 0;
  const auto ask = [&asked](const approval_request& r) { return ++asked, r.deny(); };
  const auto executor =
      executor_with(ran, ask, {decided(pay_call, true), decided({"c9", "pay", "{}"}, false)});
  const tool_call batch[] = {pay_call,
                             {"c1", "pay", R"({"to":"ann","amount":5})"},
                             {"c1", "pay", R"({"to":"bob","amount":5})"},
                             {"c2", "pay", pay_call.arguments},
                             {"c9", "pay", "{}"}};
  const auto report = executor.execute(batch);
  REQUIRE(report.outcomes.size() == 5);
  CHECK(report.outcomes[0].kind == outcome_kind::succeeded);
  CHECK(report.outcomes[1].kind == outcome_kind::succeeded);
  CHECK(report.outcomes[2].reason == outcome_reason::approval_denied);
  CHECK(report.outcomes[3].reason == outcome_reason::approval_denied);
  CHECK_THAT(std::string(report.outcomes[4].content), tacet_test::contains("not today"));
  CHECK(asked == 2);
  CHECK(ran == 2);
  // The gate by itself gives the decision.
  const approval_gate gate{ask, {decided(pay_call, true)}};
  const tacet::tool_descriptor tool{};
  CHECK(gate.ask({pay_call, tool})->approved());
  CHECK_FALSE(gate.ask({batch[3], tool})->approved());
}

TEST_CASE("a stop that is requested while somebody is asked keeps the call from running") {
  std::stop_source stop;
  int ran = 0;
  const auto executor =
      executor_with(ran, [&stop](const approval_request& r) { return stop.request_stop(), r.approve(); });
  const tool_call batch[] = {pay_call, pay_call};
  const auto report = executor.execute(batch, {.stop = stop.get_token()});
  CHECK(ran == 0);
  REQUIRE(report.outcomes.size() == 2);
  for (const auto& outcome : report.outcomes) {
    CHECK(outcome.kind == outcome_kind::cancelled);
    CHECK(outcome.attempts == 0);
  }
  CHECK(report.cancelled());
}

#if defined(__cpp_exceptions)

namespace {

struct no_exception_at_all {};

}  // namespace

TEST_CASE("an approver that throws is a recorded refusal") {
  int ran = 0;
  const auto answer_of = [&ran](auto approve) { return reason_with(ran, approve); };
  CHECK(answer_of([](request) -> approval_decision { throw std::runtime_error("hunter2"); }) ==
        outcome_reason::approval_failed);
  CHECK(answer_of([](request) -> approval_decision { throw 1; }) == outcome_reason::approval_failed);
  CHECK(answer_of([](request) -> approval_decision { throw std::bad_alloc{}; }) ==
        outcome_reason::approval_failed);
  CHECK(answer_of([](request) -> approval_decision { throw no_exception_at_all{}; }) ==
        outcome_reason::approval_failed);
  CHECK(ran == 0);
}

#endif
