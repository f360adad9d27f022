// SPDX-License-Identifier: MIT
// Trimming: for every length, over histories of every kind, no result without its calls.
#include "support/catch.hpp"

#include <tacet/wire/keep_last.hpp>
#include <tacet/wire/pairing.hpp>

#include <random>
#include <string>
#include <vector>

using namespace tacet;

namespace {

void add_calls(std::vector<chat_message>& to, int count) {
  chat_message turn = chat_message::assistant("");
  chat_message answers{chat_role::results, {}, {}, {}, {}, {}};
  for (int i = 0; i < count; ++i) {
    const std::string id = std::to_string(to.size()) + "_" + std::to_string(i);
    turn.calls.push_back({id, "probe", "{}"});
    answers.results.push_back({id, "probe", "1", false});
  }
  to.push_back(turn);
  to.push_back(answers);
}

}  // namespace

TEST_CASE("what is short enough stays whole") {
  std::vector<chat_message> messages{chat_message::system("s"), chat_message::user("u")};
  CHECK(keep_last(messages, 2) == messages);
  CHECK(keep_last(messages, 100) == messages);
  CHECK(keep_last(std::span(messages).first(1), 0).size() == 1);
  CHECK(keep_last({}, 0).empty());
}

TEST_CASE("the system and the task stay, and as much of the end as goes with them") {
  std::vector<chat_message> messages{chat_message::system("s"), chat_message::user("task")};
  for (int i = 0; i < 5; ++i) add_calls(messages, 2);
  messages.push_back(chat_message::assistant("done"));
  // 13 messages: s task (c r) x 5 done.
  const auto kept = keep_last(messages, 6);
  REQUIRE(kept.size() == 5);
  CHECK(kept[0].text == "s");
  CHECK(kept[1].text == "task");
  CHECK(kept[2].calls.size() == 2);
  CHECK(kept[3].results.size() == 2);
  CHECK(kept[4].text == "done");
  // The last piece is kept, whatever is asked for.
  CHECK(keep_last(messages, 0).size() == 3);
  // A later word of the user is the task from there on.
  messages.push_back(chat_message::user("more"));
  add_calls(messages, 1);
  const auto later = keep_last(messages, 4);
  REQUIRE(later.size() == 4);
  CHECK(later[1].text == "more");
}

TEST_CASE("for every length of every history the rest is paired, ends as it did, and is no longer than asked where it can be") {
  std::mt19937 random(11);
  for (int round = 0; round < 300; ++round) {
    std::vector<chat_message> messages;
    if (random() % 2 == 0) messages.push_back(chat_message::system("s"));
    if (random() % 4 != 0) messages.push_back(chat_message::user("first"));
    for (unsigned i = 0, n = random() % 8; i < n; ++i) {
      if (random() % 3 == 0) messages.push_back(chat_message::user("u"));
      else if (random() % 3 == 0) messages.push_back(chat_message::assistant("t"));
      else add_calls(messages, 1 + static_cast<int>(random() % 3));
    }
    for (std::size_t most = 0; most <= messages.size() + 1; ++most) {
      const auto kept = keep_last(messages, most);
      CHECK(unpaired(kept).empty());
      REQUIRE(kept.size() <= messages.size());
      if (!messages.empty()) CHECK(kept.back() == messages.back());
      if (most >= 4) CHECK(kept.size() <= std::max<std::size_t>(most, 4));
      bool has_user = false;
      for (const chat_message& one : messages) has_user = has_user || one.role == chat_role::user;
      std::size_t begin = 0;
      while (begin < kept.size() && kept[begin].role == chat_role::system) ++begin;
      if (begin < kept.size()) CHECK(kept[begin].role != chat_role::results);
      // Where the user spoke before what is kept, the user speaks first.
      if (has_user && begin < kept.size() && kept[begin].role == chat_role::assistant)
        CHECK(messages[begin].role == chat_role::assistant);
    }
  }
}

TEST_CASE("trimming a long history takes time in proportion to it") {
  std::vector<chat_message> messages{chat_message::user("task")};
  for (int i = 0; i < 50'000; ++i) add_calls(messages, 1);
  CHECK(keep_last(messages, 101).size() == 101);
  CHECK(keep_last(messages, 0).size() == 3);
}
