// SPDX-License-Identifier: MIT
// Two gates that would have to agree.
// RULE: family_stands_once
// TYPE: steering_gate<shop::
// EXPECT: tacet: an executor must not have two parts of one family; join them in one part
#include <tacet/tacet.hpp>

namespace shop {
struct ask {
  std::optional<tacet::skip> operator()(const tacet::pending_call&) const { return std::nullopt; }
};
struct record {
  void operator()(const tacet::pending_call&) const {}
};
}  // namespace shop

constexpr auto tool = tacet::tool<"look_up">([] {});
#ifdef REPAIRED
const tacet::tool_executor executor{tacet::tools{tool}, tacet::steering_gate{shop::ask{}}};
#else
const tacet::tool_executor executor{tacet::tools{tool}, tacet::steering_gate{shop::ask{}},
                                    tacet::steering_gate{shop::record{}}};
#endif
int main() { return static_cast<int>(executor.execute({}).outcomes.size()); }
