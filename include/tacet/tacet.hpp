// SPDX-License-Identifier: MIT
// The core of tacet: typed tools, the phases of a call, and the executor that runs them.
#pragma once

#include <tacet/executor/tool_executor.hpp>
#include <tacet/phase/call_budget.hpp>
#include <tacet/values/signature.hpp>
