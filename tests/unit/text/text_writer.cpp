// SPDX-License-Identifier: MIT
// The writer: every append, while the text outgrows its chunk, and when memory is refused.
#include "support/catch.hpp"
#include "unit/support/allocations.hpp"

#include <tacet/text/text_writer.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

using namespace tacet;

TEST_CASE("numbers of every width are written to their limits") {
  text_room room;
  text_writer to(room);
  to.append(std::numeric_limits<std::int64_t>::min());
  to.append(' ');
  to.append(std::numeric_limits<std::uint64_t>::max());
  to.append(' ');
  to.append(static_cast<signed char>(-128));
  to.append(' ');
  to.append(static_cast<unsigned char>(255));
  to.append(' ');
  to.append(0);
  CHECK(to.finish("") == "-9223372036854775808 18446744073709551615 -128 255 0");
}

TEST_CASE("a text is the same however it is cut into appends and however far it grows") {
  text_room room;
  (void)room.store("something before");
  std::string wanted;
  std::vector<std::pair<std::string, std::string_view>> finished;
  for (const std::size_t size :
       {std::size_t{0}, std::size_t{1}, std::size_t{4000}, std::size_t{5000}, std::size_t{300000}}) {
    text_writer to(room);
    wanted.clear();
    for (std::size_t i = 0; wanted.size() < size; ++i) {
      const std::string part(i % 97, static_cast<char>('a' + i % 26));
      to.append(std::string_view(part));
      to.append(i);
      to.append('.');
      wanted += part + std::to_string(i) + '.';
    }
    CHECK(to.text() == wanted);
    CHECK_FALSE(to.failed());
    finished.emplace_back(wanted, to.finish("no memory"));
  }
  for (const auto& [text, view] : finished) CHECK(text == view);
}

TEST_CASE("a writer that wrote nothing gives an empty text that is not null") {
  text_room room;
  text_writer to(room);
  CHECK(to.text().empty());
  const std::string_view text = to.finish("no memory");
  CHECK(text.empty());
  CHECK(text.data() != nullptr);
  text_writer more(room);
  more.append("");
  CHECK(more.finish("no memory").empty());
}

TEST_CASE("what is not finished takes no room") {
  text_room room;
  const char* const at = room.reserve(10);
  {
    text_writer to(room);
    to.append("dropped");
  }
  CHECK(room.reserve(10) == at);
  CHECK(room.store("kept").data() == at);
}

TEST_CASE("bytes may be written in place") {
  text_room room;
  text_writer to(room);
  to.append("ab");
  char* const at = to.reserve(10000);
  REQUIRE(at != nullptr);
  std::fill(at, at + 10000, 'c');
  to.advance(at + 9999);
  CHECK(to.finish("") == "ab" + std::string(9999, 'c'));
}

TEST_CASE("when there is no memory nothing more is written and the other text is given") {
  text_room room;
  text_writer to(room);
  to.append("begun");
  CHECK(to.reserve(SIZE_MAX) == nullptr);
  CHECK(to.failed());
  to.append("lost");
  to.append('x');
  to.append(1);
  CHECK(to.reserve(1) == nullptr);
  CHECK(to.finish("instead") == "instead");
  CHECK(room.store("the room is whole") == "the room is whole");
}

TEST_CASE("a text that outgrows its chunk when memory is refused is given up as a whole, at every chunk") {
  for (int granted = 0; granted < 5; ++granted) {
    text_room room;
    std::string_view told;
    bool failed = false;
    {
      const tacet_test::refusing later(granted);
      text_writer to(room);
      for (int i = 0; i < 100000; ++i) to.append("0123456789");
      failed = to.failed();
      told = to.finish("instead");
    }
    CHECK(failed);
    CHECK(told == "instead");
    text_writer again(room);
    again.append("the room is whole");
    CHECK(again.finish("instead") == "the room is whole");
  }
}

TEST_CASE("what fits is written at the end in place, and asking takes no memory") {
  text_room room;
  text_writer to(room);
  CHECK_FALSE(to.fits(1));
  CHECK_FALSE(to.failed());
  to.append('a');
  REQUIRE(to.fits(2));
  CHECK_FALSE(to.fits(1 << 20));
  char* const at = to.end();
  at[0] = 'b';
  to.advance(at + 1);
  CHECK(to.finish("") == "ab");
}
