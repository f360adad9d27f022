// SPDX-License-Identifier: MIT
// The key of a conflict is a list, of which nobody can say whether two of them touch the same.
// RULE: conflict_key_is_of_the_arguments
// TYPE: shop::move_files
// EXPECT: tacet: the key of conflicts_on must be a member of the tool's arguments, or a callable on them, that gives text, a number, an enumerator or an optional of one; correct it
#include <tacet/tacet.hpp>

#include <string>
#include <vector>

namespace shop {
struct files {
  std::string folder;
  std::vector<std::string> names;
};
struct move_files {
  void operator()(const files&) const {}
};
}  // namespace shop

#ifdef REPAIRED
constexpr auto tool = tacet::tool<"move_files">(shop::move_files{}, tacet::conflicts_on<&shop::files::folder>);
#else
constexpr auto tool = tacet::tool<"move_files">(shop::move_files{}, tacet::conflicts_on<&shop::files::names>);
#endif

const tacet::tool_executor executor{tacet::tools{tool}};
int main() { return static_cast<int>(executor.execute({}).outcomes.size()); }
