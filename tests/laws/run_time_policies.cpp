// SPDX-License-Identifier: MIT
// What is combined at run time does to every call what the same does when it is combined at compile time.
#include "support/catch.hpp"

#include <tacet/erased/any_executor.hpp>
#include <tacet/erased/any_precondition.hpp>
#include <tacet/erased/any_progress_sink.hpp>
#include <tacet/erased/any_retry_schedule.hpp>
#include <tacet/erased/any_steering.hpp>
#include <tacet/tacet.hpp>

#include <array>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

using tacet::pending_call;
using tacet::tool_call;

namespace {

using answer = std::optional<tacet::precondition_verdict>;
struct network;
struct number_args {
  int n = 0;
};

auto sample_tools() {
  return tacet::tools{
      tacet::tool<"read">([](const number_args& a) { return a.n; }, tacet::read_only, tacet::max_calls<2>),
      tacet::tool<"send">([](const number_args& a) { return a.n; }, tacet::requires_<network>),
      tacet::tool<"flaky">(
          [](const number_args& a, tacet::tool_context& context) -> tacet::tool_result<int> {
            context.progress(context.attempt());
            if (context.attempt() <= a.n) return tacet::tool_error("busy");
            return context.attempt();
          },
          tacet::idempotent),
      tacet::tool<"throws">([](const number_args&) -> int { throw std::runtime_error("secret"); }, tacet::idempotent),
      tacet::tool<"early">([](const number_args&) -> int { throw tacet::not_applied("locked"); })};
}

struct outage {
  static constexpr std::string_view name = "outage";
  answer operator()(const pending_call& call) const {
    if (call.id() == "unreachable") return tacet::precondition_verdict::unavailable();
    return std::nullopt;
  }
};
struct broken_check {
  static constexpr std::string_view name = "broken";
  answer operator()(const pending_call& call) const {
    if (call.id() == "broken") throw std::runtime_error("no rules");
    if (call.id() == "cancel") throw tacet::cancelled{};
    return std::nullopt;
  }
};
// Keeps something for a batch: at most two calls of a batch pass.
struct two_a_batch {
  static constexpr std::string_view name = "two a batch";
  struct batch {
    int seen = 0;
    std::array<int, 16> more{};  // so that it does not stand in the wrapper itself
  };
  answer operator()(const pending_call& call, batch& state) const {
    if (call.id() != "counted") return std::nullopt;
    if (++state.seen <= 2) return std::nullopt;
    return tacet::precondition_verdict::block("Two are enough.");
  }
};
struct guard {
  std::optional<tacet::skip> operator()(const pending_call& call) const {
    if (call.id() == "skipped") return tacet::skip{"Not now."};
    if (call.id() == "guard") throw 1;
    return std::nullopt;
  }
};

auto budget() {
  const auto set = sample_tools();
  return tacet::call_budget{tacet::descriptors_by_name(set)};
}

// Every line that a report has, as one text.
std::string told(const tacet::execution_report& report, const std::vector<std::string>& progress) {
  std::string all = std::string(to_text(report.status)) + '\n';
  for (const tacet::tool_outcome& one : report.outcomes) {
    for (const std::string_view part : {one.call_id, one.name, one.content, to_text(one.kind), to_text(one.phase), to_text(one.reason)})
      all.append(part).append("|");
    all += std::to_string(one.attempts) + (one.is_error ? "e" : "-") + (one.undetermined ? "u" : "-") + (one.guard_failed ? "g" : "-") + '\n';
  }
  for (const tacet::phase_record& one : report.trace)
    for (const std::string_view part : {to_text(one.phase), one.call_id, to_text(one.action), one.detail, one.tool_name})
      all.append(part).append("|");
  for (const std::string& one : progress) all += one + '\n';
  return all;
}

const std::vector<std::vector<tool_call>> batches{
    {{"1", "read", R"({"n":1})"}, {"2", "read", R"({"n":2})"}, {"3", "read", R"({"n":3})"}, {"4", "send", "{}"}},
    {{"unreachable", "read", "{}"}, {"broken", "read", "{}"}, {"skipped", "flaky", "{}"}, {"guard", "flaky", "{}"}},
    {{"counted", "flaky", "{}"}, {"counted", "flaky", "{}"}, {"counted", "flaky", "{}"}, {"5", "none", "{}"}},
    {{"a", "flaky", R"({"n":1})"}, {"b", "flaky", R"({"n":2})"}, {"c", "flaky", R"({"n":9})"}, {"d", "throws", "{}"}},
    {{"e", "early", "{}"}, {"f", "flaky", R"({"n":"x"})"}, {"", "flaky", ""}},
    {{"6", "flaky", "{}"}, {"cancel", "flaky", "{}"}, {"7", "flaky", "{}"}},
};

template <class Executor> std::string run_all(Executor& executor, std::vector<std::string>& progress) {
  std::string all;
  for (int invocation = 0; invocation < 2; ++invocation) {
    for (const auto& batch : batches) {
      progress.clear();
      all += told(executor.execute(batch), progress);
    }
    executor.reset();
  }
  return all;
}

constexpr tacet::retry_schedule thrice{.max_attempts = 3};

}  // namespace

