// SPDX-License-Identifier: MIT
// Strings, optionals, sequences, maps and variants.
#include "support/catch.hpp"
#include "unit/json/read.hpp"
#include "unit/support/allocations.hpp"

#include <deque>
#include <list>
#include <map>
#include <unordered_map>
#include <vector>

using namespace tacet;
using namespace std::string_literals;
using tacet_test::decoded;
using tacet_test::fault_code;
using tacet_test::read_member;

namespace {
struct pair {
  int a;
  int b;
  friend bool operator==(const pair&, const pair&) = default;
};
struct named {
  std::string name;
};
}  // namespace

TEST_CASE("strings are decoded, and each kind of fault has its own name") {
  const struct {
    std::string text, value;
  } good[] = {{R"("")", ""},
              {R"("abc")", "abc"},
              {R"("\"\\\/\b\f\n\r\t")", "\"\\/\b\f\n\r\t"},
              {R"("\u0041\u00e9\u20AC")", "A\xC3\xA9\xE2\x82\xAC"},
              {R"("\uD83D\uDE00")", "\xF0\x9F\x98\x80"},
              {R"("\uDBFF\uDFFF")", "\xF4\x8F\xBF\xBF"},
              {R"("\u0000")", "\0"s},
              {R"("a\u0000b")", "a\0b"s},
              {"\"\x7F\"", "\x7F"},
              {"\"\xF4\x8F\xBF\xBF\"", "\xF4\x8F\xBF\xBF"},
              {R"("\uFFFF")", "\xEF\xBF\xBF"},
              {R"("\uD7FF\uE000")", "\xED\x9F\xBF\xEE\x80\x80"},
              {'"' + std::string(100000, 'x') + '"', std::string(100000, 'x')}};
  const struct {
    std::string text;
    fault_code fault;
  } bad[] = {{"\"a\nb\"", fault_code::control_character},
             {"\"\t\"", fault_code::control_character},
             {"\"\x01\"", fault_code::control_character},
             {"\"\x1F\"", fault_code::control_character},
             {"\""s + '\0' + "\"", fault_code::control_character},
             {R"("\a")", fault_code::bad_escape},
             {R"("\x41")", fault_code::bad_escape},
             {R"("\'")", fault_code::bad_escape},
             {R"("\u12")", fault_code::bad_escape},
             {R"("\u123g")", fault_code::bad_escape},
             {R"("\U0041")", fault_code::bad_escape},
             {R"("\u 041")", fault_code::bad_escape},
             {R"("\0")", fault_code::bad_escape},
             {R"("\uD83D")", fault_code::unpaired_surrogate},
             {R"("\uDE00")", fault_code::unpaired_surrogate},
             {R"("\uD83Dx")", fault_code::unpaired_surrogate},
             {R"("\uD83D\uD83D")", fault_code::unpaired_surrogate},
             {R"("\uD83D\u0041")", fault_code::unpaired_surrogate},
             {R"("\uD83D\n\uDE00")", fault_code::unpaired_surrogate},
             {R"("\uDE00\uD83D")", fault_code::unpaired_surrogate},
             {R"("\uD83D\\uDE00")", fault_code::unpaired_surrogate},
             {"\"\x80\"", fault_code::bad_utf8},
             {"\"\xC0\xAF\"", fault_code::bad_utf8},
             {"\"\xC3\"", fault_code::bad_utf8},
             {"\"\xE2\x82\"", fault_code::bad_utf8},
             {"\"\xED\xA0\x80\"", fault_code::bad_utf8},
             {"\"\xF4\x90\x80\x80\"", fault_code::bad_utf8},
             {"\"\xFF\"", fault_code::bad_utf8},
             {"\"\xE0\x80\xAF\"", fault_code::bad_utf8},
             {"\"\xF0\x80\x80\xAF\"", fault_code::bad_utf8},
             {"\"\xF8\x88\x80\x80\x80\"", fault_code::bad_utf8},
             {"'a'", fault_code::unexpected_character},
             {"a", fault_code::unexpected_character},
             {"1", fault_code::wrong_type},
             {"null", fault_code::wrong_type},
             {"true", fault_code::wrong_type},
             {"[\"a\"]", fault_code::wrong_type}};
  // At every distance from a word border, owned and borrowed.
  for (std::size_t pad = 0; pad < 9; ++pad) {
    const auto padded = [&](const std::string& text) {
      return text[0] == '"' ? '"' + std::string(pad, 'p') + text.substr(1) : text;
    };
    for (const auto& row : good) {
      auto owned = read_member<std::string>(padded(row.text));
      auto viewed = read_member<std::string_view>(padded(row.text));
      INFO(row.text.substr(0, 40));
      REQUIRE((owned.ok && viewed.ok));
      CHECK(owned.value.v == std::string(pad, 'p') + row.value);
      CHECK(viewed.value.v == owned.value.v);
      const char* const at = viewed.value.v.data();
      const bool borrows = at >= viewed.c.begin && at < viewed.c.end;
      CHECK(borrows == (row.text.find('\\') == std::string::npos));
    }
    for (const auto& row : bad) {
      INFO(row.text);
      CHECK(read_member<std::string>(padded(row.text)).fault() == row.fault);
      CHECK(read_member<std::string_view>(padded(row.text)).fault() == row.fault);
    }
  }
}

