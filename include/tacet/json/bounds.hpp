// SPDX-License-Identifier: MIT
// Checks a decoded value against the bounds of its note.
#pragma once

#include <tacet/json/fault.hpp>
#include <tacet/reflect/notes.hpp>
#include <tacet/std/chrono.hpp>
#include <tacet/text/utf8.hpp>

#include <concepts>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>

namespace tacet::json::detail {

template <class N> constexpr bool is_below(N value, const member_bound& bound) noexcept {
  if (bound.is == member_bound::form::absent) return false;
  if constexpr (std::integral<N>)
    return bound.is == member_bound::form::whole ? std::cmp_less(value, bound.whole)
                                                 : static_cast<double>(value) < bound.real;
  else
    return value < (bound.is == member_bound::form::whole ? static_cast<N>(bound.whole) : static_cast<N>(bound.real));
}
template <class N> constexpr bool is_above(N value, const member_bound& bound) noexcept {
  if (bound.is == member_bound::form::absent) return false;
  if constexpr (std::integral<N>)
    return bound.is == member_bound::form::whole ? std::cmp_greater(value, bound.whole)
                                                 : static_cast<double>(value) > bound.real;
  else
    return value > (bound.is == member_bound::form::whole ? static_cast<N>(bound.whole) : static_cast<N>(bound.real));
}

// Characters are Unicode code points, as JSON Schema counts them.
inline std::size_t characters(std::string_view text) noexcept {
  std::size_t n = 0;
  for (const char c : text) n += (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  return n;
}

template <class V> fault_code outside(const V& value, const member_note& note) {
  if constexpr (requires { value.has_value(); *value; }) {
    return value.has_value() ? outside(*value, note) : fault_code::none;
  } else if constexpr (requires { value.count(); typename V::period; }) {
    return outside(value.count(), note);
  } else if constexpr (std::is_arithmetic_v<V> && !std::same_as<V, bool>) {
    if (is_below(value, note.minimum)) return fault_code::below_minimum;
    if (is_above(value, note.maximum)) return fault_code::above_maximum;
  } else if constexpr (std::convertible_to<const V&, std::string_view>) {
    const std::size_t size = characters(value);
    if (size < note.least) return fault_code::too_short;
    if (size > note.most) return fault_code::too_long;
  } else if constexpr (requires { value.size(); }) {
    if (value.size() < note.least) return fault_code::too_short;
    if (value.size() > note.most) return fault_code::too_long;
  }
  return fault_code::none;
}

}  // namespace tacet::json::detail
