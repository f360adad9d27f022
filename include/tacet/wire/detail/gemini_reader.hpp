// SPDX-License-Identifier: MIT
// Reads a reply of Gemini's generateContent, or a bare content, into the parts of a reply.
#pragma once

#include <tacet/wire/decoded.hpp>
#include <tacet/wire/detail/gemini_parts.hpp>
#include <tacet/wire/detail/reply_reader.hpp>
#include <tacet/wire/reply.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tacet::detail {

// The members are spelled as they are on the wire.

/// A whole response and a bare content at once: which it is shows in what is there.
struct gemini_whole {
  static constexpr bool allow_unknown_members = true;
  wire_member candidates{};
  wire_member promptFeedback{};
  wire_member error{};
  wire_member role{};
  wire_member parts{};
};
struct gemini_candidate {
  static constexpr bool allow_unknown_members = true;
  wire_member content{};
  wire_member finishReason{};
  wire_member finishMessage{};
};
struct gemini_content {
  static constexpr bool allow_unknown_members = true;
  wire_member role{};
  wire_member parts{};
};
struct gemini_part {
  static constexpr bool allow_unknown_members = true;
  wire_member text{};
  wire_member thought{};
  wire_member functionCall{};
  wire_member function_call{};
};
struct gemini_call {
  static constexpr bool allow_unknown_members = true;
  wire_member id{};
  wire_member name{};
  wire_member args{};
  wire_member willContinue{};
};
struct gemini_feedback {
  static constexpr bool allow_unknown_members = true;
  wire_member blockReason{};
  wire_member blockReasonMessage{};
};
struct gemini_error {
  static constexpr bool allow_unknown_members = true;
  wire_member status{};
};

/// From the list of `FinishReason` in Google's reference of generateContent.
[[nodiscard]] constexpr finish_reason gemini_finish(std::string_view text) noexcept {
  if (text.empty()) return finish_reason::none;
  if (text == "STOP") return finish_reason::stop;
  if (text == "MAX_TOKENS") return finish_reason::length;
  constexpr std::string_view filters[] = {"SAFETY",          "RECITATION",         "LANGUAGE",
                                          "BLOCKLIST",       "PROHIBITED_CONTENT", "SPII",
                                          "MODEL_ARMOR",     "IMAGE_SAFETY",       "IMAGE_PROHIBITED_CONTENT",
                                          "IMAGE_RECITATION"};
  for (const std::string_view one : filters)
    if (text == one) return finish_reason::filtered;
  return finish_reason::other;
}
/// Whether the provider says with it that the reply is broken. Whatever stands in one must not run.
[[nodiscard]] constexpr bool gemini_is_broken(std::string_view finish) noexcept {
  return finish == "MALFORMED_FUNCTION_CALL" || finish == "UNEXPECTED_TOOL_CALL" ||
         finish == "TOO_MANY_TOOL_CALLS" || finish == "MISSING_THOUGHT_SIGNATURE" ||
         finish == "MALFORMED_RESPONSE";
}

class gemini_reader : public reply_reader {
 public:
  using reply_reader::reply_reader;

  decoded<reply> read(std::string_view text) {
    gemini_whole whole_response;
    if (!open(text) || !object(whole(), whole_response) || !content_of(whole_response))
      return *std::move(error);
    if (!parts.message.empty() && !content(parts.message)) return *std::move(error);
    finish_reason why = gemini_finish(finish_text_);
    // There is no word for it on this wire.
    if (why == finish_reason::stop && !parts.calls.empty()) why = finish_reason::tool_calls;
    return finish(why, finish_text_);
  }

 protected:
  bool content(std::string_view text) {
    gemini_content c;
    std::string_view role;
    if (!object(text, c) || !string(c.role, role)) return false;
    if (!role.empty() && role != "model")
      return refuse(decode_failure::wrong_shape,
                    "the content is not the model's: its role is \"" + std::string(role) + "\"",
                    c.role->text.data());
    if (!c.parts.has_value()) return true;
    if (!array(c.parts)) return false;
    std::vector<std::string_view> said;
    for_each_element(c.parts->text, [&](std::string_view one) { return part(one, said); });
    if (!error.has_value()) join(said);
    return !error.has_value();
  }

