// SPDX-License-Identifier: MIT
// Gemini: what is read, what is refused with which words, what goes back, whole requests and histories.
#include "support/catch.hpp"

#include <tacet/tacet.hpp>
#include <tacet/wire/anthropic_messages.hpp>
#include <tacet/wire/google_gemini.hpp>
#include <tacet/wire/openai_chat.hpp>
#include <tacet/wire/pairing.hpp>

#include <boost/json.hpp>

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
using tacet::google_gemini;
using tacet::reply_note_kind;
using tacet_test::contains;
namespace bj = boost::json;

constexpr std::string_view real = R"({
  "candidates": [{"content": {"parts": [
      {"text": "Two looks.", "thought": true},
      {"text": "I will look "},
      {"executableCode": {"language": "PYTHON", "code": "print 1"}},
      {"codeExecutionResult": {"outcome": "OUTCOME_OK", "output": "1\n"}},
      {"functionCall": {"name": "search_text", "args": {"pattern": "a\u00e9", "n": 9007199254740993, "x":1.0}}, "thoughtSignature": "c2lnbmF0dXJl"},
      {"text": "twice."},
      {"functionCall": {"id": "fc-17", "name": "clock"}},
      {"text": "", "thoughtSignature": "bGFzdA=="}
    ], "role": "model"}, "finishReason": "STOP", "index": 0, "avgLogprobs": -0.1, "safetyRatings": []}],
  "promptFeedback": {"safetyRatings": []},
  "usageMetadata": {"promptTokenCount": 81, "candidatesTokenCount": 17, "totalTokenCount": 98}, "modelVersion": "m-1", "responseId": "r-1"})";

std::string with_parts(std::string_view parts, std::string_view finish = "STOP") {
  return R"({"candidates":[{"content":{"role":"model","parts":[)" + std::string(parts) +
         R"(]},"finishReason":")" + std::string(finish) + R"("}]})";
}
std::string with_candidate(std::string_view members) {
  return R"({"candidates":[{)" + std::string(members) + "}]}";
}
constexpr std::string_view one_call = R"({"functionCall":{"name":"p","args":{}}})";

tacet::execution_report answers(std::span<const tacet::tool_call> calls, std::string_view content,
                                bool is_error = false) {
  tacet::execution_report report;
  for (const auto& call : calls) {
    tacet::tool_outcome& outcome = report.outcomes.emplace_back();
    outcome.call_id = call.id;
    outcome.content = content;
    outcome.is_error = is_error;
  }
  return report;
}
bj::value parts_of(const tacet::reply& from) { return bj::parse(google_gemini::turn(from)).at("parts"); }

}  // namespace

TEST_CASE("a whole reply of Gemini is read, its arguments byte for byte") {
  const auto got = google_gemini::decode(real);
  REQUIRE(got);
  REQUIRE(got->calls().size() == 2);
  CHECK(got->calls()[0].id.size() == 9);
  CHECK(got->calls()[0].name == "search_text");
  CHECK(got->calls()[0].arguments == R"({"pattern": "a\u00e9", "n": 9007199254740993, "x":1.0})");
  CHECK(got->calls()[1].id == "fc-17");
  CHECK(got->calls()[1].arguments == "{}");
  CHECK(got->text() == "I will look twice.");
  CHECK(got->finish() == finish_reason::tool_calls);
  CHECK(got->finish_text() == "STOP");
  REQUIRE(got->notes().size() == 1);
  CHECK(got->notes()[0].kind == reply_note_kind::id_made);
  CHECK(got->source() == real);
  CHECK(got->dialect() == "gemini");
  // The same reply always gets the same ids, another one others.
  CHECK(google_gemini::decode(real)->calls()[0].id == got->calls()[0].id);
  CHECK(google_gemini::decode(std::string(real) + " ")->calls()[0].id != got->calls()[0].id);
}

TEST_CASE("text and finish reason of replies of all shapes") {
  const struct {
    std::string text, said;
    finish_reason finish;
    bool cut;
  } table[] = {
      {R"({"role":"model","parts":[{"text":"hi \u263a"}]})", "hi \xE2\x98\xBA", finish_reason::none, false},
      {R"({"parts":[]})", "", finish_reason::none, false},
      {with_parts(
           R"({"text":"a"},{"odd":{}},{},{"text":"t","thought":true},{"text":"b\n","thought":false},{"text":null})"),
       "ab\n", finish_reason::stop, false},
      {with_candidate(R"("finishReason":"STOP")"), "", finish_reason::stop, false},
      {with_candidate(R"("content":{},"finishReason":"STOP")"), "", finish_reason::stop, false},
      {with_candidate(R"("content":{"role":"model"},"finishReason":"STOP")"), "", finish_reason::stop, false},
      {with_candidate(R"("content":null,"finishReason":"MAX_TOKENS")"), "", finish_reason::length, true},
      {with_candidate(R"("finishReason":"SAFETY","finishMessage":"x")"), "", finish_reason::filtered, true},
      {with_parts("", "RECITATION"), "", finish_reason::filtered, true},
      {with_parts("", "PROHIBITED_CONTENT"), "", finish_reason::filtered, true},
      {with_parts("", "IMAGE_RECITATION"), "", finish_reason::filtered, true},
      {with_parts("", "OTHER"), "", finish_reason::other, false},
      {with_parts("", "YET_TO_COME"), "", finish_reason::other, false},
  };
  for (const auto& row : table) {
    const auto got = google_gemini::decode(row.text);
    INFO(row.text);
    REQUIRE(got);
    CHECK(got->text() == row.said);
    CHECK(got->finish() == row.finish);
    CHECK(got->cut() == row.cut);
    CHECK(got->calls().empty());
    // What is stored has at least one part with data.
    CHECK_FALSE(parts_of(*got).as_array().empty());
    CHECK(google_gemini::results(got->calls(), {}) == "[]");
  }
  const auto cut =
      google_gemini::decode(with_parts(std::string(one_call) + "," + std::string(one_call), "MAX_TOKENS"));
  CHECK_FALSE(cut->calls()[0].cut);
  CHECK(cut->calls()[1].cut);
}

