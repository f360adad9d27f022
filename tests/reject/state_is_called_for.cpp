// SPDX-License-Identifier: MIT
// A state that is a value.
// RULE: state_is_called_for
// TYPE: shop::state
// EXPECT: tacet: the state of a skill_precondition must be callable, const, without arguments; wrap it in a lambda
#include <tacet/tacet.hpp>

#include <string>
#include <vector>

namespace shop {
struct state {
  bool open = true;
};
bool is_open(const state& now) { return now.open; }
std::vector<tacet::skill<decltype(&is_open)>> skills() { return {}; }
}  // namespace shop

constexpr auto tool = tacet::tool<"order">([] {});
#ifdef REPAIRED
const tacet::skill_precondition check{shop::skills, [] { return shop::state{}; }};
#else
const tacet::skill_precondition check{shop::skills, shop::state{}};
#endif
const tacet::tool_executor executor{tacet::tools{tool}, tacet::preconditions{check}};
int main() { return static_cast<int>(executor.execute({}).outcomes.size()); }
