// SPDX-License-Identifier: MIT
// Streams of chat completions: the reply of the whole for every cut, and none where the stream has none.
#include "streams.hpp"

#include <tacet/wire/openai_chat.hpp>

using namespace tacet_stream;
using tacet_test::contains;

namespace {

using chat = openai_chat;

// A chunk with one delta, and one with one piece of a call.
std::string delta(std::string_view members) {
  return R"({"id":"c1","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{)" +
         std::string(members) + R"(},"logprobs":null,"finish_reason":null}],"usage":null})";
}
std::string call(std::string_view piece) { return delta(R"("tool_calls":[)" + std::string(piece) + "]"); }
std::string end(std::string_view reason = "tool_calls") {
  return R"({"id":"c1","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{},"finish_reason":")" +
         std::string(reason) + R"("}],"usage":null})";
}
std::string stream_of(texts pieces) {
  for (std::string& one : pieces) one = call(one);
  pieces.push_back(end());
  pieces.push_back("[DONE]");
  return events(pieces);
}

const std::string usual = events({
    delta(R"("role":"assistant","content":"","refusal":null)"),
    delta(R"("reasoning_content":"Let \u00e9")"),
    delta(R"("reasoning_content":"\ud83c")"),
    delta(R"("reasoning_content":"\udf78 see.","odd":{"a":1})"),
    delta(R"("content":"I look \"twi")"),
    delta(R"("content":"ce\" \uD83C\uDF78 \\")"),
    delta(R"("content":"ud83c\n","odd":{"a":2},"list":[1])"),
    delta(R"("list":[ 2, 3 ])"),
    call(R"({"index":0,"id":"call_a","type":"function","function":{"name":"search_text","arguments":""}})"),
    call(R"({"index":0,"function":{"arguments":"{\"pattern\": \"\\ud83c"}})"),
    call(R"({"index":0,"function":{"arguments":"\\udf78 caf\u00e9 )"
         "\xE2\x82\xAC"
         R"( \"}, {"}})"),
    call(
        R"({"index":1,"id":"call_b","type":"function","function":{"name":"clock","arguments":"{}"},"extra_content":{"google":{"thought_signature":"c2ln"}}})"),
    call(R"({"index":0,"id":"","function":{"name":"","arguments":"\":1.0}"}})"),
    end(),
    R"({"id":"c1","object":"chat.completion.chunk","created":1,"model":"m","choices":[],"usage":{"total_tokens":98}})",
    "[DONE]",
});
// The arguments of the first call are no JSON, and come as they were written.
constexpr std::string_view usual_whole =
    R"({"id":"c1","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,"message":{
  "role":"assistant","content":"I look \"twice\" \uD83C\uDF78 \\ud83c\n","refusal":null,"reasoning_content":"Let \u00e9\ud83c\udf78 see.",
  "odd":{"a":2},"list":[1,2,3],"tool_calls":[
  {"id":"call_a","type":"function","function":{"name":"search_text","arguments":"{\"pattern\": \"\\ud83c\\udf78 caf\u00e9 )"
    "\xE2\x82\xAC"
    R"( \"}, {\":1.0}"}},
  {"id":"call_b","type":"function","function":{"name":"clock","arguments":"{}"},"extra_content":{"google":{"thought_signature":"c2ln"}}}
  ]},"logprobs":null,"finish_reason":"tool_calls"}],"usage":{"total_tokens":98}})";

}  // namespace

TEST_CASE("a stream gives the reply of the whole for every cut") {
  const auto wanted = chat::decode(usual_whole);
  REQUIRE(wanted);
  CHECK(every_cut<chat>(usual) == shown<chat>(wanted));
  // Lines that end otherwise, comments, a byte order mark.
  std::string other = "\xEF\xBB\xBF: hello\r\n\r\n";
  for (const char c : usual) c == '\n' ? other += "\r\n" : other += c;
  CHECK(some_cuts<chat>(other) == shown<chat>(wanted));
  const auto got = whole<chat>(usual);
  CHECK(boost::json::parse(got->source()).at("usage").at("total_tokens") == 98);
  CHECK(got->dialect() == "openai");
}