TEST_CASE("of several candidates the first is read, and that is noted once") {
  const auto got = google_gemini::decode(
      R"({"candidates":[{"content":{"parts":[{"text":"one"}]},"finishReason":"STOP"},{"content":7},{}]})");
  REQUIRE(got);
  CHECK(got->text() == "one");
  REQUIRE(got->notes().size() == 1);
  CHECK(got->notes()[0].kind == reply_note_kind::choices_ignored);
}

TEST_CASE("what is no reply of Gemini is refused with a sentence and a place") {
  const struct {
    std::string text;
    decode_failure reason;
    std::string message, type;
  } table[] = {
      {"", decode_failure::invalid_json, "the text is empty", ""},
      {"{", decode_failure::invalid_json, "not valid JSON: the text ends too early (byte 1)", ""},
      {"data: {}\n\n", decode_failure::invalid_json, "stream of events", ""},
      {R"([{"candidates":[]}])", decode_failure::wrong_shape, "expected an object, got an array", ""},
      {"{}", decode_failure::wrong_shape, "neither a reply of Gemini", ""},
      {R"({"candidates":{}})", decode_failure::wrong_shape,
       "expected an array, got an object (at /candidates, byte 14)", ""},
      {R"({"candidates":[]})", decode_failure::wrong_shape, "list of candidates is empty (byte 14)", ""},
      {R"({"candidates":[null]})", decode_failure::wrong_shape, "/candidates/0", ""},
      {R"({"candidates":[],"candidates":[]})", decode_failure::wrong_shape, "a member is given twice", ""},
      {with_candidate(R"("content":{"parts":[{"functionCall":{"name":"p"}}]})"), decode_failure::wrong_shape,
       "one piece of a stream", ""},
      {with_candidate(R"("content":{"parts":[{"functionCall":{"name":"p"}}]},"finishReason":null)"),
       decode_failure::wrong_shape, "one piece of a stream", ""},
      {with_parts(one_call, "FINISH_REASON_UNSPECIFIED"), decode_failure::wrong_shape,
       "one piece of a stream", ""},
      {with_candidate(R"("finishReason":1)"), decode_failure::wrong_shape, "/finishReason", ""},
      {with_candidate(R"("content":7,"finishReason":"STOP")"), decode_failure::wrong_shape, "/content", ""},
      {with_candidate(R"("content":{"parts":{}},"finishReason":"STOP")"), decode_failure::wrong_shape,
       "/content/parts", ""},
      {with_candidate(R"("content":{"role":"user","parts":[]},"finishReason":"STOP")"),
       decode_failure::wrong_shape, R"(its role is "user")", ""},
      {with_parts("7"), decode_failure::wrong_shape, "/content/parts/0", ""},
      {with_parts(R"({"text":7})"), decode_failure::wrong_shape, "/parts/0/text", ""},
      {with_parts(R"({"text":"x","thought":"true"})"), decode_failure::wrong_shape, "expected true or false",
       ""},
      {with_parts(R"({"functionCall":"p"})"), decode_failure::wrong_shape, "/parts/0/functionCall", ""},
      {with_parts(R"({"functionCall":{"name":7}})"), decode_failure::wrong_shape, "/functionCall/name", ""},
      {with_parts(R"({"functionCall":{"id":7}})"), decode_failure::wrong_shape, "/functionCall/id", ""},
      {with_parts(R"({"functionCall":{"name":"p","name":"q"}})"), decode_failure::wrong_shape,
       "a member is given twice", ""},
      {with_parts(R"({"functionCall":{"name":"p","willContinue":true}})"), decode_failure::wrong_shape,
       "one piece of a stream", ""},
      {with_parts(R"({"function_call":{"name":"p"}})"), decode_failure::wrong_shape, "function_call where",
       ""},
      {R"({"error":{"code":503,"message":"The model is overloaded.","status":"UNAVAILABLE"}})",
       decode_failure::provider_error, "The model is overloaded.", "UNAVAILABLE"},
      {R"({"error":{"code":429,"message":"m"}})", decode_failure::provider_error, "429: m", "429"},
      {R"({"error":"gone"})", decode_failure::provider_error, "error: gone", ""},
      {R"({"error":{"status":7}})", decode_failure::wrong_shape, "/error/status", ""},
      {R"({"promptFeedback":{"blockReason":"SAFETY"}})", decode_failure::provider_error,
       "blocked the prompt: SAFETY", "SAFETY"},
      {R"({"candidates":[],"promptFeedback":{"blockReason":"OTHER","blockReasonMessage":"why"}})",
       decode_failure::provider_error, "blocked the prompt: OTHER: why", "OTHER"},
      {R"({"promptFeedback":{"safetyRatings":[]}})", decode_failure::wrong_shape, "neither a reply of Gemini",
       ""},
      {R"({"promptFeedback":7})", decode_failure::wrong_shape, "/promptFeedback", ""},
  };
  for (const auto& row : table) {
    const auto got = google_gemini::decode(row.text);
    INFO(row.text);
    REQUIRE_FALSE(got);
    CHECK(got.error().reason == row.reason);
    CHECK_THAT(got.error().message, contains(row.message));
    CHECK(got.error().provider_type == row.type);
    CHECK(got.error().offset <= row.text.size());
  }
}

