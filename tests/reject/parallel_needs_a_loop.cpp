// SPDX-License-Identifier: MIT
// A part of the asynchronous flow, given to an executor that runs one call after the other.
// RULE: nothing_waits
// TYPE: parallel<4
// EXPECT: tacet: a tool_executor must not have what is waited for; use an async_executor, or return the value and no awaitable
#include <tacet/async/parallel.hpp>
#include <tacet/tacet.hpp>

constexpr auto tool = tacet::tool<"look_up">([] {}, tacet::read_only);

#ifdef REPAIRED
const tacet::tool_executor executor{tacet::tools{tool}};
#else
const tacet::tool_executor executor{tacet::tools{tool}, tacet::parallel<4>{}};
#endif
int main() { return static_cast<int>(executor.execute({}).outcomes.size()); }
