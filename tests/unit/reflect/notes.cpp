// SPDX-License-Identifier: MIT
// Notes: matched to members by name, and refused when they name none.
#include "support/catch.hpp"

#include <tacet/reflect/notes.hpp>

using namespace tacet;

namespace {
struct plain {
  int a;
  int b;
};
struct noted {
  int a;
  int b;
  static constexpr auto notes = tacet::notes(note("b", "second", between(1, 2.5), defaulted));
};
struct typo {
  int limit;
  static constexpr auto notes = tacet::notes(note("limits", "misspelt"));
};
struct prefix {
  int limit;
  static constexpr auto notes = tacet::notes(note("limi", ""));
};
struct twice {
  int a;
  static constexpr auto notes = tacet::notes(note("a", "one"), note("a", "two"));
};
struct foreign {
  int a;
};
}  // namespace
template <>
inline constexpr auto tacet::notes_of<foreign> = tacet::notes(note("a", "from outside", length(1, 2)));

TEST_CASE("every note finds its member, or is known to have none") {
  STATIC_REQUIRE(reflect::notes_match<plain>);
  STATIC_REQUIRE(reflect::notes_match<noted>);
  STATIC_REQUIRE(reflect::notes_match<foreign>);
  STATIC_REQUIRE_FALSE(reflect::notes_match<typo>);
  STATIC_REQUIRE_FALSE(reflect::notes_match<prefix>);
  STATIC_REQUIRE_FALSE(reflect::notes_match<twice>);
  STATIC_REQUIRE(reflect::member_notes<noted>[0].description.empty());
  STATIC_REQUIRE(reflect::member_notes<noted>[1].description == "second");
  STATIC_REQUIRE(reflect::member_notes<noted>[1].defaulted);
  STATIC_REQUIRE(reflect::member_notes<foreign>[0].most == 2);
  STATIC_REQUIRE(reflect::member_notes<plain>.size() == 2);
}

TEST_CASE("a note that bounds nothing checks nothing") {
  CHECK_FALSE(note("a", "words").checks());
  CHECK_FALSE(note("a", "words", defaulted).checks());
  CHECK_FALSE(note("a", "words", length(0, SIZE_MAX)).checks());
  CHECK(note("a", "", from(0)).checks());
  CHECK(note("a", "", up_to(0)).checks());
  CHECK(note("a", "", length(0, 5)).checks());
  CHECK(note("a", "", length(1, SIZE_MAX)).checks());
}

TEST_CASE("a bound keeps what was written") {
  CHECK(member_bound(5).is == member_bound::form::whole);
  CHECK(member_bound(INT64_MIN).whole == INT64_MIN);
  CHECK(member_bound(0.5).real == 0.5);
  CHECK(member_bound(UINT64_MAX).is == member_bound::form::real);
  CHECK(member_bound(UINT64_MAX).real == 18446744073709551616.0);
  CHECK(member_bound().is == member_bound::form::absent);
}

TEST_CASE("an argument may be called notes") {
  struct ticket {
    std::string title;
    std::string notes;
  };
  STATIC_REQUIRE(!tacet::reflect::says_notes<ticket>);
  STATIC_REQUIRE(tacet::notes_of<ticket>.empty());
  CHECK(std::string(tacet::reflect::field_names<ticket>[1]) == "notes");
  struct odd {
    int notes = 0;
    bool allow_unknown_members = true;
  };
  STATIC_REQUIRE(!tacet::reflect::says_notes<odd>);
  STATIC_REQUIRE(tacet::notes_of<odd>.empty());
}
