// SPDX-License-Identifier: MIT
// Sets of degradations: what is in them, and what they forbid and allow.
#include "support/catch.hpp"

#include <tacet/json/degradation.hpp>

#include <set>
#include <string_view>

using namespace tacet;
using json::degradation;
using json::degradation_set;

namespace {
constexpr degradation_set with(std::initializer_list<degradation> all) {
  degradation_set made;
  for (const degradation one : all) made.add(one);
  return made;
}
constexpr degradation_set two = with({degradation::default_dropped, degradation::too_large});
}  // namespace

TEST_CASE("a set holds what was added, and nothing else") {
  STATIC_REQUIRE(degradation_set{}.none());
  STATIC_REQUIRE_FALSE(two.none());
  for (unsigned i = 0; i <= static_cast<unsigned>(degradation::too_large); ++i) {
    const auto one = static_cast<degradation>(i);
    CHECK(two.has(one) == (one == degradation::default_dropped || one == degradation::too_large));
    CHECK(with({one}).has(one));
    CHECK_FALSE(degradation_set{}.has(one));
  }
  STATIC_REQUIRE(with({degradation::too_deep, degradation::too_deep}) == with({degradation::too_deep}));
  STATIC_REQUIRE(two != with({degradation::too_large}));
}

TEST_CASE("a set lacks what is forbidden") {
  STATIC_REQUIRE(two.lacks());
  STATIC_REQUIRE(two.lacks(degradation::bounds_dropped, degradation::too_deep));
  STATIC_REQUIRE_FALSE(two.lacks(degradation::bounds_dropped, degradation::too_large));
  STATIC_REQUIRE_FALSE(two.lacks(degradation::default_dropped));
}

TEST_CASE("a set has only what is allowed, and need not have all of it") {
  STATIC_REQUIRE(degradation_set{}.only());
  STATIC_REQUIRE_FALSE(two.only());
  STATIC_REQUIRE_FALSE(two.only(degradation::too_large));
  STATIC_REQUIRE(two.only(degradation::too_large, degradation::default_dropped));
  STATIC_REQUIRE(two.only(degradation::too_large, degradation::default_dropped, degradation::too_deep));
}

TEST_CASE("every degradation has a text of its own") {
  std::set<std::string_view> texts;
  for (unsigned i = 0; i <= static_cast<unsigned>(degradation::too_large); ++i)
    texts.insert(to_text(static_cast<degradation>(i)));
  CHECK(texts.size() == static_cast<unsigned>(degradation::too_large) + 1);
  STATIC_REQUIRE(to_text(degradation::default_dropped) == "default dropped");
  STATIC_REQUIRE(to_text(degradation::too_large) == "too large");
}
