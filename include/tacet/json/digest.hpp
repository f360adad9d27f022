// SPDX-License-Identifier: MIT
// A number in place of the canonical form of a JSON value: equal for equal values, made without memory.
#pragma once

#include <tacet/json/scan.hpp>
#include <tacet/text/words.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace tacet::json {

/// 128 bits that stand for a value.
struct digest128 {
  std::uint64_t high = 0;
  std::uint64_t low = 0;
  friend constexpr bool operator==(const digest128&, const digest128&) noexcept = default;
};

/// Takes texts, words and other digests in order. What it was made for is part of the result. Two halves of
/// 64 bits that never meet, each one to one in what it takes last. Not cryptographic: who knows the constants
/// can make up two texts with one digest.
class digester {
 public:
  explicit constexpr digester(char purpose) noexcept
      : high_(mixed(static_cast<unsigned char>(purpose))), low_(mixed(high_)) {}

  constexpr void add(const digest128& other) noexcept {
    // Multiplied, so that what was taken before is not exchangeable with what comes now: [1,[2]] is not [2,[1]].
    high_ = mixed(high_ * 0xD6E8FEB86659FD93U ^ other.high);
    low_ = mixed(low_ * 0xA3B195354A39B70DU + other.low);
  }
  constexpr void add(std::uint64_t word) noexcept { add(digest128{word, word * golden}); }
  /// A piece of a text. Behind the last one, `end_text` is called.
  constexpr void add(std::string_view piece) noexcept {
    const char* p = piece.data();
    const char* const end = p + piece.size();
    while (p != end && size_ % 8 != 0) byte(*p++);
    if constexpr (std::endian::native == std::endian::little)
      for (; end - p >= 8; p += 8, size_ += 8) add(tacet::detail::word_at<std::uint64_t>(p));
    while (p != end) byte(*p++);
  }
  /// The digest so far. A text ends at most once.
  constexpr digest128 end_text() noexcept {
    // At most 7 bytes are waiting, so the size has a byte of its own: with it no two texts have the same
    // words.
    add(waiting_ | size_ << 56);
    return value();
  }
  [[nodiscard]] constexpr digest128 value() const noexcept { return {high_, low_}; }

 private:
  static constexpr std::uint64_t golden = 0x9E3779B97F4A7C15U;

  constexpr void byte(char c) noexcept {
    waiting_ |= std::uint64_t{static_cast<unsigned char>(c)} << (size_ % 8 * 8);
    if (++size_ % 8 != 0) return;
    add(waiting_);
    waiting_ = 0;
  }
  // splitmix64 (Steele, Lea and Flood 2014, constants of Stafford's variant 13): one to one.
  static constexpr std::uint64_t mixed(std::uint64_t x) noexcept {
    x += golden;
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9U;
    x = (x ^ x >> 27) * 0x94D049BB133111EBU;
    return x ^ x >> 31;
  }

  std::uint64_t high_;
  std::uint64_t low_;
  std::uint64_t waiting_ = 0;  // bytes that do not make a word yet
  std::uint64_t size_ = 0;
};

/// The digest of a text as it stands.
[[nodiscard]] constexpr digest128 digest_text(std::string_view text, char purpose = 't') noexcept {
  digester made(purpose);
  made.add(text);
  return made.end_text();
}

/// A key is held against so many earlier ones, of its object and of those around it.
inline constexpr std::size_t most_digested_keys = 64;

namespace detail {

// The keys of all objects that are open, one behind the other, as far as there is room.
struct open_keys {
  std::array<std::uint64_t, most_digested_keys> high;  // not set before they are used: most objects have few
  std::array<std::uint64_t, most_digested_keys> low;
  std::size_t count = 0;

