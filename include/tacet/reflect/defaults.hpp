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

// Reading a scalar that nothing initialised is no constant expression; so this one is a constant exactly when
// the member has an initialiser. One visitor for all members: it is instantiated per struct and evaluated per member.
struct reads_at {
  std::size_t at;

  template <class... M> constexpr bool operator()(M&... member) const {
    bool read = false;
    std::size_t i = 0;
    ((i++ == at ? void(read = is_set(member)) : void()), ...);
    return read;
  }
  template <class V> static constexpr bool is_set(const V& value) {
    if constexpr (std::is_scalar_v<V>) return value == value;
    else if constexpr (requires(V& v) { v.empty(), v.clear(); }) return !value.empty();  // an array is never empty
    else return false;
  }
};
// `whole` is default-initialised on purpose.
template <class T> constexpr bool reads_initialised(std::size_t at) {
  T whole;
  return visit_members(whole, reads_at{at});
}

template <class T, std::size_t I>
concept initialised = requires { typename std::bool_constant<reads_initialised<T>(I)>; } && reads_initialised<T>(I);

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

template <class T, std::size_t I, class M> consteval bool may_be_absent() {
  if constexpr (is_optional<M>) return true;
  else if constexpr (member_notes<T>[I].defaulted) return true;
  else if constexpr (hana_structure<T> || std::is_trivially_default_constructible_v<T>) return false;
  else return initialised<T, I>;
}

template <class T, std::size_t... I, class... M>
consteval std::uint64_t required_mask(std::index_sequence<I...>, type_list<M...>) {
  return (std::uint64_t{0} | ... | (may_be_absent<T, I, M>() ? 0 : std::uint64_t{1} << I));
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
