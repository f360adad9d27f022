// SPDX-License-Identifier: MIT
// The latest calls of one run in memory of fixed size, and the verdict on whether its tool loop goes on.
#pragma once

#include <tacet/termination/call_history.hpp>
#include <tacet/values/signature_digest.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace tacet {

/// A `termination_verdict` whose detail is not written yet. Borrows the name from the history: it is good
/// until that records again, is cleared or goes away.
struct bounded_verdict {
  bool terminate = false;
  stop_reason reason = stop_reason::none;
  std::string_view name{};    ///< of a repetition: the tool's name, at most 64 bytes of it
  bool name_cut = false;      ///< whether it was longer
  bool by_signature = false;  ///< with equal arguments each time
  bool same_result = false;   ///< and the same result
  std::size_t times = 0;      ///< how often it stands in the window
  std::size_t calls = 0;      ///< how many calls the window has
  std::int64_t rounds = 0;    ///< of a limit of rounds
  std::int64_t round_limit = 0;

  /// The sentence of `termination_verdict::detail`, with the words "the same arguments" where that has their
  /// text; nothing when the reason has no detail.
  void write(text_writer& to) const noexcept {
    if (reason == stop_reason::round_limit) {
      to.append(rounds);
      to.append(" rounds, at most ");
      to.append(round_limit);
    } else if (reason == stop_reason::repetition) {
      to.append('"');
      append_clean(to, name);
      to.append(name_cut ? std::string_view("\xE2\x80\xA6\"") : "\"");
      if (by_signature) to.append(" with the same arguments");
      to.append(" was called ");
      to.append(times);
      to.append(" times in the last ");
      to.append(calls);
      to.append(same_result ? std::string_view(" calls, each time with the same result") : " calls");
    }
  }
};

