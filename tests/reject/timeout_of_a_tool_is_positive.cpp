// SPDX-License-Identifier: MIT
// The same on a tool.
// RULE: time_limit_is_positive
// TYPE: time_limit_ns<-5000000>
// EXPECT: tacet: a time limit must be longer than nothing; leave it out to have none
#include <tacet/tacet.hpp>

using namespace std::chrono_literals;
#ifdef REPAIRED
constexpr auto limit = 5ms;
#else
constexpr auto limit = -5ms;
#endif
constexpr auto tool = tacet::tool<"look_up">([](tacet::tool_context&) {}, tacet::timeout<limit>);

const tacet::tool_executor executor{tacet::tools{tool}};
int main() { return static_cast<int>(executor.execute({}).outcomes.size()); }
