// SPDX-License-Identifier: MIT
// A budget is never exceeded, whoever asks, and what did not run is given back.
#include "support/catch.hpp"

#include <tacet/tacet.hpp>

#include <atomic>
#include <barrier>
#include <limits>
#include <stdexcept>
#include <thread>
#include <vector>

using tacet::outcome_kind;
using tacet::outcome_reason;
using tacet::tool_call;

namespace {

using answer = std::optional<tacet::precondition_verdict>;
struct how_args {
  int how = 0;
};
constexpr tool_call probe_call{"c", "probe", R"({"how":0})"};

std::size_t succeeded(const tacet::execution_report& report) {
  std::size_t n = 0;
  for (const auto& outcome : report.outcomes) n += outcome.kind == outcome_kind::succeeded ? 1U : 0U;
  return n;
}
// A tool with a budget that counts its runs, in any of the forms of a limit.
template <class... Option> auto counted(std::atomic<int>& ran, Option... option) {
  return tacet::tool<"probe">([&ran](const how_args&) { return ++ran; }, option...);
}

}  // namespace

TEST_CASE("with a budget of one and sixteen threads exactly one call runs") {
  const auto race = [](const auto& executor, std::atomic<int>& ran) {
    std::barrier start(16);
    std::atomic<int> refused{0};
    std::vector<std::thread> threads;
    for (int t = 0; t < 16; ++t)
      threads.emplace_back([&] {
        start.arrive_and_wait();
        const auto report = executor.execute({&probe_call, 1});
        if (report.outcomes.at(0).reason == outcome_reason::budget_spent) ++refused;
      });
    for (std::thread& one : threads) one.join();
    return ran == 1 && refused == 15;
  };
  for (int round = 0; round < 200; ++round) {
    std::atomic<int> ran{0};
    const tacet::tool_executor bound{tacet::tools{counted(ran, tacet::max_calls<1>)},
                                     tacet::preconditions{tacet::call_budget{}}};
    REQUIRE(race(bound, ran));
  }
  for (int round = 0; round < 20; ++round) {
    std::atomic<int> ran{0};
    const tacet::descriptor_map known{{"probe", {.name = "probe", .max_calls_per_invocation = 1}}};
    const tacet::tool_executor mapped{tacet::tools{counted(ran)},
                                      tacet::preconditions{tacet::call_budget{known}}};
    REQUIRE(race(mapped, ran));
  }
}

TEST_CASE("a budget lasts over batches until it is reset, and a copy counts for itself") {
  std::atomic<int> ran{0};
  const auto check = [&ran](auto executor) {
    ran = 0;
    const std::vector<tool_call> five(5, probe_call);
    const auto first = executor.execute(five);
    CHECK(first.outcomes.size() == 5);
    CHECK(succeeded(first) == 2);
    CHECK(first.outcomes[1].kind == outcome_kind::succeeded);
    for (std::size_t i = 2; i < 5; ++i) {
      CHECK(first.outcomes[i].kind == outcome_kind::refused);
      CHECK(first.outcomes[i].reason == outcome_reason::budget_spent);
      CHECK(first.outcomes[i].is_error);
      CHECK_FALSE(first.outcomes[i].content.empty());
      CHECK(first.outcomes[i].attempts == 0);
    }
    auto copy = executor;
    CHECK(succeeded(executor.execute(five)) == 0);
    CHECK(succeeded(copy.execute(five)) == 2);
    CHECK(ran == 4);
    executor.reset();
    CHECK(succeeded(executor.execute({five.data(), 1})) == 1);
    CHECK(succeeded(executor.execute({five.data(), 1})) == 1);
    CHECK(succeeded(executor.execute({five.data(), 1})) == 0);
    CHECK(succeeded(copy.execute({five.data(), 1})) == 0);
    copy = executor;
    CHECK(succeeded(copy.execute(five)) == 2);
  };
  struct copyable_tool {
    std::atomic<int>* ran;
    int operator()(const how_args&) const { return ++*ran; }
  };
  const auto limited = tacet::tool<"probe">(copyable_tool{&ran}, tacet::max_calls<2>);
  check(tacet::tool_executor{tacet::tools{limited}, tacet::preconditions{tacet::call_budget{}}});
  check(tacet::tool_executor{tacet::tools{limited}, tacet::preconditions{tacet::call_budget{
                                                        tacet::descriptors_by_name(tacet::tools{limited})}}});
}

TEST_CASE("no limit is none, nought is none at all, and the largest limit does not wrap") {
  std::atomic<int> ran{0};
  const std::vector<tool_call> three(3, probe_call);
  const auto ran_of = [&](auto tool, auto budget) {
    return succeeded(tacet::tool_executor{tacet::tools{tool}, tacet::preconditions{budget}}.execute(three));
  };
  constexpr auto most = std::numeric_limits<std::uint32_t>::max();
  CHECK(ran_of(counted(ran), tacet::call_budget{}) == 3);
  CHECK(ran_of(counted(ran, tacet::max_calls<0>), tacet::call_budget{}) == 0);
  CHECK(ran_of(counted(ran, tacet::max_calls<1>), tacet::call_budget{}) == 1);
  CHECK(ran_of(counted(ran, tacet::max_calls<most>), tacet::call_budget{}) == 3);
  const auto mapped = [&](std::optional<std::uint32_t> limit) {
    return ran_of(counted(ran),
                  tacet::call_budget{tacet::descriptor_map{{"probe", {.max_calls_per_invocation = limit}}}});
  };
  CHECK(mapped({}) == 3);
  CHECK(mapped(0) == 0);
  CHECK(mapped(1) == 1);
  CHECK(mapped(most) == 3);
  CHECK(ran_of(counted(ran, tacet::max_calls<1>), tacet::call_budget{tacet::descriptor_map{}}) == 3);
}

