// SPDX-License-Identifier: MIT
// Reads an Anthropic message, whole or bare, into the parts of a reply.
#pragma once

#include <tacet/wire/decoded.hpp>
#include <tacet/wire/detail/reply_reader.hpp>
#include <tacet/wire/reply.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace tacet::detail {

/// A response, or a bare message, which has fewer members.
struct messages_response {
  static constexpr bool allow_unknown_members = true;
  wire_member type{};
  wire_member error{};
  wire_member role{};
  wire_member content{};
  wire_member stop_reason{};
};
struct content_block {
  static constexpr bool allow_unknown_members = true;
  wire_member type{};
  wire_member text{};
  wire_member id{};
  wire_member name{};
  wire_member input{};
};

[[nodiscard]] constexpr finish_reason messages_finish(std::string_view text) noexcept {
  if (text.empty()) return finish_reason::none;
  if (text == "end_turn" || text == "stop_sequence") return finish_reason::stop;
  if (text == "tool_use") return finish_reason::tool_calls;
  if (text == "max_tokens" || text == "model_context_window_exceeded") return finish_reason::length;
  return text == "refusal" ? finish_reason::filtered : finish_reason::other;
}

class messages_reader : public reply_reader {
 public:
  using reply_reader::reply_reader;

  decoded<reply> read(std::string_view text) {
    messages_response m;
    std::string_view finish_text;
    if (!open(text) || !object(whole(), m) || !checked(m) || !string(m.stop_reason, finish_text) ||
        !content(m.content))
      return *std::move(error);
    parts.message = whole();
    return finish(messages_finish(finish_text), finish_text);
  }

 protected:
  bool checked(const messages_response& m) {
    if (m.error.has_value()) return provider_failed(m.error);
    if (is_string(m.type, "error"))
      return refuse(decode_failure::provider_error, "the provider answered with an error");
    std::string_view role;
    if (!string(m.role, role)) return false;
    if (!role.empty() && role != "assistant")
      return refuse(decode_failure::wrong_shape,
                    "the message is not the assistant's: its role is \"" + std::string(role) + "\"",
                    m.role->text.data());
    if (m.content.has_value()) return true;
    return refuse(decode_failure::wrong_shape, "this is no Anthropic message: it has no content");
  }

  bool content(const wire_member& value) {
    if (value->text.front() == '"') return string(value, parts.text);
    if (value->text.front() != '[') return expected(value->text.data(), "a string or an array");
    std::vector<std::string_view> pieces;
    for_each_element(value->text, [&](std::string_view one) {
      content_block block;
      std::string_view type;
      if (!object(one, block) || !string(block.type, type)) return false;
      if (type == "tool_use") return call(one, block);
      if (type != "text") return true;  // thinking, tools the provider runs itself, and what is yet to come
      std::string_view piece;
      if (!string(block.text, piece)) return false;
      if (!piece.empty()) pieces.push_back(piece);
      return true;
    });
    if (!error.has_value()) join(pieces);
    return !error.has_value();
  }

 private:
  bool call(std::string_view text, const content_block& block) {
    tool_call made;
    if (!string(block.id, made.id) || !string(block.name, made.name)) return false;
    if (block.input.has_value()) made.arguments = block.input->text;
    return add(made, text.data());
  }
};

}  // namespace tacet::detail
