// SPDX-License-Identifier: MIT
// Responses: what is read, what is refused with which words, what goes back, whole requests and histories.
#include "support/catch.hpp"

#include <tacet/tacet.hpp>
#include <tacet/wire/google_gemini.hpp>
#include <tacet/wire/openai_chat.hpp>
#include <tacet/wire/openai_responses.hpp>
#include <tacet/wire/pairing.hpp>

#include <boost/json.hpp>

#include <array>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using tacet::chat_message;
using tacet::decode_failure;
using tacet::finish_reason;
using tacet::openai_responses;
using tacet::reply_note_kind;
using tacet_test::contains;
namespace bj = boost::json;

constexpr std::string_view real = R"({
  "id": "resp_68", "object": "response", "created_at": 1741570283, "status": "completed", "background": false, "error": null,
  "incomplete_details": null, "instructions": null, "max_output_tokens": null, "max_tool_calls": null, "model": "m-1",
  "output": [
    {"id": "rs_1", "type": "reasoning", "summary": [{"type": "summary_text", "text": "Two \u00e9 looks."}], "encrypted_content": "gAAAA=="},
    {"id": "ws_1", "type": "web_search_call", "status": "completed", "action": {"type": "search", "query": "x"}},
    {"id": "msg_1", "type": "message", "status": "completed", "role": "assistant", "phase": "commentary", "content": [
      {"type": "output_text", "text": "I will look ", "annotations": [], "logprobs": []}, {"type": "output_text", "text": "twice."}]},
    {"id": "rs_2", "type": "reasoning", "summary": []},
    {"id": "fc_1", "type": "function_call", "status": "completed", "arguments": "{\"pattern\": \"two\\nlines\", \"id\": 9007199254740993}", "call_id": "call_a1", "name": "search_text"},
    {"arguments":"{}","call_id":"call_b2","id":"fc_2","name":"clock","status":"completed","type":"function_call","later":{"x":[1, 2]}}
  ],
  "parallel_tool_calls": true, "previous_response_id": null, "reasoning": {"effort": "low", "summary": null}, "service_tier": "default",
  "store": true, "temperature": 1.0, "text": {"format": {"type": "text"}}, "tool_choice": "auto", "tools": [], "top_p": 1.0,
  "truncation": "disabled", "usage": {"input_tokens": 81, "output_tokens": 17, "total_tokens": 98}, "user": null, "metadata": {}})";

// The text of a list, between two marks of `real`.
std::string_view output_of(std::string_view text) {
  const std::size_t begin = text.find('[', text.find("\"output\""));
  return text.substr(begin, text.find("],\n  \"parallel") + 1 - begin);
}

std::string with_items(std::string_view items, std::string_view more = "") {
  return R"({"object":"response","status":"completed")" + std::string(more) + R"(,"output":[)" +
         std::string(items) + "]}";
}
std::string with_status(std::string_view status, std::string_view items = "") {
  return R"({"object":"response","status":)" + std::string(status) + R"(,"output":[)" + std::string(items) +
         "]}";
}
constexpr std::string_view one_call = R"({"type":"function_call","call_id":"a","name":"p","arguments":"{}"})";

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

TEST_CASE("a whole response is read, its arguments byte for byte") {
  const auto got = openai_responses::decode(real);
  REQUIRE(got);
  REQUIRE(got->calls().size() == 2);
  CHECK(got->calls()[0].id == "call_a1");
  CHECK(got->calls()[0].name == "search_text");
  CHECK(got->calls()[0].arguments == R"({"pattern": "two\nlines", "id": 9007199254740993})");
  CHECK(got->calls()[1].id == "call_b2");
  CHECK(got->calls()[1].arguments == "{}");
  CHECK(got->text() == "I will look twice.");
  CHECK(got->finish() == finish_reason::tool_calls);
  CHECK(got->finish_text() == "completed");
  CHECK(got->notes().empty());
  CHECK_FALSE(got->ids_changed());
  CHECK_FALSE(got->cut());
  CHECK(got->source() == real);
  CHECK(got->message() == output_of(real));
  CHECK(got->dialect() == "openai_responses");
}

