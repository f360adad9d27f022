// SPDX-License-Identifier: MIT
// Two servers with a tool of one name: refused, unless a prefix tells them apart, and never the last one silently.
#include "support/catch.hpp"
#include "support.hpp"

#include <tacet/dynamic/dynamic_tools.hpp>
#include <tacet/tacet.hpp>

#include <string>

using namespace tacet;
using tacet_case::ask;

TEST_CASE("case 046: the second tool of a name is refused, and a prefix makes room for it") {
  tool_registry registry;
  REQUIRE(registry.add({.name = "search"}, [] { return "s1"; }));
  const registration twice = registry.add({.name = "search"}, [] { return "s2"; });
  CHECK_FALSE(twice);
  CHECK(twice.message().find("`search`") != std::string::npos);
  CHECK(twice.message().find("prefix") != std::string::npos);
  REQUIRE(registry.add({.name = "search", .prefix = "s2__"}, [] { return "s2"; }));
  CHECK_FALSE(registry.add({.name = "search", .prefix = "s2__"}, [] { return "s3"; }));
  const tool_executor executor{dynamic_tools{std::move(registry)}};
  CHECK(ask(executor, "search", "{}").content == "s1");
  CHECK(ask(executor, "s2__search", "{}").content == "s2");
}

TEST_CASE("case 046: a name without its prefix leads to a tool only where one is meant") {
  tool_registry registry;
  REQUIRE(registry.add({.name = "search", .prefix = "s1__"}, [] { return "s1"; }));
  REQUIRE(registry.add({.name = "search", .prefix = "s2__"}, [] { return "s2"; }));
  REQUIRE(registry.add({.name = "list", .prefix = "s2__"}, [] { return "list"; }));
  const tool_executor executor{dynamic_tools{std::move(registry)}};
  CHECK(ask(executor, "search", "{}").kind == outcome_kind::unknown_tool);
  CHECK(ask(executor, "list", "{}").content == "list");
}
