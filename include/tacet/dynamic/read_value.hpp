// SPDX-License-Identifier: MIT
// Reads argument text into a JSON value, as strictly as the decoder of typed arguments does.
#pragma once

#include <tacet/json/decode.hpp>
#include <tacet/json/number.hpp>
#include <tacet/json/scan.hpp>
#include <tacet/text/text_writer.hpp>

#include <boost/json/value.hpp>

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <system_error>

namespace tacet {

/// How much a text may hold that becomes a value.
struct value_limits {
  std::size_t bytes = std::size_t{1} << 20;
  int depth = 64;  ///< of nested arrays and objects; at most `json::most_depth` counts
};

namespace detail {

inline const char* read_any(const char* p, json::context& c, boost::json::value& out, int most);

// An integer of 64 bits exactly, else the nearest double of what is written with a fraction or an exponent. An integer
// beyond 64 bits has no exact value here, and another one must not take its place.
inline const char* read_number(const char* p, json::context& c, boost::json::value& out) {
  // The usual number: an integer of so few digits that it fits.
  if (const char* const behind = json::detail::skip_plain_integer(p, c.end); behind != nullptr && behind - p <= 18) {
    std::int64_t number = 0;
    (void)std::from_chars(p, behind, number);
    out.emplace_int64() = number;
    return behind;
  }
  json::number_parts parts;
  const char* const end = json::scan_number(p, c, parts);
  if (end == nullptr) return end;
  const std::string_view text{p, static_cast<std::size_t>(end - p)};
  if (text.find_first_of(".eE") == std::string_view::npos) {
    std::uint64_t magnitude = 0;
    if (json::exact_magnitude(parts, magnitude) != json::fault_code::none ||
        (parts.negative && magnitude > std::uint64_t{1} << 63))
      return json::fail(c, p, json::fault_code::out_of_range, "an integer of at most 64 bits");
    if (parts.negative) out.emplace_int64() = static_cast<std::int64_t>(0 - magnitude);
    else if (magnitude > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) out.emplace_uint64() = magnitude;
    else out.emplace_int64() = static_cast<std::int64_t>(magnitude);
    return end;
  }
  double number = 0;
  if (std::from_chars(p, end, number).ec != std::errc{}) {
    // Too small is zero, the nearest value; too large has no nearest finite value.
    if (parts.digits() + parts.scale > 0) return json::fail(c, p, json::fault_code::out_of_range, "a finite number");
    number = parts.negative ? -0.0 : 0.0;
  }
  out.emplace_double() = number;
  return end;
}

inline void decode_to(const json::string_token& token, boost::json::string& to) {
  if (token.plain) return (void)to.assign(token.begin, static_cast<std::size_t>(token.close - token.begin));
  to.resize(static_cast<std::size_t>(token.close - token.begin));
  to.resize(static_cast<std::size_t>(json::decode_string(token, to.data()) - to.data()));
}

inline const char* read_elements(const char* p, json::context& c, boost::json::array& out, int most) {
  bool closed = p != c.end && *p == ']';
  if (closed) --c.depth, ++p;
  while (!closed) {
    p = read_any(p, c, out.emplace_back(nullptr), most);
    if (p != nullptr) p = json::detail::next_in(p, c, ']', closed);
    if (p == nullptr) return p;
  }
  return p;
}

inline const char* read_entries(const char* p, json::context& c, boost::json::object& out, int most) {
  bool closed = p != c.end && *p == '}';
  if (closed) --c.depth, ++p;
  else out.reserve(4);  // the table would else grow by one at first
  while (!closed) {
    if (p == c.end || *p != '"')
      return json::fail(c, p, p == c.end ? json::fault_code::unexpected_end : json::fault_code::unexpected_character);
    const json::string_token key = json::scan_string(p + 1, c);
    if (key.close == nullptr) return nullptr;
    p = json::detail::past_colon(key.close + 1, c);
    if (p == nullptr) return p;
    boost::json::string spelled;
    std::string_view name{key.begin, static_cast<std::size_t>(key.close - key.begin)};
    if (!key.plain) {
      decode_to(key, spelled);
      name = spelled;
    }
    const auto [entry, is_new] = out.emplace(name, nullptr);
    if (!is_new) return json::fail(c, key.begin - 1, json::fault_code::duplicate_member);
    p = read_any(p, c, entry->value(), most);
    if (p != nullptr) p = json::detail::next_in(p, c, '}', closed);
    if (p == nullptr) return p;
  }
  return p;
}

inline const char* read_any(const char* p, json::context& c, boost::json::value& out, int most) {
  if (p == c.end) return json::fail(c, p, json::fault_code::unexpected_end);
  switch (*p) {
    case '{':
    case '[': {
      const bool is_object = *p == '{';
      if (c.depth >= most) return json::fail(c, p, json::fault_code::too_deep);
      p = json::detail::enter(p, c);
      if (p == nullptr) return p;
      return is_object ? read_entries(p, c, out.emplace_object(), most) : read_elements(p, c, out.emplace_array(), most);
    }
    case '"': {
      const json::string_token token = json::scan_string(p + 1, c);
      if (token.close == nullptr) return nullptr;
      decode_to(token, out.emplace_string());
      return token.close + 1;
    }
    case 't':
      out.emplace_bool() = true;
      return json::scan_literal(p, c, "true");
    case 'f':
      out.emplace_bool() = false;
      return json::scan_literal(p, c, "false");
    case 'n':
      out.emplace_null();
      return json::scan_literal(p, c, "null");
    default:
      if (*p != '-' && !json::detail::is_digit(*p)) return json::fail(c, p, json::fault_code::unexpected_character);
      return read_number(p, c, out);
  }
}

// False where the text is too long; the limit is told where there is room for its digits.
inline bool fits(std::string_view text, json::context& c, const value_limits& limits) noexcept {
  c.begin = text.data();
  c.end = c.begin + text.size();
  if (text.size() <= limits.bytes) return true;
  std::string_view said = "the limit is lower";
  text_room none(std::span<std::byte>{});
  text_writer to(c.room != nullptr ? *c.room : none);
  to.append("at most ");
  to.append(limits.bytes);
  to.append(" bytes");
  if (!to.failed()) said = to.finish(said);
  return json::fail(c, c.end, json::fault_code::text_too_long, said), false;
}

inline bool read_to_end(const char* p, json::context& c, boost::json::value& out, const value_limits& limits) {
  const char* end = p == nullptr ? p : read_any(p, c, out, limits.depth);
  if (end == nullptr) return false;
  end = json::skip_blanks(end, c.end);
  if (end != c.end) return json::fail(c, end, json::fault_code::trailing_text), false;
  return true;
}

}  // namespace detail

/// Reads `text`, which holds one JSON value (RFC 8259). Refuses duplicate members, integers beyond 64 bits and numbers
/// beyond those of a double, and what is larger or deeper than `limits`; then `c` says what and where. Integers are
/// `int64` as long as they fit and `uint64` beyond; all else is a `double`. The value has the memory resource that `out` has.
/// Throws std::bad_alloc.
[[nodiscard]] inline bool read_value(std::string_view text, boost::json::value& out, json::context& c,
                                     const value_limits& limits = {}) {
  if (!detail::fits(text, c, limits)) return false;
  return detail::read_to_end(json::skip_blanks(c.begin, c.end), c, out, limits);
}

/// The same of the arguments of a call, which are an object: empty text and `null` mean `{}`, and an object inside a JSON string
/// is unwrapped once, for which `c.room` is needed; `c.adjusted` says so.
[[nodiscard]] inline bool read_arguments(std::string_view text, boost::json::value& out, json::context& c,
                                         const value_limits& limits = {}) {
  if (!detail::fits(text, c, limits)) return false;
  const char* const begin = json::detail::begin_object(text, c);
  c.depth = 0;
  return detail::read_to_end(begin, c, out, limits);
}

}  // namespace tacet
