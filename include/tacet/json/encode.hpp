// SPDX-License-Identifier: MIT
// Writes values as JSON text.
#pragma once

#include <tacet/json/read_container.hpp>
#include <tacet/rule/rules.hpp>
#include <tacet/std/chrono.hpp>
#include <tacet/std/ranges.hpp>
#include <tacet/text/text_writer.hpp>
#include <tacet/text/utf8.hpp>

#include <concepts>
#include <cstddef>
#include <optional>
#include <string_view>
#include <type_traits>
#include <variant>

namespace tacet::json {

/// Appends `text` as a JSON string. Control characters are escaped; ill-formed UTF-8 becomes U+FFFD, so that
/// what is written is always valid.
inline void append_string(text_writer& to, std::string_view text) noexcept {
  constexpr char hex[] = "0123456789abcdef";
  const char* p = text.data();
  const char* const end = p + text.size();
  to.append('"');
  while (p != end) {
    const char* run = p;
    while (run != end && static_cast<unsigned char>(*run) >= 0x20 && static_cast<unsigned char>(*run) < 0x80 &&
           *run != '"' && *run != '\\')
      ++run;
    to.append(std::string_view(p, static_cast<std::size_t>(run - p)));
    p = run;
    if (p == end) break;
    const auto byte = static_cast<unsigned char>(*p);
    if (byte >= 0x80) {
      const std::size_t size = utf8_length(p, end);
      if (size == 0) to.append("\xEF\xBF\xBD");
      else to.append(std::string_view(p, size));
      p += size == 0 ? 1 : size;
      continue;
    }
    to.append('\\');
    switch (byte) {
      case '"':
      case '\\': to.append(*p); break;
      case '\n': to.append('n'); break;
      case '\r': to.append('r'); break;
      case '\t': to.append('t'); break;
      default:
        to.append("u00");
        to.append(hex[byte >> 4]);
        to.append(hex[byte & 15]);
        break;
    }
    ++p;
  }
  to.append('"');
}

/// Appends the shortest text that reads back as the same value; `null` where the value is not finite, because
/// JSON has no spelling for it.
template <std::floating_point N> void append_number(text_writer& to, N value) noexcept {
  if (!(value - value == 0)) return to.append("null");
  constexpr std::size_t most = 64;
  char* const at = to.reserve(most);
  if (at != nullptr) to.advance(std::to_chars(at, at + most, value).ptr);
}

template <class T> void append_value(text_writer& to, const T& value);

namespace detail {

template <class T>
concept mapping = std::ranges::input_range<const T> && requires { typename T::mapped_type; };

template <class T> void append_range(text_writer& to, const T& values) {
  to.append('[');
  bool first = true;
  for (const auto& value : values) {
    if (!first) to.append(',');
    first = false;
    append_value(to, value);
  }
  to.append(']');
}

template <class T> void append_mapping(text_writer& to, const T& values) {
  to.append('{');
  bool first = true;
  for (const auto& [key, value] : values) {
    if (!first) to.append(',');
    first = false;
    append_string(to, key);
    to.append(':');
    append_value(to, value);
  }
  to.append('}');
}

template <class T> void append_structure(text_writer& to, const T& value) {
  to.append('{');
  std::size_t i = 0;
  bool first = true;
  const auto one = [&]<class M>(const M& member) {
    const std::string_view name = reflect::field_names<T>[i++];
    if constexpr (reflect::is_optional<M>)
      if (!member.has_value()) return;
    if (!first) to.append(',');
    first = false;
    to.append('"');
    to.append(name);
    to.append("\":");
    append_value(to, member);
  };
  reflect::visit_members(value, [&](const auto&... member) { (one(member), ...); });
  to.append('}');
}

}  // namespace detail

/// Whether a value of `T` can be written.
template <class T>
concept writable = std::is_arithmetic_v<T> || std::is_enum_v<T> || std::convertible_to<const T&, std::string_view> ||
                   reflect::is_optional<T> || std::ranges::input_range<const T> || reflect::structure<T> ||
                   std::same_as<T, raw_value> || std::same_as<T, std::monostate> ||
                   requires(const T& t) { t.count(); typename T::period; } || requires(const T& t) { t.index(); };

/// Appends `value` as JSON. Structs become objects (absent optionals are left out), enumerators their names,
/// durations a number in their own unit, ranges arrays, string-keyed maps objects.
template <class T> void append_value(text_writer& to, const T& value) {
  if constexpr (std::same_as<T, bool>) to.append(value ? std::string_view("true") : std::string_view("false"));
  else if constexpr (std::same_as<T, char>) append_string(to, std::string_view(&value, 1));
  else if constexpr (std::integral<T>) to.append(value);
  else if constexpr (std::floating_point<T>) append_number(to, value);
  else if constexpr (std::convertible_to<const T&, std::string_view>) {
    if constexpr (std::is_pointer_v<T>)
      if (value == nullptr) return to.append("null");
    append_string(to, value);
  }
  else if constexpr (std::same_as<T, raw_value>) to.append(value.text.empty() ? std::string_view("null") : value.text);
  else if constexpr (std::same_as<T, std::monostate>) to.append("null");
  else if constexpr (reflect::is_optional<T>) value.has_value() ? append_value(to, *value) : to.append("null");
  else if constexpr (requires { value.count(); typename T::period; }) append_value(to, value.count());
  else if constexpr (requires { value.index(); value.valueless_by_exception(); })
    std::visit([&to](const auto& held) { append_value(to, held); }, value);
  else if constexpr (std::is_enum_v<T>) {
    for (const auto& known : reflect::enum_values<T>)
      if (known.value == value) return append_string(to, known.name);
    // As a number: the underlying type may be a character.
    using number = std::conditional_t<std::is_signed_v<std::underlying_type_t<T>>, long long, unsigned long long>;
    to.append(static_cast<number>(value));
  } else if constexpr (detail::mapping<T>) detail::append_mapping(to, value);
  else if constexpr (std::ranges::input_range<const T>) detail::append_range(to, value);
  else if constexpr (reflect::structure<T>) detail::append_structure(to, value);
  else static_assert(rule::result_is_writable<T, false>());
}

}  // namespace tacet::json
