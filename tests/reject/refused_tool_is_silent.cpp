// SPDX-License-Identifier: MIT
// A tool that is refused, in an executor of which everything is used: still one error.
// RULE: name_is_taken_by_providers
// TYPE: shop::look_up
// EXPECT: tacet: a tool name must be 1 to 64 characters of A-Z a-z 0-9 _ -; rename the tool
#include <tacet/tacet.hpp>

namespace shop {
struct query {
  int id;
};
struct look_up {
  int operator()(const query& of) const { return of.id; }
};
}  // namespace shop

#ifdef REPAIRED
constexpr auto tool = tacet::tool<"look_up">(shop::look_up{}, tacet::max_calls<3>);
#else
constexpr auto tool = tacet::tool<"look up">(shop::look_up{}, tacet::max_calls<3>);
#endif
int main() {
  tacet::tool_executor executor{tacet::tools{tool}, tacet::preconditions{tacet::call_budget{}},
                                tacet::retries<tacet::retry_schedule{.max_attempts = 2}>{}};
  executor.reset();
  tacet::execution_report report;
  const tacet::run_options options;
  std::size_t seen = executor.execute({}).outcomes.size() + executor.catalog().list().size();
  for (const tacet::tool_descriptor& one : executor.descriptors()) seen += one.name.size();
  for (const std::string_view name : executor.catalog().names()) seen += name.size();
  const auto copy = executor;
  if (copy.execute({}, report) == executor.execute({}, report, options)) ++seen;
  return static_cast<int>(seen + copy.catalog().find("look_up"));
}
