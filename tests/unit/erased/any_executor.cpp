// SPDX-License-Identifier: MIT
// An executor whose type is not known does what the executor does, and is destroyed once.
#include "support/catch.hpp"

#include "unit/support/allocations.hpp"

#include <tacet/erased/any_executor.hpp>
#include <tacet/tacet.hpp>

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

using tacet::any_executor;
using tacet::executor_ref;
using tacet::outcome_kind;
using tacet::tool_call;

namespace {

struct pair {
  int a = 0, b = 0;
};
constexpr auto add = tacet::tool<"add">([](const pair& p) { return p.a + p.b; }, tacet::read_only, tacet::max_calls<2>);
const tool_call good{"1", "add", R"({"a":1,"b":2})"};

// A tool that knows how many of it are alive.
struct counted {
  int* alive;
  explicit counted(int& n) : alive(&n) { ++n; }
  counted(const counted& other) noexcept : alive(other.alive) { ++*alive; }
  counted(counted&& other) noexcept : alive(other.alive) { ++*alive; }
  counted& operator=(const counted&) = delete;
  ~counted() { --*alive; }
  int operator()(const pair& p) const { return p.a + p.b + 10; }
};
// The same, too large to stand in the wrapper.
struct large : counted {
  using counted::counted;
  std::array<int, 64> more{};
};

std::string answer(const executor_ref& any, const tool_call& call = good) {
  tacet::execution_report report;
  any.execute({&call, 1}, report);
  return std::string(report.outcomes.at(0).content);
}

}  // namespace

TEST_CASE("every way to run gives what the executor gives") {
  const tacet::tool_executor direct{tacet::tools{add}};
  const any_executor owned{direct};
  const executor_ref lent{direct};
  const executor_ref of_owned{owned};
  for (const tacet::detail::erased_executor* any :
       {static_cast<const tacet::detail::erased_executor*>(&owned), static_cast<const tacet::detail::erased_executor*>(&lent),
        static_cast<const tacet::detail::erased_executor*>(&of_owned)}) {
    const tool_call calls[] = {good, {"2", "add", "{}"}, {"3", "sub"}};
    const tacet::execution_report expected = direct.execute(calls);
    tacet::execution_report report;
    CHECK(any->execute(calls, report) == tacet::execution_status::completed);
    const tacet::execution_report made = any->execute(calls);
    tacet::fixed_report<3> fixed;
    CHECK(any->execute(calls, fixed) == tacet::execution_status::completed);
    REQUIRE(report.outcomes.size() == 3);
    REQUIRE(fixed.outcomes.size() == 3);
    for (std::size_t i = 0; i < 3; ++i) {
      CHECK(report.outcomes[i].content == expected.outcomes[i].content);
      CHECK(made.outcomes.at(i).content == expected.outcomes[i].content);
      CHECK(fixed.outcomes[i].content == expected.outcomes[i].content);
      CHECK(fixed.outcomes[i].kind == expected.outcomes[i].kind);
    }
    tacet::tool_outcome slot;
    tacet::text_room room;
    any->execute_one(good, slot, room);
    CHECK(slot.content == "3");
    REQUIRE(any->descriptors().size() == 1);
    CHECK(any->descriptors()[0].name == "add");
    CHECK(any->descriptors()[0].effect == tacet::tool_effect::read_only);
  }
}

TEST_CASE("options reach the executor") {
  std::stop_source source;
  source.request_stop();
  tacet::run_options options;
  options.stop = source.get_token();
  const any_executor any{tacet::tool_executor{tacet::tools{add}}};
  tacet::execution_report report;
  CHECK(any.execute({&good, 1}, report, options) == tacet::execution_status::cancelled);
  CHECK(any.execute({&good, 1}, options).status == tacet::execution_status::cancelled);
  tacet::fixed_report<1> fixed;
  CHECK(any.execute({&good, 1}, fixed, options) == tacet::execution_status::cancelled);
  tacet::tool_outcome slot;
  tacet::text_room room;
  any.execute_one(good, slot, room, &options);
  CHECK(slot.kind == outcome_kind::cancelled);
}

