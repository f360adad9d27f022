// SPDX-License-Identifier: MIT
// The dialect of Anthropic messages: decodes a reply, encodes its turn, its results, the tools and whole requests.
#pragma once

#include <tacet/wire/chat_request.hpp>
#include <tacet/wire/decoded.hpp>
#include <tacet/wire/detail/dialect_texts.hpp>
#include <tacet/wire/detail/message_writer.hpp>
#include <tacet/wire/detail/messages_history.hpp>
#include <tacet/wire/detail/messages_reader.hpp>
#include <tacet/wire/detail/messages_writer.hpp>
#include <tacet/wire/reply.hpp>
#include <tacet/wire/wire_ids.hpp>
#include <tacet/wire/wire_profile.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tacet {

/// Decodes a whole response or a bare assistant message, with `content` a list of blocks or a text. Arguments
/// are the exact text of `input`. Refuses a reply that carries an error. A reply that ended with
/// `max_tokens`, `model_context_window_exceeded` or `refusal` is cut. Blocks other than `text` and `tool_use`
/// are kept for the turn and otherwise passed over; among them are the tools that the provider runs itself.
struct anthropic_messages : detail::dialect_texts<anthropic_messages> {
  static constexpr const wire_profile& profile = profiles::anthropic;
  static constexpr std::string_view name = profile.name;

  /// Linear in the text, which it copies. Throws only std::bad_alloc.
  [[nodiscard]] static decoded<reply> decode(std::string_view text, const reply_options& options = {}) {
    return detail::messages_reader(name, options).read(text);
  }

  /// Reads a history: the `messages` of a request as an array, or a whole request with its `system`. Ids stay as they are.
  /// Throws only std::bad_alloc.
  [[nodiscard]] static decoded<std::vector<chat_message>> read_messages(std::string_view text,
                                                                        const reply_options& options = {}) {
    return detail::messages_history_reader(name, options).read_messages(text);
  }

  /// The body of a request. Texts of the system stand in front of all messages, as the provider wants them. Linear in the
  /// history, which it checks first. Throws only std::bad_alloc.
  [[nodiscard]] static encoded_request request(const chat_request& asked) {
    // "Extended thinking": a budget of at least 1,024 tokens, which must be less than max_tokens.
    if (asked.thinking_tokens != 0 && asked.max_tokens &&
        (asked.thinking_tokens < 1024 || asked.thinking_tokens >= *asked.max_tokens))
      return request_error{request_failure::thinking_budget,
                           "the thinking budget must be at least 1024 tokens and less than max_tokens"};
    return written_request(asked, write_request);
  }

  /// The `messages` of a request, as an array, with ids that the provider takes. Texts of the system are left out.
  static void append_messages(text_writer& to, std::span<const chat_message> messages) {
    write_messages(to, messages, detail::cache_places(0, messages, false));
  }

  /// Appends the assistant's message as it must stand before the results: with the ids of its calls, inputs
  /// that are JSON objects, and names the provider takes. Other blocks are as they were sent, in their
  /// places, thinking with its signature; blank text blocks, which the provider refuses, are left out.
  static void append_turn(text_writer& to, const detail::turn_view& from) { detail::messages_writer(to, name).turn(from); }

  /// The one message that answers all `calls`, in call order; nothing when there are none.
  static void append_result_list(text_writer& to, std::span<const tool_call> calls, const execution_report& report) {
    if (calls.empty()) return;
    detail::messages_writer writer(to, name);
    writer.begin_user();
    for (std::size_t i = 0; i < calls.size(); ++i) {
      const detail::wire_result result = detail::result_of(report, i);
      writer.result(calls[i].id, result.content, result.is_error);
    }
    writer.end_message();
  }

  /// The `tools` member of a request, from any range of descriptors. `strict`: their schemas are those of the strict mode.
  template <class Descriptors> static void append_tools(text_writer& to, const Descriptors& descriptors, bool strict = false) {
    write_tools(to, descriptors, strict, false);
  }

 private:
  static constexpr std::string_view cache_mark = R"(,"cache_control":{"type":"ephemeral"})";

