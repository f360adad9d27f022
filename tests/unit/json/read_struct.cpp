// SPDX-License-Identifier: MIT
// Objects: the expected spelling and every other one give the same value or the same fault.
#include "support/catch.hpp"
#include "unit/json/read.hpp"

#include <map>
#include <vector>

using namespace tacet;
using tacet_test::decoded;
using tacet_test::fault_code;

namespace {

struct empty {};
struct two {
  int a;
  int b;
};
// Names of every length up to 20, so that keys are compared in every way they can be.
struct lengths {
  int a, bb, ccc, dddd, eeeee, ffffff, ggggggg, hhhhhhhh, iiiiiiiii, jjjjjjjjjj, kkkkkkkkkkk, llllllllllll,
      mmmmmmmmmmmmm, nnnnnnnnnnnnnn, ooooooooooooooo, pppppppppppppppp, qqqqqqqqqqqqqqqqq, rrrrrrrrrrrrrrrrrr,
      sssssssssssssssssss, tttttttttttttttttttt;
};
struct optional_ones {
  std::optional<int> limit = 5;
  int count = 3;
  std::optional<std::string> name{};
  bool flag = true;
};
struct inner {
  two pair;
  std::optional<two> perhaps{};
  std::vector<two> many{};
  static constexpr auto notes = tacet::notes(note("many", "", defaulted));
};
struct open_one {
  int a;
  static constexpr bool allow_unknown_members = true;
};
struct bounded {
  int level;
  double share;
  std::string word;
  std::vector<int> list;
  std::optional<int> maybe{};
  static constexpr auto notes = tacet::notes(note("level", "", between(1, 100)),
                                             note("share", "", between(0, 1)), note("word", "", length(2, 3)),
                                             note("list", "", length(1, 2)), note("maybe", "", from(10)));
};
template <int Depth> struct nest { nest<Depth - 1> in; };
template <> struct nest<0> { int v; };

std::string open(int n) {
  std::string text;
  for (int i = 0; i < n; ++i) text += "{\"in\":";
  return text;
}

}  // namespace

TEST_CASE("members are read in any order, with any blanks, with any spelling of the name") {
  for (const char* text :
       {R"({"a":1,"b":2})", R"({"a": 1, "b": 2})", R"({"b":2,"a":1})", R"({ "a" : 1 , "b" : 2 })",
        "{\r\n\t\"a\":1,\n\"b\"\t:\n2\n}", R"({"\u0061":1,"b":2})", R"({"a":1,"\u0062":2})",
        R"({"a":1.0,"b":2e0})", R"({"a":1 ,"b":2 })", R"({"a":  1,  "b":  2})", R"({"a":1,"b":2} )",
        " {\"b\":2,\"a\":1}\n"}) {
    decoded<two> read(text);
    INFO(text);
    CHECK(read.ok);
    CHECK(read.value.a == 1);
    CHECK(read.value.b == 2);
    CHECK_FALSE(read.c.adjusted);
  }
}

TEST_CASE("faults of members are told in every spelling") {
  const struct {
    const char* text;
    fault_code fault;
    std::size_t offset;
  } rows[] = {
      {R"({"a":1,"b":2,"a":1})", fault_code::duplicate_member, 13},
      {R"({"a":1,"a":1,"b":2})", fault_code::duplicate_member, 7},
      {R"({"a":1,"\u0061":1,"b":2})", fault_code::duplicate_member, 7},
      {R"({"b":1, "b":1})", fault_code::duplicate_member, 8},
      {R"({})", fault_code::missing_member, 1},
      {R"({"a":1})", fault_code::missing_member, 6},
      {R"({"b":1})", fault_code::missing_member, 6},
      {R"({"a":1,"b":2,"c":3})", fault_code::unknown_member, 13},
      {R"({"A":1,"a":1,"b":2})", fault_code::unknown_member, 1},
      {R"({"a ":1,"a":1,"b":2})", fault_code::unknown_member, 1},
      {R"({"":0,"a":1,"b":2})", fault_code::unknown_member, 1},
      {R"({"a\u0000":0,"a":1,"b":2})", fault_code::unknown_member, 1},
      {R"({"a":null,"b":2})", fault_code::wrong_type, 5},
      {R"({"a":1,"b":null})", fault_code::wrong_type, 11},
      {R"({"a":1,"b":2,})", fault_code::unexpected_character, 13},
      {R"({,"a":1,"b":2})", fault_code::unexpected_character, 1},
      {R"({"a":1 "b":2})", fault_code::unexpected_character, 7},
      {R"({"a":1,,"b":2})", fault_code::unexpected_character, 7},
      {R"({"a" 1,"b":2})", fault_code::unexpected_character, 5},
      {R"({"a":,"b":2})", fault_code::unexpected_character, 5},
      {R"({a:1,"b":2})", fault_code::unexpected_character, 1},
      {R"({"a":1;"b":2})", fault_code::unexpected_character, 6},
      {R"({"a":1,"b":2}})", fault_code::trailing_text, 13},
      {R"({"a":1,"b"})", fault_code::unexpected_character, 10},
      {R"({"a":1,"b":})", fault_code::unexpected_character, 11},
      {R"({"a":1,"b":"})", fault_code::unexpected_end, 13},
      {R"({"a":1,"b})", fault_code::unexpected_end, 10},
      {R"({"a":1]})", fault_code::unexpected_character, 6},
      {R"({1:1})", fault_code::unexpected_character, 1},
  };
  for (const auto& row : rows) {
    decoded<two> read(row.text);
    INFO(row.text);
    CHECK_FALSE(read.ok);
    CHECK(read.fault() == row.fault);
    CHECK(read.offset() == row.offset);
  }
}

