// SPDX-License-Identifier: MIT
// What is asked of a chat model, in no provider's words, and what comes of writing it down for one.
#pragma once

#include <tacet/values/tool_descriptor.hpp>
#include <tacet/wire/chat_message.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace tacet {

/// Whether the model may, must or must not call tools.
struct tool_choice {
  enum class kind_type : std::uint8_t { automatic, none, required, named };
  kind_type kind = kind_type::automatic;
  std::string_view name{};  ///< of the one tool, when `named`
  /// The program, not its user, made the choice: it may be softened where the provider does not take it.
  bool inferred = false;

  [[nodiscard]] static constexpr tool_choice automatic() noexcept { return {}; }
  [[nodiscard]] static constexpr tool_choice none() noexcept { return {kind_type::none, {}, false}; }
  [[nodiscard]] static constexpr tool_choice required() noexcept { return {kind_type::required, {}, false}; }
  [[nodiscard]] static constexpr tool_choice named(std::string_view tool) noexcept { return {kind_type::named, tool, false}; }
  [[nodiscard]] constexpr bool forces() const noexcept { return kind == kind_type::required || kind == kind_type::named; }
};

/// All views must live until the request is written.
struct chat_request {
  std::string_view model{};
  std::span<const chat_message> messages{};
  /// With schemas that the provider takes (`typed_tool::descriptor_in`, `provider_schema`). No tools: nothing about tools is sent.
  std::span<const tool_descriptor> tools{};
  tool_choice choice{};
  std::optional<bool> parallel_calls{};       ///< nothing: as the provider does
  std::optional<std::uint32_t> max_tokens{};  ///< of the reply
  std::uint32_t thinking_tokens = 0;          ///< a budget for thinking, where the provider has one; 0: not asked for
  bool stream = false;
  bool strict = false;  ///< the schemas are those of the provider's strict mode, and it is to keep to them
  std::uint8_t cache_marks = 0;  ///< how many places to mark for the provider's cache: the last message, system, tools, the turn before
  /// A JSON object whose members are added as they are: `{"temperature":0}`. Members that are written here are refused in it.
  std::string_view more{};
};

/// Why a request cannot be written. Nothing is sent that the provider is known to refuse.
enum class request_failure : std::uint8_t {
  no_messages,
  no_model,
  unpaired,            ///< a call without a result or a result without a call; `pair_up` mends it
  bad_tool,            ///< a schema is no JSON object, two tools would go out under one name, or a name cannot be written
  choice_unknown,      ///< the demanded tool is not among the tools
  choice_unsupported,  ///< the provider cannot be told this choice
  choice_with_thinking,
  max_tokens_needed,
  thinking_budget,     ///< outside of what the provider takes
  bad_more,            ///< `more` is no JSON object, or names a member that is written from elsewhere
};

[[nodiscard]] constexpr std::string_view to_text(request_failure value) noexcept {
  constexpr std::string_view texts[] = {"no messages",          "no model",          "unpaired",       "bad tool", "choice unknown", "choice unsupported",
                                        "choice with thinking", "max tokens needed", "thinking budget",    "bad more"};
  return texts[static_cast<std::uint8_t>(value)];
}

struct request_error {
  request_failure reason = request_failure::no_messages;
  std::string message{};  ///< one sentence for people
};

/// What was asked for and could not be said to this provider.
enum class request_note : std::uint8_t {
  choice_without_tools,    ///< there are no tools, so nothing is said of a choice
  choice_softened,         ///< an inferred choice became automatic
  tools_left_out,          ///< calls cannot be forbidden otherwise
  parallel_without_tools,
  parallel_unsupported,
  strict_unsupported,
  thinking_unsupported,
  cache_marks_fewer,       ///< the provider takes fewer marks, or none
};

[[nodiscard]] constexpr std::string_view to_text(request_note value) noexcept {
  constexpr std::string_view texts[] = {"the choice is left out: there are no tools",
                                        "the choice is left to the model: this provider does not take it here",
                                        "the tools are left out: this provider cannot be told not to call them",
                                        "the parallel flag is left out: there are no tools",
                                        "the parallel flag is left out: this provider has none",
                                        "strict is left out: this provider has no such mode",
                                        "the thinking budget is left out: this provider has none",
                                        "there are fewer cache marks than asked for"};
  return texts[static_cast<std::uint8_t>(value)];
}

/// The body of a request with notes, or why there is none; in the shape of std::expected.
class encoded_request {
 public:
  struct content {
    std::string body{};
    std::vector<request_note> notes{};
  };
  encoded_request(content value) noexcept : held_(std::in_place_index<0>, std::move(value)) {}
  encoded_request(request_error error) noexcept : held_(std::in_place_index<1>, std::move(error)) {}

  [[nodiscard]] bool has_value() const noexcept { return held_.index() == 0; }
  [[nodiscard]] explicit operator bool() const noexcept { return has_value(); }
  /// Only when there is a body.
  [[nodiscard]] content& operator*() noexcept { return *std::get_if<0>(&held_); }
  [[nodiscard]] const content& operator*() const noexcept { return *std::get_if<0>(&held_); }
  [[nodiscard]] content* operator->() noexcept { return std::get_if<0>(&held_); }
  [[nodiscard]] const content* operator->() const noexcept { return std::get_if<0>(&held_); }
  /// Only when there is none.
  [[nodiscard]] const request_error& error() const noexcept { return *std::get_if<1>(&held_); }

 private:
  std::variant<content, request_error> held_;
};

}  // namespace tacet