TEST_CASE("arguments of a call arrive as text, as an object, as nothing") {
  const struct {
    std::string_view call, wanted;
    bool noted;
  } table[] = {
      {R"("arguments":"{\"a\": \"\\u00e9\"}")", R"({"a": "\u00e9"})", false},
      {R"("x":1)", "{}", false},
      {R"("arguments":null)", "{}", false},
      {R"("arguments":"")", "", false},
      {R"("arguments":"{\"q")", R"({"q)", false},
      {R"("arguments":{"a": 1.0, "b":[ ]})", R"({"a": 1.0, "b":[ ]})", true},
      {R"("arguments":true)", "true", true},
  };
  for (const auto& row : table) {
    const auto got = openai_responses::decode(
        with_items(R"({"type":"function_call","call_id":"a","name":"p",)" + std::string(row.call) + "}"));
    INFO(row.call);
    REQUIRE(got);
    CHECK(got->calls()[0].arguments == row.wanted);
    CHECK(got->notes().size() == (row.noted ? 1 : 0));
    if (row.noted) CHECK(got->notes()[0].kind == reply_note_kind::arguments_not_text);
  }
}

TEST_CASE("text, refusal and finish reason of responses of all shapes") {
  const struct {
    std::string text, said, refusal;
    finish_reason finish;
    std::string_view spelled;
    bool cut;
  } table[] = {
      {R"({"output":[]})", "", "", finish_reason::none, "", false},
      {R"({"status":null,"output":[]})", "", "", finish_reason::none, "", false},
      {with_items(""), "", "", finish_reason::stop, "completed", false},
      {with_items(R"({"type":"message","role":"assistant","content":"hi \u263a"})"), "hi \xE2\x98\xBA", "",
       finish_reason::stop, "completed", false},
      {with_items(
           R"({"type":"message","content":null},{"type":"message"},{"role":"assistant","content":[]})"),
       "", "", finish_reason::stop, "completed", false},
      {with_items(
           R"({"type":"message","role":"assistant","content":[{"type":"output_text","text":"a"},{"type":"odd","text":7},{"no":1}]},)"
           R"({"type":"odd"},{"type":"message","content":[{"type":"output_text","text":"b\n"}]})"),
       "ab\n", "", finish_reason::stop, "completed", false},
      {with_items(R"({"type":"message","content":[{"type":"refusal","refusal":"no"}]})"), "", "no",
       finish_reason::stop, "completed", false},
      {with_items("", R"x(,"incomplete_details":{"reason":"max_output_tokens"})x"), "", "",
       finish_reason::stop, "completed", false},
      {R"({"status":"incomplete","incomplete_details":{"reason":"max_output_tokens"},"output":[]})", "", "",
       finish_reason::length, "max_output_tokens", true},
      {R"({"status":"incomplete","incomplete_details":{"reason":"content_filter"},"output":[]})", "", "",
       finish_reason::filtered, "content_filter", true},
      {R"({"status":"incomplete","incomplete_details":{"reason":"yet_to_come"},"output":[]})", "", "",
       finish_reason::length, "yet_to_come", true},
      {R"({"status":"incomplete","incomplete_details":null,"output":[]})", "", "", finish_reason::length,
       "incomplete", true},
  };
  for (const auto& row : table) {
    const auto got = openai_responses::decode(row.text);
    INFO(row.text);
    REQUIRE(got);
    CHECK(got->text() == row.said);
    CHECK(got->refusal() == row.refusal);
    CHECK(got->finish() == row.finish);
    CHECK(got->finish_text() == row.spelled);
    CHECK(got->cut() == row.cut);
    CHECK(got->calls().empty());
    // There is always something to store, and nothing to answer.
    CHECK_FALSE(bj::parse("[" + openai_responses::turn(*got) + "]").as_array().empty());
    CHECK(openai_responses::results(got->calls(), {}) == "[]");
  }
}

TEST_CASE("a call that is cut is marked, whether the reply or the call says so") {
  const std::string three =
      R"({"type":"function_call","call_id":"a","name":"p","arguments":"{}","status":"incomplete"},)"
      R"({"type":"function_call","call_id":"b","name":"p","arguments":"{}","status":"completed"},)"
      R"({"type":"function_call","call_id":"c","name":"p","arguments":"{","status":"in_progress"})";
  for (const bool whole : {true, false}) {
    const auto got =
        openai_responses::decode(with_status(whole ? R"("completed")" : R"("incomplete")", three));
    REQUIRE(got);
    CHECK(got->calls()[0].cut);
    CHECK_FALSE(got->calls()[1].cut);
    CHECK(got->calls()[2].cut);
    CHECK(got->cut() == !whole);
    REQUIRE(got->notes().size() == 2);  // each once
    CHECK(got->notes()[0].position + got->notes()[1].position == 2);
    for (const auto& note : got->notes()) CHECK(note.kind == reply_note_kind::call_cut);
  }
  // A cut call is answered and never run.
  int runs = 0;
  const tacet::tool_executor executor{tacet::tools{tacet::tool<"p">([&] { return ++runs; })}};
  const auto got = openai_responses::decode(with_status(R"("completed")", three));
  const auto report = executor.execute(got->calls());
  CHECK(runs == 1);
  CHECK(report.outcomes.size() == 3);
}

TEST_CASE("ids are call_id, and made unique by position") {
  const auto got = openai_responses::decode(with_items(
      R"({"type":"function_call","id":"fc_1","call_id":"a","name":"p"},{"type":"function_call","id":"fc_2","name":"p"},)"
      R"({"type":"function_call","call_id":"a","name":"p"},{"type":"function_call","call_id":"","name":"p"})"));
  REQUIRE(got);
  CHECK(got->calls()[0].id == "a");
  for (std::size_t i = 1; i < 4; ++i) {
    CHECK(got->calls()[i].id.size() == 9);
    for (std::size_t k = 0; k < i; ++k) CHECK(got->calls()[i].id != got->calls()[k].id);
  }
  CHECK(got->ids_changed());
  // Turn and results pair also then.
  const bj::value all = bj::parse(openai_responses::exchange(*got, answers(got->calls(), "x")));
  REQUIRE(all.as_array().size() == 8);
  for (std::size_t i = 0; i < 4; ++i) CHECK(all.at(i).at("call_id") == all.at(i + 4).at("call_id"));
  CHECK(all.at(0).at("id") == "fc_1");
  CHECK(all.at(1).at("id") == "fc_2");
  tacet::reply_options options;
  const std::array<std::string_view, 1> taken{"a"};
  options.taken_ids = taken;
  CHECK(openai_responses::decode(with_items(one_call), options)->calls()[0].id != "a");
}

TEST_CASE("what is no reply of the Responses API is refused with a sentence and a place") {
  const struct {
    std::string text;
    decode_failure reason;
    std::string message;
  } table[] = {
      {"", decode_failure::invalid_json, "the text is empty"},
      {"{", decode_failure::invalid_json, "not valid JSON: the text ends too early (byte 1)"},
      {R"({"output":[]} {})", decode_failure::invalid_json, "(byte 14)"},
      {"event: response.created\ndata: {}\n\n", decode_failure::invalid_json, "stream of events"},
      {"[]", decode_failure::wrong_shape, "expected an object, got an array"},
      {"{}", decode_failure::wrong_shape, "has no output"},
      {R"({"object":"response","output":null})", decode_failure::wrong_shape, "has no output"},
      {R"({"output":{}})", decode_failure::wrong_shape,
       "expected an array, got an object (at /output, byte 10)"},
      {R"({"output":[null]})", decode_failure::wrong_shape,
       "expected an object, got null (at /output/0, byte 11)"},
      {R"({"output":[],"output":[]})", decode_failure::wrong_shape, "a member is given twice"},
      {R"({"type":"response.completed","response":{"output":[]}})", decode_failure::wrong_shape,
       "one event of a stream"},
      {R"({"object":"chat.completion","choices":[]})", decode_failure::unsupported, "a chat completion"},
      {with_status("7"), decode_failure::wrong_shape, "/status"},
      {R"({"status":"incomplete","incomplete_details":"x","output":[]})", decode_failure::wrong_shape,
       "/incomplete_details"},
      {R"({"status":"incomplete","incomplete_details":{"reason":[]},"output":[]})",
       decode_failure::wrong_shape, "/incomplete_details/reason"},
      {with_status(R"("in_progress")", one_call), decode_failure::unsupported,
       R"(its status is "in_progress")"},
      {with_status(R"("queued")"), decode_failure::unsupported, R"(its status is "queued")"},
      {with_status(R"("cancelled")", one_call), decode_failure::unsupported, R"(its status is "cancelled")"},
      {with_status(R"("thawing")", one_call), decode_failure::unsupported, R"(its status is "thawing")"},
      {with_items(R"({"type":7})"), decode_failure::wrong_shape, "/output/0/type"},
      {with_items(R"({"type":"message","role":"user","content":"x"})"), decode_failure::wrong_shape,
       R"(its role is "user")"},
      {with_items(R"({"type":"message","content":7})"), decode_failure::wrong_shape, "/output/0/content"},
      {with_items(R"({"type":"message","content":["x"]})"), decode_failure::wrong_shape,
       "/output/0/content/0"},
      {with_items(R"({"type":"message","content":[{"type":"output_text","text":{}}]})"),
       decode_failure::wrong_shape, "/output/0/content/0/text"},
      {with_items(R"({"type":"function_call","call_id":7})"), decode_failure::wrong_shape,
       "/output/0/call_id"},
      {with_items(R"({"type":"function_call","name":[]})"), decode_failure::wrong_shape, "/output/0/name"},
      {with_items(R"({"type":"function_call","name":"p","name":"q"})"), decode_failure::wrong_shape,
       "a member is given twice"},
      {with_items(R"({"type":"function_call","status":true})"), decode_failure::wrong_shape,
       "/output/0/status"},
      {with_items(R"({"type":"custom_tool_call","call_id":"c","name":"p","input":"x"})"),
       decode_failure::unsupported, R"(a call is of type "custom_tool_call")"},
      {with_items(std::string(one_call) + R"(,{"type":"computer_call","call_id":"c","action":{}})"),
       decode_failure::unsupported, R"(a call is of type "computer_call")"},
      {with_items(
           R"({"type":"local_shell_call","call_id":"c"},{"type":"local_shell_call_output","call_id":"other"})"),
       decode_failure::unsupported, R"(a call is of type "local_shell_call")"},
      {with_items(std::string(one_call) + R"(,{"type":"function_call_output","call_id":"a","output":"x"})"),
       decode_failure::unsupported, "holds the result of a call"},
      {R"({"error":{"code":"rate_limit_exceeded","message":"Slow down","type":null},"status":"failed","output":[]})",
       decode_failure::provider_error, "rate_limit_exceeded: Slow down"},
      {R"({"error":{"message":"m","type":"invalid_request_error","param":"input","code":null}})",
       decode_failure::provider_error, "invalid_request_error: m"},
      {with_items(one_call, R"(,"error":{"code":"server_error","message":"upstream"})"),
       decode_failure::provider_error, "upstream"},
      {with_status(R"("failed")", one_call), decode_failure::provider_error, "as failed"},
      {R"({"type":"error","code":"x","message":"m"})", decode_failure::provider_error, "an error"},
  };
  for (const auto& row : table) {
    const auto got = openai_responses::decode(row.text);
    INFO(row.text);
    REQUIRE_FALSE(got);
    CHECK(got.error().reason == row.reason);
    CHECK_THAT(got.error().message, contains(row.message));
    CHECK(got.error().offset <= row.text.size());
  }
}

TEST_CASE("a call that the provider itself answered is kept and passed over") {
  const std::string text = with_items(
      R"({"type":"shell_call","call_id":"s","action":{}},{"type":"shell_call_output","call_id":"s","output":[]},)"
      R"({"type":"tool_search_call","call_id":null,"execution":"server"},{"type":"mcp_call","id":"m","name":"far","arguments":"{}","output":"1"},)" +
      std::string(one_call));
  const auto got = openai_responses::decode(text);
  REQUIRE(got);
  CHECK(got->calls().size() == 1);
  CHECK("[" + openai_responses::turn(*got) + "]" == got->message());
}

TEST_CASE("the bounds of a reader hold here too") {
  std::string calls;
  for (int i = 0; i < 5; ++i) calls += (i == 0 ? "" : ",") + std::string(one_call);
  tacet::reply_options options;
  options.most_calls = 4;
  CHECK(openai_responses::decode(with_items(calls), options).error().reason ==
        decode_failure::too_many_calls);
  options.most_calls = 5;
  CHECK(openai_responses::decode(with_items(calls), options));
  options.most_bytes = 10;
  CHECK(openai_responses::decode(with_items(calls), options).error().reason == decode_failure::too_large);
  const auto deep = [](std::size_t n) {
    return with_items(R"({"type":"odd","x":)" + std::string(n, '[') + std::string(n, ']') + "}");
  };
  CHECK(openai_responses::decode(deep(120)));
  CHECK(openai_responses::decode(deep(100000)).error().reason == decode_failure::too_deep);
  tacet::reply_options shallow;
  shallow.most_depth = 4;
  CHECK(openai_responses::decode(deep(1), shallow));
  CHECK(openai_responses::decode(deep(2), shallow).error().reason == decode_failure::too_deep);
}

TEST_CASE("the turn keeps every item byte for byte, and results pair with it in call order") {
  const auto got = openai_responses::decode(real);
  REQUIRE(got);
  const std::string turn = openai_responses::turn(*got);
  // Only the blanks between items are not kept.
  for (
      const std::string_view item :
      {R"({"id": "rs_1", "type": "reasoning", "summary": [{"type": "summary_text", "text": "Two \u00e9 looks."}], "encrypted_content": "gAAAA=="})",
       R"({"id": "fc_1", "type": "function_call", "status": "completed", "arguments": "{\"pattern\": \"two\\nlines\", \"id\": 9007199254740993}", "call_id": "call_a1", "name": "search_text"})",
       R"({"arguments":"{}","call_id":"call_b2","id":"fc_2","name":"clock","status":"completed","type":"function_call","later":{"x":[1, 2]}})"})
    CHECK_THAT(turn, contains(std::string(item)));
  CHECK(bj::parse("[" + turn + "]") == bj::parse(output_of(real)));
  const bj::value exchange = bj::parse(openai_responses::exchange(*got, answers(got->calls(), "done")));
  REQUIRE(exchange.as_array().size() == 8);
  CHECK(exchange.at(6) ==
        bj::parse(R"({"type":"function_call_output","call_id":"call_a1","output":"done"})"));
  CHECK(exchange.at(7) ==
        bj::parse(R"({"type":"function_call_output","call_id":"call_b2","output":"done"})"));
}

TEST_CASE("of reasoning goes back what the provider takes") {
  // What it refuses: a status, and reasoning that nothing follows.
  const auto got = openai_responses::decode(with_items(
      R"({"type":"reasoning","id":"r1","status":"completed","summary":[ ],"encrypted_content":"e","content":null},)" +
      std::string(one_call) +
      R"(,{"type":"reasoning","id":"r2","summary":[]},{"type":"reasoning","id":"r3","summary":[]})"));
  REQUIRE(got);
  CHECK(openai_responses::turn(*got) ==
        R"({"type":"reasoning","id":"r1","summary":[ ],"encrypted_content":"e","content":null},)" +
            std::string(one_call));
  const auto only = openai_responses::decode(with_items(R"({"type":"reasoning","id":"r1","summary":[]})"));
  CHECK(openai_responses::turn(*only) == R"x({"role":"assistant","content":"(no output)"})x");
}

TEST_CASE("in a call of the turn the arguments are an object in a string, and the name is legal") {
  const struct {
    std::string_view arguments, wanted;
  } table[] = {
      {R"("{\"a\":1}")", R"({"a":1})"},
      {R"("")", "{}"},
      {R"("null")", "{}"},
      {R"("\"{\\\"a\\\":1}\"")", R"({"a":1})"},
      {R"("{\"label\":\"x\",")", R"({"unparsed_arguments":"{\"label\":\"x\","})"},
      {R"("[1,2]")", R"({"unparsed_arguments":"[1,2]"})"},
      {R"({"a":[1]})", R"({"a":[1]})"},
      {"null", "{}"},
  };
  for (const auto& row : table) {
    for (const std::string_view name : {"do it.now", "plain"}) {
      const auto got = openai_responses::decode(
          with_items(R"({"type":"function_call","id":"fc","call_id":"a","name":")" + std::string(name) +
                     R"(","arguments":)" + std::string(row.arguments) + R"(,"gone":null,"later":[1]})"));
      INFO(row.arguments);
      REQUIRE(got);
      const bj::value item = bj::parse(openai_responses::turn(*got));
      CHECK(std::string_view(item.at("arguments").as_string()) == row.wanted);
      CHECK(item.at("name") == (name == "plain" ? "plain" : "do_it_now"));
      CHECK(item.at("id") == "fc");
      CHECK(item.at("later") == bj::parse("[1]"));
      CHECK(got->calls()[0].name == name);
    }
  }
  // Spelled with escapes, it is the same call and stays as it is.
  const std::string spelled =
      R"({"type":"function_call","call_id":"\u0061","name":"\u0070","arguments":" {\u0022x\u0022:1} "})";
  CHECK(openai_responses::turn(*openai_responses::decode(with_items(spelled))) == spelled);
}

TEST_CASE("a turn of another dialect is written anew") {
  const auto chat = tacet::openai_chat::decode(
      R"({"role":"assistant","content":"look","reasoning":"r","tool_calls":[{"id":"a","function":{"name":"p","arguments":"{\"x\":1}"}},{"id":"b","function":{"name":"q"}}]})");
  CHECK(
      openai_responses::turn(*chat) ==
      R"({"role":"assistant","content":"look"},{"type":"function_call","call_id":"a","name":"p","arguments":"{\"x\":1}"},)"
      R"({"type":"function_call","call_id":"b","name":"q","arguments":"{}"})");
  const auto silent = tacet::openai_chat::decode(
      R"({"role":"assistant","content":" ","tool_calls":[{"id":"a","function":{"name":"p"}}]})");
  CHECK(openai_responses::turn(*silent) == one_call);
  const auto got = openai_responses::decode(real);
  const bj::value other = bj::parse(tacet::openai_chat::turn(*got));
  CHECK(other.at("content") == "I will look twice.");
  CHECK(other.at("tool_calls").as_array().size() == 2);
}

