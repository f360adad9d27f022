// SPDX-License-Identifier: MIT
// What the cases of streams share: chunks as bytes, the reply of a stream, and what an executor ran of it.
#pragma once

#include "support/catch.hpp"

#include <tacet/tacet.hpp>
#include <tacet/wire/anthropic_messages.hpp>
#include <tacet/wire/openai_chat.hpp>
#include <tacet/wire/reply_stream.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tacet_case {

using lines = std::vector<std::string>;

inline std::string as_events(const lines& datas) {
  std::string all;
  for (const std::string& one : datas) all += "data: " + one + "\n\n";
  return all;
}
/// A chunk of a chat completion with these pieces of calls.
inline std::string chunk(std::string_view pieces) {
  return R"({"object":"chat.completion.chunk","choices":[{"index":0,"delta":{"tool_calls":[)" +
         std::string(pieces) + R"(]},"finish_reason":null}]})";
}
inline const std::string the_end =
    R"({"object":"chat.completion.chunk","choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]})";

/// The chunks of these pieces, with the end.
inline std::string chat_stream(lines pieces) {
  for (std::string& one : pieces) one = chunk(one);
  pieces.insert(pieces.end(), {the_end, "[DONE]"});
  return as_events(pieces);
}

/// The reply of a stream that comes in pieces of `size` bytes.
template <class Dialect = tacet::openai_chat>
tacet::decoded<tacet::reply> read(std::string_view bytes, std::size_t size = 4096) {
  tacet::reply_stream<Dialect> stream;
  for (std::size_t at = 0; at < bytes.size(); at += size)
    if (!stream.feed(bytes.substr(at, size))) break;
  return stream.finish();
}

/// The calls as `id name(arguments)`, or why there are none.
inline lines calls_of(const tacet::decoded<tacet::reply>& got) {
  if (!got) return {std::string(to_text(got.error().reason))};
  lines all;
  for (const tacet::tool_call& one : got->calls())
    all.push_back(std::string(one.id) + ' ' + std::string(one.name) + '(' + std::string(one.arguments) + ')');
  return all;
}

}  // namespace tacet_case
