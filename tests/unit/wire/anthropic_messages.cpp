// SPDX-License-Identifier: MIT
// Anthropic messages: what is read, what is refused with which words, and what goes back.
#include "support/catch.hpp"

#include <tacet/tacet.hpp>
#include <tacet/wire/anthropic_messages.hpp>
#include <tacet/wire/openai_chat.hpp>

#include <boost/json.hpp>

#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace {

using tacet::anthropic_messages;
using tacet::decode_failure;
using tacet::finish_reason;
using tacet_test::contains;
namespace bj = boost::json;

constexpr std::string_view real =
    R"({"id":"msg_01","type":"message","role":"assistant","model":"m-1","content":[
  {"type":"thinking","thinking":"Let me look.","signature":"c2lnbmF0dXJl"},
  {"type":"redacted_thinking","data":"eA=="},
  {"type":"text","text":"I will look "},
  {"type":"server_tool_use","id":"srv_1","name":"web_search","input":{"query":"x"}},
  {"type":"text","text":"","citations":null},
  {"type":"tool_use","id":"toolu_1","name":"search_text","input":{"pattern": "a\u00e9", "n":9007199254740993, "x":1.0}},
  {"type":"text","text":"twice."},
  {"type":"tool_use","id":"toolu_2","name":"clock","input":{},"caller":{"type":"direct"}}
 ],"stop_reason":"tool_use","stop_sequence":null,"usage":{"input_tokens":472,"output_tokens":89}})";

}  // namespace

TEST_CASE("a whole message is read, inputs byte for byte") {
  const auto got = anthropic_messages::decode(real);
  REQUIRE(got);
  REQUIRE(got->calls().size() == 2);
  CHECK(got->calls()[0].id == "toolu_1");
  CHECK(got->calls()[0].name == "search_text");
  CHECK(got->calls()[0].arguments == R"({"pattern": "a\u00e9", "n":9007199254740993, "x":1.0})");
  CHECK(got->calls()[1].arguments == "{}");
  CHECK(got->text() == "I will look twice.");
  CHECK(got->finish() == finish_reason::tool_calls);
  CHECK(got->notes().empty());
}

TEST_CASE("the turn keeps every block in its place, and one message answers all calls") {
  const auto got = anthropic_messages::decode(real);
  REQUIRE(got);
  tacet::execution_report report;
  for (const auto& call : got->calls()) {
    tacet::tool_outcome& outcome = report.outcomes.emplace_back();
    outcome.call_id = call.id;
    outcome.is_error = call.name == "clock";
    outcome.content = outcome.is_error ? " \n" : "3 hits";
  }
  CHECK(bj::parse(anthropic_messages::exchange(*got, report)) == bj::parse(R"j([
    {"role":"assistant","content":[
      {"type":"thinking","thinking":"Let me look.","signature":"c2lnbmF0dXJl"},
      {"type":"redacted_thinking","data":"eA=="},
      {"type":"text","text":"I will look "},
      {"type":"server_tool_use","id":"srv_1","name":"web_search","input":{"query":"x"}},
      {"type":"tool_use","id":"toolu_1","name":"search_text","input":{"pattern": "a\u00e9", "n":9007199254740993, "x":1.0}},
      {"type":"text","text":"twice."},
      {"type":"tool_use","id":"toolu_2","name":"clock","input":{},"caller":{"type":"direct"}}]},
    {"role":"user","content":[
      {"type":"tool_result","tool_use_id":"toolu_1","content":"3 hits"},
      {"type":"tool_result","tool_use_id":"toolu_2","content":"(no output)","is_error":true}]}])j"));
  // Without calls there is nothing to answer.
  const auto none = anthropic_messages::decode(R"({"role":"assistant","content":"done"})");
  CHECK(anthropic_messages::results(none->calls(), {}) == "[]");
  CHECK(anthropic_messages::exchange(*none, {}) ==
        R"([{"role":"assistant","content":[{"type":"text","text":"done"}]}])");
}

TEST_CASE("content and stop reason of all shapes") {
  const struct {
    std::string_view text, said;
    finish_reason finish;
  } table[] = {
      {R"({"role":"assistant","content":"a\nb"})", "a\nb", finish_reason::none},
      {R"({"role":"assistant","content":[]})", "", finish_reason::none},
      {R"({"content":[{"type":"text","text":"x"}],"stop_reason":null})", "x", finish_reason::none},
      {R"({"content":[{"type":"text"},{"type":"odd","text":7},{"no":"type"}],"stop_reason":"end_turn"})", "",
       finish_reason::stop},
      {R"({"content":"x","stop_reason":"stop_sequence"})", "x", finish_reason::stop},
      {R"({"content":"x","stop_reason":"pause_turn"})", "x", finish_reason::other},
      {R"({"content":"x","stop_reason":"max_tokens"})", "x", finish_reason::length},
      {R"({"content":"x","stop_reason":"refusal"})", "x", finish_reason::filtered},
  };
  for (const auto& row : table) {
    const auto got = anthropic_messages::decode(row.text);
    INFO(row.text);
    REQUIRE(got);
    CHECK(got->text() == row.said);
    CHECK(got->finish() == row.finish);
    // What is stored is never an empty list and holds no blank text.
    const bj::value turn = bj::parse(anthropic_messages::turn(*got));
    REQUIRE_FALSE(turn.at("content").as_array().empty());
  }
}

