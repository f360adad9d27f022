// SPDX-License-Identifier: MIT
// Case 50: a cancel in the wait between two attempts ends it at once, and no further attempt is made.
#include "support/catch.hpp"
#include "unit/async/support.hpp"

#include <atomic>
#include <thread>

using namespace tacet_async;

TEST_CASE("050 a wait of ten seconds that is cancelled after 50 ms ends then") {
  world w;
  int attempts = 0;
  std::stop_source stop;
  const tacet::async_executor e{tacet::tools{tacet::tool<"fetch">(
                                    [&]() -> awaitable<int> {
                                      ++attempts;
                                      throw std::runtime_error("x");
                                      co_return 1;
                                    },
                                    tacet::read_only)},
                                tacet::retries<tacet::retry_schedule{.max_attempts = 3, .backoff = 10s}>{},
                                w.clock};
  w.at(50ms, [&] { stop.request_stop(); });
  const auto report = w.run(e, {{"1", "fetch"}, {"2", "fetch"}}, {.stop = stop.get_token()});
  CHECK(short_texts(report) == texts{"1 cancelled/stop requested 1", "2 cancelled/stop requested 0"});
  CHECK(w.answered == 50ms);
  CHECK(w.now() == 50ms);
  CHECK(attempts == 1);
}

TEST_CASE("050 the same with a thread that stops it in real time") {
  asio::io_context io;
  std::atomic<int> attempts = 0;
  std::stop_source stop;
  const tacet::async_executor e{tacet::tools{tacet::tool<"fetch">(
                                    [&]() -> int {
                                      ++attempts;
                                      throw std::runtime_error("x");
                                    },
                                    tacet::read_only)},
                                tacet::retries<tacet::retry_schedule{.max_attempts = 3, .backoff = 1h}>{}};
  const calls batch{{"1", "fetch"}};
  tacet::execution_report report;
  bool done = false;
  e.async_execute(io, batch, report, {.stop = stop.get_token()},
                  [&](std::exception_ptr, tacet::execution_status) { done = true; });
  std::thread later([&] {
    (void)eventually([&] { return attempts == 1; });
    stop.request_stop();
  });
  io.run();
  later.join();
  CHECK(done);
  CHECK(short_texts(report) == texts{"1 cancelled/stop requested 1"});
  CHECK(attempts == 1);
}
