// SPDX-License-Identifier: MIT
// A tool that is waited for, in an executor that cannot wait.
// RULE: nothing_waits
// TYPE: shop::look_up
// EXPECT: tacet: a tool_executor must not have what is waited for; use an async_executor, or return the value and no awaitable
#include <tacet/async/asio.hpp>
#include <tacet/tacet.hpp>

namespace shop {
struct look_up {
#ifdef REPAIRED
  int operator()() const { return 1; }
#else
  boost::asio::awaitable<int> operator()() const { co_return 1; }
#endif
};
}  // namespace shop

constexpr auto tool = tacet::tool<"look_up">(shop::look_up{}, tacet::read_only);

const tacet::tool_executor executor{tacet::tools{tool}};
int main() { return static_cast<int>(executor.execute({}).outcomes.size()); }
