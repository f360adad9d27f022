// SPDX-License-Identifier: MIT
// A schema from outside in each dialect: what the provider takes, what is told of the rest, and no input that breaks it.
#include "support/catch.hpp"
#include "unit/dynamic/provider_rules.hpp"

#include <tacet/dynamic/dynamic_tools.hpp>
#include <tacet/dynamic/provider_schema.hpp>
#include <tacet/json/schema_dialect.hpp>
#include <tacet/tacet.hpp>
#include <tacet/wire/openai_chat.hpp>

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include <chrono>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

using namespace tacet;
using boost::json::value;
using json::degradation;
using json::schema_dialect;
using tacet_test::refusals;

namespace {

constexpr schema_dialect dialects[] = {schema_dialect::plain, schema_dialect::openai_strict, schema_dialect::anthropic,
                                       schema_dialect::anthropic_strict, schema_dialect::gemini};
constexpr auto openai = schema_dialect::openai_strict;
constexpr auto gemini = schema_dialect::gemini;

value parsed(std::string_view text) {
  boost::json::parse_options options;
  options.max_depth = 1'000;
  return boost::json::parse({text.data(), text.size()}, {}, options);
}
value written(std::string_view schema, schema_dialect dialect) {
  const sent_schema made = provider_schema(schema_source(schema), dialect);
  CHECK(made.faults.empty());
  return parsed(made.text);
}
bool tells(const sent_schema& made, std::string_view at, std::string_view part) {
  for (const pointed_fault& one : made.notes)
    if (one.pointer == at && one.message.find(part) != std::string::npos) return true;
  return false;
}
// What a provider would refuse of it, in every dialect.
void check_all(std::string_view schema) {
  for (const schema_dialect dialect : dialects) {
    INFO(json::to_text(dialect) << ' ' << schema.substr(0, 400));
    const sent_schema made = provider_schema(schema_source(schema), dialect);
    INFO(made.text.substr(0, 400));
    CHECK(refusals(made.expressible ? dialect : schema_dialect::anthropic, parsed(made.text)) == "");
    CHECK((made.expressible || dialect == openai || dialect == schema_dialect::anthropic_strict));
    // What is written is a schema itself.
    if (dialect != gemini) CHECK(provider_schema(schema_source(made.text), schema_dialect::plain).faults.empty());
    // And written again it stays, where nothing is left out.
    if (made.expressible && made.faults.empty() && dialect != gemini && dialect != schema_dialect::plain)
      CHECK(refusals(dialect, parsed(provider_schema(schema_source(made.text), dialect).text)) == "");
  }
}

const char* const schemas[] = {
    R"({})",
    R"({"type":"object"})",
    R"({"type":"object","properties":{"a":{"type":"string","minLength":2,"default":"x"},"l":{"type":"array","items":{"type":"object","properties":{"u":{"enum":["a","b"]},"v":{"const":1}},"required":["u"]}}},"required":["l"]})",
    R"({"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}},"anyOf":[{"required":["a"]},{"required":["b"]}]})",
    R"({"oneOf":[{"type":"object","properties":{"kind":{"const":"x"},"r":{"type":"number"}},"required":["kind","r"]},{"type":"object","properties":{"kind":{"const":"y"},"r":{"type":"string"}},"required":["kind"]}]})",
    R"({"type":"object","properties":{"s":{"oneOf":[{"type":"object","properties":{"kind":{"const":"x"}}},{"type":"object","properties":{"kind":{"const":"y"}}}]}}})",
    R"({"type":"object","properties":{"t":{"$ref":"#/$defs/T"},"u":{"$ref":"#/$defs/T","description":"again"}},"$defs":{"T":{"type":"object","properties":{"v":{"type":"integer"},"c":{"type":"array","items":{"$ref":"#/$defs/T"}}}}}})",
    R"({"$ref":"#/$defs/A","$defs":{"A":{"type":"object","properties":{"self":{"$ref":"#"},"b":{"$ref":"#/$defs/B"}}},"B":{"$ref":"#/$defs/C"},"C":{"type":["string","null"]}}})",
    R"({"type":"object","properties":{"x":{"type":["string","null","integer"]},"y":{"anyOf":[{"type":"string"},{"type":"null"}]},"z":{},"e":{"type":["string","null"],"enum":["a",null]},"t":{"type":"array","prefixItems":[{"type":"string"},{"type":"integer"}]},"n":{"type":"null"},"w":{"type":"integer","enum":[1,2]},"m":{"type":"object","additionalProperties":{"type":"integer"}}},"required":["x","q"]})",
    R"({"type":"object","allOf":[{"properties":{"a":{"type":"number","minimum":1}},"required":["a"]},{"properties":{"a":{"maximum":3},"b":{"type":"string"}},"required":["b"]}],"not":{"required":["zz"]}})",
    R"({"$schema":"http://json-schema.org/draft-07/schema#","type":"object","definitions":{"p":{"type":"array","items":[{"type":"string"}],"additionalItems":{"type":"number"}}},"properties":{"a":{"$ref":"#/definitions/p","description":"ignored"}}})",
    R"({"anyOf":[{"$ref":"#/$defs/A"},{"$ref":"#/$defs/B"}],"$defs":{"A":{"type":"object","properties":{"k":{"const":"a"},"n":{"$ref":"#/anyOf/1"}}},"B":{"type":"object","properties":{"k":{"const":"b"}},"additionalProperties":false}}})",
    R"({"type":"object","properties":{"a":false,"b":true,"c":{"not":{}},"d":{"enum":[null]},"e":{"enum":[{"x":1},[1],"s",2.5]},"f":{"allOf":[{"type":"string"},{"type":"integer"}]}}})",
    R"({"type":"object","properties":{"a":{"anyOf":[{"type":"null"}]},"b":{"oneOf":[false,true]},"c":{"anyOf":[{"type":"string"},{"anyOf":[{"type":"integer"},{"type":"null"}]}]},"d":{"type":"dict","properties":{"x":{"type":"float"},"y":{"type":"any"}}}}})",
    R"({"type":"object","properties":{"a":{"type":"object","properties":{"k":{"type":"string"}},"anyOf":[{"required":["k"]},{"required":["l"],"properties":{"l":{"type":"array"}}}]},"b":{"$anchor":"here","type":"string","format":"uri","pattern":"^a"},"c":{"$ref":"#here"}}})",
    R"({"type":"object","properties":{"":{"type":"string"},"a/b~c":{"type":"object","properties":{"$ref":{"type":"string"},"type":{"type":"string"},"enum":{"type":"integer"}}}},"required":[""]})",
};

