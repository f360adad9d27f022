// SPDX-License-Identifier: MIT
// Thinking and a demanded call do not go together at Anthropic: said before it is sent, or softened when nobody asked for it.
#include "wire.hpp"

using namespace tacet_case;

namespace {
constexpr tacet::tool_descriptor probe{.name = "probe", .description = "", .input_schema = R"({"type":"object","properties":{}})"};
}

TEST_CASE("case 105: a demanded call beside thinking is refused here, an inferred one is left to the model") {
  const std::vector<tacet::chat_message> messages{tacet::chat_message::user("hello")};
  for (tacet::tool_choice choice : {tacet::tool_choice::required(), tacet::tool_choice::named("probe")}) {
    tacet::chat_request asked{.model = "m", .messages = messages, .tools = {&probe, 1}, .choice = choice, .max_tokens = 4096, .thinking_tokens = 2048};
    const auto refused = tacet::anthropic_messages::request(asked);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().reason == tacet::request_failure::choice_with_thinking);
    asked.choice.inferred = true;
    const auto softened = tacet::anthropic_messages::request(asked);
    REQUIRE(softened);
    CHECK(softened->notes == std::vector{tacet::request_note::choice_softened});
    const bj::value sent = bj::parse(softened->body);
    CHECK_FALSE(sent.as_object().contains("tool_choice"));
    CHECK(sent.at("thinking") == bj::parse(R"({"type":"enabled","budget_tokens":2048})"));
    // Without thinking it is demanded.
    asked.thinking_tokens = 0;
    CHECK(body<tacet::anthropic_messages>(asked).contains("tool_choice"));
  }
}
