// SPDX-License-Identifier: MIT
// Says in words what is wrong with argument text, where, and at which byte.
#pragma once

#include <tacet/json/members.hpp>
#include <tacet/json/pointer.hpp>
#include <tacet/text/quote.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace tacet::json {

/// What a value looks like from its first character.
[[nodiscard]] constexpr std::string_view kind_of_value(char first) noexcept {
  switch (first) {
    case '{': return "an object";
    case '[': return "an array";
    case '"': return "a string";
    case 't':
    case 'f': return "a boolean";
    case 'n': return "null";
    default: return (first >= '0' && first <= '9') || first == '-' ? "a number" : "no JSON value";
  }
}

[[nodiscard]] constexpr std::string_view grammar_text(fault_code code) noexcept {
  switch (code) {
    case fault_code::unexpected_end: return "the text ends too early";
    case fault_code::control_character: return "a raw control character in a string (write it as an escape)";
    case fault_code::bad_escape: return "an unknown escape in a string";
    case fault_code::bad_utf8: return "invalid UTF-8 in a string";
    case fault_code::unpaired_surrogate: return "an unpaired surrogate in a string";
    case fault_code::bad_number: return "a number that is not written as JSON wants it";
    case fault_code::too_deep: return "nesting that is too deep";
    case fault_code::trailing_text: return "more text behind the JSON value (send exactly one object)";
    default: return "an unexpected character";
  }
}

