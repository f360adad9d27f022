// SPDX-License-Identifier: MIT
// A tool that sends what has no JSON on its way.
// RULE: progress_is_writable
// TYPE: shop::handle
// EXPECT: tacet: a progress value must be what can be written as JSON; pass a struct without base classes and C arrays, a range, a number or a string
#include <tacet/tacet.hpp>

namespace shop {
class handle {
 public:
  explicit handle(int number) : number_(number) {}
  [[nodiscard]] int number() const { return number_; }

 private:
  int number_;
};
}  // namespace shop

constexpr auto tool = tacet::tool<"open">([](tacet::tool_context& context) {
#ifdef REPAIRED
  context.progress(shop::handle(1).number());
#else
  context.progress(shop::handle(1));
#endif
});

const tacet::tool_executor executor{tacet::tools{tool}};
int main() { return static_cast<int>(executor.execute({}).outcomes.size()); }
