// SPDX-License-Identifier: MIT
// Visits the elements and members of JSON text that is known to be well formed.
#pragma once

#include <tacet/json/scan.hpp>

#include <cstddef>
#include <string_view>

namespace tacet::detail {

/// Calls `visit(text of an element)` until it answers false.
template <class Visit> void for_each_element(std::string_view array, Visit&& visit) {
  json::context c;
  c.end = array.data() + array.size();
  const char* p = json::skip_blanks(array.data() + 1, c.end);
  while (p != nullptr && p != c.end && *p != ']') {
    const char* const end = json::scan_value(p, c);
    if (end == nullptr || !visit(std::string_view(p, static_cast<std::size_t>(end - p)))) return;
    p = json::skip_blanks(end, c.end);
    if (p != c.end && *p == ',') p = json::skip_blanks(p + 1, c.end);
  }
}

/// Calls `visit(name, text of the name with quotes, text of the value)` for each member. A name that is
/// longer than any known one, and has escapes, is given as it is spelled.
template <class Visit> void for_each_member(std::string_view object, Visit&& visit) {
  json::context c;
  c.end = object.data() + object.size();
  const char* p = json::skip_blanks(object.data() + 1, c.end);
  while (p != nullptr && p != c.end && *p == '"') {
    const json::string_token key = json::scan_string(p + 1, c);
    if (key.close == nullptr) return;
    const std::string_view spelled(p, static_cast<std::size_t>(key.close + 1 - p));
    std::string_view name = spelled.substr(1, spelled.size() - 2);
    char decoded[256];
    if (!key.plain && name.size() <= sizeof decoded)
      name = {decoded, static_cast<std::size_t>(json::decode_string(key, decoded) - decoded)};
    p = json::skip_blanks(json::skip_blanks(key.close + 1, c.end) + 1, c.end);
    const char* const end = json::scan_value(p, c);
    if (end == nullptr) return;
    visit(name, spelled, std::string_view(p, static_cast<std::size_t>(end - p)));
    p = json::skip_blanks(end, c.end);
    if (p != c.end && *p == ',') p = json::skip_blanks(p + 1, c.end);
  }
}

}  // namespace tacet::detail
