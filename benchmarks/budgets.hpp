// SPDX-License-Identifier: MIT
// The ratios that must hold, read from a file and compared with what was measured.
#pragma once

#include "results.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace bench {

/// `ours` is at least so many times faster than `baseline`, or takes at most so many times as long.
struct budget {
  std::string what, ours, baseline;
  bool at_least = false;  ///< which of the two
  double bound = 0;
  bool needs_recorded_calls = false;
};

/// Reads the file. Throws std::runtime_error with a sentence when it is not what it should be.
std::vector<budget> read_budgets(const std::filesystem::path& file);

/// A budget with its figures.
struct held_budget {
  budget asked;
  double ours = 0, baseline = 0;  ///< ns

  /// How many times faster, or how many times as long.
  [[nodiscard]] double ratio() const { return asked.at_least ? baseline / ours : ours / baseline; }
  [[nodiscard]] bool met() const { return asked.at_least ? ratio() >= asked.bound : ratio() <= asked.bound; }
};

/// Compares. Throws std::runtime_error when a budget names a benchmark that did not run, unless it needs the
/// recorded calls and they are not there: then it is left out.
std::vector<held_budget> hold(const std::vector<budget>& budgets, const results& measured);

/// A table for people.
void print(const std::vector<held_budget>& held);

}  // namespace bench
