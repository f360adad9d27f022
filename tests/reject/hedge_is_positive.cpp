// SPDX-License-Identifier: MIT
// A hedge that was computed to nothing: every call would begin twice at once.
// RULE: time_limit_is_positive
// TYPE: time_limit_ns<0
// EXPECT: tacet: a time limit must be longer than nothing; leave it out to have none
#include <tacet/async/asio.hpp>
#include <tacet/tacet.hpp>

namespace shop {
struct look_up {
  boost::asio::awaitable<int> operator()() const { co_return 1; }
};
}  // namespace shop

using namespace std::chrono_literals;
#ifdef REPAIRED
constexpr auto tool = tacet::tool<"look_up">(shop::look_up{}, tacet::read_only, tacet::hedge<500ms>);
#else
constexpr auto tool = tacet::tool<"look_up">(shop::look_up{}, tacet::read_only, tacet::hedge<500ms / 1000000000>);
#endif
int main() { return static_cast<int>(sizeof tool) - 1; }
