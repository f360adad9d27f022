// SPDX-License-Identifier: MIT
// A schema that is legal and that a provider refuses: the tool is there, and is offered as the provider takes it.
#include "support/catch.hpp"

#include <tacet/dynamic/dynamic_tools.hpp>
#include <tacet/dynamic/provider_schema.hpp>
#include <tacet/tacet.hpp>
#include <tacet/wire/openai_chat.hpp>

#include <boost/json/parse.hpp>

#include <string>

using namespace tacet;

TEST_CASE("case 039: a schema without properties or items is offered with them") {
  tool_registry registry;
  const auto nothing = [] {};
  const auto add = [&](std::string name, std::string schema) { return registry.add({.name = std::move(name), .input_schema = std::move(schema)}, nothing); };
  REQUIRE(add("bare", R"({"type":"object"})"));
  REQUIRE(add("empty", "{}"));
  REQUIRE(add("none", ""));
  REQUIRE(add("list", R"({"type":"object","properties":{"tags":{"type":"array"},"deep":{"type":"object","properties":{"x":{"type":"array"}}}}})"));
  // One bad tool is refused alone.
  CHECK_FALSE(add("bad", R"({"type":"object","properties":[]})"));
  REQUIRE(add("last", R"({"type":"object","properties":{"a":{"type":"string"}}})"));
  const tool_executor executor{dynamic_tools{std::move(registry)}};

  const boost::json::value sent = boost::json::parse(openai_chat::tools(executor.descriptors()));
  REQUIRE(sent.as_array().size() == 5);
  for (const boost::json::value& one : sent.as_array()) {
    const boost::json::value& parameters = one.at("function").at("parameters");
    CHECK(parameters.at("type") == "object");
    CHECK(parameters.at("properties").is_object());
  }
  const boost::json::value& list = sent.at(3).at("function").at("parameters").at("properties");
  CHECK(list.at("tags").at("items").is_object());
  CHECK(list.at("deep").at("properties").at("x").at("items").is_object());
  for (const char* const name : {"bare", "empty", "none"}) {
    const tool_call call{"1", name, R"({"anything":1})"};
    CHECK(executor.execute({&call, 1}).outcomes.at(0).kind == outcome_kind::succeeded);
  }
}

TEST_CASE("case 039: and so in the words of every provider") {
  tool_registry registry;
  const auto nothing = [] {};
  for (const char* const schema : {R"({"type":"object"})", "{}", "", R"({"type":"object","properties":{"tags":{"type":"array"}}})"})
    REQUIRE(registry.add({.name = "t" + std::to_string(registry.size()), .input_schema = schema}, nothing));
  for (const auto dialect : {json::schema_dialect::plain, json::schema_dialect::openai_strict, json::schema_dialect::anthropic,
                             json::schema_dialect::anthropic_strict, json::schema_dialect::gemini}) {
    const provider_tools sent = descriptors_in(registry, dialect);
    REQUIRE(sent.size() == 4);
    for (const tool_descriptor& one : sent) {
      const boost::json::value schema = boost::json::parse({one.input_schema.data(), one.input_schema.size()});
      CHECK(schema.at("type") == "object");
      CHECK(schema.at("properties").is_object());
    }
    const boost::json::value list = boost::json::parse(sent.schema(3).text);
    CHECK(list.at("properties").at("tags").at("items").is_object());
    // What may be in the list is not said, which a strict mode does not take.
    const bool is_strict = dialect == json::schema_dialect::openai_strict || dialect == json::schema_dialect::anthropic_strict;
    CHECK(sent.schema(3).expressible == !is_strict);
    CHECK(sent.schema(0).expressible);
  }
}
