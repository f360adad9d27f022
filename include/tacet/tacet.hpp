// SPDX-License-Identifier: MIT
// The core of tacet: typed tools, the phases of a call, and the executor that runs them.
#pragma once

// First, so that the errors that it words stand close to the user's file.
#include <tacet/rule/executor_rules.hpp>
#include <tacet/rule/rules.hpp>

#include <tacet/executor/tool_executor.hpp>
#include <tacet/phase/call_budget.hpp>
#include <tacet/phase/skill_expression.hpp>
#include <tacet/phase/skill_precondition.hpp>
#include <tacet/termination/call_history.hpp>
#include <tacet/termination/loop_termination_policy.hpp>
#include <tacet/values/fixed_report.hpp>
#include <tacet/values/signature.hpp>
