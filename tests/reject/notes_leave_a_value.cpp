// SPDX-License-Identifier: MIT
// Bounds that are the wrong way round.
// RULE: notes_leave_a_value
// TYPE: shop::query
// EXPECT: tacet: the bounds of a note must leave a value; exchange the lower and the upper one
#include <tacet/tacet.hpp>

namespace shop {
struct query {
  int limit;
#ifdef REPAIRED
  static constexpr auto notes = tacet::notes(tacet::note("limit", "At most so many", tacet::between(1, 100)));
#else
  static constexpr auto notes = tacet::notes(tacet::note("limit", "At most so many", tacet::between(100, 1)));
#endif
};
}  // namespace shop

constexpr auto tool = tacet::tool<"search">([](const shop::query&) {});

const tacet::tool_executor executor{tacet::tools{tool}};
int main() { return static_cast<int>(executor.execute({}).outcomes.size()); }
