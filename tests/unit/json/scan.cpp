// SPDX-License-Identifier: MIT
// The grammar, against Boost.JSON, on hand-made faults and on random documents.
#include "support/catch.hpp"
#include "unit/json/read.hpp"

#include <boost/json.hpp>

#include <array>
#include <random>

using namespace tacet;
using tacet_test::fault_code;
using tacet_test::scan;

static bool oracle(std::string_view text) {
  boost::json::error_code error;
  boost::json::parse_options options;
  options.max_depth = 128;
  (void)boost::json::parse({text.data(), text.size()}, error, {}, options);
  return !error || error == boost::json::error::exponent_overflow;
}

TEST_CASE("faults of the grammar have their own names") {
  using namespace std::string_literals;
  const struct {
    std::string text;
    fault_code fault;
  } rows[] = {
      {"{}", fault_code::none},
      {" [ ] ", fault_code::none},
      {"null", fault_code::none},
      {"\t-0.5e+3\r\n", fault_code::none},
      {"\"\"", fault_code::none},
      {R"({"a":{"a":[1,{}]}})", fault_code::none},
      {R"({"a":1,"a":2})", fault_code::none},  // a name twice is no matter of grammar
      {"", fault_code::unexpected_end},
      {"  ", fault_code::unexpected_end},
      {"{", fault_code::unexpected_end},
      {"[1", fault_code::unexpected_end},
      {"[1,", fault_code::unexpected_end},
      {"{\"a\"", fault_code::unexpected_end},
      {"{\"a\":", fault_code::unexpected_end},
      {"{\"a\":1,", fault_code::unexpected_end},
      {"tru", fault_code::unexpected_end},
      {"\"a", fault_code::unexpected_end},
      {"\"\\", fault_code::unexpected_end},
      {"\"\\u00", fault_code::unexpected_end},
      {"-", fault_code::unexpected_end},
      {"1.", fault_code::unexpected_end},
      {"1e", fault_code::unexpected_end},
      {"1e-", fault_code::unexpected_end},
      {"{]", fault_code::unexpected_character},
      {"[}", fault_code::unexpected_character},
      {"[1,]", fault_code::unexpected_character},
      {"{\"a\":1,}", fault_code::unexpected_character},
      {"{a:1}", fault_code::unexpected_character},
      {"'a'", fault_code::unexpected_character},
      {"True", fault_code::unexpected_character},
      {"nul1", fault_code::unexpected_character},
      {"[1 2]", fault_code::unexpected_character},
      {"\xC2\xA0"
       "1",
       fault_code::unexpected_character},
      {"\xEF\xBB\xBF{}", fault_code::unexpected_character},
      {"\0"s, fault_code::unexpected_character},
      {"\f1", fault_code::unexpected_character},
      {"// x\n1", fault_code::unexpected_character},
      {"+1", fault_code::unexpected_character},
      {".5", fault_code::unexpected_character},
      {"01", fault_code::bad_number},
      {"-a", fault_code::bad_number},
      {"1.a", fault_code::bad_number},
      {"1ea", fault_code::bad_number},
      {"1e+a", fault_code::bad_number},
      {"{}{}", fault_code::trailing_text},
      {"1 2", fault_code::trailing_text},
      {"null,", fault_code::trailing_text},
      {"1x", fault_code::trailing_text},
      {"0x1", fault_code::trailing_text},
      {"{}\0"s, fault_code::trailing_text},
  };
  for (const auto& row : rows) {
    INFO(row.text);
    CHECK(scan(row.text) == row.fault);
    CHECK(oracle(row.text) == (row.fault == fault_code::none));
  }
}

TEST_CASE("nesting is bounded at 128 for arrays and objects alike, and the bound is the sum of both") {
  const auto nested = [](int n, int kind) {
    std::string text, close;
    for (int i = 0; i < n; ++i) {
      const bool array = kind == 0 || (kind == 2 && i % 2 == 0);
      text += array ? "[" : "{\"a\":";
      close += array ? ']' : '}';
    }
    return text + "0" + std::string(close.rbegin(), close.rend());
  };
  for (int kind = 0; kind < 3; ++kind) {
    CHECK(scan(nested(127, kind)) == fault_code::none);
    CHECK(scan(nested(128, kind)) == fault_code::none);
    CHECK(scan(nested(129, kind)) == fault_code::too_deep);
    CHECK(scan(nested(100000, kind)) == fault_code::too_deep);
  }
  std::string wide = "[[]";
  for (int i = 0; i < 1000; ++i) wide += ",[{}]";
  CHECK(scan(wide + "]") == fault_code::none);  // depth is given back
}

