// SPDX-License-Identifier: MIT
// Writes the items of the Responses API: a turn as it was sent or anew, and results.
#pragma once

#include <tacet/json/encode.hpp>
#include <tacet/json/read_scalar.hpp>
#include <tacet/text/text_writer.hpp>
#include <tacet/tool/provider_name.hpp>
#include <tacet/values/tool_call.hpp>
#include <tacet/wire/detail/message_writer.hpp>
#include <tacet/wire/detail/walk.hpp>

#include <cstddef>
#include <span>
#include <string_view>

namespace tacet::detail {

struct responses_items {
  /// Whether `native` is a list of items that holds `calls` calls, so that it can be sent as it is. A history
  /// may come from anywhere.
  [[nodiscard]] static bool hold(std::string_view native, std::size_t calls) noexcept {
    json::context c;
    if (!native.starts_with('[') || !json::scan_document(native, c)) return false;
    std::size_t found = 0;
    bool objects = true;
    for_each_element(native, [&](std::string_view one) {
      objects = one.front() == '{';
      if (objects && is_type(one, "function_call")) ++found;
      return objects;
    });
    return objects && found == calls;
  }

  /// The items of `native`, which must hold the calls.
  static void append(text_writer& to, std::string_view native, std::span<const tool_call> calls) noexcept {
    std::size_t left = 0;  // items up to the last that is no reasoning
    std::size_t at = 0;
    for_each_element(native, [&](std::string_view one) {
      ++at;
      if (!is_type(one, "reasoning")) left = at;
      return true;
    });
    if (left == 0) return append_message(to, {});
    std::size_t i = 0;
    bool first = true;
    for_each_element(native, [&](std::string_view one) {
      if (!first) to.append(',');
      first = false;
      if (is_type(one, "function_call")) append_sent(to, one, calls[i++]);
      else if (is_type(one, "reasoning") && has_status(one)) append_without_status(to, one);
      else to.append(one);
      return --left != 0;
    });
  }

  static void append_anew(text_writer& to, std::string_view text, std::span<const tool_call> calls) noexcept {
    const bool says = !is_blank_text(text);
    if (says || calls.empty()) append_message(to, text);
    for (std::size_t i = 0; i < calls.size(); ++i) {
      if (says || i != 0) to.append(',');
      to.append(R"({"type":"function_call","call_id":)");
      json::append_string(to, calls[i].id);
      to.append(R"(,"name":)");
      append_name(to, calls[i].name);
      to.append(R"(,"arguments":)");
      append_object_string(to, calls[i].arguments);
      to.append('}');
    }
  }

  static void append_result(text_writer& to, std::string_view id, std::string_view output) noexcept {
    to.append(R"({"type":"function_call_output","call_id":)");
    json::append_string(to, id);
    to.append(R"(,"output":)");
    json::append_string(to, is_blank_text(output) ? no_output : output);
    to.append('}');
  }

 private:
  static void append_message(text_writer& to, std::string_view text) noexcept {
    to.append(R"({"role":"assistant","content":)");
    json::append_string(to, is_blank_text(text) ? no_output : text);
    to.append('}');
  }

  // Whether `value` is a JSON string that says `text`.
  static bool is_text(std::string_view value, std::string_view text) noexcept {
    if (value.size() < 2 || value.front() != '"') return false;
    const std::string_view plain = value.substr(1, value.size() - 2);
    if (plain.find('\\') == std::string_view::npos) return plain == text;
    text_room room;
    json::context c;
    c.room = &room;
    c.end = value.data() + value.size();
    std::string_view said;
    return json::reader<std::string_view>::read(value.data(), c, said) != nullptr && said == text;
  }
  static bool is_type(std::string_view item, std::string_view wanted) noexcept {
    bool found = false;
    for_each_member(item, [&](std::string_view key, std::string_view, std::string_view value) {
      if (key == "type") found = is_text(value, wanted);
    });
    return found;
  }
  static bool has_status(std::string_view item) noexcept {
    bool found = false;
    for_each_member(item, [&](std::string_view key, std::string_view, std::string_view) {
      found = found || key == "status";
    });
    return found;
  }
  static void append_without_status(text_writer& to, std::string_view item) noexcept {
    char before = '{';
    for_each_member(item, [&](std::string_view key, std::string_view spelled, std::string_view value) {
      if (key == "status") return;
      to.append(before);
      before = ',';
      to.append(spelled);
      to.append(':');
      to.append(value);
    });
    to.append('}');
  }

  // The call as it was sent, or member by member where something of it must differ.
  static void append_sent(text_writer& to, std::string_view item, const tool_call& call) noexcept {
    text_room room;
    const provider_name taken(call.name);
    bool id = false, name = false, arguments = false;
    for_each_member(item, [&](std::string_view key, std::string_view, std::string_view value) {
      if (key == "call_id") id = is_text(value, call.id);
      if (key == "name") name = is_text(value, taken.view());
      if (key == "arguments") arguments = is_text(value, call.arguments);
    });
    // Not one that is inside a string, and not one that is missing.
    const std::size_t start = call.arguments.find_first_not_of(" \t\r\n");
    arguments = arguments && start != std::string_view::npos && call.arguments[start] == '{' &&
                !object_text(call.arguments, room).empty();
    if (id && name && arguments) return to.append(item);
    to.append(R"({"type":"function_call","call_id":)");
    json::append_string(to, call.id);
    to.append(R"(,"name":)");
    append_name(to, call.name);
    to.append(R"(,"arguments":)");
    append_object_string(to, call.arguments);
    for_each_member(item, [&](std::string_view key, std::string_view spelled, std::string_view value) {
      if (key != "type" && key != "call_id" && key != "name" && key != "arguments" && value != "null")
        append_member(to, spelled, value);
    });
    to.append('}');
  }
};

}  // namespace tacet::detail