TEST_CASE("a call that the provider calls broken never runs, whatever stands beside the reason") {
  for (const std::string_view reason :
       {"MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL", "TOO_MANY_TOOL_CALLS", "MISSING_THOUGHT_SIGNATURE",
        "MALFORMED_RESPONSE"}) {
    const std::string bare =
        with_candidate(R"("finishReason":")" + std::string(reason) + R"(","finishMessage":"print p")");
    for (const std::string& text : {bare, with_parts(one_call, reason), with_parts("", reason),
                                    with_parts(R"({"text":"hi"})", reason)}) {
      const auto got = google_gemini::decode(text);
      INFO(text);
      REQUIRE_FALSE(got);
      CHECK(got.error().reason == decode_failure::provider_error);
      CHECK(got.error().provider_type == reason);
    }
    CHECK(google_gemini::decode(bare).error().provider_message == "print p");
  }
}

TEST_CASE("the bounds of a reader hold for Gemini too") {
  std::string calls;
  for (int i = 0; i < 5; ++i) calls += (i == 0 ? "" : ",") + std::string(one_call);
  tacet::reply_options options;
  options.most_calls = 4;
  CHECK(google_gemini::decode(with_parts(calls), options).error().reason == decode_failure::too_many_calls);
  options.most_calls = 5;
  CHECK(google_gemini::decode(with_parts(calls), options));
  options.most_bytes = 10;
  CHECK(google_gemini::decode(with_parts(calls), options).error().reason == decode_failure::too_large);
  const auto deep = [](std::size_t n) {
    return with_parts(R"({"functionCall":{"name":"p","args":{"x":)" + std::string(n, '[') +
                      std::string(n, ']') + "}}}");
  };
  const auto got = google_gemini::decode(deep(100));
  REQUIRE(got);
  CHECK_THAT(google_gemini::turn(*got),
             contains("{\"functionCall\":{\"name\":\"p\",\"args\":{\"x\":" + std::string(100, '[')));
  CHECK(google_gemini::decode(deep(100000)).error().reason == decode_failure::too_deep);
  std::set<std::string> ids;
  std::string many;
  for (int i = 0; i < 1024; ++i) many += (i == 0 ? "" : ",") + std::string(one_call);
  const auto all = google_gemini::decode(with_parts(many));
  for (const auto& call : all->calls()) ids.emplace(call.id);
  CHECK(ids.size() == 1024);
}

TEST_CASE("the turn is one content with every part as it was sent, and one content answers it") {
  const auto got = google_gemini::decode(real);
  REQUIRE(got);
  const bj::value all = bj::parse(google_gemini::exchange(*got, answers(got->calls(), "done")));
  REQUIRE(all.as_array().size() == 2);
  CHECK(all.at(0) == bj::parse(real).at("candidates").at(0).at("content"));
  CHECK(all.at(1) == bj::parse(R"({"role":"user","parts":[
    {"functionResponse":{"name":"search_text","response":{"output":"done"}}},
    {"functionResponse":{"name":"clock","id":"fc-17","response":{"output":"done"}}}]})"));
  CHECK_THAT(
      google_gemini::turn(*got),
      contains(
          R"({"functionCall": {"name": "search_text", "args": {"pattern": "a\u00e9", "n": 9007199254740993, "x":1.0}}, "thoughtSignature": "c2lnbmF0dXJl"})"));
}

TEST_CASE("a name that began with a digit comes back as the tool's own") {
  for (const std::string name : {"3d", "-x", "_3d", "__-x", "_x", "x", "_", "__"}) {
    const tacet::tool_descriptor about{.name = name, .description = "", .input_schema = R"({"type":"object","properties":{}})"};
    const std::string sent(bj::parse(google_gemini::tools(std::span(&about, 1))).at(0).at("functionDeclarations").at(0).at("name").as_string());
    CHECK((sent[0] == '_' || (sent[0] >= 'a' && sent[0] <= 'z')));
    const auto got = google_gemini::decode(with_parts(R"({"functionCall":{"name":")" + sent + R"("}})"));
    REQUIRE(got);
    CHECK(got->calls()[0].name == name);
  }
}

