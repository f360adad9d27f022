// SPDX-License-Identifier: MIT
// A tool whose name has a space in it.
// RULE: name_is_taken_by_providers
// TYPE: shop::look_up
// EXPECT: tacet: a tool name must be 1 to 64 characters of A-Z a-z 0-9 _ -; rename the tool
#include <tacet/tacet.hpp>

namespace shop {
struct look_up {
  void operator()() const {}
};
}  // namespace shop

#ifdef REPAIRED
constexpr auto tool = tacet::tool<"look_up">(shop::look_up{});
#else
constexpr auto tool = tacet::tool<"look up">(shop::look_up{});
#endif

const tacet::tool_executor executor{tacet::tools{tool}};
int main() { return static_cast<int>(executor.execute({}).outcomes.size()); }
