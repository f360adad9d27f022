// SPDX-License-Identifier: MIT
// What each keyword asks, what is said of a value that does not fit, and which schemas are refused.
#include "unit/dynamic/json_schema.hpp"

#include "support/catch.hpp"
#include "unit/support/allocations.hpp"

#include <string>
#include <thread>
#include <utility>
#include <vector>

using namespace tacet;
using namespace tacet_test;

namespace {

struct row {
  const char* schema;
  std::vector<const char*> fit;
  std::vector<const char*> unfit;
};

void hold(const std::vector<row>& rows) {
  for (const row& one : rows) {
    const json_schema compiled = schema(one.schema);
    for (const char* value : one.fit) {
      INFO(one.schema << " and " << value);
      CHECK(fits(compiled, parse(value)));
    }
    for (const char* value : one.unfit) {
      INFO(one.schema << " and not " << value);
      CHECK_FALSE(fits(compiled, parse(value)));
    }
  }
}

}  // namespace

TEST_CASE("types, and what public collections call them") {
  hold({{R"({"type":"integer"})",
         {"1", "1.0", "-0", "18446744073709551615", "1e300"},
         {"1.5", "\"1\"", "null", "[]"}},
        {R"({"type":"number"})", {"1", "1.5"}, {"true", "\"\""}},
        {R"({"type":["string","null"]})", {"\"\"", "null"}, {"0", "false", "{}"}},
        {R"({"type":"dict"})", {"{}"}, {"[]"}},
        {R"({"type":"float"})", {"1", "0.5"}, {"\"1\""}},
        {R"({"type":"tuple"})", {"[]"}, {"{}"}},
        {R"({"type":"any"})", {"1", "null", "[]", "{}"}, {}},
        {"true", {"1", "null"}, {}},
        {"false", {}, {"1", "null"}},
        {"{}", {"1"}, {}}});
  const auto compiled = json_schema::compile(parse(R"({"type":"dict","properties":{"a":{"type":"any"}}})"));
  CHECK(told(compiled.notes) ==
        "at /type: `dict` is read as `object`\n"
        "at /properties/a/type: `any` asks nothing of the type\n");
}

TEST_CASE("listed values are compared exactly, whichever way a number is held") {
  hold({{R"({"const":1})", {"1", "1.0"}, {"true", "\"1\"", "1.5"}},
        {R"({"const":9007199254740993})", {"9007199254740993"}, {"9007199254740992.0", "9007199254740992"}},
        {R"({"const":18446744073709551615})", {"18446744073709551615"}, {"18446744073709551616.0", "-1"}},
        {R"({"const":{"a":[1,{"b":null}],"c":2}})",
         {R"({"c":2.0,"a":[1,{"b":null}]})"},
         {R"({"a":[{"b":null},1],"c":2})", "{}"}},
        {R"({"const":false})", {"false"}, {"0", "[]"}},
        {R"({"enum":[1,"a",null,[0]]})", {"1.0", "\"a\"", "null", "[0.0]"}, {"2", "[false]", "\"\""}},
        {R"({"enum":[1,2,3,4,5,6,7,8,9,10.5,"x",{"a":1}]})",
         {"9.0", "10.5", "\"x\"", R"({"a":1.0})"},
         {"10", "\"y\"", "{}"}}});
}

TEST_CASE("numbers") {
  hold({{R"({"minimum":1})", {"1", "1.0", "1e300", "\"x\""}, {"0", "0.999"}},
        {R"({"maximum":9007199254740992})", {"9007199254740992", "9007199254740992.0"}, {"9007199254740993"}},
        {R"({"minimum":9007199254740993})", {"9007199254740993"}, {"9007199254740992.0"}},
        {R"({"maximum":-1})", {"-1", "-9223372036854775808"}, {"0", "-0.5", "18446744073709551615"}},
        {R"({"exclusiveMinimum":-1.5,"exclusiveMaximum":2})", {"-1", "1.999"}, {"-1.5", "2", "2.0", "-2"}},
        {R"({"multipleOf":0.01})",
         {"0.07", "1.13", "4.02", "19.99", "0", "-0.29", "3", "1e22"},
         {"0.075", "0.001", "1e-7"}},
        {R"({"multipleOf":3})",
         {"9", "-9.0", "0", "18446744073709551615"},
         {"10", "0.3", "18446744073709551614"}},
        {R"({"multipleOf":2.5})", {"5", "7.5", "1e20"}, {"6", "2.55"}},
        {R"({"multipleOf":1e-8})", {"12391239123"}, {"1e-9"}},
        {R"({"multipleOf":0.123456789})", {"0.123456789"}, {"1e308"}}});
}

