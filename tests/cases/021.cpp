// SPDX-License-Identifier: MIT
// Case 21: one id for two different calls loses neither of them.
#include "support/catch.hpp"

#include <tacet/tacet.hpp>

#include <string>
#include <vector>

namespace {
struct probe_args {
  int x = 0;
};
}  // namespace

TEST_CASE("021 two calls with one id both run once and are both answered") {
  std::vector<int> ran;
  const tacet::tool_executor executor{tacet::tools{
      tacet::tool<"probe">([&ran](const probe_args& p) { return ran.push_back(p.x), p.x * 10; })}};
  const tacet::tool_call calls[] = {{"c1", "probe", R"({"x":1})"}, {"c1", "probe", R"({"x":2})"}};
  tacet::execution_report report;
  for (int turn = 1; turn <= 2; ++turn) {  // the same id again in a later turn
    executor.execute(calls, report);
    REQUIRE(report.outcomes.size() == 2);
    for (std::size_t i = 0; i < 2; ++i) {
      CHECK(report.outcomes[i].call_id == "c1");  // the core alters no id
      CHECK(report.outcomes[i].position == i);
      CHECK(report.outcomes[i].content == std::to_string(10 * (i + 1)));
    }
    CHECK(ran.size() == 2U * static_cast<unsigned>(turn));
  }
  CHECK(ran == std::vector{1, 2, 1, 2});
}
