// SPDX-License-Identifier: MIT
// The values of an expression: slices of JSON text, found by a path and compared as values.
#pragma once

#include <tacet/json/canonical.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tacet::detail {

/// The type of a JSON value by its first character.
enum class value_type : std::uint8_t { null, boolean, number, text, array, object };

[[nodiscard]] constexpr value_type type_of(std::string_view value) noexcept {
  switch (value.front()) {
    case 'n': return value_type::null;
    case 't':
    case 'f': return value_type::boolean;
    case '"': return value_type::text;
    case '[': return value_type::array;
    case '{': return value_type::object;
    default: return value_type::number;
  }
}

// What follows takes values of a text that was scanned before, so each scan succeeds.

[[nodiscard]] inline json::context context_of(std::string_view value) noexcept {
  json::context c;
  c.begin = value.data();
  c.end = value.data() + value.size();
  return c;
}

[[nodiscard]] inline std::string text_of(std::string_view value) {
  json::context c = context_of(value);
  return json::detail::decoded(json::scan_string(value.data() + 1, c));
}

/// Calls `f(element)` for each element of an array until it says true; whether it did.
template <class F> bool any_element(std::string_view array, F f) {
  json::context c = context_of(array);
  const char* p = json::skip_blanks(array.data() + 1, c.end);
  while (*p != ']') {
    const char* const behind = json::scan_value(p, c);
    if (f(std::string_view(p, static_cast<std::size_t>(behind - p)))) return true;
    p = json::skip_blanks(behind, c.end);
    if (*p == ',') p = json::skip_blanks(p + 1, c.end);
  }
  return false;
}

/// The element `index` (decimal digits without leading zeros) of an array.
[[nodiscard]] inline std::optional<std::string_view> element_at(std::string_view array,
                                                                std::string_view index) {
  std::size_t left = 0;
  if (index.empty() || index.size() > 9 || (index.size() > 1 && index.front() == '0')) return std::nullopt;
  for (const char digit : index) {
    if (digit < '0' || digit > '9') return std::nullopt;
    left = left * 10 + static_cast<std::size_t>(digit - '0');
  }
  std::optional<std::string_view> found;
  any_element(array, [&](std::string_view element) {
    if (left == 0) found = element;
    return left-- == 0;
  });
  return found;
}

/// The member `name` of an object; none when it is absent, or stands there twice: no value is meant then.
[[nodiscard]] inline std::optional<std::string_view> member_of(std::string_view object,
                                                               std::string_view name) {
  json::context c = context_of(object);
  std::optional<std::string_view> found;
  const char* p = json::skip_blanks(object.data() + 1, c.end);
  while (*p != '}') {
    const json::string_token key = json::scan_string(p + 1, c);
    const bool hit =
        key.plain ? std::string_view(key.begin, static_cast<std::size_t>(key.close - key.begin)) == name
                  : json::detail::decoded(key) == name;
    p = json::skip_blanks(json::skip_blanks(key.close + 1, c.end) + 1, c.end);
    const char* const behind = json::scan_value(p, c);
    if (hit && found.has_value()) return std::nullopt;
    if (hit) found = std::string_view(p, static_cast<std::size_t>(behind - p));
    p = json::skip_blanks(behind, c.end);
    if (*p == ',') p = json::skip_blanks(p + 1, c.end);
  }
  return found;
}

/// Below, at or above 0 as `a` is less than, equal to or greater than `b`. Exact for any number of digits;
/// none for an exponent beyond 2^47, which is not told from its neighbours.
[[nodiscard]] inline std::optional<int> compare_numbers(std::string_view a, std::string_view b) noexcept {
  const auto read = [](std::string_view text) {
    json::context c = context_of(text);
    json::number_parts parts;
    (void)json::scan_number(text.data(), c, parts);
    return parts;
  };
  const json::number_parts x = read(a);
  const json::number_parts y = read(b);
  constexpr std::int64_t far = std::int64_t{1} << 47;
  if (x.scale > far || x.scale < -far || y.scale > far || y.scale < -far) return std::nullopt;
  const auto sign = [](const json::number_parts& n) { return n.digits() == 0 ? 0 : n.negative ? -1 : 1; };
  if (sign(x) != sign(y)) return sign(x) < sign(y) ? -1 : 1;
  if (sign(x) == 0) return 0;
  const std::int64_t top_x = x.digits() + x.scale;
  const std::int64_t top_y = y.digits() + y.scale;
  if (top_x != top_y) return (top_x < top_y) == (sign(x) > 0) ? -1 : 1;
  const auto digit = [](const json::number_parts& n, std::int64_t i) {
    const std::int64_t whole = n.whole_end - n.whole_begin;
    return i >= n.digits() ? '0' : i < whole ? n.whole_begin[i] : n.fraction_begin[i - whole];
  };
  for (std::int64_t i = 0; i < x.digits() || i < y.digits(); ++i)
    if (digit(x, i) != digit(y, i)) return (digit(x, i) < digit(y, i)) == (sign(x) > 0) ? -1 : 1;
  return 0;
}

/// Whether two values of one type are equal, as values; none when one has no value: an object with a key
/// twice.
[[nodiscard]] inline std::optional<bool> equal_values(std::string_view a, std::string_view b) {
  if (type_of(a) == value_type::number) {
    const std::optional<int> order = compare_numbers(a, b);
    return order.has_value() ? std::optional<bool>(*order == 0) : std::nullopt;
  }
  std::string one;
  std::string other;
  json::context c;
  json::context d;
  if (!json::canonical(a, one, c) || !json::canonical(b, other, d)) return std::nullopt;
  return one == other;
}

}  // namespace tacet::detail
