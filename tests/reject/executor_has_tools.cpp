// SPDX-License-Identifier: MIT
// An executor without tools.
// RULE: executor_has_tools
// TYPE: refused_parts<
// EXPECT: tacet: an executor must have tools; add tacet::tools{...}
#include <tacet/tacet.hpp>

constexpr auto tool = tacet::tool<"look_up">([] {});
constexpr auto draw = [](const tacet::tool_progress&) {};
#ifdef REPAIRED
const tacet::tool_executor executor{tacet::tools{tool}, tacet::progress{draw}};
#else
const tacet::tool_executor executor{tacet::progress{draw}};
#endif
int main() { return static_cast<int>(executor.execute({}).outcomes.size()); }
