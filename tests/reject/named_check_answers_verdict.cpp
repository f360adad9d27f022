// SPDX-License-Identifier: MIT
// The same with a name.
// RULE: check_answers_verdict
// TYPE: shop::in_stock
// EXPECT: tacet: a precondition must take a pending_call and return std::optional<precondition_verdict>; return std::nullopt for no objection
#include <tacet/tacet.hpp>

namespace shop {
struct in_stock {
#ifdef REPAIRED
  std::optional<tacet::precondition_verdict> operator()(const tacet::pending_call&) const { return std::nullopt; }
#else
  bool operator()(const tacet::pending_call&) const { return true; }
#endif
};
}  // namespace shop

constexpr auto tool = tacet::tool<"order">([] {});
const tacet::tool_executor executor{
    tacet::tools{tool}, tacet::preconditions{tacet::precondition<"in stock">(shop::in_stock{})}};
int main() { return static_cast<int>(executor.execute({}).outcomes.size()); }
