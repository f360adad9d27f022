// SPDX-License-Identifier: MIT
// A tool that is said to be two things.
// RULE: options_stand_once
// TYPE: shop::look_up
// EXPECT: tacet: a tool must not have two options of one kind; remove one
#include <tacet/tacet.hpp>

namespace shop {
struct look_up {
  void operator()() const {}
};
}  // namespace shop

#ifdef REPAIRED
constexpr auto tool = tacet::tool<"look_up">(shop::look_up{}, tacet::read_only);
#else
constexpr auto tool = tacet::tool<"look_up">(shop::look_up{}, tacet::read_only, tacet::once);
#endif

const tacet::tool_executor executor{tacet::tools{tool}};
int main() { return static_cast<int>(executor.execute({}).outcomes.size()); }
