// SPDX-License-Identifier: MIT
// The text that the model is given: valid, masked, and never longer than the limit.
#include "support/catch.hpp"
#include "support/raise.hpp"

#include <tacet/tacet.hpp>

#include <array>
#include <cstddef>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>

using namespace tacet;

namespace {

struct text_argument {
  std::string text;
};
constexpr auto echo = tool<"echo">([](const text_argument& a) { return a.text; });

// What becomes of a text; it lives in a report, so it is copied.
template <class Policy> std::string changed(const Policy& policy, std::string_view text) {
  text_room room;
  tool_outcome out;
  out.content = text;
  policy(room, out);
  REQUIRE(out.kind == outcome_kind::succeeded);
  return std::string(out.content);
}
bool is_valid(std::string_view text) { return well_formed_size(text) == text.size(); }

}  // namespace

TEST_CASE("a text that is short and valid stays where it is") {
  text_room room;
  tool_outcome out;
  constexpr std::string_view text = "caf\xC3\xA9";
  out.content = text;
  result_policy{result_bytes{5}}(room, out);
  CHECK(out.content.data() == text.data());
  CHECK(out.content.size() == text.size());
  CHECK(changed(result_policy{result_bytes{0}}, "").empty());
}

TEST_CASE("bytes that are no UTF-8 are replaced, each by one") {
  const result_policy all{result_bytes{}};
  CHECK(changed(all, "caf\xE9") == "caf\xEF\xBF\xBD");
  CHECK(changed(all, "\xC3(") == "\xEF\xBF\xBD(");
  CHECK(changed(all, "\xED\xA0\x80") == "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
  CHECK(changed(all, "\xF4\x90\x80\x80!") == "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD!");
  CHECK(changed(all, "\x80") == "\xEF\xBF\xBD");
  CHECK(changed(all, std::string_view("a\0b", 3)) == std::string_view("a\0b", 3));
  // Once: what was replaced is valid.
  const std::string repaired = changed(all, "\xFF\xFE");
  CHECK(changed(all, repaired) == repaired);
}

TEST_CASE("no limit is passed, at no length and with no character cut in two") {
  std::string text;
  for (int i = 0; i < 400; ++i) text += i % 3 == 0 ? "a" : i % 3 == 1 ? "\xC3\xA9" : "\xF0\x9F\x8D\xB8";
  for (const std::string& whole : {text, std::string(2000, '\xFF')})
    for (std::size_t limit = 0; limit < 700; ++limit) {
      const std::string cut = changed(result_policy{result_bytes{limit}}, whole);
      CHECK(cut.size() <= limit);
      CHECK(is_valid(cut));
      // As much as fits is told: at most the note and a part of a character are missing.
      CHECK(cut.size() + 64 >= limit);
      CHECK((cut.find("[cut: ") != std::string::npos) == (limit > 128));
    }
  const std::string noted = changed(result_policy{result_bytes{200}}, std::string(5000, 'x'));
  CHECK(noted == std::string(136, 'x') + "\n[cut: 136 of 5000 bytes]");
  // The note counts what was there before the cut, also where that was longer for its repair.
  CHECK(changed(result_policy{result_bytes{200}}, std::string(100, '\xFF')).ends_with(" of 300 bytes]"));
}

TEST_CASE("a mask is asked before the cut, in either form") {
  const auto hide = [](std::string_view text) {
    std::string masked(text);
    for (std::size_t at; (at = masked.find("key-1234")) != std::string::npos;) masked.replace(at, 8, "***");
    return masked;
  };
  const result_policy policy{result_bytes{150}, hide};
  // The secret lies across the place of the cut.
  CHECK(changed(policy, std::string(84, 'x') + "key-1234" + std::string(100, 'y')).find("key") == std::string::npos);
  CHECK(changed(policy, "with key-1234!") == "with ***!");
  const result_policy writing{[](text_writer& to, std::string_view text) { to.append(text.substr(0, 2)); }};
  CHECK(changed(writing, "secret") == "se");
  // What the mask makes is repaired as well.
  CHECK(changed(result_policy{[](std::string_view) { return "\xFF"; }}, "x") == "\xEF\xBF\xBD");
  CHECK(changed(result_policy{[](std::string_view) { return std::string(); }}, "x").empty());
}

TEST_CASE("every outcome of an executor goes through it, and the value does not") {
  int asked = 0;
  const tool_executor executor{tools{echo}, result_policy{result_bytes{40}, [&asked](std::string_view text) {
                                                             ++asked;
                                                             return text;
                                                           }}};
  const std::array calls{tool_call{"c1", "echo", R"({"text":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"})"},
                         tool_call{"c2", "nothing", "{}"}, tool_call{"c3", "echo", "{}"},
                         tool_call{"c4", "functions.echo", R"({"text":"b"})"}, tool_call{"c5", "echo", "{\"te", true}};
  const execution_report report = executor.execute(calls);
  REQUIRE(report.outcomes.size() == calls.size());
  CHECK(asked == 5);
  for (const tool_outcome& one : report.outcomes) CHECK(one.content.size() <= 40);
  CHECK(report.outcomes[0].kind == outcome_kind::succeeded);
  REQUIRE(report.outcomes[0].value.get_if<std::string>() != nullptr);
  CHECK(report.outcomes[0].value.get_if<std::string>()->size() == 62);
  CHECK(report.outcomes[1].kind == outcome_kind::unknown_tool);
  CHECK(report.outcomes[2].kind == outcome_kind::bad_arguments);
  CHECK(report.outcomes[3].content == "b");
  text_room room;
  tool_outcome slot;
  executor.execute_one(calls[0], slot, room);
  CHECK(slot.content.size() <= 40);
}