enum class unit { metric, imperial };
struct place {
  double latitude;
  double longitude;
  static constexpr auto notes = tacet::notes(note("latitude", "Degrees", between(-90, 90)));
};
struct ordered {
  std::string text;
  int count = 3;
  std::uint8_t small;
  unit choice;
  std::vector<place> places;
  std::optional<place> at;
  std::optional<std::vector<std::string>> words;
  bool flag = false;
  static constexpr auto notes = tacet::notes(note("text", "What", length(1, 80)), note("count", "How many", between(1, 9)),
                                             note("words", "Some", length(2, 5)));
};

}  // namespace

TEST_CASE("every schema becomes one that the provider takes") {
  for (const char* const schema : schemas) check_all(schema);
}

TEST_CASE("a schema that was made of a struct is written as the struct is") {
  const auto same = [](auto dialect) {
    constexpr schema_dialect d = decltype(dialect)::value;
    const value expected = parsed(json::schema_for<ordered, d>), got = written(json::schema_text<ordered>, d);
    INFO(json::to_text(d) << '\n' << boost::json::serialize(expected) << '\n' << boost::json::serialize(got));
    CHECK(expected == got);
    const sent_schema made = provider_schema(schema_source(json::schema_text<ordered>), d);
    CHECK(made.expressible);
    CHECK(made.degradations == json::degradations_of<ordered, d>);
  };
  same(std::integral_constant<schema_dialect, schema_dialect::plain>());
  same(std::integral_constant<schema_dialect, schema_dialect::openai_strict>());
  same(std::integral_constant<schema_dialect, schema_dialect::anthropic>());
  same(std::integral_constant<schema_dialect, schema_dialect::anthropic_strict>());
  same(std::integral_constant<schema_dialect, schema_dialect::gemini>());
}

TEST_CASE("OpenAI's strict mode has all members required and closed, at every level") {
  CHECK(written(R"({"type":"object","properties":{"o":{"type":"object","properties":{"n":{"type":"integer"}}},"l":{"type":"array","items":{"type":"object","properties":{"s":{"enum":["a"]}}}}},"required":["l"]})",
                openai) ==
        parsed(R"({"type":"object","properties":{"o":{"anyOf":[{"type":"object","properties":{"n":{"type":["integer","null"]}},"required":["n"],"additionalProperties":false},{"type":"null"}]},"l":{"type":"array","items":{"type":"object","properties":{"s":{"anyOf":[{"type":"string","enum":["a"]},{"type":"null"}]}},"required":["s"],"additionalProperties":false}}},"required":["o","l"],"additionalProperties":false})"));
}

