// SPDX-License-Identifier: MIT
// Reads what an MCP server answers to `tools/call` into the text that goes to a model.
#pragma once

#include <tacet/wire/decoded.hpp>
#include <tacet/wire/detail/reply_reader.hpp>
#include <tacet/wire/detail/walk.hpp>
#include <tacet/wire/reply.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace tacet {

/// The `result` of a call. An error is the tool's own: the call arrived, so it is no reason to send it again.
struct mcp_result {
  std::string text{};        ///< for the model; empty only when the server sent nothing to read
  bool is_error = false;     ///< `isError`
  std::string structured{};  ///< `structuredContent` as it was sent, for the program
};

namespace detail {

struct mcp_answer {
  static constexpr bool allow_unknown_members = true;
  wire_member content{};
  wire_member structuredContent{};
  std::optional<bool> isError{};
};
struct mcp_block {
  static constexpr bool allow_unknown_members = true;
  wire_member type{};
  wire_member text{};
  wire_member mimeType{};
  wire_member uri{};
  wire_member resource{};
};

class mcp_reader : public reply_reader {
 public:
  using reply_reader::reply_reader;

  decoded<mcp_result> read(std::string_view text) {
    mcp_answer answer;
    if (!open(text) || !object(whole(), answer)) return *std::move(error);
    mcp_result made;
    made.is_error = answer.isError.value_or(false);
    if (answer.content.has_value()) {
      if (!array(answer.content)) return *std::move(error);
      for_each_element(answer.content->text, [&](std::string_view one) { return block(one, made.text); });
      if (error.has_value()) return *std::move(error);
    }
    if (answer.structuredContent.has_value()) made.structured = answer.structuredContent->text;
    // Servers repeat structured content as text, so that one of the two says it all: the text, where there is one.
    if (made.text.find_first_not_of(" \t\r\n") == std::string::npos && !made.structured.empty()) made.text = made.structured;
    return made;
  }

 private:
  bool block(std::string_view text, std::string& to) {
    mcp_block one;
    std::string_view type, said;
    if (!object(text, one) || !string(one.type, type) || !string(one.text, said)) return false;
    if (type == "resource" && one.resource.has_value()) return resource(one.resource, to);
    if (type == "text") return line(to, said);
    std::string_view what;
    if (!string(one.uri.has_value() ? one.uri : one.mimeType, what)) return false;
    return line(to, "[" + std::string(type) + (what.empty() ? "" : ": " + std::string(what)) + "]");
  }
  bool resource(const wire_member& value, std::string& to) {
    mcp_block held;
    std::string_view said, where;
    if (!object(value->text, held) || !string(held.text, said) || !string(held.uri, where)) return false;
    return line(to, held.text.has_value() ? std::string(said) : "[resource: " + std::string(where) + "]");
  }
  static bool line(std::string& to, std::string_view text) {
    if (!to.empty()) to += '\n';
    to += text;
    return true;
  }
};

}  // namespace detail

/// Reads the `result` object of the answer, not the envelope of JSON-RPC. Texts are joined by line ends; what a model cannot
/// read (images, audio, links) is named in brackets. Structured content is the text only where there is no other; the Model
/// Context Protocol ("Tools", structured content) has servers send it as a text too. Throws only std::bad_alloc.
[[nodiscard]] inline decoded<mcp_result> read_mcp_result(std::string_view text, const reply_options& options = {}) {
  return detail::mcp_reader("mcp", options).read(text);
}

}  // namespace tacet
