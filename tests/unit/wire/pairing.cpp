// SPDX-License-Identifier: MIT
// Calls and their results: what is found wrong, and what a history is after it was mended.
#include "support/catch.hpp"

#include <tacet/wire/pairing.hpp>

#include <random>
#include <string>
#include <utility>
#include <vector>

using namespace tacet;
using fault = pairing_fault_kind;

namespace {

chat_message calls(std::vector<std::string> ids, const std::string& name = "probe") {
  chat_message made = chat_message::assistant("");
  for (std::string& id : ids) made.calls.push_back({std::move(id), name, "{}"});
  return made;
}
chat_message results(std::vector<std::pair<std::string, std::string>> texts) {
  chat_message made{chat_role::results, {}, {}, {}, {}, {}};
  for (auto& [id, text] : texts) made.results.push_back({id, "", text, false});
  return made;
}
std::vector<fault> kinds(const std::vector<pairing_fault>& faults) {
  std::vector<fault> made;
  for (const pairing_fault& one : faults) made.push_back(one.kind);
  return made;
}
// Roles, ids and contents in one line.
std::string outline(const std::vector<chat_message>& messages) {
  std::string made;
  for (const chat_message& one : messages) {
    made += made.empty() ? "" : " | ";
    made += to_text(one.role);
    for (const chat_call& call : one.calls) made += " " + call.id;
    for (const chat_result& result : one.results) made += " " + result.call_id + "=" + result.content;
    if (one.role == chat_role::user) made += " " + one.text;
  }
  return made;
}

}  // namespace

TEST_CASE("a history in which all is paired is left as it is") {
  std::vector<chat_message> messages{chat_message::system("s"), chat_message::user("u"), calls({"a", "b"}),
                                     results({{"a", "1"}, {"b", "2"}}), calls({"a"}), results({{"a", "3"}}),
                                     chat_message::assistant("done")};
  const std::vector<chat_message> before = messages;
  CHECK(unpaired(messages).empty());
  CHECK(pair_up(messages).empty());
  CHECK(messages == before);
  std::vector<chat_message> none;
  CHECK(pair_up(none).empty());
}

TEST_CASE("each fault has its name, its place and its repair") {
  struct {
    std::vector<chat_message> messages;
    std::vector<fault> faults;
    std::string mended;
  } const table[] = {
      {{calls({"a", "b"}), results({{"b", "2"}})},
       {fault::call_without_result},
       "assistant a b | results a=" + std::string(unanswered_call) + " b=2"},
      {{calls({"a"})}, {fault::call_without_result}, "assistant a | results a=" + std::string(unanswered_call)},
      {{results({{"a", "1"}}), chat_message::user("u")}, {fault::result_without_call}, "user u"},
      {{calls({"a"}), results({{"a", "1"}, {"x", "2"}})}, {fault::result_without_call}, "assistant a | results a=1"},
      {{calls({"a"}), results({{"a", "1"}, {"a", "2"}})}, {fault::result_repeated}, "assistant a | results a=1"},
      {{calls({"a", "b"}), results({{"", "1"}, {"", "2"}})},
       {fault::result_ambiguous, fault::result_ambiguous, fault::call_without_result, fault::call_without_result},
       "assistant a b | results a=" + std::string(unanswered_call) + " b=" + std::string(unanswered_call)},
      {{calls({"a", "b"}), results({{"", "2"}, {"a", "1"}})},
       {fault::results_unordered},
       "assistant a b | results a=1 b=2"},
      {{calls({"a"}), chat_message::user("wait"), results({{"a", "1"}})},
       {fault::results_displaced},
       "assistant a | results a=1 | user wait"},
      {{calls({"a", "b"}), results({{"a", "1"}}), results({{"b", "2"}})},
       {fault::results_displaced},
       "assistant a b | results a=1 b=2"},
      // A result is of the nearest calls: the second `a` is not the first one's.
      {{calls({"a"}), calls({"a"}), results({{"a", "2"}})},
       {fault::call_without_result},
       "assistant a | results a=" + std::string(unanswered_call) + " | assistant a | results a=2"},
      {{calls({"", ""}), results({{"", "1"}})},
       {fault::result_ambiguous, fault::call_without_id, fault::call_without_id, fault::call_without_result,
        fault::call_without_result},
       "assistant call_1 call_2 | results call_1=" + std::string(unanswered_call) + " call_2=" + std::string(unanswered_call)},
      {{calls({"call_1"}), results({{"call_1", "1"}}), calls({""}), results({{"", "2"}})},
       {fault::call_without_id},
       "assistant call_1 | results call_1=1 | assistant call_2 | results call_2=2"},
  };
  for (const auto& row : table) {
    std::vector<chat_message> messages = row.messages;
    CHECK(kinds(unpaired(messages)) == row.faults);
    CHECK(kinds(pair_up(messages)) == row.faults);
    CHECK(outline(messages) == row.mended);
    CHECK(unpaired(messages).empty());
  }
}

TEST_CASE("a result without an id is paired by its name when one call alone can be meant") {
  std::vector<chat_message> messages{chat_message::assistant("", {{"a", "red", "{}"}, {"b", "blue", "{}"}}),
                                     {chat_role::results, "", {}, {{"", "blue", "sky", false}, {"", "red", "rose", false}}, "", ""}};
  CHECK(kinds(pair_up(messages)) == std::vector{fault::results_unordered});
  REQUIRE(messages.size() == 2);
  CHECK(messages[1].results == std::vector<chat_result>{{"a", "red", "rose", false}, {"b", "blue", "sky", false}});
}

TEST_CASE("whatever a history was, it is paired when it was mended, and loses nothing that has a partner") {
  std::mt19937 random(7);
  for (int round = 0; round < 3000; ++round) {
    std::vector<chat_message> messages;
    const int size = static_cast<int>(random() % 8);
    for (int i = 0; i < size; ++i) {
      const auto id = [&] { return std::string(random() % 5 == 0 ? "" : std::string(1, static_cast<char>('a' + random() % 3))); };
      switch (random() % 4) {
        case 0: messages.push_back(chat_message::user("u")); break;
        case 1: messages.push_back(chat_message::assistant("t")); break;
        case 2: messages.push_back(calls(random() % 2 == 0 ? std::vector{id()} : std::vector{id(), id(), id()})); break;
        default: messages.push_back(results({{id(), "r"}, {id(), "q"}}));
      }
    }
    std::size_t users = 0, turns = 0;
    for (const chat_message& one : messages) users += one.role == chat_role::user, turns += one.role == chat_role::assistant;
    pair_up(messages);
    CHECK(unpaired(messages).empty());
    for (std::size_t i = 0; i < messages.size(); ++i) {
      users -= messages[i].role == chat_role::user;
      turns -= messages[i].role == chat_role::assistant;
      if (messages[i].role == chat_role::results) {
        REQUIRE(i > 0);
        REQUIRE(messages[i].results.size() == messages[i - 1].calls.size());
      }
    }
    CHECK((users == 0 && turns == 0));
  }
}
