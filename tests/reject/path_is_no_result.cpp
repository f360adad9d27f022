// SPDX-License-Identifier: MIT
// A path, which is a range of paths without an end.
// RULE: result_is_writable
// TYPE: path
// EXPECT: tacet: a tool must return void or what can be written as JSON; return a struct without base classes and C arrays, a range, a number or a string
#include <tacet/tacet.hpp>

#include <filesystem>
#include <string>

namespace shop {
struct find {
#ifdef REPAIRED
  std::string operator()() const { return std::filesystem::path("a").string(); }
#else
  std::filesystem::path operator()() const { return "a"; }
#endif
};
}  // namespace shop

constexpr auto tool = tacet::tool<"find">(shop::find{});

const tacet::tool_executor executor{tacet::tools{tool}};
int main() { return static_cast<int>(executor.execute({}).outcomes.size()); }
