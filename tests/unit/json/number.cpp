// SPDX-License-Identifier: MIT
// Numbers: digits and a power of ten, exactly.
#include "support/catch.hpp"

#include <tacet/json/number.hpp>

#include <random>
#include <string>

using namespace tacet;
using json::fault_code;

namespace {

struct parsed {
  std::string digits;
  std::int64_t scale = 0;
  bool negative = false;
  std::size_t used = 0;
  fault_code fault = fault_code::none;
  fault_code exact = fault_code::none;
  std::uint64_t magnitude = 0;
};
parsed parse(const std::string& text) {
  json::context c;
  c.begin = text.data();
  c.end = text.data() + text.size();
  json::number_parts parts;
  const char* const end = json::scan_number(text.data(), c, parts);
  parsed out;
  out.fault = c.fault;
  if (end == nullptr) return out;
  out.digits =
      std::string(parts.whole_begin, parts.whole_end) + std::string(parts.fraction_begin, parts.fraction_end);
  out.scale = parts.scale;
  out.negative = parts.negative;
  out.used = static_cast<std::size_t>(end - text.data());
  out.exact = json::exact_magnitude(parts, out.magnitude);
  return out;
}

}  // namespace

TEST_CASE("a number is its digits without zeros at either end, and a scale") {
  const struct {
    const char* text;
    const char* digits;
    std::int64_t scale;
  } rows[] = {{"0", "", 0},          {"-0.000e99", "", 0}, {"1", "1", 0},        {"100", "1", 2},
              {"100.00", "1", 2},    {"0.001", "1", -3},   {"0.0010", "1", -3},  {"10.01", "1001", -2},
              {"1.5e3", "15", 2},    {"1500", "15", 2},    {"0.15E+4", "15", 2}, {"120e-1", "12", 0},
              {"1e-400", "1", -400}, {"1.0e400", "1", 400}};
  for (const auto& row : rows) {
    const parsed got = parse(row.text);
    INFO(row.text);
    CHECK(got.digits == row.digits);
    CHECK(got.scale == row.scale);
    CHECK(got.negative == (row.text[0] == '-'));
    CHECK(got.used == std::string(row.text).size());
  }
  CHECK(parse("12,3").used == 2);
  CHECK(parse("1e5e5").used == 3);
  CHECK(parse("1.5.5").used == 3);
  for (const char* text : {"", "-", "1.", "1e", "1e+", "-0.", "0e-"})
    CHECK(parse(text).fault == fault_code::unexpected_end);
  for (const char* text : {"01", "-01", "-x", "1.x", "1ex", "1e+x", "+1", ".5", "x"})
    CHECK(parse(text).fault == fault_code::bad_number);
}

TEST_CASE("exponents of any length saturate far outside of every number") {
  for (std::size_t n = 5; n < 400; n += 13) {
    const std::string digits(n, '9');
    CHECK(parse("1e" + digits).exact == fault_code::out_of_range);
    CHECK(parse("1e-" + digits).exact == fault_code::not_an_integer);
    CHECK(parse("0e" + digits).exact == fault_code::none);
  }
}

TEST_CASE("64 bits are held exactly, and one more is not") {
  CHECK(parse("18446744073709551615").magnitude == UINT64_MAX);
  CHECK(parse("18446744073709551615.000").magnitude == UINT64_MAX);
  CHECK(parse("1844674407370955161.5e1").magnitude == UINT64_MAX);
  CHECK(parse("18446744073709551616").exact == fault_code::out_of_range);
  CHECK(parse("99999999999999999999").exact == fault_code::out_of_range);
  CHECK(parse("1e19").magnitude == 10000000000000000000U);
  CHECK(parse("1e20").exact == fault_code::out_of_range);
  CHECK(parse("0.5").exact == fault_code::not_an_integer);
}

TEST_CASE("random integers keep their value wherever the point is put") {
  std::mt19937_64 random(5);
  for (int i = 0; i < 5000; ++i) {
    const std::uint64_t value = random() >> (random() % 64);
    const std::string digits = std::to_string(value);
    const std::size_t cut = random() % digits.size();
    const std::string moved = (cut == 0 ? "0" : digits.substr(0, cut)) + "." + digits.substr(cut) + "e" +
                              std::to_string(digits.size() - cut);
    INFO(moved);
    REQUIRE(parse(digits).magnitude == value);
    REQUIRE(parse(moved).magnitude == value);
    REQUIRE(parse(moved).exact == fault_code::none);
  }
}
