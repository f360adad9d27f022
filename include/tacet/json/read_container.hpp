// SPDX-License-Identifier: MIT
// Readers of strings, optionals, sequences, maps and variants.
#pragma once

#include <tacet/json/read_scalar.hpp>
#include <tacet/reflect/defaults.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

namespace tacet::json {

/// The exact text of any JSON value, checked but not decoded. Borrows from the decoded text.
struct raw_value {
  std::string_view text{};
};

namespace detail {

inline string_token read_token(const char* p, context& c) noexcept {
  if (p == c.end) return (void)fail(c, p, fault_code::unexpected_end), string_token{p, nullptr, true};
  if (*p != '"') return (void)fail(c, p, fault_code::wrong_type, "a string"), string_token{p, nullptr, true};
  return scan_string(p + 1, c);
}

// A value of the object's own must follow a nested one, so a nested value never ends where the text ends.
inline const char* inside(const char* p, context& c) noexcept {
  return p == c.end ? fail(c, p, fault_code::unexpected_end) : p;
}

// For a string where a container is declared: models encode nested values twice.
inline const char* wrong_container(const char* p, context& c, std::string_view expected) noexcept {
  if (p == c.end) return fail(c, p, fault_code::unexpected_end);
  if (*p == '"' && c.end - p > 1 && (p[1] == '[' || p[1] == '{'))
    return fail(c, p, fault_code::encoded_twice, expected);
  return fail(c, p, fault_code::wrong_type, expected);
}

}  // namespace detail

// No reader is in line: each is one function for all structs, and not a copy of it per member.

template <> struct reader<std::string> {
  static constexpr std::string_view expected = "a string";
  [[gnu::noinline]] static const char* read(const char* p, context& c, std::string& out) {
    const string_token token = detail::read_token(p, c);
    if (token.close == nullptr) return nullptr;
    out.assign(token.begin, token.close);
    if (!token.plain) out.resize(static_cast<std::size_t>(decode_string(token, out.data()) - out.data()));
    return token.close + 1;
  }
};

/// Borrows from the argument text where the string has no escapes, else from the report's room; it lives as
/// long as the call.
template <> struct reader<std::string_view> {
  static constexpr std::string_view expected = "a string";
  [[gnu::noinline]] static const char* read(const char* p, context& c, std::string_view& out) noexcept {
    const string_token token = detail::read_token(p, c);
    if (token.close == nullptr) return nullptr;
    const auto size = static_cast<std::size_t>(token.close - token.begin);
    out = {token.begin, size};
    if (token.plain) return token.close + 1;
    char* const to = c.room == nullptr ? nullptr : c.room->reserve(size);
    if (to == nullptr) return fail(c, p, fault_code::no_memory);
    char* const end = decode_string(token, to);
    c.room->commit(end);
    out = {to, static_cast<std::size_t>(end - to)};
    return token.close + 1;
  }
};

template <> struct reader<raw_value> {
  static constexpr std::string_view expected = "a value";
  [[gnu::noinline]] static const char* read(const char* p, context& c, raw_value& out) noexcept {
    const char* const end = scan_value(p, c);
    if (end == nullptr) return end;
    out.text = {p, static_cast<std::size_t>(end - p)};
    return detail::inside(end, c);
  }
};

template <> struct reader<std::monostate> {
  static constexpr std::string_view expected = "null";
  [[gnu::noinline]] static const char* read(const char* p, context& c, std::monostate&) noexcept {
    if (p != c.end && *p != 'n') return fail(c, p, fault_code::wrong_type, expected);
    return scan_literal(p, c, "null");
  }
};

template <class T> struct reader<std::optional<T>> {
  static constexpr std::string_view expected = reader<T>::expected;
  [[gnu::noinline]] static const char* read(const char* p, context& c, std::optional<T>& out) {
    out.reset();
    if (p != c.end && *p == 'n') return scan_literal(p, c, "null");
    p = reader<T>::read(p, c, out.emplace());
    if (p == nullptr) out.reset();
    return p;
  }
};

/// A sequence that grows: vector, deque, list.
template <class T>
concept growing_sequence = requires(T t, typename T::value_type v) {
  t.clear();
  t.push_back(std::move(v));
  t.begin();
} && !std::convertible_to<T, std::string_view>;

/// A container of string keys and mapped values.
template <class T>
concept string_map = requires(T t, typename T::mapped_type v) {
  requires std::constructible_from<typename T::key_type, std::string>;
  requires std::convertible_to<const typename T::key_type&, std::string_view>;
  t.clear();
  { t.emplace(typename T::key_type{}, std::move(v)).second } -> std::convertible_to<bool>;
};

template <growing_sequence T> struct reader<T> {
  static constexpr std::string_view expected = "an array";
  [[gnu::noinline]] static const char* read(const char* p, context& c, T& out) {
    out.clear();
    if (p == c.end || *p != '[') return detail::wrong_container(p, c, expected);
    p = detail::enter(p, c);
    if (p == nullptr) return p;
    if (p != c.end && *p == ']') return --c.depth, p + 1;
    for (bool closed = false; !closed;) {
      typename T::value_type value{};
      p = reader<typename T::value_type>::read(p, c, value);
      if (p == nullptr) return p;
      out.push_back(std::move(value));
      p = detail::next_in(p, c, ']', closed);
      if (p == nullptr) return p;
    }
    return p;
  }
};

template <class T, std::size_t N> struct reader<std::array<T, N>> {
  static constexpr std::string_view expected = "an array";
  [[gnu::noinline]] static const char* read(const char* p, context& c, std::array<T, N>& out) {
    const char* const begin = p;
    if (p == c.end || *p != '[') return detail::wrong_container(p, c, expected);
    p = detail::enter(p, c);
    if (p == nullptr) return p;
    std::size_t i = 0;
    bool closed = p != c.end && *p == ']';
    if (closed) --c.depth, ++p;
    for (; !closed; ++i) {
      if (i == N) return fail(c, begin, fault_code::wrong_count, expected);
      p = reader<T>::read(p, c, out[i]);
      if (p == nullptr) return p;
      p = detail::next_in(p, c, ']', closed);
      if (p == nullptr) return p;
    }
    return i == N ? p : fail(c, begin, fault_code::wrong_count, expected);
  }
};

template <string_map T> struct reader<T> {
  static constexpr std::string_view expected = "an object";
  [[gnu::noinline]] static const char* read(const char* p, context& c, T& out) {
    out.clear();
    if (p == c.end || *p != '{') return detail::wrong_container(p, c, expected);
    p = detail::enter(p, c);
    if (p == nullptr) return p;
    if (p != c.end && *p == '}') return --c.depth, detail::inside(p + 1, c);
    for (bool closed = false; !closed;) {
      const char* const at = p;
      if (p != c.end && *p != '"') return fail(c, p, fault_code::unexpected_character);
      // A key that is a view borrows like any other view.
      using key_text = std::conditional_t<std::is_same_v<typename T::key_type, std::string_view>, std::string_view, std::string>;
      key_text key{};
      p = reader<key_text>::read(p, c, key);
      if (p == nullptr) return p;
      p = skip_blanks(p, c.end);
      if (p == c.end) return fail(c, p, fault_code::unexpected_end);
      if (*p != ':') return fail(c, p, fault_code::unexpected_character);
      typename T::mapped_type value{};
      p = reader<typename T::mapped_type>::read(skip_blanks(p + 1, c.end), c, value);
      if (p == nullptr) return p;
      if (!out.emplace(std::move(key), std::move(value)).second) return fail(c, at, fault_code::duplicate_member);
      p = detail::next_in(p, c, '}', closed);
      if (p == nullptr) return p;
    }
    return detail::inside(p, c);
  }
};

/// The first alternative, in declared order, that the value fits exactly; nothing is repaired here. If none
/// does, the fault of the alternative that came furthest is told.
template <class... T> struct reader<std::variant<T...>> {
  static constexpr std::string_view expected = "one of the declared alternatives";
  [[gnu::noinline]] static const char* read(const char* p, context& c, std::variant<T...>& out) {
    context furthest = c;
    furthest.at = p;
    const char* end = nullptr;
    const auto attempt = [&]<class A>(A value) {
      context own = c;
      own.exact = true;
      end = reader<A>::read(p, own, value);
      if (end != nullptr) out = std::move(value);
      else if (own.at > furthest.at) furthest = own;
      return end != nullptr;
    };
    if ((attempt(T{}) || ...)) return end;
    if (furthest.at == p) return fail(c, p, fault_code::no_alternative, expected);
    furthest.exact = c.exact;
    furthest.depth = c.depth;
    c = furthest;
    return nullptr;
  }
};

}  // namespace tacet::json
