// SPDX-License-Identifier: MIT
// Streams of the Responses API, which end with the whole, and of Gemini, which send parts of it.
#include "streams.hpp"

#include <tacet/wire/google_gemini.hpp>
#include <tacet/wire/openai_responses.hpp>

using namespace tacet_stream;
using tacet_test::contains;

namespace {

using responses = openai_responses;
using gemini = google_gemini;

const std::string message_item =
    R"({"id":"msg_1","type":"message","status":"completed","role":"assistant","content":[{"type":"output_text","text":"Hi \ud83c\udf78","annotations":[]}]})";
const std::string call_item =
    R"({"id":"fc_1","type":"function_call","status":"completed","call_id":"call_a","name":"search_text","arguments":"{\"pattern\": \"\\ud83c\\udf78 )"
    "\xE2\x82\xAC"
    R"(\"}"})";
const std::string thought_item =
    R"({"id":"rs_1","type":"reasoning","summary":[{"type":"summary_text","text":"Hm"}],"encrypted_content":"eA=="})";
std::string response(std::string_view status, std::string_view output, std::string_view more = "") {
  return R"({"id":"resp_1","object":"response","status":")" + std::string(status) +
         R"(","model":"m","output":[)" + std::string(output) + "]" + std::string(more) + "}";
}
std::string typed(std::string_view type, std::string_view members) {
  return R"({"type":"response.)" + std::string(type) + R"(",)" + std::string(members) + "}";
}
std::string done(int index, std::string_view item) {
  return typed("output_item.done",
               R"("output_index":)" + std::to_string(index) + R"(,"item":)" + std::string(item));
}
std::string end(std::string_view type, std::string_view whole_response) {
  return typed(type, R"("response":)" + std::string(whole_response));
}
const std::string all_items = thought_item + "," + message_item + "," + call_item;

texts usual_datas(std::string_view last_output) {
  return {
      typed("created", R"("sequence_number":0,"response":)" + response("in_progress", "")),
      typed("output_item.added", R"("output_index":0,"item":{"id":"rs_1","type":"reasoning","summary":[]})"),
      typed("reasoning_summary_text.delta",
            R"("item_id":"rs_1","output_index":0,"summary_index":0,"delta":"Hm")"),
      done(0, thought_item),
      typed("output_item.added",
            R"("output_index":1,"item":{"type":"message","role":"assistant","content":[]})"),
      typed("output_text.delta", R"("output_index":1,"content_index":0,"delta":"Hi \ud83c")"),
      typed("output_text.delta", R"("output_index":1,"content_index":0,"delta":"\udf78")"),
      typed("output_text.done", R"("output_index":1,"content_index":0,"text":"Hi \ud83c\udf78")"),
      done(1, message_item),
      typed(
          "output_item.added",
          R"("output_index":2,"item":{"id":"fc_1","type":"function_call","call_id":"call_a","name":"search_text","arguments":""})"),
      typed("function_call_arguments.delta", R"("output_index":2,"delta":"{\"pattern\": \"\\ud83c")"),
      typed("function_call_arguments.delta", R"("output_index":2,"delta":"\\udf78 )"
                                             "\xE2\x82\xAC"
                                             R"(\"}")"),
      typed("function_call_arguments.done", R"("output_index":2,"arguments":"{}")"),
      done(2, call_item),
      typed("new_thing", R"("x":1)"),
      end("completed", response("completed", last_output, R"(,"usage":{"total_tokens":3})")),
  };
}

