// SPDX-License-Identifier: MIT
// Writes turns, results, histories and tools as Anthropic takes them.
#pragma once

#include <tacet/wire/chat_message.hpp>
#include <tacet/wire/chat_request.hpp>
#include <tacet/wire/detail/message_writer.hpp>
#include <tacet/wire/detail/turn_view.hpp>
#include <tacet/wire/detail/walk.hpp>
#include <tacet/wire/wire_ids.hpp>
#include <tacet/wire/wire_profile.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace tacet::detail {

/// Which places of a request are marked for the provider's cache.
struct cache_places {
  bool system = false;
  bool tools = false;
  std::size_t last = static_cast<std::size_t>(-1);    // index of a message; -1: none
  std::size_t before = static_cast<std::size_t>(-1);

  // What changes last is marked first: the newest message, then what stands in front of all of them.
  cache_places(std::size_t marks, std::span<const chat_message> messages, bool has_tools) {
    bool has_system = false;
    for (const chat_message& one : messages)
      has_system = has_system || (one.role == chat_role::system && !is_blank_text(one.text));
    const auto take = [&](bool there) { return there && marks != 0 && marks-- != 0; };
    const auto newest = [&](std::size_t below) {
      while (below-- != 0)
        if (messages[below].role == chat_role::user || messages[below].role == chat_role::results) return below;
      return static_cast<std::size_t>(-1);
    };
    const std::size_t end = newest(messages.size());
    if (take(end != static_cast<std::size_t>(-1))) last = end;
    system = take(has_system);
    tools = take(has_tools);
    if (const std::size_t earlier = last == static_cast<std::size_t>(-1) ? last : newest(last);
        take(earlier != static_cast<std::size_t>(-1)))
      before = earlier;
  }
  [[nodiscard]] bool marks(std::size_t message) const noexcept { return message == last || message == before; }
};

class messages_writer {
 public:
  messages_writer(text_writer& to, std::string_view dialect) noexcept : to_(to), dialect_(dialect) {}

  void turn(const turn_view& from) {
    to_.append(R"({"role":"assistant","content":[)");
    blocks_ = 0;
    std::string_view content;
    if (from.dialect == dialect_)
      for_each_member(from.message, [&](std::string_view key, std::string_view, std::string_view value) {
        if (key == "content") content = value;
      });
    std::size_t i = 0;
    bool thought = false;
    // A history may have been edited: then what was sent no longer says what is meant.
    if (content.starts_with('[') && calls_in(content) == from.calls.size()) {
      for_each_element(content, [&](std::string_view one) {
        const block_look look = look_at(one);
        if (look == block_look::blank_text || look == block_look::none) return true;
        separate();
        if (look == block_look::call) call(from.calls[i++], one);
        else block(one);
        thought = look == block_look::thinking;
        return true;
      });
      if (thought) text_block(no_output);  // the provider refuses a turn that ends in thinking
    } else {
      if (!is_blank_text(from.text)) text_block(from.text);
      for (; i < from.calls.size(); ++i) separate(), call(from.calls[i], "{}");
    }
    if (blocks_ == 0) text_block(no_output);
    to_.append("]}");
  }

  /// `mark` is written into the block: what marks it for the cache, or nothing.
  void result(std::string_view id, std::string_view content, bool is_error, std::string_view mark = {}) {
    separate();
    to_.append(R"({"type":"tool_result","tool_use_id":)");
    json::append_string(to_, id);
    to_.append(R"(,"content":)");
    json::append_string(to_, is_blank_text(content) ? no_output : content);
    if (is_error) to_.append(R"(,"is_error":true)");
    to_.append(mark);
    to_.append('}');
  }

  void begin_user() {
    to_.append(R"({"role":"user","content":[)");
    blocks_ = 0;
  }
  void end_message() { to_.append("]}"); }

