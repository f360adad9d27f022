// SPDX-License-Identifier: MIT
// Visits the elements and members of JSON text that is known to be well formed.
#pragma once

#include <tacet/json/scan.hpp>

#include <cstddef>
#include <string_view>

namespace tacet::detail {

// These look for the end of a value and for nothing else: the text was checked before.

/// Behind the string that begins before `p`.
[[nodiscard]] inline const char* skip_string(const char* p) noexcept {
  while (*p != '"') p += *p == '\\' ? 2 : 1;
  return p + 1;
}

/// Behind a number or a literal.
[[nodiscard]] inline const char* skip_scalar(const char* p, const char* end) noexcept {
  while (p != end && *p != ',' && *p != ']' && *p != '}' && !json::is_blank(*p)) ++p;
  return p;
}

/// Behind the value at `p`.
[[nodiscard]] inline const char* skip_value(const char* p, const char* end) noexcept {
  if (*p == '"') return skip_string(p + 1);
  if (*p != '{' && *p != '[') return skip_scalar(p, end);
  for (std::size_t depth = 0;;) {
    switch (*p) {
      case '"': p = skip_string(p + 1); continue;
      case '{':
      case '[': ++depth; break;
      case '}':
      case ']':
        if (--depth == 0) return p + 1;
        break;
      default: break;
    }
    ++p;
  }
}

/// Calls `visit(text of an element)` until it answers false; `behind(p)` is the place behind the value at `p`.
template <class Behind, class Visit> void visit_elements(std::string_view array, Behind&& behind, Visit&& visit) {
  const char* const end = array.data() + array.size();
  const char* p = json::skip_blanks(array.data() + 1, end);
  while (p != end && *p != ']') {
    const char* const next = behind(p);
    if (!visit(std::string_view(p, static_cast<std::size_t>(next - p)))) return;
    p = json::skip_blanks(next, end);
    if (p != end && *p == ',') p = json::skip_blanks(p + 1, end);
  }
}

/// Calls `visit(name, text of the name with quotes, text of the value)` for each member. A name that is
/// longer than any known one, and has escapes, is given as it is spelled.
template <class Behind, class Visit> void visit_members(std::string_view object, Behind&& behind, Visit&& visit) {
  json::context c;
  c.end = object.data() + object.size();
  const char* p = json::skip_blanks(object.data() + 1, c.end);
  while (p != c.end && *p == '"') {
    const json::string_token key = json::scan_string(p + 1, c);
    const std::string_view spelled(p, static_cast<std::size_t>(key.close + 1 - p));
    std::string_view name = spelled.substr(1, spelled.size() - 2);
    char decoded[256];
    if (!key.plain && name.size() <= sizeof decoded)
      name = {decoded, static_cast<std::size_t>(json::decode_string(key, decoded) - decoded)};
    p = json::skip_blanks(json::skip_blanks(key.close + 1, c.end) + 1, c.end);
    const char* const next = behind(p);
    visit(name, spelled, std::string_view(p, static_cast<std::size_t>(next - p)));
    p = json::skip_blanks(next, c.end);
    if (p != c.end && *p == ',') p = json::skip_blanks(p + 1, c.end);
  }
}

template <class Visit> void for_each_element(std::string_view array, Visit&& visit) {
  visit_elements(array, [end = array.data() + array.size()](const char* p) { return skip_value(p, end); }, visit);
}
template <class Visit> void for_each_member(std::string_view object, Visit&& visit) {
  visit_members(object, [end = object.data() + object.size()](const char* p) { return skip_value(p, end); }, visit);
}

/// Of an array; 0 for anything else.
[[nodiscard]] inline std::size_t count_elements(std::string_view array) {
  std::size_t count = 0;
  if (array.starts_with('[')) for_each_element(array, [&](std::string_view) { return ++count, true; });
  return count;
}

}  // namespace tacet::detail
