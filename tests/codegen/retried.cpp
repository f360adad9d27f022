// SPDX-License-Identifier: MIT
// An executor whose tool succeeds at the third of three attempts.
#include "cases.hpp"

namespace codegen {

namespace {

constexpr auto lucky =
    tacet::tool<"try_to_add">([](const pair_args& x) { return third_time_lucky(x); }, tacet::read_only);
constexpr tacet::tool_executor made{sixteen_tools(lucky),
                                    tacet::retries<tacet::retry_schedule{.max_attempts = 3}>{}};

constexpr tacet::tool_call call{"call_1", "try_to_add", R"({"a":1,"b":2})"};

constexpr measured rows[] = {
    {"text/third_attempt", &into_slot<made>, &slot_answer, "303", {&call, 1}},
};

}  // namespace

const std::span<const measured> retried_rows = rows;

}  // namespace codegen
