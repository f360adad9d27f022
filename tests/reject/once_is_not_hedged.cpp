// SPDX-License-Identifier: MIT
// A tool that runs once, begun a second time beside the first.
// RULE: once_is_not_hedged
// TYPE: shop::pay
// EXPECT: tacet: a tool that runs once must not be hedged, since both attempts may have their effect; declare it read_only or idempotent, or leave out hedge
#include <tacet/async/async_executor.hpp>
#include <tacet/tacet.hpp>

#include <chrono>

namespace shop {
struct pay {
  tacet::asio::awaitable<void> operator()() const;
};
}  // namespace shop

#ifdef REPAIRED
constexpr auto tool = tacet::tool<"pay">(shop::pay{}, tacet::hedge<std::chrono::seconds(1)>, tacet::idempotent);
#else
constexpr auto tool = tacet::tool<"pay">(shop::pay{}, tacet::hedge<std::chrono::seconds(1)>);
#endif

const tacet::async_executor executor{tacet::tools{tool}};
int main() { return static_cast<int>(executor.abandoned().running()); }
