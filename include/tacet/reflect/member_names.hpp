// SPDX-License-Identifier: MIT
// The names of an aggregate's members, read from the compiler's own spelling.
#pragma once

#include <tacet/reflect/with_members.hpp>

#include <array>
#include <cstddef>
#include <string_view>
#include <utility>

namespace tacet::reflect::detail {

// The object is never made: only addresses inside it are taken, which are constants.
template <class T> struct boxed {
  T value;
  ~boxed();
};
#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wundefined-var-template"
#pragma clang diagnostic ignored "-Wundefined-internal"
#endif
template <class T> extern const boxed<T> unmade;

// clang 14 takes no pointer to a subobject as a template argument, but takes a class that holds one.
template <class M> struct address {
  const M* to;
};
template <class M> address(const M*) -> address<M>;

template <address A> consteval std::string_view spelled() {
  return {__PRETTY_FUNCTION__, sizeof(__PRETTY_FUNCTION__) - 1};  // to count it would be three quarters of the work
}

// What stands behind the member's name is the same for every member, so it is measured once and not searched for.
struct known_member {
  int known;
};
consteval std::size_t behind_the_name() {
  constexpr std::string_view text = spelled<address{&unmade<known_member>.value.known}>();
  return text.size() - text.rfind("known") - 5;
}
inline constexpr std::size_t name_suffix = behind_the_name();

// The member's name is the last identifier in front of that, for g++ and clang alike.
constexpr std::string_view last_identifier(std::string_view text) {
  const auto part = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           static_cast<unsigned char>(c) >= 0x80;
  };
  const std::size_t end = text.size() - name_suffix;
  std::size_t begin = end;
  while (begin > 0 && part(text[begin - 1])) --begin;
  return text.substr(begin, end - begin);
}

template <class... M> struct pointers;
template <> struct pointers<> {};
template <class M, class... Rest> struct pointers<M, Rest...> {
  const M* first;
  pointers<Rest...> rest;
};
template <std::size_t I, class... M> consteval auto pointer_at(const pointers<M...>& all) {
  if constexpr (I == 0) return all.first;
  else return pointer_at<I - 1>(all.rest);
}

constexpr pointers<> chain() { return {}; }
template <class M, class... Rest> constexpr pointers<M, Rest...> chain(const M* first, const Rest*... rest) {
  return {first, chain(rest...)};
}

struct chain_members {
  template <class... M> constexpr auto operator()(const M&... member) const { return chain(&member...); }
};

// The addresses stay a local constant: a variable would be emitted, and ask the linker for the object.
template <class T, std::size_t... I> consteval auto names_of(std::index_sequence<I...>) {
  [[maybe_unused]] constexpr auto all = with_members(unmade<T>.value, chain_members{});
  return std::array<std::string_view, sizeof...(I)>{
      last_identifier(spelled<address{pointer_at<I>(all)}>())...};
}
#if defined(__clang__)
#pragma clang diagnostic pop
#endif

}  // namespace tacet::reflect::detail

namespace tacet::reflect {

/// The names of the members of the aggregate `T`, in declared order.
template <class T> inline constexpr auto member_names = detail::names_of<T>(std::make_index_sequence<member_count<T>>{});

}  // namespace tacet::reflect
