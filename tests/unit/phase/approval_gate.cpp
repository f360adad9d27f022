// SPDX-License-Identifier: MIT
// Nothing runs without a clear yes to exactly this call.
#include "support/catch.hpp"

#include <tacet/tacet.hpp>

#include <atomic>
#include <barrier>
#include <new>
#include <stdexcept>
#include <thread>
#include <vector>

using tacet::approval_decision;
using tacet::approval_gate;
using tacet::approval_memory;
using tacet::approval_request;
using tacet::approval_scope;
using tacet::outcome_kind;
using tacet::outcome_reason;
using tacet::pending_call;
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

TEST_CASE("with a memory nobody is asked twice about the same, in a batch, again, or by another executor") {
  for (const bool approved : {true, false}) {
    const approval_memory memory;
    int ran = 0;
    int asked = 0;
    const auto ask = [&](request r) { return ++asked, approved ? r.approve() : r.deny("not today"); };
    const auto made = [&] {
      return tacet::tool_executor{tacet::tools{tacet::tool<"pay">([&ran](const pay_args&) { return ++ran; })},
                                  approval_gate{ask, memory}};
    };
    const auto executor = made();
    const tool_call batch[] = {
        pay_call, {"c1", "pay", R"({"to":"ann","amount":5.0})"}, {"c2", "pay", pay_call.arguments}};
    const auto same = [&](const auto& report) {
      for (const auto& outcome : report.outcomes)
        CHECK(outcome.reason == (approved ? outcome_reason::none : outcome_reason::approval_denied));
      if (!approved)
        CHECK_THAT(std::string(report.outcomes.at(1).content), tacet_test::contains("Reason: not today"));
    };
    same(executor.execute(batch));
    CHECK(asked == 2);
    same(executor.execute(batch));
    same(made().execute(batch));
    CHECK(asked == 2);
    CHECK(ran == (approved ? 9 : 0));
    const tool_call drift[] = {{"c1", "pay", R"({"to":"ann","amount":6})"},
                               {"c3", "pay", pay_call.arguments}};
    (void)executor.execute(drift);
    CHECK(asked == 4);
    CHECK(memory.size() == 4);
  }
}

TEST_CASE("without a memory, and with known decisions, nothing new is kept") {
  int ran = 0;
  int asked = 0;
  const auto ask = [&asked](request r) { return ++asked, r.approve(approval_scope::session); };
  const tool_call batch[] = {pay_call, pay_call};
  (void)executor_with(ran, ask).execute(batch);
  CHECK(asked == 2);
  (void)executor_with(ran, ask, {decided({"c9", "pay", "{}"}, true)}).execute(batch);
  CHECK(asked == 4);
}

TEST_CASE("no answer, a throw and a decision about another call are not kept") {
  const approval_memory memory;
  int ran = 0;
  int turn = 0;
  const tacet::tool_executor executor{
      tacet::tools{tacet::tool<"pay">([&ran](const pay_args&) { return ++ran; })},
      approval_gate{[&turn](request r) -> std::optional<approval_decision> {
                      if (++turn == 1) return std::nullopt;
                      if (turn == 2) return decided({"c2", "pay", "{}"}, true);
                      return r.approve();
                    },
                    memory}};
  const auto reason = [&] { return executor.execute({&pay_call, 1}).outcomes.at(0).reason; };
  CHECK(reason() == outcome_reason::approval_missing);
  CHECK(memory.size() == 0);
  CHECK(reason() == outcome_reason::approval_failed);
  CHECK(memory.size() == 0);
  CHECK(reason() == outcome_reason::none);
  CHECK(reason() == outcome_reason::none);
  CHECK(turn == 3);
  CHECK(memory.size() == 1);
}

TEST_CASE("a call that finds no room is asked about each time") {
  const approval_memory memory({.decisions = 1});
  int asked = 0;
  const approval_gate gate{[&asked](request r) { return ++asked, r.approve(); }, memory};
  const tacet::tool_descriptor tool{};
  const tool_call other{"c2", "pay", "{}"};
  for (int i = 0; i < 3; ++i) {
    CHECK(gate.ask({pay_call, tool})->approved());
    CHECK(gate.ask({other, tool})->approved());
  }
  CHECK(asked == 4);
  CHECK(memory.not_kept() == 3);
}

