// SPDX-License-Identifier: MIT
// In a message of results nothing stands before the results.
#include "wire.hpp"

#include <tacet/wire/pairing.hpp>

using namespace tacet_case;

TEST_CASE("case 099: results come first, what the user says with them behind") {
  std::vector<tacet::chat_message> after = exchange({{"a", "do", "{}"}, {"b", "do", "{}"}});
  after.push_back(tacet::chat_message::user("keep it short"));
  std::vector<tacet::chat_message> before = exchange({{"a", "do", "{}"}, {"b", "do", "{}"}});
  before.insert(before.begin() + 2, tacet::chat_message::user("keep it short"));
  tacet::pair_up(before);
  // An image, as Anthropic's messages have it.
  std::vector<tacet::chat_message> image = exchange({{"a", "do", "{}"}, {"b", "do", "{}"}});
  tacet::chat_message picture = tacet::chat_message::user("");
  picture.dialect = "anthropic";
  picture.native = R"({"role":"user","content":[{"type":"image","source":{"type":"base64","media_type":"image/png","data":"AAAA"}}]})";
  image.push_back(picture);
  for (const auto* const messages : {&after, &before, &image}) {
    const bj::object sent = body<tacet::anthropic_messages>(*messages);
    const bj::array& list = sent.at("messages").as_array();
    REQUIRE(list.size() == 3);
    const bj::array& blocks = list[2].at("content").as_array();
    REQUIRE(blocks.size() == 3);
    CHECK(blocks[0].at("type") == "tool_result");
    CHECK(blocks[1].at("type") == "tool_result");
    CHECK(blocks[2].at("type") != "tool_result");
  }
}
