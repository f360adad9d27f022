// SPDX-License-Identifier: MIT
// Chat completions: what is read, what is refused with which words, and what goes back.
#include "support/catch.hpp"

#include <tacet/tacet.hpp>
#include <tacet/wire/openai_chat.hpp>

#include <boost/json.hpp>

#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using tacet::decode_failure;
using tacet::finish_reason;
using tacet::openai_chat;
using tacet::reply_note_kind;
using tacet_test::contains;
namespace bj = boost::json;

constexpr std::string_view real = R"({
  "id": "chatcmpl-7Q", "object": "chat.completion", "created": 1741570283, "model": "m-1", "error": null,
  "choices": [{"index": 0, "message": {"role": "assistant", "content": null, "tool_calls": [
      {"id": "call_a1", "type": "function", "function": {"name": "search_text", "arguments": "{\"pattern\": \"two\\nlines\", \"id\": 9007199254740993}"}},
      {"id": "call_b2", "type": "function", "function": {"name": "clock", "arguments": ""}, "extra_content": {"google": {"thought_signature": "c2ln"}}}
    ], "refusal": null, "annotations": []}, "logprobs": null, "finish_reason": "tool_calls"}],
  "usage": {"prompt_tokens": 81, "completion_tokens": 17, "total_tokens": 98, "completion_tokens_details": {"reasoning_tokens": 0}},
  "service_tier": "default", "system_fingerprint": "fp_1"})";

std::string with_call(std::string_view call) {
  return R"({"choices":[{"message":{"role":"assistant","tool_calls":[)" + std::string(call) + "]}}]}";
}
std::string with_message(std::string_view message) {
  return R"({"choices":[{"message":)" + std::string(message) + "}]}";
}

// A report that answers every call with the same text.
tacet::execution_report answers(std::span<const tacet::tool_call> calls, std::string_view content) {
  tacet::execution_report report;
  for (const auto& call : calls) {
    tacet::tool_outcome& outcome = report.outcomes.emplace_back();
    outcome.call_id = call.id;
    outcome.content = content;
  }
  return report;
}

}  // namespace

TEST_CASE("a whole chat completion is read, its arguments byte for byte") {
  const auto got = openai_chat::decode(real);
  REQUIRE(got);
  REQUIRE(got->calls().size() == 2);
  CHECK(got->calls()[0].id == "call_a1");
  CHECK(got->calls()[0].name == "search_text");
  CHECK(got->calls()[0].arguments == R"({"pattern": "two\nlines", "id": 9007199254740993})");
  CHECK(got->calls()[1].name == "clock");
  CHECK(got->calls()[1].arguments.empty());
  CHECK(got->finish() == finish_reason::tool_calls);
  CHECK(got->finish_text() == "tool_calls");
  CHECK(got->text().empty());
  CHECK(got->notes().empty());
  CHECK_FALSE(got->ids_changed());
  CHECK(got->source() == real);
  CHECK(got->dialect() == "openai");
}

