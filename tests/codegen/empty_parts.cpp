// SPDX-License-Identifier: MIT
// An executor with every part that can be empty, given and empty.
#include "cases.hpp"

#include <type_traits>

namespace codegen {

namespace {

constexpr tacet::tool_executor made{sixteen_tools(),
                                    tacet::preconditions{},
                                    tacet::retries<tacet::retry_schedule{}>{},
                                    tacet::null_progress_sink{},
                                    tacet::null_trace{},
                                    tacet::default_failure_text{},
                                    tacet::no_diagnostics{}};
static_assert(sizeof(made) == 1 && std::is_empty_v<decltype(made)>);

constexpr measured rows[] = {
    {"text/empty_parts", &into_slot<made>, &slot_answer, "3", {&add_call, 1}},
    {"report/empty_parts", &into_report<made>, &report_answer, "3", {&add_call, 1}},
};

}  // namespace

const std::span<const measured> empty_part_rows = rows;

}  // namespace codegen
