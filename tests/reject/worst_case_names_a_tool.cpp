// SPDX-License-Identifier: MIT
// The worst case of a tool whose name is misspelt.
// RULE: worst_case_names_a_tool
// TYPE: shop::look_up
// EXPECT: tacet: a worst case must be of a tool that the executor has; correct the name
#include <tacet/tacet.hpp>

namespace shop {
struct look_up {
  int operator()() const { return 1; }
};
}  // namespace shop

using namespace std::chrono_literals;
constexpr auto tool = tacet::tool<"look_up">(shop::look_up{});
const tacet::tool_executor executor{tacet::tools{tool}};
#ifdef REPAIRED
static_assert(tacet::worst_case<decltype(executor), "look_up">.attempts <= 1);
#else
static_assert(tacet::worst_case<decltype(executor), "lookup">.attempts <= 1);
#endif
int main() { return static_cast<int>(executor.execute({}).outcomes.size()); }
