// SPDX-License-Identifier: MIT
// Case 113: a tool that does not exist costs its own call only, and the answer names those that do.
#include "support/catch.hpp"

#include <tacet/tacet.hpp>

#include <string>

TEST_CASE("113 a hallucinated name is answered with the names there are") {
  int ran = 0;
  const tacet::tool_executor executor{tacet::tools{tacet::tool<"probe">([&ran] { return ++ran; }),
                                                   tacet::tool<"search_text">([&ran] { return ++ran; })}};
  const tacet::tool_call calls[] = {{"c1", "nosuch"}, {"c2", "probe"}, {"c3", "Probe"}, {"c4", ""}};
  const auto report = executor.execute(calls);
  CHECK(ran == 1);
  REQUIRE(report.outcomes.size() == 4);
  CHECK(report.outcomes[1].content == "1");
  for (const std::size_t i : {0U, 2U, 3U}) {
    CHECK(report.outcomes[i].kind == tacet::outcome_kind::unknown_tool);
    CHECK(report.outcomes[i].is_error);
    CHECK(report.outcomes[i].attempts == 0);
    CHECK_THAT(std::string(report.outcomes[i].content),
               tacet_test::contains("probe") && tacet_test::contains("search_text"));
  }
  CHECK_THAT(std::string(report.outcomes[0].content), tacet_test::contains("nosuch"));
}
