// SPDX-License-Identifier: MIT
// The frame that all benchmarks share: work with known answers, checked before and after it is timed.
#pragma once

#include "request.hpp"

#include <tacet/values/tool_call.hpp>

#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace bench {

/// One call with what must come back: the whole text of a success, or a part of the text of an error.
struct task {
  request asked;
  std::string expected;
  bool fails = false;
};

/// Calls that are run one after the other and again from the start, so that a loop sees no single constant.
class workload {
 public:
  explicit workload(std::vector<task> tasks) : tasks_(std::move(tasks)) {
    for (const task& t : tasks_) {
      calls_.push_back({t.asked.id, t.asked.name, t.asked.arguments});
      requests_.push_back(t.asked);
    }
  }
  workload(workload&&) = default;
  workload(const workload&) = delete;

  [[nodiscard]] std::size_t size() const { return tasks_.size(); }
  [[nodiscard]] const tacet::tool_call& call(std::size_t i) const { return calls_[i]; }
  [[nodiscard]] const request& asked(std::size_t i) const { return requests_[i]; }
  [[nodiscard]] const std::vector<tacet::tool_call>& calls() const { return calls_; }
  [[nodiscard]] const std::vector<request>& requests() const { return requests_; }

  /// Whether this is the answer to call `i`; takes an outcome of ours and an answer of a baseline.
  template <class Answer> [[nodiscard]] bool is_right(std::size_t i, const Answer& given) const {
    const task& t = tasks_[i];
    const std::string_view content = given.content;
    if (given.is_error != t.fails) return false;
    return t.fails ? content.find(t.expected) != std::string_view::npos : content == t.expected;
  }

 private:
  std::vector<task> tasks_;
  std::vector<tacet::tool_call> calls_;
  std::vector<request> requests_;
};

/// Times `run(i)`, which answers call `i`. Each iteration is one call.
template <class Run> void measure(benchmark::State& state, const workload& work, Run run) {
  for (std::size_t i = 0; i < work.size(); ++i)
    if (const auto& given = run(i); !work.is_right(i, given))
      return state.SkipWithError("wrong answer before timing");
  std::size_t i = 0;
  for (auto _ : state) {
    const auto& given = run(i);
    benchmark::DoNotOptimize(given.content.data());
    if (++i == work.size()) i = 0;
  }
  if (const auto& given = run(i); !work.is_right(i, given)) state.SkipWithError("wrong answer after timing");
}

/// Says that one iteration did so many things: figures are then given for one of them.
inline void per_item(benchmark::State& state, std::size_t items) {
  state.SetItemsProcessed(static_cast<std::int64_t>(items) * static_cast<std::int64_t>(state.iterations()));
}

/// Registers a benchmark under the name by which the budgets and plots know it: subject/case/who.
template <class Body> bool add(const std::string& name, Body body) {
  benchmark::RegisterBenchmark(name.c_str(), body);
  return true;
}

}  // namespace bench
