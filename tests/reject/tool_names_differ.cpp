// SPDX-License-Identifier: MIT
// Two tools of one name.
// RULE: tool_names_differ
// TYPE: shop::look_up
// TYPE: shop::look_up_again
// EXPECT: tacet: two tools of an executor must not have the same name; rename one
#include <tacet/tacet.hpp>

namespace shop {
struct look_up {
  int operator()() const { return 1; }
};
struct look_up_again {
  int operator()() const { return 2; }
};
}  // namespace shop

constexpr auto first = tacet::tool<"look_up">(shop::look_up{});
#ifdef REPAIRED
constexpr auto second = tacet::tool<"look_up_again">(shop::look_up_again{});
#else
constexpr auto second = tacet::tool<"look_up">(shop::look_up_again{});
#endif

const tacet::tool_executor executor{tacet::tools{first, second}};
int main() { return static_cast<int>(executor.execute({}).outcomes.size()); }
