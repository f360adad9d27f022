// SPDX-License-Identifier: MIT
// A thousand tools that sleep at the same time take the time of one.
#include "support/catch.hpp"

#include <tacet/async/async_executor.hpp>
#include <tacet/async/virtual_clock.hpp>
#include <tacet/tacet.hpp>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace {

namespace asio = boost::asio;
using namespace std::chrono_literals;

constexpr std::size_t sleepers = 1000;
struct which {
  std::size_t n = 0;
};

}  // namespace

TEST_CASE("a thousand sleeping tools with a limit of a thousand sleep at the same time") {
  const tacet::virtual_clock clock;
  std::size_t asleep = 0, most = 0;
  const tacet::async_executor executor{tacet::tools{tacet::tool<"sleep">(
                                           [&](const which& asked) -> asio::awaitable<std::size_t> {
                                             most = std::max(most, ++asleep);
                                             co_await clock.sleep_for(10ms);
                                             --asleep;
                                             co_return asked.n;
                                           },
                                           tacet::read_only)},
                                       tacet::parallel<sleepers>{}, clock};
  std::vector<std::string> texts(sleepers);
  std::vector<tacet::tool_call> calls(sleepers);
  for (std::size_t i = 0; i != sleepers; ++i) {
    texts[i] = R"({"n":)" + std::to_string(i) + "}";
    calls[i] = {"c", "sleep", texts[i]};
  }
  tacet::execution_report report;
  asio::io_context io(1);
  const auto from = clock.now();
  const auto began = std::chrono::steady_clock::now();
  asio::co_spawn(io, executor.co_execute(calls, report), asio::detached);
  clock.run(io);
  const auto took = std::chrono::steady_clock::now() - began;

  CHECK(clock.now() - from == 10ms);
  CHECK(most == sleepers);
  CHECK(asleep == 0);
  // Some 10 ms of work where nothing is checked. With a sanitizer it is many times as much, so there it only must end.
  if (!tacet_test::is_sanitized) CHECK(took < 1s);
  REQUIRE(report.outcomes.size() == sleepers);
  for (std::size_t i = 0; i != sleepers; ++i) REQUIRE(report.outcomes[i].content == std::to_string(i));
}
