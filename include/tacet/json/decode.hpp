// SPDX-License-Identifier: MIT
// Decodes the argument text of a call straight into a struct.
#pragma once

#include <tacet/json/read_struct.hpp>

#include <string_view>

namespace tacet::json {

namespace detail {

// What is not simply an object. Returns where the object begins, which then ends at `c.end`, or null with a fault.
// Empty text and null mean no arguments; an object inside a JSON string is unwrapped once (it then stands in `c.room`).
[[gnu::noinline]] inline const char* find_object(std::string_view text, context& c) noexcept {
  const auto found = [&](const char* first, const char* last) {
    c.end = last;
    return first;
  };
  c.begin = text.data();
  c.end = text.data() + text.size();
  const char* p = skip_blanks(c.begin, c.end);
  const char* end = c.end;
  while (end != p && is_blank(end[-1])) --end;
  const std::string_view core{p, static_cast<std::size_t>(end - p)};
  if (core.empty() || core == "null") {
    static constexpr char none[] = "{}";
    return found(c.begin = none, none + 2);
  }
  if (core.front() == '{') {
    if (core.back() == '}') return found(p, end);
    const char* const behind = scan_value(p, c);
    if (behind == nullptr) return behind;
    (void)fail(c, skip_blanks(behind, c.end), fault_code::trailing_text);
    return locate(c, true, fault_place::object);
  }
  context whole = c;
  if (!scan_document(text, whole)) {
    c = whole;
    return nullptr;
  }
  if (core.front() == '"' && c.room != nullptr) {
    const string_token token = scan_string(p + 1, whole);
    char* const to = c.room->reserve(core.size());
    if (to == nullptr) return fail(c, p, fault_code::no_memory);
    const std::string_view inner{to, static_cast<std::size_t>(decode_string(token, to) - to)};
    const char* const first = skip_blanks(inner.data(), inner.data() + inner.size());
    const char* last = inner.data() + inner.size();
    while (last != first && is_blank(last[-1])) --last;
    if (first != last && *first == '{' && last[-1] == '}') {
      c.room->commit(to + inner.size());
      c.adjusted = true;
      return found(c.begin = first, last);
    }
  }
  return fail(c, p, fault_code::not_an_object, "an object");
}

// A fault that is found here takes the place of the one in `c`.
[[gnu::noinline]] inline bool settle_grammar(const char* begin, context& c) noexcept {
  const char* end = nullptr;
  c.depth = c.place == fault_place::value || c.place == fault_place::name ? 1 : 0;
  // What stands in front of a fault in the outermost object was read already.
  if (c.place == fault_place::value) end = scan_rest(c.at, c, c.name);
  else if (c.place == fault_place::name) end = scan_members(c.at, c);
  else end = scan_value(begin, c);
  if (end == nullptr) return false;
  end = skip_blanks(end, c.end);
  if (end == c.end) return false;
  (void)fail(c, end, fault_code::trailing_text);
  return locate(c, true, fault_place::object), false;
}

// A fault of a value in a text that is no JSON at all: the grammar is what must be told.
[[gnu::noinline]] inline bool settle_fault(const char* begin, context& c, const char* behind) noexcept {
  if (behind != nullptr) {
    (void)fail(c, skip_blanks(behind, c.end), fault_code::trailing_text);
    return locate(c, true, fault_place::object), false;
  }
  // An object that lacks a member, closed at the end of the text, was read to the end.
  const bool read = c.fault == fault_code::missing_member && c.at + 1 == c.end;
  return !is_grammar(c.fault) && !read ? settle_grammar(begin, c) : false;
}

// Where the object begins, and sets what the readers rely on; null with a fault.
__attribute__((always_inline)) inline const char* begin_object(std::string_view text, context& c) {
  const char* begin = text.data();
  c.begin = begin;
  c.end = begin + text.size();
  if (text.size() < 2 || *begin != '{' || c.end[-1] != '}') [[unlikely]] {
    begin = find_object(text, c);
    if (begin == nullptr) return begin;
  }
  c.depth = 1;
  return begin;
}
// One function for all structs of which nothing is read in line.
[[gnu::noinline]] inline bool decode_object(std::string_view text, context& c, const members& all, void* const* into) {
  const char* const begin = begin_object(text, c);
  if (begin == nullptr) return false;
  const char* const end = decode_members(begin + 1, c, all, into);
  if (end == c.end) [[likely]] return true;
  return settle_fault(begin, c, end);
}

}  // namespace detail

/// Decodes `text` into `out`, which holds the defaults. Strict RFC 8259; refuses duplicate, unknown (unless
/// `Open`) and missing members and every value that does not fit exactly. On false, `c` says what and where;
/// offsets count from `c.begin`. Empty text and `null` mean `{}`. Allocates what the members need, nothing else;
/// throws what they throw.
template <class T, bool Open = false>
[[nodiscard]] __attribute__((always_inline)) inline bool decode(std::string_view text, T& out, context& c) {
  if constexpr (detail::table<T>::in_line == 0) {
    return detail::decode_object(text, c, detail::table_of<T, Open>, detail::member_addresses<T>(out).at);
  } else {
    const char* const begin = detail::begin_object(text, c);
    if (begin == nullptr) [[unlikely]] return false;
    const char* const end = detail::read_members<T, Open>(begin + 1, c, out);
    if (end == c.end) [[likely]] return true;
    return detail::settle_fault(begin, c, end);
  }
}

}  // namespace tacet::json
