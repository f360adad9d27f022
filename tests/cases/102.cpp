// SPDX-License-Identifier: MIT
// Nothing is said of choices and parallel calls where there are no tools, and a flag alone demands no call.
#include "wire.hpp"

using namespace tacet_case;

namespace {
constexpr tacet::tool_descriptor probe{.name = "probe", .description = "", .input_schema = R"({"type":"object","properties":{}})"};
}

TEST_CASE("case 102: a parallel flag or a choice goes out only beside tools, and means no more than it says") {
  const std::vector<tacet::chat_message> messages{tacet::chat_message::user("hello")};
  const tacet::chat_request asked{.model = "m", .messages = messages, .parallel_calls = false, .max_tokens = 9};

  each_format([&]<class D>() {
    tacet::chat_request none = asked;
    none.choice = tacet::tool_choice::none();
    const bj::object sent = body<D>(none);
    for (const char* const name : {"tools", "tool_choice", "toolConfig", "parallel_tool_calls"}) CHECK_FALSE(sent.contains(name));
    CHECK(D::request(asked)->notes == std::vector{tacet::request_note::parallel_without_tools});
  });

  tacet::chat_request with_tools = asked;
  with_tools.tools = {&probe, 1};
  CHECK(body<tacet::openai_chat>(with_tools).at("parallel_tool_calls") == false);
  CHECK_FALSE(body<tacet::openai_chat>(with_tools).contains("tool_choice"));
  CHECK(body<tacet::anthropic_messages>(with_tools).at("tool_choice") == bj::parse(R"({"type":"auto","disable_parallel_tool_use":true})"));

  with_tools.choice = tacet::tool_choice::none();
  CHECK_FALSE(body<tacet::openai_chat>(with_tools).contains("parallel_tool_calls"));
  CHECK(body<tacet::openai_chat>(with_tools).at("tool_choice") == "none");
  CHECK(body<tacet::anthropic_messages>(with_tools).at("tool_choice") == bj::parse(R"({"type":"none"})"));

  with_tools.choice = tacet::tool_choice::named("probe");
  CHECK(body<tacet::anthropic_messages>(with_tools).at("tool_choice") == bj::parse(R"({"type":"tool","name":"probe","disable_parallel_tool_use":true})"));
}
