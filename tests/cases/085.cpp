// SPDX-License-Identifier: MIT
// Of text and structured content the only one there is is never lost, and none is sent twice.
#include "support/catch.hpp"

#include <tacet/wire/mcp_result.hpp>

TEST_CASE("case 085: text where there is text, else what is structured, in all four combinations") {
  const struct {
    const char *sent, *text, *structured;
  } table[] = {
      {R"({"content":[{"type":"text","text":"21 degrees"}],"structuredContent":{"t":21}})", "21 degrees", R"({"t":21})"},
      {R"({"content":[{"type":"text","text":"21 degrees"}]})", "21 degrees", ""},
      {R"({"content":[],"structuredContent":{"t":21}})", R"({"t":21})", R"({"t":21})"},
      {R"({"structuredContent":{"t":[1, 2]}})", R"({"t":[1, 2]})", R"({"t":[1, 2]})"},
      {R"({"content":[{"type":"text","text":" \n"}],"structuredContent":{"t":21}})", R"({"t":21})", R"({"t":21})"},
      {R"({"content":[]})", "", ""},
      {R"({"content":[{"type":"text","text":"a"},{"type":"image","data":"AAAA","mimeType":"image/png"},{"type":"text","text":"b"}]})", "a\n[image: image/png]\nb", ""},
  };
  for (const auto& row : table) {
    const auto got = tacet::read_mcp_result(row.sent);
    REQUIRE(got);
    CHECK(got->text == row.text);
    CHECK(got->structured == row.structured);
    CHECK_FALSE(got->is_error);
  }
}
