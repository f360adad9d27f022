// SPDX-License-Identifier: MIT
// Requests in the words of chat completions and of Anthropic: what is written, refused, softened and left out.
#include "support/catch.hpp"

#include <tacet/tacet.hpp>
#include <tacet/wire/anthropic_messages.hpp>
#include <tacet/wire/chat_request.hpp>
#include <tacet/wire/compatible_servers.hpp>
#include <tacet/wire/openai_chat.hpp>

#include <boost/json.hpp>

#include <string>
#include <string_view>
#include <vector>

using namespace tacet;
namespace bj = boost::json;

namespace {

constexpr tool_descriptor probe{.name = "probe", .description = "Probes", .input_schema = R"({"type":"object","properties":{}})"};
constexpr tool_descriptor dotted{.name = "a.b", .description = "", .input_schema = R"({"type":"object","properties":{}})"};
constexpr tool_descriptor both[] = {probe, dotted};

const std::vector<chat_message> talk{chat_message::system("Be short."), chat_message::user("hello"), chat_message::assistant("Hello."),
                                     chat_message::user("probe it")};

chat_request request_of(std::span<const chat_message> messages) { return {.model = "m-1", .messages = messages, .max_tokens = 100}; }

template <class D> bj::value sent(const chat_request& asked) {
  const encoded_request made = D::request(asked);
  INFO((made ? std::string() : made.error().message));
  REQUIRE(made);
  return bj::parse(made->body);
}
template <class D> request_failure refusal(const chat_request& asked) {
  const encoded_request made = D::request(asked);
  REQUIRE_FALSE(made);
  CHECK_FALSE(made.error().message.empty());
  return made.error().reason;
}

}  // namespace

TEST_CASE("a request of chat completions holds what was asked for and nothing else") {
  chat_request asked = request_of(talk);
  asked.tools = both;
  asked.choice = tool_choice::named("a.b");
  asked.parallel_calls = true;
  asked.stream = true;
  asked.more = R"( {"temperature":0.5, "user":"u"} )";
  CHECK(sent<openai_chat>(asked) == bj::parse(R"({"model":"m-1","messages":[
    {"role":"system","content":"Be short."},{"role":"user","content":"hello"},{"role":"assistant","content":"Hello."},{"role":"user","content":"probe it"}],
    "tools":[{"type":"function","function":{"name":"probe","description":"Probes","parameters":{"type":"object","properties":{}}}},
             {"type":"function","function":{"name":"a_b","description":"","parameters":{"type":"object","properties":{}}}}],
    "tool_choice":{"type":"function","function":{"name":"a_b"}},"parallel_tool_calls":true,"max_completion_tokens":100,"stream":true,"temperature":0.5,"user":"u"})"));
  CHECK(sent<openai_chat>(request_of(talk)).as_object().size() == 3);
  asked.strict = true;
  CHECK(sent<openai_chat>(asked).at("tools").at(0).at("function").at("strict") == true);
}

TEST_CASE("a request of Anthropic has the system in front and says the choice in its own words") {
  chat_request asked = request_of(talk);
  asked.tools = both;
  asked.choice = tool_choice::required();
  asked.stream = true;
  CHECK(sent<anthropic_messages>(asked) == bj::parse(R"({"model":"m-1","max_tokens":100,"system":[{"type":"text","text":"Be short."}],"messages":[
    {"role":"user","content":[{"type":"text","text":"hello"}]},{"role":"assistant","content":[{"type":"text","text":"Hello."}]},
    {"role":"user","content":[{"type":"text","text":"probe it"}]}],
    "tools":[{"name":"probe","description":"Probes","input_schema":{"type":"object","properties":{}}},
             {"name":"a_b","description":"","input_schema":{"type":"object","properties":{}}}],
    "tool_choice":{"type":"any"},"stream":true})"));
}

