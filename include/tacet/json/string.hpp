// SPDX-License-Identifier: MIT
// JSON strings: finding the end of one, strictly, and decoding its escapes.
#pragma once

#include <tacet/json/fault.hpp>
#include <tacet/text/utf8.hpp>

#include <bit>
#include <cstdint>
#include <cstring>

namespace tacet::json {

/// A string whose closing quote was found.
struct string_token {
  const char* begin;  ///< behind the opening quote
  const char* close;  ///< at the closing quote; null when the string is faulty
  bool plain;         ///< no escapes: the text between is the value
};

namespace detail {

// The bytes of `word` that end a run of plain characters: a quote, a backslash, a control, or not ASCII.
constexpr std::uint64_t special_bytes(std::uint64_t word) noexcept {
  constexpr std::uint64_t ones = 0x0101010101010101U;
  constexpr std::uint64_t high = 0x8080808080808080U;
  // Each difference has the high bit of a byte that is meant, of one that is not ASCII, and of one that a borrow
  // reached, which is behind a byte that is meant.
  return (((word ^ (ones * '"')) - ones) | ((word ^ (ones * '\\')) - ones) | (word - ones * 0x20) | word) & high;
}

constexpr bool is_special(char c) noexcept {
  return static_cast<signed char>(c) < 0x20 || c == '"' || c == '\\';
}

constexpr int hex_digit(char c) noexcept {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// The four digits behind "\u", or -1.
inline std::int32_t hex4(const char* p, const char* end) noexcept {
  if (end - p < 4) return -1;
  std::int32_t code = 0;
  for (int i = 0; i < 4; ++i) {
    const int digit = hex_digit(p[i]);
    if (digit < 0) return -1;
    code = code * 16 + digit;
  }
  return code;
}

// Checks one escape at `p` (the backslash). Returns the place behind it.
inline const char* scan_escape(const char* p, context& c) noexcept {
  if (c.end - p < 2) return fail(c, c.end, fault_code::unexpected_end);
  switch (p[1]) {
    case '"': case '\\': case '/': case 'b': case 'f': case 'n': case 'r': case 't': return p + 2;
    case 'u': break;
    default: return fail(c, p, fault_code::bad_escape);
  }
  const std::int32_t code = hex4(p + 2, c.end);
  if (code < 0) return fail(c, p, c.end - p < 6 ? fault_code::unexpected_end : fault_code::bad_escape);
  if (code < 0xD800 || code > 0xDFFF) return p + 6;
  if (code >= 0xDC00 || c.end - p < 12 || p[6] != '\\' || p[7] != 'u')
    return fail(c, p, fault_code::unpaired_surrogate);
  const std::int32_t low = hex4(p + 8, c.end);
  if (low < 0xDC00 || low > 0xDFFF) return fail(c, p, fault_code::unpaired_surrogate);
  return p + 12;
}

}  // namespace detail

namespace detail {

// The first special character from `p` on, at most `end`.
inline const char* skip_plain(const char* p, const char* end) noexcept {
  while (end - p >= 8) {
    std::uint64_t word;
    std::memcpy(&word, p, 8);
    const std::uint64_t special = special_bytes(word);
    if (special == 0) {
      p += 8;
      continue;
    }
    // The lowest flagged byte is exact: borrows of the subtraction run upwards only.
    if constexpr (std::endian::native == std::endian::little) return p + std::countr_zero(special) / 8;
    else break;
  }
  while (p != end && !is_special(*p)) ++p;
  return p;
}

// The end of a string from its first special character on: the closing quote, or null with a fault.
[[gnu::noinline]] inline const char* scan_rest_of_string(const char* p, context& c, bool& plain) noexcept {
  for (;; p = skip_plain(p, c.end)) {
    if (p == c.end) return fail(c, p, fault_code::unexpected_end);
    const auto byte = static_cast<unsigned char>(*p);
    if (byte == '"') return p;
    if (byte == '\\') {
      plain = false;
      p = scan_escape(p, c);
      if (p == nullptr) return p;
    } else if (byte < 0x20) {
      return fail(c, p, fault_code::control_character);
    } else {
      const std::size_t length = utf8_length(p, c.end);
      if (length == 0) return fail(c, p, fault_code::bad_utf8);
      p += length;
    }
  }
}

}  // namespace detail

/// Finds the end of the string that begins behind the quote at `p - 1`. Refuses raw control characters,
/// unknown escapes, ill-formed UTF-8 and unpaired surrogates, each with its own fault.
[[nodiscard]] inline string_token scan_string(const char* p, context& c) noexcept {
  const char* const special = detail::skip_plain(p, c.end);
  if (special != c.end && *special == '"') [[likely]] return {p, special, true};
  bool plain = true;
  const char* const close = detail::scan_rest_of_string(special, c, plain);
  return {p, close, plain};
}

/// Decodes a token to `to`, which has room for `token.close - token.begin` bytes: a decoded string is never
/// longer than its spelling. Returns the end of what was written.
inline char* decode_string(const string_token& token, char* to) noexcept {
  const char* p = token.begin;
  while (p != token.close) {
    if (*p != '\\') {
      *to++ = *p++;
      continue;
    }
    const char what = p[1];
    p += 2;
    switch (what) {
      case 'b': *to++ = '\b'; break;
      case 'f': *to++ = '\f'; break;
      case 'n': *to++ = '\n'; break;
      case 'r': *to++ = '\r'; break;
      case 't': *to++ = '\t'; break;
      case 'u': {
        auto code = static_cast<std::uint32_t>(detail::hex4(p, token.close));
        p += 4;
        if (code >= 0xD800 && code <= 0xDBFF) {
          const auto low = static_cast<std::uint32_t>(detail::hex4(p + 2, token.close));
          code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
          p += 6;
        }
        to = write_utf8(to, code);
        break;
      }
      default: *to++ = what; break;
    }
  }
  return to;
}

}  // namespace tacet::json