TEST_CASE("sixteen threads that ask one question at once end with one decision") {
  for (const bool first_approves : {true, false})
    for (int round = 0; round < 20; ++round) {
      const approval_memory memory;
      std::atomic<int> asked{0};
      std::atomic<int> ran{0};
      const auto ask = [&](request r) {
        return (asked++ % 2 == 0) == first_approves ? r.approve() : r.deny("no");
      };
      std::barrier start(16);
      std::vector<std::thread> threads;
      for (int t = 0; t < 16; ++t)
        threads.emplace_back([&] {
          const tacet::tool_executor executor{
              tacet::tools{tacet::tool<"pay">([&ran](const pay_args&) { return ++ran; })},
              approval_gate{ask, memory}};
          start.arrive_and_wait();
          (void)executor.execute({&pay_call, 1});
        });
      for (std::thread& one : threads) one.join();
      REQUIRE(memory.size() == 1);
      REQUIRE(asked >= 1);
      // From now on what stands is what all get, and the call ran at all only where that is an approval.
      const int before = asked;
      const tacet::tool_descriptor tool{};
      const bool stands = approval_gate{ask, memory}.ask({pay_call, tool})->approved();
      CHECK(asked == before);
      CHECK((ran > 0) == stands);
    }
}

namespace {

// Stands for what a layer waits for.
struct later_decision {
  approval_decision decision;
};
template <class Gate>
concept asks_at_once = requires(const Gate& gate, const pending_call& call) {
  gate.ask(call);
};
// The request would be gone before the answer is there.
template <class Gate>
concept drops_the_request = requires(const Gate& gate, const pending_call& call) {
  gate.request(call);
}
|| requires(const Gate& gate, const pending_call& call) { gate.request(approval_request(call)); };

}  // namespace
template <> struct tacet::detail::awaited<later_decision> {
  using type = approval_decision;
  static constexpr bool waits = true;
};

TEST_CASE("a flow that waits asks in parts") {
  const approval_memory memory;
  const auto ask = [](request r) { return later_decision{r.deny("no", approval_scope::session)}; };
  const approval_gate gate{ask, memory};
  static_assert(decltype(gate)::valid && decltype(gate)::waits);
  static_assert(!asks_at_once<decltype(gate)> && !drops_the_request<decltype(gate)>);
  const auto plain = approval_gate{[](request r) { return r.approve(); }};
  static_assert(decltype(plain)::valid && !decltype(plain)::waits && asks_at_once<decltype(plain)>);

  const tacet::tool_descriptor tool{};
  const pending_call call{pay_call, tool};
  CHECK_FALSE(gate.known(call).has_value());
  const approval_request asked(call);
  const later_decision later = gate.request(asked);
  CHECK(memory.size() == 0);
  const auto obeyed = gate.settle(call, later.decision);
  CHECK_FALSE(obeyed->approved());
  CHECK(memory.size() == 1);
  const tool_call again{"c2", "pay", pay_call.arguments};
  CHECK(gate.known({again, tool})->reason() == "no");
  CHECK_FALSE(gate.remember(decided(again, true)).approved());
  CHECK_FALSE(gate.settle(call, std::nullopt).has_value());
}

TEST_CASE("a decision is read into an answer that both flows give") {
  using tacet::detail::read_decision;
  CHECK(read_decision(decided(pay_call, true), pay_call).reason == outcome_reason::none);
  const auto missing = read_decision(std::nullopt, pay_call);
  CHECK(missing.reason == outcome_reason::approval_missing);
  CHECK_THAT(std::string(missing.words), tacet_test::contains("Nobody answered"));
  const auto denied = read_decision(decided(pay_call, false), pay_call);
  CHECK(denied.reason == outcome_reason::approval_denied);
  CHECK(denied.told == " Reason: not today");
  CHECK(read_decision(decided({"c2", "pay"}, true), pay_call).reason == outcome_reason::approval_failed);
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
