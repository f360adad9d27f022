// SPDX-License-Identifier: MIT
// An expression over a struct.
// RULE: expression_is_judged_over_text
// TYPE: shop::state
// EXPECT: tacet: a skill with an expression must be judged over a state that is JSON text; return the text, or make the condition a callable
#include <tacet/tacet.hpp>

#include <string>
#include <vector>

namespace shop {
struct state {
  bool open = true;
};
std::vector<tacet::skill<>> skills() { return {{"open", {"order"}, "open == true"}}; }
#ifdef REPAIRED
std::string now() { return R"({"open": true})"; }
#else
state now() { return {}; }
#endif
}  // namespace shop

constexpr auto tool = tacet::tool<"order">([] {});
const tacet::skill_precondition check{shop::skills, shop::now};
const tacet::tool_executor executor{tacet::tools{tool}, tacet::preconditions{check}};
int main() { return static_cast<int>(executor.execute({}).outcomes.size()); }
