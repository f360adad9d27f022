// SPDX-License-Identifier: MIT
// Alternatives at the top of a schema are flattened for the providers that refuse them, and enforced all the same.
#include "support/catch.hpp"
#include "support.hpp"

#include <tacet/dynamic/dynamic_tools.hpp>
#include <tacet/dynamic/provider_schema.hpp>
#include <tacet/tacet.hpp>

#include <boost/json/parse.hpp>

#include <string>

using namespace tacet;
using boost::json::value;
using tacet_case::ask;

namespace {

const char* const one_of_two = R"({"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}},"anyOf":[{"required":["a"]},{"required":["b"]}]})";
const char* const by_kind =
    R"({"oneOf":[{"type":"object","properties":{"shape":{"const":"disc"},"radius":{"type":"number"}},"required":["shape","radius"]},)"
    R"({"type":"object","properties":{"shape":{"const":"slab"},"width":{"type":"number"},"height":{"type":"number"}},"required":["shape","width","height"]}]})";
const char* const all_of = R"({"allOf":[{"$ref":"#/$defs/P"},{"properties":{"more":{"type":"integer"}},"required":["more"]}],"$defs":{"P":{"type":"object","properties":{"id":{"type":"string"}},"required":["id"]}}})";

std::string names(const value& schema, const char* key) {
  std::string all;
  if (const value* const list = schema.as_object().if_contains(key))
    for (const value& one : list->as_array()) all += (all.empty() ? "" : " ") + std::string(one.as_string());
  return all;
}
std::string members(const value& schema) {
  std::string all;
  for (const auto& one : schema.at("properties").as_object()) all += (all.empty() ? "" : " ") + std::string(one.key());
  return all;
}

}  // namespace

TEST_CASE("case 041: no alternatives at the top, all members, and required what all of them require") {
  tool_registry registry;
  const auto nothing = [] {};
  REQUIRE(registry.add({.name = "either", .input_schema = one_of_two}, nothing));
  REQUIRE(registry.add({.name = "shape", .input_schema = by_kind}, nothing));
  REQUIRE(registry.add({.name = "both", .input_schema = all_of}, nothing));
  for (const auto dialect : {json::schema_dialect::anthropic, json::schema_dialect::anthropic_strict, json::schema_dialect::openai_strict, json::schema_dialect::gemini}) {
    const provider_tools sent = descriptors_in(registry, dialect);
    for (std::size_t i = 0; i < sent.size(); ++i) {
      const value schema = boost::json::parse(sent.schema(i).text);
      CHECK(schema.at("type") == "object");
      for (const char* const key : {"anyOf", "oneOf", "allOf", "$ref"}) CHECK_FALSE(schema.as_object().contains(key));
    }
    const bool all_required = dialect == json::schema_dialect::openai_strict;
    const value either = boost::json::parse(sent.schema(0).text), shape = boost::json::parse(sent.schema(1).text), both = boost::json::parse(sent.schema(2).text);
    CHECK(members(either) == "a b");
    CHECK(names(either, "required") == (all_required ? "a b" : ""));
    CHECK(members(shape) == "shape radius width height");
    CHECK(names(shape, "required") == (all_required ? "shape radius width height" : "shape"));
    CHECK(names(shape.at("properties").at("shape"), "enum") == "disc slab");
    CHECK(std::string(shape.at("description").as_string()) == R"(Required, one of: "shape", "radius"; "shape", "width", "height".)");
    CHECK(members(both) == "id more");
    CHECK(names(both, "required").size() == 7);
    CHECK_FALSE(sent.schema(1).notes.empty());
  }
}

TEST_CASE("case 041: a call is held against the original") {
  tool_registry registry;
  int ran = 0;
  const auto count = [&] { ++ran; };
  REQUIRE(registry.add({.name = "either", .input_schema = one_of_two}, count));
  REQUIRE(registry.add({.name = "shape", .input_schema = by_kind}, count));
  const tool_executor executor{dynamic_tools{std::move(registry)}};
  // The flat schemas allow all of these.
  CHECK(ask(executor, "either", "{}").kind == outcome_kind::bad_arguments);
  CHECK(ask(executor, "shape", R"({"shape":"disc"})").kind == outcome_kind::bad_arguments);
  CHECK(ask(executor, "shape", R"({"shape":"disc","width":1,"height":2})").kind == outcome_kind::bad_arguments);
  CHECK(ran == 0);
  CHECK(ask(executor, "either", R"({"b":"x"})").kind == outcome_kind::succeeded);
  CHECK(ask(executor, "either", R"({"a":null,"b":"x"})").kind == outcome_kind::succeeded);
  CHECK(ask(executor, "shape", R"({"shape":"slab","width":1,"height":2})").kind == outcome_kind::succeeded);
  CHECK(ask(executor, "shape", R"({"shape":"slab","radius":null,"width":1,"height":2})").kind == outcome_kind::succeeded);
  CHECK(ran == 4);
}
