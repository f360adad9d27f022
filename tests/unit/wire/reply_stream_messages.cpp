// SPDX-License-Identifier: MIT
// Streams of Anthropic messages: blocks by index, inputs in pieces, errors in the middle.
#include "streams.hpp"

#include <tacet/wire/anthropic_messages.hpp>

using namespace tacet_stream;
using tacet_test::contains;

namespace {

using messages = anthropic_messages;

const std::string start =
    R"({"type":"message_start","message":{"id":"msg_01","type":"message","role":"assistant","model":"m-1","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":472,"output_tokens":2,"odd":null}}})";
std::string begin(int index, std::string_view block) {
  return R"({"type":"content_block_start","index":)" + std::to_string(index) + R"(,"content_block":)" +
         std::string(block) + "}";
}
std::string delta(int index, std::string_view members) {
  return R"({"type":"content_block_delta","index":)" + std::to_string(index) + R"(,"delta":{)" +
         std::string(members) + "}}";
}
std::string text(int index, std::string_view inner) {
  return delta(index, R"("type":"text_delta","text":")" + std::string(inner) + '"');
}
std::string input(int index, std::string_view inner) {
  return delta(index, R"("type":"input_json_delta","partial_json":")" + std::string(inner) + '"');
}
std::string stop(int index) {
  return R"({"type":"content_block_stop","index":)" + std::to_string(index) + "}";
}
std::string change(std::string_view reason = "tool_use") {
  return R"({"type":"message_delta","delta":{"stop_reason":")" + std::string(reason) +
         R"(","stop_sequence":null},"usage":{"output_tokens":89}})";
}
const std::string over = R"({"type":"message_stop"})";
constexpr std::string_view searching =
    R"({"type":"tool_use","id":"toolu_1","name":"search_text","input":{}})";

// As Anthropic sends them: with the type as the name of the event, too.
std::string named(const texts& datas) {
  std::string all;
  for (const std::string& one : datas) {
    constexpr std::size_t at = 9;  // behind {"type":"
    all += "event: " + one.substr(at, one.find('"', at) - at) + "\ndata: " + one + "\n\n";
  }
  return all;
}
texts with_call(texts pieces) {
  texts all{start, begin(0, searching)};
  for (const std::string& one : pieces) all.push_back(input(0, one));
  all.insert(all.end(), {stop(0), change(), over});
  return all;
}

const texts usual_datas{
    start,
    R"({"type":"ping"})",
    begin(0, R"({"type":"thinking","thinking":"","signature":""})"),
    delta(0, R"("type":"thinking_delta","thinking":"Let me ")"),
    delta(0, R"("type":"thinking_delta","thinking":"look.\ud83c")"),
    delta(0, R"("type":"thinking_delta","thinking":"\udf78")"),
    delta(0, R"("type":"signature_delta","signature":"c2lnbmF0dXJl")"),
    stop(0),
    begin(1, R"({"type":"redacted_thinking","data":"eA=="})"),
    stop(1),
    begin(2, R"({"type":"text","text":"","citations":null})"),
    text(2, R"(I will \"look\")"),
    delta(2, R"("type":"citations_delta","citation":{"cited_text":"x"})"),
    delta(2, R"("type":"citations_delta","citation":{"cited_text":"y"})"),
    text(2, R"( )"
            "\xE2\x82\xAC\xF0\x9F\x8D\xB8"
            R"( )"),
    stop(2),
    R"({"type":"something_new","index":2,"delta":{"x":1}})",
    begin(3, R"({"type":"server_tool_use","id":"srv_1","name":"web_search","input":{}})"),
    input(3, ""),
    input(3, R"({\"query\":)"),
    input(3, R"(\"x\"})"),
    stop(3),
    begin(
        4,
        R"({"type":"web_search_tool_result","tool_use_id":"srv_1","content":[{"type":"web_search_result","url":"u"}]})"),
    stop(4),
    begin(5, searching),
    input(5, ""),
    input(5, R"({\"pattern\": \"a\\ud83c)"),
    input(5, R"(\\udf78 )"
             "\xE2\x82\xAC"
             R"(\", \"n\")"),
    begin(6, R"({"type":"tool_use","id":"toolu_2","name":"clock","input":{},"caller":{"type":"direct"}})"),
    input(5, R"(:9007199254740993, \"x\":1.0})"),
    stop(6),
    stop(5),
    begin(7, R"({"type":"tool_use","id":"toolu_3","name":"clock","input":{"zone": "utc"}})"),
    stop(7),
    begin(8, R"({"type":"new_block","words":["a"],"text":5})"),
    delta(8, R"("type":"new_delta","words":["b", "c"],"more":"x","text":6)"),
    delta(8, R"("type":"new_delta","words":[],"more":"y")"),
    stop(8),
    change(),
    over,
};
constexpr std::string_view usual_whole =
    R"({"id":"msg_01","type":"message","role":"assistant","model":"m-1","content":[
  {"type":"thinking","thinking":"Let me look.\ud83c\udf78","signature":"c2lnbmF0dXJl"},
  {"type":"redacted_thinking","data":"eA=="},
  {"type":"text","text":"I will \"look\" )"
    "\xE2\x82\xAC\xF0\x9F\x8D\xB8"
    R"( ","citations":[{"cited_text":"x"},{"cited_text":"y"}]},
  {"type":"server_tool_use","id":"srv_1","name":"web_search","input":{"query":"x"}},
  {"type":"web_search_tool_result","tool_use_id":"srv_1","content":[{"type":"web_search_result","url":"u"}]},
  {"type":"tool_use","id":"toolu_1","name":"search_text","input":{"pattern": "a\ud83c\udf78 )"
    "\xE2\x82\xAC"
    R"(", "n":9007199254740993, "x":1.0}},
  {"type":"tool_use","id":"toolu_2","name":"clock","input":{},"caller":{"type":"direct"}},
  {"type":"tool_use","id":"toolu_3","name":"clock","input":{"zone": "utc"}},
  {"type":"new_block","words":["a","b","c"],"text":6,"more":"xy"}
 ],"stop_reason":"tool_use","stop_sequence":null,"usage":{"input_tokens":472,"output_tokens":89}})";

}  // namespace

