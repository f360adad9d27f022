// SPDX-License-Identifier: MIT
// An empty list of calls or tools is not sent.
#include "wire.hpp"

using namespace tacet_case;

TEST_CASE("case 101: no calls and no tools leave no empty list behind") {
  const std::vector<tacet::chat_message> messages{tacet::chat_message::user("hello"), tacet::chat_message::assistant("hello to you"), tacet::chat_message::user("and?")};
  each_format([&]<class D>() {
    const bj::object sent = body<D>(messages);
    for (const char* const name : {"tools", "tool_choice", "toolConfig", "parallel_tool_calls"}) CHECK_FALSE(sent.contains(name));
    const std::string text = bj::serialize(sent);
    CHECK(text.find("tool_calls") == std::string::npos);
    CHECK(text.find("[]") == std::string::npos);
  });
  // The turn of a provider that sent an empty list.
  const auto reply = tacet::openai_chat::decode(R"({"choices":[{"message":{"role":"assistant","content":"hi","tool_calls":[]}}]})");
  REQUIRE(reply);
  CHECK(tacet::openai_chat::turn(*reply) == R"({"role":"assistant","content":"hi"})");
}
