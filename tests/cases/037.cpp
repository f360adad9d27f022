// SPDX-License-Identifier: MIT
// An error within a stream that began well is an error of the reply, with the provider's type, and runs
// nothing.
#include "streams.hpp"
#include "support/catch.hpp"

using namespace tacet_case;

TEST_CASE("case 037: an event of Anthropic that reports an error fails the reply, wherever it comes") {
  const lines good{
      R"({"type":"message_start","message":{"role":"assistant","content":[]}})",
      R"({"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}})",
      R"({"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Let me"}})",
      R"({"type":"content_block_stop","index":0})",
      R"({"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"A","name":"look","input":{}}})",
      R"({"type":"content_block_stop","index":1})",
      R"({"type":"message_delta","delta":{"stop_reason":"tool_use"}})",
      R"({"type":"message_stop"})"};
  CHECK(calls_of(read<tacet::anthropic_messages>(as_events(good))) == lines{"A look({})"});
  const std::string error =
      "event: error\ndata: "
      "{\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"Overloaded\"}}\n\n";
  for (std::size_t i = 0; i <= good.size(); ++i) {
    const auto at = good.begin() + static_cast<std::ptrdiff_t>(i);
    const auto got = read<tacet::anthropic_messages>(
        as_events({good.begin(), at}) + error + as_events({at, good.end()}), 16);
    REQUIRE_FALSE(got);
    CHECK(got.error().reason == tacet::decode_failure::provider_error);
    CHECK(got.error().provider_type == "overloaded_error");
    CHECK(got.error().provider_message == "Overloaded");
  }
}

TEST_CASE("case 037: a chunk with an error and no choices fails the reply") {
  const lines good{
      chunk(R"({"index":0,"id":"A","type":"function","function":{"name":"look","arguments":"{}"}})"), the_end,
      "[DONE]"};
  CHECK(calls_of(read(as_events(good))) == lines{"A look({})"});
  for (std::size_t i = 0; i <= good.size(); ++i) {
    lines datas = good;
    datas.insert(datas.begin() + static_cast<std::ptrdiff_t>(i),
                 R"({"error":{"message":"Slow down","type":"rate_limit_exceeded","code":429}})");
    const auto got = read(as_events(datas));
    REQUIRE_FALSE(got);
    CHECK(got.error().reason == tacet::decode_failure::provider_error);
    CHECK(got.error().provider_type == "rate_limit_exceeded");
    CHECK(got.error().provider_message == "Slow down");
  }
}
