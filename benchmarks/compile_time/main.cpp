// SPDX-License-Identifier: MIT
// What it costs to compile tools: CPU time, memory and object size of generated files, beside hand-written
// ones.
#include "budgets.hpp"
#include "compiler.hpp"
#include "units.hpp"

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace compile_time;

struct options {
  std::vector<std::string> compilers;
  std::vector<int> tools{1, 4, 16, 64};
  std::vector<int> parts{0, 1, 3, 8};
  int runs = 3;
  bool check = false;

  [[nodiscard]] sizes_compared sizes() const {
    const std::size_t n = tools.size();
    return {tools.front(), tools[n - 2], tools[n - 1]};
  }
};

constexpr const char* usage = R"(what compiling tools costs

  --check           fail when a budget of budgets.json is missed
  --quick           one run of fewer sizes
  --runs N          runs of which the fastest counts (3)
  --compiler NAME   this compiler, may be repeated (g++ and clang++, if they are found)
)";

options read_options(int argc, char** argv) {
  options chosen;
  for (int i = 1; i < argc; ++i) {
    const std::string_view one = argv[i];
    if (one == "--check") chosen.check = true;
    else if (one == "--quick") chosen.runs = 1, chosen.tools = {1, 64}, chosen.parts = {0, 3};
    else if (one == "--runs" && i + 1 < argc && std::atoi(argv[i + 1]) > 0)
      chosen.runs = std::atoi(argv[++i]);
    else if (one == "--compiler" && i + 1 < argc) chosen.compilers.emplace_back(argv[++i]);
    else throw std::runtime_error("unknown or incomplete: " + std::string(one) + "\n" + usage);
  }
  return chosen;
}

std::vector<std::string> folders() {
  std::vector<std::string> all;
  std::istringstream text(TACET_FOLDERS);
  for (std::string one; std::getline(text, one, '|');) all.push_back(one);
  return all;
}

std::vector<unit> units(const options& chosen) {
  std::vector<unit> all{{unit_kind::std_headers}, {unit_kind::json_header}, {unit_kind::header}};
  for (const int parts : chosen.parts)
    for (const int tools : chosen.tools) all.push_back({unit_kind::library, tools, parts});
  // A dialect adds the same to any executor, and to every size.
  // (A single run is too coarse for the difference.)
  if (chosen.runs > 1)
    for (const int tools : {chosen.sizes().fewer, chosen.sizes().more})
      all.push_back({unit_kind::dialects, tools, 3});
  for (const int tools : chosen.tools) all.push_back({unit_kind::nlohmann, tools});
  return all;
}

constexpr const char* levels[] = {"-O0", "-O2"};

std::vector<measurement> everything(const options& chosen, const std::vector<std::string>& compilers) {
  std::vector<measurement> all;
  for (const std::string& compiler : compilers)
    for (const char* const level : levels)
      for (const unit& one : units(chosen)) all.push_back({compiler, level, one, {}});
  return all;
}

// Runs of one unit lie far apart, so that what disturbs one does not disturb all of them.
void measure(const workshop& shop, int runs, std::vector<measurement>& all) {
  const std::size_t total = all.size() * static_cast<std::size_t>(runs);
  std::size_t done = 0;
  for (int run = 0; run < runs; ++run)
    for (measurement& one : all) {
      std::fprintf(stderr, "[%zu/%zu] %s %s %s%s\n", ++done, total, one.compiler.c_str(), one.level.c_str(),
                   name_of(one.what).c_str(),
                   one.what.tools == 0 ? "" : (", tools: " + std::to_string(one.what.tools)).c_str());
      const cost now = shop.compile(one.compiler, one.level, text_of(one.what));
      if (run == 0 || now.ms < one.costs.ms) one.costs = now;
    }
}

void print_all(const std::vector<measurement>& all) {
  std::printf("%-8s %-5s %-22s %5s %8s %8s %10s %8s\n", "compiler", "level", "unit", "tools", "CPU ms",
              "peak MB", "object KB", "code KB");
  for (const measurement& one : all)
    std::printf("%-8s %-5s %-22s %5s %8.0f %8.0f %10.0f %8.0f\n", one.compiler.c_str(), one.level.c_str(),
                name_of(one.what).c_str(), one.what.tools == 0 ? "" : std::to_string(one.what.tools).c_str(),
                one.costs.ms, one.costs.peak_mb, one.costs.object_kb, one.costs.code_kb);
}

void print_added(const results& all, const unit& like, const sizes_compared& sizes) {
  const auto added = all.per_tool(like.kind, like.parts, sizes.fewer, sizes.more);
  if (!added.has_value()) return;
  std::printf("%-8s %-5s %-22s %11.1f %11.1f\n", all.compiler().c_str(), all.level().c_str(),
              name_of(like).c_str(), added->ms, added->object_kb);
}

void print_all_added(const results& all, const options& chosen) {
  for (const int parts : chosen.parts) print_added(all, {unit_kind::library, 0, parts}, chosen.sizes());
  print_added(all, {unit_kind::dialects, 0, 3}, chosen.sizes());
  print_added(all, {unit_kind::nlohmann}, chosen.sizes());
}

// CPU time is not free of what runs beside: processors share caches, and cores are shared by threads.
void print_load(double before) {
  double after = 0;
  if (getloadavg(&after, 1) == 1)
    std::printf("\nload average %.1f before and %.1f after; this program makes 1.0 of it\n", before, after);
}

// How many budgets are missed.
int print_verdicts(const std::vector<verdict>& verdicts) {
  int missed = 0;
  for (const verdict& one : verdicts) {
    std::printf("%-44s %8.1f %8.1f %-3s %s\n", one.what.c_str(), one.value, one.most, one.unit.c_str(),
                one.kept() ? "ok" : "OVER");
    if (!one.kept()) ++missed;
  }
  return missed;
}

int run_all(const options& chosen) {
  const workshop shop(folders());
  std::vector<std::string> compilers = chosen.compilers;
  if (compilers.empty())
    for (const char* const usual : {"g++", "clang++"})
      if (shop.has(usual)) compilers.emplace_back(usual);
  if (compilers.empty()) throw std::runtime_error("there is neither g++ nor clang++");
  const boost::json::object budgets = boost::json::parse(content_of(TACET_BUDGETS)).as_object();

  double load = 0;
  (void)getloadavg(&load, 1);
  std::vector<measurement> all = everything(chosen, compilers);
  measure(shop, chosen.runs, all);
  print_all(all);
  std::vector<verdict> verdicts;
  std::printf("\n%-8s %-5s %-22s %11s %11s   (from %d to %d tools)\n", "compiler", "level", "one more tool",
              "CPU ms", "object KB", chosen.sizes().fewer, chosen.sizes().more);
  for (const std::string& compiler : compilers)
    for (const char* const level : levels) {
      const results here(compiler, level, all);
      print_all_added(here, chosen);
      for (const verdict& one : judge(here, budgets, chosen.parts, chosen.sizes())) verdicts.push_back(one);
    }
  print_load(load);
  std::printf("\n%-44s %8s %8s\n", "budget", "is", "at most");
  const int missed = print_verdicts(verdicts);
  if (missed != 0) std::printf("%d of %zu budgets are missed.\n", missed, verdicts.size());
  return chosen.check && missed != 0 ? 1 : 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run_all(read_options(argc, argv));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "compile_time: %s\n", error.what());
    return 2;
  }
}
