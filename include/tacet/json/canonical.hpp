// SPDX-License-Identifier: MIT
// One spelling for equal JSON values: sorted keys, no blanks, one form of each number and string.
#pragma once

#include <tacet/json/scan.hpp>

#include <charconv>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace tacet::json {

namespace detail {

// All of this is generic over the string, so that who needs no canonical form does not compile it.

// Decodes a scanned string; the canonical form then escapes only what must be.
template <class String = std::string> String decoded(const string_token& token) {
  String text(token.begin, token.close);
  if (!token.plain) text.resize(static_cast<std::size_t>(decode_string(token, text.data()) - text.data()));
  return text;
}

template <class String> void append_canonical_string(std::string_view text, String& to) {
  constexpr char hex[] = "0123456789abcdef";
  to.push_back('"');
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      to.push_back('\\');
      to.push_back(c);
    } else if (byte < 0x20) {
      to.append("\\u00");
      to.push_back(hex[byte >> 4]);
      to.push_back(hex[byte & 15]);
    } else {
      to.push_back(c);
    }
  }
  to.push_back('"');
}

// Digits without zeros at either end, times a power of ten: 1, 1.0 and 1e0 are `1`, 100 is `1e2`. All digits
// are kept. Minus zero is zero: the values are equal.
template <class String> const char* append_canonical_number(const char* p, context& c, String& to) {
  number_parts parts;
  const char* const end = scan_number(p, c, parts);
  if (end == nullptr) return end;
  if (parts.digits() == 0) {
    to.push_back('0');
    return end;
  }
  if (parts.negative) to.push_back('-');
  to.append(parts.whole_begin, parts.whole_end);
  to.append(parts.fraction_begin, parts.fraction_end);
  if (parts.scale != 0) {
    char digits[24];
    to.push_back('e');
    to.append(digits, std::to_chars(digits, digits + sizeof digits, parts.scale).ptr);
  }
  return end;
}

template <class String> const char* append_canonical(const char* p, context& c, String& to);

template <class String> const char* append_canonical_array(const char* p, context& c, String& to) {
  p = enter(p, c);
  if (p == nullptr) return p;
  to.push_back('[');
  bool closed = p != c.end && *p == ']';
  if (closed) --c.depth, ++p;
  while (!closed) {
    p = append_canonical(p, c, to);
    if (p == nullptr) return p;
    p = next_in(p, c, ']', closed);
    if (p == nullptr) return p;
    if (!closed) to.push_back(',');
  }
  to.push_back(']');
  return p;
}

// Refuses duplicate keys: such an object has no value that all readers agree on.
template <class String> const char* append_canonical_object(const char* p, context& c, String& to) {
  p = enter(p, c);
  if (p == nullptr) return p;
  std::map<String, String> entries;
  bool closed = p != c.end && *p == '}';
  if (closed) --c.depth, ++p;
  while (!closed) {
    if (p == c.end) return fail(c, p, fault_code::unexpected_end);
    if (*p != '"') return fail(c, p, fault_code::unexpected_character);
    const string_token key = scan_string(p + 1, c);
    if (key.close == nullptr) return nullptr;
    p = past_colon(key.close + 1, c);
    if (p == nullptr) return p;
    const auto [entry, is_new] = entries.emplace(decoded<String>(key), String{});
    if (!is_new) return fail(c, key.begin - 1, fault_code::duplicate_member);
    p = append_canonical(p, c, entry->second);
    if (p == nullptr) return p;
    p = next_in(p, c, '}', closed);
    if (p == nullptr) return p;
  }
  to.push_back('{');
  for (bool first = true; const auto& [key, value] : entries) {
    if (!first) to.push_back(',');
    first = false;
    append_canonical_string(key, to);
    to.push_back(':');
    to.append(value);
  }
  to.push_back('}');
  return p;
}

template <class String> const char* append_canonical(const char* p, context& c, String& to) {
  if (p == c.end) return fail(c, p, fault_code::unexpected_end);
  switch (*p) {
    case '{': return append_canonical_object(p, c, to);
    case '[': return append_canonical_array(p, c, to);
    case '"': {
      const string_token token = scan_string(p + 1, c);
      if (token.close == nullptr) return nullptr;
      append_canonical_string(token.plain ? std::string_view(token.begin, token.close) : decoded<String>(token), to);
      return token.close + 1;
    }
    case 't':
    case 'f':
    case 'n': {
      const char* const end = scan_value(p, c);
      if (end != nullptr) to.append(p, end);
      return end;
    }
    default:
      if (*p != '-' && (*p < '0' || *p > '9')) return fail(c, p, fault_code::unexpected_character);
      return append_canonical_number(p, c, to);
  }
}

}  // namespace detail

/// Appends the canonical form of the one value in `text`; false with a fault, and with `to` as it was, when the
/// text is not well formed or has an object with duplicate keys. Allocates.
template <class String> bool canonical(std::string_view text, String& to, context& c) {
  const std::size_t before = to.size();
  c.begin = text.data();
  c.end = text.data() + text.size();
  const char* p = detail::append_canonical(skip_blanks(c.begin, c.end), c, to);
  if (p != nullptr) {
    p = skip_blanks(p, c.end);
    if (p == c.end) return true;
    (void)fail(c, p, fault_code::trailing_text);
  }
  to.resize(before);
  return false;
}

}  // namespace tacet::json
