// SPDX-License-Identifier: MIT
// Pairs the calls of a history with their results, one to one and in call order, and mends what has no partner.
#pragma once

#include <tacet/wire/chat_message.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

namespace tacet {

/// What is wrong between calls and results. Providers refuse a request for most of it, and every later one.
enum class pairing_fault_kind : std::uint8_t {
  call_without_result,
  result_without_call,
  result_repeated,    ///< a second result for one call
  result_ambiguous,   ///< it has no id, and more than one call could be meant
  call_without_id,
  results_displaced,  ///< results do not follow their calls at once, or stand in several messages
  results_unordered,  ///< results are not in call order
};

[[nodiscard]] constexpr std::string_view to_text(pairing_fault_kind value) noexcept {
  constexpr std::string_view texts[] = {"a call has no result",
                                        "a result has no call",
                                        "a call has two results",
                                        "a result has no id and could mean several calls",
                                        "a call has no id",
                                        "results are away from their calls",
                                        "results are not in the order of their calls"};
  return texts[static_cast<std::uint8_t>(value)];
}

struct pairing_fault {
  pairing_fault_kind kind = pairing_fault_kind::call_without_result;
  std::size_t message = 0;   ///< index in the history as it was given
  std::size_t position = 0;  ///< of the call or the result in that message
  std::string id{};
};

/// What the model is told of a call that `pair_up` found without a result.
inline constexpr std::string_view unanswered_call = "There is no result: the run ended before this call was answered.";

namespace detail {

/// Finds for the calls of one assistant's message the results that follow it, up to the next assistant's message with calls.
class call_pairing {
 public:
  struct source {
    std::size_t message, position;
  };

  call_pairing(std::span<const chat_message> messages, std::size_t at, std::vector<pairing_fault>& faults)
      : calls_(messages[at].calls), taken_(calls_.size()) {
    std::size_t end = at + 1;
    while (end < messages.size() && (messages[end].role != chat_role::assistant || messages[end].calls.empty())) ++end;
    const auto each = [&](auto&& visit) {
      for (std::size_t m = at + 1; m < end; ++m)
        for (std::size_t r = 0; r < messages[m].results.size(); ++r) visit(messages[m].results[r], source{m, r});
    };
    // Those with ids first: what is left is what a result without one can mean.
    each([&](const chat_result& one, source from) {
      if (one.call_id.empty()) return;
      const std::size_t i = index_of(one.call_id);
      if (i != calls_.size()) taken_[i] = from;
      else if (is_id(one.call_id)) faults.push_back({pairing_fault_kind::result_repeated, from.message, from.position, one.call_id});
      else faults.push_back({pairing_fault_kind::result_without_call, from.message, from.position, one.call_id});
    });
    each([&](const chat_result& one, source from) {
      if (!one.call_id.empty()) return;
      std::size_t found = calls_.size(), candidates = 0;
      for (std::size_t i = 0; i < calls_.size(); ++i)
        if (!taken_[i] && (one.name.empty() || one.name == calls_[i].name)) found = i, ++candidates;
      if (candidates == 1) taken_[found] = from;
      else
        faults.push_back({candidates == 0 ? pairing_fault_kind::result_without_call : pairing_fault_kind::result_ambiguous,
                          from.message, from.position, {}});
    });
    for (std::size_t i = 0; i < calls_.size(); ++i)
      if (calls_[i].id.empty()) faults.push_back({pairing_fault_kind::call_without_id, at, i, {}});
    for (std::size_t i = 0; i < calls_.size(); ++i)
      if (!taken_[i]) faults.push_back({pairing_fault_kind::call_without_result, at, i, calls_[i].id});
    check_order(at, faults);
  }

  /// Where the result of call `i` stands.
  [[nodiscard]] const std::optional<source>& of(std::size_t i) const noexcept { return taken_[i]; }

 private:
  void check_order(std::size_t at, std::vector<pairing_fault>& faults) const {
    std::optional<source> last;
    bool displaced = false, unordered = false;
    for (const std::optional<source>& one : taken_) {
      if (!one) continue;
      displaced = displaced || one->message != at + 1;
      unordered = unordered || (last && one->message == last->message && one->position < last->position);
      last = one;
    }
    if (displaced) faults.push_back({pairing_fault_kind::results_displaced, at, 0, {}});
    if (unordered) faults.push_back({pairing_fault_kind::results_unordered, at, 0, {}});
  }
  // The first call of that id which has no result yet; ids may repeat within one message of old histories.
  [[nodiscard]] std::size_t index_of(std::string_view id) const noexcept {
    std::size_t i = 0;
    while (i < calls_.size() && (calls_[i].id != id || taken_[i])) ++i;
    return i;
  }
  [[nodiscard]] bool is_id(std::string_view id) const noexcept {
    for (const chat_call& call : calls_)
      if (call.id == id) return true;
    return false;
  }

