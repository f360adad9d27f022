// SPDX-License-Identifier: MIT
// Numbers of a JSON document compared by their mathematical value, whichever way they are held.
#pragma once

#include <boost/json/kind.hpp>
#include <boost/json/value.hpp>

#include <charconv>
#include <cmath>
#include <compare>
#include <cstdint>
#include <optional>

namespace tacet::detail {

__extension__ typedef unsigned __int128 schema_wide;

inline bool is_number(const boost::json::value& v) noexcept {
  const boost::json::kind kind = v.kind();
  return kind == boost::json::kind::int64 || kind == boost::json::kind::uint64 ||
         kind == boost::json::kind::double_;
}

// Sign and magnitude hold every integer of 64 bits, signed or not.
struct schema_integer {
  bool negative = false;
  std::uint64_t magnitude = 0;
};

// Nothing when the value is no integer, or one beyond 64 bits.
inline std::optional<schema_integer> integer_of(const boost::json::value& v) noexcept {
  if (const std::int64_t* const i = v.if_int64()) {
    const bool negative = *i < 0;
    const auto bits = static_cast<std::uint64_t>(*i);
    return schema_integer{negative, negative ? 0 - bits : bits};
  }
  if (const std::uint64_t* const u = v.if_uint64()) return schema_integer{false, *u};
  if (const double* const d = v.if_double()) {
    const double size = std::fabs(*d);
    if (!(size < 18446744073709551616.0) || std::trunc(size) != size) return {};
    return schema_integer{*d < 0, static_cast<std::uint64_t>(size)};
  }
  return {};
}

inline bool is_integral(double d) noexcept { return std::isfinite(d) && std::trunc(d) == d; }

inline std::strong_ordering compare(const schema_integer& a, const schema_integer& b) noexcept {
  if (a.negative != b.negative)
    return a.negative ? std::strong_ordering::less : std::strong_ordering::greater;
  return a.negative ? b.magnitude <=> a.magnitude : a.magnitude <=> b.magnitude;
}

// An integer of 64 bits against a double that is no such integer.
inline std::partial_ordering compare(const schema_integer& a, double d) noexcept {
  if (std::isnan(d)) return std::partial_ordering::unordered;
  if (d >= 18446744073709551616.0) return std::partial_ordering::less;
  if (d <= -18446744073709551616.0) return std::partial_ordering::greater;
  const double whole = std::floor(d);
  const schema_integer below{whole < 0, static_cast<std::uint64_t>(std::fabs(whole))};
  const auto order = compare(a, below);
  return order == std::strong_ordering::equal ? std::partial_ordering::less : std::partial_ordering(order);
}

inline constexpr std::partial_ordering reversed(std::partial_ordering order) noexcept {
  if (order == std::partial_ordering::less) return std::partial_ordering::greater;
  if (order == std::partial_ordering::greater) return std::partial_ordering::less;
  return order;
}

/// Both are numbers. Exact: 1 equals 1.0, and 9007199254740993 is greater than 9007199254740992.0.
inline std::partial_ordering compare_numbers(const boost::json::value& a,
                                             const boost::json::value& b) noexcept {
  if (const std::int64_t* const x = a.if_int64())
    if (const std::int64_t* const y = b.if_int64()) return *x <=> *y;
  const auto x = integer_of(a);
  const auto y = integer_of(b);
  if (x && y) return compare(*x, *y);
  if (x) return compare(*x, *b.if_double());
  if (y) return reversed(compare(*y, *a.if_double()));
  return *a.if_double() <=> *b.if_double();
}

// A number as the decimal that its shortest spelling is: `digits` times ten to `exponent`, no zero at the
// end.
struct schema_decimal {
  std::uint64_t digits = 0;
  int exponent = 0;
};

/// The size of a number without its sign; a double stands for the shortest decimal that reads back as it.
inline schema_decimal decimal_of(const boost::json::value& v) noexcept {
  schema_decimal result;
  if (const double* const d = v.if_double()) {
    char text[40];
    const auto written =
        std::to_chars(text, text + sizeof text, std::fabs(*d), std::chars_format::scientific);
    int behind_point = 0;
    bool fraction = false;
    const char* p = text;
    for (; p != written.ptr && *p != 'e'; ++p) {
      if (*p == '.') fraction = true;
      else if (*p < '0' || *p > '9') return {};
      else {
        result.digits = result.digits * 10 + static_cast<std::uint64_t>(*p - '0');
        behind_point += fraction ? 1 : 0;
      }
    }
    if (p != written.ptr) {
      ++p;
      if (p != written.ptr && *p == '+') ++p;
      (void)std::from_chars(p, written.ptr, result.exponent);
    }
    result.exponent -= behind_point;
  } else if (const auto i = integer_of(v)) {
    result.digits = i->magnitude;
  }
  if (result.digits == 0) return {};
  while (result.digits % 10 == 0) {
    result.digits /= 10;
    ++result.exponent;
  }
  return result;
}

/// Whether the decimal `value` is a whole multiple of `step`, which is not 0. Exact: 0.07 is one of 0.01.
inline bool is_multiple(const schema_decimal& value, const schema_decimal& step) noexcept {
  if (value.digits == 0) return true;
  // The digits of `value` do not end in a zero, so no power of ten divides them.
  if (value.exponent < step.exponent) return false;
  std::uint64_t left = value.digits % step.digits;
  // Ten to more than 64 adds no factor that a step of 64 bits could still ask for.
  int shift = value.exponent - step.exponent;
  if (shift > 64) shift = 64;
  for (; shift > 0 && left != 0; --shift)
    left = static_cast<std::uint64_t>(static_cast<schema_wide>(left) * 10 % step.digits);
  return left == 0;
}

}  // namespace tacet::detail