TEST_CASE("run-time policies do what the static ones do") {
  std::vector<std::string> progress;
  const auto sink = [&progress](const tacet::tool_progress& value) { progress.push_back(value.payload.text()); };

  tacet::tool_executor composed{sample_tools(),
                                tacet::preconditions{outage{}, tacet::capability_requirement{tacet::capability_set{}}, budget(),
                                                     two_a_batch{}, broken_check{}},
                                tacet::steering_gate{guard{}}, tacet::retries<thrice>{}, tacet::progress{sink},
                                tacet::collect_trace{}};
  const std::string expected = run_all(composed, progress);
  CHECK(expected.find("Two are enough.") != std::string::npos);
  CHECK(expected.find("budget") != std::string::npos);

  // One list of checks.
  tacet::any_preconditions list;
  list.add(outage{})
      .add(tacet::capability_requirement{tacet::capability_set{}})
      .add(budget())
      .add(two_a_batch{})
      .add(broken_check{});
  tacet::any_executor chosen{tacet::tool_executor{sample_tools(), tacet::preconditions{std::move(list)},
                                                  tacet::any_steering{guard{}}, tacet::any_retry_schedule{thrice},
                                                  tacet::any_progress_sink{sink}, tacet::collect_trace{}}};
  CHECK(run_all(chosen, progress) == expected);

  // Each check erased, in a set that is known.
  tacet::tool_executor mixed{
      sample_tools(),
      tacet::preconditions{tacet::any_precondition{outage{}}, tacet::capability_requirement{tacet::capability_set{}},
                           tacet::any_preconditions{budget(), two_a_batch{}}, tacet::any_precondition{broken_check{}}},
      tacet::any_steering{guard{}}, tacet::any_retry_schedule{thrice}, tacet::any_progress_sink{sink}, tacet::collect_trace{}};
  CHECK(run_all(mixed, progress) == expected);
}

TEST_CASE("run-time policies that are none do nothing") {
  tacet::tool_executor nothing{sample_tools(), tacet::preconditions{tacet::any_preconditions{}}, tacet::any_steering{},
                               tacet::any_retry_schedule{}, tacet::any_progress_sink{}};
  tacet::tool_executor plain{sample_tools()};
  std::vector<std::string> none;
  CHECK(run_all(nothing, none) == run_all(plain, none));
}

TEST_CASE("which errors are retried is chosen at run time") {
  const auto attempts = [](tacet::any_retry_schedule schedule, const char* name, const char* arguments = R"({"n":9})") {
    const tacet::tool_executor executor{sample_tools(), std::move(schedule)};
    const tool_call call{"1", name, arguments};
    return executor.execute({&call, 1}).outcomes.at(0).attempts;
  };
  using tacet::any_retry_schedule;
  using tacet::retried_errors;
  CHECK(attempts(any_retry_schedule{thrice}, "flaky") == 3);
  CHECK(attempts(any_retry_schedule{thrice}, "throws") == 3);
  CHECK(attempts(any_retry_schedule{thrice, retried_errors::tool_errors}, "flaky") == 3);
  CHECK(attempts(any_retry_schedule{thrice, retried_errors::tool_errors}, "throws") == 1);
  CHECK(attempts(any_retry_schedule{thrice, retried_errors::not_applied}, "flaky") == 1);
  CHECK(attempts(any_retry_schedule{thrice, retried_errors::not_applied}, "early") == 3);
  // A tool that runs once is repeated only when it surely did nothing, whatever is named.
  CHECK(attempts(any_retry_schedule{thrice, retried_errors::tool_errors}, "early") == 3);
  const auto never = [](const tacet::caught_error&) noexcept { return false; };
  CHECK(attempts(any_retry_schedule{thrice, never}, "flaky") == 1);
}