TEST_CASE("the budget of a map is asked by the name of the call alone, and keeps its own copy of the names") {
  const auto make = [] {
    const std::string gone = "a name that is long enough to be on the heap";
    return tacet::call_budget{tacet::descriptor_map{{gone, {.max_calls_per_invocation = 1}}}};
  };
  const auto budget = make();
  const tool_call call{"c", "a name that is long enough to be on the heap"};
  const tool_call stranger{"c", "stranger"};
  const tacet::tool_descriptor nothing_known{};
  CHECK_FALSE(budget(tacet::pending_call{call, nothing_known}).has_value());
  CHECK(budget(tacet::pending_call{call, nothing_known}).has_value());
  budget.release({call, nothing_known});
  CHECK_FALSE(budget(tacet::pending_call{call, nothing_known}).has_value());
  for (int i = 0; i < 3; ++i) CHECK_FALSE(budget(tacet::pending_call{stranger, nothing_known}).has_value());
  budget.release({stranger, nothing_known});
}

TEST_CASE("a name for the trace does not take the budget's counting away") {
  int ran = 0;
  bool skips = true;
  const tacet::descriptor_map known{{"probe", {.max_calls_per_invocation = 1}}};
  tacet::tool_executor executor{
      tacet::tools{tacet::tool<"probe">([&ran](const how_args&) { return ++ran; })},
      tacet::preconditions{tacet::precondition<"budget">(tacet::call_budget{known})},
      tacet::steering_gate{[&skips](const tacet::pending_call&) -> std::optional<tacet::skip> {
        if (skips) return tacet::skip{"later"};
        return {};
      }}};
  CHECK(executor.execute({&probe_call, 1}).outcomes.at(0).reason == outcome_reason::advice);
  skips = false;
  CHECK(succeeded(executor.execute({&probe_call, 1})) == 1);
  CHECK(succeeded(executor.execute({&probe_call, 1})) == 0);
  executor.reset();
  CHECK(succeeded(executor.execute({&probe_call, 1})) == 1);
}

#if defined(__cpp_exceptions)

TEST_CASE("a call that did not run gives its unit back, whoever stopped it") {
  enum {
    object = 1,
    check_throws,
    check_cancels,
    guard_skips,
    guard_cancels,
    denied,
    approver_throws,
    approver_cancels,
    unanswered
  };
  std::atomic<int> ran{0};
  const tacet::tool_executor executor{
      tacet::tools{tacet::tool<"probe">([&ran](const how_args&) { return ++ran; }, tacet::max_calls<1>)},
      tacet::preconditions{tacet::call_budget{},
                           [](const tacet::pending_call& call) -> answer {
                             const int how = call.arguments_as<how_args>()->how;
                             if (how == object) return tacet::precondition_verdict::block("no");
                             if (how == check_throws) throw std::runtime_error("x");
                             if (how == check_cancels) throw tacet::cancelled{};
                             return {};
                           }},
      tacet::steering_gate{[](const tacet::pending_call& call) -> std::optional<tacet::skip> {
        const int how = call.arguments_as<how_args>()->how;
        if (how == guard_cancels) throw tacet::cancelled{};
        if (how == guard_skips) return tacet::skip{"later"};
        return {};
      }},
      tacet::approval_gate{
          [](const tacet::approval_request& request) -> std::optional<tacet::approval_decision> {
            const int how = request.call().arguments_as<how_args>()->how;
            if (how == denied) return request.deny();
            if (how == approver_throws) throw 1;
            if (how == approver_cancels) throw tacet::cancelled{};
            if (how == unanswered) return {};
            return request.approve();
          }}};
  for (int how = object; how <= unanswered; ++how) {
    const std::string text = "{\"how\":" + std::to_string(how) + "}";
    const tool_call call{"c", "probe", text};
    INFO(how);
    const auto report = executor.execute({&call, 1});
    CHECK(report.outcomes.at(0).attempts == 0);
    CHECK(report.outcomes.at(0).reason != outcome_reason::budget_spent);
  }
  CHECK(ran == 0);
  CHECK(succeeded(executor.execute({&probe_call, 1})) == 1);
  CHECK(succeeded(executor.execute({&probe_call, 1})) == 0);
}

TEST_CASE("attempts of one call spend one unit, unknown tools and bad arguments none") {
  int ran = 0;
  const tacet::tool_executor executor{tacet::tools{tacet::tool<"probe">(
                                          [&ran](const how_args&) -> int {
                                            ++ran;
                                            throw std::runtime_error("again");
                                          },
                                          tacet::read_only, tacet::max_calls<2>)},
                                      tacet::retries<tacet::retry_schedule{.max_attempts = 4}>{},
                                      tacet::preconditions{tacet::call_budget{}}};
  const tool_call calls[] = {{"1", "nosuch"},
                             {"2", "probe", "{"},
                             {"3", "probe", R"({"how":"x"})"},
                             {"4", "probe", "{}", true},
                             {"5", "probe", "{\"how\":0}"},
                             {"6", "probe", R"({"how":0})"},
                             {"7", "probe", R"({"how":0})"}};
  const auto report = executor.execute(calls);
  REQUIRE(report.outcomes.size() == 7);
  CHECK(report.outcomes[0].kind == outcome_kind::unknown_tool);
  for (const std::size_t i : {1U, 2U, 3U}) CHECK(report.outcomes[i].kind == outcome_kind::bad_arguments);
  for (const std::size_t i : {4U, 5U}) {
    CHECK(report.outcomes[i].kind == outcome_kind::failed);
    CHECK(report.outcomes[i].attempts == 4);
  }
  CHECK(report.outcomes[6].reason == outcome_reason::budget_spent);
  CHECK(ran == 8);
}

#endif
