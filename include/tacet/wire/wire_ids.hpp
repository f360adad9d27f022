// SPDX-License-Identifier: MIT
// Gives every call of a history an id that its provider takes and that no other call of the history has.
#pragma once

#include <tacet/wire/chat_message.hpp>
#include <tacet/wire/wire_profile.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace tacet {

/// The ids under which the calls of a history go to one provider: those that it takes stay, others, and the repeats of one, are
/// replaced by a text that depends on the id and on how often it stood before, so that a history which grows keeps the ids it
/// had, on every machine. No two calls get the same. Borrows the history. Linear in it; throws only std::bad_alloc.
class wire_ids {
 public:
  wire_ids(const id_rule& rule, std::span<const chat_message> messages) : rule_(rule), messages_(messages) {
    // Ids that stay come first, so that no replacement takes the place of one.
    for (const chat_message& message : messages)
      for (const chat_call& call : message.calls)
        if (rule_.takes(call.id)) own_.insert(call.id);
    std::unordered_map<std::string_view, std::uint64_t> seen;
    ids_.reserve(messages.size());
    for (const chat_message& message : messages) {
      std::vector<std::string>& ids = ids_.emplace_back();
      ids.reserve(message.calls.size());
      for (const chat_call& call : message.calls) ids.push_back(next(call.id, seen[call.id]++));
    }
  }

  /// Of the calls of the message at `index`, in their order.
  [[nodiscard]] std::span<const std::string> of(std::size_t index) const noexcept { return ids_[index]; }

  static constexpr std::size_t none = static_cast<std::size_t>(-1);
  /// Which call of the message at `index` result `place` of the next message answers: the one at its place if that has its id,
  /// else the first that has; `none`, also for an index of `none`.
  [[nodiscard]] std::size_t call_of(std::size_t index, std::size_t place, const chat_result& result) const noexcept {
    if (index == none) return none;
    const std::vector<chat_call>& calls = messages_[index].calls;
    if (place < calls.size() && calls[place].id == result.call_id) return place;
    for (std::size_t i = 0; i < calls.size(); ++i)
      if (calls[i].id == result.call_id) return i;
    return none;
  }
  /// The id under which that result goes.
  [[nodiscard]] std::string_view of_result(std::size_t index, std::size_t place, const chat_result& result) const noexcept {
    const std::size_t call = call_of(index, place, result);
    return call == none ? std::string_view(result.call_id) : std::string_view(ids_[index][call]);
  }

 private:
  std::string next(std::string_view id, std::uint64_t before) {
    if (before == 0 && rule_.takes(id)) return std::string(id);
    for (std::uint64_t attempt = 0;; ++attempt) {
      std::string made = replaced(id, hash_of(id, before, attempt));
      if (!own_.contains(made) && made_.insert(made).second) return made;
    }
  }

  // What is legal of the id, for people who read it, and eleven digits of the hash; where there is no room, digits alone.
  std::string replaced(std::string_view id, std::uint64_t hash) const {
    std::string digits;
    for (int i = 0; i < 11; ++i, hash /= 36) digits += "0123456789abcdefghijklmnopqrstuvwxyz"[hash % 36];
    if (rule_.exactly || (rule_.most != 0 && rule_.most < 16)) {
      if (rule_.exactly || rule_.most < digits.size()) digits.resize(rule_.most, '0');
      return digits;
    }
    const std::size_t most = (rule_.most == 0 || rule_.most > 40 ? 40 : rule_.most) - digits.size() - 1;
    const bool has_underscore = rule_.takes("_");
    std::string made;
    for (const char c : id) {
      if (made.size() >= most) break;
      if (is_plain(c) && rule_.takes({&c, 1})) made += c;
      else if (has_underscore) made += '_';
    }
    if (made.empty()) made = "call";
    if (has_underscore) made += '_';
    return made + digits;
  }
  static bool is_plain(char c) noexcept {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  }

  static std::uint64_t hash_of(std::string_view id, std::uint64_t before, std::uint64_t attempt) noexcept {
    std::uint64_t x = 0xCBF29CE484222325U;  // FNV-1a, then mixed
    for (const char c : id) x = (x ^ static_cast<unsigned char>(c)) * 0x100000001B3U;
    x ^= before * 0x9E3779B97F4A7C15U ^ attempt * 0xD6E8FEB86659FD93U;
    for (int i = 0; i < 3; ++i) x = (x ^ (x >> 31)) * 0xBF58476D1CE4E5B9U;
    return x;
  }

  id_rule rule_;
  std::span<const chat_message> messages_;
  std::unordered_set<std::string> own_{};
  std::unordered_set<std::string> made_{};
  std::vector<std::vector<std::string>> ids_{};
};

}  // namespace tacet