  static bool write_request(text_writer& to, const detail::request_plan& plan, request_error& error, const chat_request& asked) {
    const detail::cache_places places(plan.cache_marks, asked.messages, plan.tools);
    to.append(R"({"model":)");
    json::append_string(to, asked.model);
    detail::append_number(to, profile.max_tokens_member, asked.max_tokens);
    detail::messages_writer(to, name).system(asked.messages, places.system ? cache_mark : std::string_view{});
    to.append(R"(,"messages":)");
    write_messages(to, asked.messages, places);
    if (plan.tools) {
      to.append(R"(,"tools":)");
      write_tools(to, asked.tools, plan.strict, places.tools);
    }
    append_choice(to, plan);
    if (plan.thinking != 0) {
      to.append(R"(,"thinking":{"type":"enabled")");
      detail::append_number(to, "budget_tokens", plan.thinking);
      to.append('}');
    }
    if (asked.stream) to.append(R"(,"stream":true)");
    constexpr std::array<std::string_view, 8> written{"model", "max_tokens", "system", "messages", "tools", "tool_choice", "thinking", "stream"};
    return detail::append_more(to, asked.more, written, error) && (to.append('}'), true);
  }

  static void write_messages(text_writer& to, std::span<const chat_message> messages, const detail::cache_places& places) {
    const wire_ids ids(profile.ids, messages);
    detail::messages_writer writer(to, name);
    const auto mark = [&](std::size_t i) { return places.marks(i) ? cache_mark : std::string_view{}; };
    std::size_t asked = wire_ids::none;  // the message whose calls the next results answer
    bool first = true;
    to.append('[');
    for (std::size_t i = 0; i < messages.size(); ++i) {
      const chat_message& one = messages[i];
      if (one.role == chat_role::system || (one.role == chat_role::results && one.results.empty())) continue;
      if (!std::exchange(first, false)) to.append(',');
      if (one.role == chat_role::assistant) {
        asked = i;
        writer.turn(detail::stored_turn(one, ids.of(i), name, '{').view());
        continue;
      }
      writer.begin_user();
      if (one.role == chat_role::results) {
        for (std::size_t r = 0; r < one.results.size(); ++r) {
          writer.result(ids.of_result(asked, r, one.results[r]), one.results[r].content, one.results[r].is_error,
                        r + 1 == one.results.size() ? mark(i) : std::string_view{});
        }
        // What the user says next goes behind them, into the same message.
        std::size_t next = i + 1;
        while (next < messages.size() && messages[next].role == chat_role::system) ++next;
        if (next < messages.size() && messages[next].role == chat_role::user) i = next, writer.user(messages[i], mark(i));
      } else {
        writer.user(one, mark(i));
      }
      writer.end_message();
    }
    to.append(']');
  }

  template <class Descriptors>
  static void write_tools(text_writer& to, const Descriptors& descriptors, bool strict, bool marked) {
    to.append('[');
    bool first = true;
    for (const tool_descriptor& one : descriptors) {
      to.append(first ? R"({"name":)" : R"(},{"name":)");
      first = false;
      detail::append_name(to, one.name);
      to.append(R"(,"description":)");
      json::append_string(to, one.description);
      to.append(R"(,"input_schema":)");
      to.append(one.input_schema);
      if (strict) to.append(R"(,"strict":true)");
    }
    if (!first) to.append(marked ? cache_mark : std::string_view{}), to.append('}');
    to.append(']');
  }

  // "Tool use", forcing and forbidding: the parallel flag stands inside the choice, and "none" takes none.
  static void append_choice(text_writer& to, const detail::request_plan& plan) {
    using kind = tool_choice::kind_type;
    const bool one_at_a_time = plan.parallel && !*plan.parallel;
    if (plan.choice.kind == kind::automatic && !one_at_a_time) return;
    constexpr std::string_view types[] = {"auto", "none", "any", "tool"};
    to.append(R"(,"tool_choice":{"type":")");
    to.append(types[static_cast<std::size_t>(plan.choice.kind)]);
    to.append('"');
    if (plan.choice.kind == kind::named) to.append(R"(,"name":)"), detail::append_name(to, plan.choice.name);
    if (one_at_a_time) to.append(R"(,"disable_parallel_tool_use":true)");
    to.append('}');
  }
};

}  // namespace tacet
