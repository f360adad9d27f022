// SPDX-License-Identifier: MIT
// Arguments that cannot be read go back in a form that every wire takes, beside the error that they got.
#include "wire.hpp"

using namespace tacet_case;

TEST_CASE("case 104: a call with broken arguments is replayed as an object, or as a string that holds one") {
  struct labelled {
    std::string label;
  };
  const tacet::tool_executor executor{tacet::tools{tacet::tool<"mark">([](const labelled& l) { return l.label; })}};
  for (const std::string broken : {R"({"label":"x",)", "not json", R"("{\"label\":\"x\",")", "[1]", "\xFF"}) {
    const tacet::tool_call call{"c1", "mark", broken};
    const tacet::execution_report report = executor.execute({&call, 1});
    CHECK(report.outcomes.at(0).kind == tacet::outcome_kind::bad_arguments);
    const std::vector<tacet::chat_message> messages{tacet::chat_message::user("go"), tacet::chat_message::assistant("", {{"c1", "mark", broken}}),
                                                    tacet::chat_message::answers({&call, 1}, report)};
    CHECK(body<tacet::anthropic_messages>(messages).at("messages").at(1).at("content").at(0).at("input").is_object());
    CHECK(body<tacet::google_gemini>(messages).at("contents").at(1).at("parts").at(0).at("functionCall").at("args").is_object());
    const bj::object chat = body<tacet::openai_chat>(messages);
    CHECK(bj::parse(chat.at("messages").at(1).at("tool_calls").at(0).at("function").at("arguments").get_string()).is_object());
    const bj::object responses = body<tacet::openai_responses>(messages);
    for (const bj::value& item : responses.at("input").as_array())
      if (const bj::value* const arguments = item.as_object().if_contains("arguments")) CHECK(bj::parse(arguments->get_string()).is_object());
    // What the model sees of its fault comes with it.
    CHECK(std::string_view(chat.at("messages").at(2).at("content").get_string()) == report.outcomes[0].content);
  }
}
