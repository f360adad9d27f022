// SPDX-License-Identifier: MIT
// After any end of a run, calls and results of a history pair one to one, both ways.
#include "wire.hpp"

#include <tacet/wire/pairing.hpp>

using namespace tacet_case;

TEST_CASE("case 096: a history with an orphan call, or an orphan result, is refused by name and can be mended") {
  std::vector<tacet::chat_message> cut = exchange({{"a", "do", "{}"}, {"b", "do", "{}"}});
  cut[2].results.pop_back();  // ended between the two
  cut.push_back(tacet::chat_message::user("and now?"));
  std::vector<tacet::chat_message> none = exchange({{"a", "do", "{}"}});
  none.pop_back();  // ended before the first
  none.push_back(tacet::chat_message::user("and now?"));
  std::vector<tacet::chat_message> other = exchange({{"a", "do", "{}"}});
  other[2].results.push_back({"elsewhere", "do", "of a call that is not there", false});
  std::vector<tacet::chat_message> headless{{tacet::chat_role::results, "", {}, {{"a", "do", "1", false}}, "", ""}, tacet::chat_message::user("hello")};
  for (std::vector<tacet::chat_message>* const messages : {&cut, &none, &other, &headless}) {
    each_format([&]<class D>() {
      const auto refused = D::request({.model = "m", .messages = *messages, .max_tokens = 9});
      REQUIRE_FALSE(refused);
      CHECK(refused.error().reason == tacet::request_failure::unpaired);
    });
    CHECK_FALSE(tacet::pair_up(*messages).empty());
    each_format([&]<class D>() {
      const bj::object sent = body<D>(*messages);
      // Nothing is in it of the call that is not there.
      CHECK(bj::serialize(sent).find("of a call that is not there") == std::string::npos);
    });
  }
  const bj::object mended = body<tacet::anthropic_messages>(cut);
  const bj::array& blocks = mended.at("messages").at(2).at("content").as_array();
  CHECK(blocks.at(0).at("content") == "result of a");
  CHECK(blocks.at(1).at("tool_use_id") == "b");
  CHECK(blocks.at(1).at("is_error") == true);
  CHECK(blocks.at(2).at("text") == "and now?");
}

TEST_CASE("case 096: a cancelled batch answers every call, so that its history can go on") {
  std::stop_source stop;
  const tacet::tool_executor executor{
      tacet::tools{tacet::tool<"do">([&] { stop.request_stop(); return 1; })}};
  const auto reply = tacet::openai_chat::decode(R"({"choices":[{"message":{"role":"assistant","tool_calls":[
    {"id":"a","type":"function","function":{"name":"do","arguments":"{}"}},
    {"id":"b","type":"function","function":{"name":"do","arguments":"{}"}}]}}]})");
  REQUIRE(reply);
  const tacet::execution_report report = executor.execute(reply->calls(), {.stop = stop.get_token()});
  CHECK(report.outcomes.at(1).kind == tacet::outcome_kind::cancelled);
  const std::vector<tacet::chat_message> messages{tacet::chat_message::user("go"), tacet::chat_message::assistant(*reply),
                                                  tacet::chat_message::answers(reply->calls(), report), tacet::chat_message::user("and now?")};
  CHECK(tacet::unpaired(messages).empty());
  each_format([&]<class D>() { CHECK(body<D>(messages).size() > 0); });
}
