// SPDX-License-Identifier: MIT
// Text becomes a JSON value exactly, or not at all.
#include "support/catch.hpp"

#include <tacet/dynamic/read_value.hpp>
#include <tacet/json/explain.hpp>

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

using namespace tacet;

namespace {

struct reading {
  bool read = false;
  boost::json::value value{};
  json::fault_code fault{};
  std::string why{};
  bool adjusted = false;
};
template <class Read> reading by(Read&& how, std::string_view text, const value_limits& limits) {
  reading r;
  text_room room;
  json::context c;
  c.room = &room;
  r.read = how(text, r.value, c, limits);
  r.fault = c.fault;
  r.adjusted = c.adjusted;
  if (!r.read) {
    text_room words;
    text_writer to(words);
    json::explain(c, to);
    r.why = to.finish({});
  }
  return r;
}
reading value_of(std::string_view text, const value_limits& limits = {}) { return by(read_value, text, limits); }
reading arguments_of(std::string_view text, const value_limits& limits = {}) { return by(read_arguments, text, limits); }

json::fault_code fault_of(std::string_view text) { return value_of(text).fault; }

}  // namespace

TEST_CASE("what is read is what Boost.JSON reads") {
  for (const std::string_view text :
       {"{}", "[]", "null", "true", "false", "0", "-0", "17", "-9223372036854775808", "9223372036854775807", "18446744073709551615",
        "1.5", "5.0", "1e3", "-2.5E-3", "\"\"", "\"abc\"", R"("\"\\\/\b\f\n\r\tA\u00e9\ud83c\udf78")", " [ 1 , { \"a\" : [ ] } ] ",
        R"({"a":1,"b":{"c":[1,2,3],"d":null},"\u0065":false,"":0})", R"([[[[[]]]]])"}) {
    const reading r = value_of(text);
    INFO(text << ": " << r.why);
    REQUIRE(r.read);
    CHECK(r.value == boost::json::parse(text));
    CHECK(r.value.kind() == boost::json::parse(text).kind());
  }
  std::string large = "{";
  for (int i = 0; i < 3000; ++i) large += (i == 0 ? "\"k" : ",\"k") + std::to_string(i) + "\":[" + std::to_string(i) + "]";
  CHECK(value_of(large + "}").value == boost::json::parse(large + "}"));
}

TEST_CASE("a number is exact or refused") {
  CHECK(fault_of("18446744073709551616") == json::fault_code::out_of_range);
  CHECK(fault_of("-9223372036854775809") == json::fault_code::out_of_range);
  CHECK(fault_of(std::string(400, '9')) == json::fault_code::out_of_range);
  CHECK(fault_of("1e400") == json::fault_code::out_of_range);
  CHECK(fault_of("-1e999999999999999999999") == json::fault_code::out_of_range);
  REQUIRE(value_of("1e-400").read);
  CHECK(value_of("1e-400").value == 0.0);
  CHECK(value_of("-9223372036854775808").value.as_int64() == std::numeric_limits<std::int64_t>::min());
  CHECK(value_of("9223372036854775808").value.as_uint64() == 9223372036854775808U);
  CHECK(value_of("0.1").value.as_double() == 0.1);
}

TEST_CASE("everything else that is no JSON is refused, with its place") {
  CHECK(fault_of(R"({"a":1,"a":2})") == json::fault_code::duplicate_member);
  CHECK(fault_of(R"({"x":[{"a":1,"b":2,"\u0061":3}]})") == json::fault_code::duplicate_member);
  CHECK(value_of(R"({"x":[{"a":1,"b":2,"a":3}]})").why.find("/x/0/a") != std::string::npos);
  CHECK(value_of(R"({"x":[{"a":1,"b":2,"a":3}]})").why.find("byte 19") != std::string::npos);
  for (const std::string_view text :
       {"", " ", "{", "[", "\"", "[1", "[1,", "[1,]", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,", "{\"a\":1,}", "{a:1}", "nul", "tru",
        "falsey", "01", "1.", "+1", ".5", "1e", "- 1", "NaN", "Infinity", "'a'", "\"\\x\"", "\"\\ud800\"", "\"\x01\"", "\"\xFF\"", "1 2",
        "[1]]", "{}{}", "[1 2]", "{\"a\" 1}", "// 1", "[1,,2]", "\xEF\xBB\xBF{}"}) {
    const reading r = value_of(text);
    INFO(text);
    CHECK_FALSE(r.read);
    CHECK(json::is_grammar(r.fault));
    CHECK_FALSE(r.why.empty());
  }
}

TEST_CASE("no more is taken than the limits say") {
  const std::string deep = std::string(64, '[') + std::string(64, ']');
  CHECK(value_of(deep).read);
  CHECK(value_of("[" + deep + "]").fault == json::fault_code::too_deep);
  CHECK(value_of(std::string(100000, '[')).fault == json::fault_code::too_deep);
  CHECK(value_of("[[1]]", {.depth = 2}).read);
  CHECK(value_of("[[1]]", {.depth = 1}).fault == json::fault_code::too_deep);
  CHECK(value_of("{\"a\":{}}", {.depth = 1}).fault == json::fault_code::too_deep);
  CHECK(value_of("1", {.depth = 0}).read);
  // The limit of the library holds in any case.
  const std::string deepest = std::string(130, '[') + std::string(130, ']');
  CHECK(value_of(deepest, {.depth = 100000}).fault == json::fault_code::too_deep);
  CHECK(value_of("[1]", {.bytes = 3}).read);
  const reading large = value_of("[1] ", {.bytes = 3});
  CHECK(large.fault == json::fault_code::text_too_long);
  CHECK(large.why.find("send less") != std::string::npos);
}

TEST_CASE("arguments are an object") {
  for (const std::string_view none : {"", "  \n", "null", "{}", " { } "}) {
    const reading r = arguments_of(none);
    REQUIRE(r.read);
    CHECK(r.value == boost::json::object());
    CHECK_FALSE(r.adjusted);
  }
  const reading wrapped = arguments_of(R"("{\"a\":\"x\\ny\"}")");
  REQUIRE(wrapped.read);
  CHECK(wrapped.adjusted);
  CHECK(boost::json::serialize(wrapped.value) == R"({"a":"x\ny"})");
  for (const std::string_view other : {"[]", "1", "\"a\"", "true", R"("\"{}\"")", R"("[1]")"})
    CHECK(arguments_of(other).fault == json::fault_code::not_an_object);
  CHECK(arguments_of("{\"a\":1} x").fault == json::fault_code::trailing_text);
  CHECK(arguments_of("{\"a\":1}{\"a\":1}").fault == json::fault_code::trailing_text);
  CHECK(arguments_of(R"({"text":"half a sent)").fault == json::fault_code::unexpected_end);
  CHECK(arguments_of("{\"a\":1,}").fault == json::fault_code::unexpected_character);
  CHECK(arguments_of("{\"a\":[[1]]}", {.depth = 2}).fault == json::fault_code::too_deep);
  CHECK(arguments_of("{\"a\":[1]}", {.depth = 2}).read);
  CHECK(arguments_of("{\"a\":1}", {.bytes = 6}).fault == json::fault_code::text_too_long);
}
