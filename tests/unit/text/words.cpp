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
