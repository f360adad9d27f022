// SPDX-License-Identifier: MIT
// The dialect of Anthropic messages: decodes a reply, encodes its turn, its results and the tools.
#pragma once

#include <tacet/wire/decoded.hpp>
#include <tacet/wire/detail/message_writer.hpp>
#include <tacet/wire/detail/messages_reader.hpp>
#include <tacet/wire/reply.hpp>

#include <cstddef>
#include <span>
#include <string_view>

namespace tacet {

/// Decodes a whole response or a bare assistant message, with `content` a list of blocks or a text. Arguments
/// are the exact text of `input`. Refuses a reply that carries an error. A reply that ended with
/// `max_tokens`, `model_context_window_exceeded` or `refusal` is cut. Blocks other than `text` and `tool_use`
/// are kept for the turn and otherwise passed over; among them are the tools that the provider runs itself.
struct anthropic_messages : detail::dialect_texts<anthropic_messages> {
  static constexpr std::string_view name = "anthropic";

  /// Linear in the text, which it copies. Throws only std::bad_alloc.
  [[nodiscard]] static decoded<reply> decode(std::string_view text, const reply_options& options = {}) {
    return detail::messages_reader(name, options).read(text);
  }

  /// Appends the assistant's message as it must stand before the results: with the ids of `from.calls()`,
  /// inputs that are JSON objects, and names the provider takes. Other blocks are as they were sent, in their
  /// places, thinking with its signature; blank text blocks, which the provider refuses, are left out.
  static void append_turn(text_writer& to, const reply& from) {
    const std::span<const tool_call> calls = from.calls();
    to.append(R"({"role":"assistant","content":[)");
    std::size_t blocks = 0;
    std::size_t i = 0;
    const auto separate = [&] {
      if (blocks++ != 0) to.append(',');
    };
    std::string_view content;
    if (from.dialect() == name)
      detail::for_each_member(from.message(),
                              [&](std::string_view key, std::string_view, std::string_view value) {
                                if (key == "content") content = value;
                              });
    if (!content.empty() && content.front() == '[') {
      detail::for_each_element(content, [&](std::string_view one) {
        const block_look look = look_at(one);
        if (look == block_look::blank_text) return true;
        separate();
        if (look == block_look::call) append_call(to, calls[i++], one);
        else to.append(one);
        return true;
      });
    } else {
      if (!detail::is_blank_text(from.text())) separate(), append_text(to, from.text());
      for (; i < calls.size(); ++i) separate(), append_call(to, calls[i], "{}");
    }
    if (blocks == 0) append_text(to, detail::no_output);
    to.append("]}");
  }

  /// The one message that answers all `calls`, in call order; nothing when there are none.
  static void append_result_list(text_writer& to, std::span<const tool_call> calls,
                                 const execution_report& report) {
    if (calls.empty()) return;
    to.append(R"({"role":"user","content":[)");
    for (std::size_t i = 0; i < calls.size(); ++i) {
      const detail::wire_result result = detail::result_of(report, i);
      to.append(i == 0 ? R"({"type":"tool_result","tool_use_id":)"
                       : R"(,{"type":"tool_result","tool_use_id":)");
      json::append_string(to, calls[i].id);
      to.append(R"(,"content":)");
      json::append_string(to, result.content);
      to.append(result.is_error ? R"(,"is_error":true})" : "}");
    }
    to.append("]}");
  }

  /// The `tools` member of a request, from any range of descriptors.
  template <class Descriptors> static void append_tools(text_writer& to, const Descriptors& descriptors) {
    to.append('[');
    bool first = true;
    for (const tool_descriptor& one : descriptors) {
      to.append(first ? R"({"name":)" : R"(,{"name":)");
      first = false;
      detail::append_name(to, one.name);
      to.append(R"(,"description":)");
      json::append_string(to, one.description);
      to.append(R"(,"input_schema":)");
      to.append(one.input_schema);
      to.append('}');
    }
    to.append(']');
  }

 private:
  enum class block_look : unsigned char { call, blank_text, other };

  static block_look look_at(std::string_view block) {
    text_room room;
    std::string_view type;
    std::string_view text;
    detail::for_each_member(block, [&](std::string_view key, std::string_view, std::string_view value) {
      json::context c;
      c.room = &room;
      c.end = value.data() + value.size();
      std::string_view* const into = key == "type" ? &type : key == "text" ? &text : nullptr;
      if (into != nullptr && value.front() == '"')
        (void)json::reader<std::string_view>::read(value.data(), c, *into);
    });
    if (type == "tool_use") return block_look::call;
    return type == "text" && detail::is_blank_text(text) ? block_look::blank_text : block_look::other;
  }
  static void append_text(text_writer& to, std::string_view text) {
    to.append(R"({"type":"text","text":)");
    json::append_string(to, text);
    to.append('}');
  }
  static void append_call(text_writer& to, const tool_call& call, std::string_view sent) {
    to.append(R"({"type":"tool_use","id":)");
    json::append_string(to, call.id);
    to.append(R"(,"name":)");
    detail::append_name(to, call.name);
    to.append(R"(,"input":)");
    detail::append_object(to, call.arguments);
    detail::for_each_member(
        sent, [&](std::string_view key, std::string_view spelled, std::string_view value) {
          if (key != "type" && key != "id" && key != "name" && key != "input" && value != "null")
            detail::append_member(to, spelled, value);
        });
    to.append('}');
  }
};

}  // namespace tacet