TEST_CASE("keys of every length are told apart from all that differ in one byte") {
  std::string text = "{";
  for (std::size_t i = 0; i < 20; ++i)
    text +=
        (i == 0 ? "\"" : ",\"") + std::string(i + 1, static_cast<char>('a' + i)) + "\":" + std::to_string(i);
  text += '}';
  decoded<lengths> read(text);
  REQUIRE(read.ok);
  CHECK(read.value.a == 0);
  CHECK(read.value.ggggggg == 6);
  CHECK(read.value.tttttttttttttttttttt == 19);
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] < 'a' || text[i] > 't') continue;
    std::string other = text;
    other[i] = 'z';
    const decoded<lengths> bad(other);
    wrong += bad.ok || bad.fault() != fault_code::unknown_member;
  }
  CHECK(wrong == 0);
}

TEST_CASE("a struct without members takes an empty object only") {
  for (const char* text : {"{}", "{ }", "{\n}", "", "null", "  "}) CHECK(decoded<empty>(text).ok);
  CHECK(decoded<empty>("{\"a\":1}").fault() == fault_code::unknown_member);
  CHECK(decoded<empty>("{,}").fault() == fault_code::unexpected_character);
  CHECK(decoded<empty>("{}}").fault() == fault_code::trailing_text);
  CHECK_THAT(decoded<empty>("{\"a\":1}").why(), tacet_test::contains("it takes none"));
}

TEST_CASE(
    "null for a member that may be left out leaves its default, in the expected spelling and in any other") {
  for (const char* blank : {"", " ", "  ", "\n"}) {
    const std::string b(blank);
    decoded<optional_ones> read("{\"limit\":" + b + "null," + b + "\"count\":" + b + "null,\"name\":" + b +
                                "null,\"flag\":null}");
    INFO("'" << b << "'");
    REQUIRE(read.ok);
    CHECK(read.value.limit == 5);
    CHECK(read.value.count == 3);
    CHECK_FALSE(read.value.name.has_value());
    CHECK(read.value.flag);
  }
  CHECK(decoded<optional_ones>("{}").value.limit == 5);
  CHECK(decoded<optional_ones>(R"({"limit":7})").value.limit == 7);
  CHECK(decoded<optional_ones>(R"({"name":""})").value.name == "");
  CHECK_FALSE(decoded<optional_ones>(R"({"limit":nul})").ok);
  CHECK_FALSE(decoded<optional_ones>(R"({"count":nulll})").ok);
  CHECK(decoded<optional_ones>(R"({"count":null,"count":1})").fault() == fault_code::duplicate_member);
}

TEST_CASE("nested structs have their own members, faults and pointers") {
  decoded<inner> read(R"({"pair":{"b":2,"a":1},"perhaps":{"a":3,"b":4},"many":[{"a":5,"b":6}]})");
  REQUIRE(read.ok);
  CHECK(read.value.pair.a == 1);
  CHECK(read.value.perhaps->b == 4);
  CHECK(read.value.many[0].b == 6);
  const struct {
    const char* text;
    fault_code fault;
    const char* where;
  } rows[] = {
      {R"({"pair":{"a":1}})", fault_code::missing_member, "/pair/b"},
      {R"({"pair":{"a":1,"b":2},"many":[{"a":1,"b":2},{"a":1,"b":"x"}]})", fault_code::wrong_type,
       "/many/1/b"},
      {R"({"pair":{"a":1,"b":2},"perhaps":{"a":1,"b":2,"c":3}})", fault_code::unknown_member, "/perhaps/c"},
      {R"({"pair":"{\"a\":1,\"b\":2}"})", fault_code::encoded_twice, "/pair"},
      {R"({"pair":{"a":1,"b":2},"many":"[]"})", fault_code::encoded_twice, "/many"},
      {R"({"pair":[]})", fault_code::wrong_type, "/pair"},
      {R"({"pair":null})", fault_code::wrong_type, "/pair"},
  };
  for (const auto& row : rows) {
    decoded<inner> bad(row.text);
    CHECK(bad.fault() == row.fault);
    CHECK_THAT(bad.why(), tacet_test::contains(row.where));
  }
}

