// SPDX-License-Identifier: MIT
// Builds texts at compile time: run once to measure, once to write.
#pragma once

#include <tacet/reflect/notes.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace tacet::json::detail {

struct text_builder {
  char* to = nullptr;
  std::size_t size = 0;

  constexpr void put(char c) {
    if (to != nullptr) to[size] = c;
    ++size;
  }
  constexpr void put(std::string_view text) {
    for (const char c : text) put(c);
  }
  constexpr void put_string(std::string_view text) {
    put('"');
    put_escaped(text);
    put('"');
  }
  constexpr void put_escaped(std::string_view text) {
    constexpr std::string_view hex = "0123456789abcdef";
    for (const char c : text) {
      const auto byte = static_cast<unsigned char>(c);
      if (c == '"' || c == '\\') put('\\'), put(c);
      else if (byte < 0x20) put("\\u00"), put(hex[byte >> 4]), put(hex[byte & 15]);
      else put(c);
    }
  }
  constexpr void put_unsigned(std::uint64_t value) {
    char digits[20]{};
    int n = 0;
    do digits[n++] = static_cast<char>('0' + value % 10);
    while ((value /= 10) != 0);
    while (n > 0) put(digits[--n]);
  }
  constexpr void put_signed(std::int64_t value) {
    if (value < 0) put('-');
    put_unsigned(value < 0 ? std::uint64_t{0} - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value));
  }
  // A bound written in source has few digits; six behind the point are kept, which is exact for those.
  constexpr void put_real(double value) {
    if (value < 0) put('-'), value = -value;
    auto whole = static_cast<std::uint64_t>(value);
    auto millionths = static_cast<std::uint64_t>((value - static_cast<double>(whole)) * 1e6 + 0.5);
    if (millionths >= 1000000) ++whole, millionths -= 1000000;
    put_unsigned(whole);
    if (millionths == 0) return;
    put('.');
    for (std::uint64_t unit = 100000; millionths != 0; unit /= 10) {
      put(static_cast<char>('0' + millionths / unit));
      millionths %= unit;
    }
  }
  constexpr void put_bound(std::string_view key, const member_bound& bound) {
    if (bound.is == member_bound::form::absent) return;
    put(key);
    if (bound.is == member_bound::form::whole) put_signed(bound.whole);
    else put_real(bound.real);
  }
};

}  // namespace tacet::json::detail
