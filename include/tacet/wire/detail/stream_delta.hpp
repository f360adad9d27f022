// SPDX-License-Identifier: MIT
// What is told of a reply while it still comes in.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace tacet {

enum class delta_kind : std::uint8_t {
  text,
  refusal,
  thinking,
  call_begun,     ///< the text is what has come of the name
  arguments,      ///< the text is a part of the argument text, in which JSON strings may be open
  call_complete,  ///< the text is the whole argument text; the call must still not run
};

[[nodiscard]] constexpr std::string_view to_text(delta_kind value) noexcept {
  constexpr std::string_view texts[] = {"text",       "refusal",   "thinking",
                                        "call begun", "arguments", "call complete"};
  return texts[static_cast<std::uint8_t>(value)];
}

/// A part of a reply, to be spoken or shown. The text is valid UTF-8, never half a character, and valid
/// during the call that is given it.
struct reply_delta {
  delta_kind kind = delta_kind::text;
  /// Of the call, in the order in which calls began. It is the place in `reply::calls()` unless the provider
  /// numbers its calls in another order.
  std::size_t position = 0;
  std::string_view text{};
};

namespace detail {
/// The listener that is not there.
struct no_listener {};
}  // namespace detail

}  // namespace tacet
