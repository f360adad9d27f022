// SPDX-License-Identifier: MIT
// The same for notes that are no constant.
// RULE: notes_are_notes
// TYPE: shop::query
// EXPECT: tacet: the notes of a struct must be made by tacet::notes and be static constexpr; wrap each note(...) in notes(...)
#include <tacet/tacet.hpp>

namespace shop {
struct query {
  int limit;
#ifdef REPAIRED
  static constexpr auto notes = tacet::notes(tacet::note("limit", "At most so many"));
#else
  static const inline auto notes = tacet::notes(tacet::note("limit", "At most so many"));
#endif
};
}  // namespace shop

constexpr auto tool = tacet::tool<"search">([](const shop::query&) {});

const tacet::tool_executor executor{tacet::tools{tool}};
int main() { return static_cast<int>(executor.execute({}).outcomes.size()); }