TEST_CASE("a stream of messages gives the reply of the whole for every cut") {
  const auto wanted = messages::decode(usual_whole);
  REQUIRE(wanted);
  const std::string bytes = named(usual_datas);
  CHECK(every_cut<messages>(bytes) == shown<messages>(wanted));
  CHECK(shown<messages>(whole<messages>(events(usual_datas))) == shown<messages>(wanted));
  const auto got = whole<messages>(bytes);
  CHECK(boost::json::parse(got->source()).at("usage") ==
        boost::json::parse(R"({"input_tokens":472,"output_tokens":89,"odd":null})"));
  // The name of an event says its type where the data does not.
  CHECK(
      whole<messages>("event: message_start\ndata: {\"message\":{\"role\":\"assistant\"}}\n\n"
                      "event: message_delta\ndata: {\"delta\":{\"stop_reason\":\"end_turn\"}}\n\nevent: "
                      "message_stop\ndata: {}\n\n"));
}

TEST_CASE("what comes of a message is told at once") {
  const std::string bytes = named(usual_datas);
  const texts wanted{
      "thinking 0 Let me look.\xF0\x9F\x8D\xB8",
      "text 0 I will \"look\" \xE2\x82\xAC\xF0\x9F\x8D\xB8 ",
      "call begun 0 search_text",
      "arguments 0 {\"pattern\": \"a\\ud83c\\udf78 \xE2\x82\xAC\", \"n\"",
      "call begun 1 clock",
      "arguments 0 :9007199254740993, \"x\":1.0}",
      "call complete 1 {}",
      "call complete 0 {\"pattern\": \"a\\ud83c\\udf78 \xE2\x82\xAC\", \"n\":9007199254740993, \"x\":1.0}",
      "call begun 2 clock",
      "call complete 2 {\"zone\": \"utc\"}"};
  for (const std::size_t size : {std::size_t{1}, std::size_t{11}, bytes.size()})
    CHECK(told<messages>(bytes, size) == wanted);
}

TEST_CASE("a stream of messages that dies gives no calls") {
  // The data of the last event is whole with its brace; the newlines behind it are not needed.
  CHECK(alive_after_death<messages>(named(usual_datas)) == 2);
  texts without = usual_datas;
  without.pop_back();
  CHECK(whole<messages>(named(without)).error().reason == decode_failure::interrupted);
}

