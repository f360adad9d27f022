// SPDX-License-Identifier: MIT
// A result without an id is paired only when one call alone can be meant.
#include "wire.hpp"

#include <tacet/wire/pairing.hpp>

using namespace tacet_case;

TEST_CASE("case 027: results without ids are never dealt out in the order in which they come") {
  std::vector<tacet::chat_message> messages = exchange({{"a", "weather", R"({"city":"x"})"}, {"b", "weather", R"({"city":"y"})"}});
  messages[2].results = {{"", "weather", "of y", false}, {"", "weather", "of x", false}};
  const auto refused = tacet::openai_chat::request({.model = "m", .messages = messages});
  REQUIRE_FALSE(refused);
  CHECK(refused.error().reason == tacet::request_failure::unpaired);
  CHECK(refused.error().message.find("a result has no id and could mean several calls") != std::string::npos);

  // One of them has its id: the other can only be the second.
  messages[2].results = {{"", "weather", "of y", false}, {"a", "weather", "of x", false}};
  tacet::pair_up(messages);
  CHECK(messages[2].results[0].content == "of x");
  CHECK(messages[2].results[1].content == "of y");
  each_format([&]<class D>() { CHECK(D::request({.model = "m", .messages = messages, .max_tokens = 9})); });

  // The same as such servers send it.
  const auto read = tacet::openai_chat::read_messages(R"([{"role":"user","content":"go"},
    {"role":"assistant","tool_calls":[{"id":"a","type":"function","function":{"name":"weather","arguments":"{}"}},
                                      {"id":"b","type":"function","function":{"name":"weather","arguments":"{}"}}]},
    {"role":"tool","content":"of y"},{"role":"tool","content":"of x"}])");
  REQUIRE(read);
  CHECK(tacet::unpaired(*read).at(0).kind == tacet::pairing_fault_kind::result_ambiguous);
}
