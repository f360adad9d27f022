// SPDX-License-Identifier: MIT
// null for an optional member means that it is absent; an empty string is a value.
#include "support/catch.hpp"

#include <tacet/tacet.hpp>

#include <optional>
#include <string>

using namespace tacet;

namespace {
struct find_args {
  std::optional<int> limit{};
  std::optional<std::string> pattern{};
  std::optional<int> depth = 3;
};
struct needed {
  int limit;
};
}  // namespace

TEST_CASE("case 017: null is absent for what may be absent, and an empty string is a string") {
  std::string seen;
  int ran = 0;
  const auto text = [](const auto& value) { return value ? std::to_string(*value) : std::string("none"); };
  const tool_executor executor{tools{tool<"find">([&](const find_args& a) {
                                       ++ran;
                                       return seen = text(a.limit) + " " +
                                                     (a.pattern ? "'" + *a.pattern + "'" : "none") + " " +
                                                     text(a.depth);
                                     }),
                                     tool<"need">([&ran](const needed& a) { return ++ran, a.limit; })}};
  const struct {
    const char* arguments;
    const char* seen;
  } rows[] = {{R"({"limit":null})", "none none 3"},
              {R"({"limit":null,"pattern":null,"depth":null})", "none none 3"},
              {R"({ "depth" : null , "limit" : null })", "none none 3"},
              {R"({"pattern":""})", "none '' 3"},
              {R"({"limit":5,"pattern":"null"})", "5 'null' 3"},
              {R"({"depth":7})", "none none 7"}};
  for (const auto& row : rows) {
    const tool_call call{"1", "find", row.arguments};
    CHECK(executor.execute({&call, 1}).outcomes[0].content == row.seen);
    CHECK(seen == row.seen);
  }
  CHECK(ran == 6);
  const tool_call calls[] = {{"1", "find", R"({"limit":""})"}, {"2", "need", R"({"limit":null})"}};
  const execution_report report = executor.execute(calls);
  CHECK(report.outcomes[0].reason == outcome_reason::wrong_type);
  CHECK(report.outcomes[1].reason == outcome_reason::wrong_type);
  CHECK_THAT(std::string(report.outcomes[1].content), tacet_test::contains("got null"));
  CHECK(ran == 6);
}
