// SPDX-License-Identifier: MIT
// Booleans, numbers, enumerators and durations: exactly, or not at all.
#include "support/catch.hpp"
#include "unit/json/read.hpp"

#include <cmath>
#include <limits>
#include <random>

using namespace tacet;
using tacet_test::fault_code;
using tacet_test::read_member;

namespace {

// One more and one less than a decimal text, by hand: the limits of 64 bits have no wider type.
std::string plus_one(std::string digits) {
  std::size_t i = digits.size();
  while (i > 0 && digits[i - 1] == '9') digits[--i] = '0';
  return i == 0 ? "1" + digits : (++digits[i - 1], digits);
}

template <class I> void holds_its_limits() {
  using limits = std::numeric_limits<I>;
  const std::string highest = std::to_string(limits::max());
  const std::string lowest = std::to_string(limits::min());
  for (const std::string& tail :
       {std::string(), std::string(".0"), std::string(".000"), std::string("e0"), std::string("E+0"),
        std::string("e-0"), std::string("0e-1"), std::string("00.0E-2")}) {
    auto high = read_member<I>(highest + tail);
    REQUIRE(high.ok);
    CHECK(high.value.v == limits::max());
    CHECK_FALSE(high.c.adjusted);
    auto low = read_member<I>(lowest + (lowest == "0" && !tail.empty() && tail[0] == '0' ? "" : tail));
    REQUIRE(low.ok);
    CHECK(low.value.v == limits::min());
    CHECK(read_member<I>(plus_one(highest) + tail).fault() == fault_code::out_of_range);
    const std::string below = std::is_signed_v<I> ? "-" + plus_one(lowest.substr(1)) : "-1";
    CHECK(read_member<I>(below + tail).fault() == fault_code::out_of_range);
    CHECK(read_member<I>(highest + "0" + tail).fault() == fault_code::out_of_range);
  }
  for (const std::string& text : {highest, lowest}) {
    auto quoted = read_member<I>('"' + text + '"');
    REQUIRE(quoted.ok);
    CHECK(std::to_string(quoted.value.v) == text);
    CHECK(quoted.c.adjusted);
  }
  CHECK(read_member<I>('"' + plus_one(highest) + '"').fault() == fault_code::out_of_range);
  CHECK_THAT(read_member<I>(plus_one(highest)).why(),
             tacet_test::contains("from " + lowest + " to " + highest));
}

enum class unit { metric, imperial };
enum class strange : int { low = -5, high = 1000 };
enum level : unsigned char { level_low, level_high = 63 };

}  // namespace

template <> inline constexpr std::array tacet::enumerators_of<strange>{strange::low, strange::high};

TEST_CASE("an integer of any width arrives at its limits, and one beyond is refused") {
  holds_its_limits<std::int8_t>();
  holds_its_limits<std::uint8_t>();
  holds_its_limits<std::int16_t>();
  holds_its_limits<std::uint16_t>();
  holds_its_limits<std::int32_t>();
  holds_its_limits<std::uint32_t>();
  holds_its_limits<std::int64_t>();
  holds_its_limits<std::uint64_t>();
  holds_its_limits<long>();
  holds_its_limits<unsigned long long>();
}

TEST_CASE("spellings of integers") {
  const struct {
    std::string text;
    long long value;
  } good[] = {
      {"0", 0},
      {"-0", 0},
      {"0.0", 0},
      {"-0.0", 0},
      {"0e0", 0},
      {"0e999999999999999999999", 0},
      {"5.0", 5},
      {"1e2", 100},
      {"1E+2", 100},
      {"10e-1", 1},
      {"0.5e1", 5},
      {"-12.5e1", -125},
      {"1e9", 1000000000},
      {"2147483647", 2147483647},
      {"-2147483648", -2147483648LL},
      {"0.000000002147483647e18", 2147483647},
      {"1" + std::string(400, '0') + "e-400", 1},
      {"1." + std::string(400, '0'), 1},
      {"0." + std::string(400, '0') + "1e401", 1},
  };
  for (const auto& row : good) {
    auto read = read_member<int>(row.text);
    INFO(row.text);
    CHECK(read.ok);
    CHECK(read.value.v == row.value);
    CHECK_FALSE(read.c.adjusted);
  }
  const struct {
    std::string text;
    fault_code fault;
  } bad[] = {
      {"4294967297", fault_code::out_of_range},
      {"1.9", fault_code::not_an_integer},
      {"1e-1", fault_code::not_an_integer},
      {"1e-400", fault_code::not_an_integer},
      {"1e400", fault_code::out_of_range},
      {"-1e400", fault_code::out_of_range},
      {"1e99999999999999999999999999", fault_code::out_of_range},
      {"1e-99999999999999999999999999", fault_code::not_an_integer},
      {"0.9999999999999999999999", fault_code::not_an_integer},
      {"5.0000000000000000000001", fault_code::not_an_integer},
      {"01", fault_code::bad_number},
      {"-01", fault_code::bad_number},
      {"00", fault_code::bad_number},
      {"+1", fault_code::unexpected_character},
      {".5", fault_code::unexpected_character},
      {"-", fault_code::bad_number},
      {"1.", fault_code::bad_number},
      {"1.e1", fault_code::bad_number},
      {"1e", fault_code::bad_number},
      {"1e+", fault_code::bad_number},
      {"--1", fault_code::bad_number},
      {"0x10", fault_code::unexpected_character},
      {"1_000", fault_code::unexpected_character},
      {"1 000", fault_code::unexpected_character},
      {"1,000", fault_code::unexpected_character},
      {"1a", fault_code::unexpected_character},
      {"NaN", fault_code::unexpected_character},
      {"Infinity", fault_code::unexpected_character},
      {"-Infinity", fault_code::bad_number},
      {"-NaN", fault_code::bad_number},
      {"inf", fault_code::unexpected_character},
      {"nan", fault_code::unexpected_character},
      {"\xEF\xBC\x91", fault_code::unexpected_character},  // a full-width digit one
      {"true", fault_code::wrong_type},
      {"false", fault_code::wrong_type},
      {"null", fault_code::wrong_type},
      {"[1]", fault_code::wrong_type},
      {"{}", fault_code::wrong_type},
      {"{\"a\":1}", fault_code::wrong_type},
  };
  for (const auto& row : bad) {
    auto read = read_member<int>(row.text);
    INFO(row.text);
    CHECK_FALSE(read.ok);
    CHECK(read.fault() == row.fault);
    CHECK(read.offset() <= row.text.size() + 6);
  }
}

