// SPDX-License-Identifier: MIT
// The scripts for gnuplot, with the figures in them.
#include "plots.hpp"

#include "recorded_calls.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <string_view>

namespace bench {
namespace {

struct contender {
  std::string_view key, label, colour;
};
constexpr contender contenders[] = {{"tacet", "tacet", "#0b5fa5"},
                                    {"by_hand", "by hand, from_chars", "#2e7d32"},
                                    {"virtual_tools", "virtual tools, Boost.JSON", "#6a4c93"},
                                    {"boost_map", "map, Boost.JSON", "#8a6d00"},
                                    {"nlohmann_map", "map, nlohmann", "#b3261e"}};
const contender& contender_of(std::string_view key) {
  return *std::find_if(std::begin(contenders), std::end(contenders),
                       [&](const contender& c) { return c.key == key; });
}

double figure(const results& measured, const std::string& name) {
  const std::optional<double> found = measured.find(name);
  if (!found.has_value()) throw std::runtime_error("a plot needs " + name + ", which did not run");
  return *found;
}

// White under everything, so that the dark text is read on a dark page too.
std::string head(const std::filesystem::path& file, int height, std::string_view title) {
  return fmt::format(R"(set terminal svg size 820,{} noenhanced font "sans-serif,14" background "#ffffff"
set output "{}"
set title "{}" font "sans-serif,16" textcolor "#111111"
set tmargin 3
set border 3 linecolor "#777777"
set tics nomirror textcolor "#333333"
set grid x y linecolor "#e2e2e2" linetype 1
unset key
)",
                     height, file.string(), title);
}

std::string short_figure(double ns) {
  if (ns >= 1000) return fmt::format("{},{:03} ns", std::lround(ns) / 1000, std::lround(ns) % 1000);
  return ns < 10 ? fmt::format("{:.1f} ns", ns) : fmt::format("{:.0f} ns", ns);
}

// Moves labels apart, on a logarithmic axis, that would stand on one another.
void spread(std::vector<double>& places, double factor) {
  std::vector<double*> order;
  for (double& place : places) order.push_back(&place);
  std::sort(order.begin(), order.end(), [](const double* a, const double* b) { return *a < *b; });
  for (int pass = 0; pass < 50; ++pass) {
    for (std::size_t i = 1; i < order.size(); ++i) {
      const double least = *order[i - 1] * factor;
      if (*order[i] >= least) continue;
      const double middle = std::sqrt(*order[i - 1] * *order[i]);
      *order[i - 1] = middle / std::sqrt(factor);
      *order[i] = middle * std::sqrt(factor);
    }
  }
}

std::string by_number_of_tools(const results& measured, const std::filesystem::path& file) {
  constexpr int counts[] = {4, 16, 64, 256};
  std::string script = head(file, 460, "One call, text to text, by number of tools");
  script +=
      "set xlabel \"tools in the executor\"\nset ylabel \"nanoseconds for a call\"\n"
      "set logscale x 2\nset logscale y 10\nset xrange [3:2900]\nset yrange [10:2000]\n"
      "set xtics (4, 16, 64, 256)\n";
  std::vector<double> places;
  std::vector<std::string> labels;
  for (const contender& c : contenders) {
    script += fmt::format("${} << END\n", c.key);
    for (const int n : counts) {
      const double ns = figure(measured, fmt::format("one_call/{}/{}", n, c.key));
      script += fmt::format("{} {:.2f}\n", n, ns);
      if (n != counts[std::size(counts) - 1]) continue;
      places.push_back(ns);
      labels.push_back(fmt::format("{}  {}", c.label, short_figure(ns)));
    }
    script += "END\n";
  }
  spread(places, 1.3);
  for (std::size_t i = 0; i < places.size(); ++i)
    script += fmt::format("set label \"{}\" at 310,{:.2f} left textcolor \"{}\"\n", labels[i], places[i],
                          contenders[i].colour);
  script += "plot ";
  for (const contender& c : contenders)
    script += fmt::format(
        "{}${} using 1:2 with linespoints linewidth {} pointtype 7 pointsize 0.6 linecolor \"{}\"",
        &c == contenders ? "" : ", ", c.key, &c == contenders ? 3 : 2, c.colour);
  return script + "\nunset output\n";
}

struct group {
  std::string name, subject;
};

enum class scale { linear, logarithmic };

// A row for each contender of each group, with the figure and the name beside it: a bar from 0, or a dot
// where the axis has no 0.
std::string rows(const results& measured, std::string set_up, const std::vector<group>& groups,
                 const std::vector<std::string_view>& keys, scale kind) {
  const bool bars = kind == scale::linear;
  std::string tics;
  std::string script;
  double row = 0;
  for (const group& g : groups) {
    const double first = row;
    for (const std::string_view key : keys) {
      const double ns = figure(measured, g.subject + "/" + std::string(key));
      const contender& c = contender_of(key);
      script += fmt::format(
          "set arrow from graph 0,first {0} to {1:.2f},{0} nohead linewidth {2} linecolor \"{3}\"\n", row, ns,
          bars ? 8.0 : 1.2, c.colour);
      if (!bars)
        script +=
            fmt::format("set label \"\" at {:.2f},{} point pointtype 7 pointsize 0.8 linecolor \"{}\"\n", ns,
                        row, c.colour);
      script += fmt::format("set label \"{}  {}\" at {:.2f},{} left offset 1,0 textcolor \"{}\"\n", c.label,
                            short_figure(ns), ns, row, c.colour);
      row -= 1;
    }
    tics += fmt::format("{}\"{}\" {}", tics.empty() ? "" : ", ", g.name, (first + row + 1) / 2);
    row -= 0.6;
  }
  return set_up + script +
         fmt::format(
             "set ytics ({}) scale 0\nunset grid\nset grid x linecolor \"#e2e2e2\" linetype 1\n"
             "set border 1\nset yrange [{}:0.8]\nplot NaN\nunset output\n",
             tics, row + 0.4);
}

std::string failures(const results& measured, const std::filesystem::path& file) {
  return rows(
      measured,
      head(file, 480, "A call that fails, by what is wrong with it") +
          "set xlabel \"nanoseconds for a call (logarithmic)\"\nset logscale x 10\nset xrange [10:100000]\n",
      {{"no such tool", "failures/unknown_tool"},
       {"missing member", "failures/missing_member"},
       {"wrong type", "failures/wrong_type"},
       {"refused by a guard", "failures/refused"},
       {"the tool throws", "failures/throws"}},
      {"tacet", "boost_map", "nlohmann_map"}, scale::logarithmic);
}

std::string real_calls(const results& measured, const std::filesystem::path& file) {
  const double longest = figure(measured, "real_calls/nlohmann_map");
  return rows(
      measured,
      head(file, 240, "1,164 recorded calls of a real model") +
          fmt::format("set xlabel \"nanoseconds for a call, mean\"\nset xrange [0:{:.0f}]\n", longest * 1.5),
      {{"airline desk,\\n14 tools", "real_calls"}}, {"tacet", "boost_map", "nlohmann_map"}, scale::linear);
}

void run_gnuplot(const std::string& script) {
  std::FILE* const to = popen("gnuplot", "w");
  if (to == nullptr) throw std::runtime_error("gnuplot cannot be started");
  const bool written = std::fwrite(script.data(), 1, script.size(), to) == script.size();
  if (pclose(to) != 0 || !written) throw std::runtime_error("gnuplot failed; is it installed?");
}

}  // namespace

std::vector<std::filesystem::path> draw(const results& measured, const std::filesystem::path& folder) {
  std::filesystem::create_directories(folder);
  std::vector<std::filesystem::path> files;
  const auto one = [&](const char* name, auto make) {
    files.push_back(folder / name);
    run_gnuplot(make(measured, files.back()));
  };
  one("one_call.svg", by_number_of_tools);
  one("failures.svg", failures);
  if (recorded_calls_are_there()) one("real_calls.svg", real_calls);
  return files;
}

}  // namespace bench
