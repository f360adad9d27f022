// SPDX-License-Identifier: MIT
// Replies with eight calls, decoded whole and out of a stream, beside Boost.JSON reading the same texts to values.
#include "measure.hpp"

#include <tacet/wire/anthropic_messages.hpp>
#include <tacet/wire/google_gemini.hpp>
#include <tacet/wire/openai_chat.hpp>
#include <tacet/wire/openai_responses.hpp>
#include <tacet/wire/reply_stream.hpp>

#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace bench {
namespace {

constexpr std::size_t calls = 8;

std::string input(std::size_t i) {
  return R"({"pattern": "two lines", "path": "src/main)" + std::to_string(i) +
         R"(.cpp", "limit": 20, "case_sensitive": false, "context": 3})";
}
std::string quoted(const std::string& text) { return boost::json::serialize(boost::json::value(text)); }
std::string listed(std::string (*item)(std::size_t)) {
  std::string all;
  for (std::size_t i = 0; i < calls; ++i) all += (i == 0 ? "" : ",") + item(i);
  return all;
}

std::string text_of(tacet::openai_chat) {
  return R"({"id":"chatcmpl-7Q","object":"chat.completion","created":1741570283,"model":"m-1","choices":[{"index":0,"message":{"role":"assistant","content":null,"tool_calls":[)" +
         listed([](std::size_t i) { return R"({"id":"call_abcdefghijklmnop)" + std::to_string(i) + R"(","type":"function","function":{"name":"search_text","arguments":)" + quoted(input(i)) + "}}"; }) +
         R"(],"refusal":null},"logprobs":null,"finish_reason":"tool_calls"}],"usage":{"prompt_tokens":81,"completion_tokens":17,"total_tokens":98},"system_fingerprint":"fp_1"})";
}
std::string text_of(tacet::openai_responses) {
  return R"({"id":"resp_1","object":"response","status":"completed","output":[)" +
         listed([](std::size_t i) { return R"({"type":"function_call","id":"fc_abcdefghijkl)" + std::to_string(i) + R"(","call_id":"call_abcdefghijklmnop)" + std::to_string(i) + R"(","name":"search_text","arguments":)" + quoted(input(i)) + R"(,"status":"completed"})"; }) +
         R"(],"usage":{"input_tokens":81,"output_tokens":17,"total_tokens":98}})";
}
std::string text_of(tacet::anthropic_messages) {
  return R"({"id":"msg_01","type":"message","role":"assistant","model":"m-1","content":[{"type":"text","text":"I will look it up."},)" +
         listed([](std::size_t i) { return R"({"type":"tool_use","id":"toolu_abcdefghijklmnop)" + std::to_string(i) + R"(","name":"search_text","input":)" + input(i) + "}"; }) +
         R"(],"stop_reason":"tool_use","stop_sequence":null,"usage":{"input_tokens":472,"output_tokens":89}})";
}
std::string text_of(tacet::google_gemini) {
  return R"({"candidates":[{"content":{"role":"model","parts":[)" +
         listed([](std::size_t i) { return R"({"functionCall":{"name":"search_text","args":)" + input(i) + "}}"; }) +
         R"(]},"finishReason":"STOP","index":0}],"usageMetadata":{"promptTokenCount":81,"totalTokenCount":98},"modelVersion":"m"})";
}

bool is_right(const tacet::decoded<tacet::reply>& got) {
  if (!got || got->calls().size() != calls) return false;
  for (std::size_t i = 0; i < calls; ++i)
    if (got->calls()[i].name != "search_text" || got->calls()[i].arguments != input(i)) return false;
  return true;
}

template <class D> void decode(benchmark::State& state) {
  const std::string text = text_of(D{});
  if (!is_right(D::decode(text))) return state.SkipWithError("wrong answer");
  for (auto _ : state) {
    const auto got = D::decode(text);
    benchmark::DoNotOptimize(got->calls().data());
  }
}
template <class D> void parse(benchmark::State& state) {
  const std::string text = text_of(D{});
  for (auto _ : state) {
    const boost::json::value got = boost::json::parse(text);
    benchmark::DoNotOptimize(&got);
  }
}

