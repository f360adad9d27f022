// SPDX-License-Identifier: MIT
#include "support/catch.hpp"

#include <tacet/phase/skill_expression.hpp>

#include <charconv>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using fault = tacet::expression_fault;
using tacet::judge_expression;

namespace {

constexpr std::string_view state = R"( {
  "door": {"open": true, "locked": false, "name": "caf\u00e9", "0": "zero", "and": 1},
  "items": [3, "two", {"deep": [null, true]}, []],
  "count": 10, "price": 12.50, "big": 12345678901234567890123, "neg": -0.5, "zero": -0,
  "none": null, "t\u0069me": "2024-05-01", "twice": 1, "twice": 1, "inner": {"a": 1, "a": 2}, "x-y": true,
  "_": true
} )";

}  // namespace

TEST_CASE("an expression of a skill holds or not") {
  const std::pair<std::string_view, bool> table[] = {
      {"door.open", true},
      {" door.open ", true},
      {"door.locked", false},
      {"not door.locked", true},
      {"not not door.open", true},
      {"not(door.open)", false},
      {"true", true},
      {"false or true", true},
      {"((true))", true},
      {"x-y and _", true},
      {"door.and == 1", true},
      {"door.0 == \"zero\"", true},
      {"items.0 == 3", true},
      {"items.2.deep.1", true},
      {"items.2.deep.0 == null", true},
      {"items.3 == []", true},
      {"items.2 == {\"deep\" : [ null , true ]}", true},
      {"time == \"2024-05-01\"", true},
      {"door.name == \"caf\xC3\xA9\"", true},
      {"door.name == \"c\\u0061f\\u00E9\"", true},
      {"count == 1e1", true},
      {"count == 10.0 and count != 11", true},
      {"10 == count", true},
      {"zero == 0", true},
      {"big == 12345678901234567890123", true},
      {"big == 12345678901234567890124", false},
      {"big < 12345678901234567890124 and big > 12345678901234567890122", true},
      {"big >= 1.2345678901234567890123e22 and big <= 12345678901234567890123.000", true},
      {"price > 12.49 and price < 12.6 and price >= 12.5 and price <= 12.5", true},
      {"neg < 0 and neg > -1 and neg<-0.4 and neg>=-0.50", true},
      {"neg < -0.5", false},
      {"-1 < 1e-999999 and 1e-999999 < 1e999999", true},
      {"0.1 < 0.12 and -0.12 < -0.1 and 9 < 10 and 99e-1 < 10", true},
      {"time < \"2024-05-02\" and time >= \"2024\"", true},
      {"\"a\" < \"\xC3\xA9\"", true},
      {"none == null", true},
      {"none != null", false},
      {"count != null", true},
      {"count == null", false},
      {"count in [1, 10.0]", true},
      {"count in [1, 2]", false},
      {"count in []", false},
      {"none in [1, null]", true},
      {"none in [1]", false},
      {"\"two\" in items", true},
      {"not (count in [11])", true},
      {"[1] in [[1.0], 2]", true},
      {"true or false and false", true},
      {"(true or false) and false", false},
      {"not false and false", false},
      {"not door.locked == true", true},
      {"door.open == door.open", true},
  };
  for (const auto& [text, wanted] : table) {
    CAPTURE(text);
    const auto found = judge_expression(text, state);
    CHECK(found.fault == fault::none);
    CHECK(found.holds == wanted);
  }
}

