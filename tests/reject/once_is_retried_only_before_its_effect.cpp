// SPDX-License-Identifier: MIT
// A tool that runs once, and again after any error.
// RULE: once_is_retried_only_before_its_effect
// TYPE: shop::pay
// EXPECT: tacet: a tool that runs once must not be retried on errors that may come after its effect; name not_applied alone or declare it idempotent
#include <tacet/tacet.hpp>

namespace shop {
struct pay {
  void operator()() const {}
};
constexpr tacet::retry_schedule thrice{.max_attempts = 3};
}  // namespace shop

#ifdef REPAIRED
constexpr auto tool = tacet::tool<"pay">(shop::pay{}, tacet::retry<shop::thrice, tacet::not_applied>);
#else
constexpr auto tool = tacet::tool<"pay">(shop::pay{}, tacet::retry<shop::thrice>);
#endif

const tacet::tool_executor executor{tacet::tools{tool}};
int main() { return static_cast<int>(executor.execute({}).outcomes.size()); }
