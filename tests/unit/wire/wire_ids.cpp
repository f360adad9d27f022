// SPDX-License-Identifier: MIT
// Ids that a provider takes: what stays, what is replaced, and that no two calls share one.
#include "support/catch.hpp"

#include <tacet/wire/wire_ids.hpp>

#include <set>
#include <string>
#include <vector>

using namespace tacet;

namespace {

std::vector<chat_message> history(const std::vector<std::vector<std::string>>& turns) {
  std::vector<chat_message> made;
  for (const auto& ids : turns) {
    made.push_back(chat_message::user("next"));
    chat_message& turn = made.emplace_back(chat_message::assistant(""));
    for (const std::string& id : ids) turn.calls.push_back({id, "probe", "{}"});
  }
  return made;
}

std::vector<std::string> all(const wire_ids& ids, std::size_t messages) {
  std::vector<std::string> made;
  for (std::size_t i = 0; i < messages; ++i)
    for (const std::string& id : ids.of(i)) made.push_back(id);
  return made;
}

}  // namespace

TEST_CASE("ids that are taken stay, in their places") {
  const auto messages = history({{"a", "b"}, {"c.d:0"}});
  const wire_ids ids(profiles::openai.ids, messages);
  CHECK(ids.of(0).empty());
  CHECK(all(ids, messages.size()) == std::vector<std::string>{"a", "b", "c.d:0"});
}

TEST_CASE("every id is taken by the provider and is the only one, whatever the ids were") {
  const std::string long_id(94, 'x');
  const auto messages = history({{"", "", "f.do:0", "f_do_0", "a|b"},
                                 {long_id, long_id + "y", "f_do_0", "", std::string("nul\0", 4), "\xC3\xA9", "\xE2\x82"},
                                 {"f.do:0", "f.do:0", "same", "same", "123456789"}});
  for (const wire_profile* const profile : {&profiles::openai, &profiles::openai_responses, &profiles::anthropic,
                                            &profiles::gemini, &profiles::mistral, &profiles::ollama}) {
    const std::vector<std::string> got = all(wire_ids(profile->ids, messages), messages.size());
    REQUIRE(got.size() == 17);
    std::set<std::string> seen;
    for (const std::string& id : got) {
      CHECK(profile->ids.takes(id));
      CHECK(seen.insert(id).second);
    }
    // The first of its kind that can stay does.
    if (profile->ids.takes("f_do_0")) CHECK(got[3] == "f_do_0");
    if (profile->ids.takes("123456789")) CHECK(got[16] == "123456789");
    // The same on every machine and every time, and not changed by what comes later.
    CHECK(all(wire_ids(profile->ids, messages), messages.size()) == got);
    for (std::size_t n = 0; n <= messages.size(); ++n) {
      const auto begun = all(wire_ids(profile->ids, std::span(messages).first(n)), n);
      CHECK(std::equal(begun.begin(), begun.end(), got.begin()));
    }
  }
}

TEST_CASE("ids keep to a rule of any kind") {
  const auto messages = history({{"a:b", "a:c", "", std::string(50, 'y'), "ok", "ok"}});
  for (const id_rule& rule : {id_rule{.most = 16, .any_character = false}, id_rule{.most = 8}, id_rule{.most = 12, .any_character = false, .others = "-"},
                              id_rule{.most = 24, .exactly = true, .any_character = false}, id_rule{.any_character = false}}) {
    const std::vector<std::string> got = all(wire_ids(rule, messages), messages.size());
    CHECK(std::set<std::string>(got.begin(), got.end()).size() == 6);
    for (const std::string& id : got) CHECK(rule.takes(id));
  }
}

TEST_CASE("one id a hundred thousand times is a hundred thousand ids") {
  std::vector<chat_message> messages(1, chat_message::assistant(""));
  for (int i = 0; i < 100'000; ++i) messages[0].calls.push_back({"again", "probe", "{}"});
  for (const wire_profile* const profile : {&profiles::anthropic, &profiles::mistral}) {
    const wire_ids ids(profile->ids, messages);
    const std::set<std::string> seen(ids.of(0).begin(), ids.of(0).end());
    CHECK(seen.size() == 100'000);
  }
}
