// SPDX-License-Identifier: MIT
// The dialect of Gemini's generateContent: decodes replies, encodes turns, results, tools and requests.
#pragma once

#include <tacet/wire/chat_request.hpp>
#include <tacet/wire/decoded.hpp>
#include <tacet/wire/detail/dialect_texts.hpp>
#include <tacet/wire/detail/gemini_history.hpp>
#include <tacet/wire/detail/gemini_parts.hpp>
#include <tacet/wire/detail/gemini_reader.hpp>
#include <tacet/wire/detail/gemini_schema.hpp>
#include <tacet/wire/detail/message_writer.hpp>
#include <tacet/wire/detail/request_plan.hpp>
#include <tacet/wire/detail/turn_view.hpp>
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

/// Decodes a whole response, of `candidates` the first, or a bare content of the model. Arguments are the
/// exact text of `args`. Calls without an id get one. Refuses a reply that carries an error or whose prompt
/// was blocked, one whose finishReason says that its calls are broken, and one piece of a stream, which has
/// no finishReason. A reply that ended with `MAX_TOKENS` or because of a filter is cut. Thoughts are no text.
/// All other parts are kept for the turn and otherwise passed over; among them are the tools that the
/// provider runs itself.
struct google_gemini : detail::dialect_texts<google_gemini> {
  static constexpr const wire_profile& profile = profiles::gemini;
  static constexpr std::string_view name = profile.name;

  /// Linear in the text, which it copies. Throws only std::bad_alloc.
  [[nodiscard]] static decoded<reply> decode(std::string_view text, const reply_options& options = {}) {
    return detail::gemini_reader(name, options).read(text);
  }

  /// Reads a history: the `contents` of a request as an array, or a whole request with its
  /// `systemInstruction`. Ids stay as they are; calls without one, and the results at their places, get one.
  /// Throws only std::bad_alloc.
  [[nodiscard]] static decoded<std::vector<chat_message>> read_messages(std::string_view text,
                                                                        const reply_options& options = {}) {
    return detail::gemini_history_reader(name, options).read_messages(text);
  }

  /// The body of a request. The model and whether the reply is streamed stand in its address, not here. Texts
  /// of the system stand in `systemInstruction`. A `generationConfig` in `more` is joined with what is
  /// written there. Linear in the history, which it checks first. Throws only std::bad_alloc.
  [[nodiscard]] static encoded_request request(const chat_request& asked) {
    return written_request(asked, write_request);
  }

  /// The `contents` of a request, as an array. Texts of the system are left out. Messages of the assistant
  /// that follow one another are one content: the provider refuses a call that does not follow the user.
  static void append_messages(text_writer& to, std::span<const chat_message> messages) {
    const wire_ids ids(profile.ids, messages);
    std::size_t asked = wire_ids::none;  // the message whose calls the next results answer
    bool first = true;
    to.append('[');
    for (std::size_t i = 0; i < messages.size(); ++i) {
      const chat_message& one = messages[i];
      if (one.role == chat_role::system || (one.role == chat_role::results && one.results.empty())) continue;
      if (!std::exchange(first, false)) to.append(',');
      if (one.role == chat_role::assistant) {
        bool no_parts = true;
        std::string_view others;
        to.append(R"({"role":"model","parts":[)");
        while (true) {
          const detail::stored_turn turn(messages[i], ids.of(i), name, '{');
          append_parts(to, turn.view(), no_parts, others);
          asked = i;
          std::size_t next = i + 1;
          while (next < messages.size() && messages[next].role == chat_role::system) ++next;
          if (next == messages.size() || messages[next].role != chat_role::assistant) break;
          i = next;
        }
        end_model(to, no_parts, others);
      } else if (one.role == chat_role::user) {
        append_user(to, one);
      } else {
        to.append(R"({"role":"user","parts":[)");
        for (std::size_t r = 0; r < one.results.size(); ++r) {
          const chat_result& result = one.results[r];
          const std::size_t call = ids.call_of(asked, r, result);
          if (r != 0) to.append(',');
          detail::gemini_parts::append_result(to, ids.of_result(asked, r, result),
                                              call == wire_ids::none ? result.name : messages[asked].calls[call].name,
                                              result.content, result.is_error);
        }
        to.append("]}");
      }
    }
    to.append(']');
  }

  /// Appends the model's content as it must stand before the results: one content with all parts as they were
  /// sent, each with exactly its own signature. In a call the name is one that the provider takes, `args` is
  /// an object, and an id stands where one was sent. Parts that say nothing and carry no signature, which the
  /// provider refuses, are left out.
  static void append_turn(text_writer& to, const detail::turn_view& from) {
    bool no_parts = true;
    std::string_view others;
    to.append(R"({"role":"model","parts":[)");
    append_parts(to, from, no_parts, others);
    end_model(to, no_parts, others);
  }

  /// The one content that answers all `calls`: as many parts as calls, in their order, with their names;
  /// nothing when there are none. Google documents `output` and `error` as the members of a response.
  static void append_result_list(text_writer& to, std::span<const tool_call> calls,
                                 const execution_report& report) {
    if (calls.empty()) return;
    to.append(R"({"role":"user","parts":[)");
    for (std::size_t i = 0; i < calls.size(); ++i) {
      const detail::wire_result result = detail::result_of(report, i);
      if (i != 0) to.append(',');
      detail::gemini_parts::append_result(to, calls[i].id, calls[i].name, result.content, result.is_error);
    }
    to.append("]}");
  }

