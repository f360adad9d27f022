// SPDX-License-Identifier: MIT
// The concepts that are declared tell ranges, containers and what is neither from each other.
#include <tacet/std/ranges.hpp>

#include "support/catch.hpp"

#include <iterator>
#include <list>
#include <string_view>
#include <type_traits>
#include <vector>

namespace {
struct counted {
  int* first = nullptr;
  int* begin() const { return first; }
  int* end() const { return first; }
};
}  // namespace

TEST_CASE("range concepts are there, and are the standard ones") {
  static_assert(std::ranges::input_range<std::vector<int>> && std::ranges::input_range<counted>);
  static_assert(std::ranges::contiguous_range<std::vector<int>> && !std::ranges::contiguous_range<std::list<int>>);
  static_assert(std::ranges::forward_range<std::list<int>> && !std::ranges::range<int>);
  static_assert(std::ranges::view<std::string_view> && !std::ranges::view<std::vector<int>>);
  static_assert(std::is_same_v<std::ranges::range_value_t<std::list<char>>, char>);
  const std::list<int> three{1, 2, 3};
  CHECK(*std::ranges::begin(three) == 1);
  CHECK(std::distance(std::ranges::begin(three), std::ranges::end(three)) == 3);
}
