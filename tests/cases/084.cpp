// SPDX-License-Identifier: MIT
// An error of a server's tool stays one: in the outcome, and on each wire as that wire says it.
#include "wire.hpp"

#include <tacet/wire/mcp_result.hpp>

using namespace tacet_case;

namespace {

tacet::execution_report answered(std::string_view sent, int& runs, const tacet::tool_call& call) {
  const tacet::tool_executor executor{
      tacet::tools{tacet::tool<"rows">(
          [&]() -> std::string {
            ++runs;
            const auto result = tacet::read_mcp_result(sent);
            if (!result) throw tacet::tool_error(result.error().message);
            if (result->is_error) throw tacet::tool_error(result->text, tacet::permanence::permanent);
            return result->text;
          },
          tacet::read_only)},
      tacet::retries<tacet::retry_schedule{.max_attempts = 3}>{}};
  return executor.execute({&call, 1});
}

}  // namespace

TEST_CASE("case 084: what a server marks as an error reaches the model as one, and is not sent again") {
  const tacet::tool_call call{"c1", "rows", "{}"};
  for (const auto& [sent, text] : {std::pair<std::string_view, std::string_view>{R"({"content":[{"type":"text","text":"no such row"}],"isError":true})", "no such row"},
                                   {R"({"content":[],"isError":true})", "failed"}}) {
    int runs = 0;
    const tacet::execution_report report = answered(sent, runs, call);
    CHECK(runs == 1);
    REQUIRE(report.outcomes.size() == 1);
    CHECK(report.outcomes[0].kind == tacet::outcome_kind::failed);
    CHECK(report.outcomes[0].is_error);
    CHECK(report.outcomes[0].content.find(text) != std::string_view::npos);

    std::vector<tacet::chat_message> messages{tacet::chat_message::user("go"), tacet::chat_message::assistant("", {{"c1", "rows", "{}"}}),
                                              tacet::chat_message::answers({&call, 1}, report)};
    const bj::object claude = body<tacet::anthropic_messages>(messages);
    CHECK(claude.at("messages").at(2).at("content").at(0).at("is_error") == true);
    const bj::object gemini = body<tacet::google_gemini>(messages);
    const bj::object& response = gemini.at("contents").at(2).at("parts").at(0).at("functionResponse").at("response").as_object();
    CHECK(response.contains("error"));
    // OpenAI has no mark: the words say it.
    CHECK(std::string_view(body<tacet::openai_chat>(messages).at("messages").at(2).at("content").get_string()).find(text) != std::string_view::npos);
  }
}
