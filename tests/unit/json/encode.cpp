// SPDX-License-Identifier: MIT
// Writing: always valid JSON, and read back the same.
#include "support/catch.hpp"

#include <tacet/json/encode.hpp>
#include <tacet/json/scan.hpp>

#include <boost/json.hpp>

#include <array>
#include <limits>
#include <list>
#include <map>
#include <string>
#include <vector>

using namespace tacet;
using namespace std::string_literals;

namespace {

enum class unit { metric, imperial };
struct inner {
  int a = 1;
};
struct outer {
  std::string name;
  std::optional<int> absent{};
  std::optional<inner> present{};
  std::vector<inner> many{};
};

template <class T> std::string written(const T& value) {
  text_room room;
  text_writer to(room);
  json::append_value(to, value);
  std::string text(to.finish("no memory"));
  json::context c;
  CHECK(json::scan_document(text, c));
  return text;
}

}  // namespace

TEST_CASE("values of every kind have their JSON") {
  CHECK(written(true) == "true");
  CHECK(written('x') == "\"x\"");
  CHECK(written('\xFF') == "\"\xEF\xBF\xBD\"");
  CHECK(written(-7) == "-7");
  CHECK(written(std::int8_t{-128}) == "-128");
  CHECK(written(std::uint8_t{200}) == "200");
  CHECK(written(UINT64_MAX) == "18446744073709551615");
  CHECK(written(0.1) == "0.1");
  CHECK(written(0.1F) == "0.1");
  CHECK(written(1e22) == "1e+22");
  CHECK(written(-0.0) == "-0");
  CHECK(written(5e-324) == "5e-324");
  CHECK(written(std::numeric_limits<double>::max()) == "1.7976931348623157e+308");
  for (const double odd : {std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity(),
                           std::numeric_limits<double>::quiet_NaN()}) {
    CHECK(written(odd) == "null");
    CHECK(written(static_cast<float>(odd)) == "null");
    CHECK(written(std::vector{odd}) == "[null]");
  }
  CHECK(written("literal") == "\"literal\"");
  CHECK(written(std::string_view()) == "\"\"");
  CHECK(written(unit::imperial) == "\"imperial\"");
  CHECK(written(static_cast<unit>(99)) == "99");
  CHECK(written(std::chrono::milliseconds(5)) == "5");
  CHECK(written(std::monostate{}) == "null");
  CHECK(written(std::optional<int>{}) == "null");
  CHECK(written(std::optional<int>{3}) == "3");
  CHECK(written(std::variant<int, std::string>("x")) == "\"x\"");
  CHECK(written(json::raw_value{"[1, 2]"}) == "[1, 2]");
  CHECK(written(json::raw_value{}) == "null");
  CHECK(written(std::vector<std::optional<int>>{1, {}}) == "[1,null]");
  CHECK(written(std::vector<bool>{true, false}) == "[true,false]");
  CHECK(written(std::list<std::string>{}) == "[]");
  CHECK(written(std::array<int, 2>{1, 2}) == "[1,2]");
  CHECK(written(std::map<std::string, int>{{"b\"", 1}, {"", 2}}) == R"({"":2,"b\"":1})");
  CHECK(written(outer{"n", {}, inner{}, {inner{2}}}) == R"({"name":"n","present":{"a":1},"many":[{"a":2}]})");
  CHECK(written(outer{}) == R"({"name":"","many":[]})");
}

TEST_CASE("any bytes become a valid string, and valid text is kept to the byte") {
  std::string all;
  for (int b = 0; b < 256; ++b) all += static_cast<char>(b);
  const std::string text = written(all);
  const auto parsed = boost::json::parse(text);
  CHECK(parsed.as_string().subview(0, 128) == boost::json::string_view(all.data(), 128));
  for (const std::string& valid : {"\0\x01\x1F\"\\/\b\f\n\r\t\x7F"s, "\xC3\xBC\xE2\x82\xAC\xF0\x9F\x98\x80"s,
                                   std::string(100000, '\n')}) {
    const auto back = boost::json::parse(written(valid));
    CHECK(std::string_view(back.as_string().data(), back.as_string().size()) == valid);
  }
  CHECK(written("\xED\xA0\x80"s) == "\"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\"");
}

TEST_CASE("what cannot be written is known beforehand") {
  STATIC_REQUIRE(json::writable<outer>);
  STATIC_REQUIRE(json::writable<std::vector<outer>>);
  STATIC_REQUIRE_FALSE(json::writable<void*>);
}

TEST_CASE("an enumerator without a name is written as a number, whatever its type") {
  enum class letters : char { a = 'a' };
  enum class bytes : unsigned char { none };
  enum class wide : std::uint64_t { none };
  CHECK(written(static_cast<letters>(-3)) == "-3");
  CHECK(written(static_cast<bytes>(200)) == "200");
  CHECK(written(static_cast<wide>(UINT64_MAX)) == "18446744073709551615");
}

TEST_CASE("a pointer to no text is null, wherever it stands") {
  struct row {
    int id;
    const char* remark;
  };
  const auto text = [](const auto& value) {
    tacet::text_room room;
    tacet::text_writer to(room);
    tacet::json::append_value(to, value);
    return std::string(to.finish({}));
  };
  const char* const none = nullptr;
  CHECK(text(row{1, nullptr}) == R"({"id":1,"remark":null})");
  CHECK(text(row{1, "x"}) == R"({"id":1,"remark":"x"})");
  CHECK(text(std::vector<const char*>{"a", nullptr}) == R"(["a",null])");
  CHECK(text(std::optional<const char*>{nullptr}) == "null");
  CHECK(text(none) == "null");
}
