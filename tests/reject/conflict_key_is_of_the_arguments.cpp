// SPDX-License-Identifier: MIT
// The key of a conflict is a member of another struct.
// RULE: conflict_key_is_of_the_arguments
// TYPE: shop::pay
// EXPECT: tacet: the key of conflicts_on must be a member of the tool's arguments, or a callable on them, that gives text, a number, an enumerator or an optional of one; correct it
#include <tacet/tacet.hpp>

#include <string>

namespace shop {
struct order {
  std::string account;
};
struct transfer {
  std::string account;
  int cents = 0;
};
struct pay {
  int operator()(const transfer& t) const { return t.cents; }
};
}  // namespace shop

#ifdef REPAIRED
constexpr auto tool = tacet::tool<"pay">(shop::pay{}, tacet::conflicts_on<&shop::transfer::account>);
#else
constexpr auto tool = tacet::tool<"pay">(shop::pay{}, tacet::conflicts_on<&shop::order::account>);
#endif

const tacet::tool_executor executor{tacet::tools{tool}};
int main() { return static_cast<int>(executor.execute({}).outcomes.size()); }
