// SPDX-License-Identifier: MIT
// The schema in each dialect: its text, its keywords, what it takes, and what it says it could not say.
#include "support/catch.hpp"
#include "unit/json/json_schema.hpp"
#include "unit/json/read.hpp"

#include <tacet/json/schema_dialect.hpp>

#include <boost/hana/adapt_struct.hpp>

#include <map>
#include <string>
#include <vector>

using namespace tacet;
using json::degradation;
using json::degradations_of;
using json::degraded_members;
using json::schema_dialect;
using json::schema_for;
using tacet_test::fits;
using tacet_test::parse;

namespace {

constexpr auto strict = schema_dialect::openai_strict;
constexpr auto claude = schema_dialect::anthropic_strict;
constexpr auto gemini = schema_dialect::gemini;

enum class unit { metric, imperial };
struct place {
  double latitude;
  double longitude;
  static constexpr auto notes =
      tacet::notes(note("latitude", "Degrees, \"north\" positive", between(-90, 90)));
};
struct area {
  std::vector<place> corners;
};
struct tuning {  // no strings: every compiler sees the initialisers
  int steps = 3;
  bool fast = false;
  unit measure = unit::imperial;
  double share = 0.1;
  float ratio = 0.25F;
  std::uint64_t seed = UINT64_MAX;
  double never = std::numeric_limits<double>::infinity();
  static constexpr bool allow_unknown_members = true;
  static constexpr auto notes = tacet::notes(note("steps", "How many", between(1, 9)));
};
struct everything {
  bool flag;
  std::uint8_t small;
  double real;
  unit choice;
  std::string text;
  std::array<int, 3> three;
  std::vector<place> places;
  std::map<std::string, bool> table;
  std::variant<std::monostate, int, std::string> either;
  std::variant<place, area> spot;
  std::chrono::milliseconds wait;
  json::raw_value anything;
  tuning tuned;
  std::optional<int> count;
  std::optional<unit> maybe;
  std::optional<std::vector<std::string>> words;
  std::optional<place> at;
  std::optional<std::variant<int, bool>> other;
  std::optional<json::raw_value> extra;
  std::string note_text;
  static constexpr auto notes = tacet::notes(
      note("text", "What", length(1, 80)), note("real", "", from(0.5)), note("words", "Some", length(2, 5)),
      note("either", "One of these"), note("wait", "How long"), note("anything", "Whatever"),
      note("table", "A table", length(1, 4)), note("note_text", "More", defaulted));
};
struct nothing {};
struct nested {
  std::variant<std::variant<std::monostate, int>, bool> deep;
  std::optional<std::optional<int>> twice;
  std::vector<std::optional<std::variant<std::monostate, std::string>>> list;
  nothing empty;
  static constexpr auto notes = tacet::notes(note("deep", "Goes to the first"));
};
class hidden {
 public:
  int count = 0;
  hidden() {}
};

const std::set<std::string_view> plain_keywords{"type",      "properties", "required", "additionalProperties",
                                                "items",     "anyOf",      "enum",     "description",
                                                "minimum",   "maximum",    "minItems", "maxItems",
                                                "minLength", "maxLength",  "default"};
// What each provider documents, as far as the writer could use it.
const std::map<schema_dialect, std::set<std::string_view>> keywords{
    {schema_dialect::plain, plain_keywords},
    {schema_dialect::anthropic, plain_keywords},
    {strict,
     {"type", "properties", "required", "additionalProperties", "items", "anyOf", "enum", "description",
      "minimum", "maximum", "minItems", "maxItems"}},
    {claude,
     {"type", "properties", "required", "additionalProperties", "items", "anyOf", "enum", "description",
      "minItems", "default"}},
    {gemini,
     {"type", "properties", "required", "items", "anyOf", "enum", "description", "minimum", "maximum",
      "minItems", "maxItems", "minLength", "maxLength", "nullable"}}};

// What each dialect forbids beyond its keywords; empty when all is well.
std::string broken_rule(schema_dialect dialect, const boost::json::value& schema) {
  std::string found = tacet_test::unknown_keyword(schema, keywords.at(dialect));
  tacet_test::each_schema(schema, [&](const boost::json::object& one, bool root) {
    const auto* const type = one.if_contains("type");
    if (root && (type == nullptr || *type != "object" || one.contains("anyOf")))
      found = "the root is no object";
    const bool object = type != nullptr && *type == "object";
    if (dialect != schema_dialect::plain && dialect != schema_dialect::anthropic && type == nullptr &&
        !one.contains("anyOf"))
      found = "no type";
    if (dialect == strict || dialect == claude) {
      if (object && (!one.contains("additionalProperties") || one.at("additionalProperties") != false))
        found = "open";
      if (type != nullptr && type->is_array() && one.contains("enum"))
        found = "an enum that forbids its null";
    }
    if (dialect == strict && object) {
      const boost::json::array none;
      const auto* const required = one.if_contains("required");
      const auto& names = required != nullptr ? required->as_array() : none;
      if (!one.contains("properties")) found = "no properties";
      else if (names.size() != one.at("properties").as_object().size()) found = "not all required";
      for (const auto& name : names)
        if (!one.at("properties").as_object().contains(name.as_string()))
          found = "an unknown one is required";
    }
    if (dialect == claude && one.contains("minItems") && one.at("minItems").as_int64() > 1)
      found = "minItems";
    if (dialect == gemini && type != nullptr && !type->is_string()) found = "a list of types";
    if (dialect == gemini && type != nullptr && *type == "null") found = "a null type";
    if (dialect == gemini && one.contains("anyOf") && one.size() != 1) found = "something beside anyOf";
  });
  return found;
}

template <class T, class F> void in_each_dialect(F f) {
  f(schema_dialect::plain, schema_for<T, schema_dialect::plain>);
  f(schema_dialect::anthropic, schema_for<T, schema_dialect::anthropic>);
  f(strict, schema_for<T, strict>);
  f(claude, schema_for<T, claude>);
  f(gemini, schema_for<T, gemini>);
}
template <class T> void check_keywords() {
  in_each_dialect<T>([](schema_dialect dialect, std::string_view text) {
    INFO(to_text(dialect) << ": " << text);
    CHECK(broken_rule(dialect, parse(text)).empty());
  });
}

template <class T, schema_dialect D> std::string lost() {
  std::string all;
  for (const json::degraded_member& one : degraded_members<T, D>)
    all.append(one.path).append(": ").append(to_text(one.what)).append("\n");
  return all;
}

}  // namespace
BOOST_HANA_ADAPT_STRUCT(hidden, count);

