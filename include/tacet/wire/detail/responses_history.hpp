// SPDX-License-Identifier: MIT
// Reads the instructions and input items of a Responses request into a history.
#pragma once

#include <tacet/wire/chat_message.hpp>
#include <tacet/wire/decoded.hpp>
#include <tacet/wire/detail/responses_reader.hpp>
#include <tacet/wire/detail/walk.hpp>
#include <tacet/wire/reply.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tacet::detail {

/// A request, of which the history alone is read.
struct responses_request {
  static constexpr bool allow_unknown_members = true;
  wire_member instructions{};
  wire_member input{};
};
struct responses_output {
  static constexpr bool allow_unknown_members = true;
  wire_member call_id{};
  wire_member output{};
};

class responses_history_reader : public responses_reader {
 public:
  using responses_reader::responses_reader;

  decoded<std::vector<chat_message>> read_messages(std::string_view text) {
    if (!open(text, true) || !read_list()) return *std::move(error);
    return std::move(made_);
  }

 private:
  bool read_list() {
    std::string_view list = whole();
    if (list.front() == '{') {
      responses_request body;
      std::string_view said;
      if (!object(list, body) || !string(body.instructions, said)) return false;
      if (!said.empty()) made_.push_back(chat_message::system(std::string(said)));
      if (!body.input.has_value())
        return refuse(decode_failure::wrong_shape, "the request has no input", list.data());
      if (body.input->text.front() == '"')
        return string(body.input, said) && (made_.push_back(chat_message::user(std::string(said))), true);
      if (!array(body.input)) return false;
      list = body.input->text;
    }
    for_each_element(list, [&](std::string_view one) { return add_item(one); });
    return !error.has_value() && end_turn();
  }

  bool add_item(std::string_view text) {
    responses_item one;
    std::string_view type, role;
    if (!object(text, one) || !string(one.type, type)) return false;
    if (type == "function_call_output") return end_turn() && result(text);
    if (type == "message" || type.empty()) {
      if (!string(one.role, role)) return false;
      if (role == "user" || role == "system" || role == "developer")
        return end_turn() && said(text, one, role == "user" ? chat_role::user : chat_role::system);
      if (!role.empty() && role != "assistant")
        return refuse(decode_failure::unsupported, "a message has the role \"" + std::string(role) + "\"",
                      text.data());
    }
    // Everything else is of the assistant's turn, also what cannot be understood here.
    if (turn_.empty()) turn_ = text;
    else turn_ = {turn_.data(), static_cast<std::size_t>(text.data() + text.size() - turn_.data())};
    return item(text);
  }

  // The items since the last message of someone else become one of the assistant.
  bool end_turn() {
    if (turn_.empty()) return true;
    if (!join_said()) return false;
    made_.push_back(chat_message::assistant(parts.text, parts.calls, parts.dialect, "[" + std::string(turn_) + "]"));
    parts.calls.clear();
    turn_ = {};
    return true;
  }

  bool said(std::string_view text, const responses_item& one, chat_role role) {
    if (!content(one.content) || !join_said()) return false;
    chat_message made{role, std::string(parts.text), {}, {}, {}, {}};
    bool plain = !one.content.has_value() || one.content->text.front() == '"';
    for_each_member(text, [&](std::string_view key, std::string_view, std::string_view value) {
      plain = plain && (key == "role" || key == "content" || key == "type" || value == "null");
    });
    if (!plain) {
      made.dialect = parts.dialect;
      made.native = text;
    }
    made_.push_back(std::move(made));
    return true;
  }

  bool result(std::string_view text) {
    responses_output one;
    std::string_view id;
    if (!object(text, one) || !string(one.call_id, id) || !content(one.output) || !join_said()) return false;
    if (made_.empty() || made_.back().role != chat_role::results)
      made_.push_back({chat_role::results, {}, {}, {}, {}, {}});
    made_.back().results.push_back({std::string(id), {}, std::string(parts.text), false});
    return true;
  }

  std::vector<chat_message> made_{};
  std::string_view turn_{};  // from its first item to its last
};

}  // namespace tacet::detail
