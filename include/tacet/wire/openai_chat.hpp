// SPDX-License-Identifier: MIT
// The dialect of OpenAI chat completions: decodes a reply, encodes its turn, its results and the tools.
#pragma once

#include <tacet/wire/decoded.hpp>
#include <tacet/wire/detail/chat_reader.hpp>
#include <tacet/wire/detail/message_writer.hpp>
#include <tacet/wire/reply.hpp>

#include <cstddef>
#include <span>
#include <string_view>

namespace tacet {

/// Decodes a whole response or a bare assistant message, of `choices` the first. `arguments` are the text
/// that the model wrote. Refuses calls that are no functions, `function_call` where there are no
/// `tool_calls`, one chunk of a stream, a reply that carries an error. A reply that ended with `length` or
/// `content_filter` is cut.
struct openai_chat : detail::dialect_texts<openai_chat> {
  static constexpr std::string_view name = "openai";

  /// Linear in the text, which it copies. Throws only std::bad_alloc.
  [[nodiscard]] static decoded<reply> decode(std::string_view text, const reply_options& options = {}) {
    return detail::chat_reader(name, options).read(text);
  }

  /// Appends the assistant's message as it must stand before the results: with the ids of `from.calls()`,
  /// arguments that are a JSON object in a string, and names the provider takes. Everything else is as it was
  /// sent, without members that are null.
  static void append_turn(text_writer& to, const reply& from) {
    const std::span<const tool_call> calls = from.calls();
    const bool own = from.dialect() == name;
    to.append(R"({"role":"assistant","content":)");
    if (own) append_content(to, from);
    else if (detail::is_blank_text(from.text())) to.append(calls.empty() ? R"("")" : "null");
    else json::append_string(to, from.text());
    std::string_view sent;  // the calls as they were sent
    if (own)
      detail::for_each_member(
          from.message(), [&](std::string_view key, std::string_view spelled, std::string_view value) {
            if (key == "tool_calls") sent = value;
            else if (key != "role" && key != "content" && key != "function_call" && value != "null")
              detail::append_member(to, spelled, value);
          });
    if (!calls.empty()) {
      to.append(R"(,"tool_calls":[)");
      std::size_t i = 0;
      if (own)
        detail::for_each_element(
            sent, [&](std::string_view one) { return append_call(to, calls, i++, one), true; });
      else
        for (; i < calls.size();) append_call(to, calls, i++, "{}");
      to.append(']');
    }
    to.append('}');
  }

  /// The messages that answer `calls`, in call order, separated by commas.
  static void append_result_list(text_writer& to, std::span<const tool_call> calls,
                                 const execution_report& report) {
    for (std::size_t i = 0; i < calls.size(); ++i) {
      to.append(i == 0 ? R"({"role":"tool","tool_call_id":)" : R"(,{"role":"tool","tool_call_id":)");
      json::append_string(to, calls[i].id);
      to.append(R"(,"content":)");
      json::append_string(to, detail::result_of(report, i).content);
      to.append('}');
    }
  }

  /// The `tools` member of a request, from any range of descriptors.
  template <class Descriptors> static void append_tools(text_writer& to, const Descriptors& descriptors) {
    to.append('[');
    bool first = true;
    for (const tool_descriptor& one : descriptors) {
      to.append(first ? R"({"type":"function","function":{"name":)"
                      : R"(,{"type":"function","function":{"name":)");
      first = false;
      detail::append_name(to, one.name);
      to.append(R"(,"description":)");
      json::append_string(to, one.description);
      to.append(R"(,"parameters":)");
      to.append(one.input_schema);
      to.append("}}");
    }
    to.append(']');
  }

 private:
  static void append_content(text_writer& to, const reply& from) {
    std::string_view content = "null";
    detail::for_each_member(from.message(),
                            [&](std::string_view key, std::string_view, std::string_view value) {
                              if (key == "content") content = value;
                            });
    // Calls without text have no content; no calls need one.
    if (content == "null" || content == R"("")" || content == "[]")
      content = from.calls().empty() ? R"("")" : "null";
    to.append(content);
  }
  static void append_call(text_writer& to, std::span<const tool_call> calls, std::size_t i,
                          std::string_view sent) {
    to.append(i == 0 ? R"({"id":)" : R"(,{"id":)");
    json::append_string(to, calls[i].id);
    to.append(R"(,"type":"function","function":{"name":)");
    detail::append_name(to, calls[i].name);
    to.append(R"(,"arguments":)");
    detail::append_object_string(to, calls[i].arguments);
    const auto others = [&](std::string_view object, auto&& known) {
      detail::for_each_member(object,
                              [&](std::string_view key, std::string_view spelled, std::string_view value) {
                                if (!known(key, value) && value != "null")
                                  detail::append_member(to, spelled, value);
                              });
    };
    std::string_view function = "{}";
    detail::for_each_member(sent, [&](std::string_view key, std::string_view, std::string_view value) {
      if (key == "function") function = value;
    });
    others(function,
           [](std::string_view key, std::string_view) { return key == "name" || key == "arguments"; });
    to.append('}');
    others(sent, [](std::string_view key, std::string_view) {
      return key == "id" || key == "type" || key == "function";
    });
    to.append('}');
  }
};

}  // namespace tacet