TEST_CASE("an input that is no object is sent back as one") {
  const struct {
    std::string_view block, arguments, wanted;
  } table[] = {
      {R"("input":{"a":{}})", R"({"a":{}})", R"({"a":{}})"},
      {R"("input":null)", "{}", "{}"},
      {R"("x":1)", "{}", "{}"},
      {R"("input":"{\"a\":1}")", R"("{\"a\":1}")", R"({"a":1})"},
      {R"("input":"")", R"("")", R"({"unparsed_arguments":"\"\""})"},
      {R"("input":[1])", "[1]", R"({"unparsed_arguments":"[1]"})"},
      {R"("input":5)", "5", R"({"unparsed_arguments":"5"})"},
  };
  for (const auto& row : table) {
    const auto got = anthropic_messages::decode(R"({"content":[{"type":"tool_use","id":"a","name":"p",)" +
                                                std::string(row.block) + "}]}");
    INFO(row.block);
    REQUIRE(got);
    CHECK(got->calls()[0].arguments == row.arguments);
    CHECK(bj::parse(anthropic_messages::turn(*got)).at("content").as_array().at(0).at("input") ==
          bj::parse(row.wanted));
  }
}

TEST_CASE("what is no message is refused with a sentence and a place") {
  const struct {
    std::string_view text;
    decode_failure reason;
    std::string_view message;
  } table[] = {
      {"", decode_failure::invalid_json, "the text is empty"},
      {"event: message_start\ndata: {}", decode_failure::invalid_json, "stream of events"},
      {"[]", decode_failure::wrong_shape, "expected an object"},
      {"{}", decode_failure::wrong_shape, "no content"},
      {R"({"choices":[{"message":{}}]})", decode_failure::wrong_shape, "no Anthropic message"},
      {R"({"role":"user","content":"x"})", decode_failure::wrong_shape, R"(its role is "user")"},
      {R"({"content":7})", decode_failure::wrong_shape,
       "expected a string or an array, got a number (at /content, byte 11)"},
      {R"({"content":["x"]})", decode_failure::wrong_shape, "/content/0"},
      {R"({"content":[{"type":"tool_use","id":5}]})", decode_failure::wrong_shape, "/content/0/id"},
      {R"({"content":[{"type":"text","text":{}}]})", decode_failure::wrong_shape, "/content/0/text"},
      {R"({"content":"x","stop_reason":1})", decode_failure::wrong_shape, "/stop_reason"},
      {R"({"type":"error","error":{"type":"overloaded_error","message":"Overloaded"},"request_id":"r"})",
       decode_failure::provider_error, "overloaded_error: Overloaded"},
      {R"({"type":"error"})", decode_failure::provider_error, "an error"},
      {R"({"error":{"message":"m"},"content":[{"type":"tool_use","id":"a","name":"p","input":{}}]})",
       decode_failure::provider_error, "error: m"},
  };
  for (const auto& row : table) {
    const auto got = anthropic_messages::decode(row.text);
    INFO(row.text);
    REQUIRE_FALSE(got);
    CHECK(got.error().reason == row.reason);
    CHECK_THAT(got.error().message, contains(std::string(row.message)));
  }
}

TEST_CASE("a turn of the other dialect is written anew") {
  const auto chat = tacet::openai_chat::decode(
      R"({"role":"assistant","content":"look","reasoning":"r","tool_calls":[{"id":"a","function":{"name":"p","arguments":"{\"x\":1}"}}]})");
  CHECK(
      anthropic_messages::turn(*chat) ==
      R"({"role":"assistant","content":[{"type":"text","text":"look"},{"type":"tool_use","id":"a","name":"p","input":{"x":1}}]})");
  const auto message = anthropic_messages::decode(
      R"({"content":[{"type":"thinking","thinking":"t"},{"type":"tool_use","id":"a","name":"p","input":{"x":1}}]})");
  CHECK(
      tacet::openai_chat::turn(*message) ==
      R"({"role":"assistant","content":null,"tool_calls":[{"id":"a","type":"function","function":{"name":"p","arguments":"{\"x\":1}"}}]})");
}

TEST_CASE("the tools of an executor become the member of a request, with their input schema") {
  const tacet::tools all{tacet::tool<"now">([] {}, tacet::describe<"Tells the time">)};
  const bj::value made = bj::parse(anthropic_messages::tools(all.descriptors()));
  CHECK(made.at(0).at("name") == "now");
  CHECK(made.at(0).at("description") == "Tells the time");
  CHECK(made.at(0).at("input_schema").at("type") == "object");
}

TEST_CASE("no prefix of a message decodes, and no change of one byte breaks what is written") {
  for (std::size_t n = 0; n < real.size(); ++n) CHECK_FALSE(anthropic_messages::decode(real.substr(0, n)));
  std::mt19937 random(11);
  std::size_t good = 0;
  for (int i = 0; i < 20000; ++i) {
    std::string text(real);
    for (int n = 1 + static_cast<int>(random() % 3); n > 0; --n)
      text[random() % text.size()] =
          i % 2 == 0 ? static_cast<char>(random() % 256) : "{}[]\",:0n\\"[random() % 10];
    const auto got = anthropic_messages::decode(text);
    if (!got) continue;
    ++good;
    boost::system::error_code bad;
    bj::parse(anthropic_messages::exchange(*got, {}), bad);
    if (bad && bad != bj::error::exponent_overflow) FAIL(text);  // a number may be larger than a double
  }
  CHECK(good > 1000);
}
