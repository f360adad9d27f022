// SPDX-License-Identifier: MIT
// What each provider takes: its ids, and that the profiles go together with what is written for them.
#include "support/catch.hpp"

#include <tacet/wire/wire_profile.hpp>

#include <set>
#include <string>

using namespace tacet;

TEST_CASE("an id is taken by its length and its characters") {
  constexpr id_rule any{};
  CHECK(any.takes("a|b.c:0"));
  CHECK_FALSE(any.takes(""));
  constexpr id_rule short_ones{.most = 3};
  CHECK(short_ones.takes("abc"));
  CHECK_FALSE(short_ones.takes("abcd"));
  constexpr id_rule plain{.any_character = false, .others = "_-"};
  CHECK(plain.takes("toolu_01-Z"));
  for (const char* const bad : {"a.b", "a b", "a:0", "\xC3\xA9", "a\n"}) CHECK_FALSE(plain.takes(bad));
  CHECK(plain.takes(std::string(1000, 'x')));
  CHECK(profiles::mistral.ids.takes("abcDEF123"));
  for (const char* const bad : {"abcDEF12", "abcDEF1234", "abcDEF_12"}) CHECK_FALSE(profiles::mistral.ids.takes(bad));
  static_assert(plain.takes("x"));
}

TEST_CASE("profiles have names of their own, and one strict mode at most where there is one") {
  std::set<std::string_view> names;
  for (const wire_profile* const one : {&profiles::openai, &profiles::openai_responses, &profiles::anthropic, &profiles::gemini,
                                        &profiles::mistral, &profiles::llama_cpp, &profiles::vllm, &profiles::ollama}) {
    CHECK(names.insert(one->name).second);
    if (!one->strict) CHECK(one->strict_schema == one->schema);
    // Who cannot be told which tool cannot be told that some tool must be called without the tool's name either.
    if (one->choice_named) CHECK(one->choice_required);
  }
  CHECK(profiles::anthropic.cache_marks == 4);
}
