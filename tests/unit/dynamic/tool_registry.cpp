// SPDX-License-Identifier: MIT
// A registry takes what can be run and says all that is wrong with what cannot.
#include "support/catch.hpp"

#include <tacet/dynamic/tool_registry.hpp>

#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>

#include <algorithm>
#include <chrono>
#include <map>
#include <string>
#include <utility>
#include <vector>

using namespace tacet;
using namespace std::chrono_literals;

namespace {

constexpr auto nothing = [] {};
constexpr auto told = [](tool_context&) {};

std::string refusal(tool_registry& registry, dynamic_tool about) {
  const std::size_t before = registry.size();
  const registration refused = registry.add(std::move(about), nothing);
  CHECK_FALSE(refused);
  CHECK(registry.size() == before);
  return refused.message();
}

}  // namespace

TEST_CASE("a tool is found by its name and described as it was told") {
  tool_registry registry;
  dynamic_tool about{.name = "send", .description = "Sends."};
  about.input_schema = R"({"type":"object","properties":{"to":{"type":"string"}},"required":["to"]})";
  about.effect = tool_effect::idempotent;
  about.required_capability = "mail";
  about.max_calls_per_invocation = 3;
  about.timeout = 5s;
  REQUIRE(registry.add(about, told));
  REQUIRE(registry.add({.name = "other"}, nothing));
  // The texts stay where they are when the registry grows and moves.
  for (int i = 0; i < 100; ++i) REQUIRE(registry.add({.name = "more" + std::to_string(i)}, nothing));
  const tool_registry moved = std::move(registry);
  CHECK(moved.size() == 102);
  const std::size_t at = moved.find("send");
  REQUIRE(at == 0);
  const tool_descriptor& known = moved.descriptor(at);
  CHECK(known.name == "send");
  CHECK(known.description == "Sends.");
  CHECK(boost::json::parse(known.input_schema) == boost::json::parse(about.input_schema.text()));
  REQUIRE(known.required_capability != nullptr);
  CHECK(known.required_capability->name == "mail");
  CHECK(known.required_capability->by_name);
  CHECK(known.max_calls_per_invocation == 3U);
  CHECK(known.effect == tool_effect::idempotent);
  CHECK(known.timeout == 5s);
  CHECK(moved.descriptor(1).effect == tool_effect::once);  // what is not known to be harmless
  CHECK(moved.descriptor(1).required_capability == nullptr);
  CHECK(moved.find("nothing") == moved.size());
  CHECK(moved.find("") == moved.size());
}

TEST_CASE("a name that is taken is refused") {
  tool_registry registry;
  REQUIRE(registry.add({.name = "search"}, nothing));
  REQUIRE(registry.add({.name = "a.b"}, nothing));
  CHECK(registry.offered_name(1) == "a_b");
  CHECK(registry.find("a_b") == 1);
  CHECK(refusal(registry, {.name = "search"}) == "at /name: there is a tool `search` already; give the tools of one server a prefix");
  CHECK(refusal(registry, {.name = "a.b"}).find("`a.b` already") != std::string::npos);
  REQUIRE(registry.add({.name = "search", .prefix = "s2__"}, nothing));
  CHECK(registry.find("s2__search") == 2);
  CHECK(registry.find("search") == 0);
  REQUIRE(registry.add({.name = "list", .prefix = "s2__"}, nothing));
  CHECK(registry.prefixes() == std::vector<std::string>{"s2__"});
  CHECK(refusal(registry, {.name = "search", .prefix = "s2__"}).find("s2__search") != std::string::npos);
}

