// SPDX-License-Identifier: MIT
// Arguments that contain themselves.
// RULE: arguments_are_finite
// TYPE: shop::part
// EXPECT: tacet: an argument struct must not contain itself; name the inner ones by an id, or take the text as a raw_value
#include <tacet/tacet.hpp>

#include <string>
#include <vector>

namespace shop {
struct part {
  std::string name;
#ifdef REPAIRED
  std::vector<std::string> names_of_parts;
#else
  std::vector<part> parts;
#endif
};
}  // namespace shop

constexpr auto tool = tacet::tool<"list">([](const shop::part&) {});

const tacet::tool_executor executor{tacet::tools{tool}};
int main() { return static_cast<int>(executor.execute({}).outcomes.size()); }
