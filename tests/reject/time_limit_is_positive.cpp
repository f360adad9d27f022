// SPDX-License-Identifier: MIT
// A limit of the executor's that nothing can keep.
// RULE: time_limit_is_positive
// TYPE: time_limit_ns<0>
// EXPECT: tacet: a time limit must be longer than nothing; leave it out to have none
#include <tacet/tacet.hpp>

using namespace std::chrono_literals;
constexpr auto tool = tacet::tool<"look_up">([] {});

#ifdef REPAIRED
const tacet::tool_executor executor{tacet::tools{tool}, tacet::deadline<1s>{}};
#else
const tacet::tool_executor executor{tacet::tools{tool}, tacet::deadline<0s>{}};
#endif
int main() { return static_cast<int>(executor.execute({}).outcomes.size()); }