namespace {

struct writer {
  std::mt19937_64 random;
  unsigned draw(unsigned below) { return static_cast<unsigned>(random() % below); }

  std::string blanks() {
    std::string text;
    while (draw(4) == 0) text += " \n\t\r"[draw(4)];
    return text;
  }
  std::string digits(unsigned most) {
    std::string text(1, static_cast<char>('0' + draw(10)));
    for (unsigned n = draw(most); n-- > 0;) text += static_cast<char>('0' + draw(10));
    return text;
  }
  // Mostly well formed, and at times with a fault.
  std::string value(int depth) {
    switch (draw(depth > 0 ? 8 : 5)) {
      case 0:
        return std::array{"null", "true", "false", "nul", "tru"}[draw(20) == 0 ? 3 + draw(2) : draw(3)];
      case 1:
      case 2: {
        std::string text = draw(2) == 0 ? "-" : "";
        std::string whole = digits(draw(2) == 0 ? 4 : 25);
        if (whole.size() > 1 && whole[0] == '0' && draw(20) != 0) whole[0] = '7';
        text += whole;
        if (draw(3) == 0) text += "." + (draw(30) == 0 ? "" : digits(6));
        if (draw(3) == 0)
          text += (draw(2) == 0 ? "e" : "E") + std::string(std::array{"", "+", "-"}[draw(3)]) +
                  (draw(30) == 0 ? "" : digits(2));
        return text;
      }
      case 3:
      case 4: {
        std::string text = "\"";
        for (unsigned n = draw(12); n-- > 0;) switch (draw(8)) {
            case 0:
              text += std::array{"\\\"", "\\\\", "\\/", "\\b", "\\f", "\\n", "\\r", "\\t"}[draw(8)];
              break;
            case 1:
              text += "\\u" + std::string(1, "0123456789aBcDeF"[draw(16)]) +
                      std::string(1, "0123456789aBcDeF"[draw(16)]) + "4f";
              break;
            case 2:
              text += "\\uD83D\\uDE0a";
              break;
            case 3:
              text += "\xC3\xBC";
              break;
            case 4:
              text += draw(40) == 0 ? std::string(1, static_cast<char>(draw(256)))
                                    : std::string("\xF0\x9F\x98\x80");
              break;
            default:
              text += static_cast<char>('A' + draw(26));
              break;
          }
        return text + '"';
      }
      case 5:
      case 6: {
        std::string text = "[" + blanks();
        for (unsigned n = draw(4), i = 0; i < n; ++i)
          text += (i == 0 ? "" : ",") + blanks() + value(depth - 1) + blanks();
        return text + (draw(60) == 0 ? "" : "]");
      }
      default: {
        std::string text = "{" + blanks();
        for (unsigned n = draw(4), i = 0; i < n; ++i)
          text += (i == 0 ? "" : ",") + blanks() + "\"k" + std::to_string(draw(9)) + '"' + blanks() +
                  (draw(60) == 0 ? "" : ":") + blanks() + value(depth - 1) + blanks();
        return text + (draw(60) == 0 ? "," : "") + "}";
      }
    }
  }
};

}  // namespace

TEST_CASE("random documents are judged as Boost.JSON judges them") {
  writer write{std::mt19937_64(4711)};
  std::size_t good = 0, bad = 0;
  for (int i = 0; i < 20000; ++i) {
    const std::string text = write.blanks() + write.value(5) + write.blanks();
    INFO(text);
    const bool valid = oracle(text);
    REQUIRE((scan(text) == fault_code::none) == valid);
    ++(valid ? good : bad);
  }
  CHECK(good > 5000);
  CHECK(bad > 1000);
}
