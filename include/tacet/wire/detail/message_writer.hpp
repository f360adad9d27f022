// SPDX-License-Identifier: MIT
// What the encoders of all dialects share: contents, arguments and names as every provider takes them.
#pragma once

#include <tacet/json/encode.hpp>
#include <tacet/tool/provider_name.hpp>
#include <tacet/values/execution_report.hpp>
#include <tacet/values/tool_call.hpp>
#include <tacet/values/tool_descriptor.hpp>
#include <tacet/wire/detail/walk.hpp>
#include <tacet/wire/reply.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace tacet::detail {

/// What an empty result is on the wire: providers refuse an empty text, and models do not understand one.
inline constexpr std::string_view no_output = "(no output)";
/// What stands for a blank message of the user where providers refuse one.
inline constexpr std::string_view no_text = "(no text)";
/// The member that holds arguments which are not a JSON object.
inline constexpr std::string_view unreadable_key = "unparsed_arguments";

[[nodiscard]] inline bool is_blank_text(std::string_view text) noexcept {
  return text.find_first_not_of(" \t\r\n\f\v") == std::string_view::npos;
}

/// What answers a call in the next request. A call that the report does not have is answered too.
struct wire_result {
  std::string_view content;
  bool is_error;
};
[[nodiscard]] inline wire_result result_of(const execution_report& report, std::size_t i) noexcept {
  if (i >= report.outcomes.size()) return {"The call was not run: there was no memory for its answer.", true};
  const tool_outcome& outcome = report.outcomes[i];
  return {is_blank_text(outcome.content) ? no_output : outcome.content, outcome.is_error};
}

/// The JSON object that arguments are, as text; empty when they are none. Nothing is an empty object; an
/// object inside a JSON string is taken out of it, as for the tool.
[[nodiscard]] inline std::string_view object_text(std::string_view arguments, text_room& room) noexcept {
  const auto trimmed = [](std::string_view text) {
    const char* first = json::skip_blanks(text.data(), text.data() + text.size());
    const char* last = text.data() + text.size();
    while (last != first && json::is_blank(last[-1])) --last;
    return std::string_view(first, static_cast<std::size_t>(last - first));
  };
  std::string_view text = trimmed(arguments);
  if (text.empty() || text == "null") return "{}";
  json::context c;
  if (!json::scan_document(text, c)) return {};
  if (text.front() == '"') {
    json::context inner;
    inner.end = text.data() + text.size();
    inner.room = &room;
    std::string_view held;
    if (json::reader<std::string_view>::read(text.data(), inner, held) == nullptr) return {};
    text = trimmed(held);
    json::context again;
    if (text.empty() || !json::scan_document(text, again)) return {};
  }
  return text.front() == '{' ? text : std::string_view{};
}

/// Appends arguments as a JSON object, whatever they are.
inline void append_object(text_writer& to, std::string_view arguments) noexcept {
  text_room room;
  const std::string_view object = object_text(arguments, room);
  if (!object.empty()) return to.append(object);
  to.append("{\"");
  to.append(unreadable_key);
  to.append("\":");
  json::append_string(to, arguments);
  to.append('}');
}
/// The same as a string that holds the object.
inline void append_object_string(text_writer& to, std::string_view arguments) noexcept {
  text_room room;
  text_writer object(room);
  append_object(object, arguments);
  json::append_string(to, object.finish("{}"));
}

/// Appends a name as providers take it: that of a tool from a server, or one that a model invented, may be one that they
/// would refuse.
inline void append_name(text_writer& to, std::string_view name) noexcept {
  to.append('"');
  const provider_name taken(name);
  for (const char c : taken.view()) to.append(c);
  to.append('"');
}

/// Appends `,"name":number`, or nothing.
inline void append_number(text_writer& to, std::string_view name, const std::optional<std::uint32_t>& value) noexcept {
  if (!value) return;
  to.append(",\"");
  to.append(name);
  to.append("\":");
  to.append(*value);
}

/// Appends `,"name":value` as it stands in the reply.
inline void append_member(text_writer& to, std::string_view spelled, std::string_view value) noexcept {
  to.append(',');
  to.append(spelled);
  to.append(':');
  to.append(value);
}

}  // namespace tacet::detail