TEST_CASE("marks for the cache stand on the newest message, the system, the tools and the message before, as many as are asked for") {
  std::vector<chat_message> messages = talk;
  messages.push_back(chat_message::assistant("", {{"c", "probe", "{}"}}));
  messages.push_back({chat_role::results, "", {}, {{"c", "probe", "1", false}}, "", ""});
  chat_request asked = request_of(messages);
  asked.tools = both;
  const auto marks = [](const bj::value& value) {
    std::size_t count = 0;
    const std::string text = bj::serialize(value);
    for (std::size_t at = 0; (at = text.find(R"("cache_control":{"type":"ephemeral"})", at)) != std::string::npos; ++at) ++count;
    return count;
  };
  for (unsigned n = 0; n <= 4; ++n) {
    asked.cache_marks = static_cast<std::uint8_t>(n);
    const bj::value made = sent<anthropic_messages>(asked);
    CHECK(marks(made) == n);
    CHECK(marks(made.at("messages").as_array().back().at("content").as_array().back()) == (n >= 1 ? 1 : 0));
    CHECK(marks(made.at("system")) == (n >= 2 ? 1 : 0));
    CHECK(marks(made.at("tools").at(1)) == (n >= 3 ? 1 : 0));
    CHECK(marks(made.at("messages").at(2)) == (n >= 4 ? 1 : 0));
  }
  asked.cache_marks = 9;
  CHECK(marks(sent<anthropic_messages>(asked)) == 4);
  CHECK(anthropic_messages::request(asked)->notes == std::vector{request_note::cache_marks_fewer});
  CHECK(marks(sent<openai_chat>(asked)) == 0);
}

TEST_CASE("what a server cannot be told is refused, softened or left out by name") {
  chat_request asked = request_of(talk);
  asked.tools = both;
  asked.choice = tool_choice::named("probe");
  CHECK(refusal<llama_cpp_chat>(asked) == request_failure::choice_unsupported);
  CHECK(refusal<ollama_chat>(asked) == request_failure::choice_unsupported);
  CHECK(sent<vllm_chat>(asked).at("tool_choice").at("function").at("name") == "probe");
  asked.choice.inferred = true;
  CHECK(ollama_chat::request(asked)->notes == std::vector{request_note::choice_softened});
  CHECK_FALSE(sent<ollama_chat>(asked).as_object().contains("tool_choice"));
  asked.choice = tool_choice::none();
  CHECK(ollama_chat::request(asked)->notes == std::vector{request_note::tools_left_out});
  CHECK_FALSE(sent<ollama_chat>(asked).as_object().contains("tools"));
  CHECK(sent<llama_cpp_chat>(asked).at("tool_choice") == "none");
  asked.choice = tool_choice::named("nosuch");
  CHECK(refusal<openai_chat>(asked) == request_failure::choice_unknown);
  asked.choice = tool_choice::automatic();
  asked.parallel_calls = true;
  asked.strict = true;
  asked.thinking_tokens = 2048;
  CHECK(ollama_chat::request(asked)->notes ==
        std::vector{request_note::thinking_unsupported, request_note::parallel_unsupported, request_note::strict_unsupported});
  CHECK(sent<ollama_chat>(asked).at("max_tokens") == 100);
  asked.tools = {};
  asked.choice = tool_choice::required();
  CHECK(refusal<openai_chat>(asked) == request_failure::choice_unknown);
}

TEST_CASE("requests that no provider takes are refused before they are written") {
  CHECK(refusal<openai_chat>({.model = "m"}) == request_failure::no_messages);
  CHECK(refusal<anthropic_messages>({.model = "m", .messages = std::span(talk).first(1), .max_tokens = 9}) == request_failure::no_messages);
  CHECK(refusal<anthropic_messages>({.model = "m", .messages = talk}) == request_failure::max_tokens_needed);
  chat_request asked = request_of(talk);
  asked.thinking_tokens = 500;
  CHECK(refusal<anthropic_messages>(asked) == request_failure::thinking_budget);
  asked.thinking_tokens = 2000;  // not less than max_tokens
  CHECK(refusal<anthropic_messages>(asked) == request_failure::thinking_budget);
  asked.thinking_tokens = 0;
  for (const char* const more : {"[]", "{", "1", R"({"model":"other"})", R"({"x":1,"messages":[]})", R"({"x":1} y)"}) {
    asked.more = more;
    CHECK(refusal<openai_chat>(asked) == request_failure::bad_more);
    CHECK(refusal<anthropic_messages>(asked) == request_failure::bad_more);
  }
}

