// SPDX-License-Identifier: MIT
// The sentence for each fault: what, where, at which byte.
#include "support/catch.hpp"
#include "unit/json/read.hpp"

#include <map>
#include <vector>

using namespace tacet;
using tacet_test::decoded;

namespace {
enum class unit { metric, imperial };
struct args {
  int limit = 1;
  std::vector<std::string> words{};
  std::optional<unit> measure{};
  std::optional<std::map<std::string, bool>> flags{};
  std::optional<std::array<int, 2>> range{};
  std::optional<std::variant<int, std::vector<int>>> either{};
  static constexpr auto notes =
      tacet::notes(note("words", "", defaulted), note("limit", "", between(1, 9), defaulted));
};
struct needed {
  int first;
  int second;
  int third = 3;
};
}  // namespace

TEST_CASE("each fault is told in one sentence") {
  const struct {
    const char* text;
    const char* told;
  } rows[] = {
      {R"({"limit":"x"})", "expected an integer, got a string (at /limit, byte 9)."},
      {R"({"limit":1.5})", "the number has a fraction; expected an integer (at /limit, byte 9)."},
      {R"({"limit":4294967297})",
       "the number is out of range; expected an integer from -2147483648 to 2147483647 (at /limit, byte 9)."},
      {R"({"limit":10})", "the number is too large; expected a number between 1 and 9 (at /limit, byte 9)."},
      {R"({"limit":0})", "the number is too small; expected a number between 1 and 9 (at /limit, byte 9)."},
      {R"({"words":"[\"a\"]"})",
       "a string that holds JSON; send the value itself, not as a string; expected an array (at /words, byte "
       "9)."},
      {R"({"words":["a",1]})", "expected a string, got a number (at /words/1, byte 14)."},
      {R"({"measure":"miles"})", R"(the value must be one of "metric", "imperial" (at /measure, byte 11).)"},
      {R"({"flags":{"a/b~c":1}})", "expected true or false, got a number (at /flags/a~1b~0c, byte 18)."},
      {R"({"flags":{"a":true,"a":true}})", "a member is given twice (at /flags/a, byte 19)."},
      {R"({"range":[1]})", "the array has the wrong number of elements (at /range, byte 9)."},
      {R"({"either":"x"})",
       "the value fits none of the declared alternatives; got a string (at /either, byte 10)."},
      {R"({"limit":1,"limit":1})", "a member is given twice (at /limit, byte 11)."},
      {R"({"limits":1})",
       R"(unknown member "limits"; there are "limit", "words", "measure", "flags", "range", "either" (at /limits, byte 1).)"},
      {"[1]", "the arguments must be a JSON object, not an array."},
      {"7", "the arguments must be a JSON object, not a number."},
      {"\"x\"", "the arguments must be a JSON object, not a string."},
      {R"({"limit":1,})", "they are not valid JSON: an unexpected character (at byte 11)."},
      {R"({"limit":01})",
       "they are not valid JSON: a number that is not written as JSON wants it (at /limit, byte 9)."},
      {R"({"words":["a)", "they are not valid JSON: the text ends too early (at /words/0, byte 12)."},
      {"{\"words\":[\"a\nb\"]}",
       "they are not valid JSON: a raw control character in a string (write it as an escape) (at /words/0, "
       "byte 12)."},
      {R"({"words":["\x"]})",
       "they are not valid JSON: an unknown escape in a string (at /words/0, byte 11)."},
      {"{\"words\":[\"\xFF\"]}",
       "they are not valid JSON: invalid UTF-8 in a string (at /words/0, byte 11)."},
      {R"({"words":["\uD800"]})",
       "they are not valid JSON: an unpaired surrogate in a string (at /words/0, byte 11)."},
      {R"({"limit":1}{"limit":2})",
       "they are not valid JSON: more text behind the JSON value (send exactly one object) (at byte 11)."},
  };
  for (const auto& row : rows) {
    decoded<args> read(row.text);
    CHECK_FALSE(read.ok);
    CHECK(read.why() == row.told);
  }
  CHECK(decoded<needed>(R"({"third":1})").why() == R"(missing: "first", "second" (at /first, byte 10).)");
  CHECK(decoded<needed>(R"({"first":1,"third":null})").why() ==
        R"(missing: "second" (at /second, byte 23).)");
}

TEST_CASE("hostile names and depths are told in bounded, valid text") {
  decoded<needed> name("{\"" + std::string(100000, 'x') + "\":1}");
  CHECK(name.why().size() < 500);
  decoded<needed> strange(R"({"a\u0000\uD83D\uDE00":1})");
  json::context c;
  CHECK(json::scan_document('"' + std::string(1, 'x') + '"', c));
  CHECK_THAT(strange.why(), tacet_test::contains("unknown member"));
  decoded<needed> deep(std::string(100000, '['));
  CHECK_THAT(deep.why(), tacet_test::contains("nesting that is too deep"));
  CHECK(deep.why().size() < 1000);
}

TEST_CASE("a value is named by its first character") {
  CHECK(json::kind_of_value('{') == "an object");
  CHECK(json::kind_of_value('-') == "a number");
  CHECK(json::kind_of_value('f') == "a boolean");
  CHECK(json::kind_of_value('\0') == "no JSON value");
}

TEST_CASE("a place that the decoder knows is told as the walk through the text finds it") {
  const std::string samples[] = {
      R"({"first":1,"second":2})", R"({"first":1,"second":"x"})", R"({"first":1,"a/b~\u0041":2,"second":3})",
      R"( { "first" : [ 1 , {"x" : 2} ] , "second" : null } )", R"({"second":-1.5e3,"second":2,"fi\rst":true})",
      R"("{\"first\":1,\"second\":\"x\"}")", "{\"" + std::string(81, 'n') + "\":1}", R"({"first":1}{"second":2})"};
  std::size_t known = 0, walked = 0;
  const auto judge = [&](const std::string& text) {
    decoded<needed> read(text);
    if (read.ok) return;
    INFO(text);
    const std::string told = read.why();
    known += read.c.place != json::fault_place::unknown;
    walked += read.c.place == json::fault_place::unknown;
    read.c.place = json::fault_place::unknown;
    REQUIRE(read.why() == told);
  };
  for (const std::string& text : samples)
    for (std::size_t i = 0; i < text.size(); ++i) {
      judge(text.substr(0, i));
      judge(text.substr(0, i) + '}');
      for (const char c : std::string("\"\\{}[],:0n \n\x7F\xFF", 14)) {
        std::string other = text;
        other[i] = c;
        judge(other);
      }
    }
  CHECK(known > 500);
  CHECK(walked > 50);
  // It holds for the text it was found in and no other.
  const std::string outer = R"({"a":{"first":1}})";
  needed value{};
  json::context c;
  REQUIRE_FALSE(json::decode(std::string_view(outer).substr(5, 11), value, c));
  c.begin = outer.data();
  c.end = outer.data() + outer.size();
  text_room room;
  text_writer to(room);
  json::explain(c, to);
  CHECK(to.finish("") == R"(missing: "second" (at /a/second, byte 15).)");
}

TEST_CASE("a sentence is the same when there is no room for it yet, for every size of the room left") {
  for (const char* text : {R"({"first":1})", "{}", R"({"first":1,"second":"x"})", R"({"first":1,"third":3,"x":1})"})
    for (std::size_t used = 3500; used < 4080; used += 13) {
      decoded<needed> read(text);
      const std::string told = read.why();
      text_room room;
      CHECK(room.store(std::string(used, '.')).size() == used);
      text_writer to(room);
      json::explain(read.c, to);
      CHECK(to.finish("no memory") == told);
    }
}