TEST_CASE("a name that is mapped to one with a digit in front stays apart from that one") {
  const tacet::tool_descriptor both[] = {{.name = ".1x", .description = "", .input_schema = R"({"type":"object","properties":{}})"},
                                         {.name = "1x", .description = "", .input_schema = R"({"type":"object","properties":{}})"}};
  const bj::value sent = bj::parse(google_gemini::tools(both)).at(0).at("functionDeclarations");
  CHECK(sent.at(0).at("name") == "__1x");
  CHECK(sent.at(1).at("name") == "_1x");
  const auto got = google_gemini::decode(with_parts(R"({"functionCall":{"name":"__1x"}},{"functionCall":{"name":"_1x"}})"));
  REQUIRE(got);
  CHECK(got->calls()[0].name == tacet::provider_name(".1x").view());
  CHECK(got->calls()[1].name == "1x");
}

TEST_CASE("in a call of the turn args is an object, the name is legal, and a signature stays") {
  const struct {
    std::string_view call;
    const char* name;
    std::string_view wanted;
  } table[] = {
      {R"("name":"p","args":{"a":{}})", "p", R"({"a":{}})"},
      {R"("name":"p","args":null)", "p", "{}"},
      {R"("name":"p","args":"{\"a\":1}")", "p", R"({"a":1})"},
      {R"("name":"p","args":[1])", "p", R"({"unparsed_arguments":"[1]"})"},
      {R"("name":"p","args":5)", "p", R"({"unparsed_arguments":"5"})"},
      {R"("name":"do it.now","args":{})", "do_it_now", "{}"},
      {R"("name":"7up","args":{})", "_7up", "{}"},
      {R"("name":"-p","args":{})", "_-p", "{}"},
      {R"("name":"","args":{})", "unnamed", "{}"},
      {R"("args":{})", "unnamed", "{}"},
  };
  for (const auto& row : table) {
    const auto got = google_gemini::decode(with_parts(R"({"thoughtSignature":"c2ln","functionCall":{)" +
                                                      std::string(row.call) + R"(,"later":[1]},"odd":{}})"));
    INFO(row.call);
    REQUIRE(got);
    const bj::value part = parts_of(*got).at(0);
    CHECK(part.at("thoughtSignature") == "c2ln");
    CHECK(part.at("odd") == bj::parse("{}"));
    CHECK(part.at("functionCall").at("name") == row.name);
    CHECK(part.at("functionCall").at("args") == bj::parse(row.wanted));
    CHECK(part.at("functionCall").at("later") == bj::parse("[1]"));
    CHECK_FALSE(part.at("functionCall").as_object().contains("id"));
    const bj::value results = bj::parse(google_gemini::results(got->calls(), {}));
    CHECK(results.at(0).at("parts").at(0).at("functionResponse").at("name") == row.name);
  }
  const std::string lengthy = "7" + std::string(300, 'n');
  const auto got = google_gemini::decode(with_parts(R"({"functionCall":{"name":")" + lengthy + R"("}})"));
  const std::string name(parts_of(*got).at(0).at("functionCall").at("name").as_string());
  CHECK(name.front() == '_');
  CHECK(name.size() == 64);
  const tacet::tool_descriptor about{.name = lengthy, .description = "", .input_schema = "{}"};
  const std::vector<tacet::chat_message> history{tacet::chat_message::user("u")};
  const auto refused = google_gemini::request({.messages = history, .tools = {&about, 1}});
  REQUIRE_FALSE(refused);
  CHECK(refused.error().reason == tacet::request_failure::bad_tool);
}

TEST_CASE("an id that is not unique is written on neither side, and then place pairs") {
  const auto got = google_gemini::decode(with_parts(
      R"({"functionCall":{"id":"a","name":"p","args":{}}},{"functionCall":{"id":"a","name":"p","args":{"x":1}}},{"functionCall":{"id":"","name":"p"}})"));
  REQUIRE(got);
  CHECK(got->calls()[0].id == "a");
  CHECK(got->calls()[1].id != "a");
  const bj::value all = bj::parse(google_gemini::exchange(*got, answers(got->calls(), "x")));
  for (std::size_t i = 0; i < 3; ++i) {
    const bj::object& call = all.at(0).at("parts").at(i).at("functionCall").as_object();
    const bj::object& answer = all.at(1).at("parts").at(i).at("functionResponse").as_object();
    CHECK(call.contains("id") == (i == 0));
    CHECK(answer.contains("id") == (i == 0));
  }
}

TEST_CASE("parts that say nothing go back only with a signature") {
  const auto got = google_gemini::decode(with_parts(
      R"({"text":""},{},{"text":"","thoughtSignature":"s"},{"thought":true,"text":""},{"text":" "},{"thoughtSignature":"t"},{"text":null})"));
  REQUIRE(got);
  CHECK(
      google_gemini::turn(*got) ==
      R"({"role":"model","parts":[{"text":"","thoughtSignature":"s"},{"text":" "},{"thoughtSignature":"t"}]})");
  CHECK(google_gemini::turn(*google_gemini::decode(with_parts("{}"))) ==
        R"x({"role":"model","parts":[{"text":"(no output)"}]})x");
  // Members of the content that nobody knows yet stay.
  const auto more = google_gemini::decode(R"({"later":[1],"parts":[{"text":"x"}],"gone":null})");
  CHECK(google_gemini::turn(*more) == R"({"role":"model","parts":[{"text":"x"}],"later":[1]})");
}

TEST_CASE("results of Gemini say whether they are errors, and are never empty") {
  const auto got = google_gemini::decode(with_parts(one_call));
  const struct {
    std::string_view content, wanted;
  } table[] = {{"", "(no output)"},
               {" \t\n", "(no output)"},
               {" x ", " x "},
               {"caf\xE9", "caf\xEF\xBF\xBD"},
               {"{\"a\":1}", "{\"a\":1}"},
               {std::string_view("a\0b", 3), std::string_view("a\0b", 3)}};
  for (const auto& row : table)
    for (const bool is_error : {false, true}) {
      const bj::value all =
          bj::parse(google_gemini::results(got->calls(), answers(got->calls(), row.content, is_error)));
      const bj::object& response =
          all.at(0).at("parts").at(0).at("functionResponse").at("response").as_object();
      CHECK(response.size() == 1);
      CHECK(std::string_view(response.at(is_error ? "error" : "output").as_string()) == row.wanted);
    }
  CHECK_THAT(google_gemini::results(got->calls(), {}), contains(R"("error":"The call was not run)"));
}

TEST_CASE("a turn of another dialect is written anew for Gemini") {
  const auto chat = tacet::openai_chat::decode(
      R"({"role":"assistant","content":"look","reasoning":"r","tool_calls":[{"id":"a","function":{"name":"p","arguments":"{\"x\":1}"}}]})");
  CHECK(
      google_gemini::turn(*chat) ==
      R"({"role":"model","parts":[{"text":"look"},{"functionCall":{"name":"p","args":{"x":1},"id":"a"}}]})");
  CHECK(
      google_gemini::results(chat->calls(), answers(chat->calls(), "1")) ==
      R"([{"role":"user","parts":[{"functionResponse":{"name":"p","id":"a","response":{"output":"1"}}}]}])");
  const auto own = google_gemini::decode(real);
  CHECK(bj::parse(tacet::anthropic_messages::turn(*own)).at("content").as_array().size() == 3);
}

