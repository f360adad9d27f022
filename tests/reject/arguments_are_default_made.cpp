// SPDX-License-Identifier: MIT
// Arguments with a reference in them.
// RULE: arguments_are_default_made
// TYPE: shop::order
// EXPECT: tacet: an argument struct must be default constructible and must not have reference members; hold values
#include <tacet/tacet.hpp>

#include <string>

namespace shop {
struct order {
#ifdef REPAIRED
  std::string item;
#else
  std::string& item;
#endif
};
}  // namespace shop

constexpr auto tool = tacet::tool<"send">([](const shop::order&) {});

const tacet::tool_executor executor{tacet::tools{tool}};
int main() { return static_cast<int>(executor.execute({}).outcomes.size()); }