TEST_CASE("results of Responses are valid JSON whatever a tool returned, and never empty") {
  const auto got = openai_responses::decode(with_items(one_call));
  const struct {
    std::string_view content, wanted;
  } table[] = {{"", "(no output)"},
               {" \t\n", "(no output)"},
               {" x ", " x "},
               {"caf\xE9", "caf\xEF\xBF\xBD"},
               {std::string_view("a\0b", 3), std::string_view("a\0b", 3)},
               {"\"\\\n\x01", "\"\\\n\x01"}};
  for (const auto& row : table) {
    const bj::value results =
        bj::parse(openai_responses::results(got->calls(), answers(got->calls(), row.content)));
    CHECK(std::string_view(results.at(0).at("output").as_string()) == row.wanted);
  }
  CHECK_THAT(openai_responses::results(got->calls(), {}), contains("was not run"));
}

TEST_CASE("tools are flat and say that they are not strict") {
  struct query {
    std::string text;
  };
  const tacet::tools all{tacet::tool<"find">([](const query&) {}, tacet::describe<"Finds \"it\"">),
                         tacet::tool<"now">([] {})};
  const bj::value made = bj::parse(openai_responses::tools(all.descriptors()));
  REQUIRE(made.as_array().size() == 2);
  CHECK(made.at(0).at("type") == "function");
  CHECK(made.at(0).at("name") == "find");
  CHECK(made.at(0).at("description") == "Finds \"it\"");
  CHECK(made.at(0).at("parameters").at("properties").as_object().contains("text"));
  CHECK(made.at(0).at("strict") == false);
  CHECK(made.at(1).at("parameters").at("type") == "object");
  CHECK(openai_responses::tools(std::vector<tacet::tool_descriptor>{}) == "[]");
}

