// SPDX-License-Identifier: MIT
// The room: nothing moves, values are destroyed once, memory is kept and may be refused.
#include "support/catch.hpp"
#include "unit/support/allocations.hpp"

#include <tacet/text/text_room.hpp>
#include <tacet/text/text_writer.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
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

TEST_CASE("a bounded room has what it was given, wherever that begins, and asks for no more") {
  alignas(16) std::array<std::byte, 128> memory{};
  for (std::size_t offset = 0; offset < 16; ++offset)
    for (std::size_t size = 0; size + offset <= memory.size(); ++size) {
      const auto given = std::span(memory).subspan(offset, size);
      std::fill(memory.begin(), memory.end(), std::byte{0x5A});
      const std::size_t before = tacet_test::allocations;
      text_room room{given};
      const std::size_t space = room.space();
      std::size_t stored = 0;
      while (room.store("x").data() != nullptr) ++stored;
      const bool refused =
          room.keep(1) == nullptr && room.reserve(2) == nullptr && room.reserve(SIZE_MAX) == nullptr;
      room.clear();
      const std::size_t again = room.space();
      CHECK(tacet_test::allocations == before);
      INFO(offset << " " << size);
      REQUIRE(refused);
      REQUIRE(again == space);
      // A text wants one byte behind it, and up to 7 are lost in front of the border, beside the 16.
      REQUIRE(stored == (space > 0 ? space - 1 : 0));
      REQUIRE(space <= (size > 16 ? size - 16 : 0));
      REQUIRE(space + 16 + 7 >= size);
      for (std::size_t i = 0; i < memory.size(); ++i)
        if (i < offset || i >= offset + size) REQUIRE(memory[i] == std::byte{0x5A});
    }
  text_room none{std::span<std::byte>{}};
  CHECK(none.store("").data() == nullptr);
  none.clear();
  CHECK(none.space() == 0);
}

TEST_CASE("a bounded room that runs out in the middle of a text keeps what was finished") {
  std::array<std::byte, 16 + 64 + 8> memory{};
  text_room room{memory};
  const std::string_view first = room.store("first");
  const std::string_view second = room.store("second");
  CHECK(room.store(std::string(200, 'x')).data() == nullptr);
  {
    text_writer to(room);
    for (int i = 0; i < 100 && !to.failed(); ++i) to.append("half a ");
    CHECK(to.failed());
    CHECK(to.finish("instead") == "instead");
  }
  {
    text_writer to(room);
    to.append("third");
    CHECK(to.finish({}) == "third");
  }
  CHECK(first == "first");
  CHECK(second == "second");
  std::size_t more = 0;
  while (room.store("y").data() != nullptr) ++more;
  CHECK(more > 0);
  CHECK(first == "first");
}

TEST_CASE("a bounded room destroys its values once, refuses those that find no room, and is used again") {
  int destroyed = 0;
  {
    alignas(16) std::array<std::byte, 16 + 3 * 48> memory{};
    text_room room{memory};
    for (int round = 0; round < 5; ++round) {
      const int before = destroyed;
      int kept = 0;
      while (room.keep(counted(&destroyed)) != nullptr) ++kept;
      REQUIRE(kept > 1);
      REQUIRE(destroyed == before + 1);  // by the argument that was not kept
      room.clear();
      REQUIRE(destroyed == before + 1 + kept);
    }
    const wide* const too_wide = room.keep(wide{});
    if (too_wide != nullptr) CHECK(reinterpret_cast<std::uintptr_t>(too_wide) % alignof(wide) == 0);
    room.clear();
    destroyed = 0;
    REQUIRE(room.keep(counted(&destroyed)) != nullptr);
  }
  CHECK(destroyed == 1);
}

TEST_CASE("a bounded room that is moved takes its memory along, and the one it was moved from has none") {
  std::array<std::byte, 128> memory{};
  int destroyed = 0;
  const std::size_t before = tacet_test::allocations;
  bool empty = false;
  bool whole = false;
  bool swapped = false;
  {
    text_room room{memory};
    const std::string_view text = room.store("a text");
    const bool kept = room.keep(counted(&destroyed)) != nullptr;
    text_room moved(std::move(room));
    empty = room.store("x").data() == nullptr && room.keep(1) == nullptr;
    room.clear();
    text_room assigned{std::span<std::byte>{}};
    assigned = std::move(moved);
    empty = empty && moved.store("x").data() == nullptr;
    whole = kept && text == "a text" && assigned.store("more") == "more";
    text_room other{std::span<std::byte>{}};
    other.swap(assigned);
    swapped = assigned.store("x").data() == nullptr && other.store("x") == "x";
  }
  CHECK(tacet_test::allocations == before);
  CHECK(empty);
  CHECK(whole);
  CHECK(swapped);
  CHECK(destroyed == 1);

  // A room with a heap of its own gives that back when it becomes a bounded one, and the other way round.
  text_room growing;
  CHECK(growing.store(std::string(10000, 'x')).size() == 10000);
  growing = text_room{memory};
  CHECK(growing.store(std::string(10000, 'x')).data() == nullptr);
  growing = text_room();
  CHECK(growing.store(std::string(10000, 'x')).size() == 10000);
}