TEST_CASE("a faulty expression of a skill never holds and says what and where") {
  const auto nested = [](int n, const char* open, const char* close) {
    std::string text;
    for (int i = 0; i < n; ++i) text += open;
    text += "true";
    for (int i = 0; i < n; ++i) text += close;
    return text;
  };
  struct row {
    std::string text;
    fault what;
    std::size_t at;
  };
  const row table[] = {
      {"", fault::syntax, 0},
      {"  ", fault::syntax, 2},
      {"and", fault::syntax, 0},
      {"door.open and", fault::syntax, 13},
      {"door.open or or true", fault::syntax, 13},
      {"(door.open", fault::syntax, 10},
      {"door.open)", fault::syntax, 9},
      {"()", fault::syntax, 1},
      {"door..open", fault::syntax, 5},
      {"door.", fault::syntax, 5},
      {".door", fault::syntax, 0},
      {"door .open", fault::syntax, 5},
      {"true.x", fault::syntax, 4},
      {"count==10and door.open", fault::syntax, 9},
      {"count == 1 == 1", fault::syntax, 11},
      {"(count) == 10", fault::wrong_type, 1},
      {"(door.open) == true", fault::syntax, 12},
      {"count not in [1]", fault::syntax, 6},
      {"count == 01", fault::syntax, 9},
      {"count == 'x'", fault::syntax, 9},
      {"time == \"x", fault::syntax, 10},
      {"time == \"\xFF\"", fault::syntax, 9},
      {"count in [1,]", fault::syntax, 12},
      {"items[0] == 3", fault::syntax, 5},
      {std::string("true\0", 5), fault::syntax, 4},
      {"count = 10", fault::unknown_operator, 6},
      {"count === 10", fault::unknown_operator, 6},
      {"count <> 10", fault::unknown_operator, 6},
      {"count + 1 == 11", fault::unknown_operator, 6},
      {"door.open && true", fault::unknown_operator, 10},
      {"door.open || true", fault::unknown_operator, 10},
      {"door.open contains 1", fault::unknown_operator, 10},
      {"door.open AND true", fault::unknown_operator, 10},
      {"missing", fault::missing_key, 0},
      {"door.missing", fault::missing_key, 5},
      {"true or door.missing", fault::missing_key, 13},
      {"false and not door.missing", fault::missing_key, 19},
      {"not door.missing", fault::missing_key, 9},
      {"missing == null", fault::missing_key, 0},
      {"missing != 1", fault::missing_key, 0},
      {"items.4", fault::missing_key, 6},
      {"items.00 == 3", fault::missing_key, 6},
      {"items.x", fault::missing_key, 6},
      {"items.99999999999999999999 == 3", fault::missing_key, 6},
      {"twice == 1", fault::missing_key, 0},
      {"count", fault::wrong_type, 0},
      {"none", fault::wrong_type, 0},
      {"not none", fault::wrong_type, 4},
      {"\"true\"", fault::wrong_type, 0},
      {"1", fault::wrong_type, 0},
      {"items", fault::wrong_type, 0},
      {"door.open.x", fault::wrong_type, 10},
      {"count.x", fault::wrong_type, 6},
      {"count == \"10\"", fault::wrong_type, 0},
      {"count != \"10\"", fault::wrong_type, 0},
      {"door.open == 1", fault::wrong_type, 0},
      {"door.open > false", fault::wrong_type, 0},
      {"time < 5", fault::wrong_type, 0},
      {"none < 5", fault::wrong_type, 0},
      {"items > []", fault::wrong_type, 0},
      {"count in 10", fault::wrong_type, 0},
      {"not (count in [\"10\"])", fault::wrong_type, 5},
      {"inner == {\"a\":1}", fault::wrong_type, 0},
      {"{\"a\":1} in [{\"a\":1,\"a\":1}]", fault::wrong_type, 0},
      {"1e99999999999999999999 < 1e999999999999999999999", fault::wrong_type, 0},
      {nested(32, "(", ")") + " x", fault::unknown_operator, 69},
      {nested(33, "(", ")"), fault::too_deep, 32},
      {nested(33, "not ", ""), fault::too_deep, 128},
      {nested(33, "not(", ")"), fault::too_deep, 64},
      {"count in " + std::string(200, '[') + std::string(200, ']'), fault::too_deep, 137},
      {std::string(4097, ' '), fault::too_long, 0},
      {std::string(1 << 20, '('), fault::too_long, 0},
      {std::string(4096, '('), fault::too_deep, 32},
  };
  for (const row& one : table) {
    CAPTURE(one.text.substr(0, 80));
    const auto found = judge_expression(one.text, state);
    CHECK_FALSE(found.holds);
    CHECK(std::string(to_text(found.fault)) == std::string(to_text(one.what)));
    CHECK(found.at == one.at);
  }
  CHECK(judge_expression(nested(32, "(", ")"), state).holds);
  std::string padded(4092, ' ');
  padded.append("true");
  CHECK(judge_expression(padded, state).holds);
}

TEST_CASE("a state that is not one JSON value makes every expression faulty") {
  const std::string deep = "{\"a\":" + std::string(128, '[') + std::string(128, ']') + "}";
  for (const std::string& text :
       {std::string(), std::string(" "), std::string("{"), std::string("{} {}"), std::string("{\"a\":tru}"),
        std::string("{'a':1}"), std::string("\xEF\xBB\xBF{}"), deep}) {
    CAPTURE(text);
    CHECK(judge_expression("true", text).fault == fault::bad_state);
  }
  CHECK(judge_expression("a", "[true]").fault == fault::missing_key);
  CHECK(judge_expression("a", "true").fault == fault::wrong_type);
  CHECK(judge_expression("a.1", "{\"a\":[false,true]}").holds);
}

TEST_CASE("a cut or changed expression of a skill is answered, whatever it is") {
  const std::string whole =
      R"(not (door.open == false) and (items.0 in [1, "x", 3] or time >= "2024") and count != 1e2)";
  REQUIRE(judge_expression(whole, state).holds);
  std::mt19937 random(3);
  const std::string_view signs = "()[]{}.,:\"\\=!<>-+0123456789eE \n\tandortuefls\xC3\xFF";
  std::size_t faulty = 0;
  for (int i = 0; i < 20000; ++i) {
    std::string text = whole.substr(0, 1 + random() % whole.size());
    for (unsigned k = random() % 4; k > 0; --k) text[random() % text.size()] = signs[random() % signs.size()];
    // The text ends where its memory ends, so that the sanitizer sees a step beyond.
    const std::vector<char> bytes(text.begin(), text.end());
    const auto found = judge_expression(std::string_view(bytes.data(), bytes.size()), state);
    REQUIRE_FALSE((found.holds && found.fault != fault::none));
    REQUIRE(found.at <= text.size());
    faulty += found.fault != fault::none;
  }
  CHECK(faulty > 10000);
}

TEST_CASE("numbers in an expression are ordered as their doubles are") {
  std::mt19937 random(5);
  for (int i = 0; i < 5000; ++i) {
    const auto number = [&] {
      std::string text = random() % 2 == 0 ? "-" : "";
      text += std::to_string(random() % 200);
      if (random() % 2 == 0) text += "." + std::to_string(random() % 50);
      if (random() % 3 == 0) text += "e" + std::to_string(static_cast<int>(random() % 7) - 3);
      return text;
    };
    const std::string a = number();
    const std::string b = random() % 8 == 0 ? a : number();
    double x = 0;
    double y = 0;
    REQUIRE(std::from_chars(a.data(), a.data() + a.size(), x).ptr == a.data() + a.size());
    REQUIRE(std::from_chars(b.data(), b.data() + b.size(), y).ptr == b.data() + b.size());
    CAPTURE(a, b);
    REQUIRE(judge_expression(a + " < " + b, "{}").holds == (x < y));
    REQUIRE(judge_expression(a + " >= " + b, "{}").holds == (x >= y));
    REQUIRE(judge_expression(a + " == " + b, "{}").holds == (x == y));
  }
}
