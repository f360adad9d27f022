// SPDX-License-Identifier: MIT
// What the encoders see of an assistant's turn, be it a reply or a message of a history.
#pragma once

#include <tacet/json/scan.hpp>
#include <tacet/values/tool_call.hpp>
#include <tacet/wire/chat_message.hpp>
#include <tacet/wire/detail/walk.hpp>
#include <tacet/wire/reply.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tacet::detail {

struct turn_view {
  std::string_view text{};
  std::span<const tool_call> calls{};
  std::string_view dialect{};
  std::string_view message{};  // as the provider sent it: well-formed JSON, or empty

  turn_view() = default;
  turn_view(const reply& from) noexcept
      : text(from.text()), calls(from.calls()), dialect(from.dialect()), message(from.message()) {}
};

/// What a provider sent, without blanks around it, when `dialect` can send it back; empty otherwise. A history comes from
/// anywhere, so that it is JSON of the expected kind is looked at.
[[nodiscard]] inline std::string_view own_text(const chat_message& message, std::string_view dialect, char begins) noexcept {
  if (message.dialect != dialect || message.native.empty()) return {};
  json::context c;
  if (!json::scan_document(message.native, c)) return {};
  const char* const end = message.native.data() + message.native.size();
  const char* const first = json::skip_blanks(message.native.data(), end);
  const char* last = end;
  while (last != first && json::is_blank(last[-1])) --last;
  return *first == begins ? std::string_view(first, static_cast<std::size_t>(last - first)) : std::string_view{};
}

/// The same of a message of the user or the system, where what was sent has that role: else it could be anything.
[[nodiscard]] inline std::string_view own_words(const chat_message& message, std::string_view dialect) {
  const std::string_view own = own_text(message, dialect, '{');
  bool has_role = false;
  if (!own.empty())
    for_each_member(own, [&](std::string_view key, std::string_view, std::string_view value) {
      if (key == "role")
        has_role = message.role == chat_role::user ? value == R"("user")" : value == R"("system")" || value == R"("developer")";
    });
  return has_role ? own : std::string_view{};
}

/// A message of a history with the ids under which its calls go to a provider.
class stored_turn {
 public:
  /// `begins` is the character that what the dialect sends back begins with.
  stored_turn(const chat_message& message, std::span<const std::string> ids, std::string_view dialect, char begins) {
    calls_.reserve(message.calls.size());
    for (std::size_t i = 0; i < message.calls.size(); ++i)
      calls_.push_back({ids[i], message.calls[i].name, message.calls[i].arguments});
    view_.text = message.text;
    view_.calls = calls_;
    view_.message = own_text(message, dialect, begins);
    if (!view_.message.empty()) view_.dialect = dialect;
  }
  stored_turn(const stored_turn&) = delete;
  stored_turn& operator=(const stored_turn&) = delete;

  [[nodiscard]] const turn_view& view() const noexcept { return view_; }

 private:
  std::vector<tool_call> calls_{};
  turn_view view_{};
};

}  // namespace tacet::detail
