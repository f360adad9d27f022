// SPDX-License-Identifier: MIT
// A tool that returns its result, and is to have a second attempt beside the first.
// RULE: hedged_tool_is_waited_for
// TYPE: shop::look
// EXPECT: tacet: a hedged tool must be waited for; return an awaitable, or leave out hedge
#include <tacet/async/async_executor.hpp>
#include <tacet/tacet.hpp>

#include <chrono>

namespace shop {
struct look {
#ifdef REPAIRED
  tacet::asio::awaitable<int> operator()() const;
#else
  int operator()() const;
#endif
};
}  // namespace shop

constexpr auto tool = tacet::tool<"look">(shop::look{}, tacet::hedge<std::chrono::seconds(1)>, tacet::read_only);

const tacet::async_executor executor{tacet::tools{tool}};
int main() { return static_cast<int>(executor.abandoned().running()); }