TEST_CASE("a model without a name, and tools that no request can hold, are refused") {
  CHECK(refusal<openai_chat>({.messages = talk}) == request_failure::no_model);
  chat_request asked = request_of(talk);
  for (const char* const schema : {"", "[]", "{", "true"}) {
    const tool_descriptor bad{.name = "bad", .description = "", .input_schema = schema};
    asked.tools = {&bad, 1};
    CHECK(refusal<openai_chat>(asked) == request_failure::bad_tool);
    CHECK(refusal<anthropic_messages>(asked) == request_failure::bad_tool);
  }
  const tool_descriptor alike[] = {dotted, {.name = "a_b", .description = "", .input_schema = "{}"}};
  asked.tools = alike;
  CHECK(refusal<openai_chat>(asked) == request_failure::bad_tool);
}

TEST_CASE("results go out under the ids of their calls, in whatever order they stand") {
  const std::vector<chat_message> swapped{chat_message::user("u"), chat_message::assistant("", {{"a:1", "probe", "{}"}, {"b", "probe", "{}"}}),
                                          {chat_role::results, "", {}, {{"b", "probe", "of b", false}, {"a:1", "probe", "of a", false}}, "", ""}};
  const bj::value chat = bj::parse(openai_chat::messages(swapped));
  CHECK(chat.at(2).at("tool_call_id") == "b");
  CHECK(chat.at(2).at("content") == "of b");
  CHECK(chat.at(3).at("tool_call_id") == chat.at(1).at("tool_calls").at(0).at("id"));
  const bj::value claude = bj::parse(anthropic_messages::messages(swapped));
  CHECK(claude.at(2).at("content").at(0).at("tool_use_id") == "b");
  CHECK(claude.at(2).at("content").at(1).at("tool_use_id") == claude.at(1).at("content").at(0).at("id"));
}

TEST_CASE("marks for the cache that a history brought are not sent beside those that are asked for") {
  std::string text = "[";
  for (int i = 0; i < 6; ++i)
    text += std::string(i == 0 ? "" : ",") + R"({"role":"user","content":[{},{"type":"image","source":{},"cache_control":{"type":"ephemeral"}}]})";
  const auto read = anthropic_messages::read_messages(text + "]");
  REQUIRE(read);
  for (const unsigned marks : {0U, 1U, 4U}) {
    chat_request asked = request_of(*read);
    asked.cache_marks = static_cast<std::uint8_t>(marks);
    const std::string body = bj::serialize(sent<anthropic_messages>(asked));
    std::size_t found = 0;
    for (std::size_t at = 0; (at = body.find("cache_control", at)) != std::string::npos; ++at) ++found;
    CHECK(found == std::min<std::size_t>(marks, 2));  // there is no system and there are no tools
  }
}

TEST_CASE("a turn that ends in thinking goes out with a text behind it") {
  chat_message turn = chat_message::assistant("");
  turn.dialect = "anthropic";
  turn.native = R"({"role":"assistant","content":[{"type":"thinking","thinking":"t","signature":"s"},{"type":"text","text":" "},5]})";
  const std::vector<chat_message> messages{chat_message::user("u"), turn, chat_message::user("v")};
  const bj::value content = sent<anthropic_messages>(request_of(messages)).at("messages").at(1).at("content");
  REQUIRE(content.as_array().size() == 2);
  CHECK(content.at(0).at("signature") == "s");
  CHECK(content.at(1).at("text") == "(no output)");
}

TEST_CASE("what was sent stands for a message only where it is of its role") {
  chat_message user = chat_message::user("hello");
  user.dialect = "openai";
  user.native = R"({"role":"tool","tool_call_id":"x","content":"1"})";
  CHECK(sent<openai_chat>(request_of({&user, 1})).at("messages").at(0) == bj::parse(R"({"role":"user","content":"hello"})"));
}

