// SPDX-License-Identifier: MIT
// A hook for late results that takes a text.
// RULE: hook_takes_late_result
// TYPE: shop::log
// EXPECT: tacet: a late_results hook must be callable, const, with a late_result; change its parameter
#include <tacet/async/async_executor.hpp>
#include <tacet/tacet.hpp>

#include <string_view>

namespace shop {
struct log {
#ifdef REPAIRED
  void operator()(const tacet::late_result&) const {}
#else
  void operator()(std::string_view) const {}
#endif
};
struct look {
  tacet::asio::awaitable<int> operator()() const;
};
}  // namespace shop

const tacet::async_executor executor{tacet::tools{tacet::tool<"look">(shop::look{})}, tacet::late_results{shop::log{}}};
int main() { return static_cast<int>(executor.abandoned().running()); }