TEST_CASE("a view with escapes needs a room, and says so") {
  std::string text = R"({"v":"a\nb"})";
  tacet_test::holder<std::string_view> out{};
  json::context c;
  CHECK_FALSE(json::decode(text, out, c));
  CHECK(c.fault == fault_code::no_memory);
  json::context plain;
  text = R"({"v":"ab"})";
  CHECK(json::decode(text, out, plain));
  CHECK(out.v == "ab");
}

TEST_CASE("null is absence for an optional, and an element for a nested one") {
  using nested = std::optional<std::vector<std::optional<int>>>;
  CHECK(read_member<nested>("null").value.v == nested{});
  CHECK(read_member<nested>("[]").value.v == nested{std::vector<std::optional<int>>{}});
  CHECK(read_member<nested>("[null,1,null]").value.v == nested{{{}, 1, {}}});
  CHECK(read_member<nested>("[nul]").fault() == fault_code::unexpected_character);
  CHECK(read_member<nested>("[null").fault() == fault_code::unexpected_character);
  CHECK(read_member<nested>("[true]").fault() == fault_code::wrong_type);
  CHECK(read_member<std::vector<int>>("[null]").fault() == fault_code::wrong_type);
  CHECK(read_member<std::optional<std::string>>("\"\"").value.v == "");
}

TEST_CASE("sequences of all kinds keep the order and every element") {
  CHECK(read_member<std::vector<int>>("[ 3 , 1,2 ]").value.v == std::vector{3, 1, 2});
  CHECK(read_member<std::deque<std::string>>("[\"a\",\"\"]").value.v == std::deque<std::string>{"a", ""});
  CHECK(read_member<std::list<bool>>("[true,false]").value.v == std::list<bool>{true, false});
  CHECK(read_member<std::vector<bool>>("[true,false,true]").value.v == std::vector<bool>{true, false, true});
  CHECK(read_member<std::vector<std::vector<int>>>("[[],[1]]").value.v ==
        std::vector<std::vector<int>>{{}, {1}});
  std::string many = "[0";
  for (int i = 1; i < 50000; ++i) many += ',' + std::to_string(i);
  CHECK(read_member<std::vector<int>>(many + "]").value.v.back() == 49999);
  for (const char* text : {"[1,]", "[,1]", "[1 2]", "[1;2]", "[,]", "[1}", "]", "[1,,2]"})
    CHECK(is_grammar(read_member<std::vector<int>>(text).fault()));
  CHECK(read_member<std::vector<int>>("\"[1,2]\"").fault() == fault_code::encoded_twice);
  CHECK(read_member<std::vector<int>>("{}").fault() == fault_code::wrong_type);
  CHECK(read_member<std::vector<int>>("1").fault() == fault_code::wrong_type);
  CHECK(read_member<std::vector<int>>("[1,\"2\"]").value.v == std::vector{1, 2});
}

TEST_CASE("an array of fixed size takes exactly that many") {
  using three = std::array<int, 3>;
  CHECK(read_member<three>("[1,2,3]").value.v == three{1, 2, 3});
  for (const char* text : {"[]", "[1]", "[1,2]", "[1,2,3,4]", "[1,2,3,null]"})
    CHECK(read_member<three>(text).fault() == fault_code::wrong_count);
  CHECK(read_member<three>("[1,2,x]").fault() == fault_code::unexpected_character);
  CHECK(read_member<three>("[1,2,3,4,").fault() == fault_code::unexpected_character);
  CHECK(read_member<std::array<int, 0>>("[]").ok);
  CHECK(read_member<std::array<int, 0>>("[1]").fault() == fault_code::wrong_count);
  CHECK(read_member<std::array<std::string, 2>>("\"[]\"").fault() == fault_code::encoded_twice);
}

