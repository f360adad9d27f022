// SPDX-License-Identifier: MIT
// Texts built at compile time: numbers in the fewest digits, strings escaped.
#include "support/catch.hpp"

#include <tacet/json/text_builder.hpp>

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <random>
#include <string>

using namespace tacet;
using json::detail::text_builder;

template <class F> static std::string built(F f) {
  text_builder measure;
  f(measure);
  std::string text(measure.size, '#');
  text_builder write{text.data(), 0};
  f(write);
  CHECK(write.size == text.size());
  return text;
}
template <class N> static std::string real(N value) {
  return built([&](text_builder& w) { w.put_real(value); });
}

TEST_CASE("integers are written to their limits") {
  CHECK(built([](text_builder& w) { w.put_unsigned(UINT64_MAX); }) == "18446744073709551615");
  CHECK(built([](text_builder& w) { w.put_signed(INT64_MIN); }) == "-9223372036854775808");
  CHECK(built([](text_builder& w) { w.put_unsigned(0); }) == "0");
}

TEST_CASE("real numbers are written in the fewest digits") {
  const struct {
    double value;
    const char* text;
  } rows[] = {{0, "0"},
              {-0.0, "0"},
              {1, "1"},
              {-1.5, "-1.5"},
              {0.1, "0.1"},
              {0.25, "0.25"},
              {0.001, "0.001"},
              {1e-6, "0.000001"},
              {1e-9, "0.000000001"},
              {1e-20, "1e-20"},
              {100, "100"},
              {1e15, "1000000000000000"},
              {1e30, "1e30"},
              {123456.789, "123456.789"},
              {3.141592653589793, "3.141592653589793"},
              {1.7976931348623157e308, "17976931348623157e292"},
              {5e-324, "5e-324"},
              {0.1 + 0.2, "0.30000000000000004"}};
  for (const auto& row : rows) {
    const std::string text = real(row.value);
    CHECK(std::strtod(text.c_str(), nullptr) == row.value);
    CHECK(text == row.text);
  }
  CHECK(real(0.1F) == "0.1");
  CHECK(real(3.4028235e38F) == "34028235e31");
}

TEST_CASE("random reals read back the same") {
  std::mt19937_64 random(3);
  for (int i = 0; i < 5000; ++i) {
    const auto bits = random();
    double value;
    std::memcpy(&value, &bits, sizeof value);
    if (!std::isfinite(value)) continue;
    const double ordinary = static_cast<double>(static_cast<std::int64_t>(bits >> 20)) / 1000;
    REQUIRE(std::strtod(real(ordinary).c_str(), nullptr) == ordinary);
    const double back = std::strtod(real(value).c_str(), nullptr);
    REQUIRE(std::abs(back - value) <= std::abs(value) * 4e-16);
  }
}

TEST_CASE("a bound that JSON has no number for is left out") {
  CHECK(built([](text_builder& w) { w.put_bound("x", {}); }).empty());
  CHECK(built([](text_builder& w) { w.put_bound("x", std::numeric_limits<double>::infinity()); }).empty());
  CHECK(built([](text_builder& w) { w.put_bound("x", std::nan("")); }).empty());
  CHECK(built([](text_builder& w) { w.put_bound("x=", -7); }) == "x=-7");
  CHECK(built([](text_builder& w) { w.put_bound("x=", 0.5); }) == "x=0.5");
}

TEST_CASE("strings are escaped") {
  CHECK(built([](text_builder& w) { w.put_string("a\"b\\c\n\x01\xC3\xBC"); }) ==
        "\"a\\\"b\\\\c\\u000a\\u0001\xC3\xBC\"");
}
