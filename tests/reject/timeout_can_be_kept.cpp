// SPDX-License-Identifier: MIT
// A timeout on a function that blocks and cannot know of it.
// RULE: timeout_can_be_kept
// TYPE: shop::look_up
// EXPECT: tacet: a tool with a timeout must be able to end at it; take a tool_context& and look at its deadline, or let an async_executor answer: return an awaitable, or be blocking with a worker_pool
#include <tacet/tacet.hpp>

namespace shop {
struct look_up {
#ifdef REPAIRED
  int operator()(tacet::tool_context& context) const { return context.deadline().has_value() ? 1 : 0; }
#else
  int operator()() const { return 1; }
#endif
};
}  // namespace shop

using namespace std::chrono_literals;
constexpr auto tool = tacet::tool<"look_up">(shop::look_up{}, tacet::read_only, tacet::timeout<2s>);

const tacet::tool_executor executor{tacet::tools{tool}};
int main() { return static_cast<int>(executor.execute({}).outcomes.size()); }
