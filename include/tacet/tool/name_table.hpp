// SPDX-License-Identifier: MIT
// From a tool's name to its index, by a perfect hash that is made at compile time.
#pragma once

#include <tacet/text/words.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace tacet {

namespace detail {

// A name by its first and last word, which may overlap: up to 16 bytes they are all of it.
struct name_ends {
  std::uint64_t head = 0;
  std::uint64_t tail = 0;
};
constexpr name_ends ends_of(const char* p, std::size_t n) noexcept {
  if (n >= 8) return {word_at<std::uint64_t>(p), word_at<std::uint64_t>(p + n - 8)};
  if (n >= 4) return {word_at<std::uint32_t>(p), word_at<std::uint32_t>(p + n - 4)};
  if (n == 0) return {};
  return {std::uint64_t{word_at<std::uint8_t>(p)} | std::uint64_t{word_at<std::uint8_t>(p + n / 2)} << 8,
          word_at<std::uint8_t>(p + n - 1)};
}

// Every byte counts: names of tool servers differ in the middle only. The shift stands between the two
// multiplications, without which numbered names collide for most factors.
constexpr std::uint64_t hash_name(const char* p, std::size_t n, name_ends ends, std::uint64_t factor) noexcept {
  std::uint64_t x = ends.head * factor + (ends.tail << 1) + n * 0x9E3779B97F4A7C15U;
  if (n > 16) [[unlikely]]
    for (std::size_t i = 8; i + 8 < n; i += 8) x = (x ^ word_at<std::uint64_t>(p + i)) * factor;
  return (x ^ x >> 29) * factor;
}

}  // namespace detail

/// A table of `N` different names. `find` costs the same for any number of names: a hash of the name, two
/// look-ups and one comparison.
template <std::size_t N> class name_table {
 public:
  static constexpr std::size_t npos = N;

  constexpr explicit name_table(const std::array<std::string_view, N>& names) : names_(names) {
    slots_.fill(none);
    for (std::size_t i = 0; i < N; ++i)
      keys_[i] = {detail::ends_of(names[i].data(), names[i].size()), names[i].data(), names[i].size()};
    // Each factor is tried a bounded number of times; the compiler's step limit is the other bound.
    std::uint64_t factor = 0x9E3779B97F4A7C15U;
    for (int attempt = 0; attempt < 24; ++attempt, factor = (factor ^ factor >> 31) * 0xD6E8FEB86659FD93U | 1)
      if (place_all(factor)) {
        factor_ = factor;
        return;
      }
    factor_ = 0;  // no perfect hash was found: `find` compares with each name
  }

  /// The index of `name`, or `npos`.
  // In line, so that the factor and the addresses of a constant table are constants.
  [[nodiscard]] __attribute__((always_inline)) constexpr std::size_t find(std::string_view name) const noexcept {
    if (factor_ == 0) [[unlikely]] {
      std::size_t i = 0;
      while (i < N && names_[i] != name) ++i;
      return i;
    }
    const char* const p = name.data();
    const std::size_t n = name.size();
    const detail::name_ends ends = detail::ends_of(p, n);
    const std::uint64_t hash = detail::hash_name(p, n, ends, factor_);
    const std::size_t i = slots_[slot_of(hash) + shifts_[bucket_of(hash)]];
    const key& found = keys_[i];
    const bool same = found.size == n && found.ends.head == ends.head && found.ends.tail == ends.tail &&
                      (n <= 16 || detail::same_text(found.text, p, n));
    return same ? i : npos;
  }

  [[nodiscard]] constexpr const std::array<std::string_view, N>& names() const noexcept { return names_; }
  /// Whether a perfect hash was found.
  [[nodiscard]] constexpr bool perfect() const noexcept { return factor_ != 0; }

 private:
  // An empty slot leads to a key behind the others that no name has.
  static constexpr std::uint16_t none = N;
  struct key {
    detail::name_ends ends{};
    const char* text = nullptr;
    std::size_t size = SIZE_MAX;
  };
  static constexpr std::size_t slot_count = std::bit_ceil(N * 4 + 1);
  static constexpr std::size_t bucket_count = std::bit_ceil(N + 1);
  static constexpr std::size_t slot_of(std::uint64_t hash) noexcept { return hash >> (64 - std::bit_width(slot_count - 1)); }
  static constexpr std::size_t bucket_of(std::uint64_t hash) noexcept { return (hash >> 32) & (bucket_count - 1); }

  // Hash and displace: the fullest buckets choose their shift first. All arithmetic is on std::size_t: an 8-bit
  // count would wrap at 256 names.
  constexpr bool place_all(std::uint64_t factor) {
    slots_.fill(none);
    shifts_.fill(0);
    std::array<std::uint64_t, N> hashes{};
    std::array<std::uint16_t, bucket_count> size{};
    std::array<std::uint16_t, bucket_count + 1> from{};
    for (std::size_t i = 0; i < N; ++i) {
      hashes[i] = detail::hash_name(keys_[i].text, keys_[i].size, keys_[i].ends, factor);
      ++size[bucket_of(hashes[i])];
    }
    std::size_t largest = 0;
    for (std::size_t b = 0; b < bucket_count; ++b) {
      from[b + 1] = static_cast<std::uint16_t>(from[b] + size[b]);
      largest = size[b] > largest ? size[b] : largest;
    }
    std::array<std::uint16_t, N> ordered{};
    std::array<std::uint16_t, bucket_count> filled{};
    for (std::size_t i = 0; i < N; ++i) {
      const std::size_t b = bucket_of(hashes[i]);
      ordered[from[b] + filled[b]++] = static_cast<std::uint16_t>(i);
    }
    for (; largest > 0; --largest)
      for (std::size_t b = 0; b < bucket_count; ++b)
        if (size[b] == largest && !place(b, from[b], size[b], ordered, hashes)) return false;
    return true;
  }

  constexpr bool place(std::size_t bucket, std::size_t first, std::size_t count,
                       const std::array<std::uint16_t, N>& ordered, const std::array<std::uint64_t, N>& hashes) {
    for (std::size_t shift = 0; shift < slot_count; ++shift) {
      std::size_t placed = 0;
      for (; placed < count; ++placed) {
        const std::size_t i = ordered[first + placed];
        std::uint16_t& slot = slots_[slot_of(hashes[i]) + shift];
        if (slot != none) break;
        slot = static_cast<std::uint16_t>(i);
      }
      if (placed == count) {
        shifts_[bucket] = static_cast<std::uint16_t>(shift);
        return true;
      }
      while (placed > 0) {
        const std::size_t i = ordered[first + --placed];
        slots_[slot_of(hashes[i]) + shift] = none;
      }
    }
    return false;
  }

  std::array<std::string_view, N> names_;
  std::array<key, N + 1> keys_{};
  std::uint64_t factor_ = 0;
  std::array<std::uint16_t, 2 * slot_count> slots_{};  // a shift may lead beyond the first half
  std::array<std::uint16_t, bucket_count> shifts_{};
};

}  // namespace tacet
