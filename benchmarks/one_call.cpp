// SPDX-License-Identifier: MIT
// One call from argument text to result text: the executor beside what people write by hand.
#include <tacet/tacet.hpp>

#include <benchmark/benchmark.h>
#include <nlohmann/json.hpp>

#include <charconv>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace {

struct pair_args {
  int a;
  int b;
};

inline constexpr auto add = tacet::tool<"add_numbers">([](const pair_args& p) { return p.a + p.b; }, tacet::read_only);
inline constexpr auto subtract = tacet::tool<"subtract">([](const pair_args& p) { return p.a - p.b; }, tacet::read_only);
inline constexpr auto multiply = tacet::tool<"multiply">([](const pair_args& p) { return p.a * p.b; }, tacet::read_only);

constexpr tacet::tool_call call{"call_1", "add_numbers", R"({"a":1,"b":2})"};

void executor(benchmark::State& state) {
  const tacet::tool_executor made{tacet::tools{add, subtract, multiply}};
  tacet::execution_report report;
  for (auto _ : state) {
    made.execute({&call, 1}, report);
    benchmark::DoNotOptimize(report.outcomes[0].content.data());
  }
  if (report.outcomes[0].content != "3") state.SkipWithError("wrong answer");
}
BENCHMARK(executor);

// What a careful person writes for exactly these tools and this spelling; it checks less.
bool by_hand_call(const tacet::tool_call& c, char* to, std::size_t& size) {
  const auto number = [](std::string_view text, std::string_view key, int& out) {
    const std::size_t at = text.find(key);
    if (at == std::string_view::npos) return false;
    const char* const from = text.data() + at + key.size();
    return std::from_chars(from, text.data() + text.size(), out).ec == std::errc{};
  };
  int a = 0;
  int b = 0;
  if (!number(c.arguments, "\"a\":", a) || !number(c.arguments, "\"b\":", b)) return false;
  int result = 0;
  if (c.name == "add_numbers") result = a + b;
  else if (c.name == "subtract") result = a - b;
  else if (c.name == "multiply") result = a * b;
  else return false;
  size = static_cast<std::size_t>(std::to_chars(to, to + 16, result).ptr - to);
  return true;
}

void by_hand(benchmark::State& state) {
  char text[16];
  std::size_t size = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(by_hand_call(call, text, size));
    benchmark::DoNotOptimize(static_cast<const char*>(text));
  }
  if (std::string_view(text, size) != "3") state.SkipWithError("wrong answer");
}
BENCHMARK(by_hand);

void nlohmann_map(benchmark::State& state) {
  using nlohmann::json;
  std::unordered_map<std::string, std::function<json(json)>> tools;
  tools["add_numbers"] = [](const json& j) -> json { return j.at("a").get<int>() + j.at("b").get<int>(); };
  tools["subtract"] = [](const json& j) -> json { return j.at("a").get<int>() - j.at("b").get<int>(); };
  tools["multiply"] = [](const json& j) -> json { return j.at("a").get<int>() * j.at("b").get<int>(); };
  std::string answer;
  for (auto _ : state) {
    answer = tools.at(std::string(call.name))(json::parse(call.arguments)).dump();
    benchmark::DoNotOptimize(answer.data());
  }
  if (answer != "3") state.SkipWithError("wrong answer");
}
BENCHMARK(nlohmann_map);

}  // namespace

BENCHMARK_MAIN();
