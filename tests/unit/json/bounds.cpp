// SPDX-License-Identifier: MIT
// Values against the bounds of a note, at the bound and one off.
#include "support/catch.hpp"

#include <tacet/json/bounds.hpp>

#include <limits>
#include <string>
#include <vector>

using namespace tacet;
using json::fault_code;
using json::detail::outside;

TEST_CASE("bounds of numbers are inclusive, for any mix of types") {
  const member_note whole = note("x", "", between(-1, 10));
  const member_note real = note("x", "", between(-0.5, 2.5));
  CHECK(outside(-1, whole) == fault_code::none);
  CHECK(outside(10, whole) == fault_code::none);
  CHECK(outside(-2, whole) == fault_code::below_minimum);
  CHECK(outside(11, whole) == fault_code::above_maximum);
  CHECK(outside(std::uint64_t{0}, whole) == fault_code::none);
  CHECK(outside(UINT64_MAX, whole) == fault_code::above_maximum);
  CHECK(outside(INT64_MIN, whole) == fault_code::below_minimum);
  CHECK(outside(std::int8_t{-2}, whole) == fault_code::below_minimum);
  CHECK(outside(10.0000001, whole) == fault_code::above_maximum);
  CHECK(outside(0, real) == fault_code::none);
  CHECK(outside(3, real) == fault_code::above_maximum);
  CHECK(outside(-0.5, real) == fault_code::none);
  CHECK(outside(2.5F, real) == fault_code::none);
  CHECK(outside(-1, real) == fault_code::below_minimum);
  CHECK(outside(std::optional<int>{}, whole) == fault_code::none);
  CHECK(outside(std::optional<int>{11}, whole) == fault_code::above_maximum);
  CHECK(outside(std::chrono::seconds(11), whole) == fault_code::above_maximum);
  CHECK(outside(5, note("x", "", from(6))) == fault_code::below_minimum);
  CHECK(outside(7, note("x", "", up_to(6))) == fault_code::above_maximum);
  CHECK(outside(std::uint64_t{UINT64_MAX}, note("x", "", up_to(UINT64_MAX))) == fault_code::none);
}

TEST_CASE("lengths count characters and elements") {
  const member_note note = tacet::note("x", "", length(2, 3));
  CHECK(outside(std::string("a"), note) == fault_code::too_short);
  CHECK(outside(std::string("ab"), note) == fault_code::none);
  CHECK(outside(std::string("\xC3\xBC\xE2\x82\xAC\xF0\x9F\x98\x80"), note) == fault_code::none);
  CHECK(outside(std::string_view("abcd"), note) == fault_code::too_long);
  CHECK(outside(std::vector<int>{1}, note) == fault_code::too_short);
  CHECK(outside(std::vector<int>{1, 2, 3, 4}, note) == fault_code::too_long);
  CHECK(outside(std::optional<std::string>{"a"}, note) == fault_code::too_short);
  CHECK(outside(true, tacet::note("x", "", between(5, 6))) == fault_code::none);
}
