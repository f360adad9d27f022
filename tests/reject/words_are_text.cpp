// SPDX-License-Identifier: MIT
// Words that are a number.
// RULE: words_are_text
// TYPE: shop::say
// EXPECT: tacet: the words of a failure_text must be callable, const, with a failure and return text, or with a text_writer& and a failure; change the parameters
#include <tacet/tacet.hpp>

namespace shop {
struct say {
#ifdef REPAIRED
  const char* operator()(const tacet::failure&) const { return "It failed."; }
#else
  int operator()(const tacet::failure&) const { return 1; }
#endif
};
}  // namespace shop

constexpr auto tool = tacet::tool<"look_up">([] {});
const tacet::tool_executor executor{tacet::tools{tool}, tacet::failure_text{shop::say{}}};
int main() { return static_cast<int>(executor.execute({}).outcomes.size()); }
