// SPDX-License-Identifier: MIT
// A callable among the tools.
// RULE: part_is_a_tool
// TYPE: shop::look_up
// EXPECT: tacet: tools must be made by tacet::tool; wrap the callable
#include <tacet/tacet.hpp>

namespace shop {
struct look_up {
  void operator()() const {}
};
}  // namespace shop

#ifdef REPAIRED
constexpr auto tool = tacet::tool<"look_up">(shop::look_up{});
#else
constexpr shop::look_up tool{};
#endif

const tacet::tool_executor executor{tacet::tools{tool}};
int main() { return static_cast<int>(executor.execute({}).outcomes.size()); }
