// SPDX-License-Identifier: MIT
// The one signature of a callable: result and parameters.
#pragma once

#include <type_traits>

namespace tacet::detail {

template <class Result, class... Parameter> struct type_list_of {};

template <class F> struct signature_trait;
template <class R, class... P> struct signature_trait<R(P...)> { using type = type_list_of<R, P...>; };
template <class R, class... P> struct signature_trait<R(P...) noexcept> { using type = type_list_of<R, P...>; };
template <class R, class... P> struct signature_trait<R (*)(P...)> { using type = type_list_of<R, P...>; };
template <class R, class... P> struct signature_trait<R (*)(P...) noexcept> { using type = type_list_of<R, P...>; };
// A call operator must be const: an executor may run a tool from several threads.
template <class C, class R, class... P> struct signature_trait<R (C::*)(P...) const> { using type = type_list_of<R, P...>; };
template <class C, class R, class... P> struct signature_trait<R (C::*)(P...) const noexcept> {
  using type = type_list_of<R, P...>;
};
template <class F>
  requires requires { typename signature_trait<decltype(&F::operator())>::type; }
struct signature_trait<F> { using type = typename signature_trait<decltype(&F::operator())>::type; };

template <class F>
concept has_signature = requires { typename signature_trait<F>::type; };
template <class F> using signature_of = typename signature_trait<F>::type;

}  // namespace tacet::detail
