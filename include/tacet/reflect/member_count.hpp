// SPDX-License-Identifier: MIT
// How many members an aggregate has, and what would make it unreadable member by member.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

namespace tacet::reflect {

/// An aggregate with more members than this is refused.
inline constexpr std::size_t most_members = 32;

namespace detail {

// Converts to any member type, but neither to the whole nor to a base class of it: those take a place in
// the initialiser list too and would be counted as members. Never called, but defined: clang wants that where a
// constexpr constructor of a member names it.
template <class Whole> struct anything {
  template <class T>
    requires(!__is_base_of(T, Whole))
  operator T() const noexcept {
    __builtin_unreachable();
  }
};
// The same where there are several: nothing can be the whole then, and a base class was looked for before. One type
// for all structs, so that what the constructors of a member make of it is found out once.
struct any_member {
  template <class T> operator T() const noexcept { __builtin_unreachable(); }
};
template <class Whole> struct any_base {
  template <class T>
    requires(__is_base_of(T, Whole) && !std::is_same_v<T, Whole>)
  operator T() const noexcept {
    __builtin_unreachable();
  }
};

// As many empty braces as there are members to take them: nothing is converted, so no constructor of a member is looked
// at. It stops at a member that is not made from nothing.
template <class T> consteval std::size_t empty_braces() {
  if constexpr (!requires { T{{}}; }) return 0;
  else if constexpr (!requires { T{{}, {}}; }) return 1;
  else if constexpr (!requires { T{{}, {}, {}}; }) return 2;
  else if constexpr (!requires { T{{}, {}, {}, {}}; }) return 3;
  else if constexpr (!requires { T{{}, {}, {}, {}, {}}; }) return 4;
  else if constexpr (!requires { T{{}, {}, {}, {}, {}, {}}; }) return 5;
  else if constexpr (!requires { T{{}, {}, {}, {}, {}, {}, {}}; }) return 6;
  else if constexpr (!requires { T{{}, {}, {}, {}, {}, {}, {}, {}}; }) return 7;
  else if constexpr (!requires { T{{}, {}, {}, {}, {}, {}, {}, {}, {}}; }) return 8;
  else if constexpr (!requires { T{{}, {}, {}, {}, {}, {}, {}, {}, {}, {}}; }) return 9;
  else if constexpr (!requires { T{{}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}}; }) return 10;
  else if constexpr (!requires { T{{}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}}; }) return 11;
  else if constexpr (!requires { T{{}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}}; }) return 12;
  else if constexpr (!requires { T{{}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}}; }) return 13;
  else if constexpr (!requires { T{{}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}}; }) return 14;
  else if constexpr (!requires {
                       T{{}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}};
                     })
    return 15;
  else if constexpr (!requires {
                       T{{}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}};
                     })
    return 16;
  else if constexpr (!requires {
                       T{{}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}};
                     })
    return 17;
  else if constexpr (!requires {
                       T{{}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}};
                     })
    return 18;
  else if constexpr (!requires {
                       T{{}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}};
                     })
    return 19;
  else if constexpr (!requires {
                       T{{}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}};
                     })
    return 20;
  else if constexpr (!requires {
                       T{{}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}};
                     })
    return 21;
  else if constexpr (!requires {
                       T{{}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {},
                         {}};
                     })
    return 22;
  else if constexpr (!requires {
                       T{{}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {},
                         {}, {}};
                     })
    return 23;
  else if constexpr (!requires {
                       T{{}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {},
                         {}, {}, {}};
                     })
    return 24;
  else if constexpr (!requires {
                       T{{}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {},
                         {}, {}, {}, {}};
                     })
    return 25;
  else if constexpr (!requires {
                       T{{}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {},
                         {}, {}, {}, {}, {}};
                     })
    return 26;
  else if constexpr (!requires {
                       T{{}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {},
                         {}, {}, {}, {}, {}, {}};
                     })
    return 27;
  else if constexpr (!requires {
                       T{{}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {},
                         {}, {}, {}, {}, {}, {}, {}};
                     })
    return 28;
  else if constexpr (!requires {
                       T{{}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {},
                         {}, {}, {}, {}, {}, {}, {}, {}};
                     })
    return 29;
  else if constexpr (!requires {
                       T{{}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {},
                         {}, {}, {}, {}, {}, {}, {}, {}, {}};
                     })
    return 30;
  else if constexpr (!requires {
                       T{{}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {},
                         {}, {}, {}, {}, {}, {}, {}, {}, {}, {}};
                     })
    return 31;
  else return 32;
}

template <class T, std::size_t> using repeat = T;
template <class T, std::size_t N> using filler = std::conditional_t<(N > 1), any_member, anything<T>>;

template <class T, std::size_t... I> consteval bool takes(std::index_sequence<I...>) {
  return requires { T{repeat<filler<T, sizeof...(I)>, I>{}...}; };
}
// An array that is left empty in braces takes all its elements with it, so the rest no longer fits.
template <class T, std::size_t... Before, std::size_t... After>
consteval bool fits_with_one_empty(std::index_sequence<Before...>, std::index_sequence<After...>) {
  return requires { T{repeat<any_member, Before>{}..., {}, repeat<any_member, After>{}...}; };
}

// Whether the braces are no count: a member that is not made from nothing, or a C array, which is one pair of braces
// and several initialisers.
template <class T>
inline constexpr bool counts_otherwise = takes<T>(std::make_index_sequence<empty_braces<T>() + 1>{});

template <class T, std::size_t N = 0> consteval std::size_t initialisers() {
  if constexpr (N > most_members) return N;
  else if constexpr (takes<T>(std::make_index_sequence<N + 1>{})) return initialisers<T, N + 1>();
  else return N;
}

template <class T, std::size_t Total, std::size_t... I> consteval bool has_array(std::index_sequence<I...>) {
  return (... || !fits_with_one_empty<T>(std::make_index_sequence<I>{}, std::make_index_sequence<Total - I - 1>{}));
}

}  // namespace detail

/// Whether `T{}` is well formed; a reference member makes it ill formed.
template <class T>
concept default_made = requires { T{}; };

template <class T>
inline constexpr bool has_base = requires { T{detail::any_base<T>{}}; };

/// The number of members. Only for a `default_made` aggregate without base classes.
template <class T> inline constexpr std::size_t member_count = [] {
  if constexpr (detail::counts_otherwise<T>) return detail::initialisers<T>();
  else return detail::empty_braces<T>();
}();

/// Whether a C array of two or more elements is among the members; `member_count` then counts its elements.
template <class T> inline constexpr bool has_c_array = [] {
  if constexpr (!detail::counts_otherwise<T> || member_count<T> > most_members) return false;
  else return detail::has_array<T, member_count<T>>(std::make_index_sequence<member_count<T>>{});
}();

}  // namespace tacet::reflect