TEST_CASE("inputs are the joined text, and what is no JSON is no object") {
  const struct {
    texts pieces;
    std::string_view arguments;
  } table[] = {
      {{}, "{}"},
      {{"", ""}, "{}"},
      {{R"({\"t\":\"\\ud83c)", R"(\\udf78\"})"}, R"({"t":"\ud83c\udf78"})"},
      {{R"({\"t\":\"\ud83c)", R"(\udf78\"})"}, "{\"t\":\"\\ud83c\\udf78\"}"},
      {{R"({\"t\":)"}, R"("{\"t\":")"},
      {{R"({},\"name\":\"other\")"}, R"("{},\"name\":\"other\"")"},
      {{R"({\"t\":\"\\ud83c\"})"}, R"("{\"t\":\"\\ud83c\"}")"},
      {{R"([1)", R"(,2])"}, "[1,2]"},
  };
  for (const auto& row : table) {
    const auto got = whole<messages>(named(with_call(row.pieces)));
    INFO(row.arguments);
    REQUIRE(got);
    REQUIRE(got->calls().size() == 1);
    CHECK(got->calls()[0].name == "search_text");
    // A pair that was escaped on the outer level is a character on the inner.
    if (row.pieces.size() == 2 && row.pieces[1].starts_with("\\udf78"))
      CHECK(got->calls()[0].arguments == "{\"t\":\"\xF0\x9F\x8D\xB8\"}");
    else CHECK(got->calls()[0].arguments == row.arguments);
    boost::json::parse(messages::turn(*got));
    some_cuts<messages>(named(with_call(row.pieces)));
  }
  CHECK(whole<messages>(named(with_call({R"({\"t\":\"\ud83c)", "x"}))).error().reason ==
        decode_failure::invalid_json);
  CHECK(whole<messages>(named(with_call({R"({\"t\":\"\ud83c)"}))).error().reason ==
        decode_failure::invalid_json);
  CHECK(whole<messages>(named(with_call({std::string(126, '[') + std::string(126, ']')}))).error().reason ==
        decode_failure::too_deep);
  CHECK(whole<messages>(named(with_call({std::string(500, '[') + std::string(500, ']')}))).error().reason ==
        decode_failure::too_deep);
  CHECK(whole<messages>(named(with_call({std::string(125, '[') + std::string(125, ']')}))));
  // Cut by the token limit: the call is there and marked.
  texts cut = with_call({R"({\"t\":)"});
  cut[cut.size() - 2] = change("max_tokens");
  const auto got = whole<messages>(named(cut));
  REQUIRE(got);
  CHECK(got->calls()[0].cut);
}

TEST_CASE("an error of the provider ends a message wherever it stands") {
  const std::string error =
      R"({"type":"error","error":{"type":"overloaded_error","message":"Overloaded"},"request_id":"r"})";
  const texts good = with_call({"{}"});
  for (std::size_t i = 0; i <= good.size(); ++i) {
    texts datas = good;
    datas.insert(datas.begin() + static_cast<std::ptrdiff_t>(i), error);
    for (const std::string& bytes : {named(datas), events(datas)}) {
      reply_stream<messages> stream;
      CHECK_FALSE(stream.feed(bytes));
      const auto got = stream.finish();
      REQUIRE_FALSE(got);
      CHECK(got.error().reason == decode_failure::provider_error);
      CHECK(got.error().provider_type == "overloaded_error");
      CHECK(got.error().provider_message == "Overloaded");
    }
  }
  const auto flat = whole<messages>(R"(event: error
data: {"type":"error","message":"m"}

)");
  CHECK(flat.error().reason == decode_failure::provider_error);
  CHECK(flat.error().provider_message == "m");
  CHECK(whole<messages>("event: error\ndata: gone\n\n").error().provider_message == "gone");
  // What is no error behind the end is nothing.
  CHECK(whole<messages>(named(good) + "data: [DONE]\n\ndata: {\"type\":\"message_start\"}\n\n"));
}

TEST_CASE("events that do not follow from each other are an error") {
  const struct {
    texts datas;
    std::string_view message;
    decode_failure reason;
  } table[] = {
      {{over}, "stops before it starts", decode_failure::wrong_shape},
      {{change()}, "changes before it starts", decode_failure::wrong_shape},
      {{begin(0, searching)}, "before the message starts", decode_failure::wrong_shape},
      {{start, start}, "starts twice", decode_failure::wrong_shape},
      {{R"({"type":"message_start"})"}, "is not there", decode_failure::wrong_shape},
      {{R"({"type":"message_start","message":{"content":[{"type":"text","text":"x"}]}})"},
       "has content",
       decode_failure::wrong_shape},
      {{start, text(0, "x")}, "has not started or has ended", decode_failure::wrong_shape},
      {{start, begin(0, searching), text(1, "x")},
       "has not started or has ended",
       decode_failure::wrong_shape},
      {{start, begin(0, searching), stop(0), input(0, "x")},
       "has not started or has ended",
       decode_failure::wrong_shape},
      {{start, begin(0, searching), stop(0), stop(0)},
       "has not started or has ended",
       decode_failure::wrong_shape},
      {{start, begin(0, searching), change(), over}, "within one of its blocks", decode_failure::interrupted},
      {{start, begin(-1, searching)}, "an index is a whole number", decode_failure::wrong_shape},
      {{start, R"({"type":"content_block_start","index":"0","content_block":{}})"},
       "an index is a whole number",
       decode_failure::wrong_shape},
      {{start, R"({"type":"content_block_start","content_block":{}})"},
       "has no index",
       decode_failure::wrong_shape},
      {{start, R"({"type":"content_block_start","index":0})"}, "is not there", decode_failure::wrong_shape},
      {{start, R"({"type":"content_block_start","index":0,"content_block":[]})"},
       "expected an object",
       decode_failure::wrong_shape},
      {{start, begin(0, R"({"type":"tool_use","name":5})")},
       "expected a string",
       decode_failure::wrong_shape},
      {{start, begin(0, R"({"type":"tool_use","name":"p","name":"q"})")},
       "stands twice",
       decode_failure::wrong_shape},
      {{start, begin(0, searching), delta(0, R"("partial_json":{})")},
       "expected a string",
       decode_failure::wrong_shape},
      {{start, begin(0, searching), R"({"type":"content_block_delta","index":0})"},
       "is not there",
       decode_failure::wrong_shape},
      {{R"({"type":5})"}, "expected a string", decode_failure::wrong_shape},
      {{"{"}, "not valid JSON", decode_failure::invalid_json},
  };
  for (const auto& row : table) {
    INFO(row.message);
    reply_stream<messages> stream;
    CHECK_FALSE(stream.feed(events(row.datas)));
    const auto got = stream.finish();
    REQUIRE_FALSE(got);
    CHECK(got.error().reason == row.reason);
    CHECK_THAT(got.error().message, contains(std::string(row.message)));
  }
  // A block that starts where another one ended is another block.
  texts same{start,
             begin(0, searching),
             input(0, "{}"),
             stop(0),
             begin(0, R"({"type":"tool_use","id":"b","name":"q","input":{}})"),
             input(0, R"({\"a\":1})"),
             stop(0),
             change(),
             over};
  CHECK(calls(whole<messages>(events(same))) == texts{"toolu_1 search_text({})", "b q({\"a\":1})"});
  // The order is that of the indexes, also of those that are large.
  texts order{start};
  for (const std::string index : {"4294967296", "0"})
    order.insert(order.end(), {R"({"type":"content_block_start","index":)" + index +
                                   R"(,"content_block":{"type":"tool_use","id":"i)" + index +
                                   R"(","name":"p","input":{}}})",
                               R"({"type":"content_block_stop","index":)" + index + "}"});
  order.insert(order.end(), {change(), over});
  CHECK(calls(whole<messages>(events(order))) == texts{"i0 p({})", "i4294967296 p({})"});
}

