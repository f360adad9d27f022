// SPDX-License-Identifier: MIT
// Tools of a registry, in an executor that runs typed tools only.
// RULE: part_runs_asynchronously
// TYPE: dynamic_tools
// EXPECT: tacet: an async_executor must not have tools of a registry; run them by a tool_executor, or add a typed tool that does
#include <tacet/async/async_executor.hpp>
#include <tacet/dynamic/dynamic_tools.hpp>
#include <tacet/tacet.hpp>

constexpr auto tool = tacet::tool<"look_up">([] { return 1; }, tacet::read_only);

#ifdef REPAIRED
const tacet::async_executor executor{tacet::tools{tool}};
#else
const tacet::async_executor executor{tacet::tools{tool}, tacet::dynamic_tools{tacet::tool_registry{}}};
#endif
int main() { return static_cast<int>(executor.descriptors().size()) - 1; }
