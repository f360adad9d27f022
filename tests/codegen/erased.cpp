// SPDX-License-Identifier: MIT
// The executor of the plain rows behind any_executor: what not knowing its type costs.
#include "cases.hpp"

#include <tacet/erased/any_executor.hpp>

namespace codegen {

namespace {

const tacet::any_executor owned{tacet::tool_executor{sixteen_tools()}};
const tacet::executor_ref lent{owned};
static_assert(sizeof(owned) == 4 * sizeof(void*) && sizeof(lent) == 2 * sizeof(void*));

constexpr measured rows[] = {
    {"text/erased", &into_slot<owned>, &slot_answer, "3", {&add_call, 1}},
    {"report/erased", &into_report<owned>, &report_answer, "3", {&add_call, 1}},
    {"report/erased_ref", &into_report<lent>, &report_answer, "3", {&add_call, 1}},
};

}  // namespace

const std::span<const measured> erased_rows = rows;

}  // namespace codegen