  /// The `tools` member of a request, from any range of descriptors: one tool with all declarations. A schema
  /// stands in `parameters` where that takes all of it and in `parametersJsonSchema` where not; a tool
  /// without parameters has neither.
  template <class Descriptors> static void append_tools(text_writer& to, const Descriptors& descriptors) {
    bool first = true;
    to.append('[');
    for (const tool_descriptor& one : descriptors) {
      to.append(first ? R"({"functionDeclarations":[{"name":)" : R"(,{"name":)");
      first = false;
      detail::gemini_parts::append_call_name(to, one.name);
      to.append(R"(,"description":)");
      json::append_string(to, one.description);
      const detail::gemini_form form = detail::gemini_form_of(one.input_schema);
      if (form != detail::gemini_form::left_out) {
        to.append(form == detail::gemini_form::subset ? R"(,"parameters":)" : R"(,"parametersJsonSchema":)");
        to.append(one.input_schema);
      }
      to.append('}');
    }
    to.append(first ? "]" : "]}]");
  }

 private:
  static void append_parts(text_writer& to, const detail::turn_view& from, bool& no_parts,
                           std::string_view& others) {
    const bool own = from.dialect == name && detail::gemini_parts::hold(from.message, from.calls.size());
    if (own) others = from.message;
    detail::gemini_parts::append(to, from, own, no_parts);
  }
  static void end_model(text_writer& to, bool no_parts, std::string_view others) {
    if (no_parts) detail::gemini_parts::append_text(to, detail::no_output);
    to.append(']');
    if (!others.empty())
      detail::for_each_member(others,
                              [&](std::string_view key, std::string_view spelled, std::string_view value) {
                                if (key != "role" && key != "parts" && value != "null")
                                  detail::append_member(to, spelled, value);
                              });
    to.append('}');
  }
  static void append_user(text_writer& to, const chat_message& one) {
    if (const std::string_view own = detail::own_words(one, name); detail::gemini_parts::hold_words(own)) return to.append(own);
    to.append(R"({"role":"user","parts":[)");
    detail::gemini_parts::append_text(
        to, detail::is_blank_text(one.text) ? detail::no_text : std::string_view(one.text));
    to.append("]}");
  }

  static bool write_request(text_writer& to, const detail::request_plan& plan, request_error& error,
                            const chat_request& asked) {
    to.append(R"({"contents":)");
    append_messages(to, asked.messages);
    append_system(to, asked.messages);
    if (plan.tools) {
      to.append(R"(,"tools":)");
      append_tools(to, asked.tools);
      append_choice(to, plan.choice);
    }
    text_room room;
    text_writer rest(room);
    std::string_view more = asked.more;
    std::string_view config;
    if (asked.max_tokens || plan.thinking != 0) config = without_config(rest, more);
    if (rest.failed()) return true;  // the body is of no use then, which its writer says
    if (!append_config(to, plan, asked, config, error)) return false;
    constexpr std::array<std::string_view, 5> written{"contents", "systemInstruction", "tools", "toolConfig",
                                                      "model"};
    return detail::append_more(to, more, written, error) && (to.append('}'), true);
  }

  static void append_system(text_writer& to, std::span<const chat_message> messages) {
    bool first = true;
    for (const chat_message& one : messages) {
      if (one.role != chat_role::system || detail::is_blank_text(one.text)) continue;
      to.append(first ? R"(,"systemInstruction":{"parts":[)" : ",");
      first = false;
      detail::gemini_parts::append_text(to, one.text);
    }
    if (!first) to.append("]}");
  }

  // "Function calling modes": ANY demands a call of any of the allowed tools.
  static void append_choice(text_writer& to, const tool_choice& choice) {
    using kind = tool_choice::kind_type;
    if (choice.kind == kind::automatic) return;
    to.append(R"(,"toolConfig":{"functionCallingConfig":{"mode":)");
    to.append(choice.kind == kind::none ? R"("NONE")" : R"("ANY")");
    if (choice.kind == kind::named) {
      to.append(R"(,"allowedFunctionNames":[)");
      detail::gemini_parts::append_call_name(to, choice.name);
      to.append(']');
    }
    to.append("}}");
  }

  // Takes `generationConfig` out of `more`, when that is an object, and answers it.
  static std::string_view without_config(text_writer& rest, std::string_view& more) {
    json::context c;
    const std::size_t start = more.find_first_not_of(" \t\r\n");
    if (start == std::string_view::npos || more[start] != '{' || !json::scan_document(more, c)) return {};
    const std::string_view object = more.substr(start);
    const std::string_view config = detail::gemini_parts::member(object, "generationConfig");
    if (config.empty()) return {};
    bool first = true;
    rest.append('{');
    detail::for_each_member(object,
                            [&](std::string_view key, std::string_view spelled, std::string_view value) {
                              if (key == "generationConfig") return;
                              detail::gemini_parts::separate(rest, first);
                              rest.append(spelled);
                              rest.append(':');
                              rest.append(value);
                            });
    rest.append('}');
    more = rest.finish("{}");
    return config;
  }

  static bool append_config(text_writer& to, const detail::request_plan& plan, const chat_request& asked,
                            std::string_view config, request_error& error) {
    if (!asked.max_tokens && plan.thinking == 0) return true;
    bool first = true;
    to.append(R"(,"generationConfig":{)");
    if (asked.max_tokens) {
      detail::gemini_parts::separate(to, first);
      to.append(R"("maxOutputTokens":)");
      to.append(*asked.max_tokens);
    }
    if (plan.thinking != 0) {
      detail::gemini_parts::separate(to, first);
      to.append(R"("thinkingConfig":{"thinkingBudget":)");
      to.append(plan.thinking);
      to.append('}');
    }
    constexpr std::array<std::string_view, 2> written{"maxOutputTokens", "thinkingConfig"};
    return detail::append_more(to, config, written, error) && (to.append('}'), true);
  }
};

}  // namespace tacet