TEST_CASE("a whole request of Responses") {
  const auto got = openai_responses::decode(real);
  const std::vector<chat_message> history{chat_message::system("Be brief."), chat_message::user("Look."),
                                          chat_message::assistant(*got),
                                          chat_message::answers(got->calls(), answers(got->calls(), "done"))};
  const std::vector<tacet::tool_descriptor> tools{{.name = "clock"}, {.name = "search.text"}};
  const auto written = [&](const tacet::chat_request& asked) {
    const auto made = openai_responses::request(asked);
    if (!made) FAIL(made.error().message);
    return bj::parse(made->body);
  };
  const bj::value plain = written({.model = "m", .messages = history});
  CHECK(plain.as_object().size() == 2);
  CHECK(plain.at("model") == "m");
  REQUIRE(plain.at("input").as_array().size() == 10);
  CHECK(plain.at("input").at(0) == bj::parse(R"({"role":"system","content":"Be brief."})"));
  CHECK(plain.at("input").at(1) == bj::parse(R"({"role":"user","content":"Look."})"));
  CHECK(plain.at("input").at(2).at("encrypted_content") == "gAAAA==");
  CHECK(plain.at("input").at(9).at("call_id") == "call_b2");

  const bj::value full = written({.model = "m",
                                  .messages = history,
                                  .tools = tools,
                                  .choice = tacet::tool_choice::named("search.text"),
                                  .parallel_calls = false,
                                  .max_tokens = 100,
                                  .stream = true,
                                  .more = R"({"store":false,"include":["x"]})"});
  CHECK(full.at("tool_choice") == bj::parse(R"({"type":"function","name":"search_text"})"));
  CHECK(full.at("parallel_tool_calls") == false);
  CHECK(full.at("max_output_tokens") == 100);
  CHECK(full.at("stream") == true);
  CHECK(full.at("store") == false);
  CHECK(full.at("tools").at(1).at("name") == "search_text");
  CHECK(full.at("tools").at(1).at("strict") == false);
  CHECK(written({.model = "m", .messages = history, .tools = tools, .choice = tacet::tool_choice::none()})
            .at("tool_choice") == "none");
  CHECK(written({.model = "m", .messages = history, .tools = tools, .choice = tacet::tool_choice::required()})
            .at("tool_choice") == "required");
  CHECK(written({.model = "m", .messages = history, .tools = tools, .strict = true}).at("tools").at(0).at("strict") ==
        true);

  // Without tools nothing is said of them.
  const auto bare = openai_responses::request(
      {.model = "m", .messages = history, .choice = tacet::tool_choice::none(), .parallel_calls = true});
  REQUIRE(bare);
  CHECK(bj::parse(bare->body).as_object().size() == 2);
  CHECK(bare->notes.size() == 2);

  const auto refused = [&](const tacet::chat_request& asked) {
    return openai_responses::request(asked).error().reason;
  };
  CHECK(refused({}) == tacet::request_failure::no_messages);
  CHECK(refused({.model = "m", .messages = std::span(history).first(3)}) == tacet::request_failure::unpaired);
  CHECK(refused({.model = "m", .messages = history, .more = R"({"input":"x"})"}) == tacet::request_failure::bad_more);
  CHECK(refused({.model = "m", .messages = history, .more = "[]"}) == tacet::request_failure::bad_more);
}

