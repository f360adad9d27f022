// SPDX-License-Identifier: MIT
// JSON numbers: their grammar, and their exact value as digits and a power of ten.
#pragma once

#include <tacet/json/fault.hpp>

#include <cstddef>
#include <cstdint>

namespace tacet::json {

/// A number's value is digits x 10^scale; the digits stand in two runs around the decimal point, without
/// leading and trailing zeros. No digits: zero.
struct number_parts {
  bool negative = false;
  const char* whole_begin = nullptr;
  const char* whole_end = nullptr;
  const char* fraction_begin = nullptr;
  const char* fraction_end = nullptr;
  std::int64_t scale = 0;

  [[nodiscard]] std::int64_t digits() const noexcept {
    return (whole_end - whole_begin) + (fraction_end - fraction_begin);
  }
};

/// Reads the number at `p`. Returns the place behind it, or null with a fault.
[[nodiscard]] inline const char* scan_number(const char* p, context& c, number_parts& parts) noexcept {
  const char* const end = c.end;
  const auto digit = [&](const char* q) { return q != end && static_cast<unsigned char>(*q - '0') <= 9; };
  const auto broken = [&](const char* q) {
    return fail(c, q, q == end ? fault_code::unexpected_end : fault_code::bad_number);
  };
  if (p != end && *p == '-') {
    parts.negative = true;
    ++p;
  }
  if (!digit(p)) return broken(p);
  parts.whole_begin = p;
  if (*p == '0' && digit(p + 1)) return broken(p);
  while (digit(p)) ++p;
  parts.whole_end = parts.fraction_begin = parts.fraction_end = p;
  if (p != end && *p == '.') {
    ++p;
    if (!digit(p)) return broken(p);
    parts.fraction_begin = p;
    while (digit(p)) ++p;
    parts.fraction_end = p;
  }
  std::int64_t exponent = 0;
  if (p != end && (*p == 'e' || *p == 'E')) {
    ++p;
    const bool minus = p != end && *p == '-';
    if (p != end && (*p == '-' || *p == '+')) ++p;
    if (!digit(p)) return broken(p);
    constexpr std::int64_t far = std::int64_t{1} << 48;  // beyond any length of text
    for (; digit(p); ++p)
      if (exponent < far) exponent = exponent * 10 + (*p - '0');
    if (minus) exponent = -exponent;
  }
  parts.scale = exponent - (parts.fraction_end - parts.fraction_begin);
  // Only now the zeros: they count for the scale first.
  while (parts.fraction_end != parts.fraction_begin && parts.fraction_end[-1] == '0') --parts.fraction_end, ++parts.scale;
  if (parts.fraction_begin == parts.fraction_end)
    while (parts.whole_end != parts.whole_begin && parts.whole_end[-1] == '0') --parts.whole_end, ++parts.scale;
  while (parts.whole_begin != parts.whole_end && *parts.whole_begin == '0') ++parts.whole_begin;
  if (parts.whole_begin == parts.whole_end)
    while (parts.fraction_begin != parts.fraction_end && *parts.fraction_begin == '0') ++parts.fraction_begin;
  if (parts.digits() == 0) parts.scale = 0;
  return p;
}

/// The magnitude as an integer: `none`, `not_an_integer` or `out_of_range` (beyond 64 bits).
[[nodiscard]] inline fault_code exact_magnitude(const number_parts& parts, std::uint64_t& magnitude) noexcept {
  magnitude = 0;
  const std::int64_t digits = parts.digits();
  if (digits == 0) return fault_code::none;
  if (parts.scale < 0) return fault_code::not_an_integer;
  if (digits > 20 || parts.scale > 20 || digits + parts.scale > 20) return fault_code::out_of_range;
  if (digits + parts.scale < 20) {  // below 10^19: no overflow
    std::uint64_t value = 0;
    const auto add = [&](const char* p, const char* end) {
      for (; p != end; ++p) value = value * 10 + static_cast<unsigned char>(*p - '0');
    };
    add(parts.whole_begin, parts.whole_end);
    add(parts.fraction_begin, parts.fraction_end);
    for (std::int64_t i = 0; i < parts.scale; ++i) value *= 10;
    magnitude = value;
    return fault_code::none;
  }
  const auto push = [&](std::uint64_t digit) {
    return !__builtin_mul_overflow(magnitude, std::uint64_t{10}, &magnitude) &&
           !__builtin_add_overflow(magnitude, digit, &magnitude);
  };
  for (const char* p = parts.whole_begin; p != parts.whole_end; ++p)
    if (!push(static_cast<std::uint64_t>(*p - '0'))) return fault_code::out_of_range;
  for (const char* p = parts.fraction_begin; p != parts.fraction_end; ++p)
    if (!push(static_cast<std::uint64_t>(*p - '0'))) return fault_code::out_of_range;
  for (std::int64_t i = 0; i < parts.scale; ++i)
    if (!push(0)) return fault_code::out_of_range;
  return fault_code::none;
}

}  // namespace tacet::json
