// SPDX-License-Identifier: MIT
// References in a schema are kept and followed, never an argument without a shape.
#include "support/catch.hpp"
#include "support.hpp"

#include <tacet/dynamic/dynamic_tools.hpp>
#include <tacet/tacet.hpp>

#include <boost/json/parse.hpp>

#include <string>

using namespace tacet;
using tacet_case::ask;
using tacet_case::says;

TEST_CASE("case 042: a reference is followed when arguments are checked, and stands in what is offered") {
  tool_registry registry;
  const auto nothing = [] {};
  const auto add = [&](std::string name, std::string schema) { return registry.add({.name = std::move(name), .input_schema = std::move(schema)}, nothing); };
  const std::string by_definition =
      R"({"type":"object","properties":{"t":{"$ref":"#/$defs/T"}},"required":["t"],"$defs":{"T":{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"],"additionalProperties":false}}})";
  REQUIRE(add("defined", by_definition));
  REQUIRE(add("sideways", R"({"type":"object","properties":{"a":{"type":"string","maxLength":2},"b":{"$ref":"#/properties/a"}}})"));
  REQUIRE(add("tree", R"({"type":"object","properties":{"root":{"$ref":"#/$defs/T"}},"$defs":{"T":{"type":"object","properties":{"value":{"type":"integer"},"children":{"type":"array","items":{"$ref":"#/$defs/T"}}},"required":["value"]}}})"));
  const registration endless = add("endless", R"({"type":"object","properties":{"x":{"$ref":"#/$defs/L"}},"$defs":{"L":{"$ref":"#/$defs/L"}}})");
  CHECK_FALSE(endless);
  const registration lost = add("lost", R"({"type":"object","properties":{"x":{"$ref":"#/$defs/none"}}})");
  CHECK_FALSE(lost);
  CHECK(lost.message().find("/input_schema/properties/x/$ref") != std::string::npos);
  CHECK_FALSE(add("far", R"({"type":"object","properties":{"x":{"$ref":"other.json#/T"}}})"));
  const tool_executor executor{dynamic_tools{std::move(registry)}};

  CHECK(boost::json::parse(executor.descriptors()[0].input_schema) == boost::json::parse(by_definition));
  CHECK(ask(executor, "defined", R"({"t":{"n":1}})").kind == outcome_kind::succeeded);
  CHECK(says(ask(executor, "defined", R"({"t":{"n":"one"}})"), "/t/n"));
  CHECK(says(ask(executor, "defined", R"({"t":{}})"), "/t/n"));
  CHECK(ask(executor, "defined", R"({"t":{"n":1,"m":2}})").kind == outcome_kind::bad_arguments);
  CHECK(ask(executor, "sideways", R"({"b":"xy"})").kind == outcome_kind::succeeded);
  CHECK(says(ask(executor, "sideways", R"({"b":"xyz"})"), "/b"));
  CHECK(ask(executor, "tree", R"({"root":{"value":1,"children":[{"value":2,"children":[{"value":3}]}]}})").kind == outcome_kind::succeeded);
  CHECK(says(ask(executor, "tree", R"({"root":{"value":1,"children":[{"value":2,"children":[{"value":"3"},{}]}]}})"), "/root/children/0/children/1/value"));
  // A value that goes down without end is refused by its depth.
  std::string deep = "{\"value\":1}";
  for (int i = 0; i < 200; ++i) deep = "{\"value\":1,\"children\":[" + deep + "]}";
  CHECK(ask(executor, "tree", "{\"root\":" + deep + "}").reason == outcome_reason::too_deep);
}
