// SPDX-License-Identifier: MIT
// Case 143: a decision for the session covers the tool with exactly these argument values, and one about a
// call only it.
#include "support/catch.hpp"

#include <tacet/tacet.hpp>

#include <string>
#include <vector>

namespace {

struct target {
  int id = 0;
  bool deep = false;
};
using tacet::approval_request;
using tacet::approval_scope;
using tacet::outcome_reason;

// Runs the calls one after the other, each in a batch of its own; `answer` decides those that are asked
// about.
template <class Answer>
std::vector<outcome_reason> run(const tacet::approval_memory& memory,
                                const std::vector<tacet::tool_call>& calls, int& asked, Answer answer) {
  const tacet::tool_executor executor{
      tacet::tools{tacet::tool<"wipe">([](const target&) {}), tacet::tool<"drop">([](const target&) {})},
      tacet::approval_gate{[&](const approval_request& request) { return ++asked, answer(request); },
                           memory}};
  std::vector<outcome_reason> reasons;
  for (const tacet::tool_call& one : calls)
    reasons.push_back(executor.execute({&one, 1}).outcomes.at(0).reason);
  return reasons;
}

constexpr auto none = outcome_reason::none;
constexpr auto denied = outcome_reason::approval_denied;
constexpr auto refuse = [](const approval_request& request) { return request.deny("asked again"); };
constexpr auto admit = [](const approval_request& request) { return request.approve(); };

const std::vector<tacet::tool_call> same{{"c2", "wipe", R"({"deep":false,"id":1})"},
                                         {"c3", "wipe", R"({ "id" : 1.0, "deep" : false })"},
                                         {"c4", "wipe", R"("{\"id\":1,\"deep\":false}")"},
                                         {"", "wipe", R"({"id":10e-1,"deep":false})"}};
// An absent member is not one with its default: the values that were shown are others.
const std::vector<tacet::tool_call> other{{"c1", "wipe", R"({"id":2,"deep":false})"},
                                          {"c1", "wipe", R"({"id":1,"deep":true})"},
                                          {"c1", "wipe", R"({"id":1})"},
                                          {"c1", "wipe", R"({"id":"1","deep":false})"},
                                          {"c1", "drop", R"({"id":1,"deep":false})"}};
constexpr tacet::tool_call first{"c1", "wipe", R"({"id":1,"deep":false})"};

}  // namespace

TEST_CASE("143 allowed for the session: the same values under any id and spelling, and nothing else") {
  const tacet::approval_memory memory;
  int asked = 0;
  CHECK(run(memory, {first}, asked, [](const approval_request& r) {
          return r.approve(approval_scope::session);
        }) == std::vector{none});
  CHECK(asked == 1);
  CHECK(run(memory, same, asked, refuse) == std::vector<outcome_reason>(same.size(), none));
  CHECK(asked == 1);
  CHECK(run(memory, other, asked, refuse) == std::vector<outcome_reason>(other.size(), denied));
  CHECK(asked == 6);
  memory.forget_session();
  CHECK(run(memory, same, asked, refuse) == std::vector<outcome_reason>(same.size(), denied));
}

TEST_CASE("143 denied for the session: the same") {
  const tacet::approval_memory memory;
  int asked = 0;
  CHECK(run(memory, {first}, asked, [](const approval_request& r) {
          return r.deny("never", approval_scope::session);
        }) == std::vector{denied});
  CHECK(run(memory, same, asked, admit) == std::vector<outcome_reason>(same.size(), denied));
  CHECK(asked == 1);
  CHECK(run(memory, other, asked, admit) == std::vector<outcome_reason>(other.size(), none));
  CHECK(asked == 6);
}

TEST_CASE(
    "143 a decision about one call never becomes one for the session, not even when it is stored and "
    "restored") {
  tacet::approval_memory memory;
  int asked = 0;
  CHECK(run(memory, {first}, asked, admit) == std::vector{none});
  tacet::approval_memory next;
  for (const tacet::approval_decision& one : memory.decisions())
    next.remember(tacet::approval_decision::restore(one.to_text()).value());
  for (const tacet::approval_memory& kept : {memory, next}) {
    asked = 0;
    CHECK(run(kept, {first}, asked, refuse) == std::vector{none});
    CHECK(asked == 0);
    CHECK(run(kept, same, asked, refuse) == std::vector<outcome_reason>(same.size(), denied));
    CHECK(asked == 4);
  }
  // A call without an id is asked about each time.
  const tacet::tool_call nameless{"", "wipe", R"({"id":7})"};
  asked = 0;
  CHECK(run(next, {nameless, nameless, nameless}, asked, admit) == std::vector{none, none, none});
  CHECK(asked == 3);
}
