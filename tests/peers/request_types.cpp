// SPDX-License-Identifier: MIT
// Requests that we write, held against the types of the providers' own packages; and broken ones, which must
// not fit.
#include "conversation.hpp"

#include <functional>

namespace {

using namespace peers;
using tacet::chat_message;
using tacet::tool_choice;
namespace bj = boost::json;

// Texts that need escapes, and an answer to every kind of call.
template <class Dialect> void talk_at_length(conversation<Dialect>& talk) {
  auto& history = talk.history;
  const auto exchange = [&](std::string text, std::vector<tacet::chat_call> calls) {
    std::vector<tacet::tool_call> made;
    for (const auto& call : calls) made.push_back({call.id, call.name, call.arguments});
    const tacet::execution_report report = talk.executor.execute(made);
    history.push_back(chat_message::assistant(std::move(text), std::move(calls)));
    history.push_back(chat_message::answers(made, report));
  };
  exchange("", {{"c1", "sum", R"({"a":1,"b":2})"}, {"c2", "weather", R"({"city":"\"\\\n\u0000é😀"})"}});
  history.push_back(chat_message::assistant("\"Three\",\n\ttwo\\one."));
  history.push_back(chat_message::user("And now\u2028what nobody has?"));
  exchange("Trying.", {{"c3", "refuse", "{}"},
                       {"c4", "silent", ""},
                       {"c5", "sum", "not JSON"},
                       {"c6", "sum", "[1,2]"},
                       {"c7", "no such tool!", R"({"deep":[[[{"x":null}]]],"n":1e300})"}});
  history.push_back(chat_message::user(""));
}

// Every request of a list of conversations, with what it is about.
struct written {
  std::string about;
  typed_body request;
};
template <class Dialect> std::vector<written> requests() {
  std::vector<written> all;
  const auto add = [&](std::string about, conversation<Dialect>& talk) {
    all.push_back({std::string(Dialect::name) + ": " + about, {std::string(Dialect::name), talk.body()}});
  };
  conversation<Dialect> first("Hello");
  add("the first request", first);

  conversation<Dialect> talk("What can you do?");
  talk_at_length(talk);
  add("a long history", talk);
  talk.asked.stream = true;
  add("a stream", talk);
  talk.asked.choice = tool_choice::required();
  add("some call", talk);
  talk.asked.choice = tool_choice::named("weather");
  add("the call of one tool", talk);
  talk.asked.parallel_calls = false;
  add("the call of one tool and no other", talk);
  talk.asked.choice = tool_choice::automatic();
  add("one call at a time", talk);
  talk.asked.choice = tool_choice::none();
  add("no call", talk);
  talk.asked.choice = tool_choice::automatic();
  talk.asked.parallel_calls = true;
  talk.asked.cache_marks = 4;
  add("cache marks", talk);
  talk.asked.thinking_tokens = 1024;
  add("thinking", talk);
  if (!std::is_same_v<Dialect, tacet::google_gemini>) talk.asked.more = R"({"metadata":{}})";
  else talk.asked.more = R"({"generationConfig":{"temperature":0.5}})";
  add("a member of one's own", talk);

  // What came from the provider, with everything that only it understands.
  for (const char* const user : {"What is the weather in three cities?", "Do everything that can go wrong",
                                 "Please think before you call"}) {
    // In chat completions the mock provider thinks in a member that OpenAI's own type has not.
    if (std::is_same_v<Dialect, tacet::openai_chat> && std::string_view(user).starts_with("Please think"))
      continue;
    conversation<Dialect> real(user);
    (void)real.answer(real.next());
    add(std::string("after a real reply to: ") + user, real);
  }
  return all;
}

// The same body with one thing wrong.
std::string broken(const std::string& body, const std::function<void(bj::object&)>& breaks) {
  bj::value value = bj::parse(body);
  breaks(value.as_object());
  return bj::serialize(value);
}
bj::object& item(bj::object& body, const char* list, const char* member, const char* value) {
  for (bj::value& one : body.at(list).as_array())
    if (const bj::value* const found = one.as_object().if_contains(member);
        found != nullptr && *found == value)
      return one.as_object();
  throw std::runtime_error("the body has no such item");
}
void rename(bj::object& in, const char* from, const char* to) {
  bj::value value = std::move(in.at(from));
  in.erase(from);
  in[to] = std::move(value);
}

}  // namespace

TEST_CASE("what we write is what the official packages say a request is") {
  std::vector<written> all = requests<tacet::openai_chat>();
  for (auto& one : requests<tacet::openai_responses>()) all.push_back(std::move(one));
  for (auto& one : requests<tacet::anthropic_messages>()) all.push_back(std::move(one));
  for (auto& one : requests<tacet::google_gemini>()) all.push_back(std::move(one));
  std::vector<typed_body> bodies;
  for (const written& one : all) bodies.push_back(one.request);
  const auto said = complaints(bodies);
  for (std::size_t i = 0; i < all.size(); ++i)
    for (const std::string& one : said[i])
      FAIL_CHECK(all[i].about << "\n" << one << "\n" << all[i].request.body);
}

TEST_CASE("a body with one thing wrong does not fit the official types") {
  struct fault {
    const char* about;
    std::function<void(bj::object&)> breaks;
  };
  std::vector<typed_body> bodies;
  std::vector<std::string> abouts;
  const auto add = [&]<class Dialect>(std::type_identity<Dialect>, std::initializer_list<fault> faults) {
    conversation<Dialect> talk("What can you do?");
    talk_at_length(talk);
    talk.asked.choice = tool_choice::required();
    const std::string body = talk.body();
    bodies.push_back({std::string(Dialect::name), body});
    abouts.emplace_back("nothing");
    for (const fault& one : faults) {
      bodies.push_back({std::string(Dialect::name), broken(body, one.breaks)});
      abouts.push_back(std::string(Dialect::name) + ": " + one.about);
    }
  };
  add(std::type_identity<tacet::openai_chat>(),
      {{"no messages", [](bj::object& b) { b.erase("messages"); }},
       {"a role that is none", [](bj::object& b) { b.at("messages").at(1).as_object()["role"] = "results"; }},
       {"a result without its id",
        [](bj::object& b) { item(b, "messages", "role", "tool").erase("tool_call_id"); }},
       {"a result with the id elsewhere",
        [](bj::object& b) { rename(item(b, "messages", "role", "tool"), "tool_call_id", "call_id"); }},
       {"a content that is a number",
        [](bj::object& b) { item(b, "messages", "role", "tool")["content"] = 5; }},
       {"arguments that are an object",
        [](bj::object& b) {
          item(b, "messages", "role", "assistant")
              .at("tool_calls")
              .at(0)
              .at("function")
              .as_object()["arguments"] = bj::object();
        }},
       {"a call without a function",
        [](bj::object& b) {
          item(b, "messages", "role", "assistant").at("tool_calls").at(0).as_object().erase("function");
        }},
       {"a tool of no type", [](bj::object& b) { b.at("tools").at(0).as_object().erase("type"); }},
       {"a tool without a name",
        [](bj::object& b) { b.at("tools").at(0).at("function").as_object().erase("name"); }},
       {"an invented member of a tool",
        [](bj::object& b) { b.at("tools").at(0).at("function").as_object()["input_schema"] = bj::object(); }},
       {"a choice that is none", [](bj::object& b) { b["tool_choice"] = "any"; }},
       {"an invented member", [](bj::object& b) { b["tacet"] = 1; }}});
  add(std::type_identity<tacet::openai_responses>(),
      {{"a model that is a number", [](bj::object& b) { b["model"] = 5; }},
       {"a call without arguments",
        [](bj::object& b) { item(b, "input", "type", "function_call").erase("arguments"); }},
       {"a call with its id elsewhere",
        [](bj::object& b) { rename(item(b, "input", "type", "function_call"), "call_id", "tool_call_id"); }},
       {"a result without output",
        [](bj::object& b) { item(b, "input", "type", "function_call_output").erase("output"); }},
       {"a result of another type",
        [](bj::object& b) { item(b, "input", "type", "function_call_output")["type"] = "function_result"; }},
       {"a tool inside a function",
        [](bj::object& b) { rename(b.at("tools").at(0).as_object(), "parameters", "function"); }},
       {"a choice that is none", [](bj::object& b) { b["tool_choice"] = "any"; }},
       {"an invented member", [](bj::object& b) { b["tacet"] = 1; }}});
  add(std::type_identity<tacet::anthropic_messages>(),
      {{"no limit of tokens", [](bj::object& b) { b.erase("max_tokens"); }},
       {"a role of another provider",
        [](bj::object& b) { b.at("messages").at(1).as_object()["role"] = "tool"; }},
       {"a result without its id",
        [](bj::object& b) { b.at("messages").at(2).at("content").at(0).as_object().erase("tool_use_id"); }},
       {"a call whose id is a number",
        [](bj::object& b) { b.at("messages").at(1).at("content").at(0).as_object()["id"] = 1; }},
       {"a call without input",
        [](bj::object& b) { b.at("messages").at(1).at("content").at(0).as_object().erase("input"); }},
       {"a schema under another name",
        [](bj::object& b) { rename(b.at("tools").at(0).as_object(), "input_schema", "parameters"); }},
       {"a schema that is no object",
        [](bj::object& b) { b.at("tools").at(0).at("input_schema").as_object()["type"] = "array"; }},
       {"a choice that is a word", [](bj::object& b) { b["tool_choice"] = "any"; }},
       {"an invented member of a result",
        [](bj::object& b) { b.at("messages").at(2).at("content").at(0).as_object()["tacet"] = 1; }},
       {"an invented member", [](bj::object& b) { b["tacet"] = 1; }}});
  const auto part = [](bj::object& body, std::size_t content) -> bj::object& {
    return body.at("contents").at(content).at("parts").at(0).as_object();
  };
  add(std::type_identity<tacet::google_gemini>(),
      {{"no contents", [](bj::object& b) { b.erase("contents"); }},
       {"a call with arguments that are text",
        [&](bj::object& b) { part(b, 1).at("functionCall").as_object()["args"] = "{}"; }},
       {"a call under the name of another provider",
        [&](bj::object& b) { rename(part(b, 1), "functionCall", "function_call"); }},
       {"a result that is text",
        [&](bj::object& b) { part(b, 2).at("functionResponse").as_object()["response"] = "3"; }},
       {"a result whose name is a number",
        [&](bj::object& b) { part(b, 2).at("functionResponse").as_object()["name"] = 3; }},
       {"a schema of a type that is none",
        [](bj::object& b) {
          b.at("tools").at(0).at("functionDeclarations").at(0).at("parameters").as_object()["type"] =
              "struct";
        }},
       {"a schema with a member that Google has not",
        [](bj::object& b) {
          b.at("tools")
              .at(0)
              .at("functionDeclarations")
              .at(0)
              .at("parameters")
              .as_object()["additionalProperties"] = false;
        }},
       {"a choice that is none",
        [](bj::object& b) { b.at("toolConfig").at("functionCallingConfig").as_object()["mode"] = "any"; }},
       {"an invented member", [](bj::object& b) { b["tacet"] = 1; }}});

  const auto said = complaints(bodies);
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    INFO(abouts[i] << "\n" << bodies[i].body);
    if (abouts[i] == "nothing") CHECK(said[i] == std::vector<std::string>());
    else CHECK_FALSE(said[i].empty());
  }
}

TEST_CASE("an oracle that cannot judge says so") {
  CHECK_THROWS_AS(complaints({{"openai", "{} as any"}}), std::runtime_error);
  CHECK_THROWS_AS(complaints({{"nobody", "{}"}}), std::runtime_error);
  CHECK(complaints({{"anthropic", "[]"}}).front().size() == 1);
}
