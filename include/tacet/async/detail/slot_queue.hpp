// SPDX-License-Identifier: MIT
// A fixed number of places, and those who wait for one in the order in which they came.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>

namespace tacet::detail {

/// Who waits for a place. It holds the links of the queue, so that waiting allocates nothing.
class slot_waiter {
 public:
  slot_waiter() = default;
  slot_waiter(const slot_waiter&) = delete;
  slot_waiter& operator=(const slot_waiter&) = delete;

  /// The place is the waiter's now. Called once, on the thread of whoever left the place, and with no lock held; the queue
  /// does not touch the waiter afterwards. Whatever takes long is to be posted: a `release` made in here nests.
  virtual void granted() noexcept = 0;

 protected:
  ~slot_waiter() = default;

 private:
  friend class slot_queue;
  slot_waiter* before_ = nullptr;
  slot_waiter* behind_ = nullptr;
  bool queued_ = false;
};

enum class slot : std::uint8_t {
  taken,   ///< at once; `granted` is not called
  queued,  ///< `granted` is called later, unless the waiter is withdrawn
  full,    ///< as many wait as may
};

/// Thread-safe; no allocation; each operation holds a lock for a few instructions. It must outlive its waiters.
class slot_queue {
 public:
  slot_queue(std::size_t slots, std::size_t queue) noexcept : slots_(slots), free_(slots), room_(queue) {}
  slot_queue(const slot_queue&) = delete;
  slot_queue& operator=(const slot_queue&) = delete;

  /// The waiter must not be in the queue already, and must stay where it is until it is granted or withdrawn.
  [[nodiscard]] slot take(slot_waiter& who) noexcept {
    const std::lock_guard lock(mutex_);
    if (free_ != 0) return --free_, slot::taken;
    if (room_ == 0) return slot::full;
    --room_;
    who.before_ = last_;
    who.behind_ = nullptr;
    who.queued_ = true;
    (last_ != nullptr ? last_->behind_ : first_) = &who;
    last_ = &who;
    return slot::queued;
  }

  /// Whether the waiter was in the queue still and is so no longer; then `granted` is not called any more. False: the place
  /// is the waiter's already and must be released. `granted` may then still be on its way on another thread, so the
  /// waiter must live until it was called.
  [[nodiscard]] bool withdraw(slot_waiter& who) noexcept {
    const std::lock_guard lock(mutex_);
    if (!who.queued_) return false;
    unlink(who);
    return true;
  }

  /// Gives a place back: to the first who waits, else it is free.
  void release() noexcept {
    slot_waiter* next = nullptr;
    {
      const std::lock_guard lock(mutex_);
      next = first_;
      if (next != nullptr) unlink(*next);
      else if (free_ < slots_) ++free_;  // one too many makes no place
    }
    if (next != nullptr) next->granted();
  }

 private:
  void unlink(slot_waiter& who) noexcept {
    (who.before_ != nullptr ? who.before_->behind_ : first_) = who.behind_;
    (who.behind_ != nullptr ? who.behind_->before_ : last_) = who.before_;
    who.queued_ = false;
    ++room_;
  }

  const std::size_t slots_;
  std::mutex mutex_{};
  std::size_t free_;
  std::size_t room_;  // how many more may wait
  slot_waiter* first_ = nullptr;
  slot_waiter* last_ = nullptr;
};

}  // namespace tacet::detail
