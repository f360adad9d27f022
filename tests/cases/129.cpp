// SPDX-License-Identifier: MIT
// Case 129: a batch does not overrun its budget, alone or from many threads, and nobody goes unanswered.
#include "support/catch.hpp"

#include <tacet/tacet.hpp>

#include <atomic>
#include <barrier>
#include <string>
#include <thread>
#include <vector>

TEST_CASE("129 of five calls with a budget of two the first two run") {
  std::vector<std::string> ran;
  const tacet::tool_executor executor{
      tacet::tools{tacet::tool<"probe">([&ran](tacet::tool_context& c) { ran.emplace_back(c.call_id()); },
                                        tacet::max_calls<2>)},
      tacet::preconditions{tacet::call_budget{}}};
  const tacet::tool_call calls[] = {
      {"1", "probe"}, {"2", "probe"}, {"3", "probe"}, {"4", "probe"}, {"5", "probe"}};
  const auto report = executor.execute(calls);
  CHECK(ran == std::vector<std::string>{"1", "2"});
  REQUIRE(report.outcomes.size() == 5);
  for (std::size_t i = 0; i < 5; ++i) {
    CHECK(report.outcomes[i].call_id == calls[i].id);
    CHECK((report.outcomes[i].reason == tacet::outcome_reason::budget_spent) == (i >= 2));
    if (i >= 2) CHECK_THAT(std::string(report.outcomes[i].content), tacet_test::contains("budget"));
  }
}

TEST_CASE("129 thirteen calls at once with a budget of eight run eight times") {
  for (int round = 0; round < 50; ++round) {
    std::atomic<int> ran{0};
    std::atomic<int> refused{0};
    const tacet::tool_executor executor{
        tacet::tools{tacet::tool<"probe">([&ran] { ++ran; }, tacet::max_calls<8>)},
        tacet::preconditions{tacet::call_budget{}}};
    std::barrier start(13);
    std::vector<std::thread> threads;
    for (int t = 0; t < 13; ++t)
      threads.emplace_back([&] {
        const tacet::tool_call call{"c", "probe"};
        start.arrive_and_wait();
        if (executor.execute({&call, 1}).outcomes.at(0).reason == tacet::outcome_reason::budget_spent)
          ++refused;
      });
    for (std::thread& one : threads) one.join();
    REQUIRE(ran == 8);
    REQUIRE(refused == 5);
  }
}
