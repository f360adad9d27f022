// SPDX-License-Identifier: MIT
// The dialect of chat completions, for OpenAI and for every server that speaks its format with differences of its own.
#pragma once

#include <tacet/wire/chat_request.hpp>
#include <tacet/wire/decoded.hpp>
#include <tacet/wire/detail/chat_history.hpp>
#include <tacet/wire/detail/chat_reader.hpp>
#include <tacet/wire/detail/dialect_texts.hpp>
#include <tacet/wire/detail/message_writer.hpp>
#include <tacet/wire/detail/request_plan.hpp>
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

namespace tacet::detail {

template <class Self, const wire_profile& Profile> struct chat_dialect : dialect_texts<Self> {
  static constexpr const wire_profile& profile = Profile;
  static constexpr std::string_view name = Profile.name;

  /// Linear in the text, which it copies. Throws only std::bad_alloc.
  [[nodiscard]] static decoded<reply> decode(std::string_view text, const reply_options& options = {}) {
    return chat_reader(name, options).read(text);
  }

  /// Reads a history: the `messages` of a request as an array, or a whole request. Ids stay as they are. Throws only std::bad_alloc.
  [[nodiscard]] static decoded<std::vector<chat_message>> read_messages(std::string_view text,
                                                                        const reply_options& options = {}) {
    return chat_history_reader(name, options).read_messages(text);
  }

  /// The body of a request. Linear in the history, which it checks first. Throws only std::bad_alloc.
  [[nodiscard]] static encoded_request request(const chat_request& asked) {
    return Self::written_request(asked, [](text_writer& to, const request_plan& plan, request_error& error, const chat_request& r) {
      to.append(R"({"model":)");
      json::append_string(to, r.model);
      to.append(R"(,"messages":)");
      append_messages(to, r.messages);
      if (plan.tools) {
        to.append(R"(,"tools":)");
        append_tools(to, r.tools, plan.strict);
      }
      append_choice(to, plan.choice);
      if (plan.parallel) to.append(*plan.parallel ? R"(,"parallel_tool_calls":true)" : R"(,"parallel_tool_calls":false)");
      append_number(to, Profile.max_tokens_member, r.max_tokens);
      if (r.stream) to.append(R"(,"stream":true)");
      constexpr std::array written{std::string_view("model"), std::string_view("messages"), std::string_view("tools"),
                                   std::string_view("tool_choice"), std::string_view("parallel_tool_calls"),
                                   Profile.max_tokens_member, std::string_view("stream")};
      return append_more(to, r.more, written, error) && (to.append('}'), true);
    });
  }

  /// The `messages` of a request, as an array, with ids that the provider takes.
  static void append_messages(text_writer& to, std::span<const chat_message> messages) {
    const wire_ids ids(Profile.ids, messages);
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
          append_turn(to, stored_turn(one, ids.of(i), name, '{').view());
          break;
        case chat_role::results:
          for (std::size_t r = 0; r < one.results.size(); ++r)
            append_result(to, r, ids.of_result(asked, r, one.results[r]), one.results[r].content);
          break;
        case chat_role::system:
        case chat_role::user:
          if (const std::string_view own = own_words(one, name); !own.empty()) {
            to.append(own);
          } else {
            to.append(one.role == chat_role::system ? R"({"role":"system","content":)" : R"({"role":"user","content":)");
            json::append_string(to, one.text);
            to.append('}');
          }
      }
    }
    to.append(']');
  }

  /// Appends the assistant's message as it must stand before the results: with the ids of its calls,
  /// arguments that are a JSON object in a string, and names the provider takes. Everything else is as it was
  /// sent, without members that are null.
  static void append_turn(text_writer& to, const turn_view& from) {
    std::string_view content, sent;  // the calls as they were sent
    if (from.dialect == name)
      for_each_member(from.message, [&](std::string_view key, std::string_view, std::string_view value) {
        if (key == "content") content = value;
        else if (key == "tool_calls") sent = value;
      });
    // A history may have been edited: then what was sent no longer says what is meant.
    const bool own = from.dialect == name && count_elements(sent) == from.calls.size();
    to.append(R"({"role":"assistant","content":)");
    if (own) append_content(to, content, from.calls.empty());
    else if (is_blank_text(from.text)) to.append(from.calls.empty() ? R"("")" : "null");
    else json::append_string(to, from.text);
    if (own)
      for_each_member(from.message, [&](std::string_view key, std::string_view spelled, std::string_view value) {
        if (key != "role" && key != "content" && key != "tool_calls" && key != "function_call" && value != "null")
          append_member(to, spelled, value);
      });
    if (!from.calls.empty()) {
      to.append(R"(,"tool_calls":[)");
      std::size_t i = 0;
      if (own)
        for_each_element(sent, [&](std::string_view one) { return append_call(to, from.calls, i++, one), true; });
      else
        for (; i < from.calls.size();) append_call(to, from.calls, i++, "{}");
      to.append(']');
    }
    to.append('}');
  }

  /// The messages that answer `calls`, in call order, separated by commas.
  static void append_result_list(text_writer& to, std::span<const tool_call> calls, const execution_report& report) {
    for (std::size_t i = 0; i < calls.size(); ++i) append_result(to, i, calls[i].id, result_of(report, i).content);
  }

  /// The `tools` member of a request, from any range of descriptors. `strict`: their schemas are those of the strict mode.
  template <class Descriptors> static void append_tools(text_writer& to, const Descriptors& descriptors, bool strict = false) {
    to.append('[');
    bool first = true;
    for (const tool_descriptor& one : descriptors) {
      to.append(first ? R"({"type":"function","function":{"name":)" : R"(,{"type":"function","function":{"name":)");
      first = false;
      append_name(to, one.name);
      to.append(R"(,"description":)");
      json::append_string(to, one.description);
      to.append(R"(,"parameters":)");
      to.append(one.input_schema);
      to.append(strict ? R"(,"strict":true}})" : "}}");
    }
    to.append(']');
  }

 private:
  // Results are strings on this wire; an error shows in its words.
  static void append_result(text_writer& to, std::size_t i, std::string_view id, std::string_view content) {
    to.append(i == 0 ? R"({"role":"tool","tool_call_id":)" : R"(,{"role":"tool","tool_call_id":)");
    json::append_string(to, id);
    to.append(R"(,"content":)");
    json::append_string(to, is_blank_text(content) ? no_output : content);
    to.append('}');
  }

  static void append_choice(text_writer& to, const tool_choice& choice) {
    switch (choice.kind) {
      case tool_choice::kind_type::automatic: break;
      case tool_choice::kind_type::none: to.append(R"(,"tool_choice":"none")"); break;
      case tool_choice::kind_type::required: to.append(R"(,"tool_choice":"required")"); break;
      case tool_choice::kind_type::named:
        to.append(R"(,"tool_choice":{"type":"function","function":{"name":)");
        append_name(to, choice.name);
        to.append("}}");
    }
  }

  // Calls without text have no content; no calls need one.
  static void append_content(text_writer& to, std::string_view content, bool no_calls) {
    if (content.empty() || content == "null" || content == R"("")" || content == "[]") content = no_calls ? R"("")" : "null";
    to.append(content);
  }
  static void append_call(text_writer& to, std::span<const tool_call> calls, std::size_t i, std::string_view sent) {
    to.append(i == 0 ? R"({"id":)" : R"(,{"id":)");
    json::append_string(to, calls[i].id);
    to.append(R"(,"type":"function","function":{"name":)");
    append_name(to, calls[i].name);
    to.append(R"(,"arguments":)");
    append_object_string(to, calls[i].arguments);
    const auto others = [&](std::string_view object, auto&& known) {
      if (!object.starts_with('{')) return;
      for_each_member(object, [&](std::string_view key, std::string_view spelled, std::string_view value) {
        if (!known(key) && value != "null") append_member(to, spelled, value);
      });
    };
    std::string_view function = "{}";
    if (sent.starts_with('{'))
      for_each_member(sent, [&](std::string_view key, std::string_view, std::string_view value) {
        if (key == "function") function = value;
      });
    others(function, [](std::string_view key) { return key == "name" || key == "arguments"; });
    to.append('}');
    others(sent, [](std::string_view key) { return key == "id" || key == "type" || key == "function"; });
    to.append('}');
  }
};

}  // namespace tacet::detail
