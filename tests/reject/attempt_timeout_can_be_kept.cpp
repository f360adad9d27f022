// SPDX-License-Identifier: MIT
// The same by a timeout for all tools, of which the second cannot know of it.
// RULE: timeout_can_be_kept
// TYPE: shop::pay
// EXPECT: tacet: a tool with a timeout must be able to end at it; take a tool_context& and look at its deadline, or let an async_executor answer: return an awaitable, or be blocking with a worker_pool
#include <tacet/tacet.hpp>

namespace shop {
struct look_up {
  int operator()(tacet::tool_context&) const { return 1; }
};
struct pay {
#ifdef REPAIRED
  int operator()(tacet::tool_context&) const { return 1; }
#else
  int operator()() const { return 1; }
#endif
};
}  // namespace shop

using namespace std::chrono_literals;
constexpr auto look_up = tacet::tool<"look_up">(shop::look_up{}, tacet::read_only);
constexpr auto pay = tacet::tool<"pay">(shop::pay{});

const tacet::tool_executor executor{tacet::tools{look_up, pay}, tacet::attempt_timeout<2s>{}};
int main() { return static_cast<int>(executor.execute({}).outcomes.size()); }
