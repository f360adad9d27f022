// SPDX-License-Identifier: MIT
// A tool that returns nothing to read is answered with a short fixed text on the wire, and stays empty for the program.
#include "wire.hpp"

using namespace tacet_case;

TEST_CASE("case 112: an empty or blank result never makes an empty text on a wire") {
  const tacet::tool_executor executor{tacet::tools{tacet::tool<"empty">([] { return std::string(); }), tacet::tool<"blank">([] { return std::string("  \n "); }),
                                                   tacet::tool<"nothing">([] {})}};
  const tacet::tool_call calls[] = {{"a", "empty", "{}"}, {"b", "blank", "{}"}, {"c", "nothing", "{}"}};
  const tacet::execution_report report = executor.execute(calls);
  CHECK(report.outcomes.at(0).content.empty());
  std::vector<tacet::chat_call> asked;
  for (const tacet::tool_call& call : calls) asked.push_back({std::string(call.id), std::string(call.name), "{}"});
  const std::vector<tacet::chat_message> messages{tacet::chat_message::user("go"), tacet::chat_message::assistant("", asked), tacet::chat_message::answers(calls, report),
                                                  tacet::chat_message::user(""), tacet::chat_message::assistant("")};
  each_format([&]<class D>() {
    const std::string text = bj::serialize(body<D>(messages));
    INFO(D::name << ": " << text);
    std::size_t found = 0;
    for (std::size_t at = 0; (at = text.find("(no output)", at)) != std::string::npos; ++at) ++found;
    CHECK(found >= 3);
  });
  const bj::object claude = body<tacet::anthropic_messages>(messages);
  for (const bj::value& message : claude.at("messages").as_array())
    for (const bj::value& block : message.at("content").as_array())
      if (block.at("type") == "text") CHECK(block.at("text").get_string().size() > 0);
}
