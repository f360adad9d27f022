// SPDX-License-Identifier: MIT
// The descriptors of whatever is to be bound, side by side in memory.
#pragma once

#include <tacet/phase/family.hpp>
#include <tacet/std/ranges.hpp>
#include <tacet/values/tool_descriptor.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <numeric>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace tacet::detail {

// Typed tools: their descriptors are constants, and no two have one name.
template <class T>
concept constant_tools = requires {
  requires std::same_as<typename T::family, families::tools>;
  requires T::valid;
  T::descriptors();
};
template <class T>
concept has_descriptors = requires(T& tools) {
  tools.descriptors();
};

// One element: a descriptor, or the pair of a name and a descriptor (`descriptors_by_name`).
template <class R>
concept gives_descriptor = std::convertible_to<R, const tool_descriptor&>;
template <class R>
concept gives_descriptor_pair = !gives_descriptor<R> && requires(R one) {
  { one.second } -> gives_descriptor;
};
template <class T>
concept descriptor_range = std::ranges::input_range<T> &&
    (gives_descriptor<std::ranges::range_reference_t<T>> ||
     gives_descriptor_pair<std::ranges::range_reference_t<T>>);
template <class T>
concept contiguous_descriptors = std::ranges::contiguous_range<T> && std::ranges::sized_range<T> &&
    std::same_as<std::remove_cv_t<std::ranges::range_value_t<T>>, tool_descriptor>;

template <class T>
concept describes_tools = constant_tools<std::remove_cvref_t<T>> || descriptor_range<T> ||
    (has_descriptors<T>&& requires(T& tools) { requires descriptor_range<decltype(tools.descriptors())>; });

template <class T> inline constexpr auto constant_descriptors = T::descriptors();

// Calls `use` with the descriptors as a span.
template <class Range, class Use> decltype(auto) with_span(Range&& range, Use&& use) {
  if constexpr (contiguous_descriptors<Range>) {
    return use(std::span<const tool_descriptor>(std::ranges::data(range), std::ranges::size(range)));
  } else {
    std::vector<tool_descriptor> copies;
    for (auto&& one : range) {
      if constexpr (gives_descriptor<decltype(one)>) copies.push_back(one);
      else copies.push_back(one.second);
    }
    return use(std::span<const tool_descriptor>(copies));
  }
}
template <class Tools, class Use> decltype(auto) with_descriptors(Tools&& tools, Use&& use) {
  using bare = std::remove_cvref_t<Tools>;
  if constexpr (constant_tools<bare>)
    return use(std::span<const tool_descriptor>(constant_descriptors<bare>));
  else if constexpr (has_descriptors<Tools>) return with_span(tools.descriptors(), use);
  else return with_span(tools, use);
}

// The positions, in order, of those that have the name of an earlier one.
inline std::vector<std::size_t> repeated_names(std::span<const tool_descriptor> all) {
  std::vector<std::size_t> order(all.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    const int sign = all[a].name.compare(all[b].name);
    return sign != 0 ? sign < 0 : a < b;
  });
  std::vector<std::size_t> found;
  for (std::size_t i = 1; i < order.size(); ++i)
    if (all[order[i]].name == all[order[i - 1]].name) found.push_back(order[i]);
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace tacet::detail
