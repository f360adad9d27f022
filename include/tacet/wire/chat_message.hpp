// SPDX-License-Identifier: MIT
// One message of a conversation, in no provider's words, with what the provider sent beside it.
#pragma once

#include <tacet/values/execution_report.hpp>
#include <tacet/values/tool_call.hpp>
#include <tacet/wire/reply.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tacet {

/// Whose words a message holds.
enum class chat_role : std::uint8_t {
  system,     ///< of whoever wrote the program
  user,
  assistant,  ///< of the model: text and calls
  results,    ///< the answers to the calls of the assistant's message before it
};

[[nodiscard]] constexpr std::string_view to_text(chat_role value) noexcept {
  constexpr std::string_view texts[] = {"system", "user", "assistant", "results"};
  return texts[static_cast<std::uint8_t>(value)];
}

/// A call as it stands in a history. The arguments are the text that the model wrote, whatever it is.
struct chat_call {
  std::string id{};
  std::string name{};
  std::string arguments{};
  friend bool operator==(const chat_call&, const chat_call&) = default;
};

struct chat_result {
  std::string call_id{};  ///< may be empty in a history from elsewhere; then it is paired by name where only one call can be meant
  std::string name{};
  std::string content{};
  bool is_error = false;
  friend bool operator==(const chat_result&, const chat_result&) = default;
};

/// Owns its texts, so that a history can outlive the replies it is made of, be stored and be read again.
struct chat_message {
  chat_role role = chat_role::user;
  std::string text{};                  ///< of a system, user or assistant message
  std::vector<chat_call> calls{};      ///< of an assistant's message
  std::vector<chat_result> results{};  ///< of a message of results
  /// The message as a provider sent it, as JSON text, and the name of that provider's dialect: sent back to the same provider
  /// byte for byte but for ids, names and arguments, so that what only it understands (signed thinking, for example)
  /// survives. Empty: there is nothing but what stands above.
  std::string dialect{};
  std::string native{};

  friend bool operator==(const chat_message&, const chat_message&) = default;

  [[nodiscard]] static chat_message system(std::string text) { return {chat_role::system, std::move(text), {}, {}, {}, {}}; }
  [[nodiscard]] static chat_message user(std::string text) { return {chat_role::user, std::move(text), {}, {}, {}, {}}; }
  [[nodiscard]] static chat_message assistant(std::string text, std::vector<chat_call> calls = {}) {
    return {chat_role::assistant, std::move(text), std::move(calls), {}, {}, {}};
  }

  /// The assistant's message of a reply.
  [[nodiscard]] static chat_message assistant(const reply& from) {
    return assistant(from.text(), from.calls(), from.dialect(), from.message());
  }
  /// The same of its parts; `native` as the provider of `dialect` sent it.
  [[nodiscard]] static chat_message assistant(std::string_view text, std::span<const tool_call> calls, std::string_view dialect,
                                              std::string_view native) {
    chat_message made = assistant(std::string(text));
    for (const tool_call& call : calls)
      made.calls.push_back({std::string(call.id), std::string(call.name), std::string(call.arguments)});
    made.dialect = dialect;
    made.native = native;
    return made;
  }

  /// The answers of a report to all `calls`, in their order; a call that the report does not have is answered too.
  [[nodiscard]] static chat_message answers(std::span<const tool_call> calls, const execution_report& report) {
    chat_message made{chat_role::results, {}, {}, {}, {}, {}};
    for (std::size_t i = 0; i < calls.size(); ++i) {
      const bool there = i < report.outcomes.size();
      made.results.push_back({std::string(calls[i].id), std::string(calls[i].name),
                              std::string(there ? report.outcomes[i].content : no_answer),
                              !there || report.outcomes[i].is_error});
    }
    return made;
  }
  /// What a call is told that nothing answered.
  static constexpr std::string_view no_answer = "The call was not run: there was no memory for its answer.";
};

}  // namespace tacet
