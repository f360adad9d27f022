// SPDX-License-Identifier: MIT
// One decoded reply of a model: the owner of its text, its calls and everything else that was read from it.
#pragma once

#include <tacet/text/text_room.hpp>
#include <tacet/values/tool_call.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace tacet {

/// Why the model stopped, in the words of all providers together. It does not decide whether calls run: calls
/// that are there do, except the last of a reply that was cut.
enum class finish_reason : std::uint8_t {
  none,        ///< not said
  stop,        ///< it had finished
  tool_calls,  ///< it waits for results
  length,      ///< a token limit was reached
  filtered,    ///< a content filter or a refusal ended it
  other,
};

[[nodiscard]] constexpr std::string_view to_text(finish_reason value) noexcept {
  constexpr std::string_view texts[] = {"none", "stop", "tool calls", "length", "filtered", "other"};
  return texts[static_cast<std::uint8_t>(value)];
}

/// What a decoder had to repair or leave out.
enum class reply_note_kind : std::uint8_t {
  id_made,              ///< a call had no id, or an empty one
  id_replaced,          ///< a call had the id of an earlier one
  call_cut,             ///< the reply ended in this call
  arguments_not_text,   ///< arguments came as a JSON value where this dialect sends a string
  choices_ignored,      ///< there were further choices
  legacy_call_ignored,  ///< `function_call` stood beside `tool_calls`
};

[[nodiscard]] constexpr std::string_view to_text(reply_note_kind value) noexcept {
  constexpr std::string_view texts[] = {"the call had no id and was given one",
                                        "the call had the id of another call and was given its own",
                                        "the reply was cut, so its last call is not run",
                                        "the arguments came as JSON and not as a string",
                                        "only the first choice was read",
                                        "function_call was ignored beside tool_calls"};
  return texts[static_cast<std::uint8_t>(value)];
}

struct reply_note {
  reply_note_kind kind = reply_note_kind::id_made;
  std::uint32_t position = 0;  ///< of the call, 0 where the note is about the reply
  std::string_view before{};   ///< the id as it was sent
};

/// The bounds of a decoder, and the ids it must not use.
struct reply_options {
  std::size_t most_bytes = std::size_t{64} << 20;
  std::size_t most_calls = 1024;
  int most_depth = 128;  ///< of nesting; more than `json::most_depth` counts as that
  /// Ids of calls in earlier turns of the same conversation. A call that repeats one gets another.
  std::span<const std::string_view> taken_ids{};
};

namespace detail {
/// What a dialect fills in. All views are into `room`.
struct reply_parts {
  text_room room{};
  std::string_view source{};
  std::string_view dialect{};
  std::string_view message{};  // the JSON text of the assistant's message
  std::string_view text{};
  std::string_view refusal{};
  std::string_view finish_text{};
  finish_reason finish = finish_reason::none;
  bool cut = false;
  std::vector<tool_call> calls{};
  std::vector<reply_note> notes{};
};
}  // namespace detail

/// Made by a dialect's `decode`. Everything it hands out is valid as long as the reply, also after it was
/// moved; a reply that was moved from is empty.
class reply {
 public:
  reply() noexcept = default;
  explicit reply(detail::reply_parts parts) noexcept : parts_(std::move(parts)) {}
  reply(reply&& other) noexcept : parts_(std::exchange(other.parts_, {})) {}
  reply& operator=(reply&& other) noexcept {
    parts_ = std::exchange(other.parts_, {});
    return *this;
  }

  /// In the order of the reply. Each has an id that no other call of the reply has.
  [[nodiscard]] std::span<const tool_call> calls() const& noexcept { return parts_.calls; }
  std::span<const tool_call> calls() const&& = delete;

  /// What the assistant says, all text parts joined; empty when it says nothing.
  [[nodiscard]] std::string_view text() const noexcept { return parts_.text; }
  /// What it says instead when it refuses (OpenAI).
  [[nodiscard]] std::string_view refusal() const noexcept { return parts_.refusal; }

  [[nodiscard]] finish_reason finish() const noexcept { return parts_.finish; }
  /// As the provider spells it.
  [[nodiscard]] std::string_view finish_text() const noexcept { return parts_.finish_text; }
  /// Whether the model was stopped before it had finished. The last call then is marked `cut`.
  [[nodiscard]] bool cut() const noexcept { return parts_.cut; }

  [[nodiscard]] std::span<const reply_note> notes() const& noexcept { return parts_.notes; }
  std::span<const reply_note> notes() const&& = delete;
  /// Whether some call has another id than the provider sent. The provider's own message must then not be
  /// stored beside the results: they would not pair. The dialect's `append_turn` writes the one to store.
  [[nodiscard]] bool ids_changed() const noexcept {
    for (const reply_note& note : parts_.notes)
      if (note.kind == reply_note_kind::id_made || note.kind == reply_note_kind::id_replaced) return true;
    return false;
  }

  /// The text that was decoded, byte for byte.
  [[nodiscard]] std::string_view source() const noexcept { return parts_.source; }
  /// The JSON text of the assistant's message in it.
  [[nodiscard]] std::string_view message() const noexcept { return parts_.message; }
  /// The name of the dialect that decoded it.
  [[nodiscard]] std::string_view dialect() const noexcept { return parts_.dialect; }

 private:
  detail::reply_parts parts_{};
};

}  // namespace tacet
