// SPDX-License-Identifier: MIT
// A reply that arrives as a stream of events, in pieces of any size.
#pragma once

#include <tacet/wire/decoded.hpp>
#include <tacet/wire/detail/chat_assembler.hpp>
#include <tacet/wire/detail/gemini_assembler.hpp>
#include <tacet/wire/detail/messages_assembler.hpp>
#include <tacet/wire/detail/responses_assembler.hpp>
#include <tacet/wire/detail/stream_delta.hpp>
#include <tacet/wire/event_stream.hpp>
#include <tacet/wire/reply.hpp>
#include <tacet/wire/wire_profile.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace tacet {

namespace detail {
template <wire_format> struct assembler_of;
template <> struct assembler_of<wire_format::openai_chat> : std::type_identity<chat_assembler> {};
template <> struct assembler_of<wire_format::openai_responses> : std::type_identity<responses_assembler> {};
template <> struct assembler_of<wire_format::anthropic_messages> : std::type_identity<messages_assembler> {};
template <> struct assembler_of<wire_format::google_gemini> : std::type_identity<gemini_assembler> {};
}  // namespace detail

/// Puts the events of `Dialect` together to the text of a whole reply, which the dialect's own decoder reads:
/// the reply is the one that `Dialect::decode` gives for the same reply sent whole. Nothing of it can be run
/// before it is complete. The limits of the options hold for what is kept, for one event, and for the reply;
/// `taken_ids` is borrowed until `finish`. Linear in the bytes. Throws only std::bad_alloc and what a
/// listener throws.
template <class Dialect> class reply_stream {
 public:
  explicit reply_stream(const reply_options& options = {}) noexcept
      : options_(options), events_(options.most_bytes), assembler_(options) {}

  /// Takes the next bytes. False once nothing good can come of the stream: reading can then stop, `finish`
  /// says why.
  bool feed(std::string_view bytes) {
    detail::no_listener nobody;
    return take(bytes, nobody);
  }
  /// The same, and tells `listener(const reply_delta&)` what came. The reply may still fail. A listener that
  /// throws ends the stream.
  template <class Listener> bool feed(std::string_view bytes, Listener&& listener) {
    return take(bytes, listener);
  }

  /// Whether the mark of the end was read. What a provider sends behind it can only be an error.
  [[nodiscard]] bool ended() const noexcept { return assembler_.ended(); }

  /// The reply, when the stream has ended; `interrupted` where the reply had not. Once: the stream is spent
  /// then.
  [[nodiscard]] decoded<reply> finish() {
    // A connection that is closed behind the data of its last event has still sent it, if the data is whole
    // JSON.
    if (good() && !assembler_.ended())
      if (const std::optional<server_event> left = events_.unfinished()) {
        json::context c;
        detail::no_listener nobody;
        if (left->data.starts_with("[DONE]") || json::scan_document(left->data, c))
          assembler_.take(*left, nobody);
      }
    if (!good()) return failure();
    if (std::exchange(spent_, true) || !assembler_.complete()) return interrupted();
    return Dialect::decode(assembler_.text(), options_);
  }

 private:
  [[nodiscard]] bool good() const noexcept { return !spent_ && !events_.too_large() && !assembler_.failed(); }

  template <class Listener> bool take(std::string_view bytes, Listener& listener) {
    if (!good()) return false;
    // Until all went well: a listener may throw.
    spent_ = true;
    events_.feed(bytes, [&](const server_event& event) {
      assembler_.take(event, listener);
      return !assembler_.failed();
    });
    spent_ = false;
    return good();
  }

  decode_error failure() {
    if (assembler_.error.has_value()) return *assembler_.error;
    if (!assembler_.refused.empty()) {
      const decoded<reply> refused = Dialect::decode(assembler_.refused, options_);
      if (!refused) return refused.error();
      return {decode_failure::provider_error, "the provider ended the stream with an error", 0, {}, {}};
    }
    if (events_.too_large())
      return {decode_failure::too_large,
              "an event has more than " + std::to_string(options_.most_bytes) + " bytes",
              0,
              {},
              {}};
    return interrupted();
  }
  decode_error interrupted() const {
    return {decode_failure::interrupted,
            assembler_.begun()
                ? "the stream ended before the reply did"
                : "the stream ended without an event; a whole reply is for the dialect's decode",
            0,
            {},
            {}};
  }

  reply_options options_;
  event_stream events_;
  typename detail::assembler_of<Dialect::profile.format>::type assembler_;
  bool spent_ = false;
};

}  // namespace tacet
