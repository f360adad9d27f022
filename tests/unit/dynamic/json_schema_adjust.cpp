// SPDX-License-Identifier: MIT
// What is repaired before a check, what never is, and the schema as providers take it.
#include "support/catch.hpp"
#include "unit/dynamic/json_schema.hpp"

#include <string>
#include <string_view>

using namespace tacet;
using namespace tacet_test;

namespace {

std::string adjusted(std::string_view text, std::string_view value) {
  js::value v = parse(value);
  const bool changed = schema(text).adjust(v);
  return (changed ? "changed " : "same ") + js::serialize(v);
}
std::string one(std::string_view type, std::string_view value) {
  return adjusted(R"({"properties":{"a":{"type":)" + std::string(type) + R"(}},"required":["a"]})",
                  R"({"a":)" + std::string(value) + "}");
}

}  // namespace

TEST_CASE("booleans and integers written as texts") {
  CHECK(one(R"("boolean")", R"("true")") == R"(changed {"a":true})");
  CHECK(one(R"("boolean")", R"("false")") == R"(changed {"a":false})");
  for (const char* other : {R"("True")", R"(" true")", R"("1")", R"("")", "1", "0", "null"})
    CHECK(one(R"("boolean")", other).substr(0, 5) == "same ");
  CHECK(one(R"("integer")", R"("0")") == R"(changed {"a":0})");
  CHECK(one(R"("integer")", R"("-12")") == R"(changed {"a":-12})");
  CHECK(one(R"("integer")", R"("18446744073709551615")") == R"(changed {"a":18446744073709551615})");
  CHECK(one(R"("integer")", R"("-9223372036854775808")") == R"(changed {"a":-9223372036854775808})");
  for (const char* other :
       {R"("18446744073709551616")", R"("-9223372036854775809")", R"("+5")", R"("05")", R"("-0")", R"("5.0")",
        R"("5e0")", R"(" 5")", R"("5 ")", R"("")", R"("-")", R"("0x5")", R"("٥")", "true", "null", "[5]"}) {
    INFO(other);
    CHECK(one(R"("integer")", other).substr(0, 5) == "same ");
  }
}

TEST_CASE("a double that is an integer becomes one, and that is no change") {
  js::value v = parse(R"({"a":5.0,"b":5.0,"c":5.5,"d":1e300,"e":-3.0})");
  const json_schema compiled =
      schema(R"({"properties":{"a":{"type":"integer"},"b":{"type":"number"},"c":{"type":"integer"},
    "d":{"type":"integer"},"e":{"type":["integer","null"]}}})");
  CHECK_FALSE(compiled.adjust(v));
  CHECK(v.at("a").is_int64());
  CHECK(v.at("a").as_int64() == 5);
  CHECK(v.at("b").is_double());
  CHECK(v.at("c").is_double());
  CHECK(v.at("d").is_double());
  CHECK(v.at("e").as_int64() == -3);
}

TEST_CASE("a declared string is never touched, and a list of types only where one fits") {
  CHECK(one(R"("string")", R"("5")") == R"(same {"a":"5"})");
  CHECK(one(R"(["string","integer"])", R"("5")") == R"(same {"a":"5"})");
  CHECK(one(R"(["integer","null"])", R"("5")") == R"(changed {"a":5})");
  CHECK(one(R"(["integer","boolean"])", R"("5")") == R"(changed {"a":5})");
  CHECK(one(R"(["integer","boolean"])", R"("true")") == R"(changed {"a":true})");
  CHECK(one(R"("number")", R"("5")") == R"(same {"a":"5"})");
  CHECK(one(R"("any")", R"("5")") == R"(same {"a":"5"})");
  CHECK(adjusted(R"({"properties":{"a":{"minimum":1}}})", R"({"a":"5"})") == R"(same {"a":"5"})");
}

TEST_CASE("null stands for an absent member where it may be absent and not null") {
  const char* const text =
      R"({"properties":{"a":{"type":"integer"},"b":{"type":"integer"},"c":{"type":["integer","null"]},"d":{},
    "e":{"anyOf":[{"type":"null"},{"type":"string"}]},"f":{"enum":["x"]},"g":{"$ref":"#/$defs/g"}},"required":["b"],"$defs":{"g":{"type":"string"}}})";
  CHECK(adjusted(text, R"({"z":null,"a":null,"b":2,"c":null,"d":null,"e":null,"f":null,"g":null,"y":1})") ==
        R"(changed {"z":null,"b":2,"c":null,"d":null,"e":null,"y":1})");
  CHECK(adjusted(text, R"({"b":1,"c":null})") == R"(same {"b":1,"c":null})");
}

