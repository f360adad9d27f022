// SPDX-License-Identifier: MIT
// A strict mode wants every member required and every object closed; null for what may be left out is absent again.
#include "support/catch.hpp"
#include "support.hpp"

#include <tacet/dynamic/dynamic_tools.hpp>
#include <tacet/dynamic/provider_schema.hpp>
#include <tacet/tacet.hpp>

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include <optional>
#include <string>
#include <vector>

using namespace tacet;
using boost::json::value;
using tacet_case::ask;
using tacet_case::says;

namespace {

constexpr auto strict = json::schema_dialect::openai_strict;

// Every object in it: closed, and all members required.
int strict_objects(const value& v) {
  int found = 0;
  if (v.is_array())
    for (const value& one : v.get_array()) found += strict_objects(one);
  if (!v.is_object()) return found;
  const boost::json::object& s = v.get_object();
  if (s.contains("properties") && s.at("properties").is_object()) {
    CHECK(s.at("additionalProperties") == false);
    CHECK(s.at("required").as_array().size() == s.at("properties").get_object().size());
    ++found;
  }
  for (const auto& one : s) found += strict_objects(one.value());
  return found;
}

struct stop {
  std::string town;
  std::optional<int> minutes{};
};
struct trip {
  std::string title;
  std::optional<int> seats{};
  stop first;
  std::vector<stop> others{};
};

const char* const from_outside =
    R"({"type":"object","properties":{"title":{"type":"string"},"seats":{"type":"integer"},)"
    R"("first":{"type":"object","properties":{"town":{"type":"string"},"minutes":{"type":"integer"}},"required":["town"]},)"
    R"("others":{"type":"array","items":{"type":"object","properties":{"town":{"type":"string"},"minutes":{"type":"integer"}},"required":["town"]}}},)"
    R"("required":["title","first","others"]})";
const char* const sent = R"({"title":"t","seats":null,"first":{"town":"a","minutes":null},"others":[{"town":"b","minutes":null},{"town":"c","minutes":5}]})";

}  // namespace

TEST_CASE("case 040: a strict schema is closed with all members required, at every level") {
  const sent_schema made = provider_schema(from_outside, strict);
  CHECK(made.expressible);
  CHECK(made.degradations.has(json::degradation::optional_is_nullable));
  const value schema = boost::json::parse(made.text);
  CHECK(strict_objects(schema) == 3);
  CHECK(schema.at("properties").at("seats").at("type") == boost::json::parse(R"(["integer","null"])"));
  CHECK(schema.at("properties").at("title").at("type") == "string");
  CHECK(schema.at("properties").at("others").at("items").at("properties").at("minutes").at("type") == boost::json::parse(R"(["integer","null"])"));
  const std::string_view typed = json::schema_for<trip, strict>;
  CHECK(strict_objects(boost::json::parse({typed.data(), typed.size()})) == 3);
}

TEST_CASE("case 040: null for an optional member is absent on the way back") {
  std::string seen;
  tool_registry registry;
  const auto plan = [&](const value& arguments) { seen = boost::json::serialize(arguments); };
  REQUIRE(registry.add({.name = "plan", .input_schema = from_outside}, plan));
  // One of two sets of members: a strict mode asks for all of them.
  REQUIRE(registry.add({.name = "either", .input_schema = R"({"oneOf":[)"
                                                          R"({"type":"object","properties":{"kind":{"const":"a"},"x":{"type":"integer"}},"required":["kind","x"],"additionalProperties":false},)"
                                                          R"({"type":"object","properties":{"kind":{"const":"b"},"y":{"type":"integer"}},"required":["kind","y"],"additionalProperties":false}]})"},
                       plan));
  const tool_executor executor{dynamic_tools{std::move(registry)}, tools{tool<"typed">([&](const trip& t) {
                                 CHECK_FALSE(t.seats.has_value());
                                 CHECK_FALSE(t.first.minutes.has_value());
                                 CHECK(t.others.at(1).minutes == 5);
                               })}};
  CHECK(ask(executor, "plan", sent).kind == outcome_kind::succeeded);
  CHECK(seen == R"({"title":"t","first":{"town":"a"},"others":[{"town":"b"},{"town":"c","minutes":5}]})");
  CHECK(ask(executor, "typed", sent).kind == outcome_kind::succeeded);
  CHECK(ask(executor, "either", R"({"kind":"b","x":null,"y":2})").kind == outcome_kind::succeeded);
  CHECK(seen == R"({"kind":"b","y":2})");
  CHECK(ask(executor, "either", R"({"kind":"b","x":1,"y":2})").kind == outcome_kind::bad_arguments);
  // What is required is not absent.
  CHECK(says(ask(executor, "plan", R"({"title":null,"first":{"town":"a"},"others":[]})"), "/title"));
  CHECK(ask(executor, "either", R"({"kind":"b","x":null,"y":null})").kind == outcome_kind::bad_arguments);
}

TEST_CASE("case 040: what strict mode would keep from being sent is offered without it") {
  const sent_schema made = provider_schema(R"({"type":"object","properties":{"labels":{"type":"object","additionalProperties":{"type":"string"}}}})", strict);
  CHECK_FALSE(made.expressible);
  CHECK(made.degradations.has(json::degradation::map_not_expressible));
  CHECK(boost::json::parse(made.text).at("properties").at("labels").at("additionalProperties").at("type") == "string");
}
