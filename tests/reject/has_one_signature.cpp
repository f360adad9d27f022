// SPDX-License-Identifier: MIT
// A tool that would take anything.
// RULE: has_one_signature
// TYPE: shop::look_up
// EXPECT: tacet: a tool must have one const call operator; name its parameter types instead of auto, and leave out mutable
#include <tacet/tacet.hpp>

namespace shop {
struct query {
  int id;
};
struct look_up {
#ifdef REPAIRED
  int operator()(const query& of) const { return of.id; }
#else
  int operator()(const auto& of) const { return of.id; }
#endif
};
}  // namespace shop

constexpr auto tool = tacet::tool<"look_up">(shop::look_up{});

const tacet::tool_executor executor{tacet::tools{tool}};
int main() { return static_cast<int>(executor.execute({}).outcomes.size()); }
