// SPDX-License-Identifier: MIT
// An executor with a check, a guard and three attempts, where all pass and the first attempt succeeds.
#include "cases.hpp"

#include <optional>

namespace codegen {

namespace {

// Both compare with something no compiler knows, so that they decide at run time.
constexpr tacet::tool_executor made{
    sixteen_tools(),
    tacet::preconditions{tacet::precondition<"id">(
        [](const tacet::pending_call& call) -> std::optional<tacet::precondition_verdict> {
          if (call.id().size() == 77) return tacet::precondition_verdict::block("No calls with such an id");
          return std::nullopt;
        })},
    tacet::steering_gate{[](const tacet::pending_call& call) -> std::optional<tacet::skip> {
      if (call.id().size() == 78) return tacet::skip{"No need for calls with such an id"};
      return std::nullopt;
    }},
    tacet::retries<tacet::retry_schedule{.max_attempts = 3}>{}};
static_assert(sizeof(made) == 1);

constexpr measured rows[] = {
    {"text/check_guard_three_attempts", &into_slot<made>, &slot_answer, "3", {&add_call, 1}},
    {"report/check_guard_three_attempts", &into_report<made>, &report_answer, "3", {&add_call, 1}},
};

}  // namespace

const std::span<const measured> full_rows = rows;

}  // namespace codegen
