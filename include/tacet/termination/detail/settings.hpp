// SPDX-License-Identifier: MIT
// Reads named settings from whatever holds them: JSON text, a map, a JSON value or a struct.
#pragma once

#include <tacet/json/canonical.hpp>
#include <tacet/reflect/structure.hpp>
#include <tacet/std/ranges.hpp>

#include <climits>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

namespace tacet::detail {

/// The value of one member in a JSON text.
struct setting_text {
  std::string_view text;
};

// Spelled with a fraction or an exponent a number is no integer, as for every reader of dynamic JSON.
inline std::optional<std::int64_t> integer_in(std::string_view text) noexcept {
  if (text.find_first_not_of("-0123456789") != std::string_view::npos) return std::nullopt;
  json::context c;
  c.end = text.data() + text.size();
  json::number_parts parts;
  std::uint64_t magnitude = 0;
  if (json::scan_number(text.data(), c, parts) != c.end) return std::nullopt;
  if (json::exact_magnitude(parts, magnitude) != json::fault_code::none || magnitude > INT64_MAX)
    return std::nullopt;
  const auto value = static_cast<std::int64_t>(magnitude);
  return parts.negative ? -value : value;
}

template <class V>
concept character = std::same_as<V, char> || std::same_as<V, wchar_t> || std::same_as<V, char8_t> ||
    std::same_as<V, char16_t> || std::same_as<V, char32_t>;
template <class V>
concept perhaps = requires(const V& v) {
  static_cast<bool>(v.has_value());
  *v;
};
template <class V> inline constexpr bool is_a_variant = false;
template <class... A> inline constexpr bool is_a_variant<std::variant<A...>> = true;

/// The value as a `T`, which is int or bool; empty when it is of another type or does not fit. Nothing is
/// converted: a bool, a character, a real number and a string are no integers, an integer is no bool.
template <class T, class V> constexpr std::optional<T> setting_as(const V& value) {
  constexpr bool wants_bool = std::same_as<T, bool>;
  if constexpr (std::same_as<V, setting_text>) {
    if constexpr (wants_bool) {
      if (value.text == "true" || value.text == "false") return value.text == "true";
    } else if (const auto found = integer_in(value.text); found.has_value()) {
      return setting_as<T>(*found);
    }
    return std::nullopt;
  } else if constexpr (std::same_as<V, bool>) {
    if constexpr (wants_bool) return value;
    else return std::nullopt;
  } else if constexpr (std::integral<V> && !character<V> && sizeof(V) <= sizeof(long long)) {
    if constexpr (wants_bool) {
      return std::nullopt;
    } else if constexpr (std::signed_integral<V>) {
      const auto wide = static_cast<long long>(value);
      return wide >= INT_MIN && wide <= INT_MAX ? std::optional<T>(static_cast<T>(wide)) : std::nullopt;
    } else {
      const auto wide = static_cast<unsigned long long>(value);
      return wide <= INT_MAX ? std::optional<T>(static_cast<T>(wide)) : std::nullopt;
    }
  } else if constexpr (is_a_variant<V>) {
    if (value.valueless_by_exception()) return std::nullopt;
    return std::visit([](const auto& held) { return setting_as<T>(held); }, value);
  } else if constexpr (requires { value.is_bool(), value.as_bool(), value.is_int64(), value.as_int64(); }) {
    // As in Boost.JSON.
    if constexpr (wants_bool) {
      if (value.is_bool()) return static_cast<bool>(value.as_bool());
    } else {
      if (value.is_int64()) return setting_as<T>(static_cast<std::int64_t>(value.as_int64()));
      if constexpr (requires { value.is_uint64(), value.as_uint64(); })
        if (value.is_uint64()) return setting_as<T>(static_cast<std::uint64_t>(value.as_uint64()));
    }
    return std::nullopt;
  } else if constexpr (requires { value.is_boolean(), value.is_number_integer(); }) {
    // As in nlohmann.
    if constexpr (wants_bool) {
      if (value.is_boolean()) return value.template get<bool>();
    } else {
      if constexpr (requires { value.is_number_unsigned(); })
        if (value.is_number_unsigned()) return setting_as<T>(value.template get<std::uint64_t>());
      if (value.is_number_integer()) return setting_as<T>(value.template get<std::int64_t>());
    }
    return std::nullopt;
  } else if constexpr (perhaps<V>) {
    return value.has_value() ? setting_as<T>(*value) : std::nullopt;
  } else {
    return std::nullopt;
  }
}

/// Calls `f(name, setting_text)` for the members of the one object that `text` is; not at all when it is
/// anything else.
template <class F> void each_setting_in(std::string_view text, F& f) {
  json::context c;
  if (!json::scan_document(text, c)) return;
  const char* p = json::skip_blanks(c.begin, c.end);
  if (*p != '{') return;
  p = json::skip_blanks(p + 1, c.end);
  while (*p != '}') {
    const json::string_token key = json::scan_string(p + 1, c);
    p = json::skip_blanks(json::skip_blanks(key.close + 1, c.end) + 1, c.end);
    const char* const behind = json::scan_value(p, c);
    const setting_text value{{p, static_cast<std::size_t>(behind - p)}};
    if (key.plain) f(std::string_view(key.begin, static_cast<std::size_t>(key.close - key.begin)), value);
    else f(std::string_view(json::detail::decoded(key)), value);
    p = json::skip_blanks(behind, c.end);
    if (*p == ',') p = json::skip_blanks(p + 1, c.end);
  }
}

template <class E>
concept text_key = requires(const E& key) { std::string_view(key.data(), key.size()); } ||
                   std::convertible_to<const E&, std::string_view>;
template <class E>
concept keyed_pair = requires(const E& e) {
  requires text_key<std::remove_cvref_t<decltype(e.first)>>;
  e.second;
};
template <class E>
concept keyed_entry = requires(const E& e) {
  requires text_key<std::remove_cvref_t<decltype(e.key())>>;
  e.value();
};

template <class K> constexpr std::string_view key_text(const K& key) {
  if constexpr (requires { key.data(), key.size(); }) return {key.data(), key.size()};
  else return std::string_view(key);
}

template <class S>
inline constexpr bool readable_struct = [] {
  if constexpr (reflect::hana_structure<S>) return true;
  else if constexpr (!reflect::default_made<S>) return false;
  else if constexpr (reflect::has_base<S> || reflect::has_c_array<S>) return false;
  else return reflect::member_count<S> <= reflect::most_members;
}();

/// The struct that settings come down to, if its members cannot be read; otherwise void. Asked before they are.
template <class S> struct unreadable_settings {
  static constexpr bool is_struct =
      !(std::is_pointer_v<S> || std::convertible_to<const S&, std::string_view> || perhaps<S> ||
        std::ranges::input_range<const S> || requires(const S& s) { static_cast<bool>(s.is_object()); }) &&
      reflect::structure<S>;
  static consteval bool is_unreadable() {
    if constexpr (is_struct) return !readable_struct<S>;
    else return false;
  }
  using type = std::conditional_t<is_unreadable(), S, void>;
};
template <class S>
  requires(!std::convertible_to<S, std::string_view> && std::is_object_v<S>)
struct unreadable_settings<S*> : unreadable_settings<std::remove_cv_t<S>> {};
template <class S>
  requires(perhaps<S> && !std::is_pointer_v<S>)
struct unreadable_settings<S> : unreadable_settings<std::remove_cvref_t<decltype(*std::declval<const S&>())>> {};

/// Calls `f(name, value)` for each setting in `settings`. What is absent, or is no object, has none.
template <class S, class F> constexpr void each_setting(const S& settings, F& f) {
  if constexpr (requires { static_cast<bool>(settings.is_object()); }) {
    if (!settings.is_object()) return;
    if constexpr (requires { settings.as_object(); }) each_setting(settings.as_object(), f);
    else
      for (auto it = settings.begin(); it != settings.end(); ++it) f(key_text(it.key()), *it);
  } else if constexpr (std::is_null_pointer_v<S> || std::same_as<S, std::nullopt_t>) {
    return;
  } else if constexpr (std::is_pointer_v<S> && !std::convertible_to<S, std::string_view>) {
    if constexpr (std::is_object_v<std::remove_pointer_t<S>>)
      if (settings != nullptr) each_setting(*settings, f);
  } else if constexpr (std::convertible_to<const S&, std::string_view>) {
    if constexpr (std::is_pointer_v<S>)
      if (settings == nullptr) return;
    each_setting_in(settings, f);
  } else if constexpr (perhaps<S>) {
    if (settings.has_value()) each_setting(*settings, f);
  } else if constexpr (std::ranges::input_range<const S>) {
    using entry = std::ranges::range_value_t<const S>;
    if constexpr (keyed_pair<entry>)
      for (const auto& one : settings) f(key_text(one.first), one.second);
    else if constexpr (keyed_entry<entry>)
      for (const auto& one : settings) f(key_text(one.key()), one.value());
  } else if constexpr (reflect::structure<S>) {
    if constexpr (readable_struct<S>)
      reflect::visit_members(settings, [&](const auto&... member) {
        std::size_t i = 0;
        (f(reflect::field_names<S>[i++], member), ...);
      });
  }
}

}  // namespace tacet::detail
