// SPDX-License-Identifier: MIT
// The enumerators of an enumeration and their names, read from the compiler's own spelling.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <type_traits>
#include <utility>

namespace tacet {

/// The values that are looked for in `E`: 0 to 63 unless specialised with an array of the enumerators, which
/// an enumeration with other values, or an unscoped one without a fixed underlying type, needs:
/// `template <> inline constexpr std::array tacet::enumerators_of<level>{level::low, level::high};`
template <class E> inline constexpr std::array<E, 0> enumerators_of{};

}  // namespace tacet

namespace tacet::reflect {

namespace detail {

template <class E, E... V> consteval std::string_view spelled_values() {
  return {__PRETTY_FUNCTION__, sizeof(__PRETTY_FUNCTION__) - 1};
}

// The text lists the values in order, "color::red" where the value has a name and "(color)2" where not.
template <class E, E... V> struct enumerators {
  static constexpr std::size_t candidates = sizeof...(V);
  static constexpr std::array<E, candidates> values{V...};

  static consteval std::string_view list() {
    std::string_view text = spelled_values<E, V...>();
#if defined(__clang__)
    text.remove_prefix(text.rfind("V = <") + 5);
    return text.substr(0, text.rfind('>'));
#else
    text.remove_prefix(text.rfind("V = {") + 5);
    return text.substr(0, text.rfind('}'));
#endif
  }

  template <class F> static consteval void each(F f) {
    std::string_view rest = list();
    for (std::size_t i = 0; i < candidates; ++i) {
      // A name may hold template arguments with commas in it; the separator stands outside of brackets.
      std::size_t depth = 0;
      std::size_t end = 0;
      for (; end < rest.size(); ++end) {
        const char c = rest[end];
        if (c == '<' || c == '(' || c == '{') ++depth;
        if (c == '>' || c == ')' || c == '}') --depth;
        if (c == ',' && depth == 0) break;
      }
      const std::string_view one = rest.substr(0, end);
      const char last = one.empty() ? '0' : one.back();
      std::size_t begin = one.size();
      while (begin > 0 && one[begin - 1] != ':' && one[begin - 1] != ')' && one[begin - 1] != ' ') --begin;
      const char first = begin < one.size() ? one[begin] : '0';
      const bool named = last != ')' && first != '-' && (first < '0' || first > '9');
      if (named) f(values[i], one.substr(begin));
      rest = end < rest.size() ? rest.substr(end + 2) : std::string_view{};
    }
  }

  static consteval std::size_t count() {
    std::size_t n = 0;
    each([&n](E, std::string_view) { ++n; });
    return n;
  }
};

template <class E, std::size_t... I> consteval auto enumerators_for(std::index_sequence<I...>) {
  constexpr auto& given = enumerators_of<E>;
  if constexpr (given.size() == 0) return enumerators<E, static_cast<E>(I)...>{};
  else return enumerators<E, given[I]...>{};
}
template <class E> consteval auto enumerators_for() {
  constexpr std::size_t n = enumerators_of<E>.size();
  return enumerators_for<E>(std::make_index_sequence<n == 0 ? 64 : n>{});
}

}  // namespace detail

template <class E> struct named_value {
  E value;
  std::string_view name;
};

namespace detail {
template <class E> consteval auto values_of() {
  using all = decltype(enumerators_for<E>());
  std::array<named_value<E>, all::count()> found{};
  std::size_t n = 0;
  all::each([&](E value, std::string_view name) { found[n++] = {value, name}; });
  return found;
}
}  // namespace detail

/// The enumerators of `E` with their names.
template <class E> inline constexpr auto enum_values = detail::values_of<E>();

}  // namespace tacet::reflect
