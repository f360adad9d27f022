// SPDX-License-Identifier: MIT
// A sequence that grows within memory that the caller gave, and no further.
#pragma once

#include <cstddef>
#include <span>
#include <type_traits>

namespace tacet {

/// The elements that were added so far, at most `capacity()` of them. What is added beyond is dropped and
/// counted; nothing allocates and nothing throws. Borrows its memory.
template <class T> class bounded_list {
  static_assert(std::is_trivially_destructible_v<T> && std::is_nothrow_copy_assignable_v<T>);

 public:
  using value_type = T;

  bounded_list() noexcept = default;
  explicit bounded_list(std::span<T> memory) noexcept : memory_(memory) {}

  /// Adds an element, or counts it as dropped.
  void push_back(const T& value) noexcept {
    if (size_ < memory_.size()) memory_[size_++] = value;
    else ++dropped_;
  }
  /// Adds an element as it is by default. Only while `size() < capacity()`.
  T& emplace_back() noexcept { return memory_[size_++] = T{}; }
  /// Forgets the elements and the count of dropped ones.
  void clear() noexcept { size_ = dropped_ = 0; }

  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] std::size_t capacity() const noexcept { return memory_.size(); }
  [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
  /// How many elements found no room since the last `clear`.
  [[nodiscard]] std::size_t dropped() const noexcept { return dropped_; }

  [[nodiscard]] T& operator[](std::size_t i) noexcept { return memory_[i]; }
  [[nodiscard]] const T& operator[](std::size_t i) const noexcept { return memory_[i]; }
  [[nodiscard]] T* begin() noexcept { return memory_.data(); }
  [[nodiscard]] T* end() noexcept { return memory_.data() + size_; }
  [[nodiscard]] const T* begin() const noexcept { return memory_.data(); }
  [[nodiscard]] const T* end() const noexcept { return memory_.data() + size_; }

 private:
  std::span<T> memory_{};
  std::size_t size_ = 0;
  std::size_t dropped_ = 0;
};

}  // namespace tacet