TEST_CASE("what comes is told at once, and half a character never") {
  const texts wanted{"thinking 0 Let \xC3\xA9\xF0\x9F\x8D\xB8 see.",
                     "text 0 I look \"twice\" \xF0\x9F\x8D\xB8 \\ud83c\n",
                     "call begun 0 search_text",
                     "arguments 0 {\"pattern\": \"\\ud83c\\udf78 caf\xC3\xA9 \xE2\x82\xAC \"}, {",
                     "call begun 1 clock",
                     "arguments 1 {}",
                     "arguments 0 \":1.0}",
                     "call complete 0 {\"pattern\": \"\\ud83c\\udf78 caf\xC3\xA9 \xE2\x82\xAC \"}, {\":1.0}",
                     "call complete 1 {}"};
  for (const std::size_t size : {std::size_t{1}, std::size_t{7}, usual.size()})
    CHECK(told<chat>(usual, size) == wanted);
  CHECK(told<chat>(events({delta(R"("refusal":"no")"), delta(R"("refusal":"","content":null)")}), 3) ==
        texts{"refusal 0 no"});
}

TEST_CASE("pieces of calls find their call") {
  const struct {
    const char* what;
    texts pieces, wanted;
  } table[] = {
      {"no index: an id opens a call, arguments go to the last",
       {R"({"id":"A","function":{"name":"p","arguments":""}})", R"({"function":{"arguments":"{\"x\":1}"}})",
        R"({"id":"B","function":{"name":"q","arguments":"{}"}})"},
       {"A p({\"x\":1})", "B q({})"}},
      {"index null is no index",
       {R"({"index":null,"id":"A","function":{"name":"p","arguments":"{}"}})",
        R"({"id":"B","function":{"name":"q"}})"},
       {"A p({})", "B q({})"}},
      {"one index for all, in one chunk",
       {R"({"index":0,"id":"A","function":{"name":"p","arguments":"{}"}},{"index":0,"id":"B","function":{"name":"q","arguments":"{\"a\":1}"}})"},
       {"A p({})", "B q({\"a\":1})"}},
      {"one index for all, in pieces",
       {R"({"index":0,"id":"A","function":{"name":"p","arguments":"{"}})",
        R"({"index":0,"id":"A","function":{"arguments":"}"}})",
        R"({"index":0,"id":"B","function":{"name":"p","arguments":"{"}})",
        R"({"index":0,"function":{"arguments":"}"}})"},
       {"A p({})", "B p({})"}},
      {"a call that was opened before is found by its id",
       {R"({"index":0,"id":"A","function":{"name":"p","arguments":"{"}})",
        R"({"index":0,"id":"B","function":{"name":"q","arguments":"{"}})",
        R"({"index":0,"id":"A","function":{"arguments":"}"}})",
        R"({"index":0,"function":{"arguments":" "}})"},
       {"A p({} )", "B q({)"}},
      {"interleaved",
       {R"({"index":0,"id":"A","function":{"name":"p"}})", R"({"index":1,"id":"B","function":{"name":"q"}})",
        R"({"index":0,"function":{"arguments":"{\"x\":"}})",
        R"({"index":1,"function":{"arguments":"{\"y\":"}})", R"({"index":0,"function":{"arguments":"1}"}})",
        R"({"index":1,"function":{"arguments":"2}"}})"},
       {"A p({\"x\":1})", "B q({\"y\":2})"}},
      {"the order is that of the indexes",
       {R"({"index":7,"id":"C","function":{"name":"r"}})", R"({"index":0,"id":"A","function":{"name":"p"}})",
        R"({"index":4294967296,"id":"D","function":{"name":"s"}})",
        R"({"index":2,"id":"B","function":{"name":"q"}})"},
       {"A p({})", "B q({})", "C r({})", "D s({})"}},
      {"an empty id is none",
       {R"({"index":0,"id":"A","function":{"name":"p","arguments":""}})",
        R"({"index":0,"id":"","function":{"arguments":"{}"}})"},
       {"A p({})"}},
      {"an id that comes later",
       {R"({"index":0,"function":{"name":"p","arguments":""}})",
        R"({"index":0,"id":"A","function":{"arguments":"{}"}})"},
       {"A p({})"}},
      {"a name that is repeated",
       {R"({"index":0,"id":"A","function":{"name":"p","arguments":"{\"a\""}})",
        R"({"index":0,"id":"A","function":{"name":"p","arguments":":1}"}})",
        R"({"index":0,"id":"A","function":{"name":"p","arguments":""}})"},
       {"A p({\"a\":1})"}},
      {"a name in pieces",
       {R"({"index":0,"id":"A","function":{"name":"get_"}})",
        R"({"index":0,"function":{"name":"weather","arguments":""}})",
        R"({"index":0,"function":{"name":"","arguments":"{}"}})"},
       {"A get_weather({})"}},
      {"another name behind complete arguments opens a call",
       {R"({"index":0,"id":"A","function":{"name":"p","arguments":"{\"a\":\"}\"}"}})",
        R"({"index":0,"id":"","function":{"name":"q","arguments":"{}"}})"},
       {"A p({\"a\":\"}\"})", " q({})"}},
      {"so does the same name with arguments and without an id",
       {R"({"function":{"name":"p","arguments":"{}"}})",
        R"({"function":{"name":"p","arguments":"{\"a\":2}"}})"},
       {" p({})", " p({\"a\":2})"}},
      {"a name that comes last",
       {R"({"index":0,"id":"A","function":{"arguments":"{}"}})", R"({"index":0,"function":{"name":"p"}})"},
       {"A p({})"}},
      {"arguments as an object",
       {R"({"id":"A","function":{"name":"p","arguments":{"a": 1}}})",
        R"({"id":"B","function":{"name":"q","arguments":{"a":"\""}}})"},
       {"A p({\"a\": 1})", "B q({\"a\":\"\\\"\"})"}},
      {"what is written behind an object stays",
       {R"({"index":0,"id":"A","function":{"name":"p","arguments":"{}"}})",
        R"({"index":0,"function":{"arguments":"{}"}})"},
       {"A p({}{})"}},
      {"names and ids with escapes",
       {R"({"index":0,"\u0069d":"\u0041","function":{"name":"\u0070","arguments":"\u007b\u007d"}})",
        R"({"index":0,"function":{"name":"q","arguments":"{}"}})"},
       {"A p({})", " q({})"}},
  };
  for (const auto& row : table) {
    INFO(row.what);
    const std::string bytes = stream_of(row.pieces);
    const auto got = whole<chat>(bytes);
    texts found = calls(got);
    // An id that was made up is another one for each text.
    if (got)
      for (const reply_note& one : got->notes())
        if (one.kind == reply_note_kind::id_made) found[one.position].erase(0, 9);
    CHECK(found == row.wanted);
    some_cuts<chat>(bytes);
  }
}

