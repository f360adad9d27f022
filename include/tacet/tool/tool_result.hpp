// SPDX-License-Identifier: MIT
// A value or a tool_error: how a tool reports a failure without throwing.
#pragma once

#include <tacet/tool/errors.hpp>

#include <concepts>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <variant>

namespace tacet {

/// Any type of the shape of std::expected: `has_value()`, `operator*` and `error()`.
template <class T>
concept expected_like = requires(T& t) {
  { t.has_value() } -> std::convertible_to<bool>;
  t.error();
};

namespace detail {
// What kind of error it is, whose own type is not kept.
enum class error_cause : std::uint8_t { plain, before_effect, late };
}  // namespace detail

/// Returned by tools in builds without exceptions, and by those that prefer values. Made from a value, a `tool_error`, a
/// `not_applied` or a `timed_out`.
template <class T> class tool_result {
 public:
  using value_type = T;

  template <class U = T>
    requires std::constructible_from<T, U> && (!std::same_as<std::remove_cvref_t<U>, tool_result>) &&
             (!std::derived_from<std::remove_cvref_t<U>, tool_error>)
  tool_result(U&& value) : held_(std::in_place_index<0>, std::forward<U>(value)) {}
  tool_result(tool_error error) : held_(std::in_place_index<1>, std::move(error)) {}
  tool_result(not_applied error)
      : held_(std::in_place_index<1>, std::move(error)), cause_(detail::error_cause::before_effect) {}
  tool_result(timed_out error) : held_(std::in_place_index<1>, std::move(error)), cause_(detail::error_cause::late) {}

  [[nodiscard]] bool has_value() const noexcept { return held_.index() == 0; }
  [[nodiscard]] explicit operator bool() const noexcept { return has_value(); }
  /// Only when there is a value.
  [[nodiscard]] T& operator*() & noexcept { return *std::get_if<0>(&held_); }
  [[nodiscard]] T&& operator*() && noexcept { return std::move(*std::get_if<0>(&held_)); }
  [[nodiscard]] const T& operator*() const& noexcept { return *std::get_if<0>(&held_); }
  /// Only when there is none.
  [[nodiscard]] const tool_error& error() const noexcept { return *std::get_if<1>(&held_); }
  /// Whether the failure surely came before any effect.
  [[nodiscard]] bool before_effect() const noexcept { return cause_ == detail::error_cause::before_effect; }
  /// Whether it is a `timed_out`.
  [[nodiscard]] bool late() const noexcept { return cause_ == detail::error_cause::late; }

 private:
  std::variant<T, tool_error> held_;
  detail::error_cause cause_ = detail::error_cause::plain;
};

/// The result of a tool that gives nothing: `return {};` when it succeeded.
template <std::same_as<void> Nothing> class tool_result<Nothing> : tool_result<std::monostate> {
  using base = tool_result<std::monostate>;

 public:
  using value_type = void;

  tool_result() : base(std::monostate()) {}
  tool_result(tool_error error) : base(std::move(error)) {}
  tool_result(not_applied error) : base(std::move(error)) {}
  tool_result(timed_out error) : base(std::move(error)) {}

  using base::before_effect;
  using base::error;
  using base::has_value;
  using base::late;
  using base::operator bool;
};

}  // namespace tacet