 private:
  bool content_of(const gemini_whole& r) {
    if (r.error.has_value()) return failed(r.error);
    if (!r.candidates.has_value()) return without_candidates(r);
    if (!array(r.candidates)) return false;
    std::string_view first;
    for_each_element(r.candidates->text, [&](std::string_view one) {
      if (!first.empty()) return note(reply_note_kind::choices_ignored), false;
      return first = one, true;
    });
    if (first.empty()) return without_candidates(r);
    gemini_candidate candidate;
    std::string_view message;
    if (!object(first, candidate) || !string(candidate.finishReason, finish_text_) ||
        !string(candidate.finishMessage, message))
      return false;
    if (finish_text_.empty() || finish_text_ == "FINISH_REASON_UNSPECIFIED")
      return refuse(decode_failure::wrong_shape,
                    "the first candidate has no finishReason, so this is one piece of a stream; a whole "
                    "reply is needed",
                    first.data());
    if (gemini_is_broken(finish_text_))
      return told("the provider ended the reply with an error", finish_text_, message,
                  candidate.finishReason->text.data());
    if (candidate.content.has_value()) parts.message = candidate.content->text;
    return true;
  }

  bool without_candidates(const gemini_whole& r) {
    gemini_feedback feedback;
    std::string_view reason;
    std::string_view message;
    if (r.promptFeedback.has_value() &&
        (!object(r.promptFeedback->text, feedback) || !string(feedback.blockReason, reason) ||
         !string(feedback.blockReasonMessage, message)))
      return false;
    if (!reason.empty())
      return told("the provider blocked the prompt", reason, message, feedback.blockReason->text.data());
    if (r.candidates.has_value())
      return refuse(decode_failure::wrong_shape, "the list of candidates is empty",
                    r.candidates->text.data());
    if (r.parts.has_value()) return parts.message = whole(), true;
    return refuse(decode_failure::wrong_shape,
                  "this is neither a reply of Gemini (it has no candidates) nor a content (it has no parts)");
  }

  bool part(std::string_view text, std::vector<std::string_view>& said) {
    gemini_part one;
    std::string_view piece;
    if (!object(text, one) || !string(one.text, piece)) return false;
    if (one.thought.has_value() && one.thought->text != "true" && one.thought->text != "false")
      return expected(one.thought->text.data(), "true or false");
    if (!piece.empty() && !(one.thought.has_value() && one.thought->text == "true")) said.push_back(piece);
    // It would be a call that nobody sees.
    if (one.function_call.has_value())
      return refuse(decode_failure::wrong_shape, "a part has function_call where this wire says functionCall",
                    text.data());
    return !one.functionCall.has_value() || call(one.functionCall->text);
  }

  bool call(std::string_view text) {
    gemini_call one;
    tool_call made;
    if (!object(text, one) || !string(one.id, made.id) || !string(one.name, made.name)) return false;
    made.name = gemini_parts::called_name(made.name);
    if (one.willContinue.has_value() && one.willContinue->text == "true")
      return refuse(decode_failure::wrong_shape, "a call is one piece of a stream; a whole reply is needed",
                    text.data());
    if (one.args.has_value()) made.arguments = one.args->text;
    return add(made, text.data());
  }

  // Google's status ("UNAVAILABLE") says more than the number that stands as `code`.
  bool failed(const wire_member& value) {
    gemini_error what;
    std::string_view status;
    if (value->text.front() == '{' && (!object(value->text, what) || !string(what.status, status)))
      return false;
    const bool failed = provider_failed(value);
    if (!status.empty() && error.has_value() && error->reason == decode_failure::provider_error)
      error->provider_type = status;
    return failed;
  }
  bool told(std::string_view what, std::string_view type, std::string_view message, const char* at) {
    std::string all(what);
    all.append(": ").append(type);
    if (!message.empty()) all.append(": ").append(message);
    refuse(decode_failure::provider_error, std::move(all), at);
    error->provider_type = type;
    error->provider_message = message;
    return false;
  }

  std::string_view finish_text_{};
};

}  // namespace tacet::detail