TEST_CASE("what strict mode cannot send is said, and the schema without it is written") {
  for (const schema_dialect strict : {openai, schema_dialect::anthropic_strict}) {
    const sent_schema map = provider_schema(R"({"type":"object","properties":{"m":{"type":"object","additionalProperties":{"type":"integer"}}}})", strict);
    CHECK_FALSE(map.expressible);
    CHECK(map.degradations.has(degradation::map_not_expressible));
    CHECK(map.notes.at(0) == pointed_fault{"/properties/m", "map not expressible"});
    CHECK(parsed(map.text).at("properties").at("m").at("additionalProperties").at("type") == "integer");
    CHECK_FALSE(provider_schema(R"({"type":"object","properties":{"m":{"type":"object"}}})", strict).expressible);
    CHECK_FALSE(provider_schema(R"({"type":"object","properties":{"m":{}}})", strict).expressible);
    CHECK(provider_schema(R"({"type":"object","properties":{"m":{"type":"object","additionalProperties":false}}})", strict).expressible);
  }
  const sent_schema top = provider_schema(R"({"type":"object","not":{"required":["b"]},"enum":[{}],"properties":{"m":{}}})", openai);
  CHECK_FALSE(top.expressible);
  CHECK_FALSE(parsed(top.text).as_object().contains("not"));
  CHECK_FALSE(parsed(top.text).as_object().contains("enum"));
  CHECK(tells(top, "/not", "left out"));
  // The alternatives begin with members that can be told apart, or are not strict.
  const std::string apart = R"({"type":"object","properties":{"s":{"anyOf":[{"type":"object","properties":{"k":{"const":1},"a":{"type":"string"}},"required":["k","a"]},{"type":"object","properties":{"k":{"const":2},"b":{"type":"string"}},"required":["k","b"]}]}},"required":["s"]})";
  CHECK(provider_schema(apart, openai).expressible);
  CHECK(refusals(openai, written(apart, openai)) == "");
  const sent_schema alike = provider_schema(R"({"type":"object","properties":{"s":{"anyOf":[{"type":"object","properties":{"k":{"const":1}}},{"type":"object","properties":{"k":{"const":2}}}]}}})", openai);
  CHECK_FALSE(alike.expressible);
  CHECK(alike.degradations.has(degradation::first_member_shared));
}

TEST_CASE("what a dialect has no keyword for is told in the description") {
  const std::string schema = R"({"type":"object","properties":{"s":{"type":"string","description":"A text","format":"uri","pattern":"^a","minLength":1,"maxLength":9,"default":"ab"},"n":{"type":"number","exclusiveMinimum":0,"maximum":2.5,"multipleOf":0.5},"l":{"type":"array","items":{"type":"integer"},"minItems":2,"maxItems":3,"uniqueItems":true},"e":{"type":"integer","enum":[1,2]}}})";
  const auto said = [&](schema_dialect d, const char* member) {
    return std::string(written(schema, d).at("properties").at(member).at("description").as_string());
  };
  CHECK(said(openai, "s") == "A text, characters: at least 1, at most 9, format: uri, default: ab");
  CHECK(said(gemini, "s") == "A text, pattern: ^a, format: uri, default: ab");
  CHECK(said(gemini, "n") == "more than 0, a multiple of 0.5");
  CHECK(said(schema_dialect::anthropic_strict, "l") == "elements: at least 2, at most 3, no two elements alike");
  CHECK(said(gemini, "e") == "one of: 1, 2");
  const sent_schema made = provider_schema(schema, gemini);
  CHECK(tells(made, "/properties/s/pattern", "left out"));
  CHECK(tells(made, "/properties/n", "bounds dropped"));
  CHECK(made.degradations.has(degradation::default_dropped));
}

