// SPDX-License-Identifier: MIT
// Reads the messages of a chat completion's request into a history.
#pragma once

#include <tacet/wire/chat_message.hpp>
#include <tacet/wire/decoded.hpp>
#include <tacet/wire/detail/chat_reader.hpp>
#include <tacet/wire/detail/walk.hpp>
#include <tacet/wire/reply.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tacet::detail {

struct chat_history_message {
  static constexpr bool allow_unknown_members = true;
  wire_member role{};
  wire_member content{};
  wire_member tool_call_id{};
  wire_member name{};
};

/// A request, of which the history alone is read.
struct request_history {
  static constexpr bool allow_unknown_members = true;
  wire_member system{};
  wire_member messages{};
};

class chat_history_reader : public chat_reader {
 public:
  using chat_reader::chat_reader;

  decoded<std::vector<chat_message>> read_messages(std::string_view text) {
    std::vector<chat_message> messages;
    if (!open(text, true) || !read_list(messages)) return *std::move(error);
    return messages;
  }

 private:
  bool read_list(std::vector<chat_message>& messages) {
    std::string_view list = whole();
    if (list.front() == '{') {
      request_history body;
      if (!object(list, body)) return false;
      if (!body.messages.has_value()) return refuse(decode_failure::wrong_shape, "the request has no messages", list.data());
      if (!array(body.messages)) return false;
      list = body.messages->text;
    }
    for_each_element(list, [&](std::string_view one) { return add_message(one, messages); });
    return !error.has_value();
  }

  bool add_message(std::string_view text, std::vector<chat_message>& to) {
    chat_history_message m;
    std::string_view role;
    if (!object(text, m) || !string(m.role, role)) return false;
    if (role == "assistant") return assistant(text, to);
    if (role == "tool") return result(m, to);
    chat_message made;
    if (role == "system" || role == "developer") made.role = chat_role::system;
    else if (role != "user")
      return refuse(decode_failure::unsupported, "a message has the role \"" + std::string(role) + "\"", text.data());
    parts.text = {};
    if (m.content.has_value() && !content(m.content)) return false;
    made.text = parts.text;
    if (says_more(text, m)) {
      made.dialect = parts.dialect;
      made.native = text;
    }
    to.push_back(std::move(made));
    return true;
  }

  bool assistant(std::string_view text, std::vector<chat_message>& to) {
    parts.text = parts.refusal = {};
    parts.calls.clear();
    if (!message(text)) return false;
    to.push_back(chat_message::assistant(parts.text, parts.calls, parts.dialect, text));
    return true;
  }

  bool result(const chat_history_message& m, std::vector<chat_message>& to) {
    std::string_view id, name;
    parts.text = {};
    if (!string(m.tool_call_id, id) || !string(m.name, name)) return false;
    if (m.content.has_value() && !content(m.content)) return false;
    if (to.empty() || to.back().role != chat_role::results) to.push_back({chat_role::results, {}, {}, {}, {}, {}});
    to.back().results.push_back({std::string(id), std::string(name), std::string(parts.text), false});
    return true;
  }

  // Whether there is more in it than its role and a text.
  static bool says_more(std::string_view text, const chat_history_message& m) {
    if (m.content.has_value() && m.content->text.front() != '"') return true;
    bool more = false;
    detail::for_each_member(text, [&](std::string_view key, std::string_view, std::string_view value) {
      more = more || (key != "role" && key != "content" && value != "null");
    });
    return more;
  }
};

}  // namespace tacet::detail
