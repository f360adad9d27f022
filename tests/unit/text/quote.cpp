// SPDX-License-Identifier: MIT
// Foreign text in a sentence: quoted, clipped, always valid UTF-8.
#include "support/catch.hpp"

#include <tacet/text/quote.hpp>

#include <string>

using namespace tacet;

static std::string quoted(std::string_view text) {
  text_room room;
  text_writer to(room);
  append_quoted(to, text);
  return std::string(to.finish("no memory"));
}

TEST_CASE("a quoted text is shown as it is, and what is no text is replaced") {
  using namespace std::string_view_literals;
  const struct {
    std::string_view text, shown;
  } rows[] = {
      {"", "\"\""},
      {"search", "\"search\""},
      {"a b", "\"a b\""},
      {"a\nb\x7F\x01"
       "c"sv,
       "\"a b  c\""},
      {"\0"sv, "\" \""},
      {"gr\xC3\xBC\xC3\x9F", "\"gr\xC3\xBC\xC3\x9F\""},
      {"\xF0\x9F\x98\x80", "\"\xF0\x9F\x98\x80\""},
      {"a\xFFz", "\"a\xEF\xBF\xBDz\""},
      {"\xC0\x80", "\"\xEF\xBF\xBD\xEF\xBF\xBD\""},
      {"\xED\xA0\x80", "\"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\""},
      {"\xE2\x82", "\"\xEF\xBF\xBD\xEF\xBF\xBD\""},
  };
  for (const auto& row : rows) CHECK(quoted(row.text) == row.shown);
}

TEST_CASE("a long text is cut at a character border and marked") {
  const std::string eighty(most_quoted, 'x');
  CHECK(quoted(eighty) == "\"" + eighty + "\"");
  CHECK(quoted(eighty + "x") == "\"" + eighty + "\xE2\x80\xA6\"");
  // A character of n bytes that lies across the border is left out whole.
  for (const std::string& wide :
       {std::string("\xC3\xBC"), std::string("\xE2\x82\xAC"), std::string("\xF0\x9F\x98\x80")})
    for (std::size_t before = most_quoted - 4; before <= most_quoted; ++before) {
      const std::string text = std::string(before, 'x') + wide + std::string(20, 'y');
      const std::string shown = quoted(text);
      const bool fits = before + wide.size() <= most_quoted;
      CHECK((shown.find(wide) != std::string::npos) == fits);
      CHECK(shown.size() <= most_quoted + 5);
      CHECK(shown.substr(shown.size() - 4) == "\xE2\x80\xA6\"");
      const char* p = shown.data();
      const char* const end = p + shown.size();
      for (std::size_t n = 0; p != end && (n = utf8_length(p, end)) != 0;) p += n;
      CHECK(p == end);
    }
  CHECK(quoted(std::string(100000, '\xFF')).size() == 2 + most_quoted * 3 + 3);
}

TEST_CASE("a clean text is clipped where it is told") {
  const auto clean = [](std::string_view text, std::size_t most) {
    text_room room;
    text_writer to(room);
    append_clean(to, text, most);
    return std::string(to.finish("no memory"));
  };
  CHECK(clean("abcdef", 3) == "abc\xE2\x80\xA6");
  CHECK(clean("abc", 3) == "abc");
  CHECK(clean("a\xC3\xBC", 2) == "a\xE2\x80\xA6");
  CHECK(clean("abc", 0) == "\xE2\x80\xA6");
  CHECK(clean("", 0).empty());
}
