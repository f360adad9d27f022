// SPDX-License-Identifier: MIT
// Which members of a structure may be left out: optional ones and those with a default member initialiser.
#pragma once

#include <tacet/reflect/notes.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <utility>

namespace tacet::reflect {

template <class T> inline constexpr bool is_optional = false;
template <class T> inline constexpr bool is_optional<std::optional<T>> = true;

namespace detail {

// A bit for each member that has an initialiser. Reading a scalar that nothing initialised is no constant expression,
// which is what the builtin answers (g++ and clang): one evaluation finds out about all members.
struct initialised_bits {
  template <class... M> constexpr std::uint64_t operator()(const M&... member) const {
    std::uint64_t bits = 0;
    [[maybe_unused]] unsigned at = 0;
    ((bits |= std::uint64_t{is_set(member)} << at++), ...);
    return bits;
  }
  template <class V> static constexpr bool is_set(const V& value) {
    if constexpr (std::is_scalar_v<V>) return __builtin_constant_p(value) != 0;
    else if constexpr (requires(V& v) { v.empty(), v.clear(); }) return !value.empty();  // an array is never empty
    else return false;
  }
};
// `whole` is default-initialised on purpose.
template <class T> constexpr std::uint64_t read_initialised() {
  T whole;
  return visit_members(whole, initialised_bits{});
}
// None where the struct cannot be made at compile time.
template <class T> inline constexpr std::uint64_t initialised_members = 0;
template <class T>
  requires requires { typename std::integral_constant<std::uint64_t, read_initialised<T>()>; }
inline constexpr std::uint64_t initialised_members<T> = read_initialised<T>();

template <class T, std::size_t I>
concept initialised = (initialised_members<T> >> I & 1) != 0;

// The value of an initialised scalar. Only for a member that is `initialised`.
template <class T, std::size_t I, class M> constexpr M initial_value() {
  T whole;
  return visit_members(whole, []<class... All>(All&... member) {
    M found{};
    std::size_t at = 0;
    const auto look = [&]<class V>(V& value) {
      if constexpr (std::is_same_v<V, M>)
        if (at == I) found = value;
      ++at;
    };
    (look(member), ...);
    return found;
  });
}

template <class T, std::size_t... I, class... M>
consteval std::uint64_t required_mask(std::index_sequence<I...>, type_list<M...>) {
  std::uint64_t absent = (std::uint64_t{0} | ... | (is_optional<M> ? std::uint64_t{1} << I : 0));
  if constexpr (notes_of<T>.size() != 0)
    for (std::size_t i = 0; i < sizeof...(M); ++i)
      if (member_notes<T>[i].defaulted) absent |= std::uint64_t{1} << i;
  if constexpr (!hana_structure<T> && !std::is_trivially_default_constructible_v<T>) absent |= initialised_members<T>;
  return ~absent & (sizeof...(M) == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << sizeof...(M)) - 1);
}

}  // namespace detail

/// Bit i is set when member i of `T` must be given. A member may be left out when it is optional, when its note
/// says `defaulted`, or when the compiler sees its default member initialiser. It sees those of scalars, and
/// non-empty ones of strings and containers, if the whole struct can be made at compile time (clang before 16
/// cannot make a std::string of libstdc++ 12); where it cannot see, the member is required.
template <class T>
inline constexpr std::uint64_t required_members =
    detail::required_mask<T>(std::make_index_sequence<size_of<T>>{}, member_types<T>{});

}  // namespace tacet::reflect
