// SPDX-License-Identifier: MIT
// Case 117: what a tool or the decoder says on purpose is relayed, so that the model can do better.
#include "support/catch.hpp"

#include <tacet/tacet.hpp>

#include <stdexcept>
#include <string>

namespace {
struct query_args {
  std::string text;
  int limit;
};
}  // namespace

TEST_CASE("117 helpful refusals reach the model word for word") {
  const tacet::tool_executor executor{tacet::tools{tacet::tool<"query">([](const query_args& q) -> int {
    if (q.text.empty())
      throw tacet::tool_error("text must not be empty; give a word that stands in the title");
    throw std::runtime_error("hidden");
  })}};
  const tacet::tool_call calls[] = {{"1", "query", R"({"text":"","limit":5})"},
                                    {"2", "query", R"({"text":"a","limit":"many"})"},
                                    {"3", "query", R"({"text":"a"})"},
                                    {"4", "query", R"({"text":"a","limit":5})"}};
  const auto report = executor.execute(calls);
  using tacet_test::contains;
  CHECK(report.outcomes.at(0).content == "text must not be empty; give a word that stands in the title");
  CHECK_THAT(std::string(report.outcomes.at(1).content), contains("/limit") && contains("query"));
  CHECK_THAT(std::string(report.outcomes.at(2).content), contains("limit") && contains("missing"));
  CHECK_THAT(std::string(report.outcomes.at(3).content), contains("query") && !contains("hidden"));
}
