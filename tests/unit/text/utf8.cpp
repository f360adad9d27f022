// SPDX-License-Identifier: MIT
// UTF-8: every character there is, and every kind of sequence that is none.
#include "support/catch.hpp"

#include <tacet/text/utf8.hpp>

#include <string>
#include <string_view>

using namespace tacet;

TEST_CASE("every scalar value is written and read back, and none of its prefixes is a character") {
  std::size_t faults = 0;
  for (std::uint32_t code = 0; code <= 0x10FFFF; ++code) {
    if (code >= 0xD800 && code <= 0xDFFF) continue;
    char text[4];
    const auto size = static_cast<std::size_t>(write_utf8(text, code) - text);
    const std::size_t wanted = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    faults += size != wanted || utf8_length(text, text + size) != size;
    for (std::size_t cut = 0; cut < size; ++cut) faults += utf8_length(text, text + cut) != 0;
  }
  CHECK(faults == 0);
}

TEST_CASE("what is no character has no length") {
  for (const std::string_view text :
       {std::string_view(""), std::string_view("\x80"), std::string_view("\xBF"),
        std::string_view("\xC0\x80"), std::string_view("\xC1\xBF"), std::string_view("\xC2"),
        std::string_view("\xC2\x41"), std::string_view("\xE0\x80\x80"), std::string_view("\xE0\x9F\xBF"),
        std::string_view("\xED\xA0\x80"), std::string_view("\xED\xBF\xBF"), std::string_view("\xE2\x82\x41"),
        std::string_view("\xF0\x80\x80\x80"), std::string_view("\xF0\x8F\xBF\xBF"),
        std::string_view("\xF4\x90\x80\x80"), std::string_view("\xF5\x80\x80\x80"),
        std::string_view("\xF8\x88\x80\x80\x80"), std::string_view("\xFE"), std::string_view("\xFF")}) {
    const std::string exact(text);
    CHECK(utf8_length(exact.data(), exact.data() + exact.size()) == 0);
  }
}

TEST_CASE("all sequences of two bytes are judged as the code table says") {
  std::size_t faults = 0;
  for (unsigned a = 0; a < 256; ++a)
    for (unsigned b = 0; b < 256; ++b) {
      const char text[] = {static_cast<char>(a), static_cast<char>(b)};
      const std::size_t wanted = a < 0x80 ? 1 : a >= 0xC2 && a <= 0xDF && b >= 0x80 && b <= 0xBF ? 2 : 0;
      faults += utf8_length(text, text + 2) != wanted;
    }
  CHECK(faults == 0);
}
