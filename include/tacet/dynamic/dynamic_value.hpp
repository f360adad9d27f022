// SPDX-License-Identifier: MIT
// What a tool that is known only at run time gives: text, a JSON value, or nothing.
#pragma once

#include <tacet/dynamic/detail/write_value.hpp>
#include <tacet/json/encode.hpp>
#include <tacet/rule/result_rules.hpp>
#include <tacet/phase/store_result.hpp>

#include <boost/json/value.hpp>

#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

namespace tacet {

/// Made of what the callable of a dynamic tool returns: a string is the text for the model itself, also one that is a JSON value;
/// any other JSON value is written as JSON, as what typed tools return is, and is the `value` of the outcome; anything else that typed tools may return is
/// written as JSON too, and only its text is kept.
class dynamic_value {
  // Of which Boost.JSON has the same value, and not a number in place of a letter or a name.
  template <class T>
  static constexpr bool is_json = std::same_as<T, bool> || std::same_as<T, double> || (std::integral<T> && sizeof(T) > 1) ||
                                  std::same_as<T, boost::json::object> || std::same_as<T, boost::json::array> ||
                                  std::same_as<T, boost::json::string>;
  template <class T> static constexpr bool is_written = std::is_void_v<rule::unwritten_value<T>>;

 public:
  dynamic_value() noexcept = default;
  dynamic_value(std::string text) noexcept : held_(std::move(text)) {}
  dynamic_value(boost::json::value value) noexcept : held_(std::move(value)) {}
  template <class T>
    requires(!std::same_as<T, dynamic_value> && !std::same_as<T, std::string> && !std::same_as<T, boost::json::value> &&
             (is_json<T> || is_written<T>))
  dynamic_value(T value) : dynamic_value(made_of(std::move(value))) {}

  /// Stores it in the report as the result of a call.
  template <class Policies> detail::verdict store_as_result(detail::call_frame<Policies>& frame) && {
    if (std::string* const text = std::get_if<std::string>(&held_)) return detail::store_result(frame, std::move(*text));
    frame.out.phase = call_phase::result;
    boost::json::value* const value = std::get_if<boost::json::value>(&held_);
    if (value == nullptr) return detail::succeed(frame, std::string_view("", 0));
    const boost::json::value* const kept = frame.room().keep(std::move(*value));
    if (kept == nullptr) return detail::result_lost(frame);
    frame.out.value = value_view::silent(*kept);
    if (kept->is_string()) return detail::succeed(frame, std::string_view(kept->get_string()));
    text_writer to(frame.room());
    detail::write_value(to, *kept);
    return to.failed() ? detail::result_lost(frame) : detail::succeed(frame, to.finish({}));
  }

 private:
  template <class T> static dynamic_value made_of(T value) {
    if constexpr (std::convertible_to<const T&, std::string_view> && !is_json<T>) {
      if constexpr (std::is_pointer_v<T>)
        if (value == nullptr) return std::string();
      return std::string(std::string_view(value));
    } else if constexpr (is_json<T>) {
      return boost::json::value(std::move(value));
    } else {
      return value_view::written(value).text();
    }
  }

  std::variant<std::monostate, std::string, boost::json::value> held_;
};

}  // namespace tacet
