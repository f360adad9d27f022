// SPDX-License-Identifier: MIT
// Writes the parts of Gemini's contents: a turn as it was sent or anew, results, names and ids.
#pragma once

#include <tacet/json/encode.hpp>
#include <tacet/json/read_scalar.hpp>
#include <tacet/text/text_room.hpp>
#include <tacet/text/text_writer.hpp>
#include <tacet/tool/provider_name.hpp>
#include <tacet/values/tool_call.hpp>
#include <tacet/wire/detail/message_writer.hpp>
#include <tacet/wire/detail/turn_view.hpp>
#include <tacet/wire/detail/walk.hpp>

#include <algorithm>
#include <cstddef>
#include <span>
#include <string_view>
#include <utility>

namespace tacet::detail {

struct gemini_parts {
  /// Whether an id has the form of those that the readers make for calls without one. Such an id is not
  /// written: the provider sent none, some of its servers refuse one, and it pairs by place.
  [[nodiscard]] static bool is_made_id(std::string_view id) noexcept {
    return id.size() == 9 && id.front() == 't' && std::all_of(id.begin(), id.end(), [](char c) {
             return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
           });
  }

  /// The name as Gemini takes it: what `provider_name` makes, with one more `_` before a digit or a dash at the
  /// beginning, which `called_name` takes off.
  static void append_call_name(text_writer& to, std::string_view name) noexcept {
    to.append('"');
    const provider_name taken(name);
    append_begun_well(to, taken.view());
    to.append('"');
  }

  /// The name that was written so, where it began with a digit or a dash.
  [[nodiscard]] static std::string_view called_name(std::string_view sent) noexcept {
    return sent.starts_with('_') && begins_badly(sent) ? sent.substr(1) : sent;
  }

  /// The parts of a turn, separated by commas. `first`: none was written before.
  static void append(text_writer& to, const turn_view& from, bool own, bool& first) noexcept {
    if (own) {
      const std::string_view parts = member(from.message, "parts");
      if (parts.empty()) return;
      std::size_t i = 0;
      for_each_element(parts, [&](std::string_view one) {
        const std::string_view call = member(one, "functionCall");
        if (!call.empty() && call != "null") separate(to, first), append_sent(to, one, call, from.calls[i++]);
        else if (says_something(one)) separate(to, first), to.append(one);
        return true;
      });
    } else {
      if (!is_blank_text(from.text)) separate(to, first), append_text(to, from.text);
      for (const tool_call& call : from.calls) {
        separate(to, first);
        to.append(R"({"functionCall":{"name":)");
        append_call_name(to, call.name);
        to.append(R"(,"args":)");
        append_object(to, call.arguments);
        append_id(to, call.id);
        to.append("}}");
      }
    }
  }

  /// Whether `content` says something, and answers no calls.
  [[nodiscard]] static bool hold_words(std::string_view content) noexcept {
    if (content.empty()) return false;
    const std::string_view parts = member(content, "parts");
    if (!parts.starts_with('[') || count_elements(parts) == 0) return false;
    bool words = true;
    for_each_element(parts, [&](std::string_view one) {
      return words = one.starts_with('{') && says_something(one) && member(one, "functionResponse").empty();
    });
    return words;
  }

  /// Whether `content` is a content with `calls` calls, so that it can be sent as it is. A history may have
  /// been edited.
  [[nodiscard]] static bool hold(std::string_view content, std::size_t calls) noexcept {
    if (!content.starts_with('{')) return false;
    const std::string_view parts = member(content, "parts");
    if (!parts.empty() && parts.front() != '[') return false;
    std::size_t found = 0;
    bool objects = true;
    if (!parts.empty())
      for_each_element(parts, [&](std::string_view one) {
        objects = one.front() == '{';
        if (!objects) return false;
        const std::string_view call = member(one, "functionCall");
        objects = call.empty() || call == "null" || call.front() == '{';
        if (!call.empty() && call != "null") ++found;
        return objects;
      });
    return objects && found == calls;
  }