// The data of the events of one stream, as OpenAI and Anthropic send it: arguments in pieces of a few characters.
std::vector<std::string> events_of(tacet::openai_chat) {
  std::vector<std::string> all;
  const auto chunk = [&](const std::string& delta, const char* finish) {
    all.push_back(R"({"id":"chatcmpl-7Q","object":"chat.completion.chunk","created":1741570283,"model":"m-1","system_fingerprint":"fp_1","choices":[{"index":0,"delta":)" + delta + R"(,"logprobs":null,"finish_reason":)" + finish + "}]}");
  };
  chunk(R"({"role":"assistant","content":null})", "null");
  for (std::size_t i = 0; i < calls; ++i) {
    const std::string index = std::to_string(i), arguments = input(i);
    chunk(R"({"tool_calls":[{"index":)" + index + R"(,"id":"call_abcdefghijklmnop)" + index + R"(","type":"function","function":{"name":"search_text","arguments":""}}]})", "null");
    for (std::size_t at = 0; at < arguments.size(); at += 6)
      chunk(R"({"tool_calls":[{"index":)" + index + R"(,"function":{"arguments":)" + quoted(arguments.substr(at, 6)) + "}}]}", "null");
  }
  chunk("{}", R"("tool_calls")");
  return all;
}
std::vector<std::string> events_of(tacet::anthropic_messages) {
  std::vector<std::string> all{R"({"type":"message_start","message":{"id":"msg_01","type":"message","role":"assistant","model":"m-1","content":[],"stop_reason":null,"usage":{"input_tokens":472,"output_tokens":1}}})"};
  for (std::size_t i = 0; i < calls; ++i) {
    const std::string index = std::to_string(i), arguments = input(i);
    all.push_back(R"({"type":"content_block_start","index":)" + index + R"(,"content_block":{"type":"tool_use","id":"toolu_abcdefghijklmnop)" + index + R"(","name":"search_text","input":{}}})");
    for (std::size_t at = 0; at < arguments.size(); at += 6)
      all.push_back(R"({"type":"content_block_delta","index":)" + index + R"(,"delta":{"type":"input_json_delta","partial_json":)" + quoted(arguments.substr(at, 6)) + "}}");
    all.push_back(R"({"type":"content_block_stop","index":)" + index + "}");
  }
  all.push_back(R"({"type":"message_delta","delta":{"stop_reason":"tool_use","stop_sequence":null},"usage":{"output_tokens":89}})");
  all.push_back(R"({"type":"message_stop"})");
  return all;
}
std::string stream_of(const std::vector<std::string>& events) {
  std::string all;
  for (const std::string& event : events) all += "data: " + event + "\n\n";
  return all;
}

// In pieces as a network gives them.
template <class D> tacet::decoded<tacet::reply> assembled(std::string_view bytes) {
  tacet::reply_stream<D> stream;
  for (; !bytes.empty(); bytes.remove_prefix(std::min<std::size_t>(bytes.size(), 1400)))
    stream.feed(bytes.substr(0, 1400));
  return stream.finish();
}
template <class D> void stream(benchmark::State& state) {
  const std::string bytes = stream_of(events_of(D{}));
  if (!is_right(assembled<D>(bytes))) return state.SkipWithError("wrong answer");
  for (auto _ : state) {
    const auto got = assembled<D>(bytes);
    benchmark::DoNotOptimize(got->calls().data());
  }
}
template <class D> void parse_pieces(benchmark::State& state) {
  const std::vector<std::string> events = events_of(D{});
  for (auto _ : state)
    for (const std::string& event : events) {
      const boost::json::value got = boost::json::parse(event);
      benchmark::DoNotOptimize(&got);
    }
}

BENCHMARK(decode<tacet::openai_chat>)->Name("wire/chat/tacet");
BENCHMARK(parse<tacet::openai_chat>)->Name("wire/chat/boost_json");
BENCHMARK(decode<tacet::openai_responses>)->Name("wire/responses/tacet");
BENCHMARK(parse<tacet::openai_responses>)->Name("wire/responses/boost_json");
BENCHMARK(decode<tacet::anthropic_messages>)->Name("wire/anthropic/tacet");
BENCHMARK(parse<tacet::anthropic_messages>)->Name("wire/anthropic/boost_json");
BENCHMARK(decode<tacet::google_gemini>)->Name("wire/gemini/tacet");
BENCHMARK(parse<tacet::google_gemini>)->Name("wire/gemini/boost_json");
BENCHMARK(stream<tacet::openai_chat>)->Name("wire/chat_stream/tacet");
BENCHMARK(parse_pieces<tacet::openai_chat>)->Name("wire/chat_stream/boost_json");
BENCHMARK(stream<tacet::anthropic_messages>)->Name("wire/anthropic_stream/tacet");
BENCHMARK(parse_pieces<tacet::anthropic_messages>)->Name("wire/anthropic_stream/boost_json");

}  // namespace
}  // namespace bench
