// SPDX-License-Identifier: MIT
// Options are empty objects with one constant each.
#include "support/catch.hpp"

#include <tacet/tool/options.hpp>

#include <type_traits>

using namespace tacet;

struct files;

TEST_CASE("an option holds nothing but its type") {
  STATIC_REQUIRE(std::is_empty_v<std::remove_const_t<decltype(describe<"Finds">)>>);
  STATIC_REQUIRE(describe<"Finds">.text.view() == "Finds");
  STATIC_REQUIRE(read_only.effect == tool_effect::read_only);
  STATIC_REQUIRE(idempotent.effect == tool_effect::idempotent);
  STATIC_REQUIRE(once.effect == tool_effect::once);
  STATIC_REQUIRE(max_calls<0>.calls == 0);
  STATIC_REQUIRE(max_calls<5>.calls == 5);
  STATIC_REQUIRE(std::is_same_v<std::remove_const_t<decltype(requires_<files>)>::needed, files>);
  STATIC_REQUIRE(allow_unknown_members.open);
  STATIC_REQUIRE(streams.stream);
  STATIC_REQUIRE(std::is_base_of_v<detail::tool_option, std::remove_const_t<decltype(streams)>>);
}
