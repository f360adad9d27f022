// SPDX-License-Identifier: MIT
// UTF-8 (RFC 3629): what is well formed of a text, and writing a character.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace tacet {

/// The length of the well-formed character at `p`, 0 when there is none: overlong forms, surrogates, values
/// above U+10FFFF and cut sequences are not well formed.
[[nodiscard]] constexpr std::size_t utf8_length(const char* p, const char* end) noexcept {
  const auto byte = [&](std::ptrdiff_t i) { return static_cast<unsigned char>(p[i]); };
  const auto left = end - p;
  if (left < 1) return 0;
  const unsigned lead = byte(0);
  if (lead < 0x80) return 1;
  const auto continues = [&](std::ptrdiff_t i, unsigned low, unsigned high) {
    return i < left && byte(i) >= low && byte(i) <= high;
  };
  if (lead >= 0xC2 && lead <= 0xDF) return continues(1, 0x80, 0xBF) ? 2 : 0;
  if (lead >= 0xE0 && lead <= 0xEF) {
    const unsigned low = lead == 0xE0 ? 0xA0 : 0x80;
    const unsigned high = lead == 0xED ? 0x9F : 0xBF;
    return continues(1, low, high) && continues(2, 0x80, 0xBF) ? 3 : 0;
  }
  if (lead >= 0xF0 && lead <= 0xF4) {
    const unsigned low = lead == 0xF0 ? 0x90 : 0x80;
    const unsigned high = lead == 0xF4 ? 0x8F : 0xBF;
    return continues(1, low, high) && continues(2, 0x80, 0xBF) && continues(3, 0x80, 0xBF) ? 4 : 0;
  }
  return 0;
}

/// The size of the longest part of `text` from its beginning that is well formed and has at most `most` bytes.
[[nodiscard]] constexpr std::size_t well_formed_size(std::string_view text, std::size_t most = SIZE_MAX) noexcept {
  const char* const end = text.data() + text.size();
  const char* p = text.data();
  while (p != end) {
    const std::size_t length = utf8_length(p, end);
    if (length == 0 || length > most - static_cast<std::size_t>(p - text.data())) break;
    p += length;
  }
  return static_cast<std::size_t>(p - text.data());
}

/// Writes `code` (a Unicode scalar value) at `to` and returns the place behind it; at most 4 bytes.
constexpr char* write_utf8(char* to, std::uint32_t code) noexcept {
  const auto put = [&](std::uint32_t byte) { *to++ = static_cast<char>(static_cast<unsigned char>(byte)); };
  if (code < 0x80) {
    put(code);
  } else if (code < 0x800) {
    put(0xC0 | (code >> 6));
    put(0x80 | (code & 0x3F));
  } else if (code < 0x10000) {
    put(0xE0 | (code >> 12));
    put(0x80 | ((code >> 6) & 0x3F));
    put(0x80 | (code & 0x3F));
  } else {
    put(0xF0 | (code >> 18));
    put(0x80 | ((code >> 12) & 0x3F));
    put(0x80 | ((code >> 6) & 0x3F));
    put(0x80 | (code & 0x3F));
  }
  return to;
}

}  // namespace tacet
