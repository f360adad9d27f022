// SPDX-License-Identifier: MIT
// An executor with one check that looks at the call and admits it.
#include "cases.hpp"

#include <optional>

namespace codegen {

namespace {

// It compares with something no compiler knows, so that it decides at run time.
constexpr tacet::tool_executor made{
    sixteen_tools(), tacet::preconditions{tacet::precondition<"id">(
                         [](const tacet::pending_call& call) -> std::optional<tacet::precondition_verdict> {
                           if (call.id().size() == 77)
                             return tacet::precondition_verdict::block("No calls with such an id");
                           return std::nullopt;
                         })}};
static_assert(sizeof(made) == 1);

constexpr measured rows[] = {
    {"text/one_check", &into_slot<made>, &slot_answer, "3", {&add_call, 1}},
    {"report/one_check", &into_report<made>, &report_answer, "3", {&add_call, 1}},
};

}  // namespace

const std::span<const measured> one_check_rows = rows;

}  // namespace codegen
