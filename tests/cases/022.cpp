// SPDX-License-Identifier: MIT
// Case 22: an empty id takes no call away.
#include "support/catch.hpp"

#include <tacet/tacet.hpp>

#include <string>

namespace {
struct probe_args {
  int x = 0;
};
}  // namespace

TEST_CASE("022 calls with empty ids run like any other and are answered by position") {
  int ran = 0;
  std::string seen;
  const tacet::tool_executor executor{
      tacet::tools{tacet::tool<"probe">([&](const probe_args& p, tacet::tool_context& c) {
        seen.append("[").append(c.call_id()).append("]");
        return ++ran, p.x;
      })}};
  const tacet::tool_call calls[] = {{"", "probe", R"({"x":1})"}, {{}, "probe", R"({"x":2})"}, {"", "nosuch"}};
  const auto report = executor.execute(calls);
  CHECK(ran == 2);
  CHECK(seen == "[][]");  // and never the name of the tool in its place
  REQUIRE(report.outcomes.size() == 3);
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(report.outcomes[i].call_id.empty());
    CHECK(report.outcomes[i].position == i);
  }
  CHECK(report.outcomes[0].content == "1");
  CHECK(report.outcomes[1].content == "2");
  CHECK(report.outcomes[2].is_error);
}