TEST_CASE("maps keep each key once") {
  CHECK(read_member<std::map<std::string, int>>(R"({ "b" : 1 , "a":2})").value.v ==
        std::map<std::string, int>{{"a", 2}, {"b", 1}});
  CHECK(read_member<std::unordered_map<std::string, std::vector<int>>>(R"({"x":[1]})").value.v.at("x") ==
        std::vector{1});
  CHECK(read_member<std::map<std::string, int>>("{}").value.v.empty());
  CHECK(read_member<std::map<std::string, int>>(R"({"":1,"\u0000":2})").value.v.size() == 2);
  for (const char* text : {R"({"a":1,"a":1})", R"({"a":1,"\u0061":2})", R"({"b":0,"a":1,"b":2})"})
    CHECK(read_member<std::map<std::string, int>>(text).fault() == fault_code::duplicate_member);
  for (const char* text : {R"({"a":1,})", R"({a:1})", R"({"a"1})", R"({"a":1 "b":2})", R"({,})", R"({1:1})",
                           R"({"a":1])", R"({"a"})"})
    CHECK(is_grammar(read_member<std::map<std::string, int>>(text).fault()));
  CHECK(read_member<std::map<std::string, int>>(R"({"a":"x"})").fault() == fault_code::wrong_type);
  CHECK(read_member<std::map<std::string, int>>(R"("{}")").fault() == fault_code::encoded_twice);
}

TEST_CASE("keys that are views borrow from the text or from the room") {
  auto read = read_member<std::map<std::string_view, int>>(
      R"({"a key that is longer than a string holds in itself":1,"an escaped\u0020key that is longer than a string":2})");
  REQUIRE(read.ok);
  CHECK(read.value.v.at("a key that is longer than a string holds in itself") == 1);
  CHECK(read.value.v.at("an escaped key that is longer than a string") == 2);
  STATIC_REQUIRE_FALSE(json::string_map<std::multimap<std::string, int>>);
  STATIC_REQUIRE_FALSE(json::string_map<std::map<int, int>>);
}

TEST_CASE("a variant takes the first alternative that fits, and repairs nothing") {
  using any = std::variant<std::monostate, bool, int, double, std::string, std::vector<int>, pair>;
  CHECK(read_member<any>("null").value.v.index() == 0);
  CHECK(read_member<any>("true").value.v == any{true});
  CHECK(read_member<any>("7").value.v == any{7});
  CHECK(read_member<any>("7.0").value.v == any{7});
  CHECK(read_member<any>("7.5").value.v == any{7.5});
  CHECK(read_member<any>("4294967297").value.v == any{4294967297.0});
  for (const char* text : {"\"7\"", "\"true\"", "\"null\"", "\"[1]\""}) {
    auto read = read_member<any>(text);
    CHECK(read.value.v.index() == 4);
    CHECK_FALSE(read.c.adjusted);
  }
  CHECK(std::get<5>(read_member<any>("[1,2]").value.v) == std::vector{1, 2});
  CHECK(std::get<6>(read_member<any>(R"({"b":2,"a":1})").value.v).b == 2);
  CHECK(read_member<any>("[1,\"2\"]").fault() == fault_code::wrong_type);
  CHECK(read_member<any>(R"({"a":1})").fault() == fault_code::missing_member);
  CHECK(read_member<any>(R"({"a":1,"b":2,"c":3})").fault() == fault_code::unknown_member);

  using narrow = std::variant<pair, named, std::vector<int>>;
  CHECK(read_member<narrow>("7").fault() == fault_code::no_alternative);
  CHECK(std::get<1>(read_member<narrow>(R"({"name":"x"})").value.v).name == "x");
  CHECK(read_member<narrow>(R"({"name":7})").fault() == fault_code::wrong_type);
  CHECK_THAT(read_member<narrow>(R"({"a":1,"b":"x"})").why(), tacet_test::contains("/v/b"));
  CHECK(is_grammar(read_member<narrow>("}").fault()));
  CHECK(read_member<narrow>(std::string(200, '[') + std::string(200, ']')).fault() == fault_code::too_deep);
  // What is repaired outside of the variant is still repaired behind it.
  struct both {
    std::variant<int, std::string> either;
    int number;
  };
  decoded<both> read(R"({"either":"1","number":"2"})");
  REQUIRE(read.ok);
  CHECK(std::get<1>(read.value.either) == "1");
  CHECK(read.value.number == 2);
  CHECK(read.c.adjusted);
}

TEST_CASE("a raw value is the text as it stands") {
  for (const char* text : {"1", "\"a\\u0041\"", "[ 1 , {\"a\" : null} ]", "{}", "1e400", "null", "-0.00"}) {
    auto read = read_member<json::raw_value>(text);
    REQUIRE(read.ok);
    CHECK(read.value.v.text == text);
  }
  for (const char* text : {"[1", "01", "{a:1}", "\"\n\"", "", "tru"})
    CHECK_FALSE(read_member<json::raw_value>(text).ok);
}
