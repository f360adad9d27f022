// SPDX-License-Identifier: MIT
// Reads the system texts and messages of an Anthropic request into a history.
#pragma once

#include <tacet/wire/chat_message.hpp>
#include <tacet/wire/decoded.hpp>
#include <tacet/wire/detail/chat_history.hpp>
#include <tacet/wire/detail/messages_reader.hpp>
#include <tacet/wire/detail/walk.hpp>
#include <tacet/wire/reply.hpp>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tacet::detail {

struct result_block {
  static constexpr bool allow_unknown_members = true;
  wire_member tool_use_id{};
  wire_member content{};
  std::optional<bool> is_error{};
};

class messages_history_reader : public messages_reader {
 public:
  using messages_reader::messages_reader;

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
      if (!object(list, body) || (body.system.has_value() && !system(body.system, messages))) return false;
      if (!body.messages.has_value()) return refuse(decode_failure::wrong_shape, "the request has no messages", list.data());
      if (!array(body.messages)) return false;
      list = body.messages->text;
    }
    for_each_element(list, [&](std::string_view one) { return add_message(one, messages); });
    return !error.has_value();
  }

  bool system(const wire_member& value, std::vector<chat_message>& to) {
    if (value->text.front() != '[') {
      std::string_view text;
      return string(value, text) && (to.push_back(chat_message::system(std::string(text))), true);
    }
    for_each_element(value->text, [&](std::string_view one) {
      content_block block;
      std::string_view text;
      if (!object(one, block) || !string(block.text, text)) return false;
      return to.push_back(chat_message::system(std::string(text))), true;
    });
    return !error.has_value();
  }

  bool add_message(std::string_view text, std::vector<chat_message>& to) {
    messages_response m;
    std::string_view role;
    if (!object(text, m) || !string(m.role, role)) return false;
    parts.text = {};
    parts.calls.clear();
    if (role == "assistant") {
      if (!checked(m) || !content(m.content)) return false;
      to.push_back(chat_message::assistant(parts.text, parts.calls, parts.dialect, text));
      return true;
    }
    if (role != "user")
      return refuse(decode_failure::unsupported, "a message has the role \"" + std::string(role) + "\"", text.data());
    if (!m.content.has_value()) return refuse(decode_failure::wrong_shape, "a message has no content", text.data());
    return m.content->text.front() == '[' ? user_blocks(m.content->text, to) : user_text(m.content, to);
  }

  bool user_text(const wire_member& value, std::vector<chat_message>& to) {
    std::string_view text;
    return string(value, text) && (to.push_back(chat_message::user(std::string(text))), true);
  }

  // Results become a message of their own, which stands in front; what else there is stays one of the user.
  bool user_blocks(std::string_view blocks, std::vector<chat_message>& to) {
    chat_message results{chat_role::results, {}, {}, {}, {}, {}};
    chat_message user = chat_message::user({});
    std::string others;
    bool plain = true;
    for_each_element(blocks, [&](std::string_view one) {
      content_block block;
      std::string_view type, text;
      if (!object(one, block) || !string(block.type, type)) return false;
      if (type == "tool_result") return result(one, results);
      others += (others.empty() ? "" : ",") + std::string(one);
      if (type != "text") return plain = false, true;
      plain = plain && user.text.empty() && members_of(one) == 2;
      return string(block.text, text) && (user.text += text, true);
    });
    if (error.has_value()) return false;
    if (!results.results.empty()) to.push_back(std::move(results));
    if (others.empty()) return true;
    if (!plain) {
      user.dialect = parts.dialect;
      user.native = R"({"role":"user","content":[)" + others + "]}";
    }
    to.push_back(std::move(user));
    return true;
  }

  bool result(std::string_view text, chat_message& to) {
    result_block block;
    chat_result made;
    std::string_view id;
    if (!object(text, block) || !string(block.tool_use_id, id)) return false;
    made.call_id = id;
    made.is_error = block.is_error.value_or(false);
    parts.text = {};
    if (block.content.has_value() && !content(block.content)) return false;
    made.content = parts.text;
    to.results.push_back(std::move(made));
    return true;
  }

  static std::size_t members_of(std::string_view object) {
    std::size_t count = 0;
    detail::for_each_member(object, [&](std::string_view, std::string_view, std::string_view) { ++count; });
    return count;
  }
};

}  // namespace tacet::detail
