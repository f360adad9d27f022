// SPDX-License-Identifier: MIT
// A tool that is both waited for and said to block.
// RULE: blocking_tool_is_not_waited_for
// TYPE: shop::look
// EXPECT: tacet: a blocking tool must return its result, since a worker waits for nothing; leave out blocking, or return the value and no awaitable
#include <tacet/async/async_executor.hpp>
#include <tacet/async/worker_pool.hpp>
#include <tacet/tacet.hpp>

namespace shop {
struct look {
#ifdef REPAIRED
  int operator()() const { return 1; }
#else
  tacet::asio::awaitable<int> operator()() const;
#endif
};
}  // namespace shop

constexpr auto tool = tacet::tool<"look">(shop::look{}, tacet::blocking, tacet::read_only);

int main() {
  const tacet::async_executor executor{tacet::tools{tool}, tacet::worker_pool{tacet::pool_threads{1}}};
  return static_cast<int>(executor.abandoned().running());
}
