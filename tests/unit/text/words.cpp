// SPDX-License-Identifier: MIT
// Words that overlap, against the standard functions, at every length and without reading past the end.
#include "support/catch.hpp"

#include <tacet/text/words.hpp>

#include <memory>
#include <string>
#include <vector>

using namespace tacet::detail;

TEST_CASE("a word has the same value at compile time and at run time") {
  static constexpr char text[] = "\x01\x82\x03\xFF\x05\x06\x07\x88";
  constexpr auto eight = word_at<std::uint64_t>(text);
  constexpr auto four = word_at<std::uint32_t>(text);
  constexpr auto two = word_at<std::uint16_t>(text);
  constexpr auto one = word_at<std::uint8_t>(text + 1);
  const char* const volatile hidden = text;
  const char* const p = hidden;
  CHECK(word_at<std::uint64_t>(p) == eight);
  CHECK(word_at<std::uint32_t>(p) == four);
  CHECK(word_at<std::uint16_t>(p) == two);
  CHECK(word_at<std::uint8_t>(p + 1) == one);
}

TEST_CASE("texts of every length are the same only if every byte is") {
  for (std::size_t n = 0; n <= 80; ++n) {
    const std::vector<char> a(n, 'x');  // exactly as long as it is: a byte too far is found by the sanitizer
    std::vector<char> b = a;
    CHECK(same_text(a.data(), b.data(), n));
    for (std::size_t i = 0; i < n; ++i) {
      b[i] = 'y';
      CHECK_FALSE(same_text(a.data(), b.data(), n));
      b[i] = 'x';
    }
  }
}

TEST_CASE("a copy has every byte and no other") {
  for (std::size_t n = 0; n <= 200; ++n) {
    std::vector<char> from(n);
    for (std::size_t i = 0; i < n; ++i) from[i] = static_cast<char>(i * 7 + 1);
    std::vector<char> to(n + 1, '#');
    CHECK(copy_text(to.data(), from.data(), n) == to.data() + n);
    CHECK(std::equal(from.begin(), from.end(), to.begin()));
    CHECK(to[n] == '#');
  }
}

TEST_CASE("a copy that looks at every byte says whether one is odd, and copies it all the same") {
  // Odd is whatever has its high bit set.
  const auto odd = [](std::uint64_t word) { return word & 0x8080808080808080U; };
  for (std::size_t n = 0; n <= 90; ++n) {
    std::vector<char> from(n, 'x');
    for (std::size_t i = 0; i <= n; ++i) {
      if (i < n) from[i] = static_cast<char>(0x80 + i);
      std::vector<char> to(n + 1, '#');
      CHECK(copy_if_plain(to.data(), from.data(), n, odd) == (i == n));
      CHECK(std::equal(from.begin(), from.end(), to.begin()));
      CHECK(to[n] == '#');
      if (i < n) from[i] = 'x';
    }
  }
}

TEST_CASE("short and long numbers and constant texts are written whole") {
  char to[32];
  for (std::size_t n = 0; n < 100; ++n) CHECK(std::string(to, write_short_integer(to, n)) == std::to_string(n));
  for (const int n : {-100, -99, -10, -1, 0, 9, 10, 99, 100, 101})
    CHECK(std::string(to, write_integer(to, n)) == std::to_string(n));
  CHECK(std::string(to, put(put(to, "ab"), "\0c")) == std::string("ab\0c", 4));
}
