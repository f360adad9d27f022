// SPDX-License-Identifier: MIT
// The room: nothing moves, values are destroyed once, memory is kept and may be refused.
#include "support/catch.hpp"
#include "unit/support/allocations.hpp"

#include <tacet/text/text_room.hpp>

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

using namespace tacet;
using tacet_test::refusing;

namespace {

struct counted {
  int* count;
  explicit counted(int* c) : count(c) {}
  counted(counted&& other) noexcept : count(std::exchange(other.count, nullptr)) {}
  counted& operator=(counted&&) = delete;
  ~counted() {
    if (count != nullptr) ++*count;
  }
};

struct alignas(64) wide {
  char bytes[64]{};
};
struct alignas(128) wide_owner {
  std::string text = "a text that is too long to stand in the string itself";
};

}  // namespace

TEST_CASE("texts of all sizes stay where they are while the room grows and moves") {
  text_room room;
  std::vector<std::pair<std::string, std::string_view>> stored;
  std::size_t size = 0;
  for (int i = 0; i < 3000; ++i) {
    size = (size * 31 + 7) % 5000;
    std::string text(i % 100 == 99 ? size * 50 : size % 60, static_cast<char>('a' + i % 26));
    const std::string_view view = room.store(text);
    REQUIRE(view.data() != nullptr);
    stored.emplace_back(std::move(text), view);
  }
  text_room other(std::move(room));
  text_room third;
  (void)third.store("gone");
  third = std::move(other);
  for (const auto& [text, view] : stored) REQUIRE(text == view);
  CHECK(room.store("a room that was moved from can be used again") ==
        "a room that was moved from can be used again");
  text_room& same = third;
  third = std::move(same);
  CHECK(stored.front().first == stored.front().second);
}

TEST_CASE("an empty text has a pointer, and no memory gives a null pointer") {
  text_room room;
  CHECK(room.store("").data() != nullptr);
  CHECK(room.reserve(0) != nullptr);
  CHECK(room.reserve(SIZE_MAX) == nullptr);
  CHECK(room.reserve(SIZE_MAX / 2 + 1) == nullptr);
  CHECK(room.store("still works") == "still works");
  text_room none;
  bool gave = false;
  {
    const refusing all(0);
    gave = none.store("x").data() != nullptr || none.reserve(1) != nullptr || none.keep(1) != nullptr ||
           none.keep(std::string("x")) != nullptr;
    none.clear();
  }
  CHECK_FALSE(gave);
}

TEST_CASE("a value is destroyed exactly once, at clear or with the room, and never when it was not kept") {
  int destroyed = 0;
  {
    text_room room;
    for (int i = 0; i < 500; ++i) REQUIRE(room.keep(counted(&destroyed)) != nullptr);
    CHECK(destroyed == 0);
    room.clear();
    CHECK(destroyed == 500);
    room.clear();
    CHECK(destroyed == 500);
    REQUIRE(room.keep(counted(&destroyed)) != nullptr);
    text_room other(std::move(room));
    room.clear();
    CHECK(destroyed == 500);
    other = text_room();
    CHECK(destroyed == 501);
    REQUIRE(other.keep(counted(&destroyed)) != nullptr);
  }
  CHECK(destroyed == 502);
  text_room none;
  const counted* kept = nullptr;
  {
    const refusing all(0);
    kept = none.keep(counted(&destroyed));
  }
  CHECK(kept == nullptr);
  CHECK(destroyed == 503);  // by the argument itself
}

TEST_CASE("values are aligned, in whatever order they come") {
  text_room room;
  std::vector<const wide_owner*> owners;
  for (std::size_t i = 0; i < 300; ++i) {
    (void)room.store(std::string(i % 7, 'x'));
    const wide* const w = room.keep(wide{});
    const double* const d = room.keep(static_cast<double>(i));
    const wide_owner* const o = room.keep(wide_owner{});
    REQUIRE((w != nullptr && d != nullptr && o != nullptr));
    CHECK(reinterpret_cast<std::uintptr_t>(w) % alignof(wide) == 0);
    CHECK(reinterpret_cast<std::uintptr_t>(d) % alignof(double) == 0);
    CHECK(reinterpret_cast<std::uintptr_t>(o) % alignof(wide_owner) == 0);
    CHECK(*d == static_cast<double>(i));
    owners.push_back(o);
  }
  for (const wide_owner* o : owners) CHECK(o->text == wide_owner{}.text);
}

TEST_CASE("the same work in a cleared room asks for no memory") {
  text_room room;
  const std::string text(20000, 'x');
  const auto work = [&] {
    for (int i = 0; i < 200; ++i) {
      (void)room.store(std::string_view(text).substr(0, static_cast<std::size_t>(i % 50)));
      if (i % 20 == 0) (void)room.store(std::string_view(text).substr(0, static_cast<std::size_t>(i) * 100));
      if (i % 3 == 0) (void)room.keep(static_cast<std::uint64_t>(i));
    }
  };
  work();
  const std::size_t before = tacet_test::allocations;
  for (int round = 0; round < 5; ++round) {
    room.clear();
    work();
  }
  CHECK(tacet_test::allocations == before);
}

TEST_CASE("what was stored before memory ran out is still there, and the room recovers") {
  for (int after = 1; after < 6; ++after) {
    text_room room;
    std::vector<std::string_view> stored;
    stored.reserve(2000);
    {
      const refusing later(after);
      for (;;) {
        char text[1000];
        std::fill(text, text + sizeof text, static_cast<char>('a' + stored.size() % 26));
        const std::string_view view = room.store({text, sizeof text});
        if (view.data() == nullptr) break;
        stored.push_back(view);
      }
    }
    REQUIRE(stored.size() > 3);
    for (std::size_t i = 0; i < stored.size(); ++i)
      CHECK(stored[i] == std::string(1000, static_cast<char>('a' + i % 26)));
    CHECK(room.store(std::string(100000, 'z')).size() == 100000);
  }
}
