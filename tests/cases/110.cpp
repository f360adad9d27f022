// SPDX-License-Identifier: MIT
// What a tool returns reaches OpenAI as one string, whatever it is.
#include "wire.hpp"

using namespace tacet_case;

TEST_CASE("case 110: an object or several texts are one string on the wire of chat completions") {
  struct row {
    int id;
    std::string name;
  };
  const tacet::tool_executor executor{tacet::tools{tacet::tool<"row">([] { return row{7, "x"}; }), tacet::tool<"texts">([] { return std::vector<std::string>{"one", "two"}; })}};
  const tacet::tool_call calls[] = {{"a", "row", "{}"}, {"b", "texts", "{}"}};
  const tacet::execution_report report = executor.execute(calls);
  const bj::value results = bj::parse(tacet::openai_chat::results(calls, report));
  CHECK(results.at(0).at("content") == R"({"id":7,"name":"x"})");
  CHECK(results.at(1).at("content") == R"(["one","two"])");
  const std::vector<tacet::chat_message> messages{tacet::chat_message::user("go"), tacet::chat_message::assistant("", {{"a", "row", "{}"}, {"b", "texts", "{}"}}),
                                                  tacet::chat_message::answers(calls, report)};
  const bj::object sent = body<tacet::openai_chat>(messages);
  CHECK(sent.at("messages").at(2) == results.at(0));
  CHECK(sent.at("messages").at(3) == results.at(1));
}