TEST_CASE("a schema stands where Gemini takes it") {
  const auto declared = [](std::string_view schema) {
    const std::vector<tacet::tool_descriptor> one{{.name = "p", .description = "d", .input_schema = schema}};
    return bj::parse(google_gemini::tools(one)).at(0).at("functionDeclarations").at(0).as_object();
  };
  for (const std::string_view empty :
       {R"({"type":"object","properties":{},"additionalProperties":false})", R"({"type":"object"})", "{}",
        R"( {"type":"object"} )",
        R"({"$schema":"x","type":"object","properties":{},"required":[],"title":"t","description":"d"})"}) {
    INFO(empty);
    if (empty.front() == ' ') continue;
    CHECK(declared(empty).size() == 2);
  }
  for (
      const std::string_view subset :
      {R"({"type":"object","properties":{"x":{"type":"integer","minimum":0,"nullable":true}},"required":["x"]})",
       R"({"type":"object","properties":{"type":{"type":"array","items":{"anyOf":[{"type":"string","enum":["a"]},{"type":"number"}]}}}})",
       R"({"type":"object","properties":{"additionalProperties":{"type":"string"}}})"}) {
    INFO(subset);
    CHECK(declared(subset).at("parameters") == bj::parse(subset));
    CHECK(declared(subset).size() == 3);
  }
  for (const std::string_view full :
       {R"({"type":"object","properties":{"x":{"type":"integer"}},"additionalProperties":false})",
        R"({"type":"object","properties":{"x":{"type":["integer","null"]}}})",
        R"({"type":"object","properties":{"x":true}})",
        R"({"type":"object","properties":{"x":{"type":"array","items":{"const":1}}}})",
        R"({"type":"object","additionalProperties":{"type":"string"}})",
        R"({"type":"object","additionalProperties":true})",
        R"({"$ref":"#/$defs/x","$defs":{"x":{"type":"object"}}})",
        R"({"type":"object","properties":{"x":{"anyOf":[{"type":"string"},{"oneOf":[]}]}}})",
        R"({"type":"string"})", R"({"type":"object","properties":[],"items":[]})"}) {
    INFO(full);
    CHECK(declared(full).contains(full == R"({"type":"string"})" ? "parameters" : "parametersJsonSchema"));
    CHECK(declared(full).size() == 3);
  }
  // What the library itself writes in the dialect of Gemini is of the subset.
  struct query {
    std::string text;
    int limit = 3;
  };
  constexpr auto find = tacet::tool<"find">([](const query&) {}, tacet::describe<"Finds">);
  CHECK(
      declared(find.descriptor_in<tacet::json::schema_dialect::gemini>.input_schema).contains("parameters"));
  CHECK(declared(find.descriptor.input_schema).contains("parametersJsonSchema"));
  CHECK(google_gemini::tools(std::vector<tacet::tool_descriptor>{}) == "[]");
  const std::vector<tacet::tool_descriptor> two{{.name = "p"}, {.name = "4.q"}};
  const bj::value all = bj::parse(google_gemini::tools(two));
  REQUIRE(all.as_array().size() == 1);
  CHECK(all.at(0).at("functionDeclarations").at(1).at("name") == "_4_q");
}