const texts gemini_datas{
    R"({"candidates":[{"content":{"parts":[{"text":"Let me","thought":true}],"role":"model"},"index":0}],"usageMetadata":{"totalTokenCount":1},"modelVersion":"g"})",
    R"({"candidates":[{"content":{"parts":[{"text":"I \"loo"}],"role":"model"},"index":0}],"usageMetadata":{"totalTokenCount":2}})",
    R"({"candidates":[{"content":{"parts":[{"text":"k\" )"
    "\xE2\x82\xAC\xF0\x9F\x8D\xB8"
    R"("},{"functionCall":{"id":"f1","name":"search_text","args":{"pattern": "\ud83c\udf78", "n":1.0}},"thoughtSignature":"c2ln"}],"role":"model"},"index":0}]})",
    R"({"candidates":[{"content":{"parts":[{"functionCall":{"id":"f2","name":"clock"}}]}}]})",
    R"({"candidates":[{"content":{"parts":[{"text":"","thoughtSignature":"eA=="}],"role":"model"},"finishReason":"STOP","index":0,"groundingMetadata":{"a":1}}],"usageMetadata":{"totalTokenCount":9}})",
};
constexpr std::string_view gemini_whole =
    R"({"candidates":[{"content":{"role":"model","parts":[{"text":"Let me","thought":true},
  {"text":"I \"loo"},{"text":"k\" )"
    "\xE2\x82\xAC\xF0\x9F\x8D\xB8"
    R"("},
  {"functionCall":{"id":"f1","name":"search_text","args":{"pattern": "\ud83c\udf78", "n":1.0}},"thoughtSignature":"c2ln"},
  {"functionCall":{"id":"f2","name":"clock"}},{"text":"","thoughtSignature":"eA=="}]},"finishReason":"STOP","index":0,"groundingMetadata":{"a":1}}],
  "usageMetadata":{"totalTokenCount":9},"modelVersion":"g"})";

}  // namespace

TEST_CASE("a stream of responses gives the reply of the whole for every cut") {
  const auto wanted = responses::decode(response("completed", all_items));
  REQUIRE(wanted);
  REQUIRE(wanted->calls().size() == 1);
  CHECK(every_cut<responses>(events(usual_datas(all_items))) == shown<responses>(wanted));
  // Servers that leave the last output empty, or away.
  CHECK(some_cuts<responses>(events(usual_datas(""))) == shown<responses>(wanted));
  texts away = usual_datas("");
  away.back() = end("completed", R"({"id":"resp_1","status":"completed"})");
  CHECK(shown<responses>(whole<responses>(events(away))) == shown<responses>(wanted));
  // Items in another order.
  std::swap(away[3], away[13]);
  CHECK(shown<responses>(whole<responses>(events(away))) == shown<responses>(wanted));
  // No items at all.
  CHECK(whole<responses>(events({end("completed", response("completed", ""))})));
  CHECK(whole<responses>(events({end("completed", R"({"id":"r"})")})).error().reason ==
        decode_failure::wrong_shape);
}

TEST_CASE("what comes of a response is told at once") {
  const std::string bytes = events(usual_datas(all_items));
  const texts wanted{"thinking 0 Hm", "text 0 Hi \xF0\x9F\x8D\xB8", "call begun 0 search_text",
                     "arguments 0 {\"pattern\": \"\\ud83c\\udf78 \xE2\x82\xAC\"}",
                     "call complete 0 {\"pattern\": \"\\ud83c\\udf78 \xE2\x82\xAC\"}"};
  for (const std::size_t size : {std::size_t{1}, std::size_t{13}, bytes.size()})
    CHECK(told<responses>(bytes, size) == wanted);
  CHECK(told<responses>(events({typed("refusal.delta", R"("output_index":0,"delta":"no")")}), 1) ==
        texts{"refusal 0 no"});
}

