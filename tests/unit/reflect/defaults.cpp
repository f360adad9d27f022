// SPDX-License-Identifier: MIT
// Which members may be left out.
#include "support/catch.hpp"

#include <tacet/reflect/defaults.hpp>

#include <array>
#include <optional>
#include <string>
#include <vector>

using namespace tacet;

namespace {
enum class unit { metric, imperial };
struct bare {
  int a;
  bool b;
  double c;
  unit d;
};
struct initialised {
  int a = 0;
  bool b = false;
  double c = 0;
  unit d = unit::metric;
  const char* e = nullptr;
};
struct mixed {
  int a;
  int b = 2;
  std::optional<int> c;
  std::optional<int> d = 5;
  unsigned e;
};
struct with_strings {
  std::string a;
  std::optional<std::string> b;
  std::vector<int> c;
  std::string d{};
  std::string e = "set";
  static constexpr auto notes = tacet::notes(note("d", "", defaulted), note("e", "", defaulted));
};
struct nested {
  initialised a;
  initialised b{};
};
struct nothing {};
struct fixed {
  int a = 1;
  std::array<int, 2> b{};
};
}  // namespace

TEST_CASE("a member is required unless it is optional, initialised or said to be defaulted") {
  STATIC_REQUIRE(reflect::required_members<bare> == 0b1111);
  STATIC_REQUIRE(reflect::required_members<initialised> == 0);
  STATIC_REQUIRE(reflect::required_members<mixed> == 0b10001);
  // What every compiler sees of a struct with strings: the optional and the noted ones are not required, the
  // others, being empty, are.
  STATIC_REQUIRE(reflect::required_members<with_strings> == 0b00101);
  STATIC_REQUIRE(reflect::required_members<nothing> == 0);
  STATIC_REQUIRE(reflect::required_members<fixed> == 0b10);   // of an array nothing can be seen
  STATIC_REQUIRE(reflect::required_members<nested> == 0b11);  // a struct is not looked into
}

TEST_CASE("the value of an initialiser is known at compile time") {
  STATIC_REQUIRE(reflect::detail::initial_value<mixed, 1, int>() == 2);
  STATIC_REQUIRE(reflect::detail::initial_value<initialised, 3, unit>() == unit::metric);
}