TEST_CASE("a null stays where the value does not fit without it, and is told of as it was sent") {
  const auto told_after = [](std::string_view text, std::string_view value) {
    const json_schema compiled = schema(text);
    js::value v = parse(value);
    CHECK_FALSE(compiled.adjust(v));
    CHECK(v == parse(value));
    return faults(compiled, v);
  };
  const std::string head = R"({"properties":{"a":{"type":"string"},"b":{"type":"integer"}})";
  const std::string null = "at /a: expected a string, got null\n";
  for (const char* more :
       {R"(,"allOf":[{"required":["a"]}]})", R"(,"minProperties":1})", R"(,"anyOf":[{"required":["a"]}]})",
        R"(,"oneOf":[{"required":["a"]}]})", R"(,"$ref":"#/$defs/r","$defs":{"r":{"required":["a"]}}})",
        R"(,"if":{"not":{"required":["a"]}},"then":false})"}) {
    INFO(more);
    CHECK(told_after(head + more, R"({"a":null})").substr(0, null.size()) == null);
    // Where it fits without, the null goes as ever.
    CHECK(adjusted(head + R"(,"anyOf":[{"required":["a"]},{"required":["b"]}],"minProperties":1})",
                   R"({"a":null,"b":"3"})") == R"(changed {"b":3})");
  }
  CHECK(
      told_after(R"({"properties":{"o":)" + head + R"(}},"allOf":[{"properties":{"o":{"required":["a"]}}}]})",
                 R"({"o":{"a":null}})") == "at /o/a: expected a string, got null\n");
  CHECK(told_after(head + R"(,"dependentRequired":{"b":["a"]}})", R"({"a":null,"b":1})") == null);
  CHECK(told_after(head + "}", R"({"a":null,"b":false})") ==
        null + "at /b: expected an integer, got a boolean\n");
}

TEST_CASE("repairs follow members, elements and references, never alternatives") {
  CHECK(
      adjusted(
          R"({"properties":{"o":{"$ref":"#/$defs/o"},"l":{"items":{"type":"integer"}},"t":{"prefixItems":[{"type":"boolean"}],"items":{"$ref":"#/$defs/o"}}},
    "$defs":{"o":{"properties":{"n":{"type":"integer"},"x":{"type":"string"}}}}})",
          R"({"o":{"n":"1","x":null},"l":["1",2,"-3"],"t":["true",{"n":"7","x":null}]})") ==
      R"(changed {"o":{"n":1},"l":[1,2,-3],"t":[true,{"n":7}]})");
  CHECK(adjusted(R"({"properties":{"n":{"type":"integer"},"next":{"$ref":"#"}}})",
                 R"({"next":{"next":{"n":"3"}}})") == R"(changed {"next":{"next":{"n":3}}})");
  for (const char* keyword : {"anyOf", "oneOf", "allOf"})
    CHECK(adjusted(std::string(R"({"properties":{"a":{")") + keyword + R"(":[{"type":"integer"}]}}})",
                   R"({"a":"5"})") == R"(same {"a":"5"})");
  CHECK(adjusted(R"({"additionalProperties":{"type":"integer"}})", R"({"a":"5"})") == R"(same {"a":"5"})");
  CHECK(adjusted(R"({"type":"integer"})", R"("5")") == "changed 5");
}

TEST_CASE("a repaired value keeps its memory resource") {
  js::monotonic_resource pool;
  js::value v = js::parse(R"({"a":"5","b":null,"c":["x"]})", &pool);
  CHECK(schema(R"({"properties":{"a":{"type":"integer"},"b":{"type":"string"}}})").adjust(v));
  CHECK(js::serialize(v) == R"({"a":5,"c":["x"]})");
  CHECK(v.storage().get() == &pool);
  CHECK(v.as_object().storage().get() == &pool);
  CHECK(v.at("c").storage().get() == &pool);
}

TEST_CASE("the schema as providers take it") {
  const auto sent = [](std::string_view text, const schema_options& options = {}) {
    return schema(text, options).sendable_text();
  };
  CHECK(sent("{}") == R"({"type":"object","properties":{}})");
  CHECK(sent("true") == R"({"type":"object","properties":{}})");
  CHECK(sent(R"({"type":["object","null"],"description":"d"})") ==
        R"({"type":"object","description":"d","properties":{}})");
  CHECK(
      sent(
          R"({"type":"dict","properties":{"a":{"type":"float","default":{"type":"dict"}},"b":{"type":"any","description":"x"},"c":{"type":"tuple"},
    "type":{"type":"string"},"d":{"type":["float","number","null"]},"e":{"type":["any","null"]},"f":{"enum":[{"type":"dict"}]}}})") ==
      R"({"type":"object","properties":{"a":{"type":"number","default":{"type":"dict"}},"b":{"description":"x"},"c":{"type":"array","items":{}},)"
      R"("type":{"type":"string"},"d":{"type":["number","null"]},"e":{},"f":{"enum":[{"type":"dict"}]}}})");
  CHECK(
      sent(
          R"({"$ref":"#/$defs/a","$defs":{"a":{"properties":{"x":{"$ref":"#/extra"}}}},"extra":{"type":"dict"}})") ==
      R"({"$ref":"#/$defs/a","$defs":{"a":{"properties":{"x":{"$ref":"#/extra"}}}},"extra":{"type":"object"},"type":"object","properties":{}})");
  CHECK(sent(R"({"type":"array"})", any_top()) == R"({"type":"array","items":{}})");
  CHECK(sent(R"({"type":"array","unevaluatedItems":false})", any_top()) ==
        R"({"type":"array","unevaluatedItems":false})");
}
