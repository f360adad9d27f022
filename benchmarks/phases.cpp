// SPDX-License-Identifier: MIT
// What the phases cost on a call that passes them all, and what a trace of them costs.
#include "numbered_tools.hpp"

#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>

namespace bench {
namespace {

constexpr std::size_t tools = 16;

// Parts that do nothing give the very type that is made without them, so there is nothing to measure.
using bare_executor = decltype(numbered_executor<tools>());
static_assert(
    std::is_same_v<bare_executor, decltype(numbered_executor<tools>(
                                      tacet::null_trace{}, tacet::null_progress_sink{}, tacet::no_retries{},
                                      tacet::preconditions{}, tacet::open_gate{}))>);

// A check, a guard and three attempts, none of which stops the call.
template <class... Part> auto full_executor(Part... part) {
  return numbered_executor<tools>(
      tacet::preconditions{[](const tacet::pending_call& call) -> std::optional<tacet::precondition_verdict> {
        const pair_args* const args = call.arguments_as<pair_args>();
        if (args != nullptr && args->a > 9) return tacet::precondition_verdict::block("too large");
        return std::nullopt;
      }},
      tacet::steering_gate{[](const tacet::pending_call& call) -> std::optional<tacet::skip> {
        const pair_args* const args = call.arguments_as<pair_args>();
        if (args != nullptr && args->b > 9) return tacet::skip{"not now"};
        return std::nullopt;
      }},
      tacet::retries<tacet::retry_schedule{.max_attempts = 3}>{}, std::move(part)...);
}

// `traced()` is the number of records so far; each call makes `records` of them.
template <class Executor, class Traced>
void ours(benchmark::State& state, const Executor& executor, std::uint64_t records, Traced traced) {
  const workload work = numbered_calls(tools, 4);
  tacet::execution_report report;
  std::uint64_t calls = 0;
  measure(state, work, [&](std::size_t i) -> const tacet::tool_outcome& {
    executor.execute({&work.call(i), 1}, report);
    ++calls;
    return report.outcomes[0];
  });
  if (traced(report, calls) != records * calls) state.SkipWithError("records of the trace were lost");
}
constexpr auto no_records = [](const tacet::execution_report&, std::uint64_t) { return std::uint64_t{0}; };

// Decoded; admitted by the check and by the guard; attempted; succeeded.
constexpr std::uint64_t records_of_a_call = 5;

void bare(benchmark::State& state) { ours(state, numbered_executor<tools>(), 0, no_records); }
void full(benchmark::State& state) { ours(state, full_executor(), 0, no_records); }
void collected(benchmark::State& state) {
  // Each report holds the records of its own call.
  ours(state, full_executor(tacet::collect_trace{}), records_of_a_call,
       [](const tacet::execution_report& last, std::uint64_t calls) { return last.trace.size() * calls; });
}
void to_a_sink(benchmark::State& state) {
  std::uint64_t records = 0;
  std::uint64_t checksum = 0;
  const auto sink = [&](const tacet::phase_record& record) {
    ++records;
    checksum += static_cast<std::uint64_t>(record.phase) + record.tool_name.size() + record.detail.size();
  };
  ours(state, full_executor(tacet::trace_to{sink}), records_of_a_call,
       [&](const tacet::execution_report&, std::uint64_t) { return records; });
  benchmark::DoNotOptimize(checksum);
}

const bool added = add("phases/none/tacet", bare) && add("phases/check_guard_attempts/tacet", full) &&
                   add("phases/trace_collected/tacet", collected) &&
                   add("phases/trace_to_sink/tacet", to_a_sink);

}  // namespace
}  // namespace bench
