// SPDX-License-Identifier: MIT
// The dialect of OpenAI Responses: decodes replies, encodes turns, results, tools and requests.
#pragma once

#include <tacet/wire/chat_request.hpp>
#include <tacet/wire/decoded.hpp>
#include <tacet/wire/detail/dialect_texts.hpp>
#include <tacet/wire/detail/message_writer.hpp>
#include <tacet/wire/detail/request_plan.hpp>
#include <tacet/wire/detail/responses_history.hpp>
#include <tacet/wire/detail/responses_items.hpp>
#include <tacet/wire/detail/responses_reader.hpp>
#include <tacet/wire/detail/turn_view.hpp>
#include <tacet/wire/reply.hpp>
#include <tacet/wire/wire_ids.hpp>
#include <tacet/wire/wire_profile.hpp>

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tacet {

/// Decodes a whole `response`. Calls are the items `function_call`, their ids are `call_id`, `arguments` are
/// the text that the model wrote. Refuses a reply that is not finished, that carries an error, or that holds
/// a call which is no function and which nothing in the reply answers: the provider would wait for its
/// result. An `incomplete` reply is cut, and a call that says so of itself too. All other items are kept for
/// the turn and otherwise passed over.
struct openai_responses : detail::dialect_texts<openai_responses> {
  static constexpr const wire_profile& profile = profiles::openai_responses;
  static constexpr std::string_view name = profile.name;

  /// Linear in the text, which it copies. Throws only std::bad_alloc.
  [[nodiscard]] static decoded<reply> decode(std::string_view text, const reply_options& options = {}) {
    return detail::responses_reader(name, options).read(text);
  }

  /// Reads a history: the `input` of a request as an array, or a whole request with its `instructions`. Ids
  /// stay as they are. What stands between two messages of others is one of the assistant. Throws only
  /// std::bad_alloc.
  [[nodiscard]] static decoded<std::vector<chat_message>> read_messages(std::string_view text,
                                                                        const reply_options& options = {}) {
    return detail::responses_history_reader(name, options).read_messages(text);
  }

  /// The body of a request. Linear in the history, which it checks first. Throws only std::bad_alloc.
  [[nodiscard]] static encoded_request request(const chat_request& asked) {
    return written_request(asked, write_request);
  }

  /// The `input` of a request, as an array, with ids that the provider takes.
  static void append_messages(text_writer& to, std::span<const chat_message> messages) {
    const wire_ids ids(profile.ids, messages);
    std::size_t asked = wire_ids::none;  // the message whose calls the next results answer
    bool first = true;
    to.append('[');
    for (std::size_t i = 0; i < messages.size(); ++i) {
      const chat_message& one = messages[i];
      if (one.role == chat_role::results && one.results.empty()) continue;
      if (!std::exchange(first, false)) to.append(',');
      switch (one.role) {
        case chat_role::assistant:
          asked = i;
          append_turn(to, detail::stored_turn(one, ids.of(i), name, '[').view());
          break;
        case chat_role::results:
          for (std::size_t r = 0; r < one.results.size(); ++r) {
            if (r != 0) to.append(',');
            detail::responses_items::append_result(to, ids.of_result(asked, r, one.results[r]),
                                                   one.results[r].content);
          }
          break;
        case chat_role::system:
        case chat_role::user:
          if (const std::string_view own = detail::own_words(one, name); !own.empty()) {
            to.append(own);
          } else {
            to.append(one.role == chat_role::system ? R"({"role":"system","content":)"
                                                    : R"({"role":"user","content":)");
            json::append_string(to, one.text);
            to.append('}');
          }
      }
    }
    to.append(']');
  }

  /// Appends the items of the turn, separated by commas, as they must stand before the results: with the ids
  /// of `from.calls`, arguments that are a JSON object in a string, and names the provider takes. A call
  /// where nothing of it differs, and every other item, is as it was sent, byte for byte; except that a
  /// reasoning item with nothing behind it is left out, and of another one its `status`, because the provider
  /// refuses both. There is always at least one item.
  static void append_turn(text_writer& to, const detail::turn_view& from) {
    if (from.dialect == name && detail::responses_items::hold(from.message, from.calls.size()))
      detail::responses_items::append(to, from.message, from.calls);
    else detail::responses_items::append_anew(to, from.text, from.calls);
  }

  /// The items that answer `calls`, in call order, separated by commas. There is no mark for an error on this
  /// wire: its text says it.
  static void append_result_list(text_writer& to, std::span<const tool_call> calls,
                                 const execution_report& report) {
    for (std::size_t i = 0; i < calls.size(); ++i) {
      if (i != 0) to.append(',');
      detail::responses_items::append_result(to, calls[i].id, detail::result_of(report, i).content);
    }
  }

  /// The `tools` member of a request, from any range of descriptors. `strict` is false: left out, it means
  /// true here (OpenAI, "Function calling", section "Strict mode"), and the provider then makes every member
  /// required.
  template <class Descriptors>
  static void append_tools(text_writer& to, const Descriptors& descriptors, bool strict = false) {
    to.append('[');
    bool first = true;
    for (const tool_descriptor& one : descriptors) {
      to.append(first ? R"({"type":"function","name":)" : R"(,{"type":"function","name":)");
      first = false;
      detail::append_name(to, one.name);
      to.append(R"(,"description":)");
      json::append_string(to, one.description);
      to.append(R"(,"parameters":)");
      to.append(one.input_schema);
      to.append(strict ? R"(,"strict":true})" : R"(,"strict":false})");
    }
    to.append(']');
  }

 private:
  static bool write_request(text_writer& to, const detail::request_plan& plan, request_error& error,
                            const chat_request& asked) {
    to.append(R"({"model":)");
    json::append_string(to, asked.model);
    to.append(R"(,"input":)");
    append_messages(to, asked.messages);
    if (plan.tools) {
      to.append(R"(,"tools":)");
      append_tools(to, asked.tools, plan.strict);
    }
    append_choice(to, plan.choice);
    if (plan.parallel)
      to.append(*plan.parallel ? R"(,"parallel_tool_calls":true)" : R"(,"parallel_tool_calls":false)");
    detail::append_number(to, profile.max_tokens_member, asked.max_tokens);
    if (asked.stream) to.append(R"(,"stream":true)");
    constexpr std::array<std::string_view, 7> written{
        "model", "input", "tools", "tool_choice", "parallel_tool_calls", "max_output_tokens", "stream"};
    return detail::append_more(to, asked.more, written, error) && (to.append('}'), true);
  }

  static void append_choice(text_writer& to, const tool_choice& choice) {
    switch (choice.kind) {
      case tool_choice::kind_type::automatic:
        break;
      case tool_choice::kind_type::none:
        to.append(R"(,"tool_choice":"none")");
        break;
      case tool_choice::kind_type::required:
        to.append(R"(,"tool_choice":"required")");
        break;
      case tool_choice::kind_type::named:
        to.append(R"(,"tool_choice":{"type":"function","name":)");
        detail::append_name(to, choice.name);
        to.append('}');
    }
  }
};

}  // namespace tacet