TEST_CASE("numbers of 17 to 400 digits arrive exactly or are refused") {
  for (std::size_t n = 17; n <= 400; ++n) {
    const std::string nines(n, '9');
    auto wide = read_member<std::uint64_t>(nines);
    auto narrow = read_member<std::int64_t>("-" + nines);
    if (n <= 19) {
      REQUIRE(wide.ok);
      CHECK(std::to_string(wide.value.v) == nines);
    } else {
      CHECK(wide.fault() == fault_code::out_of_range);
    }
    if (n <= 18) {
      REQUIRE(narrow.ok);
      CHECK(std::to_string(narrow.value.v) == "-" + nines);
    } else {
      CHECK(narrow.fault() == fault_code::out_of_range);
    }
    CHECK(read_member<int>(nines).fault() == fault_code::out_of_range);
    CHECK(read_member<int>("0." + nines).fault() == fault_code::not_an_integer);
    CHECK(read_member<double>(nines).ok == (n < 309));
  }
}

TEST_CASE("only a plain decimal integer is taken out of quotes") {
  for (const char* text : {"\"12\"", "\"-12\"", "\"0\"", "\"-0\""}) {
    auto read = read_member<int>(text);
    INFO(text);
    CHECK(read.ok);
    CHECK(read.c.adjusted);
  }
  CHECK(read_member<int>("\"-12\"").value.v == -12);
  CHECK(read_member<unsigned>("\"-1\"").fault() == fault_code::out_of_range);
  CHECK(read_member<int>("\"2147483648\"").fault() == fault_code::out_of_range);
  CHECK(read_member<int>("\"18446744073709551616\"").fault() == fault_code::out_of_range);
  for (const char* text :
       {"\"\"",         "\" 1\"",  "\"1 \"",  "\"012\"",  "\"-012\"", "\"00\"",  "\"+1\"",
        "\"1.0\"",      "\"1e0\"", "\"-\"",   "\"--1\"",  "\"1a\"",   "\"0x1\"", "\"\\u0031\"",
        "\"1\\u0032\"", "\"NaN\"", "\"one\"", "\"null\"", "\"true\"", "\"1,2\""})
    CHECK(read_member<int>(text).fault() == fault_code::wrong_type);
  CHECK(read_member<int>("\"12").fault() == fault_code::unexpected_end);
  CHECK(read_member<double>("\"1\"").fault() == fault_code::wrong_type);
}

TEST_CASE("booleans have two spellings and their quoted ones, and there is no truthiness") {
  const struct {
    const char* text;
    bool value, adjusted;
  } good[] = {
      {"true", true, false}, {"false", false, false}, {"\"true\"", true, true}, {"\"false\"", false, true}};
  for (const auto& row : good) {
    auto read = read_member<bool>(row.text);
    CHECK(read.ok);
    CHECK(read.value.v == row.value);
    CHECK(read.c.adjusted == row.adjusted);
  }
  for (const char* text : {"1", "0", "\"\"", "\"True\"", "\"FALSE\"", "\"yes\"", "\"1\"", "\"true \"",
                           "\" true\"", "\"\\u0074rue\"", "\"falsey\"", "null", "[]", "{}", "\"on\""})
    CHECK(read_member<bool>(text).fault() == fault_code::wrong_type);
  for (const char* text : {"True", "TRUE", "tru", "truee", "t", "f", "fals", "falsee", "yes", "nul"})
    CHECK(is_grammar(read_member<bool>(text).fault()));
}

