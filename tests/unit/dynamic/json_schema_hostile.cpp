// SPDX-License-Identifier: MIT
// Schemas and values made to cost: depth, size, circles, exponential growth, patterns, collisions.
#include "support/catch.hpp"
#include "unit/dynamic/json_schema.hpp"

#include <cstddef>
#include <ctime>
#include <string>
#include <utility>

using namespace tacet;
using namespace tacet_test;

namespace {

std::string repeated(std::string_view what, std::size_t times) {
  std::string result;
  for (std::size_t i = 0; i < times; ++i) result += what;
  return result;
}

// Generous, and far from what unbounded work would take; sanitizers and a slow machine included. Of the time
// of this process, which a busy machine does not lengthen.
template <class F> void is_quick(F f) {
  const std::clock_t start = std::clock();
  f();
  CHECK((std::clock() - start) / CLOCKS_PER_SEC < 60);
}

}  // namespace

TEST_CASE("a deep schema is refused, not followed") {
  const std::string deep = repeated(R"({"items":)", 10'000) + "{}" + repeated("}", 10'000);
  const auto compiled = json_schema::compile(parse(deep, 20'000), any_top());
  CHECK(told(compiled.faults) == "at the top: nested deeper than 256\n");
  // Depth in what is no schema counts too.
  const std::string value = R"({"const":)" + repeated("[", 10'000) + repeated("]", 10'000) + "}";
  CHECK(told(json_schema::compile(parse(value, 20'000), any_top()).faults) ==
        "at the top: nested deeper than 256\n");
  const std::string most = repeated(R"({"items":)", 255) + "{}" + repeated("}", 255);
  CHECK(json_schema::compile(parse(most), any_top()).schema);
}

TEST_CASE("a deep value ends in a refusal") {
  const json_schema tree = schema(R"({"type":"array","items":{"$ref":"#"}})");
  CHECK(fits(tree, parse(repeated("[", 100) + repeated("]", 100))));
  const js::value deep = parse(repeated("[", 10'000) + repeated("]", 10'000), 20'000);
  CHECK_FALSE(fits(tree, deep));
  CHECK(faults(tree, deep) == "at the top: too deep to check\n");
  for (const char* text :
       {R"({"uniqueItems":true})", R"({"const":[[]]})", R"({"items":{"enum":[1,2,3,4,5,6,7,8]}})"}) {
    js::array pair{deep, deep, 1, 2, 3, 4, 5, 6, 7};
    CHECK_FALSE(fits(schema(text), pair));
  }
  js::value copy = deep;
  CHECK_FALSE(tree.adjust(copy));
}

TEST_CASE("a schema that leads back to itself at the same value is refused") {
  for (const char* text :
       {R"({"$ref":"#"})",
        R"({"$ref":"#/$defs/a","$defs":{"a":{"$ref":"#/$defs/b"},"b":{"$ref":"#/$defs/a"}}})",
        R"({"allOf":[{"$ref":"#"}]})", R"({"anyOf":[true,{"$ref":"#"}]})",
        R"({"oneOf":[{"not":{"$ref":"#"}}]})", R"({"if":{"$ref":"#"}})", R"({"if":true,"then":{"$ref":"#"}})",
        R"({"dependentSchemas":{"a":{"$ref":"#"}}})", R"({"$anchor":"me","allOf":[{"$ref":"#me"}]})",
        R"({"$dynamicAnchor":"me","$dynamicRef":"#me"})"}) {
    INFO(text);
    CHECK(refusal(text).find("leads back to itself without going into the value: it never ends\n") !=
          std::string::npos);
  }
  // These go into the value, and so they end.
  for (const char* text :
       {R"({"items":{"$ref":"#"}})", R"({"properties":{"a":{"$ref":"#"}}})",
        R"({"contains":{"$ref":"#"},"minContains":0})", R"({"additionalProperties":{"$ref":"#"}})",
        R"({"propertyNames":{"allOf":[{"$ref":"#/$defs/x"}]},"$defs":{"x":true}})"})
    CHECK(refusal(text).empty());
}

TEST_CASE("alternatives that multiply end with the budget") {
  // Each level asks both branches of the one below: 2 to 40 visits.
  std::string text = R"({"$ref":"#/$defs/d0","$defs":{)";
  for (int i = 0; i < 40; ++i) {
    const std::string next = R"({"$ref":"#/$defs/d)" + std::to_string(i + 1) + "\"}";
    text += "\"d" + std::to_string(i) + R"(":{"anyOf":[)" + next + "," + next + "]},";
  }
  text += R"("d40":false}})";
  const json_schema doubling = schema(text);
  is_quick([&] {
    CHECK_FALSE(fits(doubling, parse("1")));
    CHECK(faults(doubling, parse("1")) == "at the top: too costly to check\n");
  });
  // The budget is that of one check, not of the schema: a value that needs none of it passes.
  const std::string head = R"({"$ref":"#/$defs/d0",)";
  CHECK(fits(schema(R"({"anyOf":[true,{"$ref":"#/$defs/d0"}],)" + text.substr(head.size())), parse("1")));
  schema_options few = any_top();
  few.most_steps = 50;
  const json_schema tight = schema(R"({"items":{"minimum":0}})", few);
  CHECK(fits(tight, parse("[1,2,3]")));
  CHECK(faults(tight, parse("[" + repeated("1,", 100) + "1]")) == "at the top: too costly to check\n");
}

TEST_CASE("many listed values, many schemas, many names") {
  std::string values = "[";
  for (int i = 0; i < 100'000; ++i) values += "\"value " + std::to_string(i) + "\",";
  values += "{\"x\":[0]}]";
  is_quick([&] {
    const json_schema listed = schema(R"({"items":{"enum":)" + values + "}}");
    CHECK(fits(listed, parse(values)));
    const std::string why = faults(listed, parse(R"(["value 100000"])"));
    CHECK(why.size() < 400);
    CHECK(why.find("\"value 0\", ") != std::string::npos);
    CHECK(why.find(" more\n") != std::string::npos);
  });
  std::string members = R"({"properties":{)";
  for (int i = 0; i < 20'000; ++i) members += "\"p" + std::to_string(i) + "\":{},";
  members += R"("z":{}}})";
  CHECK(refusal(members) == "at the top: more than 16384 schemas\n");
  std::string bad = R"({"properties":{)";
  for (int i = 0; i < 1'000; ++i) bad += "\"p" + std::to_string(i) + "\":{\"type\":\"x\"},";
  bad += R"("z":{}}})";
  const auto compiled = json_schema::compile(parse(bad));
  CHECK(compiled.faults.size() == 64);
  const std::string name(1'000'000, 'n');
  const std::string why = refusal(R"({"properties":{")" + name + R"(":{"type":")" + name + "\"}}}");
  CHECK(why.size() < 500);
  const std::string unknown = faults(R"({"properties":{")" + name + R"(":{}},"additionalProperties":false})",
                                     "{\"x" + name + "\":1}");
  CHECK(unknown.size() < 500);
}

TEST_CASE("long lists far down in a schema are told of without walking there for each") {
  const std::string head = repeated(R"({"items":)", 200);
  std::string names = R"({"dependentRequired":{)";
  for (int i = 0; i < 200'000; ++i) names += "\"n" + std::to_string(i) + "\":[1],";
  names += R"("z":[]}})";
  is_quick([&] {
    CHECK(refusal(head + names + repeated("}", 200)).find("expected the name of a member") !=
          std::string::npos);
    CHECK(refusal(head + R"({"type":[)" + repeated("\"string\",", 1'000'000) + R"("null"]})" +
                  repeated("}", 200))
              .find("lists more types than there are") != std::string::npos);
  });
}

TEST_CASE("a pattern costs no more than its text and its size") {
  const js::value text = js::value(std::string(100'000, 'a') + "!");
  is_quick([&] {
    CHECK_FALSE(fits(schema(R"({"pattern":"^(a+)+$"})"), text));
    CHECK_FALSE(fits(schema(R"({"pattern":"^(a|aa|a?)*$"})"), text));
    CHECK(fits(schema(R"({"pattern":"(a*)*!"})"), text));
    // Beyond the budget it is refused, whether it would match or not.
    const json_schema wide = schema(R"({"pattern":"[^x]{1000}[^y]"})");
    CHECK(faults(wide, text) == "at the top: too costly to check\n");
    CHECK(fits(wide, js::value(std::string(1'100, 'a'))));
  });
  is_quick([] {
    std::string many = R"({"patternProperties":{)";
    for (int i = 0; i < 2'000; ++i) many += "\"\\\\S{900}" + std::to_string(i) + "\":true,";
    many += "\"a\":true}}";
    const std::string why = refusal(many);
    CHECK(why.find("the patterns of this schema are too large together") != std::string::npos);
  });
  is_quick([] {
    const auto nested = json_schema::compile(
        parse("{\"pattern\":\"^" + repeated("(", 100'000) + "a" + repeated(")", 100'000) + "$\"}"),
        any_top());
    // Whether RE2 takes so deep a nesting is its own affair; what it takes must be right.
    if (nested.schema)
      CHECK((fits(*nested.schema, js::value("a")) && !fits(*nested.schema, js::value("aa"))));
    else CHECK(nested.faults.front().pointer == "/pattern");
  });
}

TEST_CASE("a long text passes a pattern of few characters") {
  const std::string letters = repeated("aż漢 ", (1u << 20) / 7);
  for (const char* pattern : {R"(^[\\p{L}\\p{N}\\s.,]+$)", R"(^[^<>]*$)", R"(^\\p{L}[\\p{L} ]*$)", R"( $)",
                              R"(^(?:[\\p{L}]+\\s?)+$)"}) {
    INFO(pattern);
    const json_schema free_text = schema(std::string(R"({"pattern":")") + pattern + "\"}");
    is_quick([&] {
      CHECK(fits(free_text, js::value(letters)));
      CHECK(faults(free_text, js::value("<" + letters + ">")).find("must match the pattern") !=
            std::string::npos);
    });
  }
  // What may make a new state at every byte is charged for it, however few letters it is written with.
  const std::string ab = repeated("abbabaab", 1u << 17);
  for (const char* pattern : {"a[ab]{70}c", "a(?:[ab]{7}){10}c", "(?:a[ab]{9}b){7}c", R"(\\p{Ll}.{200}c)"})
    CHECK(faults(std::string(R"({"pattern":")") + pattern + "\"}", js::serialize(js::value(ab))) ==
          "at the top: too costly to check\n");
}

TEST_CASE("a refused value costs one budget, the telling included") {
  // Walking it takes about 2 steps for each element.
  const std::string many = "[" + repeated("1,", 1'000) + "\"x\"]";
  const auto told_within = [&](std::size_t steps) {
    schema_options options = any_top();
    options.most_steps = steps;
    return faults(schema(R"({"items":{"type":"integer","minimum":0}})", options), parse(many));
  };
  CHECK(told_within(1'500) == "at the top: too costly to check\n");
  CHECK(told_within(3'000) == "at the top: the value does not fit, and why is too costly to tell\n");
  CHECK(told_within(4'100) == "at /1000: expected an integer, got a string\n");
}

TEST_CASE("many nulls against many members") {
  std::string members = R"({"properties":{)";
  std::string nulls = "{";
  for (int i = 0; i < 8'000; ++i) members += "\"m" + std::to_string(i) + R"(":{"type":"string"},)";
  for (int i = 0; i < 50'000; ++i) nulls += "\"m" + std::to_string(i) + "\":null,";
  const json_schema wide = schema(members + R"("z":{"type":"integer"}}})");
  is_quick([&] {
    js::value v = parse(nulls + R"("z":"1"})");
    CHECK(wide.adjust(v));
    CHECK(v.as_object().size() == 42'001);
    CHECK(fits(wide, v));
    v = parse(nulls + R"("z":"x"})");
    CHECK_FALSE(wide.adjust(v));
    CHECK(v.as_object().size() == 50'001);
  });
}

TEST_CASE("many unknown words are not all compared with keywords") {
  std::string words = "{";
  for (int i = 0; i < 200'000; ++i) words += "\"ropertie" + std::to_string(i) + "\":1,";
  is_quick([&] { CHECK(json_schema::compile(parse(words + R"("type":"object"})")).notes.size() == 64); });
}

TEST_CASE("distinct elements are found without comparing each with each") {
  const json_schema unique = schema(R"({"uniqueItems":true})");
  std::string numbers = "[";
  std::string objects = "[";
  for (int i = 0; i < 100'000; ++i) {
    numbers += std::to_string(i) + ",";
    objects += "{\"a\":" + std::to_string(i) + ",\"b\":[]},";
  }
  is_quick([&] {
    CHECK(fits(unique, parse(numbers + "-1]")));
    CHECK_FALSE(fits(unique, parse(numbers + "77.0]")));
    CHECK(faults(unique, parse(numbers + "77.0]")) ==
          "at /100000: the same as element 77; all must differ\n");
    CHECK(fits(unique, parse(objects + "{}]")));
    CHECK_FALSE(fits(unique, parse(objects + R"({"b":[],"a":99999.0}])")));
  });
}

TEST_CASE("names that are empty, alike keywords, or long are only names") {
  const json_schema odd = schema(
      R"({"properties":{"":{"type":"integer"},"$ref":{"type":"string"},"properties":{"properties":{"type":{"type":"string"}}},
    "$id":{"const":"http://x.test"},"enum":{"enum":["enum"]}},"required":["","$ref"]})");
  CHECK(fits(
      odd,
      parse(
          R"({"":1,"$ref":"#/nowhere","properties":{"type":"dict"},"$id":"http://x.test","enum":"enum"})")));
  CHECK(faults(odd, parse(R"({"":"","enum":1})")) ==
        "at /: expected an integer, got a string\nat /enum: the value must be one of \"enum\"\nat /$ref: "
        "missing: \"$ref\"\n");
  CHECK(fits(schema(R"({"properties":{"$ref":{"$ref":"#/properties/x"},"x":{"type":"integer"}}})"),
             parse(R"({"$ref":1})")));
}
