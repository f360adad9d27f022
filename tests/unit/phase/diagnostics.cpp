// SPDX-License-Identifier: MIT
// People see the full text of every failure, attempt by attempt, and the hook harms nobody.
#include "support/catch.hpp"

#include <tacet/tacet.hpp>

#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

using tacet::call_phase;
using tacet::diagnosis;
using tacet::outcome_reason;
using tacet::tool_call;

namespace {

using answer = std::optional<tacet::precondition_verdict>;
constexpr tool_call probe_call{"c1", "probe"};

struct heard {
  call_phase phase;
  outcome_reason reason;
  int attempt;
  std::string text;
  bool operator==(const heard&) const = default;
};
auto into(std::vector<heard>& all) {
  return tacet::diagnostics{[&all](const diagnosis& d) {
    CHECK(d.call.id == "c1");
    CHECK(std::current_exception() != nullptr);
    all.push_back({d.phase, d.reason, d.attempt, std::string(d.text)});
  }};
}
// What is told of one call of a tool that does nothing, in an executor with these further parts.
template <class... Part> std::vector<heard> run(Part... part) {
  std::vector<heard> all;
  const tacet::tool_executor executor{tacet::tools{tacet::tool<"probe">([] {})}, into(all),
                                      std::move(part)...};
  CHECK(executor.execute({&probe_call, 1}).outcomes.size() == 1);
  return all;
}

}  // namespace

TEST_CASE("refusals are not told") {
  CHECK(run(tacet::preconditions{[](const tacet::pending_call&) -> answer {
          return tacet::precondition_verdict::block("no");
        }}).empty());
  CHECK(run(tacet::steering_gate{[](const tacet::pending_call&) { return tacet::skip{"no"}; }}).empty());
}

#if defined(__cpp_exceptions)

namespace {

std::string throwing() { throw std::runtime_error("hunter2"); }
struct fussy_default {
  std::string a = throwing();
};

}  // namespace

TEST_CASE("each failed attempt is told with its text") {
  std::vector<heard> all;
  int ran = 0;
  const tacet::tool_executor executor{tacet::tools{tacet::tool<"probe">(
                                          [&ran] {
                                            if (++ran == 1) throw std::runtime_error("hunter2");
                                            if (ran == 2) throw 5;
                                            if (ran == 3) throw tacet::tool_error("no such row");
                                            return ran;
                                          },
                                          tacet::read_only)},
                                      tacet::retries<tacet::retry_schedule{.max_attempts = 4}>{}, into(all)};
  const auto report = executor.execute({&probe_call, 1});
  CHECK(report.outcomes.at(0).content == "4");
  REQUIRE(all.size() == 3);
  CHECK(all[0] == heard{call_phase::dispatch, outcome_reason::exception, 1, "hunter2"});
  CHECK(all[1].attempt == 2);
  CHECK_FALSE(all[1].text.empty());
  CHECK(all[2] == heard{call_phase::dispatch, outcome_reason::tool_error, 3, "no such row"});
}

TEST_CASE("broken checks, guards, approvers and defaults are told") {
  const auto told = [](call_phase phase, outcome_reason reason) {
    return std::vector<heard>{{phase, reason, 0, "hunter2"}};
  };
  CHECK(run(tacet::preconditions{[](const tacet::pending_call&) -> answer {
          throw std::runtime_error("hunter2");
        }}) == told(call_phase::preconditions, outcome_reason::check_failed));
  CHECK(run(tacet::steering_gate{[](const tacet::pending_call&) { throw std::runtime_error("hunter2"); }}) ==
        told(call_phase::steering, outcome_reason::guard_failed));
  CHECK(run(tacet::approval_gate{[](const tacet::approval_request&) -> tacet::approval_decision {
          throw std::runtime_error("hunter2");
        }}) == told(call_phase::steering, outcome_reason::approval_failed));

  std::vector<heard> all;
  const tacet::tool_executor fussy{tacet::tools{tacet::tool<"probe">([](const fussy_default&) {})},
                                   into(all)};
  const auto report = fussy.execute({&probe_call, 1});
  CHECK(report.outcomes.at(0).kind == tacet::outcome_kind::failed);
  CHECK(report.outcomes[0].attempts == 0);
  CHECK(all == told(call_phase::decoding, outcome_reason::exception));
}

TEST_CASE("a hook that throws changes nothing") {
  const auto with = [](auto hook) {
    const tacet::tool_executor executor{
        tacet::tools{tacet::tool<"probe">([]() -> int { throw tacet::tool_error("no such row"); })},
        tacet::diagnostics{hook}};
    const auto report = executor.execute({&probe_call, 1});
    CHECK_FALSE(report.cancelled());
    CHECK(report.outcomes.at(0).content == "no such row");
  };
  with([](const diagnosis&) { throw 1; });
  with([](const diagnosis&) { throw std::bad_alloc{}; });
  with([](const diagnosis&) { throw tacet::cancelled{}; });
  static_assert(std::is_empty_v<tacet::no_diagnostics> && !tacet::no_diagnostics::listens);
}

#endif