TEST_CASE("tools that would be offered under one name get names of their own, in any order") {
  std::vector<std::string> names{"a.b", "a_b", "a/b", "a b", "x.y", "x/y", "other"};
  std::sort(names.begin(), names.end());
  const auto offered_in = [](const std::vector<std::string>& order) {
    tool_registry registry;
    for (const std::string& name : order) CHECK(registry.add({.name = name}, nothing).message().empty());
    std::map<std::string, std::string> offered;
    for (std::size_t i = 0; i < registry.size(); ++i) {
      CHECK(registry.find(order[i]) == i);
      CHECK(registry.find(registry.offered_name(i)) == i);
      CHECK(registry.descriptor(i).name == order[i]);
      offered.emplace(order[i], registry.offered_name(i));
    }
    CHECK(registry.find("x_y") == registry.size());
    return offered;
  };
  const auto first = offered_in(names);
  CHECK(first.at("a_b") == "a_b");
  CHECK(first.at("other") == "other");
  CHECK(first.at("a.b").starts_with("a_b_"));
  CHECK(first.at("a.b").size() == 12);
  CHECK(first.at("x.y") != first.at("x/y"));
  int orders = 0;
  do CHECK(offered_in(names) == first);
  while (++orders < 500 && std::next_permutation(names.begin(), names.end()));

  // What is offered so already, and what is too long to be told apart.
  tool_registry registry;
  REQUIRE(registry.add({.name = "a.b"}, nothing));
  REQUIRE(registry.add({.name = first.at("a.b")}, nothing));
  CHECK(registry.offered_name(0) == "a_b");
  CHECK(refusal(registry, {.name = "a/b"}).find("give it a prefix") != std::string::npos);
  CHECK(registry.offered_name(0) == "a_b");
  CHECK(registry.find("a_b") == 0);
  // A name that a model may write with a usual prefix stays its own.
  CHECK(refusal(registry, {.name = "functions.a_b"}).find("usual prefix") != std::string::npos);
}

TEST_CASE("any other name is taken, as long as it is text") {
  tool_registry registry;
  for (const std::string& name : {std::string("adm.tools/list"), std::string("two words"), std::string("gr\xC3\xBC\xC3\x9F"), std::string(64, 'a'),
                                  std::string(65, 'a'), std::string(128, 'a'), std::string(256, 'a'), std::string("\"quoted\"")})
    CHECK(registry.add({.name = name}, nothing).message().empty());
  CHECK(refusal(registry, {.name = ""}) == "at /name: must not be empty");
  CHECK(refusal(registry, {.name = "", .prefix = "p"}) == "at /name: must not be empty");
  CHECK(refusal(registry, {.name = std::string(257, 'b')}) == "at /name: is longer than 256 bytes");
  CHECK(refusal(registry, {.name = "a\nb"}) == "at /name: must be UTF-8 without control and invisible characters");
  CHECK(refusal(registry, {.name = "caf\xE9"}) == "at /name: must be UTF-8 without control and invisible characters");
  for (const char* const hidden : {"a\u0085", "\u202Eb", "a\u2066b", "a\u200Fb", "a\u2028", "\uFEFFa"})
    CHECK(refusal(registry, {.name = hidden}).find("invisible") != std::string::npos);
  CHECK(registry.add({.name = "\u2013\u00A0\u2030"}, nothing).message().empty());
  CHECK(refusal(registry, {.name = std::string("a\0b", 3)}) == "at /name: must be UTF-8 without control and invisible characters");
}

TEST_CASE("all faults of a tool are told at once") {
  tool_registry registry;
  REQUIRE(registry.add({.name = "x"}, nothing));
  dynamic_tool about{.name = "x", .description = "\xFF"};
  about.input_schema = R"({"type":"object","properties":{"a":{"type":"nonsense"},"b":{"minimum":"1"}},"required":true})";
  about.timeout = 0ns;
  about.required_capability = "\xFF";
  const registration refused = registry.add(about, nothing);
  CHECK(refused.faults.size() == 7);
  for (const char* const place : {"/name", "/description", "/timeout", "/required_capability", "/input_schema/properties/a/type",
                                  "/input_schema/properties/b/minimum", "/input_schema/required"})
    CHECK(refused.message().find("at " + std::string(place) + ": ") != std::string::npos);
  CHECK(registry.size() == 1);
}

