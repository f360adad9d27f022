// SPDX-License-Identifier: MIT
// An enumeration with values above 63.
// RULE: enumerators_are_known
// TYPE: shop::status
// EXPECT: tacet: an enum argument must have enumerators between 0 and 63; list them in tacet::enumerators_of
#include <tacet/tacet.hpp>

namespace shop {
enum class status { open = 100, closed = 200 };
struct query {
  status is;
};
}  // namespace shop
#ifdef REPAIRED
template <>
inline constexpr std::array tacet::enumerators_of<shop::status>{shop::status::open, shop::status::closed};
#endif

constexpr auto tool = tacet::tool<"search">([](const shop::query&) {});

const tacet::tool_executor executor{tacet::tools{tool}};
int main() { return static_cast<int>(executor.execute({}).outcomes.size()); }