TEST_CASE("a whole request of Gemini") {
  const auto got = google_gemini::decode(real);
  const std::vector<chat_message> history{chat_message::system("Be brief."), chat_message::user("Look."),
                                          chat_message::assistant(*got),
                                          chat_message::answers(got->calls(), answers(got->calls(), "done"))};
  const std::vector<tacet::tool_descriptor> tools{{.name = "clock"}, {.name = "3d.search"}};
  const auto written = [&](const tacet::chat_request& asked) {
    const auto made = google_gemini::request(asked);
    if (!made) FAIL(made.error().message);
    return bj::parse(made->body);
  };
  const bj::value plain = written({.model = "m", .messages = history, .stream = true});
  CHECK(plain.as_object().size() == 2);
  CHECK(plain.at("systemInstruction") == bj::parse(R"({"parts":[{"text":"Be brief."}]})"));
  REQUIRE(plain.at("contents").as_array().size() == 3);
  CHECK(plain.at("contents").at(0) == bj::parse(R"({"role":"user","parts":[{"text":"Look."}]})"));
  CHECK(plain.at("contents").at(1) == bj::parse(real).at("candidates").at(0).at("content"));
  CHECK(plain.at("contents").at(2).at("parts").at(1).at("functionResponse").at("id") == "fc-17");

  const bj::value full =
      written({.messages = history,
               .tools = tools,
               .choice = tacet::tool_choice::named("3d.search"),
               .max_tokens = 100,
               .thinking_tokens = 5,
               .more = R"( {"safetySettings":[], "generationConfig" : {"temperature":0}, "x":1} )"});
  CHECK(full.at("toolConfig") ==
        bj::parse(R"({"functionCallingConfig":{"mode":"ANY","allowedFunctionNames":["_3d_search"]}})"));
  CHECK(full.at("generationConfig") ==
        bj::parse(R"({"maxOutputTokens":100,"thinkingConfig":{"thinkingBudget":5},"temperature":0})"));
  CHECK(full.at("x") == 1);
  CHECK(full.at("safetySettings").is_array());
  CHECK(
      written({.messages = history, .tools = tools, .choice = tacet::tool_choice::none()}).at("toolConfig") ==
      bj::parse(R"({"functionCallingConfig":{"mode":"NONE"}})"));
  CHECK(written({.messages = history, .tools = tools, .choice = tacet::tool_choice::required()})
            .at("toolConfig") == bj::parse(R"({"functionCallingConfig":{"mode":"ANY"}})"));
  CHECK(written({.messages = history, .more = R"({"generationConfig":{"temperature":0}})"})
            .at("generationConfig")
            .as_object()
            .size() == 1);
  CHECK(written({.messages = history, .max_tokens = 1, .more = R"({"generationConfig":{}})"})
            .at("generationConfig")
            .as_object()
            .size() == 1);

  const auto flagged =
      google_gemini::request({.messages = history, .tools = tools, .parallel_calls = false, .strict = true});
  REQUIRE(flagged);
  CHECK(flagged->notes.size() == 2);
  const auto refused = [&](const tacet::chat_request& asked) {
    const auto made = google_gemini::request(asked);
    if (made) FAIL(made->body);
    return made.error().reason;
  };
  CHECK(refused({}) == tacet::request_failure::no_messages);
  CHECK(refused({.messages = std::span(history).first(3)}) == tacet::request_failure::unpaired);
  CHECK(refused({.messages = history, .more = R"({"contents":[]})"}) == tacet::request_failure::bad_more);
  CHECK(
      refused(
          {.messages = history, .max_tokens = 1, .more = R"({"generationConfig":{"maxOutputTokens":2}})"}) ==
      tacet::request_failure::bad_more);
  CHECK(refused({.messages = history, .max_tokens = 1, .more = R"({"generationConfig":7})"}) ==
        tacet::request_failure::bad_more);
  CHECK(refused({.messages = history, .max_tokens = 1, .more = "[]"}) == tacet::request_failure::bad_more);
}

TEST_CASE("messages of the assistant that follow one another are one content") {
  const std::vector<chat_message> history{
      chat_message::user(""),
      chat_message::assistant("One."),
      chat_message::system("s"),
      chat_message::assistant(" ", {{"a", "p", "{}"}}),
      {tacet::chat_role::results, {}, {}, {{"a", "p", "1", true}}, {}, {}},
      chat_message::assistant("")};
  CHECK(bj::parse(google_gemini::messages(history)) == bj::parse(R"x([
    {"role":"user","parts":[{"text":"(no text)"}]},
    {"role":"model","parts":[{"text":"One."},{"functionCall":{"name":"p","args":{},"id":"a"}}]},
    {"role":"user","parts":[{"functionResponse":{"name":"p","id":"a","response":{"error":"1"}}}]},
    {"role":"model","parts":[{"text":"(no output)"}]}])x"));
}

