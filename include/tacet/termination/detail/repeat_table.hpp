// SPDX-License-Identifier: MIT
// Counts how often each key stands in a sliding window, and how many keys have reached a threshold.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tacet::detail {

/// Keys are compared in full; the hash only finds the place. Slots and their texts are used again. Copies
/// freely: everything is an index.
// A template, so that who has no history does not compile it.
template <class String = std::string> class repeat_table {
 public:
  static constexpr std::uint32_t none = UINT32_MAX;

  repeat_table(int threshold, bool result_aware) noexcept
      : threshold_(threshold > 0 ? static_cast<std::uint32_t>(threshold) : 0), result_aware_(result_aware) {}

  [[nodiscard]] bool on() const noexcept { return threshold_ != 0; }
  [[nodiscard]] bool tripped() const noexcept { return tripped_ != 0; }
  [[nodiscard]] bool tripped(std::uint32_t at) const noexcept { return on() && slots_[at].run >= threshold_; }
  [[nodiscard]] std::string_view key(std::uint32_t at) const noexcept { return slots_[at].key; }
  [[nodiscard]] std::uint32_t run(std::uint32_t at) const noexcept { return slots_[at].run; }

  /// The slot of `key`, made if need be, with room for `result`. May throw for want of memory, and has then
  /// changed nothing that counts.
  [[nodiscard]] std::uint32_t enter(std::string_view key, std::string_view result) {
    const std::size_t hash = std::hash<std::string_view>{}(key);
    if (!buckets_.empty())
      for (std::uint32_t at = buckets_[hash & (buckets_.size() - 1)]; at != none; at = slots_[at].next)
        if (slots_[at].hash == hash && slots_[at].key == key) {
          if (result_aware_) slots_[at].result.reserve(result.size());
          return at;
        }
    if (free_ == none) {
      if (slots_.size() == buckets_.size()) grow();
      slots_.emplace_back();
      free_ = static_cast<std::uint32_t>(slots_.size() - 1);
    }
    slot& made = slots_[free_];
    made.key.assign(key);
    if (result_aware_) made.result.reserve(result.size());
    const std::uint32_t at = free_;
    free_ = made.next;
    made.hash = hash;
    made.total = made.run = 0;
    link(at);
    return at;
  }

  /// One more of the key, which `enter` found for the same result.
  void count(std::uint32_t at, std::string_view result) noexcept {
    slot& s = slots_[at];
    const std::uint32_t before = s.run;
    const bool changed = result_aware_ && s.total != 0 && s.result != result;
    ++s.total;
    s.run = changed ? 1 : s.run + 1;
    if (result_aware_) s.result.assign(result);
    settle(before, s.run);
  }

  /// The oldest of the key leaves the window. The run is the newest part of what is left.
  void forget(std::uint32_t at) noexcept {
    slot& s = slots_[at];
    const std::uint32_t before = s.run;
    --s.total;
    if (s.run > s.total) s.run = s.total;
    settle(before, s.run);
    drop_unused(at);
  }

  /// Gives the slot back when its key stands nowhere in the window.
  void drop_unused(std::uint32_t at) noexcept {
    slot& s = slots_[at];
    if (s.total != 0) return;
    std::uint32_t* from = &buckets_[s.hash & (buckets_.size() - 1)];
    while (*from != at) from = &slots_[*from].next;
    *from = s.next;
    s.next = free_;
    free_ = at;
  }

  void clear() noexcept {
    for (std::uint32_t& bucket : buckets_) bucket = none;
    free_ = none;
    tripped_ = 0;
    for (std::size_t i = slots_.size(); i-- > 0;) {
      slots_[i].next = free_;
      free_ = static_cast<std::uint32_t>(i);
    }
  }

 private:
  struct slot {
    String key{};
    String result{};
    std::size_t hash = 0;
    std::uint32_t total = 0;
    std::uint32_t run = 0;
    std::uint32_t next = none;
  };

  void settle(std::uint32_t before, std::uint32_t after) noexcept {
    if (before < threshold_ && after >= threshold_) ++tripped_;
    if (before >= threshold_ && after < threshold_) --tripped_;
  }
  void link(std::uint32_t at) noexcept {
    std::uint32_t& bucket = buckets_[slots_[at].hash & (buckets_.size() - 1)];
    slots_[at].next = bucket;
    bucket = at;
  }
  // Called while no slot is free, so that each is in the table.
  void grow() {
    std::vector<std::uint32_t> larger(buckets_.empty() ? 16 : buckets_.size() * 2, none);
    slots_.reserve(larger.size());
    buckets_.swap(larger);
    for (std::size_t i = 0; i < slots_.size(); ++i) link(static_cast<std::uint32_t>(i));
  }

  std::uint32_t threshold_;
  bool result_aware_;
  std::uint32_t tripped_ = 0;
  std::uint32_t free_ = none;
  std::vector<slot> slots_;
  std::vector<std::uint32_t> buckets_;
};

}  // namespace tacet::detail
