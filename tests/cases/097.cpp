// SPDX-License-Identifier: MIT
// A history is cut at the borders of pairs alone, for every number of messages that may stay.
#include "wire.hpp"

#include <tacet/wire/keep_last.hpp>

using namespace tacet_case;

TEST_CASE("case 097: whatever number of messages is kept, every result in a request has its call") {
  std::vector<tacet::chat_message> history{tacet::chat_message::system("s")};
  for (int turn = 0; turn < 4; ++turn) {
    std::vector<tacet::chat_call> calls;
    for (int i = 0; i <= turn; ++i) calls.push_back({"c" + std::to_string(turn) + std::to_string(i), "do", "{}"});
    auto more = exchange(std::move(calls));
    if (turn % 2 == 1) more.erase(more.begin());  // calls that follow results at once
    history.insert(history.end(), more.begin(), more.end());
  }
  history.push_back(tacet::chat_message::assistant("done"));
  for (std::size_t most = 0; most <= history.size(); ++most) {
    const std::vector<tacet::chat_message> kept = tacet::keep_last(history, most);
    each_format([&]<class D>() { CHECK(D::request({.model = "m", .messages = kept, .max_tokens = 9})); });
    if (most >= 5) CHECK(kept.size() <= most);
  }
}
