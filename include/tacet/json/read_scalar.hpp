// SPDX-License-Identifier: MIT
// Readers of booleans, numbers, enumerators and durations: a value arrives exactly or not at all.
#pragma once

#include <tacet/json/scan.hpp>
#include <tacet/reflect/enum_names.hpp>
#include <tacet/std/chrono.hpp>

#include <array>
#include <charconv>
#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace tacet::json {

/// How a value of `T` is decoded from JSON text: `static const char* read(const char* p, context& c, T& out)`
/// returns the place behind the value, or null with a fault in `c`; `expected` says what is wanted, for errors.
template <class T> struct reader;

/// Integers other than bool and the character types; `signed char` and `unsigned char` are small integers.
template <class T>
concept integer = std::integral<T> && !std::same_as<T, bool> && !std::same_as<T, char> && !std::same_as<T, wchar_t> &&
                  !std::same_as<T, char8_t> && !std::same_as<T, char16_t> && !std::same_as<T, char32_t>;

namespace detail {

// What an integer of the width of `T` is, for the one who sent another.
template <integer T> consteval std::string_view integer_range() {
  if constexpr (sizeof(T) == 1) return std::is_signed_v<T> ? "an integer from -128 to 127" : "an integer from 0 to 255";
  else if constexpr (sizeof(T) == 2)
    return std::is_signed_v<T> ? "an integer from -32768 to 32767" : "an integer from 0 to 65535";
  else if constexpr (sizeof(T) == 4)
    return std::is_signed_v<T> ? "an integer from -2147483648 to 2147483647" : "an integer from 0 to 4294967295";
  else
    return std::is_signed_v<T> ? "an integer from -9223372036854775808 to 9223372036854775807"
                               : "an integer from 0 to 18446744073709551615";
}

// The magnitude and sign of any spelling of an integer, also `1.0`, `1e3` and, as a repair, `"12"`.
[[gnu::noinline]] inline const char* read_any_integer(const char* p, context& c, std::uint64_t& magnitude,
                                                      bool& negative) noexcept {
  constexpr std::string_view expected = "an integer";
  if (p == c.end) return fail(c, p, fault_code::unexpected_end);
  if (*p == '"' && !c.exact) {
    const string_token token = scan_string(p + 1, c);
    if (token.close == nullptr) return nullptr;
    // Only a plain decimal integer is taken out of its quotes.
    const char* q = token.begin + (token.begin != token.close && *token.begin == '-' ? 1 : 0);
    const bool zero_led = q != token.close && *q == '0' && token.close - q > 1;
    bool plain = q != token.close && !zero_led;
    for (; q != token.close; ++q) plain = plain && *q >= '0' && *q <= '9';
    if (!plain) return fail(c, p, fault_code::wrong_type, expected);
    number_parts parts;
    (void)scan_number(token.begin, c, parts);
    negative = parts.negative;
    if (exact_magnitude(parts, magnitude) != fault_code::none)
      return fail(c, p, fault_code::out_of_range, expected);
    c.adjusted = true;
    return token.close + 1;
  }
  if (*p != '-' && (*p < '0' || *p > '9')) return fail(c, p, fault_code::wrong_type, expected);
  number_parts parts;
  const char* const end = scan_number(p, c, parts);
  if (end == nullptr) return nullptr;
  negative = parts.negative;
  if (const fault_code fault = exact_magnitude(parts, magnitude); fault != fault_code::none)
    return fail(c, p, fault, expected);
  return end;
}

template <integer T> bool assign_exact(std::uint64_t magnitude, bool negative, T& out) noexcept {
  using wide = std::numeric_limits<T>;
  if (!negative) {
    if (magnitude > static_cast<std::uint64_t>(wide::max())) return false;
    out = static_cast<T>(magnitude);
    return true;
  }
  if constexpr (std::is_signed_v<T>) {
    if (magnitude > static_cast<std::uint64_t>(wide::max()) + 1) return false;
    out = static_cast<T>(static_cast<std::int64_t>(std::uint64_t{0} - magnitude));
    return true;
  } else {
    out = 0;
    return magnitude == 0;  // -0 is 0
  }
}

template <integer T> inline const char* read_integer(const char* p, context& c, T& out) noexcept {
  std::uint64_t magnitude = 0;
  bool negative = false;
  const char* const end = read_any_integer(p, c, magnitude, negative);
  if (end == nullptr) {
    if (c.fault == fault_code::out_of_range) c.expected = integer_range<T>();
    return end;
  }
  if (!assign_exact(magnitude, negative, out)) return fail(c, p, fault_code::out_of_range, integer_range<T>());
  return end;
}

constexpr bool continues_number(char c) noexcept { return c == '.' || c == 'e' || c == 'E'; }
constexpr unsigned digit_at(const char* p) noexcept { return static_cast<unsigned>(static_cast<unsigned char>(*p)) - '0'; }

// The digits from `p` on up to `q` gave `value`; the rest of a plain integer. What is no plain one, or has more digits
// than surely fit a word, goes the long way.
template <integer T>
[[gnu::noinline]] const char* finish_integer(const char* p, const char* q, std::uint64_t value, context& c, T& out) noexcept {
  if (q == p) {
    bool negative = false;
    if constexpr (std::is_signed_v<T>) negative = *p == '-';
    if (!negative) return read_integer(p, c, out);
    for (unsigned digit = 0; (digit = digit_at(++q)) <= 9;) value = value * 10 + digit;
    const auto count = q - p - 1;
    if (count == 0 || count > 18 || (count > 1 && p[1] == '0') || continues_number(*q)) return read_integer(p, c, out);
    if (!assign_exact(value, true, out)) return fail(c, p, fault_code::out_of_range, integer_range<T>());
    return q;
  }
  if (q - p > 18 || (q - p > 1 && *p == '0') || continues_number(*q)) [[unlikely]] return read_integer(p, c, out);
  if (!assign_exact(value, false, out)) [[unlikely]] return fail(c, p, fault_code::out_of_range, integer_range<T>());
  return q;
}

template <integer T> inline const char* read_plain_integer(const char* p, context& c, T& out) noexcept {
  const char* q = p;
  std::uint64_t value = 0;
  for (unsigned digit = 0; (digit = digit_at(q)) <= 9; ++q) value = value * 10 + digit;
  if (q - p == 1 && !continues_number(*q)) [[likely]] {
    out = static_cast<T>(value);
    return q;
  }
  return finish_integer(p, q, value, c, out);
}

// The usual spelling in line: perhaps a blank, then digits and what ends a member. Anything else by a call.
template <integer T>
__attribute__((always_inline)) inline const char* read_integer_inline(const char* p, context& c, T& out) noexcept {
  if (*p == ' ') [[unlikely]] ++p;
  const unsigned first = digit_at(p);
  const char* q = p;
  std::uint64_t value = 0;
  if (first <= 9) [[likely]] {
    ++q;
    // One digit needs no look at its length.
    if (*q == ',' || *q == '}') [[likely]] {
      out = static_cast<T>(first);
      return q;
    }
    value = first;
    for (unsigned digit = 0; (digit = digit_at(q)) <= 9; ++q) value = value * 10 + digit;
    if (*p != '0' && q - p <= std::numeric_limits<T>::digits10 && (*q == ',' || *q == '}')) [[likely]] {
      out = static_cast<T>(value);
      return q;
    }
  }
  return finish_integer(p, q, value, c, out);
}

template <std::floating_point T>
[[gnu::noinline]] const char* read_real(const char* p, context& c, T& out) noexcept {
  constexpr std::string_view expected = "a number";
  if (p == c.end) return fail(c, p, fault_code::unexpected_end);
  if (*p != '-' && (*p < '0' || *p > '9')) return fail(c, p, fault_code::wrong_type, expected);
  number_parts parts;
  const char* const end = scan_number(p, c, parts);
  if (end == nullptr) return nullptr;
  if (std::from_chars(p, end, out).ec != std::errc{}) {
    // Too small is zero, the nearest value; too large has no nearest finite value.
    if (parts.digits() + parts.scale > 0) return fail(c, p, fault_code::out_of_range, "a finite number");
    out = parts.negative ? -T{0} : T{0};
  }
  return end;
}

}  // namespace detail

