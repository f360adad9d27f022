// SPDX-License-Identifier: MIT
// What a server of tools answers: texts, other blocks, errors, and answers that are none.
#include "support/catch.hpp"

#include <tacet/wire/mcp_result.hpp>

#include <string>

using namespace tacet;

TEST_CASE("texts are joined, and what a model cannot read is named") {
  const auto got = read_mcp_result(R"({"content":[{"type":"text","text":"a\u00e9"},{"type":"resource","resource":{"uri":"file:///x","text":"inside"}},
    {"type":"resource","resource":{"uri":"file:///y","blob":"AAAA"}},{"type":"resource_link","uri":"file:///z","name":"z"},
    {"type":"audio","data":"AAAA","mimeType":"audio/wav"},{"type":"from tomorrow"}],"_meta":{"x":1},"isError":false})");
  REQUIRE(got);
  CHECK(got->text == "a\xC3\xA9\ninside\n[resource: file:///y]\n[resource_link: file:///z]\n[audio: audio/wav]\n[from tomorrow]");
  CHECK_FALSE(got->is_error);
}

TEST_CASE("what is no answer is refused with a place") {
  for (const char* const bad : {"", "[]", "{", R"({"content":"text"})", R"({"content":[1]})", R"({"isError":"yes"})", R"({"content":[{"type":1}]})"}) {
    const auto got = read_mcp_result(bad);
    REQUIRE_FALSE(got);
    CHECK_FALSE(got.error().message.empty());
  }
  const std::string big = R"({"content":[{"type":"text","text":")" + std::string(1000, 'x') + R"("}]})";
  CHECK(read_mcp_result(big, {.most_bytes = 100}).error().reason == decode_failure::too_large);
  CHECK(read_mcp_result(big)->text.size() == 1000);
  CHECK(read_mcp_result(std::string(500, '[')).error().reason == decode_failure::too_deep);
}
