// SPDX-License-Identifier: MIT
// Reads a chat completion, or a bare message, into the parts of a reply.
#pragma once

#include <tacet/wire/decoded.hpp>
#include <tacet/wire/detail/reply_reader.hpp>
#include <tacet/wire/reply.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace tacet::detail {

/// A whole response and a bare message at once: which it is shows in what is there.
struct chat_response {
  static constexpr bool allow_unknown_members = true;
  wire_member object{};
  wire_member error{};
  wire_member choices{};
  wire_member role{};
};
struct chat_choice {
  static constexpr bool allow_unknown_members = true;
  wire_member message{};
  wire_member finish_reason{};
  wire_member delta{};
  wire_member error{};
};
struct chat_reply_message {
  static constexpr bool allow_unknown_members = true;
  wire_member role{};
  wire_member content{};
  wire_member refusal{};
  wire_member tool_calls{};
  wire_member function_call{};
};
struct chat_part {
  static constexpr bool allow_unknown_members = true;
  wire_member type{};
  wire_member text{};
  wire_member refusal{};
};
struct chat_reply_call {
  static constexpr bool allow_unknown_members = true;
  wire_member id{};
  wire_member type{};
  wire_member function{};
};
struct chat_function {
  static constexpr bool allow_unknown_members = true;
  wire_member name{};
  wire_member arguments{};
};

[[nodiscard]] constexpr finish_reason chat_finish(std::string_view text) noexcept {
  if (text.empty()) return finish_reason::none;
  if (text == "stop") return finish_reason::stop;
  if (text == "tool_calls" || text == "function_call") return finish_reason::tool_calls;
  if (text == "length") return finish_reason::length;
  return text == "content_filter" ? finish_reason::filtered : finish_reason::other;
}

class chat_reader : public reply_reader {
 public:
  using reply_reader::reply_reader;

  decoded<reply> read(std::string_view text) {
    std::string_view finish_text;
    chat_response response;
    if (!open(text) || !object(whole(), response) || !message_of(response, finish_text))
      return *std::move(error);
    if (!message(parts.message)) return *std::move(error);
    return finish(chat_finish(finish_text), finish_text);
  }

 protected:
  bool message(std::string_view text) {
    chat_reply_message m;
    std::string_view role;
    if (!object(text, m) || !string(m.role, role) || !string(m.refusal, parts.refusal)) return false;
    if (!role.empty() && role != "assistant")
      return refuse(decode_failure::wrong_shape,
                    "the message is not the assistant's: its role is \"" + std::string(role) + "\"",
                    m.role->text.data());
    if (m.content.has_value() && !content(m.content)) return false;
    if (m.tool_calls.has_value()) {
      if (!array(m.tool_calls)) return false;
      for_each_element(m.tool_calls->text, [&](std::string_view one) { return call(one); });
      if (error.has_value()) return false;
    }
    if (!m.function_call.has_value()) return true;
    if (parts.calls.empty())
      return refuse(
          decode_failure::unsupported,
          "the reply uses function_call, which has no ids; offer tools, so that tool_calls come back",
          m.function_call->text.data());
    note(reply_note_kind::legacy_call_ignored);
    return true;
  }

  bool content(const wire_member& value) {
    if (value->text.front() == '"') return string(value, parts.text);
    if (value->text.front() != '[') return expected(value->text.data(), "a string, null or an array");
    std::vector<std::string_view> pieces;
    for_each_element(value->text, [&](std::string_view one) {
      chat_part part;
      std::string_view piece;
      if (!object(one, part) || !string(part.text, piece)) return false;
      if (!piece.empty()) pieces.push_back(piece);
      return !part.refusal.has_value() || string(part.refusal, parts.refusal);
    });
    if (!error.has_value()) join(pieces);
    return !error.has_value();
  }

 private:
  bool message_of(const chat_response& response, std::string_view& finish_text) {
    if (response.error.has_value()) return provider_failed(response.error);
    if (!response.choices.has_value()) {
      if (is_string(response.object, "response"))
        return refuse(decode_failure::unsupported,
                      "this is a reply of the Responses API, not a chat completion");
      if (!response.role.has_value())
        return refuse(decode_failure::wrong_shape,
                      "this is neither a chat completion (it has no choices) nor a message (it has no role)");
      parts.message = whole();
      return true;
    }
    if (!array(response.choices)) return false;
    std::string_view first;
    for_each_element(response.choices->text, [&](std::string_view one) {
      if (!first.empty()) return note(reply_note_kind::choices_ignored), false;
      return first = one, true;
    });
    if (first.empty())
      return refuse(decode_failure::wrong_shape, "the list of choices is empty",
                    response.choices->text.data());
    chat_choice choice;
    if (!object(first, choice)) return false;
    if (choice.error.has_value()) return provider_failed(choice.error);
    if (!choice.message.has_value())
      return refuse(decode_failure::wrong_shape,
                    choice.delta.has_value() ? "this is one chunk of a stream; a whole reply is needed"
                                             : "the first choice has no message",
                    first.data());
    if (!string(choice.finish_reason, finish_text)) return false;
    if (finish_text == "error")
      return refuse(decode_failure::provider_error, "the provider ended the reply with an error",
                    choice.finish_reason->text.data());
    parts.message = choice.message->text;
    return true;
  }

  bool call(std::string_view text) {
    chat_reply_call one;
    std::string_view type;
    tool_call made;
    if (!object(text, one) || !string(one.id, made.id) || !string(one.type, type)) return false;
    if (!type.empty() && type != "function")
      return refuse(decode_failure::unsupported,
                    "a call is of type \"" + std::string(type) + "\"; only functions can be called",
                    one.type->text.data());
    if (!one.function.has_value())
      return refuse(decode_failure::wrong_shape, "a call has no function", text.data());
    chat_function function;
    if (!object(one.function->text, function) || !string(function.name, made.name)) return false;
    if (function.arguments.has_value()) {
      if (function.arguments->text.front() == '"') {
        if (!string(function.arguments, made.arguments)) return false;
      } else {
        made.arguments = function.arguments->text;
        note(reply_note_kind::arguments_not_text, parts.calls.size());
      }
    }
    return add(made, text.data());
  }
};

}  // namespace tacet::detail