  open_keys() noexcept {}
  // False when the key is already there since `first`.
  bool add(std::size_t first, const digest128& key) noexcept {
    for (std::size_t i = first; i < count; ++i)
      if (high[i] == key.high && low[i] == key.low) return false;
    if (count == most_digested_keys) return true;
    high[count] = key.high;
    low[count++] = key.low;
    return true;
  }
};

// The text of a string token, without its escapes.
inline digest128 add_string(digester& to, const string_token& token) noexcept {
  const char* p = token.begin;
  if (!token.plain)
    for (const char* run = p;; run = p) {
      while (p != token.close && *p != '\\') ++p;
      to.add(std::string_view(run, static_cast<std::size_t>(p - run)));
      if (p == token.close) return to.end_text();
      const std::int32_t unit = p[1] == 'u' ? hex4(p + 2, token.close) : 0;
      const bool pair = unit >= 0xD800 && unit <= 0xDBFF;
      const char* const behind = p + (p[1] != 'u' ? 2 : pair ? 12 : 6);
      char decoded[4];
      const char* const end = decode_string({p, behind, false}, decoded);
      to.add(std::string_view(decoded, static_cast<std::size_t>(end - decoded)));
      p = behind;
    }
  to.add(std::string_view(p, static_cast<std::size_t>(token.close - p)));
  return to.end_text();
}

inline const char* digest_number(const char* p, context& c, digest128& to) noexcept {
  number_parts parts;
  const char* const end = scan_number(p, c, parts);
  if (end == nullptr) return end;
  const bool zero = parts.digits() == 0;  // minus zero is zero
  digester made(zero ? '0' : parts.negative ? '-' : '+');
  made.add(
      std::string_view(parts.whole_begin, static_cast<std::size_t>(parts.whole_end - parts.whole_begin)));
  made.add(std::string_view(parts.fraction_begin,
                            static_cast<std::size_t>(parts.fraction_end - parts.fraction_begin)));
  (void)made.end_text();
  made.add(static_cast<std::uint64_t>(parts.scale));
  to = made.value();
  return end;
}

inline const char* digest_value(const char* p, context& c, digest128& to, open_keys& keys) noexcept;

inline const char* digest_array(const char* p, context& c, digest128& to, open_keys& keys) noexcept {
  p = enter(p, c);
  if (p == nullptr) return p;
  digester made('[');
  bool closed = p != c.end && *p == ']';
  if (closed) --c.depth, ++p;
  while (!closed) {
    digest128 element;
    p = digest_value(p, c, element, keys);
    if (p == nullptr) return p;
    made.add(element);
    p = next_in(p, c, ']', closed);
    if (p == nullptr) return p;
  }
  to = made.value();
  return p;
}

// The members are summed, so that their order does not matter; each is the digest of a key with its value.
inline const char* digest_object(const char* p, context& c, digest128& to, open_keys& keys) noexcept {
  p = enter(p, c);
  if (p == nullptr) return p;
  const std::size_t first = keys.count;
  digest128 sum;
  bool closed = p != c.end && *p == '}';
  if (closed) --c.depth, ++p;
  while (!closed) {
    if (p == c.end) return fail(c, p, fault_code::unexpected_end);
    if (*p != '"') return fail(c, p, fault_code::unexpected_character);
    const string_token key = scan_string(p + 1, c);
    if (key.close == nullptr) return nullptr;
    p = past_colon(key.close + 1, c);
    if (p == nullptr) return p;
    digester member(':');
    if (!keys.add(first, add_string(member, key)))
      return fail(c, key.begin - 1, fault_code::duplicate_member);
    digest128 value;
    p = digest_value(p, c, value, keys);
    if (p == nullptr) return p;
    member.add(value);
    sum.high += member.value().high;
    sum.low += member.value().low;
    p = next_in(p, c, '}', closed);
    if (p == nullptr) return p;
  }
  keys.count = first;
  digester made('{');
  made.add(sum);
  to = made.value();
  return p;
}

inline const char* digest_value(const char* p, context& c, digest128& to, open_keys& keys) noexcept {
  if (p == c.end) return fail(c, p, fault_code::unexpected_end);
  switch (*p) {
    case '{':
      return digest_object(p, c, to, keys);
    case '[':
      return digest_array(p, c, to, keys);
    case '"': {
      const string_token token = scan_string(p + 1, c);
      if (token.close == nullptr) return nullptr;
      digester made('"');
      to = add_string(made, token);
      return token.close + 1;
    }
    case 't':
    case 'f':
    case 'n': {
      const char* const end = scan_value(p, c);
      if (end != nullptr) to = digester(*p).value();
      return end;
    }
    default:
      if (*p != '-' && !is_digit(*p)) return fail(c, p, fault_code::unexpected_character);
      return digest_number(p, c, to);
  }
}

}  // namespace detail

/// The digest of the one value in `text`; false with a fault where `canonical` is false. Two digests are
/// equal where the canonical forms are; for values that differ they differ but for a chance of about 2^-128 a
/// pair. One difference: a duplicate key is refused when it is among the first `most_digested_keys` of its
/// object and of what is open around it; behind that both members count, and a text with the same members in
/// another order has the same digest. Allocates nothing; one pass, and the nesting is the depth of its
/// recursion, at most `most_depth`.
[[nodiscard]] inline bool digest(std::string_view text, digest128& to, context& c) noexcept {
  c.begin = text.data();
  c.end = text.data() + text.size();
  detail::open_keys keys;
  digest128 made;
  const char* p = detail::digest_value(skip_blanks(c.begin, c.end), c, made, keys);
  if (p == nullptr) return false;
  p = skip_blanks(p, c.end);
  if (p != c.end) return (void)fail(c, p, fault_code::trailing_text), false;
  to = made;
  return true;
}

}  // namespace tacet::json
