// SPDX-License-Identifier: MIT
// The canonical form: one spelling for equal values, and a value that Boost.JSON finds equal to the original.
#include "support/catch.hpp"

#include <tacet/json/canonical.hpp>

#include <boost/json.hpp>

#include <string>

using namespace tacet;
using json::fault_code;

static std::string canonical(std::string_view text, fault_code wanted = fault_code::none) {
  std::string out = "before";
  json::context c;
  const bool ok = json::canonical(text, out, c);
  CHECK(ok == (wanted == fault_code::none));
  CHECK(c.fault == wanted);
  CHECK((ok || out == "before"));
  return out.substr(6);
}

TEST_CASE("values have one canonical text") {
  const struct {
    const char* text;
    const char* form;
  } rows[] = {{" { } ", "{}"},
              {"[ ]", "[]"},
              {R"({"b":1,"a":2})", R"({"a":2,"b":1})"},
              {R"({"b":{"d":1,"c":2},"":0})", R"({"":0,"b":{"c":2,"d":1}})"},
              {"1", "1"},
              {"1.0", "1"},
              {"1e0", "1"},
              {"-0", "0"},
              {"100", "1e2"},
              {"0.010", "1e-2"},
              {"-12.50e1", "-125"},
              {"9007199254740993", "9007199254740993"},
              {R"("\u0061\/\n\u0001\"")", R"("a/\u000a\u0001\"")"},
              {R"(["\uD83D\uDE00"])", "[\"\xF0\x9F\x98\x80\"]"},
              {"[ 2 , 1 ]", "[2,1]"},
              {" true ", "true"},
              {"null", "null"}};
  for (const auto& row : rows) {
    CHECK(canonical(row.text) == row.form);
    CHECK(canonical(row.form) == row.form);
    if (row.text[0] == '{' || row.text[0] == '[')
      CHECK(boost::json::parse(row.form) == boost::json::parse(row.text));
  }
}

TEST_CASE("what has no single value has no canonical form, and nothing is left behind") {
  canonical(R"({"a":1,"a":1})", fault_code::duplicate_member);
  canonical(R"([{"x":{"a":1,"b":2,"\u0061":1}}])", fault_code::duplicate_member);
  canonical("", fault_code::unexpected_end);
  canonical(R"({"a":1} x)", fault_code::trailing_text);
  canonical("[01]", fault_code::bad_number);
  canonical("{\"a\":\"\x01\"}", fault_code::control_character);
  canonical("[tru]", fault_code::unexpected_character);
  canonical(std::string(129, '[') + std::string(129, ']'), fault_code::too_deep);
  canonical(std::string(100000, '['), fault_code::too_deep);
  CHECK(canonical(std::string(128, '[') + std::string(128, ']')).size() == 256);
  const std::string valid = R"({"a":[1,-2.5e3,"x\u0041",{"b":null}],"c":true})";
  for (std::size_t n = 0; n < valid.size(); ++n) {
    std::string out;
    json::context c;
    const std::string cut(valid.data(), n);
    CHECK_FALSE(json::canonical(cut, out, c));
    CHECK(out.empty());
  }
}
