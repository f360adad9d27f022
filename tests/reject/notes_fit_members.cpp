// SPDX-License-Identifier: MIT
// A length of a number.
// RULE: notes_fit_members
// TYPE: shop::query
// EXPECT: tacet: a note must fit its member: between, from and up_to are for numbers and durations, length is for strings, arrays and maps; change the note
#include <tacet/tacet.hpp>

namespace shop {
struct query {
  int limit;
#ifdef REPAIRED
  static constexpr auto notes = tacet::notes(tacet::note("limit", "At most so many", tacet::between(1, 100)));
#else
  static constexpr auto notes = tacet::notes(tacet::note("limit", "At most so many", tacet::length(1, 100)));
#endif
};
}  // namespace shop

constexpr auto tool = tacet::tool<"search">([](const shop::query&) {});

const tacet::tool_executor executor{tacet::tools{tool}};
int main() { return static_cast<int>(executor.execute({}).outcomes.size()); }