namespace detail {

using tacet::detail::put;

inline char* put_text(char* at, std::string_view text) noexcept {
  return tacet::detail::copy_text(at, text.data(), text.size());
}

// The members of `all` whose bits are set, in quotes. At most one byte more than all keys have.
inline char* put_members(char* at, const members& all, std::uint64_t which) noexcept {
  for (;;) {
    const member& m = all.first[std::countr_zero(which)];
    at = tacet::detail::copy_text(at, m.key, m.size - 1u);  // without the colon
    which &= which - 1;
    if (which == 0) return at;
    at = put(at, ", ");
  }
}
inline std::size_t keys_size(const members& all) noexcept {
  std::size_t size = 0;
  for (unsigned i = 0; i < all.count; ++i) size += all.first[i].size + 1u;
  return size;
}

[[nodiscard]] constexpr std::string_view complaint(fault_code code) noexcept {
  switch (code) {
    case fault_code::not_an_object: return "the arguments must be a JSON object, not ";
    case fault_code::duplicate_member: return "a member is given twice";
    case fault_code::unknown_member: return "unknown member";
    case fault_code::encoded_twice: return "a string that holds JSON; send the value itself, not as a string; expected ";
    case fault_code::not_an_integer: return "the number has a fraction; expected ";
    case fault_code::out_of_range: return "the number is out of range; expected ";
    case fault_code::not_an_enumerator: return "the value must be one of ";
    case fault_code::no_alternative: return "the value fits none of the declared alternatives; got ";
    case fault_code::wrong_count: return "the array has the wrong number of elements";
    case fault_code::below_minimum: return "the number is too small; expected ";
    case fault_code::above_maximum: return "the number is too large; expected ";
    case fault_code::too_short: return "the value is too short; expected ";
    case fault_code::too_long: return "the value is too long; expected ";
    case fault_code::too_many_members: return "there are too many unknown members";
    case fault_code::text_too_long: return "there are too many bytes of them; send less: ";
    case fault_code::no_memory: return "there was no memory to decode them";
    default: return "expected ";
  }
}

// Longer than the words of any sentence, without what is named in it.
inline constexpr std::size_t most_words = 256;

// What is wrong, without where and without the name of an unknown member.
inline char* put_complaint(char* at, const context& c) noexcept {
  if (is_grammar(c.fault))
    return put_text(c.fault == fault_code::too_deep ? at : put(at, "they are not valid JSON: "), grammar_text(c.fault));
  if (c.fault == fault_code::missing_member) return put_members(put(at, "missing: "), *c.table, c.missing);
  const char first = c.at < c.end ? *c.at : '\0';
  if (c.fault == fault_code::wrong_type) {
    at = put_text(put_text(at, complaint(fault_code::wrong_type)), c.expected);
    return put_text(put(at, ", got "), kind_of_value(first));
  }
  at = put_text(at, complaint(c.fault));
  switch (c.fault) {
    case fault_code::no_alternative:
    case fault_code::not_an_object: return put_text(at, kind_of_value(first));
    case fault_code::encoded_twice:
    case fault_code::not_an_integer:
    case fault_code::out_of_range:
    case fault_code::not_an_enumerator:
    case fault_code::below_minimum:
    case fault_code::above_maximum:
    case fault_code::too_short:
    case fault_code::text_too_long:
    case fault_code::too_long: return put_text(at, c.expected);
    default: return at;
  }
}

// Behind the name of an unknown member: those that are known.
inline char* put_known(char* at, const members& all) noexcept {
  if (all.count == 0) return put(at, "; it takes none");
  return put_members(put(at, "; there are "), all, ~std::uint64_t{0} >> (64 - all.count));
}
inline char* put_offset(char* at, const context& c) noexcept {
  const auto offset = static_cast<std::size_t>(c.at - c.begin);
  at = offset < 100 ? tacet::detail::write_short_integer(at, offset) : tacet::detail::write_integer(at, offset);
  return put(at, ").");
}

// The first member that is missing.
inline std::string_view missing_name(const context& c) noexcept {
  return c.table->first[std::countr_zero(c.missing)].name();
}

// Where the fault is, when its place must be looked for or a name in it cleaned.
[[gnu::noinline]] inline void append_place(const context& c, text_writer& to) noexcept {
  const bool known = c.place != fault_place::unknown && c.from == c.begin;
  const pointer_walk walk({c.begin, static_cast<std::size_t>(c.end - c.begin)}, known ? c.begin : c.at);
  if (c.fault == fault_code::unknown_member && c.table != nullptr) {
    to.append(' ');
    append_quoted(to, known ? std::string_view(c.name) : walk.name_at());
    char* const at = to.reserve(most_words + keys_size(*c.table));
    if (at == nullptr) return;
    to.advance(put_known(at, *c.table));
  }
  to.append(" (at ");
  const std::size_t before = to.text().size();
  char room[256];
  if (!known) walk.append_to(to);
  else if (c.place != fault_place::object) append_reference(to, decoded_name(c.name, room));
  if (c.fault == fault_code::missing_member) append_reference(to, missing_name(c));
  to.append(to.text().size() == before ? std::string_view("byte ") : std::string_view(", byte "));
  if (char* const at = to.reserve(most_words); at != nullptr) to.advance(put_offset(at, c));
}

// Any fault but a missing member of the outermost object.
[[gnu::noinline]] inline void explain_any(const context& c, text_writer& to) noexcept {
  const bool lists = c.fault == fault_code::missing_member || c.fault == fault_code::unknown_member;
  char* at = to.reserve(most_words + 2 * most_quoted + c.expected.size + (lists ? keys_size(*c.table) : 0));
  if (at == nullptr) return;
  at = put_complaint(at, c);
  if (c.fault == fault_code::not_an_object || c.fault == fault_code::no_memory) return to.advance(put(at, "."));
  to.advance(at);
  if (c.place == fault_place::unknown || c.from != c.begin || c.fault == fault_code::missing_member)
    return append_place(c, to);
  if (c.place == fault_place::object) return to.advance(put_offset(put(at, " (at byte "), c));
  const std::string_view name = c.name;
  if (name.size() > most_quoted) return append_place(c, to);
  if (c.fault == fault_code::unknown_member) {
    at = put(at, " \"");
    if (!tacet::detail::copy_if_plain(at, name.data(), name.size(), unreferable)) return append_place(c, to);
    at = put_known(put(at + name.size(), "\""), *c.table);
  }
  at = put(at, " (at /");
  if (c.fault == fault_code::unknown_member) (void)tacet::detail::copy_short(at, name.data(), name.size());
  else if (!tacet::detail::copy_if_plain(at, name.data(), name.size(), unreferable)) return append_place(c, to);
  to.advance(put_offset(put(at + name.size(), ", byte "), c));
}

}  // namespace detail

/// Appends the sentence, without the tool's name: what is wrong, the JSON pointer where there is one, and the
/// byte offset.
inline void explain(const context& c, text_writer& to) noexcept {
  using tacet::detail::put;
  if (c.fault != fault_code::missing_member || c.place != fault_place::object || c.from != c.begin)
    return detail::explain_any(c, to);
  // One missing member: without a call, so that no registers are saved.
  const auto offset = static_cast<std::size_t>(c.at - c.begin);
  const member& m = c.table->first[__builtin_ctzll(c.missing)];
  if ((c.missing & (c.missing - 1)) != 0 || m.size > most_quoted || offset >= 100 ||
      !to.fits(detail::most_words + 2 * most_quoted))
    return detail::explain_any(c, to);
  char* at = tacet::detail::copy_short(put(to.end(), "missing: "), m.key, m.size - 1u);  // without the colon
  at = tacet::detail::copy_short(put(at, " (at /"), m.key + 1, m.size - 3u);
  to.advance(put(tacet::detail::write_short_integer(put(at, ", byte "), offset), ")."));
}

}  // namespace tacet::json
