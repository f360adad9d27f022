// SPDX-License-Identifier: MIT
// A condition that counts, as one of two kinds.
// RULE: condition_answers_bool
// TYPE: shop::in_stock
// EXPECT: tacet: the condition of a skill must be the text of an expression, or take the state, const, and return bool; wrap the callable
#include <tacet/tacet.hpp>

#include <string>
#include <variant>
#include <vector>

namespace shop {
struct in_stock {
#ifdef REPAIRED
  bool operator()(const std::string& state) const { return !state.empty(); }
#else
  std::size_t operator()(const std::string& state) const { return state.size(); }
#endif
};
std::vector<tacet::skill<std::variant<std::string, in_stock>>> skills() { return {}; }
std::string now() { return "{}"; }
}  // namespace shop

constexpr auto tool = tacet::tool<"order">([] {});
const tacet::skill_precondition check{shop::skills, shop::now};
const tacet::tool_executor executor{tacet::tools{tool}, tacet::preconditions{check}};
int main() { return static_cast<int>(executor.execute({}).outcomes.size()); }
