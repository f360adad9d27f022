// SPDX-License-Identifier: MIT
// A conversation with the mock provider in one dialect: our requests, its replies, and our tools between
// them.
#pragma once

#include "peers.hpp"
#include "support/catch.hpp"

#include <tacet/tacet.hpp>
#include <tacet/wire/anthropic_messages.hpp>
#include <tacet/wire/chat_request.hpp>
#include <tacet/wire/google_gemini.hpp>
#include <tacet/wire/openai_chat.hpp>
#include <tacet/wire/openai_responses.hpp>
#include <tacet/wire/reply_stream.hpp>

#include <boost/json.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace peers {

// --- the tools --------------------------------------------------------------------------------------------

struct place {
  std::string city;
};
struct two_numbers {
  int a;
  int b;
};
inline constexpr auto weather =
    tacet::tool<"weather">([](const place& at) { return at.city + ": 20 degrees"; },
                           tacet::describe<"The weather of a city">, tacet::read_only);
inline constexpr auto sum = tacet::tool<"sum">([](const two_numbers& of) { return of.a + of.b; },
                                               tacet::describe<"Adds two numbers">, tacet::read_only);
inline constexpr auto refuse =
    tacet::tool<"refuse">([]() -> int { throw tacet::tool_error("I would rather not: \"no\", nein, 否."); },
                          tacet::describe<"Refuses">, tacet::read_only);
inline constexpr auto silent =
    tacet::tool<"silent">([] { return std::string(); }, tacet::describe<"Says nothing">, tacet::read_only);

inline auto make_executor() { return tacet::tool_executor{tacet::tools{weather, sum, refuse, silent}}; }

// --- where a dialect is spoken -----------------------------------------------------------------------------

template <class Dialect> struct spoken;
template <> struct spoken<tacet::openai_chat> {
  static constexpr std::string_view model = "gpt-4o";
  static std::string target(bool) { return "/v1/chat/completions"; }
};
template <> struct spoken<tacet::openai_responses> {
  static constexpr std::string_view model = "gpt-4o";
  static std::string target(bool) { return "/v1/responses"; }
};
template <> struct spoken<tacet::anthropic_messages> {
  static constexpr std::string_view model = "claude-sonnet-4-5";
  static std::string target(bool) { return "/v1/messages"; }
};

template <> struct spoken<tacet::google_gemini> {
  static constexpr std::string_view model = "gemini-2.5-flash";
  static std::string target(bool stream) {
    return "/v1beta/models/" + std::string(model) +
           (stream ? ":streamGenerateContent?alt=sse" : ":generateContent");
  }
};

// For TEMPLATE_TEST_CASE, which shows no names of types that come from a list. The official ones are those
// whose providers have a package in package.json.
#define PEER_OFFICIAL_DIALECTS tacet::openai_chat, tacet::openai_responses, tacet::anthropic_messages
#define PEER_DIALECTS PEER_OFFICIAL_DIALECTS, tacet::google_gemini

// --- the conversation --------------------------------------------------------------------------------------

