// SPDX-License-Identifier: MIT
// A timeout on a function that blocks the event loop: nobody can answer meanwhile.
// RULE: timeout_can_be_kept
// TYPE: shop::look_up
// EXPECT: tacet: a tool with a timeout must be able to end at it; take a tool_context& and look at its deadline, or let an async_executor answer: return an awaitable, or be blocking with a worker_pool
#include <tacet/async/async_executor.hpp>
#include <tacet/async/worker_pool.hpp>
#include <tacet/tacet.hpp>

namespace shop {
struct look_up {
  int operator()() const { return 1; }
};
}  // namespace shop

using namespace std::chrono_literals;
#ifdef REPAIRED
constexpr auto tool = tacet::tool<"look_up">(shop::look_up{}, tacet::read_only, tacet::blocking, tacet::timeout<2s>);
#else
constexpr auto tool = tacet::tool<"look_up">(shop::look_up{}, tacet::read_only, tacet::timeout<2s>);
#endif

const tacet::async_executor executor{tacet::tools{tool}, tacet::worker_pool{tacet::pool_threads{2}}};
int main() { return static_cast<int>(executor.descriptors().size()) - 1; }
