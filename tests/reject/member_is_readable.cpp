// SPDX-License-Identifier: MIT
// A pointer as an argument, deep in a struct.
// RULE: member_is_readable
// TYPE: shop::article
// EXPECT: tacet: an argument must be a bool, number, string, enum, duration, struct, or an optional, vector, array, map with string keys or variant of these; change the member's type
#include <tacet/tacet.hpp>

#include <optional>
#include <vector>

namespace shop {
struct article {
  int id;
};
struct line {
  int count;
#ifdef REPAIRED
  article of;
#else
  article* of;
#endif
};
struct order {
  std::vector<std::optional<line>> lines;
};
}  // namespace shop

constexpr auto tool = tacet::tool<"send">([](const shop::order&) {});

const tacet::tool_executor executor{tacet::tools{tool}};
int main() { return static_cast<int>(executor.execute({}).outcomes.size()); }
