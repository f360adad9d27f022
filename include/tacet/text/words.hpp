// SPDX-License-Identifier: MIT
// Short texts handled by machine words that may overlap, where a call of memcpy or memcmp would cost more.
#pragma once

#include <bit>
#include <charconv>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

namespace tacet::detail {

/// The bytes at `p` as an integer; also in a constant expression.
template <class Word> [[nodiscard]] constexpr Word word_at(const char* p) noexcept {
  if (std::is_constant_evaluated()) {
    Word word = 0;
    for (std::size_t i = 0; i < sizeof(Word); ++i) {
      const std::size_t shift = 8 * (std::endian::native == std::endian::little ? i : sizeof(Word) - 1 - i);
      word = static_cast<Word>(word | static_cast<Word>(static_cast<Word>(static_cast<unsigned char>(p[i])) << shift));
    }
    return word;
  }
  Word word;
  std::memcpy(&word, p, sizeof word);
  return word;
}

/// Whether two texts of `n` bytes are the same.
[[nodiscard]] constexpr bool same_text(const char* a, const char* b, std::size_t n) noexcept {
  if (n >= 8) {
    for (std::size_t i = 0; i + 8 < n; i += 8)
      if (word_at<std::uint64_t>(a + i) != word_at<std::uint64_t>(b + i)) return false;
    return word_at<std::uint64_t>(a + n - 8) == word_at<std::uint64_t>(b + n - 8);
  }
  if (n >= 4)
    return word_at<std::uint32_t>(a) == word_at<std::uint32_t>(b) &&
           word_at<std::uint32_t>(a + n - 4) == word_at<std::uint32_t>(b + n - 4);
  for (std::size_t i = 0; i < n; ++i)
    if (a[i] != b[i]) return false;
  return true;
}

/// Copies `n` bytes to a place that does not overlap, and returns the end of the copy.
inline char* copy_text(char* to, const char* from, std::size_t n) noexcept {
  if (n > 64) {
    std::memcpy(to, from, n);
  } else if (n >= 8) {
    for (std::size_t i = 0; i + 8 < n; i += 8) std::memcpy(to + i, from + i, 8);
    std::memcpy(to + n - 8, from + n - 8, 8);
  } else if (n >= 4) {
    std::memcpy(to, from, 4);
    std::memcpy(to + n - 4, from + n - 4, 4);
  } else if (n != 0) {
    to[0] = from[0];
    to[n / 2] = from[n / 2];
    to[n - 1] = from[n - 1];
  }
  return to + n;
}

/// Writes `number` in decimal; at most 20 bytes. Returns the end.
template <std::integral I> char* write_integer(char* to, I number) noexcept {
  if (std::cmp_greater_equal(number, 0) && std::cmp_less(number, 10)) {
    *to = static_cast<char>('0' + static_cast<int>(number));
    return to + 1;
  }
  return std::to_chars(to, to + 20, number).ptr;
}

}  // namespace tacet::detail
