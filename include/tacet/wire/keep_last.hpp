// SPDX-License-Identifier: MIT
// Trims a history at the front without parting calls from their results.
#pragma once

#include <tacet/wire/chat_message.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace tacet {

/// The last messages of a history. A message with calls and its results are one piece, which stays whole or goes whole. System
/// messages at the beginning stay; where what is left would begin with the assistant, so does the last message of the user
/// before it: providers want one in front, and it is what the model works at. At most `most` messages, unless those that must
/// stay are more; the last piece always stays. The history must be paired (`pair_up`). Linear; throws only std::bad_alloc.
[[nodiscard]] inline std::vector<chat_message> keep_last(std::span<const chat_message> messages, std::size_t most) {
  std::size_t head = 0;
  while (head < messages.size() && messages[head].role == chat_role::system) ++head;
  if (messages.size() <= most || messages.size() == head) return {messages.begin(), messages.end()};

  struct cut {
    std::size_t from;  // the first that is kept
    std::size_t task;  // the user's message that is kept before it; none: the same as `from`
    std::size_t size;
  };
  cut best{};
  std::size_t task = messages.size();
  for (std::size_t i = head; i < messages.size(); ++i) {
    const chat_role role = messages[i].role;
    if (role == chat_role::user) task = i;
    if (role == chat_role::results && i != head) continue;  // no place to cut at
    const bool needs_task = role != chat_role::user && task != messages.size();
    best = {i, needs_task ? task : i, head + (messages.size() - i) + (needs_task ? 1U : 0U)};
    if (best.size <= most) break;  // when none is, the last piece it is
  }

  const auto at = [&](std::size_t i) { return messages.begin() + static_cast<std::ptrdiff_t>(i); };
  std::vector<chat_message> kept(messages.begin(), at(head));
  kept.reserve(best.size);
  if (best.task != best.from) kept.push_back(messages[best.task]);
  kept.insert(kept.end(), at(best.from), messages.end());
  return kept;
}

}  // namespace tacet
