// SPDX-License-Identifier: MIT
// A tool that takes a vector.
// RULE: arguments_are_a_struct
// TYPE: std::vector<int
// EXPECT: tacet: the arguments of a tool must be an aggregate or a Hana Struct; put the value into a struct, its member's name is the argument's
#include <tacet/tacet.hpp>

#include <vector>

namespace shop {
struct numbers {
  std::vector<int> all;
};
struct count {
#ifdef REPAIRED
  std::size_t operator()(const numbers& given) const { return given.all.size(); }
#else
  std::size_t operator()(const std::vector<int>& given) const { return given.size(); }
#endif
};
}  // namespace shop

constexpr auto tool = tacet::tool<"count">(shop::count{});

const tacet::tool_executor executor{tacet::tools{tool}};
int main() { return static_cast<int>(executor.execute({}).outcomes.size()); }
