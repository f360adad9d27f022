// SPDX-License-Identifier: MIT
// A guard whose type is not known is owned once, and answers, admits and fails as it does in a gate of its
// own.
#include "support/catch.hpp"
#include "unit/support/allocations.hpp"

#include <tacet/erased/any_steering.hpp>
#include <tacet/tacet.hpp>

#include <array>
#include <atomic>
#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

using tacet::any_steering;
using tacet::guard_failure;
using tacet::outcome_kind;
using tacet::outcome_reason;
using tacet::pending_call;
using tacet::skip;
using tacet::tool_call;

namespace {

const tool_call probe_call{"1", "probe_it", "{}"};

struct counted {
  int* alive;
  explicit counted(int& n) : alive(&n) { ++n; }
  counted(const counted&) = delete;
  counted(counted&& other) noexcept : alive(other.alive) { ++*alive; }
  counted& operator=(const counted&) = delete;
  ~counted() { --*alive; }
  std::optional<skip> operator()(const pending_call&) const { return skip{"counted"}; }
};
struct large : counted {
  using counted::counted;
  std::array<int, 64> more{};
};

std::string asked(const any_steering& gate) {
  const std::optional<skip> answer = gate.ask({probe_call, {.name = "probe_it"}});
  return answer.has_value() ? std::string(answer->content.view()) : "admitted";
}

template <class Gate> tacet::execution_report run(Gate gate, const tacet::run_options& options = {}) {
  const tacet::tool_executor executor{tacet::tools{tacet::tool<"probe_it">([] { return "ran"; })},
                                      std::move(gate)};
  const tool_call two[] = {probe_call, {"2", "probe_it", "{}"}};
  return executor.execute(two, options);
}

}  // namespace

TEST_CASE("a guard is held as long as its gate, wherever that is moved") {
  int small = 0;
  int big = 0;
  {
    any_steering a{counted(small)};
    any_steering b{large(big)};
    CHECK(std::pair(small, big) == std::pair(1, 1));
    any_steering moved = std::move(a);
    CHECK(small == 1);
    CHECK(asked(moved) == "counted");
    CHECK(asked(a) == "admitted");  // one that was moved from is none
    moved = std::move(b);           // ends the small one
    CHECK(std::pair(small, big) == std::pair(0, 1));
    CHECK(asked(moved) == "counted");
    any_steering& self = moved;
    moved = std::move(self);
    CHECK(asked(moved) == "counted");
    a = std::move(moved);
    CHECK(asked(a) == "counted");
    a = any_steering{};
    CHECK(big == 0);
    CHECK(asked(a) == "admitted");
    std::vector<any_steering> many;
    for (int i = 0; i < 9; ++i) many.emplace_back(counted(small));
    CHECK(small == 9);
    for (const any_steering& one : many) CHECK(asked(one) == "counted");
  }
  CHECK(std::pair(small, big) == std::pair(0, 0));
}

TEST_CASE("gates of any guard are moved and not copied") {
  STATIC_REQUIRE(!std::is_copy_constructible_v<any_steering> && !std::is_copy_assignable_v<any_steering>);
  STATIC_REQUIRE(std::is_nothrow_move_constructible_v<any_steering>);
  STATIC_REQUIRE(sizeof(any_steering) == 5 * sizeof(void*));
}

TEST_CASE("a gate made of nothing admits") {
  const any_steering none;
  CHECK(asked(none) == "admitted");
  CHECK(none.when_broken() == guard_failure::admits);
  const tool_call calls[] = {probe_call};
  CHECK(none.part(calls).admitted.size() == 1);
  const auto report = run(any_steering{});
  CHECK(report.outcomes.at(0).content == "ran");
  CHECK_FALSE(report.outcomes[0].guard_failed);
}

TEST_CASE("a guard of each shape that a gate takes is asked with the call") {
  const auto second = [](const pending_call& call) { return call.id() == "2"; };
  const auto report = run(any_steering{[second](const pending_call& call) -> std::optional<skip> {
    if (second(call)) return skip{"not the second", false};
    return std::nullopt;
  }});
  CHECK(report.outcomes.at(0).content == "ran");
  CHECK(report.outcomes.at(1).content == "not the second");
  CHECK(report.outcomes[1].reason == outcome_reason::advice);
  CHECK_FALSE(report.outcomes[1].is_error);

  CHECK(run(any_steering{[](const pending_call&) { return skip{"always"}; }}).outcomes.at(0).content ==
        "always");
  CHECK(run(any_steering{[](const pending_call&) { return std::nullopt; }}).outcomes.at(0).content == "ran");
  CHECK(run(any_steering{[](const tool_call&) { return skip{}; }}).outcomes.at(0).content ==
        "The call was not run.");
  std::string seen;
  CHECK(run(any_steering{[&seen](const pending_call& call) { seen += call.id(); }}).outcomes.at(1).content ==
        "ran");
  CHECK(seen == "12");

  const any_steering gate{[second](const pending_call& call) -> std::optional<skip> {
    if (second(call)) return skip{"no"};
    return std::nullopt;
  }};
  const tool_call two[] = {probe_call, {"2", "probe_it", "{}"}};
  const tacet::steered_calls parted = gate.part(two);
  REQUIRE(parted.admitted.size() == 1);
  CHECK(parted.admitted[0].id == "1");
  REQUIRE(parted.answered.size() == 1);
  CHECK(parted.answered[0].call_id == "2");
  CHECK(parted.answered[0].content == "no");
}

