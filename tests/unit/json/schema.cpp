// SPDX-License-Identifier: MIT
// The schema text: a constant, valid JSON, and what the decoder accepts.
#include "support/catch.hpp"

#include <tacet/json/schema.hpp>

#include <boost/hana/adapt_struct.hpp>
#include <boost/json.hpp>

#include <map>
#include <string>
#include <vector>

using namespace tacet;

namespace {

struct empty {};
enum class unit { metric, imperial };
struct place {
  double latitude;
  double longitude;
  static constexpr auto notes =
      tacet::notes(note("latitude", "Degrees, \"north\" positive\\\n", between(-90, 90)),
                   note("longitude", "", between(-180.5, 180.5)));
};
struct weather {
  std::string city;
  std::optional<unit> measure{};
  int days = 3;
  bool exact = false;
  unit fallback = unit::imperial;
  double share = 0.1;
  float ratio = 0.1F;
  double epsilon = 1e-9;
  double huge = 1e300;
  double never = std::numeric_limits<double>::infinity();
  std::uint64_t most = UINT64_MAX;
  std::int64_t least = INT64_MIN;
  static constexpr auto notes =
      tacet::notes(note("city", "Where", length(1, 80)), note("days", "How many days", between(1, 14)));
};
struct shapes {
  std::uint8_t small;
  std::int16_t narrow;
  std::uint32_t positive;
  std::int64_t wide;
  std::vector<place> places;
  std::array<int, 3> three;
  std::map<std::string, std::vector<bool>> table;
  std::variant<std::monostate, int, std::string> either;
  std::chrono::milliseconds wait;
  std::optional<std::chrono::duration<double>> pause;
  json::raw_value anything;
  std::optional<std::vector<std::string>> words;
  static constexpr bool allow_unknown_members = true;
  static constexpr auto notes = tacet::notes(
      note("wait", "How long"), note("words", "Some words", length(1, 5)), note("positive", "", up_to(10)));
};
class hidden {
 public:
  int count = 0;
  std::string name{};
  hidden() {}
};

template <class T> boost::json::value schema() {
  static_assert(!json::schema_text<T>.empty());
  return boost::json::parse({json::schema_text<T>.data(), json::schema_text<T>.size()});
}

}  // namespace
BOOST_HANA_ADAPT_STRUCT(hidden, count, name);

TEST_CASE("the schema of a struct is the one it must be") {
  const auto same = [](const boost::json::value& made, const char* wanted) {
    CHECK(made == boost::json::parse(wanted));
  };
  STATIC_REQUIRE(json::schema_text<empty> ==
                 R"({"type":"object","properties":{},"additionalProperties":false})");
  same(schema<place>(), R"({"type":"object","properties":{
    "latitude":{"type":"number","minimum":-90,"maximum":90,"description":"Degrees, \"north\" positive\\\n"},
    "longitude":{"type":"number","minimum":-180.5,"maximum":180.5}},
    "required":["latitude","longitude"],"additionalProperties":false})");
  same(schema<shapes>().at("properties"), R"({
    "small":{"type":"integer","minimum":0,"maximum":255},
    "narrow":{"type":"integer","minimum":-32768,"maximum":32767},
    "positive":{"type":"integer","minimum":0,"maximum":10},
    "wide":{"type":"integer"},
    "places":{"type":"array","items":{"type":"object","properties":{
      "latitude":{"type":"number","minimum":-90,"maximum":90,"description":"Degrees, \"north\" positive\\\n"},
      "longitude":{"type":"number","minimum":-180.5,"maximum":180.5}},
      "required":["latitude","longitude"],"additionalProperties":false}},
    "three":{"type":"array","items":{"type":"integer"},"minItems":3,"maxItems":3},
    "table":{"type":"object","additionalProperties":{"type":"array","items":{"type":"boolean"}}},
    "either":{"anyOf":[{"type":"null"},{"type":"integer"},{"type":"string"}]},
    "wait":{"type":"integer","description":"How long, in milliseconds"},
    "pause":{"type":"number","description":"in seconds"},
    "anything":{},
    "words":{"type":"array","items":{"type":"string"},"minItems":1,"maxItems":5,"description":"Some words"}})");
  CHECK(schema<shapes>().at("additionalProperties") == true);
  CHECK(schema<shapes>().at("required").as_array().size() == 10);
  same(
      schema<hidden>(),
      R"({"type":"object","properties":{"count":{"type":"integer"},"name":{"type":"string"}},"required":["count","name"],"additionalProperties":false})");
}

TEST_CASE("optional members are not required, and lengths, enumerators and bounds are told") {
  const auto made = schema<weather>();
  const auto& all = made.at("properties");
  CHECK(all.at("city") ==
        boost::json::parse(R"({"type":"string","minLength":1,"maxLength":80,"description":"Where"})"));
  CHECK(all.at("measure") == boost::json::parse(R"({"type":"string","enum":["metric","imperial"]})"));
  CHECK(all.at("days").at("minimum") == 1);
  CHECK(all.at("days").at("description") == "How many days");
  std::size_t required = 0;
  for (const auto& name : made.at("required").as_array()) {
    CHECK(name != "measure");
    ++required;
  }
  CHECK(required >= 1);
}

namespace {
struct defaults {  // no strings: every compiler sees the initialisers
  int days = 3;
  bool exact = false;
  unit fallback = unit::imperial;
  double share = 0.1;
  float ratio = 0.1F;
  double epsilon = 1e-9;
  double huge = 1e300;
  double never = std::numeric_limits<double>::infinity();
  std::uint64_t most = UINT64_MAX;
  std::int64_t least = INT64_MIN;
  int given;
};
}  // namespace

TEST_CASE("the defaults of scalars are told exactly, and one that JSON has no number for is not") {
  const std::string_view text = json::schema_text<defaults>;
  for (const char* part :
       {R"("days":{"type":"integer","default":3})", R"("default":false)", R"("default":"imperial")",
        R"("share":{"type":"number","default":0.1})", R"("ratio":{"type":"number","default":0.1})",
        R"("epsilon":{"type":"number","default":0.000000001})", R"("huge":{"type":"number","default":1e300})",
        R"("never":{"type":"number"})", R"("default":18446744073709551615)",
        R"("default":-9223372036854775808)", R"("required":["given"])"})
    CHECK_THAT(std::string(text), tacet_test::contains(part));
  CHECK(schema<defaults>().at("properties").at("huge").at("default") == 1e300);
}

TEST_CASE("a schema may be open for its outermost object only") {
  const auto parse = [](std::string_view text) { return boost::json::parse({text.data(), text.size()}); };
  struct outer {
    place at;
  };
  const auto open = parse(json::schema_text<outer, true>);
  CHECK(open.at("additionalProperties") == true);
  CHECK(open.at("properties").at("at").at("additionalProperties") == false);
  CHECK(parse(json::schema_text<outer>).at("additionalProperties") == false);
}

TEST_CASE("structs may stand in each other through many containers") {
  struct inner {
    int n;
  };
  struct outer {
    std::vector<std::vector<std::map<std::string, std::optional<std::vector<inner>>>>> deep;
  };
  CHECK(tacet::json::schema_text<outer>.find(R"("properties":{"n":{"type":"integer"}})") != std::string_view::npos);
}
