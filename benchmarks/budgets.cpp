// SPDX-License-Identifier: MIT
// Reading, comparing and printing the budgets.
#include "budgets.hpp"

#include "recorded_calls.hpp"

#include <boost/json.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string_view>

namespace bench {
namespace {

[[noreturn]] void refuse(const std::string& why) { throw std::runtime_error("budgets.json: " + why); }

budget read_one(const boost::json::value& from, std::size_t number) {
  const std::string place = fmt::format("entry {}: ", number);
  if (!from.is_object()) refuse(place + "is no object");
  budget made;
  bool bounded = false;
  for (const auto& [key, value] : from.get_object()) {
    if (key == "what" || key == "ours" || key == "baseline") {
      if (!value.is_string()) refuse(place + std::string(key) + " must be a string");
      (key == "what" ? made.what : key == "ours" ? made.ours : made.baseline) = value.get_string();
    } else if (key == "at_least" || key == "at_most") {
      if (bounded) refuse(place + "has two bounds; take at_least or at_most");
      if (!value.is_number()) refuse(place + std::string(key) + " must be a number");
      bounded = true;
      made.at_least = key == "at_least";
      made.bound = value.to_number<double>();
    } else if (key == "needs_recorded_calls") {
      if (!value.is_bool()) refuse(place + std::string(key) + " must be true or false");
      made.needs_recorded_calls = value.get_bool();
    } else {
      refuse(place + "knows no member \"" + std::string(key) + "\"");
    }
  }
  if (made.what.empty() || made.ours.empty() || made.baseline.empty() || !bounded || made.bound <= 0)
    refuse(place + "needs what, ours, baseline and a bound above 0, at_least or at_most");
  return made;
}

std::string nanoseconds(double ns) {
  return ns < 99.95 ? fmt::format("{:.1f}", ns) : fmt::format("{:.0f}", ns);
}

}  // namespace

std::vector<budget> read_budgets(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) refuse("cannot be read");
  const std::string text(std::istreambuf_iterator<char>(file), {});
  boost::system::error_code error;
  const boost::json::value all = boost::json::parse(text, error);
  if (error) refuse(error.message());
  if (!all.is_array() || all.get_array().empty()) refuse("must be a list of budgets");
  std::vector<budget> budgets;
  for (const boost::json::value& one : all.get_array()) budgets.push_back(read_one(one, budgets.size() + 1));
  return budgets;
}

std::vector<held_budget> hold(const std::vector<budget>& budgets, const results& measured) {
  std::vector<held_budget> held;
  for (const budget& one : budgets) {
    if (one.needs_recorded_calls && !recorded_calls_are_there()) continue;
    const auto figure = [&](const std::string& name) {
      const std::optional<double> found = measured.find(name);
      if (!found.has_value()) refuse("\"" + one.what + "\" names " + name + ", which did not run");
      return *found;
    };
    held.push_back({one, figure(one.ours), figure(one.baseline)});
  }
  return held;
}

void print(const std::vector<held_budget>& held) {
  std::size_t width = 4;
  for (const held_budget& one : held) width = std::max(width, one.asked.what.size());
  fmt::print("{:<{}}  {:>9}  {:>11}  {:>7}  {:>8}\n", "what", width, "ours, ns", "against, ns", "ratio",
             "budget");
  for (const held_budget& one : held) {
    const char* const kind = one.asked.at_least ? ">=" : "<=";
    fmt::print("{:<{}}  {:>9}  {:>11}  {:>7.2f}  {:>2} {:>5}  {}\n", one.asked.what, width,
               nanoseconds(one.ours), nanoseconds(one.baseline), one.ratio(), kind, one.asked.bound,
               one.met() ? "ok" : "MISSED");
  }
}

}  // namespace bench
