// SPDX-License-Identifier: MIT
// A tool that needs a capability runs only where it is granted.
#include "support/catch.hpp"

#include <tacet/tacet.hpp>

using tacet::capability;
using tacet::capability_requirement;
using tacet::capability_set;
using tacet::grants;
using tacet::outcome_kind;
using tacet::outcome_reason;
using tacet::tool_call;
using tacet::tool_descriptor;

namespace capability_test {
struct files;  // incomplete on purpose
struct network {};
}  // namespace capability_test

namespace {

using capability_test::files;
using capability_test::network;

// The check's own answer on a tool that needs `wanted`.
template <class Requirement> bool admits(const Requirement& requirement, const tacet::capability_id* wanted) {
  const tool_call call{"c", "probe"};
  const tool_descriptor tool{.name = "probe", .required_capability = wanted};
  const auto verdict = requirement(tacet::pending_call{call, tool});
  if (!verdict.has_value()) return true;
  CHECK_FALSE(verdict->admitted);
  CHECK(verdict->is_error);
  CHECK(verdict->reason == outcome_reason::capability_missing);
  CHECK_FALSE(verdict->content.view().empty());
  return false;
}

}  // namespace

TEST_CASE("both forms admit what is granted and what needs nothing, and refuse the rest") {
  const capability_requirement none{};
  static_assert(std::is_same_v<decltype(none), const capability_requirement<capability_set>>);
  CHECK(admits(none, nullptr));
  CHECK_FALSE(admits(none, &capability<files>));
  capability_set available;
  available.grant<files>().grant<files>();
  CHECK(admits(capability_requirement{available}, &capability<files>));
  CHECK_FALSE(admits(capability_requirement{available}, &capability<network>));
  const capability_requirement before{available};
  available.revoke<files>();
  available.revoke<network>();
  CHECK_FALSE(admits(capability_requirement{available}, &capability<files>));
  CHECK(admits(before, &capability<files>));  // it has its own set

  static_assert(std::is_empty_v<capability_requirement<grants<files, network>>>);
  CHECK(admits(capability_requirement{grants<files>{}}, &capability<files>));
  CHECK_FALSE(admits(capability_requirement{grants<files>{}}, &capability<network>));
  CHECK_FALSE(admits(capability_requirement{grants<>{}}, &capability<network>));
  CHECK(admits(capability_requirement{grants<>{}}, nullptr));
  // Two capabilities of one spelling are still two.
  const tacet::capability_id impostor{capability<files>.name};
  CHECK_FALSE(admits(capability_requirement{grants<files>{}}, &impostor));
}

TEST_CASE("in an executor the run-time form refuses, and an unknown tool stays an unknown tool") {
  int ran = 0;
  const auto read = tacet::tool<"read">([&ran] { ++ran; }, tacet::requires_<files>);
  const auto wait = tacet::tool<"wait">([&ran] { ++ran; });
  const tool_call calls[] = {{"1", "read"}, {"2", "wait"}, {"3", "nosuch"}};
  const tacet::tool_executor closed{tacet::tools{read, wait}, tacet::preconditions{capability_requirement{}}};
  const auto refused = closed.execute(calls);
  CHECK(ran == 1);
  CHECK(refused.outcomes.at(0).reason == outcome_reason::capability_missing);
  CHECK(refused.outcomes[0].kind == outcome_kind::refused);
  CHECK(refused.outcomes[1].kind == outcome_kind::succeeded);
  CHECK(refused.outcomes[2].kind == outcome_kind::unknown_tool);

  capability_set available;
  available.grant<files>();
  const tacet::tool_executor open{tacet::tools{read, wait},
                                  tacet::preconditions{capability_requirement{available}}};
  CHECK(open.execute(calls).outcomes.at(0).kind == outcome_kind::succeeded);
  const tacet::tool_executor fixed{tacet::tools{read, wait},
                                   tacet::preconditions{capability_requirement{grants<files>{}}}};
  CHECK(fixed.execute(calls).outcomes.at(0).kind == outcome_kind::succeeded);
  CHECK(ran == 5);
}

TEST_CASE("the compile-time form leaves no code in an executor") {
  using bound = capability_requirement<grants<files>>;
  constexpr auto tool = tacet::tool<"read">([] {}, tacet::requires_<files>);
  static_assert(bound::grants_what_it_needs<decltype(tool)>);
  static_assert(tacet::detail::precondition_phase<bound>::absent);
  constexpr tacet::tool_executor with{tacet::tools{tool},
                                      tacet::preconditions{capability_requirement{grants<files>{}}}};
  static_assert(std::is_empty_v<decltype(with)>);
  static_assert(!decltype(with)::policies_type::judges);
  CHECK(with.execute({}).outcomes.empty());
}
