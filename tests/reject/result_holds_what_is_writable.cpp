// SPDX-License-Identifier: MIT
// Deep in what a tool returns.
// RULE: result_is_writable
// TYPE: shop::handle
// EXPECT: tacet: a tool must return void or what can be written as JSON; return a struct without base classes and C arrays, a range, a number or a string
#include <tacet/tacet.hpp>

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace shop {
class handle {
 public:
  explicit handle(int number) : number_(number) {}
  [[nodiscard]] int number() const { return number_; }

 private:
  int number_;
};
struct entry {
  std::string name;
#ifdef REPAIRED
  int opened = 0;
#else
  std::optional<handle> opened;
#endif
};
std::map<std::string, std::vector<entry>> list() { return {}; }
}  // namespace shop

constexpr auto tool = tacet::tool<"list">(shop::list);

const tacet::tool_executor executor{tacet::tools{tool}};
int main() { return static_cast<int>(executor.execute({}).outcomes.size()); }
