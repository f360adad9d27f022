// SPDX-License-Identifier: MIT
// A stream that dies within a call gives no call, with nothing invented for what is missing.
#include "streams.hpp"
#include "support/catch.hpp"

using namespace tacet_case;

TEST_CASE("case 036: nothing runs of a stream that was interrupted, wherever it died") {
  int ran = 0;
  const tacet::tool_executor executor{tacet::tools{tacet::tool<"look">([&] { ++ran; })}};
  const auto run = [&](const tacet::decoded<tacet::reply>& got) {
    if (got) (void)executor.execute(got->calls());
    return got.has_value();
  };
  const std::string call =
      chunk(R"({"index":0,"id":"A","type":"function","function":{"name":"look","arguments":""}})");
  const std::string half = chunk(R"({"index":0,"function":{"arguments":"{"}})");
  const std::string rest = chunk(R"({"index":0,"function":{"arguments":"}"}})");
  const lines dead[] = {{call}, {call, half}, {call, half, rest}, {call, "[DONE]"}, {call, half, "[DONE]"}};
  for (const lines& datas : dead) {
    const auto got = read(as_events(datas));
    CHECK_FALSE(run(got));
    CHECK(got.error().reason == tacet::decode_failure::interrupted);
  }
  // An event in the middle that cannot be read is not passed over.
  const auto broken = read(as_events({call, R"({"choices":[{"ind)", half, rest, the_end, "[DONE]"}));
  CHECK_FALSE(run(broken));
  CHECK(broken.error().reason == tacet::decode_failure::invalid_json);
  // At every byte.
  const std::string whole = as_events({call, half, rest, the_end, "[DONE]"});
  const std::size_t said = whole.find("\n\n", whole.find(R"("finish_reason":"tool_calls")"));
  for (std::size_t n = 0; n < said; ++n) CHECK_FALSE(run(read(std::string_view(whole).substr(0, n))));
  CHECK(ran == 0);
  CHECK(run(read(whole)));
  CHECK(ran == 1);
}

TEST_CASE("case 036: a message of Anthropic runs nothing before its message_stop") {
  const std::string whole = as_events(
      {R"({"type":"message_start","message":{"role":"assistant","content":[]}})",
       R"({"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"A","name":"look","input":{}}})",
       R"({"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{\"at\":"}})",
       R"({"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"1}"}})",
       R"({"type":"content_block_stop","index":0})",
       R"({"type":"message_delta","delta":{"stop_reason":"tool_use"}})", R"({"type":"message_stop"})"});
  for (std::size_t n = 0; n + 2 < whole.size(); ++n) {
    const auto got = read<tacet::anthropic_messages>(std::string_view(whole).substr(0, n));
    REQUIRE_FALSE(got);
    CHECK(got.error().reason == tacet::decode_failure::interrupted);
  }
  CHECK(calls_of(read<tacet::anthropic_messages>(whole)) == lines{R"(A look({"at":1}))"});
}