TEST_CASE("ids that are too long for Responses, or repeat, are replaced on both sides") {
  const std::string lengthy(94, 'x');
  std::vector<chat_message> history;
  for (int turn = 0; turn < 2; ++turn) {
    history.push_back(chat_message::user("go"));
    history.push_back(chat_message::assistant("", {{lengthy, "p", "{}"}, {"b", "p", "{}"}}));
    chat_message results{tacet::chat_role::results, {}, {}, {}, {}, {}};
    results.results = {{lengthy, "p", "1", false}, {"b", "p", "", true}};
    history.push_back(results);
  }
  const bj::value input = bj::parse(openai_responses::messages(history));
  REQUIRE(input.as_array().size() == 10);
  std::vector<std::string> ids;
  for (const std::size_t at : {1U, 2U, 6U, 7U}) {
    ids.emplace_back(input.at(at).at("call_id").as_string());
    CHECK(ids.back().size() <= 64);
    CHECK(input.at(at).at("call_id") == input.at(at + 2).at("call_id"));
  }
  CHECK(ids[1] == "b");
  CHECK(std::set<std::string>(ids.begin(), ids.end()).size() == 4);
  CHECK(input.at(4).at("output") == "(no output)");
}

TEST_CASE("a history of Responses is read back, with what only the provider understands") {
  const std::string text = R"([
    {"role":"developer","content":"Be brief."},
    {"type":"message","role":"user","content":"Look."},
    {"role":"user","content":[{"type":"input_text","text":"And "},{"type":"input_image","image_url":"data:,"},{"type":"input_text","text":"this."}]},
    {"type":"reasoning","id":"r1","summary":[],"encrypted_content":"e"},
    {"type":"message","role":"assistant","content":[{"type":"output_text","text":"So."}]},
    {"type":"function_call","id":"fc_1","call_id":"a","name":"p","arguments":"{\"x\":1}"},
    {"type":"function_call","call_id":"b","name":"q","arguments":"{"},
    {"type":"function_call_output","call_id":"a","output":"1"},
    {"type":"function_call_output","call_id":"b","output":[{"type":"input_text","text":"2"},{"type":"input_text","text":"3"}]},
    {"type":"custom_tool_call","call_id":"c","name":"free","input":"x"},
    {"type":"custom_tool_call_output","call_id":"c","output":"y"},
    {"role":"assistant","content":"Done."},
    {"role":"user","content":"Thanks."}])";
  const auto got = openai_responses::read_messages(text);
  REQUIRE(got);
  REQUIRE(got->size() == 7);
  const std::vector<chat_message>& m = *got;
  CHECK(m[0].role == tacet::chat_role::system);
  CHECK(m[0].text == "Be brief.");
  CHECK(m[1] == chat_message::user("Look."));
  CHECK(m[2].text == "And this.");
  CHECK_FALSE(m[2].native.empty());
  CHECK(m[3].text == "So.");
  REQUIRE(m[3].calls.size() == 2);
  CHECK(m[3].calls[0] == tacet::chat_call{"a", "p", R"({"x":1})"});
  CHECK(m[3].calls[1] == tacet::chat_call{"b", "q", "{"});
  REQUIRE(m[4].results.size() == 2);
  CHECK(m[4].results[0] == tacet::chat_result{"a", "", "1", false});
  CHECK(m[4].results[1].content == "23");
  CHECK(m[5].text == "Done.");
  CHECK(m[5].calls.empty());
  CHECK(m[6] == chat_message::user("Thanks."));
  CHECK(tacet::unpaired(m).empty());

  // Written again it is the same but for what was normal already: the broken arguments and the parts of a
  // result.
  const bj::value again = bj::parse(openai_responses::messages(m));
  const bj::value before = bj::parse(text);
  REQUIRE(again.as_array().size() == before.as_array().size());
  for (std::size_t i = 2; i < 13; ++i)
    if (i != 6 && i != 8) CHECK(again.at(i) == before.at(i));
  CHECK(again.at(6).at("arguments") == R"({"unparsed_arguments":"{"})");
  CHECK(*openai_responses::read_messages(openai_responses::messages(m)) ==
        *openai_responses::read_messages(
            openai_responses::messages(*openai_responses::read_messages(openai_responses::messages(m)))));

  // A whole request, and one whose input is a text.
  const auto whole = openai_responses::read_messages(R"({"model":"m","instructions":"I","input":"hello"})");
  REQUIRE(whole);
  CHECK(*whole == std::vector<chat_message>{chat_message::system("I"), chat_message::user("hello")});
  for (const std::string_view bad :
       {"{}", "7", R"({"input":7})", "[7]", R"([{"role":"tool","content":"x"}])", R"([{"role":7}])",
        R"([{"type":"function_call_output","output":7}])", R"([{"type":"function_call","name":7}])"})
    CHECK_FALSE(openai_responses::read_messages(bad));
}

