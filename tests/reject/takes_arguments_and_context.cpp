// SPDX-License-Identifier: MIT
// A tool that takes two numbers.
// RULE: takes_arguments_and_context
// TYPE: shop::add
// EXPECT: tacet: a tool must take at most one argument struct, by const reference or value, and then at most a tool_context&; put several arguments into one struct
#include <tacet/tacet.hpp>

namespace shop {
struct numbers {
  int a;
  int b;
};
struct add {
#ifdef REPAIRED
  int operator()(const numbers& both) const { return both.a + both.b; }
#else
  int operator()(int a, int b) const { return a + b; }
#endif
};
}  // namespace shop

constexpr auto tool = tacet::tool<"add">(shop::add{});

const tacet::tool_executor executor{tacet::tools{tool}};
int main() { return static_cast<int>(executor.execute({}).outcomes.size()); }
