// SPDX-License-Identifier: MIT
// From a tool's name to its index, by a perfect hash that is made at compile time.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <type_traits>

namespace tacet {

namespace detail {

template <class Word> constexpr std::uint64_t word_at(const char* p) noexcept {
  if (std::is_constant_evaluated()) {
    std::uint64_t word = 0;
    for (std::size_t i = 0; i < sizeof(Word); ++i) {
      const std::size_t shift = 8 * (std::endian::native == std::endian::little ? i : sizeof(Word) - 1 - i);
      word |= static_cast<std::uint64_t>(static_cast<unsigned char>(p[i])) << shift;
    }
    return word;
  }
  Word word;
  std::memcpy(&word, p, sizeof word);
  return word;
}

// Every byte counts: names of tool servers differ in the middle only. The shift stands between the two
// multiplications, without which numbered names collide for most factors.
constexpr std::uint64_t hash_name(std::string_view name, std::uint64_t factor) noexcept {
  const char* const p = name.data();
  const std::size_t n = name.size();
  std::uint64_t x = n * 0x9E3779B97F4A7C15U;
  if (n >= 8) {
    for (std::size_t i = 8; i + 8 < n; i += 8) x = (x + word_at<std::uint64_t>(p + i)) * factor;
    x += word_at<std::uint64_t>(p) * factor + word_at<std::uint64_t>(p + n - 8);
  } else if (n >= 4) {
    x += word_at<std::uint32_t>(p) * factor + (word_at<std::uint32_t>(p + n - 4) << 17);
  } else if (n > 0) {
    x += (word_at<std::uint8_t>(p) | word_at<std::uint8_t>(p + n / 2) << 8 | word_at<std::uint8_t>(p + n - 1) << 16) * factor;
  }
  return (x ^ x >> 29) * factor;
}

// Two texts of the same length, by words that may overlap; memcmp would be a call.
constexpr bool same_text(const char* a, const char* b, std::size_t n) noexcept {
  if (n >= 8) {
    for (std::size_t i = 0; i + 8 < n; i += 8)
      if (word_at<std::uint64_t>(a + i) != word_at<std::uint64_t>(b + i)) return false;
    return word_at<std::uint64_t>(a + n - 8) == word_at<std::uint64_t>(b + n - 8);
  }
  if (n >= 4)
    return word_at<std::uint32_t>(a) == word_at<std::uint32_t>(b) &&
           word_at<std::uint32_t>(a + n - 4) == word_at<std::uint32_t>(b + n - 4);
  for (std::size_t i = 0; i < n; ++i)
    if (a[i] != b[i]) return false;
  return true;
}

}  // namespace detail

/// A table of `N` different names. `find` costs the same for any number of names: a hash of the name, two
/// look-ups and one comparison.
template <std::size_t N> class name_table {
 public:
  static constexpr std::size_t npos = N;

  constexpr explicit name_table(const std::array<std::string_view, N>& names) : names_(names) {
    slots_.fill(none);
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
  [[nodiscard]] constexpr std::size_t find(std::string_view name) const noexcept {
    if (factor_ == 0) [[unlikely]] {
      std::size_t i = 0;
      while (i < N && names_[i] != name) ++i;
      return i;
    }
    const std::uint64_t hash = detail::hash_name(name, factor_);
    const std::size_t i = slots_[(slot_of(hash) + shifts_[bucket_of(hash)]) & (slot_count - 1)];
    if (i == none) return npos;
    const std::string_view found = names_[i];
    return found.size() == name.size() && detail::same_text(found.data(), name.data(), name.size()) ? i : npos;
  }

  [[nodiscard]] constexpr const std::array<std::string_view, N>& names() const noexcept { return names_; }
  /// Whether a perfect hash was found.
  [[nodiscard]] constexpr bool perfect() const noexcept { return factor_ != 0; }

 private:
  static constexpr std::uint16_t none = 0xFFFF;
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
      hashes[i] = detail::hash_name(names_[i], factor);
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
        std::uint16_t& slot = slots_[(slot_of(hashes[i]) + shift) & (slot_count - 1)];
        if (slot != none) break;
        slot = static_cast<std::uint16_t>(i);
      }
      if (placed == count) {
        shifts_[bucket] = static_cast<std::uint16_t>(shift);
        return true;
      }
      while (placed > 0) {
        const std::size_t i = ordered[first + --placed];
        slots_[(slot_of(hashes[i]) + shift) & (slot_count - 1)] = none;
      }
    }
    return false;
  }

  std::array<std::string_view, N> names_;
  std::uint64_t factor_ = 0;
  std::array<std::uint16_t, slot_count> slots_{};
  std::array<std::uint16_t, bucket_count> shifts_{};
};

}  // namespace tacet
