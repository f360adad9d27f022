// SPDX-License-Identifier: MIT
// The dialects of servers that speak OpenAI's chat completions, each with its own differences.
#pragma once

#include <tacet/wire/detail/chat_dialect.hpp>

namespace tacet {

/// A server that speaks chat completions, by what it takes: `struct mine : compatible_chat<mine, my_profile> {};`, where the
/// profile is a constant at namespace scope with a name of its own.
template <class Self, const wire_profile& Profile> struct compatible_chat : detail::chat_dialect<Self, Profile> {
  static_assert(Profile.format == wire_format::openai_chat);
};

/// Mistral: ids of nine letters and digits.
struct mistral_chat : compatible_chat<mistral_chat, profiles::mistral> {};
/// The server of llama.cpp: one tool cannot be demanded by name.
struct llama_cpp_chat : compatible_chat<llama_cpp_chat, profiles::llama_cpp> {};
/// vLLM: no strict mode.
struct vllm_chat : compatible_chat<vllm_chat, profiles::vllm> {};
/// Ollama: no choice and no parallel flag; to forbid calls the tools are left out.
struct ollama_chat : compatible_chat<ollama_chat, profiles::ollama> {};

}  // namespace tacet
