// SPDX-License-Identifier: MIT
// Advice may answer a call, a broken guard does not stall dispatch, and a policy turns that around.
#include "support/catch.hpp"

#include <tacet/tacet.hpp>

#include <list>
#include <new>
#include <stdexcept>
#include <vector>

using tacet::guard_failure;
using tacet::outcome_kind;
using tacet::outcome_reason;
using tacet::pending_call;
using tacet::skip;
using tacet::steering_gate;
using tacet::tool_call;

namespace {

struct how_args {
  int how = 0;
};
constexpr tool_call calls[] = {
    {"a", "probe", "{}"}, {"b", "other", "{}"}, {"", "probe", "{}"}, {"a", "nosuch", "{}"}};

template <class Consult>
auto executor_with(int& ran, Consult consult, guard_failure broken = guard_failure::admits) {
  const auto body = [&ran](const how_args&) { return ++ran; };
  return tacet::tool_executor{tacet::tools{tacet::tool<"probe">(body), tacet::tool<"other">(body)},
                              steering_gate{std::move(consult), broken}};
}

}  // namespace

TEST_CASE("a gate parts a batch in call order, without an executor") {
  std::vector<std::string> seen;
  const steering_gate gate{[&seen](const pending_call& call) -> std::optional<skip> {
    seen.emplace_back(call.name());
    CHECK_FALSE(call.arguments);
    CHECK(call.tool.name == call.call.name);
    if (call.name() == "probe") return skip{call.id().empty() ? "" : "not now", call.id().empty()};
    return std::nullopt;
  }};
  const auto check = [&](const auto& batch) {
    seen.clear();
    const tacet::steered_calls parted = gate.part(batch);
    CHECK(seen == std::vector<std::string>{"probe", "other", "probe", "nosuch"});
    REQUIRE(parted.admitted.size() == 2);
    CHECK(parted.admitted[0].id == "b");
    CHECK(parted.admitted[1].name == "nosuch");
    REQUIRE(parted.answered.size() == 2);
    CHECK(parted.answered[0].call_id == "a");
    CHECK(parted.answered[0].tool_name == "probe");
    CHECK(parted.answered[0].content == "not now");
    CHECK_FALSE(parted.answered[0].is_error);
    CHECK(parted.answered[0].origin == tacet::call_phase::steering);
    CHECK(parted.answered[1].call_id.empty());
    CHECK_FALSE(parted.answered[1].content.empty());
    CHECK(parted.answered[1].is_error);
    CHECK_FALSE(parted.guard_failed);
  };
  check(std::vector<tool_call>(std::begin(calls), std::end(calls)));
  check(std::list<tool_call>(std::begin(calls), std::end(calls)));
  CHECK(gate.part(std::vector<tool_call>{}).admitted.empty());
}

TEST_CASE("in an executor a skipped call is answered with the guard's words") {
  for (const bool is_error : {true, false}) {
    int ran = 0;
    const auto executor = executor_with(ran, [is_error](const pending_call& call) -> std::optional<skip> {
      CHECK(call.arguments_as<how_args>() != nullptr);
      if (call.name() == "probe") return skip{"not now", is_error};
      return {};
    });
    const auto report = executor.execute(calls);
    CHECK(ran == 1);
    CHECK(report.outcomes.at(0).kind == outcome_kind::refused);
    CHECK(report.outcomes[0].phase == tacet::call_phase::steering);
    CHECK(report.outcomes[0].reason == outcome_reason::advice);
    CHECK(report.outcomes[0].content == "not now");
    CHECK(report.outcomes[0].is_error == is_error);
    CHECK(report.outcomes[0].attempts == 0);
    CHECK(report.outcomes[1].kind == outcome_kind::succeeded);
  }
  CHECK(skip{}.is_error);
  int ran = 0;
  const auto silent = executor_with(ran, [](const pending_call&) { return skip{}; }).execute(calls);
  CHECK(ran == 0);
  CHECK_FALSE(silent.outcomes.at(0).content.empty());
}

TEST_CASE("a guard that only watches admits, and no gate admits too") {
  int watched = 0;
  int ran = 0;
  CHECK_FALSE(
      executor_with(ran, [&watched](const pending_call&) { ++watched; }).execute(calls).outcomes.empty());
  CHECK(watched == 3);
  CHECK(ran == 3);
  CHECK(executor_with(ran, [](const pending_call&) { return std::nullopt; }).execute(calls).outcomes.size() ==
        4);
  CHECK(ran == 6);
  static_assert(std::is_empty_v<tacet::open_gate>);
}

#if defined(__cpp_exceptions)

namespace {

struct no_exception_at_all {
  const char* what() const { throw 1; }
};

}  // namespace

TEST_CASE("a guard that throws admits all, or refuses all where the gate says so") {
  const auto broken = [](auto thrown) {
    const auto consult = [thrown](const pending_call&) -> std::optional<skip> { throw thrown; };
    const auto open = steering_gate{consult}.part(calls);
    CHECK(open.admitted.size() == 4);
    CHECK(open.answered.empty());
    CHECK(open.guard_failed);
    const auto closed = steering_gate{consult, guard_failure::blocks}.part(calls);
    CHECK(closed.admitted.empty());
    REQUIRE(closed.answered.size() == 4);
    CHECK(closed.answered[0].is_error);
    CHECK_FALSE(closed.answered[0].content.empty());
    CHECK(closed.guard_failed);

    int ran = 0;
    const auto admitted = executor_with(ran, consult).execute(calls);
    CHECK(ran == 3);
    REQUIRE(admitted.outcomes.size() == 4);
    CHECK(admitted.outcomes[0].kind == outcome_kind::succeeded);
    CHECK(admitted.outcomes[0].guard_failed);
    CHECK_FALSE(admitted.outcomes[0].is_error);
    CHECK_FALSE(admitted.outcomes[3].guard_failed);  // no guard is asked about a tool that is not there
    const auto refused = executor_with(ran, consult, guard_failure::blocks).execute(calls);
    CHECK(ran == 3);
    CHECK(refused.outcomes.at(0).kind == outcome_kind::refused);
    CHECK(refused.outcomes.at(0).reason == outcome_reason::guard_failed);
    CHECK(refused.outcomes.at(0).guard_failed);
    CHECK(refused.outcomes.at(0).is_error);
    CHECK(refused.outcomes.at(0).content.find("hunter2") == std::string_view::npos);
  };
  broken(std::runtime_error("hunter2"));
  broken(std::bad_alloc{});
  broken(5);
  broken(no_exception_at_all{});
  broken(tacet::tool_error("hunter2"));
}

#endif
