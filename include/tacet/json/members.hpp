// SPDX-License-Identifier: MIT
// Decodes the members of an object by a table: one function for every struct.
#pragma once

#include <tacet/json/scan.hpp>

#include <cstdint>
#include <cstring>
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

// The member's name at `p` (a quote) with its colon and the blanks around that. `found` is the index, or
// `count` for a name the table does not have, which is then in `name`.
inline const char* read_key(const char* p, context& c, const members& all, unsigned& found, string_token& name) {
  const auto left = static_cast<std::size_t>(c.end - p);
  for (found = 0; found < all.count; ++found) {
    const member& m = all.first[found];
    if (m.size <= left && std::memcmp(p, m.key, m.size) == 0) return skip_blanks(p + m.size, c.end);
  }
  if (*p != '"') return fail(c, p, fault_code::unexpected_character);
  name = scan_string(p + 1, c);
  if (name.close == nullptr) return nullptr;
  std::string_view text{name.begin, static_cast<std::size_t>(name.close - name.begin)};
  char decoded[256];  // a longer name with escapes belongs to no member: an escape has at most 6 bytes a character
  bool comparable = true;
  if (!name.plain) {
    if (text.size() <= sizeof decoded)
      text = {decoded, static_cast<std::size_t>(decode_string(name, decoded) - decoded)};
    else comparable = false;
  }
  for (found = 0; comparable && found < all.count; ++found)
    if (all.first[found].name() == text) break;
  if (!comparable) found = all.count;
  p = skip_blanks(name.close + 1, c.end);
  if (p == c.end) return fail(c, p, fault_code::unexpected_end);
  if (*p != ':') return fail(c, p, fault_code::unexpected_character);
  return skip_blanks(p + 1, c.end);
}

}  // namespace detail

/// Decodes members from `p`, which is behind the opening brace or behind a member (if `seen` is not 0). Refuses
/// duplicate, unknown and missing members. `null` for a member that may be left out leaves it at its default.
[[gnu::noinline]] inline const char* decode_members(const char* p, context& c, const members& all,
                                                    void* const* into, std::uint64_t seen) {
  std::string_view passed[most_unknown_members];
  int passed_count = 0;
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
    string_token name{};
    p = detail::read_key(p, c, all, index, name);
    if (p == nullptr) return p;
    if (index == all.count) {
      if (!all.allow_unknown) {
        c.table = &all;
        return fail(c, key, fault_code::unknown_member);
      }
      const std::string_view spelled{name.begin, static_cast<std::size_t>(name.close - name.begin)};
      for (int i = 0; i < passed_count; ++i)
        if (passed[i] == spelled) return fail(c, key, fault_code::duplicate_member);
      if (passed_count == most_unknown_members) return fail(c, key, fault_code::too_many_members);
      passed[passed_count++] = spelled;
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