TEST_CASE("arguments arrive as text, as an object, as nothing") {
  const struct {
    std::string_view function, wanted;
    bool noted;
  } table[] = {
      {R"({"name":"p","arguments":"{\"a\": \"\\u00e9\"}"})", R"({"a": "\u00e9"})", false},
      {R"({"name":"p"})", "{}", false},
      {R"({"name":"p","arguments":null})", "{}", false},
      {R"({"name":"p","arguments":""})", "", false},
      {R"({"name":"p","arguments":"{\"q"})", R"({"q)", false},
      {R"({"arguments":{"a": 1.0, "b":[ ]},"name":"p"})", R"({"a": 1.0, "b":[ ]})", true},
      {R"({"name":"p","arguments":[1,2]})", "[1,2]", true},
      {R"({"name":"p","arguments":true})", "true", true},
  };
  for (const auto& row : table) {
    const auto got =
        openai_chat::decode(with_call(R"({"id":"a","function":)" + std::string(row.function) + "}"));
    INFO(row.function);
    REQUIRE(got);
    CHECK(got->calls()[0].name == "p");
    CHECK(got->calls()[0].arguments == row.wanted);
    CHECK(got->notes().size() == (row.noted ? 1 : 0));
    if (row.noted) CHECK(got->notes()[0].kind == reply_note_kind::arguments_not_text);
  }
}

TEST_CASE("text, refusal and finish reason of messages of all shapes") {
  const struct {
    std::string text, said, refusal;
    finish_reason finish;
  } table[] = {
      {R"({"role":"assistant","content":"hi \u263a"})", "hi \xE2\x98\xBA", "", finish_reason::none},
      {R"({"role":"assistant","content":null})", "", "", finish_reason::none},
      {R"({"role":"assistant"})", "", "", finish_reason::none},
      {R"({"role":"assistant","content":[]})", "", "", finish_reason::none},
      {R"({"role":"assistant","content":[{"type":"text","text":"a"},{"type":"odd"},{"type":"text","text":"b\n"}]})",
       "ab\n", "", finish_reason::none},
      {R"({"role":"assistant","content":null,"refusal":"no"})", "", "no", finish_reason::none},
      {R"({"role":"assistant","content":[{"type":"refusal","refusal":"no"}]})", "", "no",
       finish_reason::none},
      {R"({"role":"assistant","content":"x","tool_calls":null,"function_call":null})", "x", "",
       finish_reason::none},
      {R"({"role":"assistant","content":"x","tool_calls":[]})", "x", "", finish_reason::none},
      {R"({"choices":[{"message":{"content":"x"},"finish_reason":"stop"}]})", "x", "", finish_reason::stop},
      {R"({"choices":[{"message":{"role":null,"content":"x"},"finish_reason":null}]})", "x", "",
       finish_reason::none},
      {R"({"choices":[{"message":{"role":"assistant","content":"x"},"finish_reason":"eos"}]})", "x", "",
       finish_reason::other},
  };
  for (const auto& row : table) {
    const auto got = openai_chat::decode(row.text);
    INFO(row.text);
    REQUIRE(got);
    CHECK(got->text() == row.said);
    CHECK(got->refusal() == row.refusal);
    CHECK(got->finish() == row.finish);
    CHECK(got->calls().empty());
    // A turn without calls is one message with a text, and there is nothing to answer.
    const bj::value turn = bj::parse(openai_chat::turn(*got));
    CHECK(turn.at("role") == "assistant");
    CHECK_FALSE(turn.as_object().contains("tool_calls"));
    CHECK_FALSE(turn.at("content").is_null());
    CHECK(openai_chat::results(got->calls(), {}) == "[]");
  }
}

TEST_CASE("calls decide, not the finish reason") {
  for (const std::string_view finish : {R"("stop")", R"("other")", R"("zzz")", "null"}) {
    const auto got = openai_chat::decode(
        R"({"choices":[{"message":{"content":"text","tool_calls":[{"id":"a","function":{"name":"p"}},{"id":"b","function":{"name":"q"}}]},"finish_reason":)" +
        std::string(finish) + "}]}");
    REQUIRE(got);
    CHECK(got->calls().size() == 2);
    CHECK_FALSE(got->calls()[1].cut);
  }
}

TEST_CASE("of several choices the first is read, and that is noted once") {
  const auto got = openai_chat::decode(
      R"({"choices":[{"message":{"content":"one"}},{"message":{"content":"two"}},{"message":7}]})");
  REQUIRE(got);
  CHECK(got->text() == "one");
  REQUIRE(got->notes().size() == 1);
  CHECK(got->notes()[0].kind == reply_note_kind::choices_ignored);
}

TEST_CASE("what is no reply is refused with a sentence and a place") {
  const struct {
    std::string text;
    decode_failure reason;
    std::string message;
  } table[] = {
      {"", decode_failure::invalid_json, "the text is empty"},
      {" \n", decode_failure::invalid_json, "the text is empty"},
      {"{", decode_failure::invalid_json, "not valid JSON: the text ends too early (byte 1)"},
      {"hello", decode_failure::invalid_json, "not valid JSON: an unexpected character (byte 0)"},
      {R"({"choices":[]} {})", decode_failure::invalid_json, "(byte 15)"},
      {"{\"role\":\"assistant\",\"content\":\"a\nb\"}", decode_failure::invalid_json, "control character"},
      {"{\"role\":\"assistant\",\"content\":\"\xff\"}", decode_failure::invalid_json,
       "invalid UTF-8 in a string (byte 31)"},
      {R"({"role":"assistant","content":"\ud83c"})", decode_failure::invalid_json, "unpaired surrogate"},
      {"data: {\"choices\":[]}\n\n", decode_failure::invalid_json, "stream of events"},
      {"[]", decode_failure::wrong_shape, "expected an object, got an array"},
      {"null", decode_failure::wrong_shape, "expected an object, got null"},
      {R"("{}")", decode_failure::wrong_shape, "expected an object, got a string"},
      {"{}", decode_failure::wrong_shape, "neither a chat completion"},
      {R"({"choices":null})", decode_failure::wrong_shape, "neither a chat completion"},
      {R"({"choices":{}})", decode_failure::wrong_shape,
       "expected an array, got an object (at /choices, byte 11)"},
      {R"({"choices":[]})", decode_failure::wrong_shape, "list of choices is empty (byte 11)"},
      {R"({"choices":[null]})", decode_failure::wrong_shape,
       "expected an object, got null (at /choices/0, byte 12)"},
      {R"({"choices":[{}]})", decode_failure::wrong_shape, "no message"},
      {R"({"choices":[{"delta":{"content":"x"}}]})", decode_failure::wrong_shape, "chunk of a stream"},
      {R"({"choices":[{"message":"x"}]})", decode_failure::wrong_shape,
       "expected an object, got a string (at /choices/0/message, byte 23)"},
      {R"({"choices":[{"message":{"content":7}}]})", decode_failure::wrong_shape,
       "expected a string, null or an array, got a number (at /choices/0/message/content"},
      {R"({"choices":[],"choices":[]})", decode_failure::wrong_shape, "a member is given twice"},
      {with_message(R"({"role":"user","content":"x"})"), decode_failure::wrong_shape,
       R"(its role is "user")"},
      {with_message(R"({"tool_calls":{}})"), decode_failure::wrong_shape, "expected an array"},
      {with_call("7"), decode_failure::wrong_shape, "/choices/0/message/tool_calls/0"},
      {with_call(R"({"id":7,"function":{"name":"p"}})"), decode_failure::wrong_shape, "tool_calls/0/id"},
      {with_call(R"({"id":"a"})"), decode_failure::wrong_shape, "a call has no function"},
      {with_call(R"({"id":"a","function":"p"})"), decode_failure::wrong_shape, "tool_calls/0/function"},
      {with_call(R"({"id":"a","function":{"name":[]}})"), decode_failure::wrong_shape,
       "tool_calls/0/function/name"},
      {with_call(R"({"id":"a","function":{"name":"p","name":"q"}})"), decode_failure::wrong_shape,
       "a member is given twice"},
      {with_call(R"({"id":"a","type":"custom","custom":{"name":"p","input":"x"}})"),
       decode_failure::unsupported, R"(a call is of type "custom")"},
      {with_message(R"({"function_call":{"name":"p","arguments":"{}"}})"), decode_failure::unsupported,
       "function_call"},
      {R"({"object":"response","output":[]})", decode_failure::unsupported, "Responses API"},
      {R"({"error":{"message":"Rate limit reached","type":"requests","code":"rate_limit_exceeded"}})",
       decode_failure::provider_error, "requests: Rate limit reached"},
      {R"({"error":{"message":"m","code":429}})", decode_failure::provider_error, "429: m"},
      {R"({"error":"model not found"})", decode_failure::provider_error, "error: model not found"},
      {R"({"error":{"odd":1}})", decode_failure::provider_error, "without a message"},
      {R"({"choices":[{"message":{"content":"x"},"error":{"message":"upstream","code":502}}]})",
       decode_failure::provider_error, "502: upstream"},
      {R"({"choices":[{"message":{"tool_calls":[{"id":"a","function":{"name":"p"}}]},"finish_reason":"error"}]})",
       decode_failure::provider_error, "ended the reply with an error"},
  };
  for (const auto& row : table) {
    const auto got = openai_chat::decode(row.text);
    INFO(row.text);
    REQUIRE_FALSE(got);
    CHECK(got.error().reason == row.reason);
    CHECK_THAT(got.error().message, contains(row.message));
    CHECK(got.error().offset <= row.text.size());
  }
  const auto failed = openai_chat::decode(R"({"error":{"message":"slow\u0007 down","type":"requests"}})");
  CHECK(failed.error().provider_type == "requests");
  CHECK(failed.error().provider_message == "slow\a down");
}

TEST_CASE("function_call beside tool_calls is ignored, noted, and not sent back") {
  const auto got = openai_chat::decode(
      with_message(R"({"tool_calls":[{"id":"a","function":{"name":"p"}}],"function_call":{"name":"p"}})"));
  REQUIRE(got);
  REQUIRE(got->notes().size() == 1);
  CHECK(got->notes()[0].kind == reply_note_kind::legacy_call_ignored);
  CHECK(openai_chat::turn(*got).find("function_call") == std::string::npos);
}

TEST_CASE("the turn keeps what was sent, and results pair with it in call order") {
  const auto got = openai_chat::decode(real);
  REQUIRE(got);
  const bj::value exchange = bj::parse(openai_chat::exchange(*got, answers(got->calls(), "done")));
  CHECK(exchange == bj::parse(R"([
    {"role":"assistant","content":null,"annotations":[],"tool_calls":[
      {"id":"call_a1","type":"function","function":{"name":"search_text","arguments":"{\"pattern\": \"two\\nlines\", \"id\": 9007199254740993}"}},
      {"id":"call_b2","type":"function","function":{"name":"clock","arguments":"{}"},"extra_content":{"google":{"thought_signature":"c2ln"}}}]},
    {"role":"tool","tool_call_id":"call_a1","content":"done"},
    {"role":"tool","tool_call_id":"call_b2","content":"done"}])"));
}

TEST_CASE("arguments in a turn are always an object in a string, and names are legal") {
  const struct {
    std::string_view arguments, wanted;
  } table[] = {
      {R"("{\"a\":1}")", R"({"a":1})"},
      {R"(" { \"a\" : 1 }\n")", R"({ "a" : 1 })"},
      {R"("")", "{}"},
      {R"("null")", "{}"},
      {R"("\"{\\\"a\\\":1}\"")", R"({"a":1})"},  // the tool got that object too
      {R"("{\"label\":\"x\",")", R"({"unparsed_arguments":"{\"label\":\"x\","})"},
      {R"("[1,2]")", R"({"unparsed_arguments":"[1,2]"})"},
      {R"("{\"a\":1}{\"a\":2}")", R"({"unparsed_arguments":"{\"a\":1}{\"a\":2}"})"},
      {R"("\"just text\"")", R"({"unparsed_arguments":"\"just text\""})"},
      {R"({"a":[1]})", R"({"a":[1]})"},
  };
  for (const auto& row : table) {
    const auto got = openai_chat::decode(with_call(
        R"({"id":"a","function":{"name":"do it.now","arguments":)" + std::string(row.arguments) + "}}"));
    INFO(row.arguments);
    REQUIRE(got);
    const bj::value turn = bj::parse(openai_chat::turn(*got));
    const bj::value& function = turn.at("tool_calls").as_array().at(0).at("function");
    CHECK(std::string_view(function.at("arguments").as_string()) == row.wanted);
    CHECK(function.at("name") == "do_it_now");
    CHECK(got->calls()[0].name == "do it.now");
    CHECK(bj::parse(row.wanted).is_object());
  }
  const auto nameless = openai_chat::decode(with_call(R"({"id":"a","function":{}})"));
  CHECK(bj::parse(openai_chat::turn(*nameless)).at("tool_calls").as_array().at(0).at("function").at("name") ==
        "unnamed");
  const auto lengthy =
      openai_chat::decode(with_call(R"({"id":"a","function":{"name":")" + std::string(300, 'n') + R"("}})"));
  CHECK(bj::parse(openai_chat::turn(*lengthy))
            .at("tool_calls")
            .as_array()
            .at(0)
            .at("function")
            .at("name")
            .as_string()
            .size() == 64);
}

TEST_CASE("results are valid JSON whatever a tool returned, and never empty") {
  const auto got = openai_chat::decode(with_call(R"({"id":"a","function":{"name":"p"}})"));
  REQUIRE(got);
  const struct {
    std::string_view content, wanted;
  } table[] = {{"", "(no output)"},
               {"   ", "(no output)"},
               {"\t\n", "(no output)"},
               {" x ", " x "},
               {"caf\xE9", "caf\xEF\xBF\xBD"},
               {"\xC3(", "\xEF\xBF\xBD("},
               {"\xF4\x90\x80\x80", "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"},
               {std::string_view("a\0b", 3), std::string_view("a\0b", 3)},
               {"\"\\\n\x01", "\"\\\n\x01"}};
  for (const auto& row : table) {
    const bj::value results =
        bj::parse(openai_chat::results(got->calls(), answers(got->calls(), row.content)));
    REQUIRE(results.as_array().size() == 1);
    CHECK(std::string_view(results.at(0).at("content").as_string()) == row.wanted);
  }
  // A report without outcomes answers the call all the same.
  CHECK_THAT(openai_chat::results(got->calls(), {}), contains("was not run"));
}

TEST_CASE("the executor runs what was decoded and its report goes back") {
  const auto got = openai_chat::decode(R"({"role":"assistant","tool_calls":[
    {"id":"x","function":{"name":"add","arguments":"{\"a\":40,\"b\":2}"}},
    {"id":"x","function":{"name":"add","arguments":"{\"a\":1}"}},
    {"function":{"name":"nosuch","arguments":"{}"}}]})");
  REQUIRE(got);
  struct pair {
    int a, b;
  };
  const tacet::tool_executor executor{
      tacet::tools{tacet::tool<"add">([](const pair& p) { return p.a + p.b; })}};
  const tacet::execution_report report = executor.execute(got->calls());
  const bj::value all = bj::parse(openai_chat::exchange(*got, report));
  REQUIRE(all.as_array().size() == 4);
  CHECK(all.at(1).at("content") == "42");
  CHECK(all.at(1).at("tool_call_id") == "x");
  CHECK_THAT(std::string(all.at(2).at("content").as_string()), contains("missing: \"b\""));
  CHECK_THAT(std::string(all.at(3).at("content").as_string()), contains("There is no tool \"nosuch\""));
  for (std::size_t i = 0; i < 3; ++i)
    CHECK(all.at(0).at("tool_calls").at(i).at("id") == all.at(i + 1).at("tool_call_id"));
}

TEST_CASE("the tools of an executor become the member of a request") {
  struct query {
    std::string text;
  };
  const tacet::tools all{tacet::tool<"find">([](const query&) {}, tacet::describe<"Finds \"it\"">),
                         tacet::tool<"now">([] {})};
  const bj::value made = bj::parse(openai_chat::tools(all.descriptors()));
  REQUIRE(made.as_array().size() == 2);
  CHECK(made.at(0).at("type") == "function");
  CHECK(made.at(0).at("function").at("description") == "Finds \"it\"");
  CHECK(made.at(0).at("function").at("parameters").at("properties").as_object().contains("text"));
  CHECK(made.at(1).at("function").at("parameters").at("type") == "object");
  CHECK(openai_chat::tools(std::vector<tacet::tool_descriptor>{}) == "[]");
}

TEST_CASE("no prefix of a reply decodes, and no change of one byte breaks what is written") {
  for (std::size_t n = 0; n < real.size(); ++n) CHECK_FALSE(openai_chat::decode(real.substr(0, n)));
  std::mt19937 random(7);
  std::size_t good = 0;
  for (int i = 0; i < 20000; ++i) {
    std::string text(real);
    for (int n = 1 + static_cast<int>(random() % 3); n > 0; --n)
      text[random() % text.size()] =
          i % 2 == 0 ? static_cast<char>(random() % 256) : "{}[]\",:0n\\"[random() % 10];
    const auto got = openai_chat::decode(text);
    if (!got) {
      if (got.error().message.empty() || got.error().offset > text.size()) FAIL(text);
      continue;
    }
    ++good;
    boost::system::error_code bad;
    bj::parse(openai_chat::exchange(*got, {}), bad);
    if (bad && bad != bj::error::exponent_overflow) FAIL(text);  // a number may be larger than a double
  }
  CHECK(good > 1000);
}
