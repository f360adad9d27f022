// SPDX-License-Identifier: MIT
// Thinking is replayed as it was sent, with its signature, in its place before the calls.
#include "wire.hpp"

using namespace tacet_case;

TEST_CASE("case 106: thinking, redacted or not, stands in the replayed turn byte for byte and in order") {
  const std::string thinking = R"({"type":"thinking","thinking":"First  this,\nthen that.","signature":"c2ln/+bmF0dXJl=="})";
  const std::string redacted = R"({ "type":"redacted_thinking", "data":"b3BhcXVl" })";
  const std::string call = R"({"type":"tool_use","id":"toolu_1","name":"do","input":{"n":1.0}})";
  const std::string second = R"({"type":"thinking","thinking":"","signature":"ZW1wdHk="})";
  const auto reply = tacet::anthropic_messages::decode(R"({"type":"message","role":"assistant","content":[)" + thinking + "," + redacted +
                                                       R"(,{"type":"text","text":"Doing it."},)" + second + "," + call + R"(],"stop_reason":"tool_use"})");
  REQUIRE(reply);
  const std::string wanted = "[" + thinking + "," + redacted + R"(,{"type":"text","text":"Doing it."},)" + second + "," + call + "]";
  CHECK(tacet::anthropic_messages::turn(*reply) == R"({"role":"assistant","content":)" + wanted + "}");
  // The same out of a stored history, in a whole request.
  const std::vector<tacet::chat_message> messages{tacet::chat_message::user("go"), tacet::chat_message::assistant(*reply),
                                                  {tacet::chat_role::results, "", {}, {{"toolu_1", "do", "1", false}}, "", ""}};
  const auto request = tacet::anthropic_messages::request({.model = "m", .messages = messages, .max_tokens = 9});
  REQUIRE(request);
  CHECK(request->body.find(wanted) != std::string::npos);
  // Another provider gets what it understands.
  CHECK(bj::serialize(body<tacet::openai_chat>(messages)).find("c2ln") == std::string::npos);
}
