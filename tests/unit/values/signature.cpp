// SPDX-License-Identifier: MIT
// The repeat key: equal for equal values, different for anything else.
#include "support/catch.hpp"

#include <tacet/json/scan.hpp>
#include <tacet/values/signature.hpp>

#include <algorithm>
#include <cstdio>
#include <random>
#include <string>
#include <vector>

using namespace tacet;

static std::string key(std::string_view arguments, std::string_view name = "search") {
  return signature(tool_call{"any id", name, arguments});
}

TEST_CASE("spellings of one value have one signature") {
  const std::vector<std::string> classes[] = {
      {"{}", "", " \n\t", "null", " null ", "{ }", R"("{}")", R"(" { } ")"},
      {R"({"a":1,"b":[true,null]})", R"({ "b" : [ true , null ] , "a" : 1 })",
       R"({"\u0061":1.0,"b":[true,null]})", R"({"a":1e0,"b":[true,null]})", R"({"a":10e-1,"b":[true,null]})",
       R"({"a":0.1E+1,"b":[true,null]})", R"("{\"a\":1,\"b\":[true,null]}")"},
      {R"({"a":0})", R"({"a":-0})", R"({"a":0.0})", R"({"a":-0e7})", R"({"a":0e999999999999999999999})"},
      {R"({"a":9007199254740993})", R"({"a":9007199254740993.0})", R"({"a":9.007199254740993e15})"},
      {R"({"a":9007199254740992})"},
      {R"({"a":1200})", R"({"a":12e2})", R"({"a":0.12E4})", R"({"a":1200.000})"},
      {R"({"a":0.0012})", R"({"a":12e-4})", R"({"a":1.20e-3})"},
      {R"({"a":"x\ny"})", R"({"a":"x\u000Ay"})", R"({"a":"x\u000ay"})"},
      {R"({"a":"/"})", R"({"a":"\/"})"},
      {"{\"a\":\"\xF0\x9F\x98\x80\"}", R"({"a":"\uD83D\ude00"})"},
      {R"({"a":[1,2]})", R"({"a":[1,2.0]})"},
      {R"({"a":[2,1]})"},
      {R"({"a":"1"})"},
      {R"({"a":1,"b":2})", R"({"b":2,"a":1})"},
      {R"({"a":true})"},
      {R"({"a":null})"},
      {R"({"A":1})"},
      {R"({"":1})"},
      {R"([])"},
      {R"("hi")"},
      {R"({"a":"{\"b\":1}"})"},
      {R"({"a":{"b":1}})"},
      {"{\"a\":1" + std::string(400, '0') + "}", "{\"a\":1e400}", "{\"a\":10E399}"},
      {"{\"a\":" + std::string(400, '9') + "}", "{\"a\":" + std::string(400, '9') + ".00}"},
      {"{\"a\":" + std::string(399, '9') + "8}"},
  };
  std::vector<std::string> keys;
  for (const auto& spellings : classes) {
    const std::string wanted = key(spellings.front());
    for (const std::string& one : spellings) CHECK(key(one) == wanted);
    keys.push_back(wanted);
  }
  std::sort(keys.begin(), keys.end());
  CHECK(std::adjacent_find(keys.begin(), keys.end()) == keys.end());
}

TEST_CASE("the id is no part of it and the name is") {
  CHECK(signature({"1", "a", "{}"}) == signature({"2", "a", "{}"}));
  CHECK(key("{}", "a") != key("{}", "b"));
  CHECK(key("{}", "") != key("{}", "a"));
  CHECK(key("{}", "a") != key("{}", "A"));
}

TEST_CASE("text that is no JSON counts as it is written") {
  for (const char* text : {R"({"a":1)", R"({"a":1,"a":2})", R"({"a":1}{"b":2})", R"({'a':1})",
                           "{\"a\":\"\n\"}", "NaN", "{\"a\":01}"}) {
    CHECK(key(text) == key(text));
    CHECK(key(text) != key(std::string(text) + " "));
    CHECK(key(text) != key("{}"));
  }
  CHECK(key(R"({"a":1,"a":2})") != key(R"({"a":2,"a":1})"));
}

TEST_CASE("a name cannot imitate arguments, nor arguments a name") {
  const std::string_view parts[] = {"a",     "a\n",       "\n", "a\n{}", "{}",       "a\n!x", "!x",
                                    "x\n{}", "a\n!x\n{}", "!",  "",      "a\n\"b\"", "\"b\""};
  std::vector<std::pair<std::string, std::string>> seen;
  for (const auto name : parts)
    for (const auto arguments : parts) {
      if (arguments.find_first_not_of(" \n") == std::string_view::npos && !arguments.empty())
        continue;  // is {}
      seen.emplace_back(key(arguments, name),
                        std::string(name) + "|" + (arguments.empty() ? "{}" : std::string(arguments)));
    }
  std::sort(seen.begin(), seen.end());
  for (std::size_t i = 1; i < seen.size(); ++i)
    if (seen[i].first == seen[i - 1].first) CHECK(seen[i].second == seen[i - 1].second);
}

TEST_CASE("nesting of any depth has a signature") {
  const std::string deep(100000, '[');
  CHECK(key(deep) == key(deep));
  CHECK(key(deep) != key(deep + "["));
  const std::string even = std::string(127, '[') + std::string(127, ']');
  CHECK(key("{\"a\":" + even + "}") == key("{ \"a\" : " + even + " }"));
}

namespace {

// Writes a random value twice, each time in another spelling.
struct speller {
  std::mt19937 random;

  unsigned draw(unsigned below) { return static_cast<unsigned>(random() % below); }
  std::string blanks() { return draw(3) == 0 ? std::string(draw(3), " \n\t\r"[draw(4)]) : std::string(); }

  static std::string escape(unsigned unit) {
    char text[8];
    std::snprintf(text, sizeof text, "\\u%04x", unit);
    return text;
  }
  std::string string(const std::string& value, bool strange) {
    std::string out = "\"";
    for (const char c : value) {
      const auto byte = static_cast<unsigned char>(c);
      if (byte < 0x20 || c == '"' || c == '\\' || (strange && byte < 0x80 && draw(4) == 0))
        out += escape(byte);
      else out += c;
    }
    return out + '"';
  }
  std::string number(const std::string& digits, int exponent) {
    // digits x 10^exponent, the point anywhere in it
    const auto at = static_cast<std::size_t>(draw(static_cast<unsigned>(digits.size()))) + 1;
    std::string out = digits.substr(0, at);
    if (at < digits.size() || draw(2) == 0) out += "." + digits.substr(at) + std::string(draw(3) + 1, '0');
    const int moved = exponent + static_cast<int>(digits.size() - at);
    if (moved != 0 || draw(3) == 0)
      out += (draw(2) == 0 ? "e" : "E") + std::string(moved >= 0 && draw(2) == 0 ? "+" : "") +
             std::to_string(moved);
    return out;
  }

  std::pair<std::string, std::string> value(int depth) {
    const auto pad = [&](const std::string& text) { return blanks() + text + blanks(); };
    switch (draw(depth > 0 ? 6 : 4)) {
      case 0: {
        const char* const word = draw(3) == 0 ? "null" : draw(2) == 0 ? "true" : "false";
        return {pad(word), pad(word)};
      }
      case 1:
      case 2: {
        std::string digits(1, static_cast<char>('1' + draw(9)));
        for (unsigned n = draw(30); n-- > 0;) digits += static_cast<char>('0' + draw(10));
        const int exponent = static_cast<int>(draw(41)) - 20;
        const std::string sign = draw(2) == 0 ? "-" : "";
        return {pad(sign + number(digits, exponent)), pad(sign + number(digits, exponent))};
      }
      case 3: {
        std::string text;
        for (unsigned n = draw(10); n-- > 0;)
          text += draw(5) == 0 ? std::string("\xC3\xBC") : std::string(1, static_cast<char>(draw(128)));
        return {pad(string(text, true)), pad(string(text, true))};
      }
      case 4: {
        std::string a = "[", b = "[";
        for (unsigned n = draw(4), i = 0; i < n; ++i) {
          const auto [x, y] = value(depth - 1);
          a += (i == 0 ? "" : ",") + x;
          b += (i == 0 ? "" : ",") + y;
        }
        return {pad(a + "]"), pad(b + "]")};
      }
      default:
        return object(depth);
    }
  }
  std::pair<std::string, std::string> object(int depth) {
    std::vector<std::string> a, b;
    for (unsigned n = draw(5), i = 0; i < n; ++i) {
      const std::string name = std::string(1, static_cast<char>('a' + draw(26))) + std::to_string(i);
      const auto [x, y] = value(depth - 1);
      a.push_back(blanks() + string(name, true) + blanks() + ":" + x);
      b.push_back(blanks() + string(name, true) + blanks() + ":" + y);
    }
    std::shuffle(b.begin(), b.end(), random);
    const auto joined = [](const std::vector<std::string>& all) {
      std::string out = "{";
      for (const std::string& one : all) out += (out.size() == 1 ? "" : ",") + one;
      return out + "}";
    };
    return {joined(a), joined(b)};
  }
};

}  // namespace

TEST_CASE("random values that are permuted and respelled keep their signature") {
  speller spell{std::mt19937(20240607)};
  std::string last;
  for (int i = 0; i < 4000; ++i) {
    const auto [a, b] = spell.object(4);
    json::context c;
    INFO(a << "\n" << b);
    REQUIRE(json::scan_document(a, c));
    REQUIRE(key(a) == key(b));
    if (a.size() > 30) {
      CHECK(key(a) != last);
      last = key(a);
    }
  }
}
