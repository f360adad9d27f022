// SPDX-License-Identifier: MIT
// Builds texts at compile time: run once to measure, once to write.
#pragma once

#include <tacet/reflect/notes.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>

namespace tacet::json::detail {

struct text_builder {
  char* to = nullptr;
  std::size_t size = 0;

  constexpr void put(char c) {
    if (to != nullptr) to[size] = c;
    ++size;
  }
  constexpr void put(const char* text, std::size_t length) {
    if (to != nullptr)
      for (std::size_t i = 0; i < length; ++i) to[size + i] = text[i];
    size += length;
  }
  constexpr void put(std::string_view text) { put(text.data(), text.size()); }
  // The length of a literal is known; a compiler that counts it does so character by character.
  template <std::size_t N> constexpr void put(const char (&literal)[N]) { put(literal, N - 1); }
  // A name has nothing to escape.
  constexpr void put_name(std::string_view name) {
    put('"');
    put(name.data(), name.size());
    put('"');
  }
  constexpr void put_string(std::string_view text) {
    put('"');
    put_escaped(text);
    put('"');
  }
  constexpr void put_escaped(std::string_view text) {
    constexpr std::string_view hex = "0123456789abcdef";
    std::size_t run = 0;  // where what needs no escape begins
    for (std::size_t i = 0; i < text.size(); ++i) {
      const char c = text[i];
      const auto byte = static_cast<unsigned char>(c);
      if (c != '"' && c != '\\' && byte >= 0x20) continue;
      put(text.data() + run, i - run);
      run = i + 1;
      if (byte < 0x20) put("\\u00"), put(hex[byte >> 4]), put(hex[byte & 15]);
      else put('\\'), put(c);
    }
    put(text.data() + run, text.size() - run);
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
  template <class F> static constexpr bool is_finite(F value) {
    return value >= std::numeric_limits<F>::lowest() && value <= std::numeric_limits<F>::max();
  }
  // The fewest digits that are the same `float` or `double` again; finite values only.
  template <class F> constexpr void put_real(F value) {
    if (value < 0) put('-'), value = -value;
    if (value == 0) return put('0');
    long double scaled = value;  // in [1, 10)
    int exponent = 0;
    for (; scaled >= 10; ++exponent) scaled /= 10;
    for (; scaled < 1; --exponent) scaled *= 10;
    std::uint64_t digits = 0;
    int scale = exponent + 1;
    for (long double power = 1; scale > exponent - 16; power *= 10) {
      --scale;
      digits = static_cast<std::uint64_t>(scaled * power + 0.5L);
      long double back = static_cast<long double>(digits);
      for (int i = 0; i < scale; ++i) back *= 10;
      for (int i = 0; i > scale; --i) back /= 10;
      if (static_cast<F>(back) == value) break;
    }
    for (; digits % 10 == 0; ++scale) digits /= 10;
    put_scaled(digits, scale);
  }
  // digits x 10^scale: with a point where that is short, else with an exponent.
  constexpr void put_scaled(std::uint64_t digits, int scale) {
    if (scale < -18 || scale > 15) {
      put_unsigned(digits);
      put('e');
      return put_signed(scale);
    }
    std::uint64_t unit = 1;
    for (int i = scale; i < 0; ++i) unit *= 10;
    put_unsigned(digits / unit);
    for (int i = 0; i < scale; ++i) put('0');
    if (scale < 0) put('.');
    for (digits %= unit; unit > 1; digits %= unit) {
      unit /= 10;
      put(static_cast<char>('0' + digits / unit));
    }
  }
  constexpr void put_bound(std::string_view key, const member_bound& bound) {
    if (bound.is == member_bound::form::absent) return;
    if (bound.is == member_bound::form::real && !is_finite(bound.real)) return;  // JSON has no infinity
    put(key);
    if (bound.is == member_bound::form::whole) put_signed(bound.whole);
    else put_real(bound.real);
  }
};

}  // namespace tacet::json::detail
