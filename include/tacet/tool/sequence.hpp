// SPDX-License-Identifier: MIT
// Results that come as a sequence: progress values, then the result.
#pragma once

#include <tacet/std/ranges.hpp>

#include <concepts>
#include <cstddef>
#include <iterator>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>

namespace tacet {

/// A range that is produced while it is read: a generator (it can be passed over only once), or a lazy view. A
/// container is a value and so is a span; the tool option `streams` says otherwise.
template <class T>
concept lazy_sequence =
    std::ranges::input_range<T> && !std::convertible_to<T, std::string_view> &&
    (!std::ranges::forward_range<T> ||
     (std::ranges::view<std::remove_cvref_t<T>> && !std::ranges::contiguous_range<T>));

/// Reads `values` to the end. Every value but the last goes to `emit(sequence, value)`, numbered from 0; the last
/// is returned. No values: an empty optional and no emission. Each value is held until the next one is there, so
/// when reading throws after k values, k - 1 were emitted and the held one is lost.
template <std::ranges::input_range Values, class Emit>
[[nodiscard]] auto drain_with_progress(Values&& values, Emit&& emit)
    -> std::optional<std::ranges::range_value_t<Values>> {
  std::optional<std::ranges::range_value_t<Values>> held;
  std::size_t sequence = 0;
  for (auto&& value : values) {
    std::ranges::range_value_t<Values> next(std::forward<decltype(value)>(value));
    if (held.has_value()) emit(sequence++, std::as_const(*held));
    held.emplace(std::move(next));
  }
  return held;
}

}  // namespace tacet
