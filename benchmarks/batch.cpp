// SPDX-License-Identifier: MIT
// A batch of 8 calls of 16 tools, as a model sends them in one reply.
#include "numbered_tools.hpp"

#include <string>
#include <type_traits>
#include <vector>

namespace bench {
namespace {

constexpr std::size_t calls = 8;

// `run()` answers all and returns something that gives answer `i` by index.
template <class Run> void measure_batch(benchmark::State& state, const workload& work, Run run) {
  const auto all_right = [&](const auto& answers) {
    bool right = answers.size() == work.size();
    for (std::size_t i = 0; right && i < work.size(); ++i) right = work.is_right(i, answers[i]);
    return right;
  };
  if (!all_right(run())) return state.SkipWithError("wrong answer before timing");
  for (auto _ : state) benchmark::DoNotOptimize(run().data());
  if (!all_right(run())) state.SkipWithError("wrong answer after timing");
  per_item(state, work.size());
}

void ours(benchmark::State& state) {
  const workload work = numbered_calls(16, calls);
  static constexpr auto executor = numbered_executor<16>();
  tacet::execution_report report;
  measure_batch(state, work, [&]() -> const std::vector<tacet::tool_outcome>& {
    executor.execute(work.calls(), report);
    return report.outcomes;
  });
}

// The vector of answers is used again, as our report is.
template <class Answer> void baseline(benchmark::State& state, Answer answer_one) {
  const workload work = numbered_calls(16, calls);
  std::vector<answer> answers(calls);
  measure_batch(state, work, [&]() -> const std::vector<answer>& {
    for (std::size_t i = 0; i < calls; ++i) answer_one(work.asked(i), answers[i]);
    return answers;
  });
}

template <class Map> void map(benchmark::State& state) {
  Map made;
  add_numbered<16>(made);
  baseline(state, [&](const request& asked, answer& to) { to = made.run(asked); });
}

void by_hand(benchmark::State& state) {
  baseline(state, [](const request& asked, answer& to) { run_by_hand<16>(asked, to); });
}

const bool added = add("batch/8/tacet", ours) && add("batch/8/by_hand", by_hand) &&
                   add("batch/8/virtual_tools", map<virtual_tools>) &&
                   add("batch/8/boost_map", map<boost_map>) && add("batch/8/nlohmann_map", map<nlohmann_map>);

}  // namespace
}  // namespace bench