TEST_CASE("a history is read back: roles, texts, calls, results, and what only the provider understands") {
  const std::string text = R"([{"role":"developer","content":"s"},{"role":"user","content":[{"type":"text","text":"look"},{"type":"image_url","image_url":{"url":"u"}}]},
    {"role":"assistant","content":null,"tool_calls":[{"id":"a","type":"function","function":{"name":"probe","arguments":"{\"x\":1}"}}],"reasoning_content":"hm"},
    {"role":"tool","tool_call_id":"a","name":"probe","content":[{"type":"text","text":"1"}]},{"role":"assistant","content":"done"}])";
  const auto read = openai_chat::read_messages(text);
  REQUIRE(read);
  REQUIRE(read->size() == 5);
  CHECK((*read)[0] == chat_message::system("s"));
  CHECK((*read)[1].text == "look");
  CHECK((*read)[2].calls == std::vector<chat_call>{{"a", "probe", R"({"x":1})"}});
  CHECK((*read)[3].results == std::vector<chat_result>{{"a", "probe", "1", false}});
  const bj::value again = sent<openai_chat>(request_of(*read)).at("messages");
  CHECK(again.at(1) == bj::parse(text).at(1));
  CHECK(again.at(2) == bj::parse(text).at(2));
  for (const char* const bad : {"{}", "[1]", R"([{"role":"wizard"}])", R"([{"role":"tool","tool_call_id":1}])", R"({"messages":{}})", "[", R"([{"content":"x"}])"})
    CHECK_FALSE(openai_chat::read_messages(bad));
  CHECK(openai_chat::read_messages("[]")->empty());
}

TEST_CASE("Anthropic's history is read back with its system and its results") {
  const auto read = anthropic_messages::read_messages(R"({"system":"s","messages":[{"role":"user","content":"look"},
    {"role":"assistant","content":[{"type":"thinking","thinking":"t","signature":"x"},{"type":"tool_use","id":"a","name":"probe","input":{"x": 1}}]},
    {"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":[{"type":"text","text":"1"}],"is_error":true},{"type":"text","text":"go on"}]}]})");
  REQUIRE(read);
  REQUIRE(read->size() == 5);
  CHECK((*read)[0] == chat_message::system("s"));
  CHECK((*read)[1] == chat_message::user("look"));
  CHECK((*read)[2].calls == std::vector<chat_call>{{"a", "probe", R"({"x": 1})"}});
  CHECK((*read)[3].results == std::vector<chat_result>{{"a", "", "1", true}});
  CHECK((*read)[4] == chat_message::user("go on"));
  const bj::value again = sent<anthropic_messages>(request_of(*read)).at("messages");
  CHECK(again.at(1).at("content").at(0).at("signature") == "x");
  CHECK(again.at(2).at("content").as_array().size() == 2);
  for (const char* const bad : {"{}", "[1]", R"([{"role":"system","content":"s"}])", R"([{"role":"user"}])", R"({"messages":1})", R"([{"role":"user","content":[1]}])"})
    CHECK_FALSE(anthropic_messages::read_messages(bad));
}

TEST_CASE("a stored message that was edited, or is no JSON, says what its parts say") {
  chat_message turn = chat_message::assistant("text", {{"a", "probe", R"({"x":1})"}});
  for (const std::string native : {"", "nonsense", "{", "[]", R"({"content":"other"})", R"({"content":[{"type":"text","text":"other"}]})", R"({"tool_calls":5,"content":7})"}) {
    turn.native = native;
    for (const std::string dialect : {"openai", "anthropic"}) {
      turn.dialect = dialect;
      const std::vector<chat_message> messages{chat_message::user("u"), turn, {chat_role::results, "", {}, {{"a", "probe", "1", false}}, "", ""}};
      CHECK(sent<openai_chat>(request_of(messages)).at("messages").at(1).at("tool_calls").at(0).at("id") == "a");
      CHECK(sent<anthropic_messages>(request_of(messages)).at("messages").at(1).at("content").as_array().size() == 2);
    }
  }
}
