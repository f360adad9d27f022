// SPDX-License-Identifier: MIT
// A set of tools: found by name, held by value.
#include "support/catch.hpp"

#include <tacet/tool/tools.hpp>

#include <string>

using namespace tacet;

namespace {
struct one {
  int x;
};
constexpr auto twice = tool<"twice">([](const one& a) { return a.x * 2; }, describe<"Doubles">);
constexpr auto nothing = tool<"nothing">([] {});
}  // namespace

TEST_CASE("tools are found by name and described in order") {
  constexpr tools set{twice, nothing};
  STATIC_REQUIRE(set.size == 2);
  STATIC_REQUIRE(set.valid);
  STATIC_REQUIRE(set.find("twice") == 0);
  STATIC_REQUIRE(set.find("nothing") == 1);
  CHECK(set.find(std::string("twic")) == 2);
  CHECK(set.find("") == 2);
  CHECK(set.names()[1] == "nothing");
  CHECK(set.descriptors()[0].description == "Doubles");
  CHECK(set.get<0>()(one{4}) == 8);
  STATIC_REQUIRE(std::is_empty_v<std::remove_const_t<decltype(set)>>);
  STATIC_REQUIRE(std::is_same_v<decltype(set)::tool_at<1>, std::remove_const_t<decltype(nothing)>>);
}

TEST_CASE("a tool is called by name with arguments that are a struct already, if the types are its own") {
  const std::string word = "captured";
  const tools set{twice, nothing, tool<"word">([word](const one&) { return word; }),
                  tool<"asks">([](const one& o, tool_context&) { return o.x; })};
  STATIC_REQUIRE_FALSE(set.stateless);
  int number = 7;
  CHECK(set.invoke("twice", one{4}, number));
  CHECK(number == 8);
  std::string text;
  CHECK(set.invoke("word", one{4}, text));
  CHECK(text == word);
  CHECK_FALSE(set.invoke("twice", one{4}, text));           // another result
  CHECK_FALSE(set.invoke("twice", no_arguments{}, number));  // other arguments
  CHECK_FALSE(set.invoke("asks", one{4}, number));           // it needs the context of a call
  CHECK_FALSE(set.invoke("thrice", one{4}, number));
  CHECK(number == 8);
}

TEST_CASE("tools keep what they captured") {
  const std::string word = "a captured text that is longer than a string holds in itself";
  const tools set{twice, tool<"word">([word] { return word; })};
  const auto copy = set;
  CHECK(copy.get<1>()(no_arguments{}) == word);
}
