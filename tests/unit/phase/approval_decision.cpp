// SPDX-License-Identifier: MIT
// A decision is about exactly what was asked, and comes back from its text only as what it was.
#include "support/catch.hpp"

#include <tacet/phase/approval_decision.hpp>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

using tacet::approval_decision;
using tacet::approval_request;
using tacet::approval_scope;
using tacet::tool_call;

namespace {

constexpr tool_call pay_call{"c1", "pay", R"({"amount":5,"to":"ann"})"};

template <class Answer> approval_decision decided(const tool_call& call, Answer answer) {
  const tacet::tool_descriptor tool{};
  const tacet::pending_call pending{call, tool};
  return answer(approval_request(pending));
}
approval_decision yes(const tool_call& call, approval_scope scope = approval_scope::this_call) {
  return decided(call, [scope](const approval_request& r) { return r.approve(scope); });
}
approval_decision no(const tool_call& call, std::string reason,
                     approval_scope scope = approval_scope::this_call) {
  return decided(call, [&](const approval_request& r) { return r.deny(reason, scope); });
}
// A line whose sum is right, whatever is in it.
std::string summed(const std::string& line) { return line + " " + tacet::detail::line_sum(line); }

static_assert(!std::is_default_constructible_v<approval_decision>);
static_assert(
    !std::is_constructible_v<approval_decision, const tool_call&, bool, std::string, approval_scope>);
static_assert(!std::is_constructible_v<approval_decision, bool> &&
              !std::is_constructible_v<approval_decision, std::string>);

}  // namespace

TEST_CASE("a decision is about one call unless it is said to be for the session") {
  CHECK(yes(pay_call).scope() == approval_scope::this_call);
  CHECK(no(pay_call, "").scope() == approval_scope::this_call);
  CHECK_FALSE(no(pay_call, "").approved());
  CHECK(no(pay_call, "why").reason() == "why");
  const tool_call again{"c2", "pay", R"({ "to":"\u0061nn", "amount":5.0 })"};
  CHECK_FALSE(yes(pay_call).is_about(again));
  for (const approval_decision& one :
       {yes(pay_call, approval_scope::session), no(pay_call, "", approval_scope::session)}) {
    CHECK(one.is_about(pay_call));
    CHECK(one.is_about(again));
    for (const tool_call& other :
         {tool_call{"c1", "pay", R"({"amount":6,"to":"ann"})"}, tool_call{"c1", "pay", "{}"},
          tool_call{"c1", "pay", R"({"amount":"5","to":"ann"})"}, tool_call{"c1", "pay", ""},
          tool_call{"c1", "pay", R"({"amount":5,"to":"ann")"}, tool_call{"c1", "Pay", pay_call.arguments},
          tool_call{"c1", "", pay_call.arguments}, tool_call{"", "c1pay", pay_call.arguments}})
      CHECK_FALSE(one.is_about(other));
  }
}

TEST_CASE("no call can be made to look like another one by what is in its texts") {
  // Ids, names and arguments that would run into each other were they only put one behind the other.
  const std::vector<tool_call> calls{{"", "", ""},
                                     {"", "a", "{}"},
                                     {"a", "", "{}"},
                                     {"1\na", "b", "{}"},
                                     {"1", "\nab", "{}"},
                                     {"", "1\nab", "{}"},
                                     {"a\nb", "c", "{}"},
                                     {"a", "b\nc", "{}"},
                                     {"a", "b", "c\n{}"},
                                     {"a", "b", R"(!"{}")"},
                                     {"a", "b", R"({"x":1}{)"},
                                     {"a", "b\n{}", "{}"},
                                     {{"a\0b", 3}, "c", "{}"},
                                     {"a", {"b\0c", 3}, "{}"},
                                     {"0\n", "", "{}"},
                                     {"\xFF\xFE", "b", "{}"},
                                     {"a", "b", "\xFF"}};
  for (std::size_t i = 0; i < calls.size(); ++i)
    for (std::size_t j = 0; j < calls.size(); ++j) {
      INFO(i << " " << j);
      CHECK(yes(calls[i]).is_about(calls[j]) == (i == j));
      CHECK((yes(calls[i]).key() == yes(calls[j]).key()) == (i == j));
    }
  CHECK_FALSE(yes({"", "a"}).has_id());
  CHECK(yes({"0", "a"}).has_id());
}

TEST_CASE("one that was moved from is about nothing") {
  approval_decision one = yes(pay_call, approval_scope::session);
  const approval_decision taken = std::move(one);
  CHECK(taken.is_about(pay_call));
  CHECK_FALSE(one.is_about(pay_call));  // NOLINT(bugprone-use-after-move)
  CHECK_FALSE(one.is_about(tool_call{}));
}

