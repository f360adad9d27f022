// SPDX-License-Identifier: MIT
// Of a batch that is too large the first calls run, and each of the others is answered.
#include "support/catch.hpp"

#include <tacet/phase/batch_limit.hpp>
#include <tacet/phase/name_filter.hpp>
#include <tacet/tacet.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

using tacet::batch_limit;
using tacet::outcome_reason;

namespace {

std::size_t runs = 0;
template <class... Check> auto executor_with(Check... check) {
  runs = 0;
  return tacet::tool_executor{
      tacet::tools{tacet::tool<"read">([] { return ++runs, 1; }, tacet::read_only, tacet::max_calls<3>),
                   tacet::tool<"remove">([] { return ++runs, 2; })},
      tacet::preconditions{check...}};
}
template <class Executor>
std::vector<outcome_reason> reasons(const Executor& executor, std::vector<const char*> names) {
  std::vector<tacet::tool_call> calls;
  for (const char* name : names) calls.push_back({"1", name});
  const auto report = executor.execute(calls);
  CHECK(report.outcomes.size() == names.size());
  CHECK(report.status == tacet::execution_status::completed);
  std::vector<outcome_reason> all;
  for (const auto& one : report.outcomes) all.push_back(one.reason);
  return all;
}
constexpr auto ran = outcome_reason::none;
constexpr auto refused = outcome_reason::policy;
using list = std::vector<outcome_reason>;

}  // namespace

TEST_CASE("the first calls of a batch run, the others are refused, and the next batch begins anew") {
  const auto executor = executor_with(batch_limit{2});
  for (int i = 0; i < 2; ++i) {
    CHECK(reasons(executor, {"remove", "remove", "remove", "remove"}) == list{ran, ran, refused, refused});
    CHECK(reasons(executor, {"remove"}) == list{ran});
    CHECK(reasons(executor, {}) == list{});
  }
  CHECK(runs == 6);
}

TEST_CASE("what does not reach the check is not counted") {
  CHECK(reasons(executor_with(batch_limit{1}), {"absent", "remove", "remove"}) ==
        list{outcome_reason::unknown_tool, ran, refused});
  CHECK(reasons(executor_with(tacet::name_filter{std::nullopt, {"remove"}}, batch_limit{1}),
                {"remove", "read", "read"}) == list{refused, ran, refused});
}

TEST_CASE("what it refuses costs no budget") {
  const auto executor = executor_with(batch_limit{1}, tacet::call_budget{});
  CHECK(reasons(executor, {"read", "read"}) == list{ran, refused});
  CHECK(reasons(executor, {"read", "read"}) == list{ran, refused});
  CHECK(reasons(executor, {"read", "read"}) == list{ran, refused});
  CHECK(reasons(executor, {"read"}) == list{outcome_reason::budget_spent});
}

TEST_CASE("a limit of none runs none, and no limit runs all") {
  CHECK(reasons(executor_with(batch_limit{0}), {"remove"}) == list{refused});
  CHECK(reasons(executor_with(batch_limit{}), {"remove", "remove"}) == list{ran, ran});
  CHECK(batch_limit{}.idle_for({}));
  CHECK_FALSE(batch_limit{0}.idle_for({}));
  // A count that has reached its end does not begin again.
  const batch_limit most{std::numeric_limits<std::uint32_t>::max() - 1};
  const tacet::tool_call call{"1", "remove"};
  const tacet::tool_descriptor tool;
  batch_limit::batch counted{std::numeric_limits<std::uint32_t>::max() - 2};
  CHECK_FALSE(most(tacet::pending_call{call, tool}, counted).has_value());
  CHECK(most(tacet::pending_call{call, tool}, counted).has_value());
  CHECK(most(tacet::pending_call{call, tool}, counted).has_value());
}
