// SPDX-License-Identifier: MIT
// A tool that reports 1,000 values while it runs, with a sink that adds them up and without one.
#include "baselines/function_map.hpp"
#include "measure.hpp"

#include <tacet/tacet.hpp>
#include <tacet/tool/generator.hpp>

#include <cstdint>
#include <functional>
#include <string>
#include <utility>

namespace bench {
namespace {

struct steps {
  int count;
};
constexpr int values = 1000;
const workload& one_call() {
  static const workload work({{{"call_1", "count_up", R"({"count":1000})"}, "1000"}});
  return work;
}

struct received {
  std::int64_t values = 0;
  std::int64_t sum = 0;

  void take(int value) {
    benchmark::DoNotOptimize(value);  // else clang puts a closed formula in the place of the loop
    ++values;
    sum += value;
  }
};

// `run(0)` is one call with all its values; `got`, where there is a sink, is what arrived since the start.
template <class Run> void measure_values(benchmark::State& state, Run run, const received* got) {
  std::int64_t calls = 0;
  measure(state, one_call(), [&](std::size_t i) -> decltype(auto) {
    ++calls;
    return run(i);
  });
  if (got != nullptr && (got->values != calls * values || got->sum != calls * (values * (values - 1) / 2)))
    state.SkipWithError("values were lost");
  per_item(state, values);
}

template <class Executor>
void run_ours(benchmark::State& state, const Executor& executor, const received* got = nullptr) {
  tacet::execution_report report;
  measure_values(
      state,
      [&](std::size_t i) -> const tacet::tool_outcome& {
        executor.execute({&one_call().call(i), 1}, report);
        return report.outcomes[0];
      },
      got);
}

constexpr auto count_up = tacet::tool<"count_up">(
    [](const steps& s, tacet::tool_context& context) {
      for (int i = 0; i < s.count; ++i) context.progress(i);
      return s.count;
    },
    tacet::read_only);

tacet::generator<int> generate(const steps& s) {
  for (int i = 0; i <= s.count; ++i) co_yield i;
}
constexpr auto count_up_lazily =
    tacet::tool<"count_up">([](const steps& s) { return generate(s); }, tacet::read_only);

auto add_up(received& to) {
  return tacet::progress{[&to](const tacet::tool_progress& step) {
    if (const int* const value = step.payload.get_if<int>()) to.take(*value);
  }};
}

void no_sink(benchmark::State& state) { run_ours(state, tacet::tool_executor{tacet::tools{count_up}}); }
void with_sink(benchmark::State& state) {
  received got;
  run_ours(state, tacet::tool_executor{tacet::tools{count_up}, add_up(got)}, &got);
}
void generator_with_sink(benchmark::State& state) {
  received got;
  run_ours(state, tacet::tool_executor{tacet::tools{count_up_lazily}, add_up(got)}, &got);
}

int as_int(const nlohmann::json& value) { return value.get<int>(); }
int as_int(const boost::json::value& value) { return value.to_number<int>(); }

// What people write: the tool holds a function that takes a JSON value.
template <class Map> void map(benchmark::State& state) {
  using json = typename Map::json;
  received got;
  const std::function<void(const std::string& name, const json& value)> sink =
      [&got](const std::string&, const json& value) { got.take(as_int(value)); };
  Map made;
  made.add("count_up", [&sink](json args) -> json {
    const int count = as_int(args.at("count"));
    for (int i = 0; i < count; ++i) sink("count_up", json(i));
    return count;
  });
  measure_values(
      state, [&](std::size_t i) { return made.run(one_call().asked(i)); }, &got);
}

const bool added = add("progress/no_sink/tacet", no_sink) && add("progress/sink/tacet", with_sink) &&
                   add("progress/sink_generator/tacet", generator_with_sink) &&
                   add("progress/sink/boost_map", map<boost_map>) &&
                   add("progress/sink/nlohmann_map", map<nlohmann_map>);

}  // namespace
}  // namespace bench