TEST_CASE("the limits hold for messages") {
  texts many{start};
  for (int i = 0; i < 10000; ++i) many.insert(many.end(), {begin(i, searching), stop(i)});
  many.insert(many.end(), {change(), over});
  CHECK(whole<messages>(events(many)).error().reason == decode_failure::too_many_calls);
  CHECK(whole<messages>(events(many), {.most_calls = 10000})->calls().size() == 10000);
  // Blocks, texts and inputs without an end.
  const auto fed = [](auto&& piece) {
    reply_stream<messages> stream({.most_bytes = 50000});
    stream.feed(events({start, begin(0, searching)}));
    int i = 0;
    while (i < 100000 && stream.feed(events({piece(i)}))) ++i;
    CHECK(stream.finish().error().reason == decode_failure::too_large);
    return i;
  };
  CHECK(fed([](int i) { return begin(i + 1, "{}"); }) < 1000);
  CHECK(fed([](int) { return text(0, "0123456789"); }) < 6000);
  CHECK(fed([](int) { return input(0, "0123456789"); }) < 6000);
  CHECK(fed([](int) { return delta(0, R"("citation":{"a":"0123456789"})"); }) < 6000);
  CHECK(fed([](int i) { return R"({"type":"message_delta","delta":{"m)" + std::to_string(i) + "\":1}}"; }) <
        300);
}

TEST_CASE("no change of a few bytes of a message breaks the turn that is written") {
  const std::string usual = named(usual_datas);
  std::mt19937 random(17);
  std::size_t good = 0;
  for (int i = 0; i < 3000; ++i) {
    std::string bytes(usual);
    for (int n = 1 + static_cast<int>(random() % 3); n > 0; --n)
      bytes[random() % bytes.size()] =
          i % 2 == 0 ? static_cast<char>(random() % 256) : "{}[]\",:0n\\"[random() % 10];
    const auto got = whole<messages>(bytes);
    if (!got) continue;
    ++good;
    boost::system::error_code bad;
    boost::json::parse(messages::turn(*got), bad);
    if (bad && bad != boost::json::error::exponent_overflow) FAIL(bytes);
  }
  CHECK(good > 100);
}
