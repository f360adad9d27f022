// SPDX-License-Identifier: MIT
// A tool that returns what has no JSON.
// RULE: result_is_writable
// TYPE: shop::handle
// EXPECT: tacet: a tool must return void or what can be written as JSON; return a struct without base classes and C arrays, a range, a number or a string
#include <tacet/tacet.hpp>

#include <ranges>  // clang 14 once crashed on it behind the library

namespace shop {
class handle {
 public:
  explicit handle(int number) : number_(number) {}
  [[nodiscard]] int number() const { return number_; }

 private:
  int number_;
};
struct open {
#ifdef REPAIRED
  int operator()() const { return handle(1).number(); }
#else
  handle operator()() const { return handle(1); }
#endif
};
}  // namespace shop

constexpr auto tool = tacet::tool<"open">(shop::open{});

const tacet::tool_executor executor{tacet::tools{tool}};
int main() { return static_cast<int>(executor.execute({}).outcomes.size()); }
