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
  if (n >= 2)
    return word_at<std::uint16_t>(a) == word_at<std::uint16_t>(b) &&
           word_at<std::uint16_t>(a + n - 2) == word_at<std::uint16_t>(b + n - 2);
  return n == 0 || *a == *b;
}

/// Copies `n` bytes, not many, to a place that does not overlap, and returns the end of the copy.
inline char* copy_short(char* to, const char* from, std::size_t n) noexcept {
  if (n >= 8) {
    if (n >= 16) {
      for (std::size_t i = 0; i + 16 < n; i += 16) std::memcpy(to + i, from + i, 16);
      std::memcpy(to + n - 16, from + n - 16, 16);
    } else {
      std::memcpy(to, from, 8);
      std::memcpy(to + n - 8, from + n - 8, 8);
    }
  } else if (n >= 4) {
    std::memcpy(to, from, 4);
    std::memcpy(to + n - 4, from + n - 4, 4);
  } else if (n >= 2) {
    std::memcpy(to, from, 2);
    std::memcpy(to + n - 2, from + n - 2, 2);
  } else if (n != 0) {
    *to = *from;
  }
  return to + n;
}

/// The same for a text of any length.
inline char* copy_text(char* to, const char* from, std::size_t n) noexcept {
  if (n <= 128) return copy_short(to, from, n);
  std::memcpy(to, from, n);
  return to + n;
}

/// Copies a text whose size is known to the compiler; returns the end of the copy.
template <std::size_t N>
__attribute__((always_inline)) inline char* put(char* to, const char (&text)[N]) noexcept {
  std::memcpy(to, text, N - 1);
  return to + N - 1;
}

/// Copies `n` bytes as `copy_text` does, and says whether all words of them were plain: `odd` tells with 0 that
/// the bytes of a word are. A word that is not full is filled with blanks.
template <class Odd> inline bool copy_if_plain(char* to, const char* from, std::size_t n, Odd odd) noexcept {
  std::uint64_t bad = 0;
  if (n >= 8) {
    for (std::size_t i = 0; i + 8 < n; i += 8) {
      const auto word = word_at<std::uint64_t>(from + i);
      bad |= odd(word);
      std::memcpy(to + i, &word, 8);
    }
    const auto last = word_at<std::uint64_t>(from + n - 8);
    std::memcpy(to + n - 8, &last, 8);
    bad |= odd(last);
  } else if (n >= 4) {
    const auto first = word_at<std::uint32_t>(from);
    const auto last = word_at<std::uint32_t>(from + n - 4);
    std::memcpy(to, &first, 4);
    std::memcpy(to + n - 4, &last, 4);
    bad = odd(std::uint64_t{first} << 32 | last);
  } else if (n != 0) {
    const auto byte = [&](std::size_t i) { return std::uint64_t{static_cast<unsigned char>(to[i] = from[i])}; };
    bad = odd(0x2020202020000000U | byte(0) | byte(n / 2) << 8 | byte(n - 1) << 16);
  }
  return bad == 0;
}

/// Writes a number below 100.
inline char* write_short_integer(char* to, std::size_t number) noexcept {
  const auto small = static_cast<std::uint32_t>(number);
  if (small < 10) {
    *to = static_cast<char>('0' + small);
    return to + 1;
  }
  const std::uint32_t tens = small * 103 >> 10;  // small / 10
  to[0] = static_cast<char>('0' + tens);
  to[1] = static_cast<char>('0' + (small - tens * 10));
  return to + 2;
}

template <std::integral I> [[gnu::noinline]] char* write_long_integer(char* to, I number) noexcept {
  if (static_cast<std::make_unsigned_t<I>>(number) < 100) return write_short_integer(to, static_cast<std::size_t>(number));
  return std::to_chars(to, to + 20, number).ptr;
}
/// Writes `number` in decimal; at most 20 bytes. Returns the end.
template <std::integral I> __attribute__((always_inline)) inline char* write_integer(char* to, I number) noexcept {
  if (static_cast<std::make_unsigned_t<I>>(number) < 10) {
    *to = static_cast<char>('0' + static_cast<int>(number));
    return to + 1;
  }
  return write_long_integer(to, number);
}

}  // namespace tacet::detail
