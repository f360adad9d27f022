// SPDX-License-Identifier: MIT
// The grammar of RFC 8259: finds the end of any value, strictly, without building anything.
#pragma once

#include <tacet/json/fault.hpp>
#include <tacet/json/number.hpp>
#include <tacet/json/string.hpp>

#include <cstring>

namespace tacet::json {

[[nodiscard]] constexpr bool is_blank(char c) noexcept { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }

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

inline const char* scan_object(const char* p, context& c) noexcept {
  p = enter(p, c);
  if (p == nullptr) return p;
  if (p != c.end && *p == '}') return --c.depth, p + 1;
  for (bool closed = false;;) {
    if (p == c.end) return fail(c, p, fault_code::unexpected_end);
    if (*p != '"') return fail(c, p, fault_code::unexpected_character);
    const string_token key = scan_string(p + 1, c);
    if (key.close == nullptr) return nullptr;
    p = skip_blanks(key.close + 1, c.end);
    if (p == c.end) return fail(c, p, fault_code::unexpected_end);
    if (*p != ':') return fail(c, p, fault_code::unexpected_character);
    p = scan_value(skip_blanks(p + 1, c.end), c);
    if (p == nullptr) return p;
    p = next_in(p, c, '}', closed);
    if (p == nullptr || closed) return p;
  }
}

}  // namespace detail

/// Finds the end of the value that begins at `p`. Null with a fault when it is not well formed.
inline const char* scan_value(const char* p, context& c) noexcept {
  if (p == c.end) return fail(c, p, fault_code::unexpected_end);
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
      if (*p != '-' && (*p < '0' || *p > '9')) return fail(c, p, fault_code::unexpected_character);
      // A plain integer, the usual number, needs none of its parts.
      const char* q = p + (*p == '-');
      const char* const digits = q;
      while (q != c.end && *q >= '0' && *q <= '9') ++q;
      const bool plain = q != digits && q != c.end && (*digits != '0' || q - digits == 1);
      if (plain && *q != '.' && (*q | 0x20) != 'e') return q;
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