  /// The blocks of a message of the user; the last takes the mark.
  void user(const chat_message& message, std::string_view mark) {
    std::string_view content;
    if (const std::string_view own = own_text(message, dialect_, '{'); !own.empty())
      for_each_member(own, [&](std::string_view key, std::string_view, std::string_view value) {
        if (key == "content") content = value;
      });
    std::string_view held;  // is written when the next one is there, so that the last is known
    if (content.starts_with('['))
      for_each_element(content, [&](std::string_view one) {
        const block_look look = look_at(one);
        if (look == block_look::blank_text || look == block_look::result || look == block_look::none) return true;
        if (!held.empty()) separate(), block(held);
        held = one;
        return true;
      });
    if (held.empty()) return text_block(is_blank_text(message.text) ? no_text : std::string_view(message.text), mark);
    separate();
    block(held, mark);
  }

  void text_block(std::string_view text, std::string_view mark = {}) {
    separate();
    to_.append(R"({"type":"text","text":)");
    json::append_string(to_, text);
    to_.append(mark);
    to_.append('}');
  }

  /// Of the system's texts; false when there are none.
  bool system(std::span<const chat_message> messages, std::string_view mark) {
    blocks_ = 0;
    std::size_t left = 0;
    for (const chat_message& one : messages) left += is_system(one) ? 1U : 0U;
    if (left == 0) return false;
    to_.append(R"(,"system":[)");
    for (const chat_message& one : messages)
      if (is_system(one)) text_block(one.text, --left == 0 ? mark : std::string_view{});
    to_.append(']');
    return true;
  }

 private:
  enum class block_look : unsigned char { none, call, result, thinking, blank_text, other };

  static bool is_system(const chat_message& one) { return one.role == chat_role::system && !is_blank_text(one.text); }
  void separate() {
    if (blocks_++ != 0) to_.append(',');
  }

  static std::size_t calls_in(std::string_view content) {
    std::size_t count = 0;
    for_each_element(content, [&](std::string_view one) { return count += look_at(one) == block_look::call ? 1U : 0U, true; });
    return count;
  }

  static block_look look_at(std::string_view block) {
    text_room room;
    std::string_view type;
    std::string_view text;
    if (!block.starts_with('{')) return block_look::none;
    for_each_member(block, [&](std::string_view key, std::string_view, std::string_view value) {
      json::context c;
      c.room = &room;
      c.end = value.data() + value.size();
      std::string_view* const into = key == "type" ? &type : key == "text" ? &text : nullptr;
      if (into != nullptr && value.front() == '"') (void)json::reader<std::string_view>::read(value.data(), c, *into);
    });
    if (type.empty()) return block_look::none;
    if (type == "tool_use") return block_look::call;
    if (type == "thinking" || type == "redacted_thinking") return block_look::thinking;
    if (type == "tool_result") return block_look::result;
    return type == "text" && is_blank_text(text) ? block_look::blank_text : block_look::other;
  }

  // As it was sent, but for marks that stood in it: where there are any is said by the request, which may have four.
  void block(std::string_view sent, std::string_view mark = {}) {
    constexpr std::string_view marked = "cache_control";
    if (mark.empty() && sent.find(marked) == std::string_view::npos) return to_.append(sent);
    bool first = true;
    to_.append('{');
    for_each_member(sent, [&](std::string_view key, std::string_view spelled, std::string_view value) {
      if (key == marked) return;
      if (!std::exchange(first, false)) to_.append(',');
      to_.append(spelled);
      to_.append(':');
      to_.append(value);
    });
    to_.append(mark);
    to_.append('}');
  }

  void call(const tool_call& call, std::string_view sent) {
    to_.append(R"({"type":"tool_use","id":)");
    json::append_string(to_, call.id);
    to_.append(R"(,"name":)");
    append_name(to_, call.name);
    to_.append(R"(,"input":)");
    append_object(to_, call.arguments);
    for_each_member(sent, [&](std::string_view key, std::string_view spelled, std::string_view value) {
      if (key != "type" && key != "id" && key != "name" && key != "input" && key != "cache_control" && value != "null")
        append_member(to_, spelled, value);
    });
    to_.append('}');
  }

  text_writer& to_;
  std::string_view dialect_;
  std::size_t blocks_ = 0;
};

}  // namespace tacet::detail
