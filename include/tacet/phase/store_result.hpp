// SPDX-License-Identifier: MIT
// Stores what a tool returned: the text for the model, and the value for the program.
#pragma once

#include <tacet/json/encode.hpp>
#include <tacet/phase/failed_attempt.hpp>
#include <tacet/rule/rules.hpp>

#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace tacet::detail {

template <class Policies>
__attribute__((always_inline)) inline verdict succeed(call_frame<Policies>& frame, std::string_view content) noexcept {
  frame.note(call_phase::dispatch, phase_action::succeeded);
  frame.out.phase = call_phase::dispatch;
  frame.out.content = content;
  return verdict::answered();
}

/// A result that knows how it is stored.
template <class R, class Policies>
concept stores_itself = requires(R&& result, call_frame<Policies>& frame) { std::forward<R>(result).store_as_result(frame); };
template <class Policies, stores_itself<Policies> R> inline verdict store_result(call_frame<Policies>& frame, R&& result) {
  return std::forward<R>(result).store_as_result(frame);
}

/// A string is the text itself; anything else is written as JSON. May throw what moving the result throws.
template <class Policies, class R> inline verdict store_result(call_frame<Policies>& frame, R&& result) {
  using held = std::remove_cvref_t<R>;
  static_assert(rule::result_is_writable<held, json::writable<held>>());
  text_room& room = frame.room();
  // Whatever goes wrong from here on, the tool has run: the attempt must not be repeated.
  frame.out.phase = call_phase::result;
  if constexpr (std::same_as<held, std::string>) {
    const std::string* const kept = room.keep(std::forward<R>(result));
    if (kept == nullptr) return result_lost(frame);
    frame.out.value = value_view::silent(*kept);
    return succeed(frame, *kept);
  } else if constexpr (std::convertible_to<const held&, std::string_view>) {
    if constexpr (std::is_pointer_v<held>)
      if (result == nullptr) return succeed(frame, std::string_view("", 0));
    const std::string_view kept = room.store(std::string_view(result));
    const std::string_view* const view = kept.data() == nullptr ? nullptr : room.keep(kept);
    if (view == nullptr) return result_lost(frame);
    frame.out.value = value_view::silent(*view);
    return succeed(frame, kept);
  } else if constexpr (std::integral<held> && !std::same_as<held, bool> && !std::same_as<held, char>) {
    // The shortest way for the most common result.
    if (room.space() < 21 && room.reserve(21) == nullptr) [[unlikely]] return result_lost(frame);
    char* const at = room.cursor();
    char* const end = write_integer(at, result);
    room.commit(end);
    frame.out.value = value_view::held(result);
    return succeed(frame, {at, static_cast<std::size_t>(end - at)});
  } else {
    text_writer to(room);
    json::append_value(to, result);
    if (to.failed()) return result_lost(frame);
    const std::string_view content = to.finish({});
    if constexpr (value_view::holds<held>) {
      frame.out.value = value_view::held(result);
    } else if constexpr (std::move_constructible<held>) {
      const held* const kept = room.keep(std::forward<R>(result));
      if (kept == nullptr) return result_lost(frame);
      frame.out.value = value_view::silent(*kept);
    }
    return succeed(frame, content);
  }
}

}  // namespace tacet::detail
