// SPDX-License-Identifier: MIT
// Servers that speak chat completions: each by its own rules, and one of the test's own.
#include "support/catch.hpp"

#include <tacet/wire/compatible_servers.hpp>
#include <tacet/wire/openai_chat.hpp>

#include <boost/json.hpp>

#include <string>
#include <vector>

using namespace tacet;
namespace bj = boost::json;

namespace {

constexpr wire_profile house_rules{.name = "house", .ids = {.most = 16, .any_character = false}, .choice_named = false, .max_tokens_member = "limit"};
struct house_chat : compatible_chat<house_chat, house_rules> {};

const std::vector<chat_message> messages{chat_message::user("go"), chat_message::assistant("", {{"call:1", "do", "{}"}}),
                                         {chat_role::results, "", {}, {{"call:1", "do", "done", false}}, "", ""}};

}  // namespace

TEST_CASE("a server of one's own is a profile and a line") {
  const auto made = house_chat::request({.model = "m", .messages = messages, .max_tokens = 7});
  REQUIRE(made);
  const bj::value body = bj::parse(made->body);
  CHECK(body.at("limit") == 7);
  const std::string id(body.at("messages").at(1).at("tool_calls").at(0).at("id").get_string());
  CHECK(house_rules.ids.takes(id));
  CHECK(body.at("messages").at(2).at("tool_call_id").get_string() == id);
  const auto reply = house_chat::decode(R"({"role":"assistant","content":"hi","reasoning_content":"hm"})");
  REQUIRE(reply);
  CHECK(reply->dialect() == "house");
}

TEST_CASE("what only one server understands goes back to it and to no other") {
  const auto reply = vllm_chat::decode(R"({"role":"assistant","content":"hi","reasoning_content":"hm"})");
  REQUIRE(reply);
  const std::vector<chat_message> history{chat_message::user("go"), chat_message::assistant(*reply), chat_message::user("on")};
  CHECK(bj::parse(vllm_chat::request({.model = "m", .messages = history})->body).at("messages").at(1).at("reasoning_content") == "hm");
  for (const std::string& body : {ollama_chat::request({.model = "m", .messages = history})->body, openai_chat::request({.model = "m", .messages = history})->body,
                                  llama_cpp_chat::request({.model = "m", .messages = history})->body})
    CHECK(body.find("reasoning_content") == std::string::npos);
}

TEST_CASE("the servers that ship say their limits with max_tokens and keep to their rules for ids") {
  for (const std::string& text : {mistral_chat::request({.model = "m", .messages = messages, .max_tokens = 7})->body, llama_cpp_chat::request({.model = "m", .messages = messages, .max_tokens = 7})->body,
                                  vllm_chat::request({.model = "m", .messages = messages, .max_tokens = 7})->body, ollama_chat::request({.model = "m", .messages = messages, .max_tokens = 7})->body})
    CHECK(bj::parse(text).at("max_tokens") == 7);
  const bj::value mistral = bj::parse(mistral_chat::messages(messages));
  CHECK(mistral.at(1).at("tool_calls").at(0).at("id").get_string().size() == 9);
  CHECK(bj::parse(ollama_chat::messages(messages)).at(1).at("tool_calls").at(0).at("id") == "call:1");
}