TEST_CASE("the plain dialect is the schema text, and Anthropic takes the same constant") {
  STATIC_REQUIRE(schema_for<everything, schema_dialect::plain> == json::schema_text<everything>);
  STATIC_REQUIRE(schema_for<place, schema_dialect::plain, true> == json::schema_text<place, true>);
  STATIC_REQUIRE(schema_for<everything, schema_dialect::anthropic>.data() ==
                 json::schema_text<everything>.data());
}

TEST_CASE("a member of every kind in OpenAI's strict dialect") {
  CHECK(
      schema_for<everything, strict> ==
      R"({"type":"object","properties":{)"
      R"("flag":{"type":"boolean"},)"
      R"("small":{"type":"integer","minimum":0,"maximum":255},)"
      R"("real":{"type":"number","minimum":0.5},)"
      R"("choice":{"type":"string","enum":["metric","imperial"]},)"
      R"("text":{"type":"string","description":"What, characters: at least 1, at most 80"},)"
      R"("three":{"type":"array","items":{"type":"integer"},"minItems":3,"maxItems":3},)"
      R"("places":{"type":"array","items":{"type":"object","properties":{)"
      R"("latitude":{"type":"number","minimum":-90,"maximum":90,"description":"Degrees, \"north\" positive"},)"
      R"("longitude":{"type":"number"}},"required":["latitude","longitude"],"additionalProperties":false}},)"
      R"("table":{"type":"object","properties":{},"additionalProperties":false,"description":"A table"},)"
      R"("either":{"anyOf":[{"type":"null"},{"type":"integer"},{"type":"string"}],"description":"One of these"},)"
      R"("spot":{"anyOf":[{"type":"object","properties":{)"
      R"("latitude":{"type":"number","minimum":-90,"maximum":90,"description":"Degrees, \"north\" positive"},)"
      R"("longitude":{"type":"number"}},"required":["latitude","longitude"],"additionalProperties":false},)"
      R"({"type":"object","properties":{"corners":{"type":"array","items":{"type":"object","properties":{)"
      R"("latitude":{"type":"number","minimum":-90,"maximum":90,"description":"Degrees, \"north\" positive"},)"
      R"("longitude":{"type":"number"}},"required":["latitude","longitude"],"additionalProperties":false}}},)"
      R"("required":["corners"],"additionalProperties":false}]},)"
      R"("wait":{"type":"integer","description":"How long, in milliseconds"},)"
      R"("anything":{"anyOf":[{"type":"string"},{"type":"number"},{"type":"boolean"},{"type":"null"}],)"
      R"("description":"Whatever"},)"
      R"("tuned":{"type":"object","properties":{)"
      R"("steps":{"type":["integer","null"],"minimum":1,"maximum":9,"description":"How many, default: 3"},)"
      R"("fast":{"type":["boolean","null"],"description":"default: false"},)"
      R"("measure":{"anyOf":[{"type":"string","enum":["metric","imperial"]},{"type":"null"}],)"
      R"("description":"default: imperial"},)"
      R"("share":{"type":["number","null"],"description":"default: 0.1"},)"
      R"("ratio":{"type":["number","null"],"description":"default: 0.25"},)"
      R"("seed":{"type":["integer","null"],"minimum":0,"description":"default: 18446744073709551615"},)"
      R"("never":{"type":["number","null"]}},)"
      R"("required":["steps","fast","measure","share","ratio","seed","never"],"additionalProperties":false},)"
      R"("count":{"type":["integer","null"]},)"
      R"("maybe":{"anyOf":[{"type":"string","enum":["metric","imperial"]},{"type":"null"}]},)"
      R"("words":{"anyOf":[{"type":"array","items":{"type":"string"},"minItems":2,"maxItems":5},{"type":"null"}],)"
      R"("description":"Some"},)"
      R"("at":{"anyOf":[{"type":"object","properties":{)"
      R"("latitude":{"type":"number","minimum":-90,"maximum":90,"description":"Degrees, \"north\" positive"},)"
      R"("longitude":{"type":"number"}},"required":["latitude","longitude"],"additionalProperties":false},)"
      R"({"type":"null"}]},)"
      R"("other":{"anyOf":[{"type":"integer"},{"type":"boolean"},{"type":"null"}]},)"
      R"("extra":{"anyOf":[{"type":"string"},{"type":"number"},{"type":"boolean"},{"type":"null"}]},)"
      R"("note_text":{"type":["string","null"],"description":"More"}},)"
      R"("required":["flag","small","real","choice","text","three","places","table","either","spot","wait",)"
      R"("anything","tuned","count","maybe","words","at","other","extra","note_text"],)"
      R"("additionalProperties":false})");
}

