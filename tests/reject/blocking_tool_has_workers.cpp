// SPDX-License-Identifier: MIT
// A tool that blocks would hold the event loop.
// RULE: blocking_tool_has_workers
// TYPE: shop::read_tape
// EXPECT: tacet: a blocking tool must have workers to run on; add a worker_pool to the async_executor
#include <tacet/async/async_executor.hpp>
#include <tacet/async/worker_pool.hpp>
#include <tacet/tacet.hpp>

namespace shop {
struct read_tape {
  int operator()() const { return 1; }
};
}  // namespace shop

constexpr auto tool = tacet::tool<"read_tape">(shop::read_tape{}, tacet::read_only, tacet::blocking);

#ifdef REPAIRED
const tacet::async_executor executor{tacet::tools{tool}, tacet::worker_pool{tacet::pool_threads{2}}};
#else
const tacet::async_executor executor{tacet::tools{tool}};
#endif
int main() { return static_cast<int>(executor.descriptors().size()) - 1; }