template <> struct reader<bool> {
  static constexpr std::string_view expected = "true or false";
  [[gnu::noinline]] static const char* read(const char* p, context& c, bool& out) noexcept {
    if (p == c.end) return fail(c, p, fault_code::unexpected_end);
    if (*p == 't' || *p == 'f') {
      out = *p == 't';
      return scan_literal(p, c, out ? "true" : "false");
    }
    if (*p == '"' && !c.exact) {
      // Exactly these two; no truthiness.
      for (const std::string_view text : {std::string_view("\"true\""), std::string_view("\"false\"")})
        if (std::string_view(p, static_cast<std::size_t>(c.end - p)).starts_with(text)) {
          out = text[1] == 't';
          c.adjusted = true;
          return p + text.size();
        }
    }
    return fail(c, p, fault_code::wrong_type, expected);
  }
};

template <integer T> struct reader<T> {
  static constexpr std::string_view expected = "an integer";
  [[gnu::noinline]] static const char* read(const char* p, context& c, T& out) noexcept {
    return detail::read_plain_integer(p, c, out);
  }
};

template <std::floating_point T> struct reader<T> {
  static constexpr std::string_view expected = "a number";
  [[gnu::noinline]] static const char* read(const char* p, context& c, T& out) noexcept { return detail::read_real(p, c, out); }
};