TEST_CASE("a history of Gemini is read back, pairs by place, and keeps what only the provider understands") {
  const std::string text = R"({"systemInstruction":{"parts":[{"text":"Be"},{"text":"brief."}]},"contents":[
    {"parts":[{"text":"Look."}]},
    {"role":"user","parts":[{"text":"At "},{"inlineData":{"mimeType":"image/png","data":""}},{"text":"this."}]},
    {"role":"model","parts":[{"text":"hm","thought":true},{"text":"So."},{"functionCall":{"name":"p","args":{"x":1}},"thoughtSignature":"s"},
      {"functionCall":{"name":"p","args":{"x":2}}},{"functionCall":{"id":"k","name":"q"}}]},
    {"role":"user","parts":[{"functionResponse":{"name":"p","response":{"output":"1"}}},{"functionResponse":{"name":"p","response":{"error":"2"}}},
      {"functionResponse":{"id":"k","name":"q","response":{"a":1,"b":2}}},{"text":"And?"}]},
    {"role":"model","parts":[{"functionCall":{"name":"p","args":{}}}]},
    {"role":"function","parts":[{"functionResponse":{"name":"p","id":"client-made","response":{"result":"3"}}}]}]})";
  const auto got = google_gemini::read_messages(text);
  REQUIRE(got);
  const std::vector<chat_message>& m = *got;
  REQUIRE(m.size() == 9);
  CHECK(m[0] == chat_message::system("Be"));
  CHECK(m[1] == chat_message::system("brief."));
  CHECK(m[2] == chat_message::user("Look."));
  CHECK(m[3].text == "At this.");
  CHECK_FALSE(m[3].native.empty());
  CHECK(m[4].text == "So.");
  REQUIRE(m[4].calls.size() == 3);
  CHECK(m[4].calls[1].arguments == R"({"x":2})");
  CHECK(m[4].calls[2].id == "k");
  REQUIRE(m[5].results.size() == 3);
  CHECK(m[5].results[0] == tacet::chat_result{m[4].calls[0].id, "p", "1", false});
  CHECK(m[5].results[1] == tacet::chat_result{m[4].calls[1].id, "p", "2", true});
  CHECK(m[5].results[2] == tacet::chat_result{"k", "q", R"({"a":1,"b":2})", false});
  CHECK(m[6] == chat_message::user("And?"));
  CHECK(m[8].results[0] == tacet::chat_result{m[7].calls[0].id, "p", "3", false});
  CHECK(tacet::unpaired(m).empty());
  CHECK(m[4].calls[0].id != m[4].calls[1].id);
  CHECK(m[4].calls[0].id != m[7].calls[0].id);

  const bj::value again = bj::parse(google_gemini::messages(m));
  const bj::value before = bj::parse(text).at("contents");
  REQUIRE(again.as_array().size() == 7);
  CHECK(again.at(1) == before.at(1));
  CHECK(again.at(2) == before.at(2));
  CHECK(again.at(3).at("parts").at(0) == before.at(3).at("parts").at(0));
  CHECK(again.at(3).at("parts").at(1) == before.at(3).at("parts").at(1));
  CHECK(again.at(5) == before.at(4));
  CHECK_FALSE(again.at(6).at("parts").at(0).at("functionResponse").as_object().contains("id"));
  // What was written is read as it was, but for the texts of the system, which stand elsewhere.
  const std::vector<chat_message> once = *google_gemini::read_messages(google_gemini::messages(m));
  REQUIRE(once.size() == 7);
  for (std::size_t i = 0; i < once.size(); ++i) {
    CHECK(once[i].role == m[i + 2].role);
    CHECK(once[i].text == m[i + 2].text);
    CHECK(once[i].calls == m[i + 2].calls);
    CHECK(once[i].results == m[i + 2].results);
  }
  const auto request = google_gemini::request({.messages = m});
  REQUIRE(request);
  const std::vector<chat_message> whole = *google_gemini::read_messages(request->body);
  CHECK(std::vector<chat_message>(whole.begin() + 2, whole.end()) == once);
  CHECK(whole[1] == m[1]);
  CHECK(*google_gemini::read_messages(google_gemini::messages(once)) == once);

  for (const std::string_view bad :
       {"{}", "7", R"({"contents":7})", "[7]", R"([{"role":"tool","parts":[]}])", R"([{"role":7}])",
        R"([{"role":"user"}])", R"([{"role":"user","parts":[{"functionResponse":7}]}])",
        R"([{"role":"user","parts":[{"text":7}]}])", R"([{"role":"model","parts":7}])"})
    CHECK_FALSE(google_gemini::read_messages(bad));
}

