// SPDX-License-Identifier: MIT
// A mask that says only whether there is a secret.
// RULE: mask_gives_text
// TYPE: shop::mask
// EXPECT: tacet: the mask of a result_policy must be callable, const, with a text and return text, or with a text_writer& and a text; change the parameters
#include <tacet/tacet.hpp>

#include <string>
#include <string_view>

namespace shop {
struct mask {
#ifdef REPAIRED
  std::string operator()(std::string_view text) const { return std::string(text); }
#else
  bool operator()(std::string_view text) const { return text.empty(); }
#endif
};
}  // namespace shop

constexpr auto tool = tacet::tool<"look_up">([] {});
const tacet::tool_executor executor{tacet::tools{tool}, tacet::result_policy{shop::mask{}}};
int main() { return static_cast<int>(executor.execute({}).outcomes.size()); }
