// SPDX-License-Identifier: MIT
// Skills without conditions.
// RULE: skills_are_a_range
// TYPE: shop::rule
// EXPECT: tacet: the skills of a skill_precondition must be called without arguments, const, and give a forward range of skills, each with name, tools and condition, or an optional of or pointer to one; return a vector of tacet::skill
#include <tacet/tacet.hpp>

#include <string>
#include <vector>

namespace shop {
struct rule {
  std::string name;
  std::vector<std::string> tools;
#ifdef REPAIRED
  std::string condition;
#endif
};
std::vector<rule> rules() { return {}; }
std::string state() { return "{}"; }
}  // namespace shop

constexpr auto tool = tacet::tool<"order">([] {});
const tacet::tool_executor executor{
    tacet::tools{tool}, tacet::preconditions{tacet::skill_precondition{shop::rules, shop::state}}};
int main() { return static_cast<int>(executor.execute({}).outcomes.size()); }