TEST_CASE("a stored content that was edited, or is none, is written anew") {
  chat_message edited = chat_message::assistant(*google_gemini::decode(real));
  edited.calls.pop_back();
  const bj::value anew = bj::parse(google_gemini::messages(std::span(&edited, 1)));
  CHECK(anew.at(0).at("parts").as_array().size() == 2);
  for (const std::string_view native : {"{", "[]", "{}", R"({"parts":7})", R"({"parts":[7]})",
                                        R"({"parts":[{"functionCall":7}]})", "", R"({"parts":null})"}) {
    chat_message broken = chat_message::assistant("x", {{"a", "p", "{}"}});
    broken.dialect = "gemini";
    broken.native = native;
    INFO(native);
    CHECK(bj::parse(google_gemini::messages(std::span(&broken, 1))).at(0).at("parts").as_array().size() == 2);
  }
  chat_message silent = chat_message::assistant("x");
  silent.dialect = "gemini";
  silent.native = "{}";
  CHECK(google_gemini::messages(std::span(&silent, 1)) ==
        R"x([{"role":"model","parts":[{"text":"(no output)"}]}])x");
}

TEST_CASE("no prefix of a reply of Gemini decodes, and no change of bytes breaks what is written") {
  for (std::size_t n = 0; n < real.size(); ++n) CHECK_FALSE(google_gemini::decode(real.substr(0, n)));
  std::mt19937 random(13);
  std::size_t good = 0;
  for (int i = 0; i < 20000; ++i) {
    std::string text(real);
    for (int n = 1 + static_cast<int>(random() % 3); n > 0; --n)
      text[random() % text.size()] =
          i % 2 == 0 ? static_cast<char>(random() % 256) : "{}[]\",:0n\\"[random() % 10];
    const auto got = google_gemini::decode(text);
    if (!got) {
      if (got.error().message.empty() || got.error().offset > text.size()) FAIL(text);
      continue;
    }
    ++good;
    boost::system::error_code bad;
    bj::parse(text, bad);
    if (bad && bad != bj::error::exponent_overflow) FAIL(text);
    // As many answers as calls, with the same names.
    const bj::value all = bj::parse(google_gemini::exchange(*got, {}), bad);
    if (bad && bad != bj::error::exponent_overflow) FAIL(text);  // a number may be larger than a double
    if (bad) continue;
    std::vector<std::string> called, answered;
    for (const bj::value& part : all.at(0).at("parts").as_array())
      if (const bj::value* call = part.as_object().if_contains("functionCall");
          call != nullptr && !call->is_null())
        called.emplace_back(call->at("name").as_string());
    if (!got->calls().empty())
      for (const bj::value& part : all.at(1).at("parts").as_array())
        answered.emplace_back(part.at("functionResponse").at("name").as_string());
    if (called != answered || called.size() != got->calls().size()) FAIL(text);
    const chat_message stored = chat_message::assistant(*got);
    if (bj::parse(google_gemini::messages(std::span(&stored, 1))).at(0) != all.at(0)) FAIL(text);
  }
  CHECK(good > 1000);
}

TEST_CASE("no prefix of a history of Gemini is read, and what is read is written as JSON") {
  const std::string text =
      R"({"systemInstruction":{"parts":[{"text":"I"}]},"contents":[{"role":"user","parts":[{"text":"u"},{"inlineData":{}}]},)"
      R"({"role":"model","parts":[{"text":"t","thought":true},{"functionCall":{"name":"p","args":{"x":1}},"thoughtSignature":"s"},{"functionCall":{"id":"k","name":"q"}}]},)"
      R"({"role":"user","parts":[{"functionResponse":{"name":"p","response":{"output":"1"}}},{"functionResponse":{"id":"k","name":"q","response":{"error":"2"}}},{"text":"v"}]},)"
      R"({"role":"model","parts":[{"text":"w"}]}]})";
  for (std::size_t n = 0; n < text.size(); ++n) CHECK_FALSE(google_gemini::read_messages(text.substr(0, n)));
  std::mt19937 random(5);
  std::size_t good = 0;
  for (int i = 0; i < 10000; ++i) {
    std::string changed(text);
    for (int n = 1 + static_cast<int>(random() % 3); n > 0; --n)
      changed[random() % changed.size()] =
          i % 2 == 0 ? "{}[]\",:0n\\"[random() % 10] : "abcdef"[random() % 6];
    auto got = google_gemini::read_messages(changed);
    if (!got) continue;
    ++good;
    boost::system::error_code bad;
    const std::string written = google_gemini::messages(*got);
    bj::parse(written, bad);
    if (bad && bad != bj::error::exponent_overflow) FAIL(changed);
    (void)tacet::pair_up(*got);
    const auto request = google_gemini::request({.messages = *got});
    if (!got->empty() && !request) FAIL(changed);
    // From then on it is as it is.
    const auto once = google_gemini::read_messages(google_gemini::messages(*got));
    if (!once || *google_gemini::read_messages(google_gemini::messages(*once)) != *once) FAIL(changed);
    // As many responses as calls in every turn, in the content behind it.
    if (!tacet::unpaired(*once).empty()) FAIL(changed);
  }
  CHECK(good > 500);
}