TEST_CASE("a stream of responses ends with its last event, well or badly") {
  CHECK(alive_after_death<responses>(events(usual_datas(all_items))) == 2);
  const auto cut = whole<responses>(
      events({end("incomplete", response("incomplete", call_item,
                                         R"(,"incomplete_details":{"reason":"max_output_tokens"})"))}));
  REQUIRE(cut);
  CHECK(cut->cut());
  CHECK(cut->calls()[0].cut);
  const texts good = usual_datas(all_items);
  const std::string errors[] = {
      R"({"type":"error","code":"server_error","message":"gone","param":null,"sequence_number":3})",
      R"({"type":"error","error":{"type":"server_error","message":"gone"}})",
      R"({"error":{"code":"server_error","message":"gone"}})",
      end("failed", response("failed", call_item, R"(,"error":{"code":"server_error","message":"gone"})"))};
  for (const std::string& error : errors)
    for (std::size_t i = 0; i <= good.size(); ++i) {
      if (i == good.size() && error.find("response.failed") != std::string::npos) continue;
      texts datas = good;
      datas.insert(datas.begin() + static_cast<std::ptrdiff_t>(i), error);
      const auto got = whole<responses>(events(datas));
      INFO(error);
      REQUIRE_FALSE(got);
      CHECK(got.error().reason == decode_failure::provider_error);
      CHECK(got.error().provider_type == "server_error");
      CHECK(got.error().provider_message == "gone");
    }
  const struct {
    texts datas;
    decode_failure reason;
  } table[] = {
      {{done(0, call_item), "[DONE]"}, decode_failure::interrupted},
      {{done(0, call_item), done(0, call_item)}, decode_failure::wrong_shape},
      {{typed("output_item.done", R"("item":{})")}, decode_failure::wrong_shape},
      {{typed("output_item.done", R"("output_index":0)")}, decode_failure::wrong_shape},
      {{done(-1, call_item)}, decode_failure::wrong_shape},
      {{R"({"type":"response.completed"})"}, decode_failure::wrong_shape},
      {{end("completed", "[]")}, decode_failure::wrong_shape},
      {{end("completed", R"({"output":{}})")}, decode_failure::wrong_shape},
      {{end("failed", response("failed", call_item))}, decode_failure::provider_error},
      {{end("cancelled", response("cancelled", call_item))}, decode_failure::unsupported},
      {{R"({"type":[]})"}, decode_failure::wrong_shape},
      {{"[DONE]"}, decode_failure::interrupted},
  };
  for (const auto& row : table) {
    const auto got = whole<responses>(events(row.datas));
    INFO(events(row.datas));
    REQUIRE_FALSE(got);
    CHECK(got.error().reason == row.reason);
  }
  reply_stream<responses> stream({.most_bytes = 5000});
  int n = 0;
  while (n < 1000 && stream.feed(events({done(n, call_item)}))) ++n;
  CHECK(n < 100);
  CHECK(stream.finish().error().reason == decode_failure::too_large);
}

TEST_CASE("a stream of Gemini gives the reply of the whole for every cut") {
  const auto wanted = gemini::decode(gemini_whole);
  REQUIRE(wanted);
  REQUIRE(wanted->calls().size() == 2);
  CHECK(every_cut<gemini>(events(gemini_datas)) == shown<gemini>(wanted));
  const auto got = whole<gemini>(events(gemini_datas));
  CHECK(boost::json::parse(got->source()).at("usageMetadata").at("totalTokenCount") == 9);
  const texts told_wanted{"thinking 0 Let me",
                          "text 0 I \"look\" \xE2\x82\xAC\xF0\x9F\x8D\xB8",
                          "call begun 0 search_text",
                          R"(arguments 0 {"pattern": "\ud83c\udf78", "n":1.0})",
                          R"(call complete 0 {"pattern": "\ud83c\udf78", "n":1.0})",
                          "call begun 1 clock",
                          "arguments 1 {}",
                          "call complete 1 {}"};
  for (const std::size_t size : {std::size_t{1}, std::size_t{13}, std::size_t{5000}})
    CHECK(told<gemini>(events(gemini_datas), size) == told_wanted);
}

