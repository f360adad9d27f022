// SPDX-License-Identifier: MIT
// The latest calls of one run, and the verdict on whether its tool loop goes on.
#pragma once

#include <tacet/phase/contain.hpp>
#include <tacet/termination/detail/repeat_table.hpp>
#include <tacet/termination/loop_termination_policy.hpp>
#include <tacet/text/quote.hpp>
#include <tacet/values/signature.hpp>
#include <tacet/values/tool_call.hpp>
#include <tacet/values/verdicts.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tacet {

/// What the loop knows when it asks.
struct loop_state {
  std::size_t calls = 0;                      ///< in the model's latest reply; 0: it asked for no more tools
  std::int64_t rounds = 0;                    ///< model rounds so far, the latest reply included
  std::optional<std::int64_t> round_limit{};  ///< none: no limit
};

/// Keeps the last `window` calls of a run. Record every call that was answered, refused and unknown ones too,
/// then ask. Asking is const, and costs the same however long the run and the window are; only a verdict of
/// repetition looks through the window, for the detail. One run, one history: recording from several threads
/// needs a lock.
template <class String> class basic_call_history {
  using table = detail::repeat_table<String>;

 public:
  explicit basic_call_history(const loop_termination_policy& policy = {}) noexcept
      : policy_(policy),
        signatures_(can_trip(policy.signature_threshold) ? policy.signature_threshold : 0,
                    policy.result_aware),
        names_(can_trip(policy.name_threshold()) ? policy.name_threshold() : 0, policy.result_aware) {}

  /// Adds a call. `result` is what the model was told; only a result-aware policy looks at it, and then keeps
  /// a copy for each signature and name in the window. Costs the call's signature and two hash look-ups;
  /// allocates what `signature` does, and nothing of its own once texts of that size were stored. Does
  /// nothing when no threshold can trip. Throws std::bad_alloc without memory: the history is then as before.
  void record(const tool_call& call, std::string_view result = {}) {
    if (!signatures_.on() && !names_.on()) return;
    if (entries_.size() == entries_.capacity() && entries_.size() < window()) {
      const std::size_t more = entries_.size() < 4 ? 8 : entries_.size() * 2;
      entries_.reserve(more < window() ? more : window());
    }
    entry made;
    if (names_.on()) made.name = names_.enter(call.name, result);
    if (signatures_.on()) {
      const unused_name rest{names_, made.name};
      made.signature = signatures_.enter(signature<String>(call), result);
      signatures_.count(made.signature, result);
      if (names_.on()) names_.count(made.name, result);
    } else {
      names_.count(made.name, result);
    }
    if (entries_.size() < window()) {
      entries_.push_back(made);
      return;
    }
    if (signatures_.on()) signatures_.forget(entries_[oldest_].signature);
    if (names_.on()) names_.forget(entries_[oldest_].name);
    entries_[oldest_] = made;
    oldest_ = oldest_ + 1 == entries_.size() ? 0 : oldest_ + 1;
  }

  /// Whether the loop ends here, and why. Asked after the calls of a reply were recorded and before the next
  /// request. The first that holds is the reason: no calls were asked for; the loop repeats itself (by
  /// signature, then by name); the limit of rounds is reached. Never throws; without memory the detail is
  /// empty.
  [[nodiscard]] termination_verdict judge(const loop_state& now) const noexcept {
    termination_verdict verdict;
    if (now.calls == 0) {
      verdict.reason = stop_reason::no_calls;
    } else if (signatures_.tripped() || names_.tripped()) {
      verdict.reason = stop_reason::repetition;
      detail::survives([&] { verdict.detail = repetition(); });
    } else if (now.round_limit.has_value() && now.rounds >= *now.round_limit) {
      verdict.reason = stop_reason::round_limit;
      detail::survives([&] {
        verdict.detail = std::to_string(now.rounds) + " rounds, at most " + std::to_string(*now.round_limit);
      });
    }
    verdict.terminate = verdict.reason != stop_reason::none;
    return verdict;
  }

  /// Starts another run. Keeps the memory.
  void clear() noexcept {
    entries_.clear();
    oldest_ = 0;
    signatures_.clear();
    names_.clear();
  }

  /// How many calls are kept, at most `window`; 0 when no threshold can trip.
  [[nodiscard]] std::size_t size() const noexcept { return entries_.size(); }
  [[nodiscard]] const loop_termination_policy& policy() const noexcept { return policy_; }

 private:
  struct entry {
    std::uint32_t signature = table::none;
    std::uint32_t name = table::none;
  };
  // Takes a name back that was entered for a call whose signature then found no memory.
  struct unused_name {
    table& names;
    std::uint32_t at;
    unused_name(table& of, std::uint32_t slot) noexcept : names(of), at(slot) {}
    unused_name(const unused_name&) = delete;
    unused_name& operator=(const unused_name&) = delete;
    ~unused_name() {
      if (at != table::none) names.drop_unused(at);
    }
  };

  [[nodiscard]] bool can_trip(int threshold) const noexcept {
    return threshold > 0 && threshold <= policy_.window;
  }
  [[nodiscard]] std::size_t window() const noexcept { return static_cast<std::size_t>(policy_.window); }

  // The latest call that is one too many. Short: both texts are clipped.
  [[nodiscard]] String repetition() const {
    text_room room;
    text_writer to(room);
    for (std::size_t i = entries_.size(); i-- > 0;) {
      const entry& one = entries_[(oldest_ + i) % entries_.size()];
      const bool by_signature = signatures_.tripped();
      if (by_signature ? !signatures_.tripped(one.signature) : !names_.tripped(one.name)) continue;
      const std::string_view key = by_signature ? signatures_.key(one.signature) : names_.key(one.name);
      // A name may have line ends; what a signature says of the arguments has none.
      const std::size_t border = by_signature ? key.rfind('\n') : key.size();
      append_quoted(to, key.substr(0, border));
      if (by_signature) {
        to.append(" with the arguments ");
        append_quoted(to, key.substr(border + 1));
      }
      to.append(" was called ");
      to.append(by_signature ? signatures_.run(one.signature) : names_.run(one.name));
      to.append(" times in the last ");
      to.append(entries_.size());
      to.append(policy_.result_aware ? std::string_view(" calls, each time with the same result") : " calls");
      break;
    }
    return String(to.finish({}));
  }

  loop_termination_policy policy_;
  table signatures_;
  table names_;
  std::vector<entry> entries_;  // a ring once it is full
  std::size_t oldest_ = 0;
};

/// The history of one run. (Generic over its string, so that who has none does not compile it.)
using call_history = basic_call_history<std::string>;

}  // namespace tacet
