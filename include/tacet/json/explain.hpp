// SPDX-License-Identifier: MIT
// Says in words what is wrong with argument text, where, and at which byte.
#pragma once

#include <tacet/json/members.hpp>
#include <tacet/json/pointer.hpp>
#include <tacet/text/quote.hpp>

#include <cstddef>
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

inline void append_missing(text_writer& to, const members& all, std::uint64_t missing) noexcept {
  int n = 0;
  for (unsigned i = 0; i < all.count; ++i)
    if ((missing >> i & 1) != 0) {
      to.append(n++ == 0 ? std::string_view(": ") : std::string_view(", "));
      to.append_name(all.first[i].name());
    }
}

inline void append_names(text_writer& to, const members& all) noexcept {
  if (all.count == 0) return to.append("; it takes none");
  to.append("; there are ");
  for (unsigned i = 0; i < all.count; ++i) {
    if (i != 0) to.append(", ");
    to.append_name(all.first[i].name());
  }
}

[[nodiscard]] constexpr std::string_view complaint(fault_code code) noexcept {
  switch (code) {
    case fault_code::not_an_object: return "the arguments must be a JSON object, not ";
    case fault_code::duplicate_member: return "a member is given twice";
    case fault_code::unknown_member: return "unknown member";
    case fault_code::missing_member: return "missing";
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
    case fault_code::no_memory: return "there was no memory to decode them";
    default: return "expected ";
  }
}

}  // namespace detail

/// Appends the sentence, without the tool's name: what is wrong, the JSON pointer where there is one, and the
/// byte offset.
inline void explain(const context& c, text_writer& to) noexcept {
  const auto offset = static_cast<std::size_t>(c.at - c.begin);
  const char first = c.at < c.end ? *c.at : '\0';
  if (is_grammar(c.fault)) {
    to.append("they are not valid JSON: ");
    to.append(grammar_text(c.fault));
  } else {
    to.append(detail::complaint(c.fault));
    switch (c.fault) {
      case fault_code::wrong_type:
        to.append(c.expected);
        to.append(", got ");
        to.append(kind_of_value(first));
        break;
      case fault_code::no_alternative:
      case fault_code::not_an_object: to.append(kind_of_value(first)); break;
      case fault_code::encoded_twice:
      case fault_code::not_an_integer:
      case fault_code::out_of_range:
      case fault_code::not_an_enumerator:
      case fault_code::below_minimum:
      case fault_code::above_maximum:
      case fault_code::too_short:
      case fault_code::too_long: to.append(c.expected); break;
      case fault_code::missing_member: detail::append_missing(to, *c.table, c.missing); break;
      default: break;
    }
  }
  if (c.fault == fault_code::not_an_object || c.fault == fault_code::no_memory) return to.append('.');
  // A member missing from the outermost object needs no walk to be found.
  const bool outermost = c.fault == fault_code::missing_member && c.at + 1 == c.end;
  const pointer_walk walk({c.begin, static_cast<std::size_t>(c.end - c.begin)}, outermost ? c.begin : c.at);
  if (c.fault == fault_code::unknown_member && c.table != nullptr) {
    to.append(' ');
    append_quoted(to, walk.name_at());
    detail::append_names(to, *c.table);
  }
  to.append(" (at ");
  const std::size_t before = to.text().size();
  walk.append_to(to);
  if (c.fault == fault_code::missing_member) {
    unsigned i = 0;
    while ((c.missing >> i & 1) == 0) ++i;
    append_reference(to, c.table->first[i].name());
  }
  to.append(to.text().size() == before ? std::string_view("byte ") : std::string_view(", byte "));
  to.append(offset);
  to.append(").");
}

}  // namespace tacet::json
