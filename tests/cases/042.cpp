// SPDX-License-Identifier: MIT
// References in a schema are kept and followed, never an argument without a shape.
#include "support/catch.hpp"
#include "support.hpp"

#include <tacet/dynamic/dynamic_tools.hpp>
#include <tacet/dynamic/provider_schema.hpp>
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

TEST_CASE("case 042: a provider without references gets what they lead to, and never an argument without a shape") {
  const auto gemini = [](const char* schema) { return provider_schema(schema, json::schema_dialect::gemini); };
  const boost::json::value whole = boost::json::parse(
      gemini(R"({"type":"object","properties":{"t":{"$ref":"#/$defs/T"}},"required":["t"],"$defs":{"T":{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"]}}})").text);
  CHECK(whole == boost::json::parse(R"({"type":"object","properties":{"t":{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"]}},"required":["t"]})"));
  CHECK(boost::json::parse(gemini(R"({"type":"object","properties":{"a":{"type":"string","maxLength":2},"b":{"$ref":"#/properties/a"}}})").text) ==
        boost::json::parse(R"({"type":"object","properties":{"a":{"type":"string","maxLength":2},"b":{"type":"string","maxLength":2}}})"));
  // What holds itself ends as an object, and this is said; where references are taken it stays.
  const char* const tree = R"({"type":"object","properties":{"root":{"$ref":"#/$defs/T"}},"$defs":{"T":{"type":"object","properties":{"next":{"$ref":"#/$defs/T"}},"required":["next"]}}})";
  const sent_schema ended = gemini(tree);
  CHECK(boost::json::parse(ended.text) ==
        boost::json::parse(R"({"type":"object","properties":{"root":{"type":"object","properties":{"next":{"type":"object"}},"required":["next"]}}})"));
  REQUIRE(ended.notes.size() == 1);
  CHECK(ended.notes[0].pointer == "/properties/root/properties/next");
  const sent_schema kept = provider_schema(tree, json::schema_dialect::openai_strict);
  CHECK(kept.expressible);
  CHECK(boost::json::parse(kept.text).at("$defs").at("T").at("properties").at("next").at("$ref") == "#/$defs/T");
  // Calls are held against the original: what the provider could not be told is asked all the same.
  tool_registry registry;
  REQUIRE(registry.add({.name = "tree", .input_schema = tree}, [] {}));
  const tool_executor executor{dynamic_tools{std::move(registry)}};
  CHECK(says(ask(executor, "tree", R"({"root":{"next":{"next":{}}}})"), "/root/next/next/next"));
}
