// SPDX-License-Identifier: MIT
// Tells from the text of a reply whose it is.
#include "provider.hpp"

#include <tacet/json/decode.hpp>

#include <optional>
#include <string>
#include <vector>

namespace exec {

namespace {
using raw = std::optional<tacet::json::raw_value>;
struct signs {
  raw choices{};
  raw tool_calls{};
  raw object{};
  raw type{};
  raw stop_reason{};
  raw content{};
};
struct block_sign {
  static constexpr bool allow_unknown_members = true;
  raw type{};
};
}  // namespace

provider told_from(std::string_view text) {
  signs found;
  tacet::json::context c;
  if (!tacet::json::decode<signs, true>(text, found, c)) return provider::openai;
  if (found.choices.has_value() || found.tool_calls.has_value() || found.object.has_value())
    return provider::openai;
  if (found.stop_reason.has_value()) return provider::anthropic;
  if (found.type.has_value() && (found.type->text == R"("message")" || found.type->text == R"("error")"))
    return provider::anthropic;
  if (!found.content.has_value() || found.content->text.front() != '[') return provider::openai;
  struct list {
    std::vector<block_sign> content{};
  };
  const std::string wrapped = R"({"content":)" + std::string(found.content->text) + "}";
  list blocks;
  tacet::json::context again;
  if (!tacet::json::decode(wrapped, blocks, again)) return provider::openai;
  for (const block_sign& block : blocks.content)
    if (block.type.has_value() && block.type->text == R"("tool_use")") return provider::anthropic;
  return provider::openai;
}

}  // namespace exec
