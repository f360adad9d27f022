// SPDX-License-Identifier: MIT
// Arguments that inherit a member.
// RULE: arguments_have_no_base
// TYPE: shop::order
// EXPECT: tacet: an argument struct must not have base classes; make the base a member
#include <tacet/tacet.hpp>

namespace shop {
struct buyer {
  int account;
};
#ifdef REPAIRED
struct order {
  buyer by;
  int item;
};
#else
struct order : buyer {
  int item;
};
#endif
}  // namespace shop

constexpr auto tool = tacet::tool<"send">([](const shop::order&) {});

const tacet::tool_executor executor{tacet::tools{tool}};
int main() { return static_cast<int>(executor.execute({}).outcomes.size()); }
