// SPDX-License-Identifier: MIT
// What each provider takes and refuses, as data.
#pragma once

#include <tacet/json/dialect.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace tacet {

/// The four shapes of requests and replies. Many servers speak the first.
enum class wire_format : std::uint8_t { openai_chat, openai_responses, anthropic_messages, google_gemini };

/// Which ids of calls are taken as they are. Others are mapped (`wire_ids`).
struct id_rule {
  std::size_t most = 0;       ///< bytes; 0: any number
  bool exactly = false;       ///< not fewer than `most` either
  bool any_character = true;  ///< else only letters, digits and `others`
  std::string_view others{};

  [[nodiscard]] constexpr bool takes(std::string_view id) const noexcept {
    if (id.empty() || (most != 0 && id.size() > most) || (exactly && id.size() != most)) return false;
    for (const char c : id)
      if (!any_character && !(c >= 'a' && c <= 'z') && !(c >= 'A' && c <= 'Z') && !(c >= '0' && c <= '9') &&
          others.find(c) == std::string_view::npos)
        return false;
    return true;
  }
};

/// What one provider, or one server that speaks a provider's format, takes.
struct wire_profile {
  std::string_view name{};  ///< of the dialect, as `reply::dialect` says it
  wire_format format = wire_format::openai_chat;
  id_rule ids{};
  bool names_begin_with_letter = false;  ///< or `_`; names are 1 to 64 of A-Z a-z 0-9 _ - everywhere
  json::schema_dialect schema = json::schema_dialect::plain;
  json::schema_dialect strict_schema = json::schema_dialect::plain;
  bool strict = false;           ///< a tool may say that its arguments must follow its schema
  bool choice_none = true;       ///< calls can be forbidden while the tools stay declared
  bool choice_required = true;   ///< some call can be demanded
  bool choice_named = true;      ///< the call of one tool can be demanded
  bool parallel_flag = true;     ///< several calls in one reply can be forbidden
  bool thinks_when_forced = true;  ///< thinking and a demanded call may stand in one request
  bool thinking_budget = false;    ///< a number of tokens for thinking can be set
  bool needs_max_tokens = false;
  bool system_apart = false;       ///< texts of the system stand beside the messages, not among them
  std::uint8_t cache_marks = 0;    ///< places in a request that can be marked for the provider's cache
  std::string_view max_tokens_member = "max_tokens";
};

/// The providers' rules, with where they say so.
namespace profiles {

// OpenAI, "Chat completions": ids of calls in a history are refused beyond 40 characters by its error message ("string too
// long. Expected a string with maximum length 40"); max_tokens is replaced by max_completion_tokens.
inline constexpr wire_profile openai{.name = "openai",
                                     .ids = {.most = 40},
                                     .strict_schema = json::schema_dialect::openai_strict,
                                     .strict = true,
                                     .max_tokens_member = "max_completion_tokens"};

// OpenAI, "Responses": call_id has 1 to 64 characters.
inline constexpr wire_profile openai_responses{.name = "openai_responses",
                                               .format = wire_format::openai_responses,
                                               .ids = {.most = 64},
                                               .strict_schema = json::schema_dialect::openai_strict,
                                               .strict = true,
                                               .max_tokens_member = "max_output_tokens"};

// Anthropic, "Messages": ids are ^[a-zA-Z0-9_-]+$; max_tokens is required; "Extended thinking": only the choices auto and
// none go with it; "Prompt caching": at most 4 cache_control marks.
inline constexpr wire_profile anthropic{.name = "anthropic",
                                        .format = wire_format::anthropic_messages,
                                        .ids = {.any_character = false, .others = "_-"},
                                        .schema = json::schema_dialect::anthropic,
                                        .strict_schema = json::schema_dialect::anthropic_strict,
                                        .strict = true,
                                        .thinks_when_forced = false,
                                        .thinking_budget = true,
                                        .needs_max_tokens = true,
                                        .system_apart = true,
                                        .cache_marks = 4};

// Gemini, "Function calling": a name begins with a letter or an underscore; modes AUTO, ANY (with allowedFunctionNames) and
// NONE; nothing forbids several calls. Ids are optional and free.
inline constexpr wire_profile gemini{.name = "gemini",
                                     .format = wire_format::google_gemini,
                                     .names_begin_with_letter = true,
                                     .schema = json::schema_dialect::gemini,
                                     .strict_schema = json::schema_dialect::gemini,
                                     .parallel_flag = false,
                                     .thinking_budget = true,
                                     .system_apart = true,
                                     .max_tokens_member = "maxOutputTokens"};

// Mistral, "Chat completion": its servers and the chat templates of its models want ids of nine letters and digits.
inline constexpr wire_profile mistral{.name = "mistral", .ids = {.most = 9, .exactly = true, .any_character = false}};

// llama.cpp, server: tool_choice is one of the three words.
inline constexpr wire_profile llama_cpp{.name = "llama.cpp", .choice_named = false};

// vLLM, "Tool calling": all four choices; `strict` is not among what it reads.
inline constexpr wire_profile vllm{.name = "vllm"};

// Ollama, "OpenAI compatibility": tool_choice and parallel_tool_calls are not supported.
inline constexpr wire_profile ollama{
    .name = "ollama", .choice_none = false, .choice_required = false, .choice_named = false, .parallel_flag = false};

}  // namespace profiles
}  // namespace tacet