TEST_CASE("a member of every kind in Anthropic's strict dialect and in Gemini's subset") {
  const auto members = [](std::string_view text) { return parse(text).at("properties"); };
  const auto same = [](const boost::json::value& made, const char* wanted) { CHECK(made == parse(wanted)); };
  const auto of_claude = members(schema_for<everything, claude>);
  same(of_claude.at("small"), R"({"type":"integer","description":"at least 0, at most 255"})");
  same(of_claude.at("real"), R"({"type":"number","description":"at least 0.5"})");
  same(of_claude.at("text"), R"({"type":"string","description":"What, characters: at least 1, at most 80"})");
  same(of_claude.at("three"),
       R"({"type":"array","items":{"type":"integer"},"minItems":1,"description":"elements: 3"})");
  same(of_claude.at("words"), R"({"type":"array","items":{"type":"string"},"minItems":1,
    "description":"Some, elements: at least 2, at most 5"})");
  same(of_claude.at("table"),
       R"({"type":"object","properties":{},"additionalProperties":false,"description":"A table"})");
  same(of_claude.at("tuned").at("properties").at("steps"),
       R"({"type":"integer","description":"How many, at least 1, at most 9","default":3})");
  same(of_claude.at("count"), R"({"type":"integer"})");
  same(of_claude.at("maybe"), R"({"type":"string","enum":["metric","imperial"]})");
  const auto of_gemini = members(schema_for<everything, gemini>);
  same(of_gemini.at("small"), R"({"type":"integer","minimum":0,"maximum":255})");
  same(of_gemini.at("text"), R"({"type":"string","minLength":1,"maxLength":80,"description":"What"})");
  same(of_gemini.at("table"), R"({"type":"object","description":"A table"})");
  same(of_gemini.at("either"),
       R"({"anyOf":[{"type":"integer","nullable":true,"description":"One of these"},{"type":"string"}]})");
  same(of_gemini.at("anything"), R"({"anyOf":[{"type":"string","nullable":true,"description":"Whatever"},
    {"type":"number"},{"type":"boolean"}]})");
  same(of_gemini.at("tuned").at("properties").at("measure"),
       R"({"type":"string","enum":["metric","imperial"],"description":"default: imperial"})");
  CHECK(parse(schema_for<everything, gemini>).at("required") ==
        parse(json::schema_text<everything>).at("required"));
  CHECK(parse(schema_for<everything, claude>).at("required") ==
        parse(json::schema_text<everything>).at("required"));
}

