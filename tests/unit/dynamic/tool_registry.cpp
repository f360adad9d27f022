// SPDX-License-Identifier: MIT
// A registry takes what can be run and says all that is wrong with what cannot.
#include "support/catch.hpp"

#include <tacet/dynamic/tool_registry.hpp>

#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>

#include <chrono>
#include <string>
#include <utility>

using namespace tacet;
using namespace std::chrono_literals;

namespace {

constexpr auto nothing = [] {};

std::string refusal(tool_registry& registry, dynamic_tool about) {
  const std::size_t before = registry.size();
  const registration told = registry.add(std::move(about), nothing);
  CHECK_FALSE(told);
  CHECK(registry.size() == before);
  return told.message();
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
  REQUIRE(registry.add(about, nothing));
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
  CHECK(boost::json::parse(known.input_schema) == boost::json::parse(about.input_schema));
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

TEST_CASE("a name that is taken is refused, in either spelling") {
  tool_registry registry;
  REQUIRE(registry.add({.name = "search"}, nothing));
  REQUIRE(registry.add({.name = "a.b"}, nothing));
  CHECK(registry.offered_name(1) == "a_b");
  CHECK(registry.find("a_b") == 1);
  CHECK(refusal(registry, {.name = "search"}) == "at /name: there is a tool `search` already; give the tools of one server a prefix");
  CHECK(refusal(registry, {.name = "a_b"}).find("`a_b`") != std::string::npos);
  CHECK(refusal(registry, {.name = "a/b"}) == "at /name: would be offered as `a_b`, as `a.b` is; give it a prefix");
  REQUIRE(registry.add({.name = "search", .prefix = "s2__"}, nothing));
  CHECK(registry.find("s2__search") == 2);
  CHECK(registry.find("search") == 0);
  REQUIRE(registry.add({.name = "list", .prefix = "s2__"}, nothing));
  CHECK(registry.prefixes() == std::vector<std::string>{"s2__"});
  CHECK(refusal(registry, {.name = "search", .prefix = "s2__"}).find("s2__search") != std::string::npos);
}

TEST_CASE("any other name is taken, as long as it is text") {
  tool_registry registry;
  for (const std::string& name : {std::string("adm.tools/list"), std::string("two words"), std::string("gr\xC3\xBC\xC3\x9F"), std::string(64, 'a'),
                                  std::string(65, 'a'), std::string(128, 'a'), std::string(256, 'a'), std::string("\"quoted\"")})
    CHECK(registry.add({.name = name}, nothing).message().empty());
  CHECK(refusal(registry, {.name = ""}) == "at /name: must not be empty");
  CHECK(refusal(registry, {.name = "", .prefix = "p"}) == "at /name: must not be empty");
  CHECK(refusal(registry, {.name = std::string(257, 'b')}) == "at /name: is longer than 256 bytes");
  CHECK(refusal(registry, {.name = "a\nb"}) == "at /name: must be UTF-8 without control characters");
  CHECK(refusal(registry, {.name = "caf\xE9"}) == "at /name: must be UTF-8 without control characters");
  CHECK(refusal(registry, {.name = std::string("a\0b", 3)}) == "at /name: must be UTF-8 without control characters");
}

TEST_CASE("all faults of a tool are told at once") {
  tool_registry registry;
  REQUIRE(registry.add({.name = "x"}, nothing));
  dynamic_tool about{.name = "x", .description = "\xFF"};
  about.input_schema = R"({"type":"object","properties":{"a":{"type":"nonsense"},"b":{"minimum":"1"}},"required":true})";
  about.timeout = 0ns;
  const registration told = registry.add(about, nothing);
  CHECK(told.faults.size() == 6);
  for (const char* const place : {"/name", "/description", "/timeout", "/input_schema/properties/a/type",
                                  "/input_schema/properties/b/minimum", "/input_schema/required"})
    CHECK(told.message().find("at " + std::string(place) + ": ") != std::string::npos);
  CHECK(registry.size() == 1);
}

TEST_CASE("a schema is JSON, strictly, and of bounded size") {
  tool_registry registry{{.schema = {.bytes = 100, .depth = 6}, .tools = 2, .description = 3}};
  const auto with = [&](std::string schema) { return refusal(registry, {.name = "s", .input_schema = std::move(schema)}); };
  CHECK(with("{").find("at /input_schema: they are not valid JSON") == 0);
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
  REQUIRE(registry.add({.name = "a.b"}, nothing));
  CHECK(registry.set_timeout("a.b", 2s));
  CHECK(registry.set_max_calls("a_b", 4));
  CHECK(registry.descriptor(0).timeout == 2s);
  CHECK(registry.descriptor(0).max_calls_per_invocation == 4U);
  CHECK_FALSE(registry.set_timeout("c", 2s));
  CHECK_FALSE(registry.set_max_calls("c", 2));
}