/// What `call_history` does, for at most `Window` calls and without a heap. Each call is kept as 128 bits for
/// its signature, for its name and for its result, which are what is compared, and as 64 bytes of its name,
/// for the detail. Two different calls count as equal with a chance of about 2^-128 a pair; a model that
/// makes up such a pair gains that its loop ends early. A policy with a larger window is cut down to
/// `Window`; `policy()` is what is in force, and its `fits()` says whether its thresholds can still trip. One
/// run, one history: recording from several threads needs a lock.
template <std::size_t Window> class fixed_call_history {
  static_assert(Window <= INT32_MAX);

 public:
  constexpr explicit fixed_call_history(const loop_termination_policy& policy = {}) noexcept
      : policy_(policy) {
    constexpr auto most = static_cast<int>(Window);
    if (policy_.window > most) policy_.window = most;
  }

  /// Adds a call. `result` is what the model was told; only a result-aware policy looks at it. Costs one pass
  /// over the arguments, and two looks at each call that is kept. Does nothing when no threshold can trip.
  void record(const tool_call& call, std::string_view result = {}) noexcept {
    const bool by_signature = can_trip(policy_.signature_threshold);
    if (!by_signature && !can_trip(policy_.name_threshold())) return;
    entry made;
    made.name = json::digest_text(call.name);
    if (by_signature) made.signature = detail::digest_of(made.name, call.arguments);
    if (policy_.result_aware) made.result = json::digest_text(result);
    made.keep_name(call.name);
    if (size_ == window()) {
      const entry left = entries_[oldest_];
      change(left, [this] {
        oldest_ = oldest_ + 1 == window() ? 0 : oldest_ + 1;
        --size_;
      });
    }
    change(made, [&] {
      entries_[place(size_)] = made;
      ++size_;
    });
  }

  /// Whether the loop ends here, and why, as `call_history::judge` says. Only a verdict of repetition looks
  /// through the window, for the latest call that is one too many.
  [[nodiscard]] bounded_verdict judge(const loop_state& now) const noexcept {
    bounded_verdict verdict;
    if (now.calls == 0) {
      verdict.reason = stop_reason::no_calls;
    } else if (signatures_ != 0 || names_ != 0) {
      verdict.reason = stop_reason::repetition;
      say(verdict);
    } else if (now.round_limit.has_value() && now.rounds >= *now.round_limit) {
      verdict.reason = stop_reason::round_limit;
      verdict.rounds = now.rounds;
      verdict.round_limit = *now.round_limit;
    }
    verdict.terminate = verdict.reason != stop_reason::none;
    return verdict;
  }

  /// Starts another run.
  void clear() noexcept { size_ = oldest_ = signatures_ = names_ = 0; }

  /// How many calls are kept; 0 when no threshold can trip.
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  /// The policy in force.
  [[nodiscard]] const loop_termination_policy& policy() const noexcept { return policy_; }

 private:
  struct entry {
    json::digest128 signature{};
    json::digest128 name{};
    json::digest128 result{};
    std::array<char, 64> text{};
    std::uint8_t text_size = 0;
    bool cut = false;

    // Cut in front of a character and not in one.
    void keep_name(std::string_view whole) noexcept {
      std::size_t size = whole.size();
      cut = size > text.size();
      if (cut)
        for (size = text.size(); size > text.size() - 4 && (whole[size] & '\xC0') == '\x80';) --size;
      for (std::size_t i = 0; i < size; ++i) text[i] = whole[i];
      text_size = static_cast<std::uint8_t>(size);
    }
  };
  using key = json::digest128 entry::*;

  [[nodiscard]] constexpr bool can_trip(int threshold) const noexcept {
    return threshold > 0 && threshold <= policy_.window;
  }
  [[nodiscard]] std::size_t window() const noexcept { return static_cast<std::size_t>(policy_.window); }
  // Where call `i` of those that are kept stands, the oldest first. (A division would cost more than a
  // comparison of digests.)
  [[nodiscard]] std::size_t place(std::size_t i) const noexcept {
    const std::size_t at = oldest_ + i;
    return at < window() ? at : at - window();
  }

  // How many calls have the key of `one`, back to the first with another result where results count.
  [[nodiscard]] std::size_t run(const entry& one, key by) const noexcept {
    std::size_t n = 0;
    const entry* latest = nullptr;
    for (std::size_t i = size_; i-- > 0;) {
      const entry& other = entries_[place(i)];
      if (!(other.*by == one.*by)) continue;
      if (policy_.result_aware && latest != nullptr && !(other.result == latest->result)) break;
      latest = &other;
      ++n;
    }
    return n;
  }
  // How many calls the key of `one` lacks to trip, or 1 when it never can.
  [[nodiscard]] std::ptrdiff_t missing(const entry& one, key by, int threshold) const noexcept {
    return can_trip(threshold) ? threshold - static_cast<std::ptrdiff_t>(run(one, by)) : 1;
  }
  [[nodiscard]] bool tripped(const entry& one, key by, int threshold) const noexcept {
    return missing(one, by, threshold) <= 0;
  }
  // Does `what` to the calls that are kept, of which only `one` comes or goes, and keeps count of the keys
  // that trip.
  template <class What> void change(const entry& one, What what) noexcept {
    const int most = policy_.signature_threshold;
    const int most_names = policy_.name_threshold();
    const std::ptrdiff_t before = missing(one, &entry::signature, most);
    const std::ptrdiff_t names_before = missing(one, &entry::name, most_names);
    what();
    // A key that lacks two calls does not trip for one: the usual case is not looked at again.
    if (before < 2) {
      signatures_ += tripped(one, &entry::signature, most);
      signatures_ -= before <= 0;
    }
    if (names_before < 2) {
      names_ += tripped(one, &entry::name, most_names);
      names_ -= names_before <= 0;
    }
  }

  void say(bounded_verdict& verdict) const noexcept {
    verdict.by_signature = signatures_ != 0;
    verdict.same_result = policy_.result_aware;
    verdict.calls = size_;
    const key by = verdict.by_signature ? &entry::signature : &entry::name;
    const int threshold = verdict.by_signature ? policy_.signature_threshold : policy_.name_threshold();
    for (std::size_t i = size_; i-- > 0;) {
      const entry& one = entries_[place(i)];
      if (!tripped(one, by, threshold)) continue;
      verdict.name = {one.text.data(), one.text_size};
      verdict.name_cut = one.cut;
      verdict.times = run(one, by);
      return;
    }
  }

  loop_termination_policy policy_;
  std::size_t size_ = 0;
  std::size_t oldest_ = 0;
  std::size_t signatures_ = 0;  // how many of them trip
  std::size_t names_ = 0;
  std::array<entry, Window> entries_{};  // a ring once it is full
};

/// The history of a policy that is known at compile time, as large as its window. Does not compile when a
/// threshold is larger than the window.
template <loop_termination_policy Policy>
class policy_call_history
    : public fixed_call_history<static_cast<std::size_t>(Policy.window > 0 ? Policy.window : 0)> {
 public:
  constexpr policy_call_history() noexcept : policy_call_history::fixed_call_history(termination<Policy>) {}
};

}  // namespace tacet
