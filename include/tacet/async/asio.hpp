// SPDX-License-Identifier: MIT
// What of Boost.Asio can be waited for: awaitables, and sequences whose next value is awaited.
#pragma once

#include <tacet/phase/awaited.hpp>

#include <boost/asio/awaitable.hpp>

#include <optional>
#include <type_traits>
#include <utility>

namespace tacet {

namespace asio = boost::asio;

namespace detail {
template <class R> struct value_awaited;
template <class T, class Executor> struct value_awaited<asio::awaitable<std::optional<T>, Executor>> { using type = T; };
template <class S> using next_value_of = typename value_awaited<decltype(std::declval<S&>().next())>::type;
}  // namespace detail

/// A sequence that is produced while it is waited for: `next()` gives an `asio::awaitable` of an optional, which is empty at
/// the end. A tool may return one: all values but the last are progress, the last is the result.
template <class S>
concept async_sequence = requires(S& sequence) { typename detail::next_value_of<S>; };

namespace detail {
template <class T> struct awaited<asio::awaitable<T>> {
  using type = T;
  static constexpr bool waits = true;
};
template <async_sequence S> struct awaited<S> {
  using type = next_value_of<S>;
  static constexpr bool waits = true;
};
}  // namespace detail

}  // namespace tacet
