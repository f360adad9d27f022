// SPDX-License-Identifier: MIT
// A tool that could never run.
// RULE: capability_is_granted
// TYPE: shop::file_access
// EXPECT: tacet: a tool must not require a capability that is never granted; grant it or remove the tool
#include <tacet/tacet.hpp>

namespace shop {
struct file_access {};
struct network {};
}  // namespace shop

constexpr auto tool = tacet::tool<"read">([] {}, tacet::requires_<shop::file_access>);
#ifdef REPAIRED
constexpr tacet::grants<shop::network, shop::file_access> granted{};
#else
constexpr tacet::grants<shop::network> granted{};
#endif
const tacet::tool_executor executor{tacet::tools{tool},
                                    tacet::preconditions{tacet::capability_requirement{granted}}};
int main() { return static_cast<int>(executor.execute({}).outcomes.size()); }
