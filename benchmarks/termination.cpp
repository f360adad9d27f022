// SPDX-License-Identifier: MIT
// Recording and judging 10,000 calls, beside the counting that people write.
#include "measure.hpp"

#include <tacet/tacet.hpp>

#include <nlohmann/json.hpp>

#include <cstdint>
#include <deque>
#include <string>
#include <unordered_map>
#include <vector>

namespace bench {
namespace {

constexpr std::size_t rounds = 10'000;
constexpr int threshold = 3;

// Every call comes twice, with its members in another order, 5,000 calls apart: no threshold of 3 trips. (The
// tasks' answers are not used: nothing is run.)
const workload& history() {
  static const workload work = [] {
    std::vector<task> tasks;
    for (std::size_t i = 0; i < rounds; ++i) {
      const std::string n = std::to_string(i % (rounds / 2));
      std::string arguments = i < rounds / 2 ? R"({"query":"flights to Oslo","page":)" + n + "}"
                                             : R"({"page":)" + n + R"(,"query":"flights to Oslo"})";
      tasks.push_back({{"call_" + std::to_string(i),
                        i % (rounds / 2) % 3 == 0 ? "search_flight" : "search_hotel", std::move(arguments)},
                       ""});
    }
    return workload(std::move(tasks));
  }();
  return work;
}

// `make()` starts a run; `record(run, i)` records call i and says whether the loop ends there.
template <class Make, class Record>
void measure_rounds(benchmark::State& state, int window, Make make, Record record) {
  {  // The first call three times in a row ends it, and not earlier.
    auto once = make();
    if (record(once, 0) || record(once, 0) || !record(once, 0))
      return state.SkipWithError("a repetition was not seen");
  }
  std::uint64_t ended = 0;
  for (auto _ : state) {
    auto one = make();
    for (std::size_t i = 0; i < rounds; ++i) ended += record(one, i) ? 1U : 0U;
  }
  if (ended != 0) state.SkipWithError("a repetition was seen where none is");
  state.counters["window"] = window;
  per_item(state, rounds);
}

template <int Window> void ours(benchmark::State& state) {
  measure_rounds(
      state, Window,
      [] {
        return tacet::call_history(
            tacet::loop_termination_policy{.window = Window, .signature_threshold = threshold});
      },
      [](tacet::call_history& run, std::size_t i) {
        run.record(history().call(i));
        return run.judge({.calls = 1, .rounds = static_cast<std::int64_t>(i)}).terminate;
      });
}

// A key of name and sorted arguments (the library's objects are sorted), and a count of each in the window.
class counted_calls {
 public:
  explicit counted_calls(std::size_t window) : window_(window) {}
  bool record(const request& asked) {
    std::string key = asked.name + ' ' + nlohmann::json::parse(asked.arguments).dump();
    if (++counts_[key] >= threshold) repeated_ = true;
    latest_.push_back(std::move(key));
    if (latest_.size() > window_) {
      const auto oldest = counts_.find(latest_.front());
      if (--oldest->second == 0) counts_.erase(oldest);
      latest_.pop_front();
    }
    return repeated_;
  }

 private:
  std::size_t window_;
  std::deque<std::string> latest_;
  std::unordered_map<std::string, int> counts_;
  bool repeated_ = false;
};

template <int Window> void theirs(benchmark::State& state) {
  measure_rounds(
      state, Window, [] { return counted_calls(Window); },
      [](counted_calls& run, std::size_t i) { return run.record(history().asked(i)); });
}

const bool added = add("termination/window_10/tacet", ours<10>) &&
                   add("termination/window_10/nlohmann_map", theirs<10>) &&
                   add("termination/window_10000/tacet", ours<10'000>) &&
                   add("termination/window_10000/nlohmann_map", theirs<10'000>);

}  // namespace
}  // namespace bench
