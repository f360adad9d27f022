// SPDX-License-Identifier: MIT
// Broken arguments are an error whatever the stop reason says, and the turn that is stored can be sent again.
#include "support/catch.hpp"

#include <tacet/dynamic/dynamic_tools.hpp>
#include <tacet/tacet.hpp>
#include <tacet/wire/openai_chat.hpp>

#include <boost/json/parse.hpp>

#include <string>

using namespace tacet;

TEST_CASE("case 005: broken arguments are answered, and every wire takes the turn back") {
  int ran = 0;
  tool_registry registry;
  REQUIRE(registry.add({.name = "write_file"}, [&ran] { ++ran; }));
  const tool_executor executor{dynamic_tools{std::move(registry)}};
  const auto reply = openai_chat::decode(
      R"({"choices":[{"message":{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function",)"
      R"("function":{"name":"write_file","arguments":"{\"path\":\"a\",\"body\":\"xxxx"}}]},"finish_reason":"tool_calls"}]})");
  REQUIRE(reply);
  const execution_report report = executor.execute(reply->calls());
  CHECK(ran == 0);
  REQUIRE(report.outcomes.size() == 1);
  CHECK(report.outcomes[0].kind == outcome_kind::bad_arguments);
  CHECK(report.outcomes[0].reason == outcome_reason::invalid_json);
  // The messages that go back are JSON, and so are the arguments in them.
  const boost::json::value messages = boost::json::parse(openai_chat::exchange(*reply, report));
  const std::string_view arguments = messages.at(0).at("tool_calls").at(0).at("function").at("arguments").get_string();
  const boost::json::value sent = boost::json::parse(arguments);
  REQUIRE(sent.is_object());
  CHECK(sent.at("unparsed_arguments") == R"({"path":"a","body":"xxxx)");
  CHECK(messages.at(1).at("tool_call_id") == "c1");
}