TEST_CASE("a decision comes back from its text as what it was") {
  const std::string huge = "{\"x\":\"" + std::string(1'000'000, 'y') + "\"}";
  const std::string nul("a\0b", 3);
  const std::vector<tool_call> calls{
      pay_call,         {"", "", ""},      {"a\nb c%20", "n\n\n", "{"},  {nul, nul, nul},
      {"a", "b", huge}, {" ", " ", "[ ]"}, {"\xFF\x80", "\xC3", "\xFF"}, {"%", "%%", "\"%\""}};
  for (const tool_call& call : calls)
    for (const approval_decision& one :
         {yes(call), no(call, ""), no(call, "too\n dear \xFF%"), yes(call, approval_scope::session),
          no(call, std::string("\0 ", 2), approval_scope::session)}) {
      const std::string line = one.to_text();
      REQUIRE(std::all_of(line.begin(), line.end(), [](char c) { return c >= 0x20 && c < 0x7F; }));
      const auto back = approval_decision::restore(line);
      REQUIRE(back.has_value());
      CHECK(back->approved() == one.approved());
      CHECK(back->scope() == one.scope());
      CHECK(back->reason() == one.reason());
      CHECK(back->key() == one.key());
      CHECK(back->session_key() == one.session_key());
      CHECK(back->has_id() == one.has_id());
      CHECK(back->is_about(call));
      CHECK(back->to_text() == line);
    }
}

TEST_CASE("the form of the text is this one") {
  // Whoever changes the key or the line raises the number in front, or what is stored would be about other
  // calls.
  const auto body = [](const approval_decision& one) {
    const std::string line = one.to_text();
    return line.substr(0, line.rfind(' '));
  };
  CHECK(body(yes({"c1", "pay", R"({"to": "ann", "amount": 50, "x": [-1.5e3, null]})"})) ==
        R"(tacet-approval-1 approved once 2%0ac1pay%0a{"amount":5e1,"to":"ann","x":[-15e2,null]} )");
  CHECK(body(no({"", "pay", "{"}, "no way", approval_scope::session)) ==
        R"(tacet-approval-1 denied session 0%0apay%0a!"{" no%20way)");
  CHECK(yes({"c1", "pay"}).to_text() ==
        "tacet-approval-1 approved once 2%0ac1pay%0a{}  8c4c520e85ba103b7d8b1547127798d6");
}

TEST_CASE("a text that is cut, altered or made up is nothing") {
  const std::string line = no(pay_call, "the budget", approval_scope::session).to_text();
  REQUIRE(approval_decision::restore(line).has_value());
  for (std::size_t i = 0; i < line.size(); ++i) {
    CHECK_FALSE(approval_decision::restore(line.substr(0, i)).has_value());
    CHECK_FALSE(approval_decision::restore(line.substr(i + 1)).has_value());
    for (const int bit : {1, 2, 4, 8, 16, 32, 64, 128}) {
      std::string other = line;
      other[i] = static_cast<char>(other[i] ^ bit);
      CHECK_FALSE(approval_decision::restore(other).has_value());
    }
  }
  for (const std::string& other :
       {line + "\n", line + " ", " " + line, line + line, std::string("{}"), std::string(100'000, ' ')})
    CHECK_FALSE(approval_decision::restore(other).has_value());

  const std::string front = "tacet-approval-1 approved once ";
  REQUIRE(approval_decision::restore(summed(front + "2%0ac1pay%0a{} ")).has_value());
  for (const std::string& made : std::vector<std::string>{"",
                                                          " ",
                                                          "     ",
                                                          "tacet-approval-2 approved once 2%0ac1pay%0a{} ",
                                                          "tacet-approval-1 yes once 2%0ac1pay%0a{} ",
                                                          "tacet-approval-1 approved forever 2%0ac1pay%0a{} ",
                                                          "tacet-approval-1  approved once 2%0ac1pay%0a{} ",
                                                          front,
                                                          front + " ",
                                                          front + "2 ",
                                                          front + "2%0a ",
                                                          front + "2%0ac1 ",
                                                          front + "2%0ac1pay ",
                                                          front + "2%0ac1pay%0a{}",
                                                          front + "02%0ac1pay%0a{} ",
                                                          front + "+2%0ac1pay%0a{} ",
                                                          front + "-2%0ac1pay%0a{} ",
                                                          front + "x%0ac1pay%0a{} ",
                                                          front + "99%0ac1pay%0a{} ",
                                                          front + "18446744073709551615%0ac1pay%0a{} ",
                                                          front + "99999999999999999999999999%0ac1pay%0a{} ",
                                                          front + "2%0Ac1pay%0a{} ",
                                                          front + "2%0ac1p%61y%0a{} ",
                                                          front + "2%0ac1pay%0a{} reason more",
                                                          front + "2%0ac1pay%0a{}  ",
                                                          front + "2%0ac1pay%0a{}% ",
                                                          front + "2%0ac1pay%0a{}%0 ",
                                                          front + "2%0ac1pay%0a{}%zz ",
                                                          front + "2%0ac1pay%0a{}%-1 ",
                                                          front + "2%0ac1pay%0a{} %",
                                                          front + "2\nc1pay\n{} "}) {
    INFO(made);
    CHECK_FALSE(approval_decision::restore(summed(made)).has_value());
  }
}
