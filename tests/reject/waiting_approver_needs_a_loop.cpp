// SPDX-License-Identifier: MIT
// An approver that is waited for, in an executor that cannot wait.
// RULE: nothing_waits
// TYPE: shop::ask_user
// EXPECT: tacet: a tool_executor must not have what is waited for; use an async_executor, or return the value and no awaitable
#include <tacet/async/asio.hpp>
#include <tacet/tacet.hpp>

#include <optional>

namespace shop {
struct ask_user {
  using answer = std::optional<tacet::approval_decision>;
#ifdef REPAIRED
  answer operator()(const tacet::approval_request& request) const { return request.approve(); }
#else
  boost::asio::awaitable<answer> operator()(const tacet::approval_request& request) const { co_return request.approve(); }
#endif
};
}  // namespace shop

constexpr auto tool = tacet::tool<"look_up">([] {}, tacet::read_only);

const tacet::tool_executor executor{tacet::tools{tool}, tacet::approval_gate{shop::ask_user{}}};
int main() { return static_cast<int>(executor.execute({}).outcomes.size()); }
