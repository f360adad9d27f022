// SPDX-License-Identifier: MIT
// What is not used takes no space, and what answers every call does not throw.
#include "support/catch.hpp"

#include <tacet/tacet.hpp>

#include <span>
#include <type_traits>
#include <utility>

using namespace tacet;

namespace {

struct files;
struct arguments {
  int a;
  int b = 0;
};
template <text_literal Name> constexpr auto one() {
  return tool<Name>([](const arguments& x) { return x.a + x.b; }, describe<"Adds">, read_only,
                    requires_<files>);
}
constexpr auto no_context = tool<"plain">([] {});
constexpr tools sixteen{one<"t00">(), one<"t01">(), one<"t02">(), one<"t03">(), one<"t04">(), one<"t05">(),
                        one<"t06">(), one<"t07">(), one<"t08">(), one<"t09">(), one<"t10">(), one<"t11">(),
                        one<"t12">(), one<"t13">(), one<"t14">(), one<"t15">()};
constexpr auto odd = [](const pending_call&) -> std::optional<precondition_verdict> { return {}; };
constexpr auto guard = [](const pending_call&) -> std::optional<skip> { return {}; };
constexpr auto sink = [](const tool_progress&) {};

template <class T> constexpr bool is_nothing = std::is_empty_v<std::remove_cvref_t<T>>;

}  // namespace

TEST_CASE("an executor of tools without captures is empty, whatever parts without captures it has") {
  STATIC_REQUIRE(is_nothing<decltype(one<"a">())>);
  STATIC_REQUIRE(is_nothing<decltype(no_context)>);
  STATIC_REQUIRE(is_nothing<decltype(sixteen)>);
  const tool_executor bare{sixteen};
  STATIC_REQUIRE(is_nothing<decltype(bare)>);
  const tool_executor full{sixteen,
                           preconditions{precondition<"odd">(odd), capability_requirement{grants<files>{}}},
                           retries<retry_schedule{.max_attempts = 3}>{}, progress{sink}, collect_trace{}};
  STATIC_REQUIRE(is_nothing<decltype(full)>);
  STATIC_REQUIRE(sizeof(full) == 1);
  // A gate holds what a broken guard counts as: one byte.
  const tool_executor gated{sixteen, steering_gate{guard}, progress{sink}};
  STATIC_REQUIRE(sizeof(gated) == 1);
}

TEST_CASE("what a tool or a policy holds is all that an executor holds") {
  int counter = 0;
  const auto counting = tool<"count">([&counter] { return ++counter; });
  STATIC_REQUIRE(sizeof(counting) == sizeof(int*));
  const tool_executor holding{tools{one<"a">(), counting}};
  STATIC_REQUIRE(sizeof(holding) == sizeof(int*));
  const tool_call calls[] = {{"1", "count", "{}"}};
  (void)holding.execute(calls);
  CHECK(counter == 1);
}

TEST_CASE("executing into a report of its own does not throw") {
  using executor = decltype(tool_executor{sixteen});
  STATIC_REQUIRE(noexcept(std::declval<const executor&>().execute(std::span<const tool_call>())));
  // Into the caller's, only the forced unwinding of the thread may leave.
  STATIC_REQUIRE_FALSE(noexcept(std::declval<const executor&>().execute(std::span<const tool_call>(),
                                                                        std::declval<execution_report&>())));
  STATIC_REQUIRE(executor::descriptors().size() == 16);
  STATIC_REQUIRE(std::is_copy_constructible_v<executor>);
}
