// SPDX-License-Identifier: MIT
// What a tool that is known only at run time gives: text, a JSON value, or nothing.
#pragma once

#include <tacet/json/encode.hpp>
#include <tacet/phase/store_result.hpp>

#include <boost/json/serializer.hpp>
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
/// any other JSON value is written as JSON, and is the `value` of the outcome; anything else that typed tools may return is
/// written as JSON too, and only its text is kept.
class dynamic_value {
 public:
  dynamic_value() noexcept = default;
  dynamic_value(std::string text) noexcept : held_(std::move(text)) {}
  dynamic_value(boost::json::value value) noexcept : held_(std::move(value)) {}
  template <class T>
    requires(!std::same_as<T, dynamic_value> && !std::same_as<T, std::string> && !std::same_as<T, boost::json::value> &&
             (std::constructible_from<boost::json::value, T> || json::writable<T>))
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
    write(to, *kept);
    return to.failed() ? detail::result_lost(frame) : detail::succeed(frame, to.finish({}));
  }

 private:
  template <class T> static dynamic_value made_of(T value) {
    if constexpr (std::convertible_to<const T&, std::string_view>) {
      if constexpr (std::is_pointer_v<T>)
        if (value == nullptr) return std::string();
      return std::string(std::string_view(value));
    } else if constexpr (std::constructible_from<boost::json::value, T>) {
      return boost::json::value(std::move(value));
    } else {
      return value_view::written(value).text();
    }
  }
  static void write(text_writer& to, const boost::json::value& value) {
    boost::json::serializer pieces;
    pieces.reset(&value);
    constexpr std::size_t piece = 512;
    while (!pieces.done()) {
      char* const at = to.reserve(piece);
      if (at == nullptr) return;
      to.advance(at + pieces.read(at, piece).size());
    }
  }

  std::variant<std::monostate, std::string, boost::json::value> held_;
};

}  // namespace tacet