TEST_CASE("the texts of calls that a stop leaves go through it too") {
  std::stop_source stop;
  stop.request_stop();
  const run_options options{.stop = stop.get_token()};
  int asked = 0;
  const tool_executor executor{tools{echo}, result_policy{result_bytes{10}, [&asked](std::string_view text) { return ++asked, text; }}};
  const std::array calls{tool_call{"c1", "echo"}, tool_call{"c2", "echo"}};
  const execution_report report = executor.execute(calls, options);
  CHECK(report.status == execution_status::cancelled);
  CHECK(asked == 2);
  for (const tool_outcome& one : report.outcomes) CHECK(one.content == "The call w");
}

TEST_CASE("a text that could not be repaired is withheld, whatever the mask makes of other texts") {
  fixed_report<2, 4000> report;
  const tool_executor executor{tools{tool<"noise">([] { return std::string(3000, '\xFF'); })},
                               result_policy{result_bytes{}, [](std::string_view text) { return std::string(text); }}};
  const tool_call call{"c1", "noise"};
  executor.execute({&call, 1}, report);
  REQUIRE(report.outcomes.size() == 1);
  CHECK(report.outcomes[0].kind == outcome_kind::failed);
  CHECK(report.outcomes[0].is_error);
  CHECK(report.outcomes[0].reason == outcome_reason::result_lost);
}

TEST_CASE("without memory the text is withheld") {
  std::array<std::byte, 64> memory;
  text_room room{std::span<std::byte>(memory)};
  tool_outcome out;
  const std::string text(200, '\xFF');
  out.content = text;
  result_policy{result_bytes{}}(room, out);
  CHECK(out.kind == outcome_kind::failed);
  CHECK(out.reason == outcome_reason::result_lost);
  CHECK(out.is_error);
  CHECK(out.content == "The result was withheld: there was no memory for it.");
}

#if defined(__cpp_exceptions)

TEST_CASE("a mask that throws or gives no text withholds the text") {
  for (const bool throws : {true, false}) {
    const result_policy policy{result_bytes{30}, [throws](std::string_view) -> const char* {
                                 if (throws) throw 1;
                                 return nullptr;
                               }};
    text_room room;
    tool_outcome out;
    out.content = "password";
    out.kind = outcome_kind::refused;
    out.reason = outcome_reason::policy;
    policy(room, out);
    CHECK(out.kind == outcome_kind::refused);  // what happened to the call is still true
    CHECK(out.reason == outcome_reason::policy);
    CHECK(out.is_error);
    CHECK(out.content == std::string_view("The result was withheld: it could not be masked.").substr(0, 30));
  }
}

#endif
