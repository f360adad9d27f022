// SPDX-License-Identifier: MIT
// Case 123: a check or approver that breaks refuses; advice that breaks admits, marked, unless told
// otherwise.
#include "support/catch.hpp"

#include <tacet/tacet.hpp>

#include <stdexcept>
#include <string>

namespace {
struct path_args {
  std::string path;
};
}  // namespace

TEST_CASE("123 who guards fails closed, who advises fails open and says so") {
  int ran = 0;
  const auto run = [&ran](auto part) {
    ran = 0;
    const tacet::tool_executor executor{
        tacet::tools{tacet::tool<"wipe">([&ran](const path_args&) { ++ran; })}, std::move(part)};
    const tacet::tool_call call{"c1", "wipe", R"({"path":"a.txt"})"};
    return executor.execute({&call, 1}).outcomes.at(0);
  };
  const auto late = [] { throw std::runtime_error("the guard took too long"); };
  // Arguments of another type than the guard knows: it finds nothing to read.
  const auto unreadable = [](const tacet::pending_call& call) { return call.arguments_as<int>() == nullptr; };

  const auto check = run(
      tacet::preconditions{[late](const tacet::pending_call&) -> std::optional<tacet::precondition_verdict> {
        return late(), std::nullopt;
      }});
  CHECK(ran == 0);
  CHECK(check.kind == tacet::outcome_kind::refused);
  CHECK(check.reason == tacet::outcome_reason::check_failed);
  const auto blind = run(tacet::preconditions{
      [unreadable](const tacet::pending_call& call) -> std::optional<tacet::precondition_verdict> {
        if (unreadable(call)) throw std::logic_error("not my arguments");
        return std::nullopt;
      }});
  CHECK(ran == 0);
  CHECK(blind.reason == tacet::outcome_reason::check_failed);
  const auto approval =
      run(tacet::approval_gate{[late](const tacet::approval_request& r) { return late(), r.approve(); }});
  CHECK(ran == 0);
  CHECK(approval.reason == tacet::outcome_reason::approval_failed);
  const auto advice = run(tacet::steering_gate{[late](const tacet::pending_call&) { late(); }});
  CHECK(ran == 1);
  CHECK(advice.kind == tacet::outcome_kind::succeeded);
  CHECK(advice.guard_failed);
  const auto strict =
      run(tacet::steering_gate{[late](const tacet::pending_call&) { late(); }, tacet::guard_failure::blocks});
  CHECK(ran == 0);
  CHECK(strict.kind == tacet::outcome_kind::refused);
  CHECK(strict.reason == tacet::outcome_reason::guard_failed);
  CHECK(strict.guard_failed);
}
