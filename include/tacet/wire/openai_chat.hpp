// SPDX-License-Identifier: MIT
// The dialect of OpenAI chat completions: decodes a reply, encodes its turn, its results, the tools and whole requests.
#pragma once

#include <tacet/wire/detail/chat_dialect.hpp>

namespace tacet {

/// Decodes a whole response or a bare assistant message, of `choices` the first. `arguments` are the text
/// that the model wrote. Refuses calls that are no functions, `function_call` where there are no
/// `tool_calls`, one chunk of a stream, a reply that carries an error. A reply that ended with `length` or
/// `content_filter` is cut.
struct openai_chat : detail::chat_dialect<openai_chat, profiles::openai> {};

}  // namespace tacet
