// SPDX-License-Identifier: MIT
// Which of the known words was meant by one that is not known.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <utility>

namespace tacet::detail {

/// The longest word that is looked at; longer ones resemble nothing.
inline constexpr std::size_t most_compared = 40;

/// How many letters must be changed, added or left out to make one word of the other; case is no difference.
/// More than `most_compared` when a word is too long.
[[nodiscard]] constexpr std::size_t word_distance(std::string_view a, std::string_view b) noexcept {
  if (a.size() > most_compared || b.size() > most_compared) return most_compared + 1;
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  std::array<std::size_t, most_compared + 1> row{};
  for (std::size_t i = 0; i <= b.size(); ++i) row[i] = i;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i);
    for (std::size_t k = 1; k <= b.size(); ++k) {
      const std::size_t changed = diagonal + (lower(a[i - 1]) == lower(b[k - 1]) ? 0 : 1);
      diagonal = row[k];
      row[k] = std::min({changed, row[k] + 1, row[k - 1] + 1});
    }
  }
  return row[b.size()];
}

/// The word of `known` that `word` is nearest to; empty when more than a third of it would have to change.
template <class Range>
[[nodiscard]] constexpr std::string_view nearest_word(std::string_view word, const Range& known) {
  std::string_view best;
  std::size_t least = most_compared + 1;
  for (const std::string_view one : known) {
    const std::size_t longer = std::max(word.size(), one.size());
    if ((longer - std::min(word.size(), one.size())) * 3 > longer) continue;
    const std::size_t apart = word_distance(word, one);
    if (apart < least && apart * 3 <= longer) {
      least = apart;
      best = one;
    }
  }
  return best;
}

}  // namespace tacet::detail
