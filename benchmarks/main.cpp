// SPDX-License-Identifier: MIT
// The benchmark program: Google Benchmark with two flags more, --check and --plot.
#include "budgets.hpp"
#include "plots.hpp"
#include "recorded_calls.hpp"
#include "results.hpp"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace {

constexpr int missed = 1;
constexpr int misused = 2;

void help() {
  fmt::print(
      "tacet_bench [--check] [--plot] [flags of Google Benchmark]\n"
      "  --check  hold the measured ratios against benchmarks/budgets.json; 1 when one is missed\n"
      "  --plot   draw them into docs/plots/\n\n");
  benchmark::PrintDefaultHelp();
}

// Measures once more what a missed budget names. Only the least time of all repetitions counts, on both
// sides, so this takes a disturbance out and makes nothing faster than it is.
std::vector<bench::held_budget> hold(bench::results& measured, const std::vector<bench::budget>& budgets) {
  constexpr int further_rounds = 2;
  std::vector<bench::held_budget> held = bench::hold(budgets, measured);
  for (int round = 0; round < further_rounds; ++round) {
    std::string again;
    for (const bench::held_budget& one : held)
      if (!one.met()) again += (again.empty() ? "" : "|") + one.asked.ours + "|" + one.asked.baseline;
    if (again.empty()) break;
    bench::collector collect(measured, nullptr);
    benchmark::RunSpecifiedBenchmarks(&collect, "^(" + again + ")$");
    held = bench::hold(budgets, measured);
  }
  return held;
}

int check(bench::results& measured, const std::vector<bench::budget>& budgets) {
  const std::vector<bench::held_budget> held = hold(measured, budgets);
  bench::print(held);
  std::size_t misses = 0;
  for (const bench::held_budget& one : held) misses += one.met() ? 0U : 1U;
  if (misses == 0) fmt::print("\nall {} budgets are met\n", held.size());
  else fmt::print("\n{} of {} budgets are missed\n", misses, held.size());
  if (held.size() != budgets.size())
    fmt::print("{} were not looked at: the recorded calls are not there\n", budgets.size() - held.size());
  return misses == 0 ? 0 : missed;
}

int run(bool checks, bool plots) {
  const std::filesystem::path source = TACET_SOURCE;
  std::vector<bench::budget> budgets;
  if (checks) budgets = bench::read_budgets(source / "benchmarks" / "budgets.json");
  if (!bench::recorded_calls_are_there())
    fmt::print(stderr, "tacet_bench: the recorded calls are not there, so real_calls is left out\n");
  if (checks || plots) fmt::print(stderr, "tacet_bench: measuring; this takes about a minute\n");

  bench::results measured;
  std::unique_ptr<benchmark::BenchmarkReporter> shown;
  if (!checks && !plots) shown.reset(benchmark::CreateDefaultDisplayReporter());
  bench::collector collect(measured, shown.get());
  if (benchmark::RunSpecifiedBenchmarks(&collect) == 0) return misused;  // it has said so

  for (const std::string& error : measured.errors()) fmt::print(stderr, "tacet_bench: {}\n", error);
  if (!measured.errors().empty()) return missed;
  int status = 0;
  if (checks) status = check(measured, budgets);
  if (plots)
    for (const std::filesystem::path& file : bench::draw(measured, source / "docs" / "plots"))
      fmt::print("{}\n", std::filesystem::relative(file).string());
  return status;
}

}  // namespace

int main(int argc, char** argv) try {
  bool checks = false;
  bool plots = false;
  // Interleaved, so that a slow minute falls on all of them alike. A user's own flags come later and win.
  std::string defaults[] = {"--benchmark_repetitions=11", "--benchmark_min_time=0.04",
                            "--benchmark_enable_random_interleaving=true"};
  std::vector<char*> all{argv[0]};
  for (std::string& flag : defaults) all.push_back(flag.data());
  std::vector<char*> own;
  for (int i = 1; i < argc; ++i) {
    if (std::string_view(argv[i]) == "--check") checks = true;
    else if (std::string_view(argv[i]) == "--plot") plots = true;
    else own.push_back(argv[i]);
  }
  if (!checks && !plots) all.resize(1);
  all.insert(all.end(), own.begin(), own.end());
  int count = static_cast<int>(all.size());
  all.push_back(nullptr);
  benchmark::Initialize(&count, all.data(), help);
  if (benchmark::ReportUnrecognizedArguments(count, all.data())) return misused;
  const int status = run(checks, plots);
  benchmark::Shutdown();
  return status;
} catch (const std::exception& error) {
  fmt::print(stderr, "tacet_bench: {}\n", error.what());
  return misused;
}
