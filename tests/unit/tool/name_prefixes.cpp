// SPDX-License-Identifier: MIT
// Names with a prefix too many or too few mean one tool, or none.
#include "support/catch.hpp"

#include <tacet/tool/name_prefixes.hpp>

#include <vector>

using namespace tacet;

TEST_CASE("a name means the one tool that it can mean") {
  const std::vector<std::string_view> names{"search",    "srv__pay", "a__pay", "functions.odd", "both",
                                            "srv__both", "x",        "srv__x", "functions.x"};
  const std::vector<std::string_view> given{"srv__", "a__"};
  const auto resolve = [&](std::string_view name, std::span<const std::string_view> prefixes) {
    const std::size_t i = resolve_name(name, names, prefixes, [&](std::string_view wanted) {
      std::size_t at = 0;
      while (at < names.size() && names[at] != wanted) ++at;
      return at;
    });
    return i == names.size() ? std::string_view("none") : names[i];
  };
  CHECK(resolve("functions.search", {}) == "search");
  CHECK(resolve("default_api:search", {}) == "search");
  CHECK(resolve("srv__search", given) == "search");
  CHECK(resolve("srv__search", {}) == "none");
  CHECK(resolve("odd", {}) == "none");     // a usual prefix is not added
  CHECK(resolve("pay", given) == "none");  // two tools could be meant
  CHECK(resolve("functions.srv__pay", given) == "srv__pay");
  CHECK(resolve("functions.functions.search", {}) == "none");  // one prefix, not several
  CHECK(resolve("functions.", {}) == "none");
  CHECK(resolve("", given) == "none");
  CHECK(resolve("Search", given) == "none");
  CHECK(resolve("functions.Search", given) == "none");
  CHECK(resolve("a__both", given) == "both");
  CHECK(resolve("search", {}) == "none");  // an exact name is not asked here
  const std::vector<std::string_view> one{"srv__pay"};
  CHECK(resolve_name("pay", one, std::vector<std::string_view>{"srv__"},
                     [](std::string_view) { return std::size_t{1}; }) == 0);
  CHECK(resolve_name("srv__pa", one, std::vector<std::string_view>{"srv__"},
                     [](std::string_view) { return std::size_t{1}; }) == 1);
}

TEST_CASE("the prefixes of a part are its template arguments") {
  STATIC_REQUIRE(name_prefixes<"srv__", "a.">::given.size() == 2);
  STATIC_REQUIRE(name_prefixes<"srv__", "a.">::given[1] == "a.");
  STATIC_REQUIRE(name_prefixes<>::given.empty());
}

TEST_CASE("a usual prefix is found at the front only, and whole") {
  for (const std::string_view name : {"functions.", "functions.x", "default_api:", "default_api:x"})
    CHECK(has_usual_prefix(name));
  for (const std::string_view name : {"", "f", "functions", "functions:x", "default_api.x", "x.functions.", "Functions.x"})
    CHECK_FALSE(has_usual_prefix(name));
}
