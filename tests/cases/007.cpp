// SPDX-License-Identifier: MIT
// A nested value that was encoded twice is refused with the words that help; a string member is never
// altered.
#include "support/catch.hpp"

#include <tacet/tacet.hpp>

#include <map>
#include <optional>
#include <string>
#include <vector>

using namespace tacet;

namespace {
struct point {
  int x;
};
struct nested_args {
  std::vector<int> items;
};
struct object_args {
  point at;
};
struct map_args {
  std::map<std::string, int> table;
};
struct text_args {
  std::string text;
  std::optional<std::string> flag{};
};
}  // namespace

TEST_CASE("case 007: a value encoded twice is refused, and text that looks like a value stays text") {
  int ran = 0;
  std::string seen;
  const tool_executor executor{tools{
      tool<"list">([&ran](const nested_args&) { return ++ran; }),
      tool<"object">([&ran](const object_args&) { return ++ran; }),
      tool<"map">([&ran](const map_args&) { return ++ran; }),
      tool<"text">([&seen](const text_args& a) { return seen = a.text + "|" + a.flag.value_or("-"); })}};
  const struct {
    const char* name;
    const char* arguments;
    const char* where;
  } twice[] = {{"list", R"({"items":"[1,2]"})", "/items"},
               {"object", R"({"at":"{\"x\":1}"})", "/at"},
               {"map", R"({"table":"{}"})", "/table"}};
  for (const auto& row : twice) {
    const tool_call call{"1", row.name, row.arguments};
    const execution_report report = executor.execute({&call, 1});
    CHECK(report.outcomes[0].kind == outcome_kind::bad_arguments);
    CHECK(report.outcomes[0].reason == outcome_reason::wrong_type);
    CHECK_THAT(std::string(report.outcomes[0].content),
               tacet_test::contains("send the value itself, not as a string"));
    CHECK_THAT(std::string(report.outcomes[0].content), tacet_test::contains(row.where));
  }
  CHECK(ran == 0);
  const struct {
    const char* arguments;
    const char* seen;
  } kept[] = {{R"({"text":"[1,2]"})", "[1,2]|-"},
              {R"({"text":"{\"a\":1}"})", "{\"a\":1}|-"},
              {R"({"text":"7","flag":"true"})", "7|true"},
              {R"({"text":"null"})", "null|-"}};
  for (const auto& row : kept) {
    const tool_call call{"1", "text", row.arguments};
    const execution_report report = executor.execute({&call, 1});
    CHECK(report.outcomes[0].content == row.seen);
    CHECK(seen == row.seen);
    CHECK_FALSE(report.outcomes[0].adjusted);
  }
}