TEST_CASE("a fault far inside is the fault that is told, whatever was tried on the way") {
  // Every level is read twice when its value is faulty; the depth must not add up.
  decoded<nest<12>> bad(open(12) + "{\"v\":true}" + std::string(12, '}'));
  CHECK(bad.fault() == fault_code::wrong_type);
  CHECK_THAT(bad.why(), tacet_test::contains("/in/in/in/in/in/in/in/in/in/in/in/in/v"));
  decoded<nest<12>> good(open(12) + "{\"v\":7}" + std::string(12, '}'));
  CHECK(good.ok);
  decoded<nest<12>> spaced(" {\"in\" : " + open(11) + "{ \"v\":7}" + std::string(12, '}'));
  CHECK(spaced.ok);
}

TEST_CASE("unknown members are passed over only where that was said, each once, and at most 64") {
  CHECK(decoded<open_one>(R"({"x":[1,{"y":null}],"a":1,"z":"\n"})").ok);
  CHECK(decoded<two, true>(R"({"x":1,"a":1,"b":2})").ok);
  CHECK(decoded<open_one>(R"({"a":1,"x":1,"x":2})").fault() == fault_code::duplicate_member);
  CHECK(decoded<open_one>(R"({"a":1,"x":01})").fault() == fault_code::bad_number);
  CHECK(decoded<open_one>(R"({"x":1})").fault() == fault_code::missing_member);
  const auto with = [](int n) {
    std::string text = "{\"a\":1";
    for (int i = 0; i < n; ++i) text += ",\"x" + std::to_string(i) + "\":" + std::to_string(i);
    return text + '}';
  };
  CHECK(decoded<open_one>(with(64)).ok);
  CHECK(decoded<open_one>(with(65)).fault() == fault_code::too_many_members);
  CHECK(decoded<open_one>(with(10000)).fault() == fault_code::too_many_members);
}

TEST_CASE("bounds are inclusive, are held in every spelling, and are told") {
  const std::string good = R"({"level":1,"share":0,"word":"ab","list":[1]})";
  CHECK(decoded<bounded>(good).ok);
  CHECK(decoded<bounded>(R"({"level":100,"share":1.0,"word":"abc","list":[1,2],"maybe":10})").ok);
  CHECK(
      decoded<bounded>("{\"level\":1,\"share\":0,\"word\":\"\xC3\xBC\xC3\xBC\xF0\x9F\x98\x80\",\"list\":[1]}")
          .ok);
  CHECK(decoded<bounded>(R"({"maybe":null,"level":1,"share":0,"word":"ab","list":[1]})").ok);
  const struct {
    const char* member;
    const char* value;
    fault_code fault;
    const char* told;
  } rows[] = {{"level", "0", fault_code::below_minimum, "a number between 1 and 100"},
              {"level", "101", fault_code::above_maximum, "a number between 1 and 100"},
              {"level", "-5", fault_code::below_minimum, "/level"},
              {"share", "-0.0001", fault_code::below_minimum, "a number between 0 and 1"},
              {"share", "1.0000001", fault_code::above_maximum, "/share"},
              {"word", "\"a\"", fault_code::too_short, "2 to 3 characters"},
              {"word", "\"abcd\"", fault_code::too_long, "2 to 3 characters"},
              {"word", "\"\"", fault_code::too_short, "/word"},
              {"list", "[]", fault_code::too_short, "1 to 2 elements"},
              {"list", "[1,2,3]", fault_code::too_long, "1 to 2 elements"},
              {"maybe", "9", fault_code::below_minimum, "a number of at least 10"}};
  for (const auto& row : rows)
    for (const char* before : {"", " "}) {
      std::string text = "{";
      for (const auto& [name, value] : std::map<std::string, std::string>{
               {"level", "1"}, {"share", "0"}, {"word", "\"ab\""}, {"list", "[1]"}, {"maybe", "10"}})
        text += (text.size() > 1 ? "," : "") + std::string(before) + '"' + name +
                "\":" + (name == row.member ? row.value : value);
      decoded<bounded> bad(text + '}');
      INFO(text);
      CHECK(bad.fault() == row.fault);
      CHECK_THAT(bad.why(), tacet_test::contains(row.told));
    }
}

TEST_CASE("an argument may be called allow_unknown_members") {
  struct flags {
    bool allow_unknown_members;
  };
  flags made{};
  tacet::json::context c;
  CHECK(tacet::json::decode<flags>(R"({"allow_unknown_members":true})", made, c));
  CHECK(made.allow_unknown_members);
  tacet::json::context other;
  CHECK_FALSE(tacet::json::decode<flags>(R"({"allow_unknown_members":true,"more":1})", made, other));
}
