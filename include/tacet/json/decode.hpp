// SPDX-License-Identifier: MIT
// Decodes the argument text of a call straight into a struct.
#pragma once

#include <tacet/json/read_struct.hpp>

#include <string_view>

namespace tacet::json {

namespace detail {

// What is not simply an object. Gives the object's text, in `text`, or false with a fault. Empty text and null
// mean no arguments; an object inside a JSON string is unwrapped once (it then stands in `c.room`).
[[gnu::noinline]] inline bool find_object(std::string_view& text, context& c) noexcept {
  c.begin = text.data();
  c.end = text.data() + text.size();
  const char* p = skip_blanks(c.begin, c.end);
  const char* end = c.end;
  while (end != p && is_blank(end[-1])) --end;
  const std::string_view core{p, static_cast<std::size_t>(end - p)};
  if (core.empty() || core == "null") {
    text = "{}";
    c.begin = text.data();
    return true;
  }
  if (core.front() == '{') {
    if (core.back() == '}') {
      text = core;
      return true;
    }
    const char* const behind = scan_value(p, c);
    if (behind != nullptr) (void)fail(c, skip_blanks(behind, c.end), fault_code::trailing_text);
    return false;
  }
  context whole = c;
  if (!scan_document(text, whole)) {
    c = whole;
    return false;
  }
  if (core.front() == '"' && c.room != nullptr) {
    const string_token token = scan_string(p + 1, whole);
    char* const to = c.room->reserve(core.size());
    if (to == nullptr) return fail(c, p, fault_code::no_memory), false;
    const std::string_view inner{to, static_cast<std::size_t>(decode_string(token, to) - to)};
    const char* const first = skip_blanks(inner.data(), inner.data() + inner.size());
    const char* last = inner.data() + inner.size();
    while (last != first && is_blank(last[-1])) --last;
    if (first != last && *first == '{' && last[-1] == '}') {
      c.room->commit(to + inner.size());
      c.adjusted = true;
      c.begin = first;
      text = {first, static_cast<std::size_t>(last - first)};
      return true;
    }
  }
  return fail(c, p, fault_code::not_an_object, "an object"), false;
}

// A fault of a value in a text that is no JSON at all: the grammar is what must be told.
[[gnu::noinline]] inline bool settle_fault(std::string_view text, context& c, const char* behind) noexcept {
  if (behind != nullptr) return fail(c, skip_blanks(behind, c.end), fault_code::trailing_text), false;
  // An object that lacks a member, closed at the end of the text, was read to the end.
  const bool read = c.fault == fault_code::missing_member && c.at + 1 == c.end;
  if (!is_grammar(c.fault) && !read) {
    context whole;
    if (!scan_document(text, whole)) {
      c.fault = whole.fault;
      c.at = whole.at;
    }
  }
  return false;
}

}  // namespace detail

/// Decodes `text` into `out`, which holds the defaults. Strict RFC 8259; refuses duplicate, unknown (unless
/// `Open`) and missing members and every value that does not fit exactly. On false, `c` says what and where;
/// offsets count from `c.begin`. Empty text and `null` mean `{}`. Allocates what the members need, nothing else;
/// throws what they throw.
template <class T, bool Open = false> [[nodiscard]] inline bool decode(std::string_view text, T& out, context& c) {
  c.begin = text.data();
  c.end = text.data() + text.size();
  if (text.size() < 2 || text.front() != '{' || text.back() != '}') [[unlikely]] {
    if (!detail::find_object(text, c)) return false;
    c.end = text.data() + text.size();
  }
  c.depth = 1;
  const char* const end = detail::read_members<T, Open>(text.data() + 1, c, out);
  return end == c.end ? true : detail::settle_fault(text, c, end);
}

}  // namespace tacet::json
