// SPDX-License-Identifier: MIT
// How much memory a call holds while it waits, beside a coroutine that does nothing but wait.
#include "support/catch.hpp"

#include <tacet/async/async_executor.hpp>
#include <tacet/tacet.hpp>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <chrono>
#include <cstddef>
#include <functional>
#include <vector>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

#if defined(__GLIBC__) && (__GLIBC__ > 2 || __GLIBC_MINOR__ >= 33)
namespace {

namespace asio = boost::asio;
using namespace std::chrono_literals;

struct numbers {
  int a = 0;
  int b = 0;
};
asio::awaitable<int> add_up_asleep(const numbers& of) {
  asio::steady_timer timer(co_await asio::this_coro::executor, 1h);
  co_await timer.async_wait(asio::use_awaitable);
  co_return of.a + of.b;
}

constexpr std::size_t waiting = 1000;
std::size_t bytes_in_use() {
  const auto info = mallinfo2();
  return info.uordblks + info.hblkhd;
}
// What `begin` leaves on the heap for each of those that wait, when all have come to their wait.
double held_by_each(const std::function<void(asio::io_context&)>& begin) {
  asio::io_context io(1);
  const std::size_t before = bytes_in_use();
  begin(io);
  io.poll();
  return static_cast<double>(bytes_in_use() - before) / waiting;  // nobody waits that long: the context goes with them
}

}  // namespace

TEST_CASE("a call that waits holds some kilobytes") {
  if (tacet_test::is_sanitized) TACET_SKIP("the memory would be that of the sanitizer");
  const numbers asked{19, 23};
  const double bare = held_by_each([&](asio::io_context& io) {
    for (std::size_t i = 0; i != waiting; ++i) asio::co_spawn(io, add_up_asleep(asked), asio::detached);
  });
  const tacet::async_executor executor{tacet::tools{tacet::tool<"add">(&add_up_asleep, tacet::read_only)},
                                       tacet::parallel<waiting>{}};
  const std::vector<tacet::tool_call> calls(waiting, tacet::tool_call{"c", "add", R"({"a":19,"b":23})"});
  tacet::execution_report report;
  const double ours = held_by_each(
      [&](asio::io_context& io) { asio::co_spawn(io, executor.co_execute(calls, report), asio::detached); });
  INFO("bytes for each: " << ours << " against " << bare << " of a bare coroutine");
  CHECK(report.outcomes.size() == waiting);
  CHECK(ours < 8192);
  CHECK(bare > 500);  // or nothing was measured
}
#endif