TEST_CASE("no dialect holds a keyword or a form that its provider does not document") {
  check_keywords<nothing>();
  check_keywords<place>();
  check_keywords<tuning>();
  check_keywords<everything>();
  check_keywords<nested>();
  check_keywords<hidden>();
  // The walk sees what it is there for.
  const auto plain = parse(json::schema_text<everything>);
  const auto broken = [](schema_dialect dialect, const char* text) {
    return broken_rule(dialect, parse(text));
  };
  CHECK_FALSE(broken_rule(strict, plain).empty());
  CHECK_FALSE(broken_rule(claude, plain).empty());
  CHECK_FALSE(broken_rule(gemini, plain).empty());
  CHECK(broken(gemini, R"({"type":"object","properties":{"default":{"type":"string","default":"x"}}})") ==
        "default");
  CHECK(broken(gemini, R"({"type":"object","properties":{"a":{"type":["string","null"]}}})") ==
        "a list of types");
  CHECK(broken(strict,
               R"({"type":"object","properties":{"a":{"type":"string"}},"additionalProperties":false})") ==
        "not all required");
  CHECK(broken(claude, R"({"type":"object","properties":{"a":{"type":"object","properties":{}}},
                           "additionalProperties":false})") == "open");
  CHECK(parse(schema_for<nested, gemini>).at("properties").at("deep") ==
        parse(R"({"anyOf":[{"anyOf":[{"type":"integer","nullable":true,"description":"Goes to the first"}]},
                           {"type":"boolean"}]})"));
}

