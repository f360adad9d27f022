// SPDX-License-Identifier: MIT
// A note about a member that is not there.
// RULE: notes_name_members
// TYPE: shop::query
// EXPECT: tacet: a note must name a member of its struct, once; correct the name
#include <tacet/tacet.hpp>

namespace shop {
struct query {
  int limit;
#ifdef REPAIRED
  static constexpr auto notes = tacet::notes(tacet::note("limit", "At most so many"));
#else
  static constexpr auto notes = tacet::notes(tacet::note("limits", "At most so many"));
#endif
};
}  // namespace shop

constexpr auto tool = tacet::tool<"search">([](const shop::query&) {});

const tacet::tool_executor executor{tacet::tools{tool}};
int main() { return static_cast<int>(executor.execute({}).outcomes.size()); }