TEST_CASE("a stream of Gemini ends with a reason, and with an error wherever it stands") {
  CHECK(alive_after_death<gemini>(events(gemini_datas)) == 2);
  texts without = gemini_datas;
  without.pop_back();
  CHECK(whole<gemini>(events(without)).error().reason == decode_failure::interrupted);
  for (std::size_t i = 0; i <= gemini_datas.size(); ++i) {
    texts datas = gemini_datas;
    datas.insert(datas.begin() + static_cast<std::ptrdiff_t>(i),
                 R"({"error":{"code":503,"message":"Overloaded","status":"UNAVAILABLE"}})");
    const auto got = whole<gemini>(events(datas));
    REQUIRE_FALSE(got);
    CHECK(got.error().reason == decode_failure::provider_error);
    CHECK(got.error().provider_type == "UNAVAILABLE");
    CHECK(got.error().provider_message == "Overloaded");
  }
  const auto with = [](std::string_view parts, std::string_view more = "") {
    return whole<gemini>(events({R"({"candidates":[{"content":{"parts":)" + std::string(parts) +
                                 R"(},"finishReason":"STOP"}]})" + std::string(more)}));
  };
  CHECK(with("[]"));
  CHECK(with("null"));
  CHECK(with("{}").error().reason == decode_failure::wrong_shape);
  CHECK(with("[7]").error().reason == decode_failure::wrong_shape);
  CHECK(with(R"([{"functionCall":{"name":"p","willContinue":true}}])").error().reason ==
        decode_failure::wrong_shape);
  CHECK(with("[]", "x").error().reason == decode_failure::invalid_json);
  CHECK(with(R"([{"text":"\ud83c"}])").error().reason == decode_failure::invalid_json);
  const auto blocked = whole<gemini>(events({R"({"promptFeedback":{"blockReason":"SAFETY"}})"}));
  CHECK(blocked.error().reason == decode_failure::provider_error);
  const auto malformed =
      whole<gemini>(events({R"({"candidates":[{"finishReason":"MALFORMED_FUNCTION_CALL"}]})"}));
  CHECK(malformed.error().reason == decode_failure::provider_error);
  const auto two = whole<gemini>(events(
      {R"({"candidates":[{"content":{"parts":[{"text":"a"}]},"index":0},{"content":{"parts":[{"text":"b"}]},"index":1}]})",
       R"({"candidates":[{"finishReason":"STOP","index":1}]})",
       R"({"candidates":[{"finishReason":"MAX_TOKENS","index":0}]})"}));
  REQUIRE(two);
  CHECK(two->text() == "a");
  CHECK(two->cut());
  REQUIRE(two->notes().size() == 1);
  CHECK(two->notes()[0].kind == reply_note_kind::choices_ignored);
  texts many;
  for (int i = 0; i < 10000; ++i)
    many.push_back(R"({"candidates":[{"content":{"parts":[{"functionCall":{"name":"p"}}]}}]})");
  CHECK(whole<gemini>(events(many)).error().reason == decode_failure::too_many_calls);
}

TEST_CASE("no change of a few bytes of these streams breaks the turn that is written") {
  std::mt19937 random(19);
  const auto run = [&]<class Dialect>(Dialect, const std::string& usual) {
    std::size_t good = 0;
    for (int i = 0; i < 3000; ++i) {
      std::string bytes(usual);
      for (int n = 1 + static_cast<int>(random() % 3); n > 0; --n)
        bytes[random() % bytes.size()] =
            i % 2 == 0 ? static_cast<char>(random() % 256) : "{}[]\",:0n\\"[random() % 10];
      const auto got = whole<Dialect>(bytes);
      if (!got) continue;
      ++good;
      boost::system::error_code bad;
      boost::json::parse("[" + Dialect::turn(*got) + "]", bad);
      if (bad && bad != boost::json::error::exponent_overflow) FAIL(bytes);
    }
    return good;
  };
  CHECK(run(responses{}, events(usual_datas(""))) > 100);
  CHECK(run(gemini{}, events(gemini_datas)) > 100);
}