TEST_CASE("what could not be said has a name and a place") {
  STATIC_REQUIRE(degradations_of<place, strict>.none());
  STATIC_REQUIRE(degradations_of<place, schema_dialect::plain>.none());
  STATIC_REQUIRE(degradations_of<place, schema_dialect::anthropic>.none());
  STATIC_REQUIRE(degradations_of<place, claude>.only(degradation::bounds_dropped));
  STATIC_REQUIRE(degradations_of<place, gemini>.only(degradation::closed_object_open));
  STATIC_REQUIRE(degradations_of<everything, strict>.lacks(degradation::bounds_dropped, degradation::too_deep,
                                                           degradation::too_large));
  CHECK(lost<everything, schema_dialect::plain>() == "/table: lengths dropped\n");
  CHECK(lost<everything, schema_dialect::anthropic>() == "/table: lengths dropped\n");
  CHECK(lost<everything, strict>() ==
        "/text: lengths dropped\n/table: map not expressible\n/table: lengths dropped\n"
        "/anything: any not expressible\n"
        "/tuned/steps: optional is nullable\n/tuned/steps: default dropped\n"
        "/tuned/fast: optional is nullable\n/tuned/fast: default dropped\n"
        "/tuned/measure: optional is nullable\n/tuned/measure: default dropped\n"
        "/tuned/share: optional is nullable\n/tuned/share: default dropped\n"
        "/tuned/ratio: optional is nullable\n/tuned/ratio: default dropped\n"
        "/tuned/seed: optional is nullable\n/tuned/seed: default dropped\n"
        "/tuned/never: optional is nullable\n/tuned: open object closed\n"
        "/count: optional is nullable\n/maybe: optional is nullable\n/words: optional is nullable\n"
        "/at: optional is nullable\n/other: optional is nullable\n"
        "/extra: optional is nullable\n/extra: any not expressible\n/note_text: optional is nullable\n");
  CHECK(lost<everything, claude>() ==
        "/small: bounds dropped\n/real: bounds dropped\n/text: lengths dropped\n/three: lengths dropped\n"
        "/places/*/latitude: bounds dropped\n/table: map not expressible\n/table: lengths dropped\n"
        "/spot/latitude: bounds dropped\n/spot/corners/*/latitude: bounds dropped\n"
        "/anything: any not expressible\n/tuned/steps: bounds dropped\n/tuned/seed: bounds dropped\n"
        "/tuned: open object closed\n/words: lengths dropped\n/at/latitude: bounds dropped\n"
        "/extra: any not expressible\n");
  CHECK(lost<everything, gemini>() ==
        "/places/*: closed object open\n/table: map not expressible\n/table: lengths dropped\n"
        "/spot: closed object open\n/spot/corners/*: closed object open\n/spot: closed object open\n"
        "/anything: any not expressible\n"
        "/tuned/steps: default dropped\n/tuned/fast: default dropped\n/tuned/measure: default dropped\n"
        "/tuned/share: default dropped\n/tuned/ratio: default dropped\n/tuned/seed: default dropped\n"
        "/at: closed object open\n/extra: any not expressible\n: closed object open\n");
}

TEST_CASE("the set names exactly what the list does") {
  const auto agree = [](const auto& list, json::degradation_set set) {
    json::degradation_set seen;
    for (const json::degraded_member& one : list) seen.add(one.what);
    CHECK(seen == set);
  };
  agree(degraded_members<everything, strict>, degradations_of<everything, strict>);
  agree(degraded_members<everything, claude>, degradations_of<everything, claude>);
  agree(degraded_members<everything, gemini>, degradations_of<everything, gemini>);
  agree(degraded_members<place, strict>, degradations_of<place, strict>);
}

TEST_CASE("an object that is open only by request is closed where the dialect wants it, and says so") {
  STATIC_REQUIRE(degradations_of<place, strict, true>.only(degradation::open_object_closed));
  STATIC_REQUIRE(schema_for<place, strict, true> == schema_for<place, strict>);
  STATIC_REQUIRE(degradations_of<place, gemini, true>.none());
  STATIC_REQUIRE(degradations_of<area, gemini, true>.only(degradation::closed_object_open));
}

namespace {
struct first_kind {
  std::string kind;
  int a;
};
struct second_kind {
  std::string kind;
  int b;
};
struct of_kinds {
  std::variant<first_kind, second_kind> one;
};
template <int N> struct nest { nest<N - 1> inner; };
template <> struct nest<0> { int leaf; };
struct lists {
  std::vector<std::vector<std::vector<std::vector<std::vector<nest<4>>>>>> deep;
};
// So many members that may be left out.
template <class T> struct eight { T a, b, c, d, e, f, g, h; };
template <class T> struct three_times { eight<T> a, b, c; };
struct many_optional {
  three_times<std::optional<int>> all;
};
struct too_many_optional {
  three_times<std::optional<int>> all;
  std::optional<int> more;
};
struct too_many_unions {
  eight<std::variant<int, bool>> a, b;
  std::variant<int, bool> more;
};
}  // namespace

