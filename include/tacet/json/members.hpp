// SPDX-License-Identifier: MIT
// Decodes the members of an object by a table: one function for every struct.
#pragma once

#include <tacet/json/scan.hpp>
#include <tacet/text/words.hpp>

#include <cstdint>
#include <string_view>

namespace tacet::json {

/// Decodes the value at `p` into the object at `into`; the place behind the value, or null with a fault in `c`.
/// Every decoder may rely on the text ending in `}`: digits and blanks need no check for the end.
using decoder = const char* (*)(const char* p, context& c, void* into);

/// One member in the table of a struct.
struct member {
  const char* key;     ///< as it is usually spelled: quote, name, quote, colon
  std::uint16_t size;  ///< of the key
  decoder read;

  [[nodiscard]] constexpr std::string_view name() const noexcept { return {key + 1, std::size_t{size} - 3u}; }
};

/// The table of a struct.
struct members {
  const member* first;
  std::uint8_t count;
  bool allow_unknown;
  std::uint64_t required;
};

/// At most so many members that the struct does not have are passed over, where they are allowed at all:
/// each is compared with the others, to find duplicates.
inline constexpr int most_unknown_members = 64;

namespace detail {

// Behind a name: past the colon and the blanks around it.
inline const char* past_colon(const char* p, context& c) noexcept {
  if (p != c.end && *p != ':') p = skip_blanks(p, c.end);
  if (p == c.end) return fail(c, p, fault_code::unexpected_end);
  if (*p != ':') return fail(c, p, fault_code::unexpected_character);
  return skip_blanks(p + 1, c.end);
}

// A name that is no member's as it is spelled: unknown, or written with escapes. `found` is as in `read_key`.
[[gnu::noinline]] inline const char* read_other_key(const char* p, context& c, const members& all, unsigned& found,
                                                    std::string_view& name) noexcept {
  found = all.count;
  if (*p != '"') return fail(c, p, fault_code::unexpected_character);
  const string_token token = scan_string(p + 1, c);
  if (token.close == nullptr) return nullptr;
  name = {token.begin, static_cast<std::size_t>(token.close - token.begin)};
  char decoded[256];  // a longer spelling belongs to no member: an escape takes at most 6 bytes for a character
  if (!token.plain && name.size() <= sizeof decoded) {
    const std::string_view text{decoded, static_cast<std::size_t>(decode_string(token, decoded) - decoded)};
    for (found = 0; found < all.count; ++found)
      if (all.first[found].name() == text) break;
  }
  return past_colon(token.close + 1, c);
}

// The member's name at `p`, with its colon and the blanks around that. `found` is the member's index, or `count` for
// a name the table does not have, which is then in `name` as it is spelled.
inline const char* read_key(const char* p, context& c, const members& all, unsigned& found, std::string_view& name) {
  const auto left = static_cast<std::size_t>(c.end - p);
  for (found = 0; found < all.count; ++found) {
    const member& m = all.first[found];
    const std::size_t quoted = m.size - 1u;  // without the colon
    if (quoted < left && tacet::detail::same_text(p, m.key, quoted)) return past_colon(p + quoted, c);
  }
  return read_other_key(p, c, all, found, name);
}

// The names that were passed over; left uninitialised until used.
struct passed_names {
  struct name {
    const char* begin;
    std::size_t size;
  };
  name held[most_unknown_members];
  int count = 0;

  fault_code add(std::string_view spelled) noexcept {
    for (int i = 0; i < count; ++i)
      if (std::string_view(held[i].begin, held[i].size) == spelled) return fault_code::duplicate_member;
    if (count == most_unknown_members) return fault_code::too_many_members;
    held[count++] = {spelled.data(), spelled.size()};
    return fault_code::none;
  }
};

}  // namespace detail

/// Decodes members from `p`, which is behind the opening brace or behind a member (if `seen` is not 0). Refuses
/// duplicate, unknown and missing members. `null` for a member that may be left out leaves it at its default.
[[gnu::noinline]] inline const char* decode_members(const char* p, context& c, const members& all,
                                                    void* const* into, std::uint64_t seen) {
  detail::passed_names passed;
  bool first = seen == 0;
  for (;; first = false) {
    p = skip_blanks(p, c.end);
    if (p == c.end) return fail(c, p, fault_code::unexpected_end);
    if (!first && *p == ',') {
      p = skip_blanks(p + 1, c.end);
      if (p == c.end) return fail(c, p, fault_code::unexpected_end);
      if (*p == '}') return fail(c, p, fault_code::unexpected_character);
    } else if (*p == '}') {
      break;
    } else if (!first) {
      return fail(c, p, fault_code::unexpected_character);
    }
    const char* const key = p;
    unsigned index = 0;
    std::string_view name;
    p = detail::read_key(p, c, all, index, name);
    if (p == nullptr) return p;
    if (index == all.count) {
      if (!all.allow_unknown) {
        c.table = &all;
        return fail(c, key, fault_code::unknown_member);
      }
      if (const fault_code fault = passed.add(name); fault != fault_code::none) return fail(c, key, fault);
      p = scan_value(p, c);
      if (p == nullptr) return p;
      continue;
    }
    const std::uint64_t bit = std::uint64_t{1} << index;
    if ((seen & bit) != 0) return fail(c, key, fault_code::duplicate_member);
    seen |= bit;
    if (p == c.end) return fail(c, p, fault_code::unexpected_end);
    if (*p == 'n' && (all.required & bit) == 0) p = scan_literal(p, c, "null");
    else p = all.first[index].read(p, c, into[index]);
    if (p == nullptr) return p;
  }
  if ((all.required & ~seen) != 0) {
    c.table = &all;
    c.missing = all.required & ~seen;
    return fail(c, p, fault_code::missing_member);
  }
  return p + 1;
}

}  // namespace tacet::json
