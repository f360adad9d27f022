// SPDX-License-Identifier: MIT
// Integers beyond 2^53 keep every digit, and those beyond the type are refused.
#include "support/catch.hpp"

#include <tacet/tacet.hpp>

#include <cstdint>
#include <string>

using namespace tacet;

namespace {
struct signed_args {
  std::int64_t id;
};
struct unsigned_args {
  std::uint64_t id;
};
struct int_args {
  int id;
};
}  // namespace

TEST_CASE("case 008: an integer arrives with every digit or not at all") {
  int ran = 0;
  const tool_executor executor{
      tools{tool<"rate">([&ran](const signed_args& a) { return ++ran, a.id; }),
            tool<"rate_unsigned">([&ran](const unsigned_args& a) { return ++ran, a.id; }),
            tool<"rate_int">([&ran](const int_args& a) { return ++ran, a.id; })}};
  const struct {
    const char* name;
    std::string id;
    bool fits;
  } rows[] = {{"rate", "9007199254740993", true},
              {"rate", "9223372036854775807", true},
              {"rate", "-9223372036854775808", true},
              {"rate", "9223372036854775808", false},
              {"rate", "-9223372036854775809", false},
              {"rate", "18446744073709551615", false},
              {"rate_unsigned", "18446744073709551615", true},
              {"rate_unsigned", "18446744073709551616", false},
              {"rate_unsigned", "-1", false},
              {"rate", std::string(60, '9'), false},
              {"rate", "1" + std::string(400, '0'), false},
              {"rate_int", "4294967297", false},
              {"rate_int", "2147483647", true},
              {"rate", "9.007199254740993e15", true},
              {"rate", "9007199254740993.5", false}};
  for (const auto& row : rows) {
    const int before = ran;
    const std::string text = "{\"id\":" + row.id + "}";
    const tool_call call{"1", row.name, text};
    const execution_report report = executor.execute({&call, 1});
    const tool_outcome& out = report.outcomes[0];
    INFO(row.id);
    CHECK((out.kind == outcome_kind::succeeded) == row.fits);
    CHECK(ran == before + (row.fits ? 1 : 0));
    if (row.fits) {
      CHECK(out.content == (row.id.find('.') == std::string::npos ? row.id : "9007199254740993"));
    } else {
      CHECK(out.kind == outcome_kind::bad_arguments);
      CHECK_THAT(std::string(out.content), tacet_test::contains("/id"));
    }
  }
}