TEST_CASE("variants whose objects begin alike are named where the provider refuses them") {
  STATIC_REQUIRE(degradations_of<of_kinds, strict>.only(degradation::first_member_shared));
  STATIC_REQUIRE(degradations_of<of_kinds, claude>.none());
  CHECK(lost<of_kinds, strict>() == "/one: first member shared\n");
  STATIC_REQUIRE_FALSE(degradations_of<everything, strict>.has(degradation::first_member_shared));
}

TEST_CASE("a schema beyond the provider's limits is named") {
  STATIC_REQUIRE(degradations_of<nest<9>, strict>.none());
  STATIC_REQUIRE(degradations_of<nest<10>, strict>.only(degradation::too_deep));
  STATIC_REQUIRE(degradations_of<nest<10>, claude>.none());
  STATIC_REQUIRE(
      degradations_of<lists, strict>.only(degradation::too_deep));  // 1 object, 5 arrays, 5 objects
  CHECK(lost<lists, strict>() == "/deep/*/*/*/*/*/inner/inner/inner/inner: too deep\n");
  STATIC_REQUIRE(degradations_of<many_optional, claude>.none());
  STATIC_REQUIRE(degradations_of<too_many_optional, claude>.only(degradation::too_large));
  STATIC_REQUIRE(degradations_of<too_many_optional, strict>.only(degradation::optional_is_nullable));
  STATIC_REQUIRE(degradations_of<eight<eight<std::variant<int, bool>>>, claude>.only(degradation::too_large));
  STATIC_REQUIRE(degradations_of<too_many_unions, claude>.only(degradation::too_large));
  CHECK(lost<too_many_optional, claude>() == ": too large\n");
}

