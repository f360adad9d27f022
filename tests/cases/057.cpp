// SPDX-License-Identifier: MIT
// Case 57: a tool that blocks and ignores its time holds neither its caller nor its batch.
#include "support/catch.hpp"
#include "unit/async/support.hpp"

#include <tacet/async/worker_pool.hpp>

#include <boost/asio/use_future.hpp>

#include <atomic>
#include <memory>

using namespace tacet_async;

namespace {

// The tool sleeps until the test lets it go, or a minute.
struct scene {
  std::shared_ptr<std::atomic<bool>> over = std::make_shared<std::atomic<bool>>(false);
  scene() = default;
  scene(const scene&) = delete;
  scene& operator=(const scene&) = delete;
  ~scene() { *over = true; }
  [[nodiscard]] auto sleeper() const {
    return [over = over] {
      for (const auto end = std::chrono::steady_clock::now() + 60s;
           !*over && std::chrono::steady_clock::now() < end;)
        std::this_thread::sleep_for(1ms);
      return 1;
    };
  }
};
template <class... Plan> void check_batch(Plan... plan) {
  const scene s;
  std::chrono::steady_clock::duration took{};
  {
    asio::io_context io;
    const tacet::async_executor e{
        tacet::tools{
            tacet::tool<"sleeps">(s.sleeper(), tacet::blocking, tacet::read_only, tacet::timeout<50ms>),
            tacet::tool<"quick">([] { return 2; }, tacet::blocking, tacet::read_only),
            tacet::tool<"plain">([] { return 3; }, tacet::read_only)},
        tacet::worker_pool{tacet::pool_threads{1}, {.grace = 10ms}}, plan...};
    const calls batch{{"1", "sleeps"}, {"2", "quick"}, {"3", "plain"}};
    tacet::execution_report report;
    auto done = e.async_execute(io, batch, report, {}, asio::use_future);
    const auto begin = std::chrono::steady_clock::now();
    io.run();
    took = std::chrono::steady_clock::now() - begin;
    CHECK(done.get() == tacet::execution_status::completed);
    CHECK(short_texts(report) ==
          texts{"1 timed out/abandoned 1", "2 succeeded/none 1", "3 succeeded/none 1"});
    CHECK(says(report.outcomes[0], "may still be running"));
    CHECK(took >= 50ms);
    CHECK(took < 30s);
    CHECK(e.abandoned().running() == 1);
    const calls alone{{"4", "sleeps"}};
    auto again = e.async_execute(io, alone, report, {}, asio::use_future);
    io.restart();
    io.run();
    CHECK(again.get() == tacet::execution_status::completed);
    CHECK(short_texts(report) == texts{"4 timed out/abandoned 1"});
  }
  // The loop, the executor and the pool are gone, and the tools sleep on.
  CHECK_FALSE(*s.over);
}

}  // namespace

TEST_CASE(
    "057 a stuck tool is answered at its time, alone and in a batch of three, and is not waited for at the "
    "end") {
  check_batch();
}

TEST_CASE("057 the same where calls overlap") { check_batch(tacet::parallel<3>{}); }
