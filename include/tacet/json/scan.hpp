// SPDX-License-Identifier: MIT
// The grammar of RFC 8259: finds the end of any value, strictly, without building anything.
#pragma once

#include <tacet/json/fault.hpp>
#include <tacet/json/number.hpp>
#include <tacet/json/string.hpp>
#include <tacet/text/words.hpp>

#include <cstdint>
#include <string_view>

namespace tacet::json {

[[nodiscard]] constexpr bool is_blank(char c) noexcept {
  return static_cast<unsigned char>(c) <= ' ' && (c == ' ' || c == '\n' || c == '\r' || c == '\t');
}

/// The first place from `p` on that is no blank, at most `end`.
[[nodiscard]] inline const char* skip_blanks(const char* p, const char* end) noexcept {
  while (p != end && is_blank(*p)) ++p;
  return p;
}

/// Reads `text` (`true`, `false`, `null`) at `p`.
[[nodiscard]] inline const char* scan_literal(const char* p, context& c, std::string_view text) noexcept {
  for (const char wanted : text) {
    if (p == c.end) return fail(c, p, fault_code::unexpected_end);
    if (*p != wanted) return fail(c, p, fault_code::unexpected_character);
    ++p;
  }
  return p;
}

[[nodiscard]] inline const char* scan_value(const char* p, context& c) noexcept;

namespace detail {

constexpr bool is_digit(char c) noexcept { return static_cast<unsigned char>(c - '0') <= 9; }

// Behind the integer at `p` that is written without a fraction and an exponent, the usual number, which needs none
// of its parts; null for all else, also for one that ends where the text ends.
inline const char* skip_plain_integer(const char* p, const char* end) noexcept {
  const char* q = p + (*p == '-');
  if (q == end || !is_digit(*q)) return nullptr;
  const char* const second = q + 1;
  const bool zero = *q == '0';
  constexpr std::uint64_t ones = 0x0101010101010101U;
  for (++q; end - q >= 8; q += 8) {
    const auto word = tacet::detail::word_at<std::uint64_t>(q);
    // Digits are 0x30 to 0x39: the upper half is 3, also with 6 added.
    if ((((word + ones * 0x06) | word) & ones * 0xF0) != ones * 0x30 || (word & ones * 0x30) != ones * 0x30) break;
  }
  while (q != end && is_digit(*q)) ++q;
  if (q == end || *q == '.' || (*q | 0x20) == 'e' || (zero && q != second)) return nullptr;
  return q;
}

inline const char* enter(const char* p, context& c) noexcept {
  if (++c.depth > most_depth) return fail(c, p, fault_code::too_deep);
  return skip_blanks(p + 1, c.end);
}

// Behind a value in a container: the place of the next value, or `closed` and the place behind the bracket.
inline const char* next_in(const char* p, context& c, char close, bool& closed) noexcept {
  p = skip_blanks(p, c.end);
  if (p == c.end) return fail(c, p, fault_code::unexpected_end);
  closed = *p == close;
  if (closed) {
    --c.depth;
    return p + 1;
  }
  if (*p != ',') return fail(c, p, fault_code::unexpected_character);
  return skip_blanks(p + 1, c.end);
}

inline const char* scan_array(const char* p, context& c) noexcept {
  p = enter(p, c);
  if (p == nullptr) return p;
  if (p != c.end && *p == ']') return --c.depth, p + 1;
  for (bool closed = false;;) {
    p = scan_value(p, c);
    if (p == nullptr) return p;
    p = next_in(p, c, ']', closed);
    if (p == nullptr || closed) return p;
  }
}

inline bool is_outermost(const context& c) noexcept { return c.depth == 1; }

// A value of the member called at `name`; behind the value, or behind the object when it ends there.
inline const char* scan_member_value(const char* p, context& c, std::string_view name, bool& closed) noexcept {
  p = scan_value(p, c);
  // The depth is left where the fault is.
  if (p == nullptr) return locate(c, is_outermost(c), fault_place::inside, name);
  p = next_in(p, c, '}', closed);
  return p == nullptr ? locate(c, is_outermost(c), fault_place::object) : p;
}

// Behind a name: past the colon and the blanks around it.
inline const char* past_colon(const char* p, context& c) noexcept {
  if (p != c.end && *p != ':') p = skip_blanks(p, c.end);
  if (p == c.end) return fail(c, p, fault_code::unexpected_end);
  if (*p != ':') return fail(c, p, fault_code::unexpected_character);
  return skip_blanks(p + 1, c.end);
}

// From the name of a member to behind the closing brace.
inline const char* scan_members(const char* p, context& c) noexcept {
  for (bool closed = false; !closed;) {
    const bool end = p == c.end;
    if (end || *p != '"') {
      (void)fail(c, p, end ? fault_code::unexpected_end : fault_code::unexpected_character);
      return locate(c, is_outermost(c), fault_place::object);
    }
    const string_token key = scan_string(p + 1, c);
    if (key.close == nullptr) return locate(c, is_outermost(c), fault_place::object);
    const std::string_view name{key.begin, static_cast<std::size_t>(key.close - key.begin)};
    p = past_colon(key.close + 1, c);
    if (p == nullptr) return locate(c, is_outermost(c), fault_place::inside, name);
    p = scan_member_value(p, c, name, closed);
    if (p == nullptr) return p;
  }
  return p;
}

inline const char* scan_object(const char* p, context& c) noexcept {
  p = enter(p, c);
  if (p == nullptr) return p;
  if (p != c.end && *p == '}') return --c.depth, p + 1;
  return scan_members(p, c);
}

// The rest of an object whose member has its value at `p`.
inline const char* scan_rest(const char* p, context& c, std::string_view name) noexcept {
  bool closed = false;
  p = scan_member_value(p, c, name, closed);
  return p == nullptr || closed ? p : scan_members(p, c);
}

}  // namespace detail

/// Finds the end of the value that begins at `p`. Null with a fault when it is not well formed.
inline const char* scan_value(const char* p, context& c) noexcept {
  if (p == c.end) return fail(c, p, fault_code::unexpected_end);
  if (const char* const behind = detail::skip_plain_integer(p, c.end); behind != nullptr) return behind;
  switch (*p) {
    case '{': return detail::scan_object(p, c);
    case '[': return detail::scan_array(p, c);
    case '"': {
      const string_token token = scan_string(p + 1, c);
      return token.close == nullptr ? nullptr : token.close + 1;
    }
    case 't': return scan_literal(p, c, "true");
    case 'f': return scan_literal(p, c, "false");
    case 'n': return scan_literal(p, c, "null");
    default: {
      if (*p != '-' && !detail::is_digit(*p)) return fail(c, p, fault_code::unexpected_character);
      number_parts parts;
      return scan_number(p, c, parts);
    }
  }
}

/// Whether `text` is exactly one JSON value (RFC 8259), with blanks around it. Otherwise `c` says what and where.
[[nodiscard]] inline bool scan_document(std::string_view text, context& c) noexcept {
  c.begin = text.data();
  c.end = text.data() + text.size();
  const char* p = scan_value(skip_blanks(c.begin, c.end), c);
  if (p == nullptr) return false;
  p = skip_blanks(p, c.end);
  if (p != c.end) return fail(c, p, fault_code::trailing_text), false;
  return true;
}

}  // namespace tacet::json
