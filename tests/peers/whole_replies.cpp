// SPDX-License-Identifier: MIT
// Whole replies of the mock provider: decoded, run, answered, and the answers understood by it.
#include "conversation.hpp"

namespace {

using namespace peers;
using tacet::finish_reason;
using tacet::outcome_kind;

}  // namespace

TEMPLATE_TEST_CASE("a reply without calls is its text", "", PEER_DIALECTS) {
  conversation<TestType> talk("Tell me nine hundred ways to say no");
  const tacet::reply reply = talk.next();
  CHECK(reply.calls().empty());
  CHECK(reply.text() == "No calls here: \"quotes\", back\\slash, é, 😀, and\nlines.");
  CHECK(reply.finish() == finish_reason::stop);
  CHECK_FALSE(reply.cut());
  CHECK(reply.notes().empty());
}

TEMPLATE_TEST_CASE("three calls at once are run, and their results lead to the next reply", "",
                   PEER_DIALECTS) {
  conversation<TestType> talk("What is the weather in three cities?");
  const tacet::reply first = talk.next();
  CHECK(first.text() == "I shall look.");
  // (In Gemini's words the mock provider says FUNCTION_CALL, which Google does not have.)
  const bool invented = std::is_same_v<TestType, tacet::google_gemini>;
  CHECK(first.finish() == (invented ? finish_reason::other : finish_reason::tool_calls));
  REQUIRE(first.calls().size() == 3);
  const tacet::execution_report report = talk.answer(first);
  REQUIRE(report.outcomes.size() == 3);
  CHECK(report.outcomes[0].content == "Ulm: 20 degrees");
  CHECK(report.outcomes[1].content == "Zürich \"am See\": 20 degrees");
  CHECK(report.outcomes[2].content == "東京 😀: 20 degrees");

  // The provider answers only where the last result is the third one's.
  const tacet::reply second = talk.next();
  CHECK(second.text() == "It is 20 degrees everywhere.");
  CHECK(second.calls().empty());
  talk.check_understood();
}

TEMPLATE_TEST_CASE("calls that fail in every way are all answered", "", PEER_DIALECTS) {
  conversation<TestType> talk("Do everything that can go wrong");
  const tacet::reply first = talk.next();
  REQUIRE(first.calls().size() == 6);
  const tacet::execution_report report = talk.answer(first);
  REQUIRE(report.outcomes.size() == 6);
  const outcome_kind expected[] = {outcome_kind::succeeded,    outcome_kind::bad_arguments,
                                   outcome_kind::unknown_tool, outcome_kind::failed,
                                   outcome_kind::succeeded,    outcome_kind::succeeded};
  for (std::size_t i = 0; i < 6; ++i) CHECK(report.outcomes[i].kind == expected[i]);
  const tacet::reply second = talk.next();
  CHECK(second.text() == "Noted.");
  talk.check_understood();
}

TEMPLATE_TEST_CASE("eight calls at once are run in order", "", PEER_DIALECTS) {
  conversation<TestType> talk("Make eight calls at once");
  const tacet::reply reply = talk.next();
  REQUIRE(reply.calls().size() == 8);
  const tacet::execution_report report = talk.answer(reply);
  CHECK(report.outcomes[0].content.empty());
  for (int i = 1; i < 8; ++i)
    CHECK(report.outcomes[static_cast<std::size_t>(i)].content == std::to_string(i + i * i));
}

TEMPLATE_TEST_CASE("four turns, each of which needs the results of the one before", "", PEER_DIALECTS) {
  conversation<TestType> talk("Make one call after another");
  std::vector<std::string> ids;
  std::string contents;
  tacet::reply last;
  for (int turns = 0; turns < 8; ++turns) {
    last = talk.next();
    if (last.calls().empty()) break;
    for (const tacet::tool_call& call : last.calls()) ids.emplace_back(call.id);
    for (const tacet::tool_outcome& outcome : talk.answer(last).outcomes)
      contents += std::string(outcome.content) + "; ";
  }
  CHECK(ids == std::vector<std::string>{"step_1", "step_2", "step_3", "step_4"});
  CHECK(contents == "2; 4; 8; Ulm: 20 degrees; ");
  CHECK(last.text() == "Done: 2, 4, 8.");
  talk.check_understood();
}

TEMPLATE_TEST_CASE("a reply that ran into the token limit runs all but its last call", "", PEER_DIALECTS) {
  conversation<TestType> talk("Please stop in the middle");
  const tacet::reply reply = talk.next();
  CHECK(reply.finish() == finish_reason::length);
  CHECK(reply.cut());
  REQUIRE(reply.calls().size() == 2);
  const tacet::execution_report report = talk.answer(reply);
  CHECK(report.outcomes[0].content == "3");
  CHECK(report.outcomes[1].attempts == 0);
  CHECK(report.outcomes[1].reason == tacet::outcome_reason::output_limit);
}

TEST_CASE("signed thinking goes back as it came, and a strict provider takes it") {
  conversation<tacet::anthropic_messages> talk("Please think before you call");
  talk.asked.thinking_tokens = 1024;
  const tacet::reply first = talk.next();
  REQUIRE(first.calls().size() == 1);
  (void)talk.answer(first);
  const std::string body = talk.body();
  CHECK_THAT(body, tacet_test::contains(R"({"type":"redacted_thinking","data":"ZW5jcnlwdGVk"})"));
  CHECK_THAT(body, tacet_test::contains(R"("signature":"c2lnbmVkIGJ5IG5vYm9keQ==")"));

  const http_answer answer = talk.ask({{"X-AIMock-Strict", "true"}});
  INFO(answer.body());
  REQUIRE(answer.status == 200);
  const auto second = tacet::anthropic_messages::decode(answer.body());
  REQUIRE(second);
  CHECK(second->text() == "21, as I thought.");

  // The same without what the provider sent: it is this that makes it refuse.
  talk.history[2].native.clear();
  CHECK(talk.ask({{"X-AIMock-Strict", "true"}}).status == 400);
}
