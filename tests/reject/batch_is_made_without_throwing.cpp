// SPDX-License-Identifier: MIT
// A check whose batch allocates when it is made.
// RULE: batch_is_made_without_throwing
// TYPE: shop::in_stock
// EXPECT: tacet: the batch of a precondition must be default constructible without throwing; fetch what can fail when the check is asked
#include <tacet/tacet.hpp>

namespace shop {
struct in_stock {
  struct batch {
#ifdef REPAIRED
    batch() noexcept : left(nullptr) {}
#else
    batch() : left(new int(1)) {}
#endif
    batch(const batch&) = delete;
    ~batch() { delete left; }
    int* left;
  };
  std::optional<tacet::precondition_verdict> operator()(const tacet::pending_call&, batch&) const {
    return std::nullopt;
  }
};
}  // namespace shop

constexpr auto tool = tacet::tool<"order">([] {});
const tacet::tool_executor executor{tacet::tools{tool}, tacet::preconditions{shop::in_stock{}}};
int main() { return static_cast<int>(executor.execute({}).outcomes.size()); }
