// SPDX-License-Identifier: MIT
// A list in foreign memory: it fills, counts what is dropped, and never writes beyond its memory.
#include "support/catch.hpp"
#include "unit/support/allocations.hpp"

#include <tacet/values/bounded_list.hpp>

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

using tacet::bounded_list;

TEST_CASE("a bounded list keeps what fits, in order, and counts the rest") {
  for (std::size_t capacity = 0; capacity < 5; ++capacity) {
    // Exactly as much as is given, so that a sanitizer sees a write behind it.
    const auto memory = std::make_unique<int[]>(capacity);
    bounded_list<int> list{std::span(memory.get(), capacity)};
    CHECK(list.capacity() == capacity);
    CHECK(list.empty());
    for (int i = 0; i < 7; ++i) {
      list.push_back(i * i);
      const auto n = static_cast<std::size_t>(i + 1);
      CHECK(list.size() == (n < capacity ? n : capacity));
      CHECK(list.dropped() == n - list.size());
    }
    for (std::size_t i = 0; i < list.size(); ++i) CHECK(list[i] == static_cast<int>(i * i));
    CHECK(std::vector<int>(list.begin(), list.end()).size() == capacity);
    const auto& view = list;
    CHECK(view.end() - view.begin() == static_cast<std::ptrdiff_t>(capacity));
    CHECK(view.begin() == memory.get());
    list.clear();
    CHECK(list.empty());
    CHECK(list.dropped() == 0);
    CHECK(list.capacity() == capacity);
  }
}

TEST_CASE("an element that is used again begins as it is by default") {
  struct record {
    int a = 3;
    const char* b = nullptr;
  };
  std::array<record, 2> memory{record{9, "old"}, record{9, "old"}};
  bounded_list<record> list{memory};
  for (int round = 0; round < 2; ++round) {
    record& made = list.emplace_back();
    CHECK(made.a == 3);
    CHECK(made.b == nullptr);
    made = {7, "new"};
    CHECK(list[0].a == 7);
    CHECK(&list[0] == memory.data());
    list.clear();
  }
}

TEST_CASE("a list without memory has room for nothing, and nothing allocates") {
  bounded_list<int> none;
  std::array<int, 3> memory{};
  bounded_list<int> list{memory};
  const std::size_t before = tacet_test::allocations;
  none.push_back(1);
  for (int i = 0; i < 9; ++i) list.push_back(i);
  bounded_list<int> same = list;  // a copy sees the same memory
  const bool shared = same.begin() == list.begin() && same.size() == 3 && same.dropped() == 6;
  CHECK(tacet_test::allocations == before);
  CHECK(shared);
  CHECK(none.empty());
  CHECK(none.dropped() == 1);
  CHECK(none.capacity() == 0);
  CHECK(none.begin() == none.end());
}