  std::span<const chat_call> calls_;
  std::vector<std::optional<source>> taken_;
};

/// Visits each group: `visit(index of the assistant's message, its pairing)`; what stands before the first is without a call.
template <class Visit>
void pair_calls(std::span<const chat_message> messages, std::vector<pairing_fault>& faults, Visit&& visit) {
  bool began = false;
  for (std::size_t i = 0; i < messages.size(); ++i) {
    if (messages[i].role == chat_role::assistant && !messages[i].calls.empty()) {
      began = true;
      visit(i, call_pairing(messages, i, faults));
    } else if (!began) {
      for (std::size_t r = 0; r < messages[i].results.size(); ++r)
        faults.push_back({pairing_fault_kind::result_without_call, i, r, messages[i].results[r].call_id});
    }
  }
}

/// Ids for calls that have none, which no call of the history has.
class made_call_ids {
 public:
  explicit made_call_ids(std::span<const chat_message> messages) {
    for (const chat_message& message : messages)
      for (const chat_call& call : message.calls)
        if (call.id.starts_with(begin)) used_.insert(call.id);
  }
  std::string next() {
    std::string made;
    do made = std::string(begin) + std::to_string(++last_);
    while (used_.contains(made));
    return made;
  }

 private:
  static constexpr std::string_view begin = "call_";
  std::unordered_set<std::string_view> used_{};
  std::size_t last_ = 0;
};

}  // namespace detail

/// Everything that is wrong, in the order of the history; nothing when it can be sent. A result pairs with a call of its id in
/// the nearest message of calls before it; a result without an id with the one unanswered call that it can mean (of its name, if
/// it has one). Linear in the history but for the calls of one message, of which each looks at the others.
[[nodiscard]] inline std::vector<pairing_fault> unpaired(std::span<const chat_message> messages) {
  std::vector<pairing_fault> faults;
  detail::pair_calls(messages, faults, [](std::size_t, const detail::call_pairing&) {});
  return faults;
}

/// Mends all of it and says what it was: a call without a result gets `unanswered_call` as an error, one without an id gets one;
/// a result without a call, a repeated and an ambiguous one are taken out; results move directly behind their calls, into one message and call order.
/// Other messages keep their order. What is paired is not touched. Throws std::bad_alloc, and then leaves the history as it was.
inline std::vector<pairing_fault> pair_up(std::vector<chat_message>& messages) {
  std::vector<pairing_fault> faults = unpaired(messages);
  if (faults.empty()) return faults;
  std::vector<pairing_fault> again;
  std::vector<chat_message> answers(messages.size());
  std::vector<chat_message> mended;
  mended.reserve(2 * messages.size());
  detail::made_call_ids made_ids(messages);
  detail::pair_calls(messages, again, [&](std::size_t at, const detail::call_pairing& pairing) {
    for (std::size_t i = 0; i < messages[at].calls.size(); ++i) {
      const chat_call& call = messages[at].calls[i];
      chat_result& made = answers[at].results.emplace_back();
      if (const auto& from = pairing.of(i)) made = messages[from->message].results[from->position];
      else made = {{}, {}, std::string(unanswered_call), true};
      made.call_id = call.id;
      made.name = call.name;
    }
  });
  for (std::size_t i = 0; i < messages.size(); ++i) {
    if (messages[i].role == chat_role::results) continue;
    chat_message& kept = mended.emplace_back(messages[i]);
    kept.results.clear();
    if (answers[i].results.empty()) continue;
    answers[i].role = chat_role::results;
    for (std::size_t c = 0; c < kept.calls.size(); ++c)
      if (kept.calls[c].id.empty()) answers[i].results[c].call_id = kept.calls[c].id = made_ids.next();
    mended.push_back(std::move(answers[i]));
  }
  messages = std::move(mended);
  return faults;
}

}  // namespace tacet