namespace {
struct asked {
  std::string name;
  std::optional<int> limit;
  int days = 3;
  unit measure = unit::metric;
  std::optional<unit> second;
  std::optional<place> at;
  std::optional<std::variant<std::string, int>> either;
  std::vector<tuning> tunings;
  bool exact = false;
  static constexpr auto notes = tacet::notes(note("limit", "", between(1, 9)), note("days", "", defaulted),
                                             note("measure", "", defaulted), note("tunings", "", defaulted),
                                             note("exact", "", defaulted));
};

// Objects with every pair of members set to every pair of these values, the others null or as they must be.
template <class F> void each_document(F f) {
  const std::vector<std::string> values{
      "null",
      "0",
      "5",
      "10",
      "2.0",
      "2.5",
      "-1",
      "true",
      "\"x\"",
      "\"metric\"",
      "\"12\"",
      "{}",
      "[]",
      "[{}]",
      R"([{"steps":null,"fast":null,"measure":null,"share":null,"ratio":null,"seed":null,"never":null}])",
      R"([{"steps":4,"fast":true,"measure":"metric","share":0.5,"ratio":1,"seed":7,"never":null}])",
      R"([{"steps":40,"fast":true,"measure":"metric","share":0.5,"ratio":1,"seed":7,"never":null}])",
      R"({"latitude":1,"longitude":2})",
      R"({"latitude":100,"longitude":2})",
      R"({"latitude":1})",
      R"({"latitude":1,"longitude":2,"more":3})"};
  const std::vector<std::string> names{"name", "limit",  "days",    "measure", "second",
                                       "at",   "either", "tunings", "exact"};
  for (std::size_t i = 0; i < names.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      for (const std::string& first : values)
        for (const std::string& second : values) {
          std::string text;
          for (std::size_t k = 0; k < names.size(); ++k)
            text.append(k == 0 ? "{\"" : ",\"")
                .append(names[k])
                .append("\":")
                .append(k == i   ? first
                        : k == j ? second
                        : k == 0 ? "\"x\""
                                 : "null");
          f(text + "}");
        }
}
}  // namespace

TEST_CASE("OpenAI's strict schema takes exactly what the decoder takes of complete arguments") {
  // Lengths, maps, open objects and any value apart: `asked` has none of them, but for the open `tuning`.
  STATIC_REQUIRE(degradations_of<asked, strict>.only(
      degradation::optional_is_nullable, degradation::default_dropped, degradation::open_object_closed));
  const auto schema = parse(schema_for<asked, strict>);
  std::size_t taken = 0;
  std::size_t all = 0;
  each_document([&](const std::string& text) {
    const tacet_test::decoded<asked> read(text);
    const bool valid = fits(schema, parse(text));
    // A tuning without its members is one that the decoder takes and the schema, which wants all, does not.
    const bool complete = text.find("[{}]") == std::string::npos;
    const bool decodes = read.ok && !read.c.adjusted;
    if (valid != (decodes && complete)) FAIL_CHECK(text << " valid " << valid << " decodes " << decodes);
    taken += valid ? 1U : 0U;
    ++all;
  });
  CHECK(all == 36U * 21U * 21U);
  CHECK(taken > 100);
  CHECK(taken < all / 2);
}

TEST_CASE("null in a strict call leaves an optional member empty and a defaulted one at its default") {
  const tacet_test::decoded<asked> read(
      R"({"name":"x","limit":null,"days":null,"measure":null,"second":null,"at":null,"either":null,)"
      R"("tunings":[{"steps":null,"fast":null,"measure":null,"share":null,"ratio":null,"seed":null,"never":null}],)"
      R"("exact":null})");
  REQUIRE(read.ok);
  CHECK_FALSE(read.value.limit.has_value());
  CHECK(read.value.days == 3);
  CHECK(read.value.measure == unit::metric);
  CHECK_FALSE(read.value.either.has_value());
  REQUIRE(read.value.tunings.size() == 1);
  CHECK(read.value.tunings[0].steps == 3);
  CHECK(read.value.tunings[0].measure == unit::imperial);
}

TEST_CASE("what a schema of any dialect takes is decoded, unless it says that it could not tell a rule") {
  const auto plain = parse(json::schema_text<asked>);
  const auto of_claude = parse(schema_for<asked, claude>);
  const auto of_gemini = parse(schema_for<asked, gemini>);
  each_document([&](const std::string& text) {
    boost::json::value document = parse(text);
    // These dialects leave a member out where the strict one sends null.
    boost::json::object sent;
    for (const auto& member : document.as_object())
      if (!member.value().is_null()) sent.emplace(member.key(), member.value());
    const std::string short_text = boost::json::serialize(sent);
    document = sent;
    const bool decodes = tacet_test::decoded<asked>(short_text).ok;
    if (fits(plain, document) && !decodes) FAIL_CHECK("plain: " << short_text);
    // Without bounds and closed objects they take more.
    if (fits(plain, document) && !fits(of_gemini, document)) FAIL_CHECK("Gemini: " << short_text);
    const bool closed = short_text.find("more") == std::string::npos;
    if (closed && fits(of_gemini, document) && !decodes) FAIL_CHECK("Gemini: " << short_text);
    const bool bounded =
        short_text.find("10") == std::string::npos && short_text.find("-1") == std::string::npos &&
        short_text.find(":0") == std::string::npos && short_text.find("40") == std::string::npos;
    if (bounded && fits(of_claude, document) && !decodes) FAIL_CHECK("Anthropic strict: " << short_text);
  });
}

TEST_CASE("a map and any value can be sent in the closest form that is left") {
  struct loose {
    std::map<std::string, int> table;
    json::raw_value any;
  };
  for (const char* text :
       {R"({"table":{},"any":null})", R"({"table":{},"any":"x"})", R"({"table":{},"any":1.5})"}) {
    CHECK(fits(parse(schema_for<loose, strict>), parse(text)));
    CHECK(fits(parse(schema_for<loose, claude>), parse(text)));
    CHECK(fits(parse(schema_for<loose, gemini>), parse(text)));
    CHECK(tacet_test::decoded<loose>(text).ok);
  }
  const auto filled = parse(R"({"table":{"a":1},"any":true})");
  CHECK_FALSE(fits(parse(schema_for<loose, strict>), filled));
  CHECK(fits(parse(schema_for<loose, gemini>), filled));
  STATIC_REQUIRE(degradations_of<loose, strict>.only(degradation::map_not_expressible,
                                                     degradation::any_not_expressible));
}