namespace detail {
// The names of the enumerators as they stand in a sentence: `"metric", "imperial"`.
template <class E> consteval std::size_t enum_list_size() {
  std::size_t size = 0;
  for (const auto& known : reflect::enum_values<E>) size += known.name.size() + 4;
  return size;
}
template <class E> consteval auto enum_list_chars() {
  std::array<char, enum_list_size<E>() + 1> text{};
  std::size_t to = 0;
  for (const auto& known : reflect::enum_values<E>) {
    if (to != 0) text[to++] = ',', text[to++] = ' ';
    text[to++] = '"';
    for (const char c : known.name) text[to++] = c;
    text[to++] = '"';
  }
  return text;
}
template <class E> inline constexpr auto enum_list = enum_list_chars<E>();
}  // namespace detail

template <class T>
  requires std::is_enum_v<T>
struct reader<T> {
  static constexpr std::string_view expected = detail::enum_list<T>.data();
  [[gnu::noinline]] static const char* read(const char* p, context& c, T& out) noexcept {
    if (p == c.end) return fail(c, p, fault_code::unexpected_end);
    if (*p != '"') return fail(c, p, fault_code::wrong_type, "a string");
    const string_token token = scan_string(p + 1, c);
    if (token.close == nullptr) return nullptr;
    char decoded[256];
    std::string_view text{token.begin, static_cast<std::size_t>(token.close - token.begin)};
    if (!token.plain && text.size() <= sizeof decoded)
      text = {decoded, static_cast<std::size_t>(decode_string(token, decoded) - decoded)};
    for (const auto& known : reflect::enum_values<T>)
      if (known.name == text) {
        out = known.value;
        return token.close + 1;
      }
    return fail(c, p, fault_code::not_an_enumerator, expected);
  }
};

/// A duration is a number in its own unit: `std::chrono::milliseconds` is a count of milliseconds.
template <class Rep, class Period> struct reader<std::chrono::duration<Rep, Period>> {
  static constexpr std::string_view expected = reader<Rep>::expected;
  [[gnu::noinline]] static const char* read(const char* p, context& c, std::chrono::duration<Rep, Period>& out) noexcept {
    Rep count{};
    p = reader<Rep>::read(p, c, count);
    out = std::chrono::duration<Rep, Period>(count);
    return p;
  }
};

}  // namespace tacet::json