TEST_CASE("a stored turn that was edited, or is no list of items, is written anew") {
  chat_message edited = chat_message::assistant(*openai_responses::decode(real));
  edited.calls.pop_back();
  const bj::value anew = bj::parse("[" + openai_responses::messages(std::span(&edited, 1)).substr(1));
  REQUIRE(anew.as_array().size() == 2);
  CHECK(anew.at(0) == bj::parse(R"({"role":"assistant","content":"I will look twice."})"));
  for (const std::string_view native :
       {"[", "{}", "[7]", "", "null", "[]]", R"([{"type":"function_call"},7])"}) {
    chat_message broken = chat_message::assistant("x", {{"a", "p", "{}"}});
    broken.dialect = "openai_responses";
    broken.native = native;
    INFO(native);
    CHECK(bj::parse(openai_responses::messages(std::span(&broken, 1))).as_array().size() == 2);
  }
}

TEST_CASE("no prefix of a response decodes, and no change of bytes breaks what is written") {
  for (std::size_t n = 0; n < real.size(); ++n) CHECK_FALSE(openai_responses::decode(real.substr(0, n)));
  std::mt19937 random(7);
  std::size_t good = 0;
  for (int i = 0; i < 20000; ++i) {
    std::string text(real);
    for (int n = 1 + static_cast<int>(random() % 3); n > 0; --n)
      text[random() % text.size()] =
          i % 2 == 0 ? static_cast<char>(random() % 256) : "{}[]\",:0n\\"[random() % 10];
    const auto got = openai_responses::decode(text);
    if (!got) {
      if (got.error().message.empty() || got.error().offset > text.size()) FAIL(text);
      continue;
    }
    ++good;
    // Calls come only from text that a parser nobody here wrote takes too.
    boost::system::error_code bad;
    const bj::value whole = bj::parse(text, bad);
    if (bad && bad != bj::error::exponent_overflow) FAIL(text);
    std::size_t calls = 0;
    if (!bad)
      for (const bj::value& item : whole.at("output").as_array())
        if (const bj::value* type = item.as_object().if_contains("type");
            type != nullptr && *type == "function_call")
          ++calls;
    if (!bad && calls != got->calls().size()) FAIL(text);
    bj::parse(openai_responses::exchange(*got, {}), bad);
    if (bad && bad != bj::error::exponent_overflow) FAIL(text);  // a number may be larger than a double
    const chat_message stored = chat_message::assistant(*got);
    bj::parse(openai_responses::messages(std::span(&stored, 1)), bad);
    if (bad && bad != bj::error::exponent_overflow) FAIL(text);
  }
  CHECK(good > 1000);
}