TEST_CASE("a schema is JSON, strictly, and of bounded size") {
  tool_registry registry{{.schema = {.bytes = 100, .depth = 6}, .tools = 2, .description = 3}};
  const auto with = [&](std::string schema) { return refusal(registry, {.name = "s", .input_schema = std::move(schema)}); };
  CHECK(with("{").find("at /input_schema: not valid JSON: the text ends too early (byte 1)") == 0);
  CHECK(with(R"({"type":"object","type":"object"})").find("twice") != std::string::npos);
  CHECK(with(std::string(101, ' ')).find("too many bytes") != std::string::npos);
  CHECK(with(R"({"a":{"b":{"c":{"d":{"e":{"f":{}}}}}}})").find("too deep") != std::string::npos);
  CHECK(with(R"({"type":"array"})").find("at /input_schema") == 0);
  CHECK(with(R"({"$ref":"#/$defs/none"})").find("at /input_schema/$ref") == 0);
  CHECK(refusal(registry, {.name = "s", .description = "four"}).find("at /description") == 0);
  REQUIRE(registry.add({.name = "a"}, nothing));
  REQUIRE(registry.add({.name = "b"}, nothing));
  CHECK(refusal(registry, {.name = "c"}).find("no more are taken") != std::string::npos);
}

TEST_CASE("a configuration changes the limits of a tool, by either of its names") {
  tool_registry registry;
  REQUIRE(registry.add({.name = "a.b"}, told));
  REQUIRE(registry.add({.name = "deaf"}, nothing));
  CHECK_FALSE(registry.set_timeout("deaf", 2s));
  CHECK(registry.set_timeout("a.b", 2s));
  CHECK(registry.set_max_calls("a_b", 4));
  CHECK(registry.descriptor(0).timeout == 2s);
  CHECK(registry.descriptor(0).max_calls_per_invocation == 4U);
  CHECK_FALSE(registry.set_timeout("c", 2s));
  CHECK_FALSE(registry.set_max_calls("c", 2));
}

TEST_CASE("no tool takes calls that a model writes with a usual prefix for another") {
  for (const auto& [first, second] : std::vector<std::pair<std::string, std::string>>{
           {"erase", "functions.erase"}, {"functions.erase", "erase"}, {"default_api:erase", "erase"}, {"a.b", "functions.a_b"}, {"functions.a_b", "a.b"}}) {
    tool_registry registry;
    REQUIRE(registry.add({.name = first}, nothing));
    CHECK(refusal(registry, {.name = second}).find("usual prefix") != std::string::npos);
  }
  tool_registry registry;
  REQUIRE(registry.add({.name = "functions.erase"}, nothing));
  REQUIRE(registry.add({.name = "erased"}, nothing));
  CHECK(registry.taker_of("erase") == 0);
  CHECK(registry.taker_of("erased") == 1);
  CHECK(registry.taker_of("none") == registry.size());
}

TEST_CASE("a name without its prefix leads to one tool or to none") {
  tool_registry registry{{.prefixes = 2}};
  REQUIRE(registry.add({.name = "list", .prefix = "a__"}, nothing));
  REQUIRE(registry.add({.name = "both", .prefix = "a__"}, nothing));
  REQUIRE(registry.add({.name = "both", .prefix = "b__"}, nothing));
  CHECK(refusal(registry, {.name = "x", .prefix = "c__"}).find("at /prefix") == 0);
  CHECK(registry.find_without_prefix("list") == 0);
  CHECK(registry.find_without_prefix("both") == registry.size());
  CHECK(registry.find_without_prefix("a__list") == registry.size());
  CHECK(registry.find_without_prefix(std::string(1000, 'x')) == registry.size());
  CHECK(registry.find_without_prefix("") == registry.size());
}

TEST_CASE("a timeout of which the callable cannot know is refused") {
  tool_registry registry;
  dynamic_tool about{.name = "t"};
  about.timeout = 1s;
  CHECK(refusal(registry, about).find("at /timeout: cannot be kept") == 0);
  CHECK(registry.add(about, [](const boost::json::object&, tool_context&) {}).message().empty());
}

TEST_CASE("a schema is given as text or as a value") {
  tool_registry registry;
  const boost::json::value schema{{"type", "object"}, {"properties", {{"a", {{"type", "integer"}}}}}};
  dynamic_tool about{.name = "value"};
  about.input_schema = schema;
  REQUIRE(registry.add(about, nothing));
  about.name = "object";
  about.input_schema = schema.as_object();
  REQUIRE(registry.add(about, nothing));
  about.name = "text";
  about.input_schema = std::string(R"({"type":"object","properties":{"a":{"type":"integer"}}})");
  REQUIRE(registry.add(about, nothing));
  for (std::size_t i = 0; i < registry.size(); ++i) {
    CHECK(registry.schema(i).accepts({{"a", 1}}));
    CHECK_FALSE(registry.schema(i).accepts({{"a", "1"}}));
  }
}
