// SPDX-License-Identifier: MIT
// A note that is not wrapped: the bound would be passed over in silence.
// RULE: notes_are_notes
// TYPE: shop::query
// EXPECT: tacet: the notes of a struct must be made by tacet::notes and be static constexpr; wrap each note(...) in notes(...)
#include <tacet/tacet.hpp>

namespace shop {
struct query {
  int limit;
#ifdef REPAIRED
  static constexpr auto notes = tacet::notes(tacet::note("limit", "At most so many", tacet::up_to(9)));
#else
  static constexpr auto notes = tacet::note("limit", "At most so many", tacet::up_to(9));
#endif
};
}  // namespace shop

constexpr auto tool = tacet::tool<"search">([](const shop::query&) {});

const tacet::tool_executor executor{tacet::tools{tool}};
int main() { return static_cast<int>(executor.execute({}).outcomes.size()); }