TEST_CASE("what could be put together in two ways is an error") {
  const struct {
    texts pieces;
    std::string_view message;
  } table[] = {
      {{R"({"id":"A","function":{"name":"p","arguments":"{}"}})",
        R"({"index":1,"id":"B","function":{"name":"q","arguments":"{}"}})"},
       "event 2: some pieces of calls have an index and others have none"},
      {{R"({"index":0,"id":"A","function":{"name":"p"}})", R"({"function":{"arguments":"{}"}})"},
       "some pieces of calls"},
      {{R"({"function":{"arguments":"{}"}})"}, "comes before any call"},
      {{R"({"index":0,"id":"A","function":{"name":"p","arguments":"{"}})",
        R"({"index":0,"function":{"name":"q","arguments":"{}"}})"},
       "the name of a call changes"},
      {{R"({"index":-1,"id":"A"})"}, "an index is a whole number"},
      {{R"({"index":1.0,"id":"A"})"}, "an index is a whole number"},
      {{R"({"index":"0","id":"A"})"}, "an index is a whole number"},
      {{R"({"index":18446744073709551616,"id":"A"})"}, "an index is a whole number"},
      {{R"({"index":0,"index":1,"id":"A"})"}, R"("index" stands twice)"},
      {{R"({"index":0,"id":5})"}, "expected a string"},
      {{R"({"index":0,"id":"A","function":{"name":["p"]}})"}, "expected a string"},
      {{R"({"index":0,"id":"A","function":"p"})"}, "expected an object"},
      {{"7"}, "expected an object"},
  };
  for (const auto& row : table) {
    INFO(row.message);
    reply_stream<chat> stream;
    CHECK_FALSE(stream.feed(stream_of(row.pieces)));
    CHECK_FALSE(stream.feed(usual));
    const auto got = stream.finish();
    REQUIRE_FALSE(got);
    CHECK(got.error().reason == decode_failure::wrong_shape);
    CHECK_THAT(got.error().message, contains(std::string(row.message)));
  }
}

TEST_CASE("a stream that dies gives calls only when it had said why the model stopped") {
  const std::size_t said = usual.find(R"("finish_reason":"tool_calls")");
  // From the closing brace of that chunk on: the data is whole JSON then.
  CHECK(alive_after_death<chat>(usual) == usual.size() - usual.find("\n\n", said));
  const struct {
    texts datas;
    bool alive;
  } table[] = {
      {{}, false},
      {{"[DONE]"}, false},
      {{delta(R"("content":"x")")}, false},
      {{delta(R"("content":"x")"), "[DONE]"}, true},
      {{call(R"({"index":0,"id":"A","function":{"name":"p"}})"), "[DONE]"}, false},
      {{call(R"({"index":0,"id":"A","function":{"name":"p","arguments":"{\"a\":{}"}})"), "[DONE]"}, false},
      {{call(R"({"index":0,"id":"A","function":{"name":"p","arguments":"{\"a\":{}}"}})"), "[DONE]"}, true},
      {{delta(R"("content":"x")"), end("")}, false},
      {{delta(R"("content":"x")"), end("stop")}, true},
  };
  for (const auto& row : table) {
    const auto got = whole<chat>(events(row.datas));
    INFO(events(row.datas));
    CHECK(got.has_value() == row.alive);
  }
  CHECK(whole<chat>(events({delta(R"("content":"x")")})).error().reason == decode_failure::interrupted);
  // What is no stream of events.
  const auto other = whole<chat>(usual_whole);
  CHECK(other.error().reason == decode_failure::interrupted);
  CHECK_THAT(other.error().message, contains("without an event"));
  // Cut by a token limit within a call: the last call is marked, as in the whole.
  const auto cut = whole<chat>(
      events({call(R"({"index":0,"id":"A","function":{"name":"p","arguments":"{\"a"}})"), end("length")}));
  REQUIRE(cut);
  CHECK(cut->calls()[0].cut);
  // A stream is finished once.
  reply_stream<chat> stream;
  CHECK(stream.feed(usual));
  CHECK(stream.ended());
  CHECK(stream.finish());
  CHECK(stream.finish().error().reason == decode_failure::interrupted);
  CHECK_FALSE(stream.feed(usual));
}

TEST_CASE("an error of the provider ends the stream wherever it stands") {
  const std::string error = R"({"error":{"message":"Overloaded \u00e9","type":"overloaded","code":529}})";
  const texts good{delta(R"("content":"x")"),
                   call(R"({"index":0,"id":"A","function":{"name":"p","arguments":"{}"}})"), end(), "[DONE]"};
  for (std::size_t i = 0; i <= good.size(); ++i) {
    texts datas = good;
    datas.insert(datas.begin() + static_cast<std::ptrdiff_t>(i), error);
    const auto got = whole<chat>(events(datas));
    REQUIRE_FALSE(got);
    CHECK(got.error().reason == decode_failure::provider_error);
    CHECK(got.error().provider_type == "overloaded");
    CHECK(got.error().provider_message == "Overloaded \xC3\xA9");
    some_cuts<chat>(events(datas));
  }
  const struct {
    std::string bytes, type, message;
  } table[] = {
      {events({R"({"error":"no"})"}), "", "no"},
      {events({R"({"object":"error","message":"m","type":"t","code":400})"}), "t", "m"},
      {events({R"({"choices":[{"index":0,"delta":{},"error":{"code":502,"message":"gone"}}]})"}), "502",
       "gone"},
      {"event: error\n" + events({R"({"message":"m","type":"t"})"}), "t", "m"},
      {"event: error\n" + events({"busy \xFF"}), "", "busy \xEF\xBF\xBD"},
      {events({good[0]}) + "data: " + error, "overloaded", "Overloaded \xC3\xA9"},
  };
  for (const auto& row : table) {
    const auto got = whole<chat>(row.bytes);
    INFO(row.bytes);
    REQUIRE_FALSE(got);
    CHECK(got.error().reason == decode_failure::provider_error);
    CHECK(got.error().provider_type == row.type);
    CHECK(got.error().provider_message == row.message);
  }
  CHECK(whole<chat>(events({delta(""), end("error")})).error().reason == decode_failure::provider_error);
  CHECK(whole<chat>(usual + "event: error\ndata: gone\n\n").error().provider_message == "gone");
  // What is no error behind the end is nothing.
  CHECK(whole<chat>(usual + events({"x", "[1]", R"({"error":null})", call("7")})));
}

TEST_CASE("other choices are noted, text in parts is kept, function_call stays unsupported") {
  const auto got = whole<chat>(events(
      {R"({"choices":[{"index":1,"delta":{"content":"b"}},{"index":0,"delta":{"content":"a"}}]})",
       R"({"choices":[{"index":1,"delta":{"tool_calls":[{"index":0,"id":"B","function":{"name":"q","arguments":"{}"}}]},"finish_reason":"stop"}]})",
       R"({"choices":[{"index":0,"delta":null,"finish_reason":"stop"}]})"}));
  REQUIRE(got);
  CHECK(got->text() == "a");
  CHECK(got->calls().empty());
  REQUIRE(got->notes().size() == 1);
  CHECK(got->notes()[0].kind == reply_note_kind::choices_ignored);
  // The finish of another choice is not that of the first.
  CHECK_FALSE(whole<chat>(
      events({delta(R"("content":"a")"), R"({"choices":[{"index":1,"delta":{},"finish_reason":"stop"}]})"})));
  CHECK(
      whole<chat>(
          events(
              {R"({"choices":[{"delta":{"content":"a"},"finish_reason":"stop"},{"delta":{"content":"b"}}]})"}))
          ->text() == "a");

  const auto parts = whole<chat>(
      events({delta(R"("content":"a")"),
              delta(R"("content":[{"type":"thinking","thinking":[]}, {"type":"text","text":"b"}])"),
              delta(R"("content":"c")"), delta(R"("content":"")"), end("stop")}));
  REQUIRE(parts);
  CHECK(parts->text() == "abc");
  CHECK_THAT(std::string(parts->message()), contains(R"({"type":"thinking","thinking":[]})"));

  const auto old =
      whole<chat>(events({delta(R"("function_call":{"name":"p","arguments":"{}"})"), end("function_call")}));
  CHECK(old.error().reason == decode_failure::unsupported);
  const auto custom =
      whole<chat>(stream_of({R"({"index":0,"id":"A","type":"custom","custom":{"name":"p","input":"x"}})"}));
  CHECK(custom.error().reason == decode_failure::unsupported);
  CHECK(whole<chat>(events({R"({"choices":[{"message":{"content":"x"},"finish_reason":"stop"}]})"}))
            .error()
            .reason == decode_failure::wrong_shape);
}

TEST_CASE("an event that is no JSON ends the stream") {
  const struct {
    std::string data;
    decode_failure reason;
    std::string_view message;
  } table[] = {
      {"{", decode_failure::invalid_json, "event 2: not valid JSON"},
      {"x", decode_failure::invalid_json, "(byte 0 of its data)"},
      {"[]", decode_failure::wrong_shape, "expected an object"},
      {R"({"choices":{}})", decode_failure::wrong_shape, "expected an array"},
      {R"({"choices":[7]})", decode_failure::wrong_shape, "expected an object"},
      {R"({"choices":[{"index":0,"delta":[]}]})", decode_failure::wrong_shape, "expected an object"},
      {delta(R"("tool_calls":{})"), decode_failure::wrong_shape, "expected an array"},
      {delta("\"content\":\"\xF0\x9F\""), decode_failure::invalid_json, "UTF-8"},
      {delta("\"content\":\"\xED\xA0\xBC\""), decode_failure::invalid_json, "UTF-8"},
      {delta(R"("content":"a\ud83cb")"), decode_failure::invalid_json, "surrogate"},
      {delta(R"("content":"a\udf78b")"), decode_failure::invalid_json, "surrogate"},
      {delta(R"("content":"\udf78")"), decode_failure::invalid_json, "surrogates"},
      {delta(R"("content":)" + std::string(200, '[') + std::string(200, ']')), decode_failure::too_deep,
       "event 2"},
  };
  for (const auto& row : table) {
    INFO(row.data);
    reply_stream<chat> stream;
    CHECK_FALSE(stream.feed(events({delta(R"("content":"")"), row.data}) + usual));
    const auto got = stream.finish();
    REQUIRE_FALSE(got);
    CHECK(got.error().reason == row.reason);
    CHECK_THAT(got.error().message, contains(std::string(row.message)));
  }
}

TEST_CASE("the halves of a pair are joined where they meet, and nowhere else") {
  const struct {
    texts pieces;
    std::string_view text;
  } table[] = {
      {{R"("\ud83c")", R"("\udf78")"}, "\xF0\x9F\x8D\xB8"},
      {{R"("a\uD83C")", R"("")", R"("\uDF78\ud83c")", R"("\udf78")"}, "a\xF0\x9F\x8D\xB8\xF0\x9F\x8D\xB8"},
      {{R"("\\\ud83c")", R"("\udf78")"}, "\\\xF0\x9F\x8D\xB8"},
      {{R"("\\ud83c")", R"("\\udf78")"}, "\\ud83c\\udf78"},
      {{R"("\ud83c")", R"("x")"}, "failed"},
      {{R"("\ud83c")", R"("\ud83c")"}, "failed"},
      {{R"("x")", R"("\udf78")"}, "failed"},
      {{R"("\\ud83c")", R"("\udf78")"}, "failed"},
      {{R"("\ud83c")"}, "failed"},
  };
  for (const auto& row : table) {
    texts datas;
    for (const std::string& one : row.pieces) datas.push_back(delta(R"("content":)" + one));
    datas.push_back(end("stop"));
    const auto got = whole<chat>(events(datas));
    INFO(events(datas));
    if (row.text == "failed") CHECK(got.error().reason == decode_failure::invalid_json);
    else CHECK(got->text() == row.text);
    some_cuts<chat>(events(datas));
    texts args;
    for (const std::string& one : row.pieces)
      args.push_back(call(R"({"index":0,"id":"A","function":{"name":"p","arguments":)" + one + "}}"));
    args.push_back(end());
    const auto called = whole<chat>(events(args));
    if (row.text == "failed") CHECK(called.error().reason == decode_failure::invalid_json);
    else CHECK(called->calls()[0].arguments == row.text);
  }
}

TEST_CASE("the limits hold for the parts of a stream") {
  // An event without an end.
  reply_options small{.most_bytes = 4000};
  reply_stream<chat> endless(small);
  std::size_t fed = 0;
  while (endless.feed("data: xxxxxxxx") && fed < 100000) fed += 14;
  CHECK(fed < 5000);
  CHECK(endless.finish().error().reason == decode_failure::too_large);
  // A text without an end.
  reply_stream<chat> text(small);
  fed = 0;
  while (text.feed(events({delta(R"("content":"0123456789012345678901234567890123456789")")})) &&
         fed < 100000)
    fed += 40;
  CHECK(fed < 5000);
  CHECK(text.finish().error().reason == decode_failure::too_large);
  // Members without an end, each another one.
  reply_stream<chat> members;
  int n = 0;
  while (members.feed(events({delta("\"m" + std::to_string(n) + "\":1")})) && n < 10000) ++n;
  CHECK(n < 300);
  CHECK(members.finish().error().reason == decode_failure::too_large);
  // Values that are replaced do not add up.
  reply_stream<chat> replaced({.most_bytes = 20000});
  for (int i = 0; i < 5000; ++i)
    REQUIRE(replaced.feed(events({delta(R"("content":"","odd":{"a":")" + std::to_string(i) + "\"}")})));
  // Calls.
  texts many;
  for (int i = 0; i < 10000; ++i)
    many.push_back(R"({"index":)" + std::to_string(i) + R"(,"id":")" + std::to_string(i) +
                   R"(","function":{"name":"p","arguments":"{}"}})");
  const auto refused = whole<chat>(stream_of(many));
  CHECK(refused.error().reason == decode_failure::too_many_calls);
  CHECK_THAT(refused.error().message, contains("event 1025"));
  const auto taken = whole<chat>(stream_of(many), {.most_calls = 10000});
  REQUIRE(taken);
  CHECK(taken->calls().size() == 10000);
  CHECK(taken->calls()[9999].id == "9999");
  CHECK(whole<chat>(usual, {.most_depth = 4}).error().reason == decode_failure::too_deep);
  // Ids of earlier turns are not used again.
  const std::string_view used[] = {"call_a"};
  CHECK(whole<chat>(usual, {.taken_ids = used})->ids_changed());
}

TEST_CASE("a listener that throws ends the stream") {
  reply_stream<chat> stream;
  CHECK_THROWS_AS(stream.feed(usual, [](const reply_delta&) { throw 1; }), int);
  CHECK_FALSE(stream.feed(usual));
  CHECK(stream.finish().error().reason == decode_failure::interrupted);
}

TEST_CASE("no change of a few bytes breaks the turn that is written") {
  std::mt19937 random(13);
  std::size_t good = 0;
  for (int i = 0; i < 4000; ++i) {
    std::string bytes(usual);
    for (int n = 1 + static_cast<int>(random() % 3); n > 0; --n)
      bytes[random() % bytes.size()] =
          i % 2 == 0 ? static_cast<char>(random() % 256) : "{}[]\",:0n\\"[random() % 10];
    const auto got = whole<chat>(bytes);
    if (!got) continue;
    ++good;
    boost::system::error_code bad;
    boost::json::parse(chat::turn(*got), bad);
    if (bad && bad != boost::json::error::exponent_overflow) FAIL(bytes);
  }
  CHECK(good > 200);
}
