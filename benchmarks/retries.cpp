// SPDX-License-Identifier: MIT
// Three attempts, no wait between them: what it costs that they are allowed, and a second attempt that
// succeeds.
#include "baselines/function_map.hpp"
#include "measure.hpp"

#include <tacet/tacet.hpp>

#include <stdexcept>
#include <string>
#include <type_traits>

namespace bench {
namespace {

struct pair_args {
  int a;
  int b;
};

workload sums() {
  return workload({{{"call_1", "book_flight", R"({"a":1,"b":2})"}, "3"},
                   {{"call_2", "book_flight", R"({"a":3,"b":4})"}, "7"}});
}

using three_attempts = tacet::retries<tacet::retry_schedule{.max_attempts = 3}>;

template <class Executor> void ours(benchmark::State& state, const Executor& executor, int attempts) {
  const workload work = sums();
  tacet::execution_report report;
  bool as_often = true;
  measure(state, work, [&](std::size_t i) -> const tacet::tool_outcome& {
    executor.execute({&work.call(i), 1}, report);
    as_often &= report.outcomes[0].attempts == attempts;
    return report.outcomes[0];
  });
  if (!as_often) state.SkipWithError("not the expected number of attempts");
}

void none(benchmark::State& state) {
  const tacet::tool_executor executor{tacet::tools{
      tacet::tool<"book_flight">([](const pair_args& args) { return args.a + args.b; }, tacet::idempotent)}};
  ours(state, executor, 1);
}
void first(benchmark::State& state) {
  const tacet::tool_executor executor{
      tacet::tools{tacet::tool<"book_flight">([](const pair_args& args) { return args.a + args.b; },
                                              tacet::idempotent)},
      three_attempts{}};
  ours(state, executor, 1);
}
void second_returned(benchmark::State& state) {
  const tacet::tool_executor executor{
      tacet::tools{tacet::tool<"book_flight">(
          [](const pair_args& args, tacet::tool_context& context) -> tacet::tool_result<int> {
            if (context.attempt() == 1) return tacet::tool_error("busy");
            return args.a + args.b;
          },
          tacet::idempotent)},
      three_attempts{}};
  ours(state, executor, 2);
}
void second_thrown(benchmark::State& state) {
  const tacet::tool_executor executor{tacet::tools{tacet::tool<"book_flight">(
                                          [](const pair_args& args, tacet::tool_context& context) {
                                            if (context.attempt() == 1) throw tacet::tool_error("busy");
                                            return args.a + args.b;
                                          },
                                          tacet::idempotent)},
                                      three_attempts{}};
  ours(state, executor, 2);
}

int sum(const nlohmann::json& args) { return args.at("a").get<int>() + args.at("b").get<int>(); }
int sum(const boost::json::value& args) {
  return args.at("a").to_number<int>() + args.at("b").to_number<int>();
}

template <class Map> void second_of_map(benchmark::State& state) {
  const workload work = sums();
  Map map({}, 3);
  std::size_t attempts = 0;
  map.add("book_flight", [&attempts](typename Map::json args) -> typename Map::json {
    if (++attempts % 2 != 0) throw std::runtime_error("busy");
    return sum(args);
  });
  std::size_t calls = 0;
  measure(state, work, [&](std::size_t i) {
    ++calls;
    return map.run(work.asked(i));
  });
  if (attempts != 2 * calls) state.SkipWithError("not the expected number of attempts");
}

const bool added = add("retries/none/tacet", none) && add("retries/first_succeeds/tacet", first) &&
                   add("retries/second_succeeds_returned/tacet", second_returned) &&
                   add("retries/second_succeeds/tacet", second_thrown) &&
                   add("retries/second_succeeds/boost_map", second_of_map<boost_map>) &&
                   add("retries/second_succeeds/nlohmann_map", second_of_map<nlohmann_map>);

}  // namespace
}  // namespace bench
