// SPDX-License-Identifier: MIT
// Recording and judging 10,000 calls in a history without a heap, beside the one that keeps texts.
#include "measure.hpp"

#include <tacet/termination/call_history.hpp>
#include <tacet/termination/fixed_call_history.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace bench {
namespace {

constexpr std::size_t rounds = 10'000;

// Every call comes twice, with its members in another order, 5,000 calls apart: no threshold of 3 trips.
const std::vector<std::string>& arguments() {
  static const std::vector<std::string> all = [] {
    std::vector<std::string> made;
    for (std::size_t i = 0; i < rounds; ++i) {
      const std::string n = std::to_string(i % (rounds / 2));
      made.push_back(i < rounds / 2 ? R"({"query":"flights to Oslo","page":)" + n + "}"
                                    : R"({"page":)" + n + R"(,"query":"flights to Oslo"})");
    }
    return made;
  }();
  return all;
}

template <class History, int Window> void measure_history(benchmark::State& state) {
  const std::vector<std::string>& all = arguments();
  std::uint64_t ended = 0;
  for (auto _ : state) {
    History one{tacet::loop_termination_policy{.window = Window, .signature_threshold = 3}};
    for (std::size_t i = 0; i < rounds; ++i) {
      one.record({"", i % (rounds / 2) % 3 == 0 ? "search_flight" : "search_hotel", all[i]});
      ended += one.judge({.calls = 1, .rounds = static_cast<std::int64_t>(i)}).terminate ? 1U : 0U;
    }
  }
  if (ended != 0) state.SkipWithError("a repetition was seen where none is");
  per_item(state, rounds);
}

const bool added =
    add("fixed_history/window_10/fixed", measure_history<tacet::fixed_call_history<10>, 10>) &&
    add("fixed_history/window_10/texts", measure_history<tacet::call_history, 10>) &&
    add("fixed_history/window_100/fixed", measure_history<tacet::fixed_call_history<100>, 100>) &&
    add("fixed_history/window_100/texts", measure_history<tacet::call_history, 100>);

}  // namespace
}  // namespace bench
