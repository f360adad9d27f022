// SPDX-License-Identifier: MIT
// A parallel plan for tools of which no two calls could ever run at the same time.
// RULE: parallel_can_overlap
// TYPE: parallel<8>
// EXPECT: tacet: a parallel plan must have calls that may overlap; declare tools read_only, or say by conflicts_on what their calls conflict on
#include <tacet/async/async_executor.hpp>
#include <tacet/tacet.hpp>

namespace shop {
struct order {
  int customer = 0;
};
struct place {
  void operator()(const order&) const {}
};
}  // namespace shop

#ifdef REPAIRED
constexpr auto tool = tacet::tool<"place">(shop::place{}, tacet::conflicts_on<&shop::order::customer>);
#else
constexpr auto tool = tacet::tool<"place">(shop::place{});
#endif

const tacet::async_executor executor{tacet::tools{tool}, tacet::parallel<8>{}};
int main() { return static_cast<int>(executor.abandoned().running()); }