TEST_CASE("what a guard answers gives back the budget") {
  bool open = false;
  tacet::tool_executor executor{
      tacet::tools{tacet::tool<"probe_it">([] { return "ran"; }, tacet::max_calls<1>)},
      tacet::preconditions{tacet::call_budget{}},
      any_steering{[&open](const pending_call&) -> std::optional<skip> {
        if (open) return std::nullopt;
        return skip{"wait"};
      }}};
  CHECK(executor.execute({&probe_call, 1}).outcomes.at(0).content == "wait");
  open = true;
  CHECK(executor.execute({&probe_call, 1}).outcomes.at(0).content == "ran");
}

TEST_CASE("a guard is asked from many threads at once") {
  std::atomic<int> asked_so_far = 0;
  const tacet::tool_executor executor{
      tacet::tools{tacet::tool<"probe_it">([] { return "ran"; })},
      any_steering{[&asked_so_far](const pending_call&) -> std::optional<skip> {
        if (++asked_so_far == 1) return skip{"the first"};
        return std::nullopt;
      }}};
  std::atomic<int> skipped = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 16; ++i)
    threads.emplace_back([&] {
      if (executor.execute({&probe_call, 1}).outcomes.at(0).content == "the first") ++skipped;
    });
  for (std::thread& one : threads) one.join();
  CHECK(asked_so_far == 16);
  CHECK(skipped == 1);
}

TEST_CASE("only a guard that is not small allocates, once, and no call does") {
  int alive = 0;
  std::size_t before = tacet_test::allocations;
  const any_steering small{counted(alive)};
  CHECK(tacet_test::allocations == before);
  const any_steering none;
  CHECK(tacet_test::allocations == before);
  const any_steering big{large(alive)};
  CHECK(tacet_test::allocations == before + 1);

  const tacet::tool_executor executor{tacet::tools{tacet::tool<"probe_it">([] { return 1; })},
                                      any_steering{[kept = std::array<int, 64>{}](const pending_call&) {
                                        return kept[0] == 0 ? std::optional<skip>() : skip{"no"};
                                      }}};
  tacet::execution_report report;
  report.reserve(1);
  before = tacet_test::allocations;
  executor.execute({&probe_call, 1}, report);
  CHECK(tacet_test::allocations == before);
  CHECK(report.outcomes.at(0).content == "1");
}

#if defined(__cpp_exceptions)

TEST_CASE("a guard that throws admits, or blocks where that was asked for") {
  const auto broken = [](const pending_call& call) -> std::optional<skip> {
    if (call.id() == "1") throw std::runtime_error("hunter2");
    throw 7;
  };
  const any_steering gate{broken};
  CHECK(gate.when_broken() == guard_failure::admits);
  CHECK_THROWS_AS((void)asked(gate), std::runtime_error);
  const auto admitted = run(any_steering{broken});
  const auto blocked = run(any_steering{broken, guard_failure::blocks});
  for (std::size_t i = 0; i < 2; ++i) {
    CHECK(admitted.outcomes.at(i).content == "ran");
    CHECK(admitted.outcomes[i].guard_failed);
    CHECK(blocked.outcomes.at(i).kind == outcome_kind::refused);
    CHECK(blocked.outcomes[i].reason == outcome_reason::guard_failed);
    CHECK(blocked.outcomes[i].guard_failed);
    CHECK(blocked.outcomes[i].content.find("hunter2") == std::string_view::npos);
  }
  const tool_call calls[] = {probe_call};
  const tacet::steered_calls parted = any_steering{broken, guard_failure::blocks}.part(calls);
  CHECK(parted.guard_failed);
  CHECK(parted.answered.size() == 1);

  // The choice moves with the guard.
  any_steering chosen{broken, guard_failure::blocks};
  any_steering moved;
  moved = std::move(chosen);
  CHECK(moved.when_broken() == guard_failure::blocks);
}

TEST_CASE("a guard that throws cancelled ends the batch") {
  const auto report =
      run(any_steering{[](const pending_call&) -> std::optional<skip> { throw tacet::cancelled{}; }});
  CHECK(report.status == tacet::execution_status::cancelled);
  CHECK(report.outcomes.at(0).kind == outcome_kind::cancelled);
  CHECK(report.outcomes.at(1).kind == outcome_kind::cancelled);
}

#endif
