// SPDX-License-Identifier: MIT
// A string literal as a template argument.
#include "support/catch.hpp"

#include <tacet/text/text_literal.hpp>

#include <type_traits>

using namespace tacet;

namespace {
template <text_literal Text> struct named { static constexpr std::string_view text = Text.view(); };
}  // namespace

TEST_CASE("a literal keeps its text and tells types apart") {
  CHECK(named<"">::text.empty());
  CHECK(named<"search">::text == "search");
  CHECK(named<"a\0b">::text == std::string_view("a\0b", 3));
  STATIC_REQUIRE(std::is_same_v<named<"a">, named<"a">>);
  STATIC_REQUIRE_FALSE(std::is_same_v<named<"a">, named<"b">>);
  STATIC_REQUIRE_FALSE(std::is_same_v<named<"a">, named<"a\0">>);
}
