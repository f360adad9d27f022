// SPDX-License-Identifier: MIT
// One call from argument text to result text, beside four ways to write it by hand, for any number of tools.
#pragma once

#include "numbered_tools.hpp"

#include <string>
#include <type_traits>

namespace bench {

template <std::size_t N> bool add_one_call() {
  const std::string subject = "one_call/" + std::to_string(N);
  add(subject + "/tacet", [](benchmark::State& state) {
    const workload work = numbered_calls(N, 4);
    static constexpr auto executor = numbered_executor<N>();
    tacet::execution_report report;
    measure(state, work, [&](std::size_t i) -> const tacet::tool_outcome& {
      executor.execute({&work.call(i), 1}, report);
      return report.outcomes[0];
    });
  });
  add(subject + "/by_hand", [](benchmark::State& state) {
    const workload work = numbered_calls(N, 4);
    answer out;
    measure(state, work, [&](std::size_t i) -> const answer& { return run_by_hand<N>(work.asked(i), out); });
  });
  const auto add_map = [&]<class Map>(const char* who, std::type_identity<Map>) {
    add(subject + who, [](benchmark::State& state) {
      const workload work = numbered_calls(N, 4);
      Map map;
      add_numbered<N>(map);
      measure(state, work, [&](std::size_t i) { return map.run(work.asked(i)); });
    });
  };
  add_map("/virtual_tools", std::type_identity<virtual_tools>{});
  add_map("/boost_map", std::type_identity<boost_map>{});
  add_map("/nlohmann_map", std::type_identity<nlohmann_map>{});
  return true;
}

}  // namespace bench