TEST_CASE("Gemini gets no references: what they lead to stands there, and what holds itself ends") {
  const std::string tree = R"({"type":"object","properties":{"root":{"$ref":"#/$defs/T"}},"$defs":{"T":{"type":"object","properties":{"value":{"type":"integer"},"children":{"type":"array","items":{"$ref":"#/$defs/T"}}},"required":["value"]}}})";
  const sent_schema made = provider_schema(tree, gemini);
  CHECK(parsed(made.text) ==
        parsed(R"({"type":"object","properties":{"root":{"type":"object","properties":{"value":{"type":"integer"},"children":{"type":"array","items":{"type":"object"}}},"required":["value"]}}})"));
  CHECK(tells(made, "/properties/root/properties/children/items", "holds itself"));
  CHECK(made.expressible);
  CHECK(provider_schema(tree, openai).expressible);
  CHECK_FALSE(provider_schema(tree, schema_dialect::anthropic_strict).expressible);
  CHECK(written(R"({"type":"object","properties":{"a":{"const":"x","description":"d"},"b":{"type":["integer","null"]}}})", gemini) ==
        parsed(R"({"type":"object","properties":{"a":{"type":"string","enum":["x"],"description":"d"},"b":{"type":"integer","nullable":true}}})"));
}

TEST_CASE("a text that is no schema of arguments is answered with that of any object, and said") {
  for (const char* const text : {"{", "[]", R"({"type":"array"})", R"({"type":"objekt"})", R"({"properties":1})", R"({"$ref":"#/nowhere"})", R"({"$ref":"http://example.org/x"})", R"({"$defs":{"A":{"$ref":"#/$defs/A"}},"$ref":"#/$defs/A"})", "\xFF"})
    for (const schema_dialect dialect : dialects) {
      INFO(text);
      const sent_schema made = provider_schema(text, dialect);
      CHECK_FALSE(made.faults.empty());
      CHECK(made.text == R"({"type":"object","properties":{}})");
    }
  CHECK(provider_schema("", gemini).faults.empty());
}

TEST_CASE("no schema takes long or grows without a bound") {
  const auto begun = std::chrono::steady_clock::now();
  std::vector<std::string> hostile;
  // Each definition holds the next twice: written out it doubles with each.
  std::string doubling = R"({"type":"object","properties":{"a":{"$ref":"#/$defs/d0"}},"$defs":{)";
  for (int i = 0; i < 60; ++i) {
    const std::string next = "{\"$ref\":\"#/$defs/d" + std::to_string(i + 1) + "\"}";
    doubling += "\"d" + std::to_string(i) + R"(":{"type":"object","properties":{"l":)" + next + ",\"r\":" + next + "}},";
  }
  hostile.push_back(doubling + R"("d60":{"type":"string"}}})");
  // The same with allOf, at the top.
  std::string both = R"({"$ref":"#/$defs/d0","$defs":{)";
  for (int i = 0; i < 60; ++i) {
    const std::string next = "{\"$ref\":\"#/$defs/d" + std::to_string(i + 1) + "\"}";
    both += "\"d" + std::to_string(i) + R"(":{"allOf":[)" + next + "," + next + "]},";
  }
  hostile.push_back(both + R"("d60":{"type":"object","properties":{"x":{"type":"string"}}}}})");
  std::string deep = R"({"type":"string"})";
  for (int i = 0; i < 30; ++i) deep = R"({"type":"object","properties":{"a":)" + deep + "}}";
  hostile.push_back(deep);
  std::string wide = R"({"type":"object","properties":{"p":{"anyOf":[{"type":"null"})";
  for (int i = 0; i < 3000; ++i) wide += ",{\"type\":\"object\",\"properties\":{\"k\":{\"const\":" + std::to_string(i) + "}}}";
  hostile.push_back(wide + "]}}}");
  std::string many = R"({"type":"object","required":["z"],"properties":{"z":{"type":"string"})";
  for (int i = 0; i < 8000; ++i) many += ",\"p" + std::to_string(i) + "\":{\"type\":\"string\",\"description\":\"d\"}";
  hostile.push_back(many + "}}");
  // A large definition that everything refers to, and one that is joined with itself again and again.
  std::string large = R"({"type":"object","allOf":[{"$ref":"#/$defs/L"})";
  // (With a sanitizer a tenth of it takes as long as all of it without.)
  const int times = tacet_test::is_sanitized ? 300 : 3000;
  for (int i = 0; i < times; ++i) large += R"(,{"$ref":"#/$defs/L"})";
  large += R"(],"$defs":{"L":{"type":"object","properties":{"q":{"type":"string"})";
  for (int i = 0; i < 2000; ++i) large += ",\"p" + std::to_string(i) + "\":{\"type\":\"string\"}";
  hostile.push_back(large + "}}}}");
  for (const std::string& schema : hostile)
    for (const schema_dialect dialect : dialects) {
      INFO(json::to_text(dialect) << ' ' << schema.substr(0, 80) << ' ' << schema.size());
      const sent_schema made = provider_schema(schema, dialect);
      INFO(made.text.substr(0, 300));
      CHECK(made.faults.empty());
      CHECK(made.text.size() < schema.size() + (1U << 20));
      CHECK(refusals(made.expressible ? dialect : schema_dialect::anthropic, parsed(made.text)) == "");
      CHECK(made.notes.size() <= 64);
    }
  const sent_schema cut = provider_schema(hostile[0], gemini);
  CHECK((cut.degradations.has(degradation::too_large) || cut.degradations.has(degradation::too_deep)));
  CHECK_FALSE(provider_schema(hostile[4], openai).expressible);
  CHECK(provider_schema(hostile[2], openai).degradations.has(degradation::too_deep));
  // Under the sanitisers, on a busy machine.
  CHECK(std::chrono::steady_clock::now() - begun < std::chrono::seconds(120));
  // Every limit ends in a schema that can be sent.
  for (std::size_t steps = 0; steps < 400; steps += 7) {
    provider_schema_limits few;
    few.steps = steps;
    for (const schema_dialect dialect : dialects) {
      const sent_schema made = provider_schema(schemas[8], dialect, few);
      CHECK(refusals(made.expressible ? dialect : schema_dialect::anthropic, parsed(made.text)) == "");
    }
  }
  for (std::size_t n = 0; n < 40; ++n) {
    provider_schema_limits few;
    few.schemas = n;
    few.depth = n / 4;
    few.notes = n / 8;
    for (const schema_dialect dialect : dialects) {
      const sent_schema made = provider_schema(schemas[6], dialect, few);
      INFO(made.text);
      CHECK(refusals(made.expressible ? dialect : schema_dialect::anthropic, parsed(made.text)) == "");
      CHECK(made.notes.size() <= n / 8);
    }
  }
}

TEST_CASE("the tools of an executor in one dialect, typed and not, go into a request") {
  tool_registry registry;
  REQUIRE(registry.add({.name = "a.b", .description = "D", .input_schema = R"({"anyOf":[{"required":["x"]},{"required":["y"]}]})"}, [] {}));
  REQUIRE(registry.add({.name = "a/b"}, [] {}));
  const provider_tools alone = descriptors_in(registry, gemini);
  const std::string offered(registry.offered_name(1));
  const tool_executor executor{tools{tool<"order">([](const ordered&) {})}, dynamic_tools{std::move(registry)}};
  provider_tools all = descriptors_in(executor, openai);
  const provider_tools sent = std::move(all);
  REQUIRE(sent.size() == 3);
  CHECK(parsed(sent[0].input_schema) == parsed(json::schema_for<ordered, openai>));
  CHECK(sent[1].description == "D");
  CHECK(sent[1].name == alone[0].name);
  CHECK(sent[2].name == offered);
  CHECK(alone[1].name == offered);
  CHECK(tells(sent.schema(1), "/anyOf", "alternatives"));
  const value request = parsed(openai_chat::tools(sent));
  CHECK(request.as_array().size() == 3);
  CHECK(request.at(2).at("function").at("name") == offered.c_str());
  CHECK(request.at(1).at("function").at("parameters").as_object().contains("anyOf") == false);
}

TEST_CASE("typed tools have their descriptors in one dialect as constants") {
  const auto nothing = [](const ordered&) {};
  const tool_executor executor{tools{tool<"order">(nothing), tool<"none">([] {})}};
  using type = decltype(executor);
  constexpr auto all = type::descriptors_in<schema_dialect::gemini>();
  static_assert(all.size() == 2);
  static_assert(all[0].name == "order");
  static_assert(all[0].input_schema == json::schema_for<ordered, schema_dialect::gemini>);
  CHECK(openai_chat::tools(all).find("nullable") == std::string::npos);
}

TEST_CASE("tools of any range are offered under names of their own, also where one looks like another's") {
  std::vector<tacet::tool_descriptor> tools;
  for (const char* const name : {"a.b", "a_b", "a_b_108bf50c", "a b"}) tools.push_back({.name = name, .description = "", .input_schema = R"({"type":"object"})"});
  const auto made = tacet::descriptors_in(tools, tacet::json::schema_dialect::plain);
  std::set<std::string> seen;
  for (const tacet::tool_descriptor& one : made) CHECK(seen.insert(std::string(one.name)).second);
  CHECK(seen.size() == 4);
  CHECK(seen.count("a_b") == 1);
}