template <class Dialect> class conversation {
 public:
  explicit conversation(std::string user) {
    history.push_back(tacet::chat_message::system("You are a test."));
    history.push_back(tacet::chat_message::user(std::move(user)));
    asked.model = spoken<Dialect>::model;
    asked.max_tokens = 2048;
  }

  /// The body of the next request.
  [[nodiscard]] std::string body() {
    asked.messages = history;
    asked.tools = tools_;
    auto made = Dialect::request(asked);
    if (!made) FAIL("no request: " << made.error().message);
    return std::move(made->body);
  }
  [[nodiscard]] http_answer ask(const http_headers& headers = {}) {
    return ask_provider(spoken<Dialect>::target(asked.stream), body(), headers);
  }

  /// The next reply as a whole; the test ends where there is none.
  [[nodiscard]] tacet::reply next() {
    asked.stream = false;
    const http_answer answer = ask();
    INFO(answer.body());
    REQUIRE(answer.status == 200);
    return value_of(Dialect::decode(answer.body(), options()));
  }
  /// The same as a stream, fed in the pieces in which it arrived.
  [[nodiscard]] tacet::reply next_streamed() {
    asked.stream = true;
    const http_answer answer = ask();
    INFO(answer.body());
    REQUIRE(answer.status == 200);
    REQUIRE(answer.header("content-type").starts_with("text/event-stream"));
    tacet::reply_stream<Dialect> stream(options());
    for (const std::string& piece : answer.pieces) (void)stream.feed(piece);
    return value_of(stream.finish());
  }

  /// Runs the calls of a reply and adds both to the history.
  tacet::execution_report answer(const tacet::reply& from) {
    tacet::execution_report report = executor.execute(from.calls());
    history.push_back(tacet::chat_message::assistant(from));
    if (!from.calls().empty()) history.push_back(tacet::chat_message::answers(from.calls(), report));
    return report;
  }

  /// Whether the provider has understood every call and every result of the history as it was meant, in
  /// order.
  void check_understood() const {
    const boost::json::value said = last_understood();
    std::vector<tacet::chat_call> calls;
    std::vector<tacet::chat_result> results;
    for (const boost::json::value& one : said.at("messages").as_array()) {
      const boost::json::object& message = one.as_object();
      if (message.at("role") == "tool")
        results.push_back({text(message.at("tool_call_id")), {}, text(message.at("content")), false});
      if (const auto* const list = message.if_contains("tool_calls"))
        for (const boost::json::value& call : list->as_array())
          calls.push_back({text(call.at("id")), text(call.at("function").at("name")),
                           text(call.at("function").at("arguments"))});
    }
    std::size_t c = 0;
    std::size_t r = 0;
    for (const tacet::chat_message& one : history) {
      for (const tacet::chat_call& call : one.calls) {
        INFO("call " << c);
        REQUIRE(c < calls.size());
        CHECK(calls[c].id == call.id);
        CHECK(calls[c].name == call.name);
        CHECK(boost::json::parse(calls[c].arguments) == boost::json::parse(call.arguments));
        ++c;
      }
      for (const tacet::chat_result& result : one.results) {
        INFO("result " << r);
        REQUIRE(r < results.size());
        CHECK(results[r].call_id == result.call_id);
        CHECK(results[r].content == expected_content(result));
        ++r;
      }
    }
    CHECK(c == calls.size());
    CHECK(r == results.size());
  }

  std::vector<tacet::chat_message> history;
  tacet::chat_request asked;
  decltype(make_executor()) executor = make_executor();

 private:
  // Gemini's results are objects.
  static std::string expected_content(const tacet::chat_result& result) {
    const std::string said = result.content.empty() ? "(no output)" : result.content;
    if constexpr (std::is_same_v<Dialect, tacet::google_gemini>)
      return boost::json::serialize(boost::json::object{{result.is_error ? "error" : "output", said}});
    return said;
  }
  static std::string text(const boost::json::value& value) {
    return value.is_string() ? std::string(value.as_string()) : boost::json::serialize(value);
  }
  static tacet::reply value_of(tacet::decoded<tacet::reply> decoded) {
    if (!decoded) FAIL("no reply: " << decoded.error().message);
    return *std::move(decoded);
  }
  // No call may have the id of an earlier one.
  tacet::reply_options options() {
    taken_.clear();
    for (const tacet::chat_message& one : history)
      for (const tacet::chat_call& call : one.calls) taken_.push_back(call.id);
    tacet::reply_options made;
    made.taken_ids = taken_;
    return made;
  }

  static constexpr auto descriptors_ = [] {
    constexpr auto schema = Dialect::profile.schema;
    return std::array{weather.template descriptor_in<schema>, sum.template descriptor_in<schema>,
                      refuse.template descriptor_in<schema>, silent.template descriptor_in<schema>};
  }();
  std::span<const tacet::tool_descriptor> tools_ = descriptors_;
  std::vector<std::string_view> taken_;
};

}  // namespace peers