TEST_CASE("no prefix of a history of Responses is read, and what is read is written as JSON") {
  const std::string text =
      R"({"instructions":"I","input":[{"role":"user","content":[{"type":"input_text","text":"u"},{"type":"input_image"}]},)" +
      std::string(output_of(real).substr(1, output_of(real).size() - 2)) +
      R"(,{"type":"function_call_output","call_id":"call_a1","output":"1"},{"type":"function_call_output","call_id":"call_b2","output":[]}]})";
  for (std::size_t n = 0; n < text.size(); ++n)
    CHECK_FALSE(openai_responses::read_messages(text.substr(0, n)));
  std::mt19937 random(3);
  std::size_t good = 0;
  for (int i = 0; i < 10000; ++i) {
    std::string changed(text);
    for (int n = 1 + static_cast<int>(random() % 3); n > 0; --n)
      changed[random() % changed.size()] = "{}[]\",:0n\\"[random() % 10];
    auto got = openai_responses::read_messages(changed);
    if (!got) continue;
    ++good;
    boost::system::error_code bad;
    const std::string written = openai_responses::messages(*got);
    bj::parse(written, bad);
    if (bad && bad != bj::error::exponent_overflow) FAIL(changed);
    (void)tacet::pair_up(*got);
    if (!openai_responses::request({.model = "m", .messages = *got}) && !got->empty()) FAIL(changed);
    // From then on it is as it is.
    const auto once = openai_responses::read_messages(openai_responses::messages(*got));
    if (!once || *openai_responses::read_messages(openai_responses::messages(*once)) != *once) FAIL(changed);
  }
  CHECK(good > 500);
}