TEST_CASE("texts: characters are code points, patterns are ECMA-262") {
  hold({{R"({"minLength":2,"maxLength":3})",
         {R"("ab")", R"("żół")", R"("🐲🐲")", "1"},
         {R"("a")", R"("🐲")", R"("abcd")"}},
        {R"({"maxLength":2.0})", {R"("ab")"}, {R"("abc")"}},
        {R"({"pattern":"a+"})", {R"("xaay")", "1"}, {R"("b")", R"("")"}},
        {R"({"pattern":"^\\d{4}-\\d{2}$"})",
         {R"("2024-01")"},
         {R"("2024-01\n")", R"("x2024-01")", R"("٢٠٢٤-٠١")"}},
        {R"({"pattern":"^\\u00e9\\x41\\cA\\/\\-$"})", {R"("éA\u0001/-")"}, {R"("e")"}},
        {R"({"pattern":"^\\uD83D\\uDC32\\u{1F432}$"})", {R"("🐲🐲")"}, {R"("🐲")"}},
        {R"({"pattern":"^\\s$"})",
         {R"(" ")", R"("\u00a0")", R"("\ufeff")", R"("\u2029")", R"("\u000b")"},
         {R"("\u200b")"}},
        {R"({"pattern":"^\\S$"})", {R"("a")", R"("\u200b")"}, {R"("\u00a0")"}},
        {R"({"pattern":"^[\\s\\S]$"})", {R"("\n")", R"("a")"}, {R"("")"}},
        {R"({"pattern":"^[^]$"})", {R"("\n")", R"("🐲")"}, {R"("")"}},
        {R"({"pattern":"[]"})", {"1"}, {R"("a")", R"("")"}},
        {R"({"pattern":"^.$"})", {R"("a")"}, {R"("\n")", R"("\r")", R"("\u2028")"}},
        {R"({"pattern":"^[\\w-]+[a-\\d]$"})", {R"("a_-9-")"}, {R"("!")"}},
        {R"({"pattern":"^[[:a]+$"})", {R"("[:a")"}, {R"("b")"}},
        {R"({"pattern":"^(?<year>\\d+)(?:x|y)$"})", {R"("1x")"}, {R"("1z")"}},
        {R"({"pattern":"^\\p{Letter}\\P{L}\\p{Script=Greek}$"})", {R"("ż1α")"}, {R"("11α")"}},
        {R"({"pattern":"\\bcat\\b"})", {R"("a cat")"}, {R"("concat")"}},
        {R"({"pattern":"^[\\b]\\0$"})", {R"("\b\u0000")"}, {R"("b0")"}}});
}

TEST_CASE("what a hyphen means in a class") {
  hold({{R"({"pattern":"^[[-a]$"})", {R"("_")", R"("[")", R"("a")"}, {R"("-")", R"("b")"}},
        {R"({"pattern":"^[\\d[-a]$"})", {R"("_")", R"("7")"}, {R"("-")", R"("b")"}},
        {R"({"pattern":"^[[^-z]$"})", {R"("_")", R"("[")", R"("z")"}, {R"("-")", R"("Z")"}},
        {R"({"pattern":"^[^[-a]$"})", {R"("-")", R"("b")"}, {R"("_")", R"("[")"}},
        {R"({"pattern":"^[-a]$"})", {R"("-")", R"("a")"}, {R"("b")"}},
        {R"({"pattern":"^[^-a]$"})", {R"("b")"}, {R"("-")", R"("a")"}},
        {R"({"pattern":"^[a-]$"})", {R"("-")", R"("a")"}, {R"("b")"}},
        {R"({"pattern":"^[--0]$"})", {R"("-")", R"(".")", R"("0")"}, {R"(",")", R"("1")"}},
        {R"({"pattern":"^[+--]$"})", {R"("+")", R"(",")", R"("-")"}, {R"(".")"}},
        {R"({"pattern":"^[a-c-e]$"})", {R"("b")", R"("-")", R"("e")"}, {R"("d")"}},
        {R"({"pattern":"^[\\w-.]$"})", {R"("a")", R"("-")", R"(".")"}, {R"("/")"}},
        {R"({"pattern":"^[a-\\d-z]$"})", {R"("a")", R"("-")", R"("5")", R"("z")"}, {R"("b")"}},
        {R"({"pattern":"^[à-é-z]$"})", {R"("á")", R"("-")", R"("z")"}, {R"("y")", R"("ê")"}},
        {R"({"pattern":"^[\\[-\\]]$"})", {R"("[")", R"("\\")", R"("]")"}, {R"("-")", R"("^")"}}});
}

TEST_CASE("a count of one class is no matter of the pattern's size") {
  for (const char* pattern : {"^.{1,2000}$", R"(^[^\u0000]{1,2000}$)", R"(^[\s\S]{1,2000}$)"}) {
    js::value text = parse(R"({"pattern":""})");
    text.at("pattern") = pattern;
    const json_schema counted = schema(js::serialize(text));
    INFO(pattern);
    CHECK_FALSE(fits(counted, js::value("")));
    CHECK(fits(counted, js::value("a")));
    CHECK(fits(counted, js::value(std::string(2'000, 'a'))));
    CHECK_FALSE(fits(counted, js::value(std::string(2'001, 'a'))));
  }
  std::string wide;
  for (int i = 0; i < 2'000; ++i) wide += "漢";
  const json_schema any = schema(R"({"pattern":"^.{1,2000}$"})");
  CHECK(fits(any, js::value(wide)));
  CHECK_FALSE(fits(any, js::value(wide + "x")));
  CHECK_FALSE(fits(any, js::value("a\nb")));
  hold({{R"({"pattern":"^[a-c]{2}$"})", {R"("ab")"}, {R"("a")", R"("abc")", R"("ax")"}},
        {R"({"pattern":"^\\d{2,}$"})", {R"("12")", R"("12345")"}, {R"("1")", R"("1a2")"}},
        {R"({"pattern":"^[{]{3}$"})", {R"("{{{")"}, {R"("{{")"}},
        {R"({"pattern":"^.{0,1500}$"})", {R"("")", R"("a")"}, {}},
        {R"({"pattern":"^\\p{L}{1,5000}$"})", {R"("ż")"}, {R"("")", R"("1")"}},
        // These only look alike.
        {R"({"pattern":"^a{2}b$"})", {R"("aab")"}, {R"("aa")"}},
        {R"({"pattern":"^.{2}|x$"})", {R"("abc")", R"("x")"}, {R"("a")"}},
        {R"({"pattern":"^.{2}?$"})", {R"("ab")"}, {R"("abc")"}},
        {R"({"pattern":"^.{2}$|^x$"})", {R"("ab")", R"("x")"}, {R"("abc")"}}});
  CHECK_FALSE(refusal(R"({"pattern":"^.{5,2}$"})").empty());
  CHECK_FALSE(refusal(R"({"pattern":"^(?:ab){1,2000}$"})").empty());
}

TEST_CASE("a keyword that is spelled almost right is asked about") {
  const auto notes = [](std::string_view text, const schema_options& options = any_top()) {
    const auto compiled = json_schema::compile(parse(text), options);
    CHECK(compiled.schema.has_value());
    return told(compiled.notes);
  };
  CHECK(
      notes(
          R"({"propertes":{},"requried":["a"],"addtionalProperties":false,"properties":{"a":{"minlength":1,"types":"x"}}})") ==
      "at /propertes: unknown keyword; did you mean `properties`?\n"
      "at /requried: unknown keyword; did you mean `required`?\n"
      "at /addtionalProperties: unknown keyword; did you mean `additionalProperties`?\n"
      "at /properties/a/minlength: unknown keyword; did you mean `minLength`?\n"
      "at /properties/a/types: unknown keyword; did you mean `type`?\n");
  // Names of members, values, annotations and extensions are none of it.
  CHECK(
      notes(
          R"({"properties":{"propertes":{},"requried":{}},"default":{"typ":1},"const":{"typ":1},"title":"","example":1,"x-order":3,"nullable":true,"readOnly":true,"format":"date"})") ==
      "");
  CHECK(notes(R"({"a":{"type":"string"}})") == "");
  const char* const nothing =
      "at the top: no keyword that asks anything: nothing is checked; write the members in `properties`\n";
  CHECK(notes(R"({"a":{"type":"string"}})", {}) == nothing);
  CHECK(notes(R"({"description":"x","city":{"type":"string"}})", {}) == nothing);
  CHECK(notes(R"({"propertes":{"a":{}}})", {}) ==
        "at /propertes: unknown keyword; did you mean `properties`?\n");
  for (const char* text :
       {"{}", "true", R"({"description":"x"})", R"({"type":"object","a":{}})", R"({"$ref":"#/a","a":{}})"})
    CHECK(notes(text, {}) == "");
}

TEST_CASE("a string that holds JSON is told to be sent as what it holds") {
  const char* const text =
      R"({"properties":{"o":{"type":"object"},"l":{"type":["array","null"]},"n":{"type":"integer"}}})";
  const char* const advice = " that holds JSON; send the value itself, not as a string\n";
  CHECK(faults(text, R"({"o":" \n{\"a\":1}"})") ==
        std::string("at /o: expected an object, got a string") + advice);
  CHECK(faults(text, R"({"l":"[1]"})") ==
        std::string("at /l: expected an array or null, got a string") + advice);
  CHECK(faults(text, R"({"o":"x {","l":" "})") ==
        "at /o: expected an object, got a string\nat /l: expected an array or null, got a string\n");
  CHECK(faults(text, R"({"o":"","n":"{}"})") ==
        "at /o: expected an object, got a string\nat /n: expected an integer, got a string\n");
  CHECK(faults(schema(text, {}), js::value("{}")) ==
        std::string("at the top: expected an object, got a string") + advice);
}

TEST_CASE("a pattern that cannot be used is a fault that says why") {
  const auto why = [](const char* pattern) {
    js::object schema;
    schema["pattern"] = pattern;
    const auto compiled = json_schema::compile(schema, any_top());
    REQUIRE(compiled.faults.size() == 1);
    CHECK(compiled.faults[0].pointer == "/pattern");
    const std::string head = "not a regular expression that can be used: ";
    CHECK(compiled.faults[0].message.substr(0, head.size()) == head);
    return compiled.faults[0].message.substr(head.size());
  };
  for (const char* pattern : {"(?=a)", "(?!a)", "(?<=a)b", "(?<!a)b"})
    CHECK(why(pattern).find("look-around") == 0);
  CHECK(why(R"((a)\1)") == "back references are not supported");
  CHECK(why(R"((?<n>a)\k<n>)") == "back references are not supported");
  CHECK(why(R"(a\Z)") == "\\Z is no escape of ECMA-262");
  CHECK(why(R"(\uD83D)") == "half a surrogate pair is no character");
  CHECK(why(R"(\uD83D\u0041)") == "half a surrogate pair is no character");
  CHECK(why(R"(\u12)").find("four") != std::string::npos);
  CHECK(why(R"(\u{110000})").find("character") != std::string::npos);
  CHECK(why("[a") == "a class is not closed");
  CHECK(why("a\\") == "it ends in a backslash");
  for (const char* pattern :
       {"(", "a)", "*a", "a++", "[z-a]", "a{2000}", "(?<n", "(?x)", R"(\p{None})", R"(\p)", R"(\c1)"})
    CHECK_FALSE(why(pattern).empty());
  CHECK(why("(\\S{900}){1}\\S{900}\\S{900}\\S{900}\\S{900}\\S{900}\\S{900}\\S{900}\\S{900}") ==
        "it takes too much memory");
}

TEST_CASE("arrays") {
  hold({{R"({"items":{"type":"integer"}})", {"[]", "[1,2]", "{}"}, {"[1,\"a\"]"}},
        {R"({"prefixItems":[{"type":"integer"},{"type":"string"}],"items":false})",
         {"[]", "[1]", "[1,\"a\"]"},
         {"[\"a\"]", "[1,\"a\",1]"}},
        {R"({"items":[{"type":"integer"}],"additionalItems":{"type":"string"}})",
         {"[1,\"a\"]"},
         {"[1,1]", "[\"a\"]"}},
        {R"({"items":{"type":"integer"},"additionalItems":false})", {"[1,1]"}, {"[\"a\"]"}},
        {R"({"minItems":1,"maxItems":2})", {"[1]", "[1,2]"}, {"[]", "[1,2,3]"}},
        {R"({"contains":{"const":5}})", {"[1,5]"}, {"[]", "[1]"}},
        {R"({"contains":{"const":5},"minContains":2,"maxContains":3})",
         {"[5,5]", "[5,1,5,5]"},
         {"[5]", "[5,5,5,5]"}},
        {R"({"contains":{"const":5},"minContains":0})", {"[]", "[1]"}, {}},
        {R"({"maxContains":0})", {"[1]"}, {}},
        {R"({"uniqueItems":true})",
         {"[1,2]", "[1,true]", "[0,false]", "[[1],[true]]", "[\"1\",1]", "[1,2,3,4,5,6,7,8,9,10]"},
         {"[1,1.0]", "[{\"a\":1,\"b\":2},{\"b\":2,\"a\":1.0}]", "[1,2,3,4,5,6,7,8,9,10,[],[]]",
          "[1,2,3,4,5,6,7,8,9,1.0]"}},
        {R"({"uniqueItems":false})", {"[1,1]"}, {}}});
}

TEST_CASE("objects") {
  hold(
      {{R"({"properties":{"a":{"type":"integer"},"b":false},"required":["a","c"]})",
        {R"({"a":1,"c":null})"},
        {R"({"a":1})", R"({"c":1})", R"({"a":"","c":1})", R"({"a":1,"b":1,"c":1})"}},
       {R"({"required":["a","a"],"properties":{"a":true}})", {R"({"a":1})"}, {"{}"}},
       {R"({"properties":{"a":true},"patternProperties":{"^x":{"type":"integer"}},"additionalProperties":{"type":"string"}})",
        {R"({"a":null,"x1":1,"other":"s"})"},
        {R"({"x1":"s"})", R"({"other":1})"}},
       {R"({"additionalProperties":false})", {"{}"}, {R"({"":1})"}},
       {R"({"propertyNames":{"maxLength":2,"pattern":"^a"}})",
        {R"({"a":1,"ab":2})"},
        {R"({"abc":1})", R"({"b":1})"}},
       {R"({"propertyNames":false})", {"{}"}, {R"({"a":1})"}},
       {R"({"minProperties":1,"maxProperties":2})", {R"({"a":1})"}, {"{}", R"({"a":1,"b":1,"c":1})"}},
       {R"({"dependentRequired":{"a":["b","c"]}})",
        {"{}", R"({"b":1})", R"({"a":1,"b":1,"c":1})"},
        {R"({"a":1,"b":1})"}},
       {R"({"dependentSchemas":{"a":{"maxProperties":1}}})",
        {R"({"a":1})", R"({"b":1,"c":1})"},
        {R"({"a":1,"b":1})"}},
       {R"({"dependencies":{"a":["b"],"c":{"required":["d"]},"e":false}})",
        {R"({"a":1,"b":1})", R"({"c":1,"d":1})"},
        {R"({"a":1})", R"({"c":1})", R"({"e":1})"}},
       {R"({"properties":{"":{"type":"integer"},"$ref":{"type":"string"},"a/b~c%":{"const":1}}})",
        {R"({"":1,"$ref":"#/x","a/b~c%":1})"},
        {R"({"":"1"})", R"({"$ref":1})", R"({"a/b~c%":2})"}}});
  std::string many = R"({"additionalProperties":false,"required":["p77"],"properties":{)";
  for (int i = 0; i < 100; ++i)
    many += (i > 0 ? ",\"p" : "\"p") + std::to_string(i) + "\":{\"const\":" + std::to_string(i) + "}";
  many += "}}";
  const json_schema hundred = schema(many);
  CHECK(fits(hundred, parse(R"({"p99":99,"p0":0,"p77":77})")));
  CHECK_FALSE(fits(hundred, parse(R"({"p99":99,"p0":0})")));
  CHECK_FALSE(fits(hundred, parse(R"({"p77":77,"p100":100})")));
  CHECK_FALSE(fits(hundred, parse(R"({"p77":77,"p10":11})")));
}

TEST_CASE("alternatives and conditions") {
  hold({{R"({"allOf":[{"minimum":1},{"maximum":3}]})", {"2"}, {"0", "4"}},
        {R"({"anyOf":[{"type":"string"},{"minimum":3}]})", {"\"\"", "3"}, {"2"}},
        {R"({"oneOf":[{"type":"integer"},{"minimum":2}]})", {"1", "2.5"}, {"3", "1.5"}},
        {R"({"not":{"type":"integer"}})", {"\"\""}, {"1"}},
        {R"({"if":{"type":"integer"},"then":{"minimum":5},"else":{"type":"string"}})",
         {"5", "\"\""},
         {"4", "null"}},
        {R"({"if":{"type":"integer"},"then":{"minimum":5}})", {"5", "null"}, {"4"}},
        {R"({"then":false,"else":false})", {"1"}, {}}});
}

TEST_CASE("what no other keyword has looked at") {
  hold(
      {{R"({"properties":{"a":true},"allOf":[{"properties":{"b":true}}],"unevaluatedProperties":false})",
        {R"({"a":1,"b":1})"},
        {R"({"a":1,"c":1})"}},
       {R"({"anyOf":[{"properties":{"a":{"const":1}},"required":["a"]},{"properties":{"b":true},"required":["b"]}],"unevaluatedProperties":false})",
        {R"({"a":1})", R"({"a":1,"b":1})", R"({"b":1})"},
        {R"({"a":2,"b":1})", R"({"a":1,"c":1})"}},
       {R"({"if":{"properties":{"a":{"const":1}},"required":["a"]},"then":{"properties":{"b":true}},"else":{"properties":{"c":true}},"unevaluatedProperties":false})",
        {R"({"a":1,"b":1})", R"({"c":1})"},
        {R"({"a":1,"c":1})", R"({"b":1})"}},
       {R"({"$ref":"#/$defs/x","unevaluatedProperties":{"type":"string"},"$defs":{"x":{"patternProperties":{"^x":true}}}})",
        {R"({"x":1,"y":"s"})"},
        {R"({"y":1})"}},
       {R"({"not":{"not":{"properties":{"a":true}}},"unevaluatedProperties":false})", {"{}"}, {R"({"a":1})"}},
       {R"({"dependentSchemas":{"a":{"properties":{"b":true}}},"properties":{"a":true},"unevaluatedProperties":false})",
        {R"({"a":1,"b":1})"},
        {R"({"b":1})"}},
       {R"({"allOf":[{"unevaluatedProperties":true}],"unevaluatedProperties":false})", {R"({"a":1})"}, {}},
       {R"({"prefixItems":[true],"contains":{"const":5},"unevaluatedItems":false})",
        {"[1,5]", "[5,5]"},
        {"[5,1]", "[1]"}},
       {R"({"allOf":[{"prefixItems":[true,true]}],"unevaluatedItems":{"type":"string"}})",
        {"[1,2,\"a\"]"},
        {"[1,2,3]"}},
       {R"({"allOf":[{"items":true}],"unevaluatedItems":false})", {"[1,2]"}, {}}});
  // The reading of `contains` differs between the drafts, and an array of 1,000 elements needs marks beyond
  // the few.
  std::string long_one = "[";
  for (int i = 0; i < 1000; ++i) long_one += "5,";
  const json_schema five = schema(R"({"contains":{"const":5},"unevaluatedItems":{"const":6}})");
  CHECK(fits(five, parse(long_one + "6]")));
  CHECK_FALSE(fits(five, parse(long_one + "7]")));
}

TEST_CASE("references stay inside the document") {
  hold(
      {{R"({"$ref":"#/$defs/a","$defs":{"a":{"type":"integer"}}})", {"1"}, {"\"\""}},
       {R"({"$ref":"#/definitions/a%25~1~0","minimum":3,"definitions":{"a%/~":{"type":"integer"}}})",
        {"3"},
        {"2", "\"\""}},
       {R"({"properties":{"a":{"type":"integer"},"b":{"$ref":"#/properties/a"}}})",
        {R"({"b":1})"},
        {R"({"b":""})"}},
       {R"({"prefixItems":[{"type":"integer"},{"$ref":"#/prefixItems/0"}]})", {"[1,2]"}, {"[1,\"\"]"}},
       {R"({"$ref":"#/components/schemas/a","components":{"schemas":{"a":{"properties":{"n":{"$ref":"#/components/schemas/b"}}},"b":{"type":"null"}}}})",
        {R"({"n":null})"},
        {R"({"n":1})"}},
       {R"({"$ref":"#here","$defs":{"a":{"$anchor":"here","type":"integer"}}})", {"1"}, {"\"\""}},
       {R"({"$id":"http://x.test/root.json","$ref":"item.json#/$defs/i","$defs":{"a":{"$id":"item.json","$defs":{"i":{"type":"integer"}}}}})",
        {"1"},
        {"\"\""}},
       {R"({"$id":"http://x.test/a/root.json","items":{"$ref":"../b/item.json"},"$defs":{"a":{"$id":"/b/item.json","type":"integer"}}})",
        {"[1]"},
        {"[\"\"]"}},
       {R"({"$id":"urn:uuid:1","items":{"$ref":"urn:uuid:1#/$defs/a"},"$defs":{"a":{"type":"integer"}}})",
        {"[1]"},
        {"[\"\"]"}},
       {R"({"$schema":"http://json-schema.org/draft-07/schema#","$ref":"#/definitions/a","maximum":0,"definitions":{"a":{"type":"integer"}}})",
        {"5"},
        {"\"\""}},
       {R"({"$schema":"http://json-schema.org/draft-07/schema#","$ref":"#a","definitions":{"a":{"$id":"#a","type":"integer"}}})",
        {"5"},
        {"\"\""}},
       {R"({"$dynamicRef":"#node","$defs":{"n":{"$dynamicAnchor":"node","type":"integer"}}})",
        {"1"},
        {"\"\""}},
       {R"({"properties":{"value":{"type":"integer"},"next":{"$ref":"#"}},"additionalProperties":false})",
        {R"({"value":1,"next":{"value":2,"next":{}}})"},
        {R"({"next":{"next":{"x":1}}})"}},
       {R"({"enum":[{"$id":"http://x.test/e","$ref":"#/nowhere"}]})",
        {R"({"$id":"http://x.test/e","$ref":"#/nowhere"})"},
        {"1"}}});
  const auto leads_nowhere = [](const char* reference) {
    js::object schema{{"properties", {{"a", {{"$ref", reference}}}}}, {"$defs", {{"x", {{"$anchor", "y"}}}}}};
    const auto compiled = json_schema::compile(schema, any_top());
    REQUIRE(compiled.faults.size() == 1);
    CHECK(compiled.faults[0].pointer == "/properties/a/$ref");
    return compiled.faults[0].message;
  };
  CHECK(leads_nowhere("#/$defs/none") == "\"#/$defs/none\" leads nowhere");
  for (const char* nowhere :
       {"#none", "#/", "#/$defs/x/", "#/$defs/x~2", "#/$defs/%zz", "#/$defs/x%2", "#/properties/0", "# y"})
    CHECK(leads_nowhere(nowhere).find("leads nowhere") != std::string::npos);
  for (const char* other : {"http://json-schema.org/draft-07/schema#", "other.json", "other.json#/a",
                            "file:///etc/passwd", "//host/x"})
    CHECK(leads_nowhere(other) == "refers to another document; only references inside this one are followed");
}

TEST_CASE("all that is wrong with a schema is listed at once") {
  CHECK(
      refusal(
          R"({"type":"objekt","required":true,"minLength":-1,"maxLength":1.5,"minimum":"1","multipleOf":0,"enum":{},
    "properties":{"a":{"type":[],"exclusiveMinimum":true},"b":5},"items":[{"allOf":{}}],"anyOf":[],"uniqueItems":1,
    "dependentRequired":{"x":[1]},"$id":7,"patternProperties":{"(":true}})") ==
      R"(at /$id: expected a string, got an integer
at /type: unknown type "objekt"; write one of object, array, string, integer, number, boolean, null
at /required: expected an array of names, got a boolean
at /minLength: expected an integer that is not negative
at /maxLength: expected an integer that is not negative
at /minimum: expected a number, got a string
at /multipleOf: expected a number greater than 0
at /enum: expected an array of values, got an object
at /anyOf: expected at least one schema
at /uniqueItems: expected a boolean, got an integer
at /dependentRequired/x/0: expected the name of a member, got an integer
at /patternProperties/(: not a regular expression that can be used: missing ): (?:
at /properties/a/type: lists no type: nothing would be accepted
at /properties/a/exclusiveMinimum: a boolean is draft-04; write the bound itself here, as a number
at /properties/b: a schema is an object or a boolean, got an integer
at /items/0/allOf: expected an array of schemas, got an object
)");
  CHECK(refusal(R"({"$schema":"http://other.test/dialect"})") ==
        "at /$schema: not a known dialect; draft 2020-12 and draft-07 are\n");
  CHECK(refusal(R"({"prefixItems":[true],"items":[true]})") ==
        "at /items: two lists of schemas; write \"items\" as one schema\n");
  CHECK(refusal(R"({"enum":[]})") == "at /enum: lists no value: nothing would be accepted\n");
  CHECK(refusal("[]") == "at the top: a schema is an object or a boolean, got an array\n");
  CHECK(refusal(R"({"$id":"http://x.test/#part"})") ==
        "at /$id: a fragment is not allowed here; write \"$anchor\"\n");
  CHECK(refusal(R"({"$defs":{"a":{"$id":"x"},"b":{"$id":"x"},"c":{"$anchor":"n"},"d":{"$anchor":"n"}}})") ==
        "at /$defs/b/$id: the same as another schema's\nat /$defs/d/$anchor: the same name as another "
        "schema's\n");
  CHECK(
      refusal(
          R"({"$dynamicRef":"#n","$defs":{"a":{"$dynamicAnchor":"n"},"b":{"$id":"x","$dynamicAnchor":"n"}}})") ==
      "at /$dynamicRef: several schemas have this \"$dynamicAnchor\"; that is not supported\n");
}

TEST_CASE("what an older draft does not know is said, not silently ignored") {
  const auto compiled = json_schema::compile(parse(
      R"({"$schema":"http://json-schema.org/draft-07/schema","unevaluatedProperties":false,"properties":{"a":{"$ref":"#","type":"integer"}}})"));
  REQUIRE(compiled.schema);
  CHECK(told(compiled.notes) ==
        "at /unevaluatedProperties: draft-07 does not know this keyword: it is ignored\n"
        "at /properties/a/type: draft-07 ignores what stands beside \"$ref\"\n");
  CHECK(compiled.schema->accepts(parse(R"({"b":1})")));
  const auto old = json_schema::compile(parse(R"({"$schema":"http://json-schema.org/draft-04/schema#"})"));
  CHECK(told(old.notes) == "at /$schema: an older draft is read as draft-07\n");
  const auto list = json_schema::compile(parse(R"({"properties":{"a":{"items":[true]}}})"));
  CHECK(told(list.notes) == "at /properties/a/items: a list is draft-07: it is read as \"prefixItems\"\n");
}

TEST_CASE("a schema of arguments takes objects only") {
  for (const char* text : {"{}", "true", R"({"properties":{}})", R"({"type":"object"})",
                           R"({"type":["object","null"]})", R"({"type":"dict"})"}) {
    const json_schema compiled = schema(text, schema_options{});
    CHECK(fits(compiled, parse("{}")));
    for (const char* other : {"null", "[]", "1", "\"{}\""}) CHECK_FALSE(fits(compiled, parse(other)));
    CHECK(faults(compiled, parse("[]")) == "at the top: expected an object, got an array\n");
  }
  const std::string why = "arguments are always an object; write \"type\": \"object\"\n";
  CHECK(refusal(R"({"type":"array"})", {}) == "at /type: " + why);
  CHECK(refusal("false", {}) == "at the top: " + why);
}

TEST_CASE("a fault says what is wrong where, and shows no value of the instance") {
  const char* const text =
      R"({"type":"object","properties":{"city":{"type":"string","maxLength":3},"unit":{"enum":["C","F"]},
    "days":{"type":"integer","minimum":1,"multipleOf":2},"tags":{"items":{"type":["string","null"]},"uniqueItems":true},"at":{"const":{"x":1}},
    "who":{"pattern":"^a"}},"required":["city"],"additionalProperties":false})";
  CHECK(faults(text, "{}") == "at /city: missing: \"city\"\n");
  CHECK(
      faults(
          text,
          R"({"city":"secret","unit":"secret","days":-3,"tags":["a",2,"a"],"at":"secret","who":"secret"})") ==
      R"(at /city: expected at most 3 characters, got 6
at /unit: the value must be one of "C", "F"
at /days: the value must be at least 1
at /days: the value must be a multiple of 2
at /tags/1: expected a string or null, got an integer
at /tags/2: the same as element 0; all must differ
at /at: the value must be an object
at /who: the text must match the pattern "^a"
)");
  CHECK(faults(text, R"({"city":5,"a/b":1})") ==
        "at /city: expected a string, got an integer\n"
        "at /a~1b: unknown member; the known ones are \"city\", \"unit\", \"days\", \"tags\", \"at\", "
        "\"who\"\n");
  CHECK(faults(text, R"({"city":5,"a/b":1})", 1) == "at /city: expected a string, got an integer\n");
  CHECK(faults(text, R"({"city":5,"a/b":1})", 0).empty());
  CHECK(faults(text, "7") == "at the top: expected an object, got an integer\n");
  CHECK(faults(R"({"type":"integer"})", "1.5") == "at the top: expected an integer, got a number\n");
  CHECK(faults(R"({"minItems":2,"contains":{"const":1}})", "[2]") ==
        "at the top: expected at least 2 elements, got 1\n"
        "at the top: expected at least 1 element as \"contains\" describes, got 0\n");
  CHECK(faults(R"({"dependentRequired":{"a":["b"]}})", R"({"a":1})") ==
        "at /b: missing: \"b\", which \"a\" asks for\n");
  CHECK(faults(R"({"not":{}})", "1") == "at the top: the value is what \"not\" excludes\n");
  CHECK(faults("false", "1") == "at the top: no value is allowed here\n");
}

TEST_CASE("of alternatives the one that the type leaves is explained") {
  const char* const text =
      R"({"properties":{"a":{"anyOf":[{"type":"object","required":["id"]},{"type":"string"},{"$ref":"#/$defs/n"}]},
    "b":{"oneOf":[{"minimum":1},{"minimum":2}]}},"$defs":{"n":{"type":"null"}}})";
  CHECK(faults(text, R"({"a":{}})") == "at /a/id: missing: \"id\"\n");
  CHECK(faults(text, R"({"a":5})") == "at /a: expected a string, an object or null, got an integer\n");
  CHECK(faults(text, R"({"b":0})") == "at /b: the value fits none of the 2 alternatives of \"oneOf\"\n");
  CHECK(faults(text, R"({"b":5})") ==
        "at /b: the value fits more than one alternative of \"oneOf\"; exactly one must fit\n");
}

TEST_CASE("checking a valid value of usual size allocates nothing") {
  const json_schema compiled =
      schema(R"({"type":"object","properties":{"city":{"type":"string","minLength":1},
    "unit":{"enum":["a","b","c","d","e","f","g","h","i"]},"days":{"type":"integer","minimum":1,"multipleOf":0.5},
    "any":{"anyOf":[{"type":"string"},{"type":"null"}]},"list":{"uniqueItems":true,"items":{"$ref":"#/$defs/x"}}},
    "unevaluatedProperties":false,"required":["city"],"$defs":{"x":{"properties":{"y":{"const":[1]}}}}})");
  const js::value v =
      parse(R"({"city":"Lublin","unit":"i","days":3,"any":null,"list":[{"y":[1]},{},{"z":2}]})");
  std::vector<pointed_fault> none;
  const std::size_t before = allocations;
  const bool accepted = compiled.accepts(v);
  const bool checked = compiled.check(v, none);
  CHECK(allocations == before);
  CHECK(accepted);
  CHECK(checked);
  const std::size_t counted = allocations;
  CHECK_FALSE(compiled.check(parse("[]"), none));
  CHECK(allocations > counted);
}

TEST_CASE("a check that gets no memory refuses") {
  const json_schema unique = schema(R"({"uniqueItems":true})");
  const json_schema names = schema(R"({"propertyNames":{"minLength":1}})");
  const json_schema looked_at = schema(R"({"allOf":[{"items":true}],"unevaluatedItems":false})");
  js::array numbers;
  for (int i = 0; i < 1000; ++i) numbers.emplace_back(i);
  const js::value list = numbers;
  const js::value object = parse(R"({"a name that is too long to stand in the value itself":1})");
  for (const auto& [compiled, value] :
       {std::pair{&unique, &list}, std::pair{&names, &object}, std::pair{&looked_at, &list}}) {
    CHECK(compiled->accepts(*value));
    bool accepted = true;
    {
      const refusing none(0);
      accepted = compiled->accepts(*value);
    }
    CHECK_FALSE(accepted);
    CHECK(compiled->accepts(*value));
  }
}

TEST_CASE("one schema serves many threads, and outlives its text and its copies") {
  json_schema one = [] {
    const js::value text =
        parse(R"({"properties":{"a":{"pattern":"^x+$"},"b":{"enum":["long enough to be on the heap"]}}})");
    return *json_schema::compile(text).schema;
  }();
  const json_schema copy = one;
  const json_schema moved = std::move(one);
  std::vector<std::thread> threads;
  std::vector<int> right(4, 0);
  for (std::size_t t = 0; t < right.size(); ++t)
    threads.emplace_back([&, t] {
      const js::value good = parse(R"({"a":"xxx","b":"long enough to be on the heap"})");
      const js::value bad = parse(R"({"a":"xyx"})");
      for (int i = 0; i < 200; ++i)
        right[t] += moved.accepts(good) && !moved.accepts(bad) && copy.accepts(good) ? 1 : 0;
    });
  for (std::thread& one_of : threads) one_of.join();
  CHECK(right == std::vector<int>(4, 200));
}
