// SPDX-License-Identifier: MIT
// A result becomes the text for the model and the value for the program, in storage of the report.
#include "support/catch.hpp"
#include "unit/support/allocations.hpp"

#include <tacet/tacet.hpp>

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace {

struct point {
  int x = 0, y = 0;
};

// The outcome of one call of a tool that returns what `body` does, in a report that lives on.
template <class Body> const tacet::tool_outcome& outcome(tacet::execution_report& report, Body body) {
  const tacet::tool_executor executor{tacet::tools{tacet::tool<"probe">(body)}};
  const tacet::tool_call call{"c1", "probe", "{}"};
  executor.execute({&call, 1}, report);
  REQUIRE(report.outcomes.size() == 1);
  return report.outcomes[0];
}
template <class T> void is_written(T value, std::string_view text) {
  tacet::execution_report report;
  const auto& out = outcome(report, [value] { return value; });
  CHECK(out.content == text);
  CHECK(out.phase == tacet::call_phase::dispatch);
  REQUIRE(out.value.template get_if<T>() != nullptr);
  CHECK(*out.value.template get_if<T>() == value);
}

}  // namespace

TEST_CASE("every integer is written whole") {
  is_written(0, "0");
  is_written(9, "9");
  is_written(10, "10");
  is_written(-1, "-1");
  is_written(std::numeric_limits<std::int64_t>::min(), "-9223372036854775808");
  is_written(std::numeric_limits<std::uint64_t>::max(), "18446744073709551615");
  is_written(static_cast<signed char>(-128), "-128");
  is_written(true, "true");
}

TEST_CASE("strings are the text itself, anything else is JSON, and values are kept") {
  is_written(std::string(1000, 'x'), std::string(1000, 'x'));
  is_written(std::string("a\"b"), "a\"b");
  is_written(std::vector<int>{1, 2}, "[1,2]");
  tacet::execution_report report;
  const auto& out = outcome(report, [] { return point{3, 4}; });
  CHECK(out.content == R"({"x":3,"y":4})");
  CHECK(out.value.get_if<point>()->y == 4);
  CHECK(outcome(report, []() -> const char* { return nullptr; }).content.empty());
}

TEST_CASE("a report that is used again stores without allocating") {
  tacet::execution_report report;
  const auto body = [] { return std::string_view("a text that is longer than what a string holds in itself"); };
  const tacet::tool_executor executor{tacet::tools{tacet::tool<"probe">(body)}};
  const tacet::tool_call call{"c1", "probe", "{}"};
  executor.execute({&call, 1}, report);
  const std::size_t before = tacet_test::allocations;
  executor.execute({&call, 1}, report);
  const std::size_t after = tacet_test::allocations;
  CHECK(after == before);
  CHECK(report.outcomes[0].content == body());
}
