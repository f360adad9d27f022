// SPDX-License-Identifier: MIT
// What was measured in one run: for each benchmark the least time of its repetitions.
#pragma once

#include <benchmark/benchmark.h>

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace bench {

/// Nanoseconds of processor time for one item (a call, a value, a round) by the benchmark's name.
class results {
 public:
  /// Disturbances only ever add time, so of several repetitions the least is the one to compare.
  void add(const std::string& name, double nanoseconds) {
    const auto [at, fresh] = least_.emplace(name, nanoseconds);
    if (!fresh && nanoseconds < at->second) at->second = nanoseconds;
  }
  [[nodiscard]] std::optional<double> find(const std::string& name) const {
    const auto found = least_.find(name);
    return found == least_.end() ? std::nullopt : std::optional<double>(found->second);
  }

  void add_error(std::string text) { errors_.insert(std::move(text)); }
  [[nodiscard]] const std::set<std::string>& errors() const { return errors_; }

 private:
  std::map<std::string, double> least_;
  std::set<std::string> errors_;  // each once, however often it was repeated
};

/// Keeps the figures, and passes them on to another reporter if there is one.
class collector final : public benchmark::BenchmarkReporter {
 public:
  collector(results& to, benchmark::BenchmarkReporter* shown) : to_(to), shown_(shown) {}

  bool ReportContext(const Context& context) override {
    return shown_ == nullptr || shown_->ReportContext(context);
  }
  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) keep(run);
    if (shown_ != nullptr) shown_->ReportRuns(runs);
  }
  void Finalize() override {
    if (shown_ != nullptr) shown_->Finalize();
  }

 private:
  // A template, because later versions of the library have other members.
  template <class AnyRun> void keep(const AnyRun& run) {
    std::string wrong;
    if constexpr (requires { run.error_occurred; }) {
      if (run.error_occurred) wrong = run.error_message;
    } else {
      if (static_cast<int>(run.skipped) != 0) wrong = run.skip_message;
    }
    if (!wrong.empty()) return to_.add_error(run.run_name.function_name + ": " + wrong);
    if (run.run_type != Run::RT_Iteration) return;
    const auto rate = run.counters.find("items_per_second");
    const double seconds = rate != run.counters.end()
                               ? 1 / rate->second.value
                               : run.cpu_accumulated_time / static_cast<double>(run.iterations);
    to_.add(run.run_name.function_name, seconds * 1e9);
  }

  results& to_;
  benchmark::BenchmarkReporter* shown_;
};

}  // namespace bench
