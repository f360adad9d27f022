// SPDX-License-Identifier: MIT
// Arguments of 33 members.
// RULE: arguments_are_few
// TYPE: shop::form
// EXPECT: tacet: an argument struct must have at most 32 members; nest some of them in a struct
#include <tacet/tacet.hpp>

namespace shop {
#ifdef REPAIRED
struct rest {
  int m31, m32, m33;
};
#endif
struct form {
  int m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15;
  int m16, m17, m18, m19, m20, m21, m22, m23, m24, m25, m26, m27, m28, m29, m30;
#ifdef REPAIRED
  rest more;
#else
  int m31, m32, m33;
#endif
};
}  // namespace shop

constexpr auto tool = tacet::tool<"send">([](const shop::form&) {});

const tacet::tool_executor executor{tacet::tools{tool}};
int main() { return static_cast<int>(executor.execute({}).outcomes.size()); }
