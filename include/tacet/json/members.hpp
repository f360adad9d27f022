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

// A name that is no member's as it is spelled: unknown, or written with escapes. `found` is as in `read_key`.
[[gnu::noinline]] inline const char* read_other_key(const char* p, context& c, const members& all,
                                                    unsigned& found) noexcept {
  found = all.count;
  if (*p != '"') return fail(c, p, fault_code::unexpected_character);
  const string_token token = scan_string(p + 1, c);
  if (token.close == nullptr) return nullptr;
  char decoded[256];  // a longer spelling belongs to no member: an escape takes at most 6 bytes for a character
  if (!token.plain && static_cast<std::size_t>(token.close - token.begin) <= sizeof decoded) {
    const std::string_view text{decoded, static_cast<std::size_t>(decode_string(token, decoded) - decoded)};
    for (found = 0; found < all.count; ++found)
      if (all.first[found].name() == text) break;
  }
  return token.close + 1;
}

// Behind the member's name at `p`. `found` is the member's index, or `count` for a name the table does not have.
inline const char* read_key(const char* p, context& c, const members& all, unsigned& found) noexcept {
  const auto left = static_cast<std::size_t>(c.end - p);
  for (found = 0; found < all.count; ++found) {
    const member& m = all.first[found];
    const std::size_t quoted = m.size - 1u;  // without the colon
    // Names differ in their first letter mostly.
    if (quoted < left && p[1] == m.key[1] && tacet::detail::same_text(p, m.key, quoted)) return p + quoted;
  }
  return read_other_key(p, c, all, found);
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

// At the closing brace.
inline std::nullptr_t fail_missing(const char* p, context& c, const members& all, std::uint64_t seen,
                                   bool outermost) noexcept {
  c.fault = fault_code::missing_member;
  c.at = p;
  c.expected = std::string_view{};
  c.table = &all;
  c.missing = all.required & ~seen;
  c.name = std::string_view{};
  c.place = outermost ? fault_place::object : fault_place::unknown;
  c.from = c.begin;
  return nullptr;
}

[[gnu::noinline]] inline const char* decode_further(const char* p, context& c, const members& all,
                                                    void* const* into, std::uint64_t seen, std::uint64_t asked) {
  passed_names passed;
  const bool outermost = c.depth == 1;
  const auto fail_between = [&](const char* at, fault_code fault) {
    (void)fail(c, at, fault);
    return locate(c, outermost, fault_place::object);
  };
  const auto fail_at_name = [&](std::string_view name, fault_code fault) {
    (void)fail(c, name.data() - 1, fault);
    return locate(c, outermost, fault_place::name, name);
  };
  // The reader that was asked in front of this is not asked again what is wrong.
  fault_code failed = c.fault;
  c.fault = fault_code::none;
  // The text ends in a brace, which is no blank, so its end is looked for in one place only.
  const auto skip = [](const char* at) {
    while (is_blank(*at)) ++at;
    return at;
  };
  bool first = seen == 0;
  for (;; first = false, failed = fault_code::none) {
    if (p == c.end) [[unlikely]] return fail_between(p, fault_code::unexpected_end);
    p = skip(p);
    if (!first && *p == ',') {
      p = skip(p + 1);
      if (*p == '}') [[unlikely]] return fail_between(p, fault_code::unexpected_character);
    } else if (*p == '}') {
      break;
    } else if (!first) {
      return fail_between(p, fault_code::unexpected_character);
    }
    const char* const key = p;
    unsigned index = 0;
    p = read_key(p, c, all, index);
    if (p == nullptr) return locate(c, outermost, fault_place::object);
    const std::string_view name{key + 1, static_cast<std::size_t>(p - key - 2)};
    p = skip(p);
    if (*p != ':') [[unlikely]] {
      (void)fail(c, p, fault_code::unexpected_character);
      return locate(c, outermost, fault_place::inside, name);
    }
    const char* const value = skip(p + 1);
    if (index == all.count) {
      if (!all.allow_unknown) {
        (void)fail_at_name(name, fault_code::unknown_member);
        c.table = &all;
        return nullptr;
      }
      if (const fault_code fault = passed.add(name); fault != fault_code::none) return fail_at_name(name, fault);
      p = scan_value(value, c);
    } else {
      const std::uint64_t bit = std::uint64_t{1} << index;
      if ((seen & bit) != 0) return fail_at_name(name, fault_code::duplicate_member);
      seen |= bit;
      if (failed != fault_code::none && bit == asked && c.at >= value) c.fault = failed, p = nullptr;
      else if (*value == 'n' && (all.required & bit) == 0) p = scan_literal(value, c, "null");
      else p = all.first[index].read(value, c, into[index]);
    }
    if (p == nullptr) {
      if (c.at == value) return locate(c, outermost, fault_place::value, name);
      return locate(c, outermost && *value != '{' && *value != '[', fault_place::inside, name);
    }
  }
  if ((all.required & ~seen) != 0) return fail_missing(p, c, all, seen, outermost);
  return p + 1;
}

}  // namespace detail

/// Decodes members from `p`, which is behind the opening brace or behind a member (if `seen`, a bit for each, is not 0).
/// Refuses duplicate, unknown and missing members. `null` for a member that may be left out leaves it at its default.
/// A fault in `c` is what the reader of the member `asked` (a bit) said just now of the value that comes next.
inline const char* decode_any_order(const char* p, context& c, const members& all, void* const* into,
                                    std::uint64_t seen, std::uint64_t asked) {
  // Members that are only missing need none of the work.
  if (c.fault == fault_code::none && p != c.end && *p == '}' && (all.required & ~seen) != 0)
    return detail::fail_missing(p, c, all, seen, c.depth == 1);
  return detail::decode_further(p, c, all, into, seen, asked);
}

/// The same for members that probably stand in their order and are spelled as usual, where some that may be left out
/// are: as long as they do, nothing is searched for. The first `from` members are done.
[[gnu::noinline]] inline const char* decode_members(const char* p, context& c, const members& all,
                                                    void* const* into, unsigned from = 0) {
  const int depth = c.depth;
  std::uint64_t seen = (std::uint64_t{1} << from) - 1;
  for (unsigned i = from; i < all.count && *p != '}'; ++i) {
    const member& m = all.first[i];
    const std::uint64_t bit = std::uint64_t{1} << i;
    const char* q = p;
    if (seen != 0) {
      if (*q != ',') break;
      ++q;
      if (*q == ' ') ++q;
    }
    const bool optional = (all.required & bit) == 0;
    if (c.end - q <= static_cast<std::ptrdiff_t>(m.size) || !tacet::detail::same_text(q, m.key, m.size)) {
      if (optional) continue;
      break;
    }
    q += m.size;
    if (*q == ' ') ++q;
    // A reader that is asked in vain, for a blank, might already have cleared the member.
    if (optional && is_blank(*q)) break;
    q = optional && *q == 'n' ? scan_literal(q, c, "null") : m.read(q, c, into[i]);
    if (q == nullptr) {
      c.depth = depth;
      return decode_any_order(p, c, all, into, seen, bit);
    }
    p = q;
    seen |= bit;
  }
  if (*p == '}' && (all.required & ~seen) == 0) [[likely]] return p + 1;
  return decode_any_order(p, c, all, into, seen, 0);
}

}  // namespace tacet::json