TEST_CASE("floating point takes the nearest value and refuses what has none") {
  const struct {
    std::string text;
    double value;
  } good[] = {{"0", 0},
              {"-0.0", -0.0},
              {"1e0", 1},
              {"0.1", 0.1},
              {"1.7976931348623157e308", std::numeric_limits<double>::max()},
              {"-1.7976931348623157e308", std::numeric_limits<double>::lowest()},
              {"5e-324", std::numeric_limits<double>::denorm_min()},
              {"1e-400", 0},
              {"-1e-400", -0.0},
              {"1e-99999999999999999999", 0},
              {"9007199254740993", 9007199254740992.0},
              {"0." + std::string(400, '0') + "1e401", 1},
              {"1" + std::string(308, '0'), 1e308},
              {"0e999999999999", 0},
              {"123456789012345678901234567890e-29", 1.2345678901234567}};
  for (const auto& row : good) {
    auto read = read_member<double>(row.text);
    INFO(row.text);
    REQUIRE(read.ok);
    CHECK(read.value.v == row.value);
    CHECK(std::signbit(read.value.v) == std::signbit(row.value));
  }
  for (const char* text :
       {"1e309", "-1e309", "1e400", "1.7976931348623159e308", "1e99999999999999999999", "123456789e999"}) {
    CHECK(read_member<double>(text).fault() == fault_code::out_of_range);
    CHECK(read_member<float>(text).fault() == fault_code::out_of_range);
  }
  CHECK(read_member<float>("3.4028234663852886e38").value.v == std::numeric_limits<float>::max());
  for (const char* text : {"3.5e38", "-3.5e38", "1e39"})
    CHECK(read_member<float>(text).fault() == fault_code::out_of_range);
  auto tiny = read_member<float>("1e-60");
  CHECK(tiny.ok);
  CHECK(tiny.value.v == 0);
  for (const char* text : {"NaN", "nan", "Infinity", "-Infinity", "inf", "-inf", "1.#INF", "INF", "1e",
                           "0x1p3", ".5", "5.", "1e1.5"})
    CHECK(is_grammar(read_member<double>(text).fault()));
  for (const char* text : {"\"NaN\"", "\"Infinity\"", "\"-Infinity\"", "\"1.5\"", "true", "null", "[]", "{}"})
    CHECK(read_member<double>(text).fault() == fault_code::wrong_type);
}

TEST_CASE("random doubles written with 17 digits are read back to the bit") {
  std::mt19937_64 random(7);
  for (int i = 0; i < 20000; ++i) {
    const auto bits = random();
    double value;
    std::memcpy(&value, &bits, sizeof value);
    if (!std::isfinite(value)) continue;
    char text[40];
    std::snprintf(text, sizeof text, "%.17g", value);
    const auto read = read_member<double>(text);
    REQUIRE(read.ok);
    REQUIRE(std::memcmp(&read.value.v, &value, sizeof value) == 0);
  }
}

TEST_CASE("enumerators are read by their names") {
  CHECK(read_member<unit>("\"metric\"").value.v == unit::metric);
  CHECK(read_member<unit>("\"\\u0069mperial\"").value.v == unit::imperial);
  CHECK(read_member<strange>("\"low\"").value.v == strange::low);
  CHECK(read_member<strange>("\"high\"").value.v == strange::high);
  CHECK(read_member<level>("\"level_high\"").value.v == level_high);
  for (const char* text :
       {"\"\"", "\"Metric\"", "\"metric \"", "\"metric\\u0000\"", "\"0\"", "\"unit::metric\""})
    CHECK(read_member<unit>(text).fault() == fault_code::not_an_enumerator);
  CHECK(read_member<unit>('"' + std::string(1000, 'x') + '"').fault() == fault_code::not_an_enumerator);
  std::string escaped = "\"";
  for (int i = 0; i < 100; ++i) escaped += "\\u0061";
  CHECK(read_member<unit>(escaped + '"').fault() == fault_code::not_an_enumerator);
  for (const char* text : {"0", "null", "true", "[]"})
    CHECK(read_member<unit>(text).fault() == fault_code::wrong_type);
  CHECK_THAT(read_member<unit>("\"x\"").why(), tacet_test::contains(R"(one of "metric", "imperial")"));
}

TEST_CASE("a duration is a count in its own unit") {
  using namespace std::chrono_literals;
  CHECK(read_member<std::chrono::milliseconds>("1500").value.v == 1500ms);
  CHECK(read_member<std::chrono::seconds>("-3").value.v == -3s);
  CHECK(read_member<std::chrono::duration<double>>("0.25").value.v == 250ms);
  CHECK(read_member<std::chrono::minutes>("\"5\"").value.v == 5min);
  CHECK(read_member<std::chrono::seconds>("1.5").fault() == fault_code::not_an_integer);
  CHECK(read_member<std::chrono::nanoseconds>("9223372036854775808").fault() == fault_code::out_of_range);
  CHECK(read_member<std::chrono::seconds>("\"5s\"").fault() == fault_code::wrong_type);
}
