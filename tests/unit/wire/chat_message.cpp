// SPDX-License-Identifier: MIT
// Messages of a history: made by hand, of a reply, of a report.
#include "support/catch.hpp"

#include <tacet/tacet.hpp>
#include <tacet/wire/chat_message.hpp>
#include <tacet/wire/openai_chat.hpp>

#include <string>

using namespace tacet;

TEST_CASE("a message of a reply outlives the reply and keeps what was sent") {
  chat_message made;
  {
    const std::string sent = R"({"role":"assistant","content":"Looking.","tool_calls":[
      {"id":"","type":"function","function":{"name":"look","arguments":"{\"a\": 1}"}}],"reasoning_content":"hm"})";
    const auto reply = openai_chat::decode(sent);
    REQUIRE(reply);
    made = chat_message::assistant(*reply);
    CHECK(made.native == sent);
    CHECK(made.calls.at(0).id == reply->calls()[0].id);  // the one that it was given
  }
  CHECK(made.role == chat_role::assistant);
  CHECK(made.text == "Looking.");
  CHECK(made.calls.at(0).name == "look");
  CHECK(made.calls.at(0).arguments == R"({"a": 1})");
  CHECK_FALSE(made.calls.at(0).id.empty());
  CHECK(made.dialect == "openai");
}

TEST_CASE("answers are in call order, and there is one for each call, also where the report ends early") {
  const tool_call calls[] = {{"a", "one"}, {"b", "two"}, {"c", "three"}};
  execution_report report;
  report.outcomes.resize(2);
  report.outcomes[0].content = "1";
  report.outcomes[1].content = "no";
  report.outcomes[1].is_error = true;
  const chat_message made = chat_message::answers(calls, report);
  CHECK(made.role == chat_role::results);
  REQUIRE(made.results.size() == 3);
  CHECK(made.results[0] == chat_result{"a", "one", "1", false});
  CHECK(made.results[1] == chat_result{"b", "two", "no", true});
  CHECK(made.results[2] == chat_result{"c", "three", std::string(chat_message::no_answer), true});
}

TEST_CASE("every role has its word") {
  CHECK(to_text(chat_role::system) == "system");
  CHECK(to_text(chat_role::user) == "user");
  CHECK(to_text(chat_role::assistant) == "assistant");
  CHECK(to_text(chat_role::results) == "results");
  CHECK(chat_message::system("s").role == chat_role::system);
  CHECK(chat_message::user("u").text == "u");
}
