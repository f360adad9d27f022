// SPDX-License-Identifier: MIT
// The counted repetition of a regular expression: `{3}`, `{3,}` and `{3,5}`.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <optional>
#include <string_view>

namespace tacet::detail {

inline constexpr std::size_t no_end = std::numeric_limits<std::size_t>::max();

/// More than any count in a pattern that RE2 takes; products of counts stop here.
inline constexpr std::size_t many_positions = 1'000'000'000;

struct counted_repetition {
  std::size_t least = 0, most = 0;
  std::size_t size = 0;  // of its spelling
};

/// The one at the front of `text`, if there is one.
inline std::optional<counted_repetition> repetition_at(std::string_view text) {
  if (!text.starts_with('{')) return {};
  std::size_t i = 1;
  const auto number = [&]() -> std::optional<std::size_t> {
    std::size_t value = 0;
    const std::size_t first = i;
    for (; i < text.size() && text[i] >= '0' && text[i] <= '9'; ++i)
      value = std::min(value * 10 + static_cast<std::size_t>(text[i] - '0'), many_positions);
    return i == first ? std::nullopt : std::optional(value);
  };
  const auto least = number();
  if (!least) return {};
  std::size_t most = *least;
  if (i < text.size() && text[i] == ',') {
    ++i;
    most = number().value_or(no_end);
  }
  if (i == text.size() || text[i] != '}') return {};
  return counted_repetition{*least, most, i + 1};
}

}  // namespace tacet::detail
