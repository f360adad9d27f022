// SPDX-License-Identifier: MIT
// One view of the types that have named members: aggregates, and other classes that are a Hana Struct.
#pragma once

#include <tacet/reflect/member_names.hpp>

#include <boost/hana/accessors.hpp>
#include <boost/hana/concept/struct.hpp>
#include <boost/hana/core/to.hpp>
#include <boost/hana/first.hpp>
#include <boost/hana/length.hpp>
#include <boost/hana/second.hpp>
#include <boost/hana/unpack.hpp>

#include <array>
#include <cstddef>
#include <string_view>
#include <type_traits>
#include <utility>

namespace tacet::reflect {

/// A class of which the members are known only through Hana (`BOOST_HANA_DEFINE_STRUCT`,
/// `BOOST_HANA_ADAPT_STRUCT`). An aggregate is read without Hana even when it is a Hana Struct too: that costs
/// a tenth of the compile time.
template <class T>
concept hana_structure = std::is_class_v<T> && !std::is_aggregate_v<T> && boost::hana::Struct<T>::value;

/// An aggregate class, other than a container such as std::array.
template <class T>
concept aggregate = std::is_class_v<T> && std::is_aggregate_v<T> && !requires { typename T::value_type; };

/// A type with named members.
template <class T>
concept structure = aggregate<T> || hana_structure<T>;

namespace detail {
template <class T> consteval std::size_t structure_size() {
  if constexpr (hana_structure<T>) return decltype(boost::hana::length(boost::hana::accessors<T>()))::value;
  else return member_count<T>;
}
template <class T> consteval auto structure_names() {
  if constexpr (hana_structure<T>) {
    return boost::hana::unpack(boost::hana::accessors<T>(), [](auto... pair) {
      return std::array<std::string_view, sizeof...(pair)>{
          std::string_view(boost::hana::to<const char*>(boost::hana::first(pair)))...};
    });
  } else {
    return member_names<T>;
  }
}
}  // namespace detail

/// How many members `T` has.
template <class T> inline constexpr std::size_t size_of = detail::structure_size<T>();

/// Their names, in declared order.
template <class T> inline constexpr auto field_names = detail::structure_names<T>();

/// `f(member...)` with all members as lvalues in declared order.
template <class T, class F> __attribute__((always_inline)) constexpr decltype(auto) visit_members(T& value, F&& f) {
  if constexpr (hana_structure<std::remove_const_t<T>>) {
    return boost::hana::unpack(boost::hana::accessors<std::remove_const_t<T>>(), [&](auto... pair) -> decltype(auto) {
      return f(boost::hana::second(pair)(value)...);
    });
  } else {
    return with_members(value, f);
  }
}

template <class... M> struct type_list {};

namespace detail {
struct listed {
  template <class... M> constexpr type_list<M...> operator()(M&...) const {
    return {};
  }
};
}  // namespace detail

/// The types of the members of `T`, in declared order, as a `type_list`.
template <class T> using member_types = decltype(visit_members(std::declval<T&>(), detail::listed{}));

}  // namespace tacet::reflect
