// SPDX-License-Identifier: MIT
#include "support/catch.hpp"

#include <tacet/executor/tool_executor.hpp>
#include <tacet/termination/call_history.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// A loop guard that compares calls only aborts honest polling and misses cycles of several calls.

namespace {

using namespace tacet;

struct no_arguments {};
struct numbered {
  int n = 0;
};

int progressed = 0;
inline constexpr auto status = tool<"status">([](const no_arguments&) { return ++progressed; }, read_only);
inline constexpr auto stuck = tool<"stuck">([](const no_arguments&) { return "waiting"; }, read_only);
inline constexpr auto probe = tool<"probe">([](const numbered& x) { return x.n; }, read_only);

// Runs the calls one a round, as a loop does, and says after how many the policy ended it.
std::optional<std::size_t> ended_after(const loop_termination_policy& policy,
                                       const std::vector<tool_call>& calls) {
  progressed = 0;
  const tool_executor run{tools{status, stuck, probe}};
  call_history history{policy};
  for (std::size_t i = 0; i < calls.size(); ++i) {
    const execution_report report = run.execute({&calls[i], 1});
    history.record(calls[i], report.outcomes.at(0).content);
    const auto verdict =
        history.judge({.calls = 1, .rounds = static_cast<std::int64_t>(i) + 1, .round_limit = 500});
    if (!verdict.terminate) continue;
    REQUIRE(verdict.reason == stop_reason::repetition);
    return i + 1;
  }
  return std::nullopt;
}

constexpr loop_termination_policy usual{};
constexpr loop_termination_policy aware{.result_aware = true};

}  // namespace

TEST_CASE("case 71a, polling whose result changes is never cut by a result-aware policy") {
  const std::vector<tool_call> calls(10, tool_call{"", "status", "{}"});
  CHECK_FALSE(ended_after(aware, calls).has_value());
  CHECK_FALSE(ended_after({.name_only_threshold = 3, .result_aware = true}, calls).has_value());
  CHECK(ended_after(usual, calls) == 3u);  // which is why the mode is there
}

TEST_CASE("case 71b, the same call with the same result is cut") {
  const std::vector<tool_call> calls(10, tool_call{"", "stuck", "{}"});
  CHECK(ended_after(usual, calls) == 3u);
  CHECK(ended_after(aware, calls) == 3u);
}

TEST_CASE("case 71c, a cycle of three calls is cut") {
  std::vector<tool_call> calls;
  for (int i = 0; i < 10; ++i)
    for (const char* arguments : {R"({"n":1})", R"({"n":2})", R"({"n":3})"})
      calls.push_back({"", "probe", arguments});
  CHECK(ended_after(usual, calls) == 7u);
  CHECK(ended_after(aware, calls) == 7u);
}

TEST_CASE("case 71d, the same call far apart is not cut") {
  std::vector<std::string> texts;
  for (int i = 1; i <= 45; ++i) texts.push_back("{\"n\":" + std::to_string(i == 20 || i == 40 ? 1 : i) + "}");
  std::vector<tool_call> calls;
  for (const std::string& text : texts) calls.push_back({"", "probe", text});
  CHECK_FALSE(ended_after(usual, calls).has_value());
  CHECK_FALSE(ended_after(aware, calls).has_value());
  CHECK(ended_after({.window = 45}, calls) == 40u);
}

TEST_CASE("case 71, refused and unknown calls count as repeats too") {
  CHECK(ended_after(usual, std::vector<tool_call>(10, tool_call{"", "nosuch", "{}"})) == 3u);
  CHECK(ended_after(aware, std::vector<tool_call>(10, tool_call{"", "nosuch", "{}"})) == 3u);
  CHECK(ended_after(aware, std::vector<tool_call>(10, tool_call{"", "probe", "{\"m\":1}"})) == 3u);
}