  static void append_text(text_writer& to, std::string_view text) noexcept {
    to.append(R"({"text":)");
    json::append_string(to, text);
    to.append('}');
  }

  static void append_result(text_writer& to, std::string_view id, std::string_view name,
                            std::string_view content, bool is_error) noexcept {
    to.append(R"({"functionResponse":{"name":)");
    append_call_name(to, name);
    append_id(to, id);
    to.append(is_error ? R"(,"response":{"error":)" : R"(,"response":{"output":)");
    json::append_string(to, is_blank_text(content) ? no_output : content);
    to.append("}}}");
  }

  /// The value of a member of a well-formed object; empty when there is none.
  [[nodiscard]] static std::string_view member(std::string_view object, std::string_view name) noexcept {
    std::string_view found;
    for_each_member(object, [&](std::string_view key, std::string_view, std::string_view value) {
      if (key == name) found = value;
    });
    return found;
  }
  static void separate(text_writer& to, bool& first) noexcept {
    if (!std::exchange(first, false)) to.append(',');
  }

 private:
  // A digit or a dash, also behind underscores, so that one more can be taken off again.
  static bool begins_badly(std::string_view name) noexcept {
    const std::size_t first = name.find_first_not_of('_');
    return first != std::string_view::npos && (name[first] == '-' || (name[first] >= '0' && name[first] <= '9'));
  }
  static void append_begun_well(text_writer& to, std::string_view taken) noexcept {
    if (!begins_badly(taken)) return to.append(taken);
    text_room room;
    text_writer longer(room);
    longer.append('_');
    longer.append(taken);
    // (A tool whose name is too long for one more is refused by the request: this one does not come back.)
    const provider_name fits(longer.text());
    to.append(fits.view());
  }
  static void append_id(text_writer& to, std::string_view id) noexcept {
    if (id.empty() || is_made_id(id)) return;
    to.append(R"(,"id":)");
    json::append_string(to, id);
  }
  // A part without any data, or with an empty text and no signature, is refused; the provider itself sends
  // some.
  static bool says_something(std::string_view part) noexcept {
    bool says = false;
    for_each_member(part, [&](std::string_view key, std::string_view, std::string_view value) {
      says = says || (value != "null" && key != "thought" && !(key == "text" && value == R"("")"));
    });
    return says;
  }
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

  // The part as it was sent, with another call in the place of its own where something of that must differ.
  static void append_sent(text_writer& to, std::string_view part, std::string_view sent,
                          const tool_call& call) noexcept {
    text_room room;
    text_writer written(room);
    append_call_name(written, call.name);
    std::string_view id, name, args;
    for_each_member(sent, [&](std::string_view key, std::string_view, std::string_view value) {
      if (key == "id") id = value;
      if (key == "name") name = value;
      if (key == "args") args = value;
    });
    const bool same_id = is_made_id(call.id) || call.id.empty() ? id.empty() : is_text(id, call.id);
    // Arguments that are not there stay away: the provider leaves out empty ones.
    const bool same_args =
        args.empty() ? call.arguments == "{}" : args.front() == '{' && args == call.arguments;
    if (same_id && same_args && name == written.text()) return to.append(part);
    to.append(part.substr(0, static_cast<std::size_t>(sent.data() - part.data())));
    to.append(R"({"name":)");
    append_call_name(to, call.name);
    to.append(R"(,"args":)");
    append_object(to, call.arguments);
    append_id(to, call.id);
    for_each_member(sent, [&](std::string_view key, std::string_view spelled, std::string_view value) {
      if (key != "id" && key != "name" && key != "args" && value != "null") append_member(to, spelled, value);
    });
    to.append('}');
    to.append(part.substr(static_cast<std::size_t>(sent.data() - part.data()) + sent.size()));
  }
};

}  // namespace tacet::detail
