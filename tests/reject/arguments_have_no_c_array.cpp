// SPDX-License-Identifier: MIT
// Arguments with a C array, in a struct within.
// RULE: arguments_have_no_c_array
// TYPE: shop::place
// EXPECT: tacet: an argument struct must not have C array members; use std::array
#include <tacet/tacet.hpp>

#include <array>

namespace shop {
struct place {
#ifdef REPAIRED
  std::array<double, 2> position;
#else
  double position[2];
#endif
};
struct order {
  place to;
};
}  // namespace shop

constexpr auto tool = tacet::tool<"send">([](const shop::order&) {});

const tacet::tool_executor executor{tacet::tools{tool}};
int main() { return static_cast<int>(executor.execute({}).outcomes.size()); }