TEST_CASE("a batch beyond a fixed capacity runs nothing behind the wrapper either") {
  int ran = 0;
  const any_executor any{tacet::tool_executor{tacet::tools{tacet::tool<"count">([&ran] { ++ran; })}}};
  const tool_call calls[] = {{"1", "count"}, {"2", "count"}};
  tacet::fixed_report<1> fixed;
  CHECK(any.execute(calls, fixed) == tacet::execution_status::no_room);
  CHECK(ran == 0);
}

TEST_CASE("reset begins an invocation") {
  any_executor any{tacet::tool_executor{tacet::tools{add}, tacet::preconditions{tacet::call_budget{}}}};
  CHECK(answer(any) == "3");
  CHECK(answer(any) == "3");
  CHECK(answer(any) != "3");
  any.reset();
  CHECK(answer(any) == "3");
}

TEST_CASE("what is held lives as long as the wrapper, wherever that is moved") {
  int small = 0;
  int big = 0;
  {
    any_executor a{tacet::tool_executor{tacet::tools{tacet::tool<"add">(counted(small))}}};
    any_executor b{tacet::tool_executor{tacet::tools{tacet::tool<"add">(large(big))}}};
    CHECK(small == 1);
    CHECK(big == 1);
    any_executor moved = std::move(a);
    CHECK(static_cast<bool>(moved));
    CHECK(!static_cast<bool>(a));
    CHECK(small == 1);
    CHECK(answer(moved) == "13");
    moved = std::move(b);  // ends the small one
    CHECK(small == 0);
    CHECK(big == 1);
    CHECK(answer(moved) == "13");
    a = std::move(moved);  // into one that was moved from
    CHECK(answer(a) == "13");
    any_executor& self = a;
    a = std::move(self);
    CHECK(answer(a) == "13");
    std::vector<any_executor> many;
    for (int i = 0; i < 9; ++i)
      many.emplace_back(tacet::tool_executor{tacet::tools{tacet::tool<"add">(counted(small))}});
    CHECK(small == 9);
    for (const any_executor& one : many) CHECK(answer(one) == "13");
  }
  CHECK(small == 0);
  CHECK(big == 0);
}

TEST_CASE("sizes are as promised, and only a large executor allocates, once") {
  STATIC_REQUIRE(sizeof(any_executor) == 4 * sizeof(void*));
  STATIC_REQUIRE(sizeof(executor_ref) == 2 * sizeof(void*));
  STATIC_REQUIRE(!std::is_copy_constructible_v<any_executor>);
  STATIC_REQUIRE(std::is_nothrow_move_constructible_v<any_executor>);
  STATIC_REQUIRE(std::is_trivially_copyable_v<executor_ref>);
  // One that would be gone is not lent.
  using composed = decltype(tacet::tool_executor{tacet::tools{add}});
  STATIC_REQUIRE(std::is_constructible_v<executor_ref, const composed&>);
  STATIC_REQUIRE(!std::is_constructible_v<executor_ref, composed>);
  STATIC_REQUIRE(!std::is_constructible_v<executor_ref, any_executor>);
  STATIC_REQUIRE(std::is_constructible_v<executor_ref, const executor_ref>);

  int alive = 0;
  const tacet::tool_executor small{tacet::tools{tacet::tool<"add">(counted(alive))}};
  const tacet::tool_executor big{tacet::tools{tacet::tool<"add">(large(alive))}};
  tacet::execution_report report;
  report.reserve(1);
  const std::size_t before = tacet_test::allocations;
  const any_executor a{small};
  CHECK(tacet_test::allocations == before);
  const any_executor b{big};
  CHECK(tacet_test::allocations == before + 1);
  a.execute({&good, 1}, report);
  b.execute({&good, 1}, report);
  CHECK(tacet_test::allocations == before + 1);
}
