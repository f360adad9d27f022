// SPDX-License-Identifier: MIT
// Threads for tools that block: who runs what, what becomes of a stuck one, and how a pool ends.
#include "support/catch.hpp"

#include <tacet/async/worker_pool.hpp>

#include <sys/wait.h>

#include <array>
#include <atomic>
#include <chrono>
#include <functional>
#include <future>
#include <latch>
#include <memory>
#include <mutex>
#include <optional>
#include <pthread.h>
#include <set>
#include <signal.h>
#include <spawn.h>
#include <string>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

using namespace std::chrono_literals;
using tacet::pool_limits;
using tacet::pool_report;
using tacet::pool_threads;
using tacet::worker_pool;
using tacet::detail::abandoned_task;

extern char** environ;

namespace {

// Long enough for any machine; a test that waits this long fails.
constexpr auto long_time = std::chrono::minutes(2);

bool eventually(const std::function<bool()>& holds) {
  for (const auto end = std::chrono::steady_clock::now() + long_time;
       std::chrono::steady_clock::now() < end;) {
    if (holds()) return true;
    std::this_thread::sleep_for(100us);
  }
  return false;
}

struct function_task final : tacet::detail::pool_task {
  explicit function_task(std::function<void()> does, std::function<void()> at_stop = {})
      : body(std::move(does)), stopping(std::move(at_stop)) {}
  void run() noexcept override {
    ++runs;
    body();
  }
  void stop() noexcept override {
    ++stops;
    if (stopping) stopping();
  }
  std::function<void()> body, stopping;
  std::atomic<int> runs{0}, stops{0};
};

std::shared_ptr<function_task> task(std::function<void()> body = [] {}) {
  return std::make_shared<function_task>(std::move(body));
}

// A task that runs until it is let go, and does not listen.
struct stuck_task {
  std::promise<void> entered, free;
  std::shared_future<void> let_go = free.get_future().share();
  std::shared_ptr<function_task> it = task([this] {
    const std::shared_future<void> gone = let_go;
    entered.set_value();
    gone.wait();
  });
  void enter(const worker_pool& pool) {
    REQUIRE(pool.submit(it));
    entered.get_future().wait();
  }
};

// The stack that threads get from here on, until it ends.
struct default_stack {
  explicit default_stack(std::size_t size) {
    pthread_getattr_default_np(&before);
    pthread_attr_t changed;
    pthread_getattr_default_np(&changed);
    pthread_attr_setstacksize(&changed, size);
    set = pthread_setattr_default_np(&changed) == 0;
    pthread_attr_destroy(&changed);
  }
  default_stack(const default_stack&) = delete;
  default_stack& operator=(const default_stack&) = delete;
  ~default_stack() {
    pthread_setattr_default_np(&before);
    pthread_attr_destroy(&before);
  }
  pthread_attr_t before;
  bool set = false;
};
constexpr std::size_t no_such_stack = std::size_t{1} << 47;

}  // namespace

TEST_CASE("one thread runs the tasks in the order they came, and not the caller's") {
  const worker_pool pool{pool_threads{0}};
  CHECK(pool.threads() == 1);
  std::vector<int> order;
  std::set<std::thread::id> ids;
  std::promise<void> done;
  for (int at = 0; at < 100; ++at)
    CHECK(pool.submit(task([&, at] {
      order.push_back(at);
      ids.insert(std::this_thread::get_id());
      if (at == 99) done.set_value();
    })));
  done.get_future().wait();
  CHECK(eventually([&] { return pool.finished() == 100; }));
  CHECK(pool.queued() == 0);
  CHECK(pool.stuck() == 0);
  CHECK(ids.size() == 1);
  CHECK_FALSE(ids.contains(std::this_thread::get_id()));
  for (int at = 0; at < 100; ++at) CHECK(order.at(static_cast<std::size_t>(at)) == at);
}

TEST_CASE("so many tasks as there are threads run at a time, and no thread is made for a call") {
  const worker_pool pool{pool_threads{4}};
  std::latch all_in(4);
  std::mutex mutex;
  std::set<std::thread::id> ids;
  std::atomic<int> inside{0}, most{0};
  for (int at = 0; at < 1000; ++at)
    REQUIRE(pool.submit(task([&, at] {
      const int now = inside.fetch_add(1) + 1;
      for (int seen = most.load(); seen < now && !most.compare_exchange_weak(seen, now);) {
      }
      if (at < 4) all_in.arrive_and_wait();  // ends only when four are in here at once
      {
        const std::lock_guard lock(mutex);
        ids.insert(std::this_thread::get_id());
      }
      inside.fetch_sub(1);
    })));
  CHECK(eventually([&] { return pool.finished() == 1000; }));
  CHECK(most == 4);
  CHECK(ids.size() <= 4);
  CHECK(pool.threads() == 4);
}

TEST_CASE("a task is destroyed when it has run, and is not taken twice") {
  const worker_pool pool{pool_threads{1}};
  auto one = task();
  const std::weak_ptr<function_task> seen = one;
  CHECK(pool.submit(one));
  CHECK_FALSE(pool.submit(one));
  CHECK(eventually([&] { return one->runs == 1; }));
  CHECK(eventually([&] { return pool.finished() == 1; }));
  CHECK_FALSE(pool.submit(one));
  CHECK(pool.abandon(*one) == abandoned_task::ended);
  CHECK(pool.stuck() == 0);
  one.reset();
  CHECK(eventually([&] { return seen.expired(); }));
  CHECK_FALSE(pool.submit(nullptr));
}

TEST_CASE("a task that is given up in the queue never runs") {
  const worker_pool pool{pool_threads{1}, pool_limits{.spare = 0}};
  stuck_task first;
  first.enter(pool);
  auto second = task();
  auto third = task();
  const std::weak_ptr<function_task> seen = second;
  CHECK(pool.submit(second));
  CHECK(pool.submit(third));
  CHECK(pool.queued() == 2);
  CHECK(pool.abandon(*second) == abandoned_task::removed);
  CHECK(pool.abandon(*second) == abandoned_task::removed);
  CHECK(pool.queued() == 1);
  CHECK(second->runs == 0);
  CHECK(second->stops == 0);
  second.reset();
  CHECK(seen.expired());
  first.free.set_value();
  CHECK(eventually([&] { return third->runs == 1 && pool.finished() == 2; }));
  CHECK(pool.abandon(*task()) == abandoned_task::removed);  // one that was never given
}

TEST_CASE("another thread stands in for a stuck one, and one of them ends when it comes back") {
  const worker_pool pool{pool_threads{1}, pool_limits{.spare = 1}};
  stuck_task first, second;
  first.enter(pool);
  auto next = task();
  CHECK(pool.submit(next));
  CHECK(pool.threads() == 1);
  CHECK(pool.abandon(*first.it) == abandoned_task::running);
  CHECK(pool.abandon(*first.it) == abandoned_task::running);
  CHECK(pool.stuck() == 1);
  CHECK(pool.threads() == 2);
  CHECK(eventually([&] { return next->runs == 1; }));

  // The second one is stuck as well, and there is no third.
  second.enter(pool);
  CHECK(pool.abandon(*second.it) == abandoned_task::running);
  CHECK(pool.threads() == 2);
  CHECK(pool.stuck() == 2);
  CHECK_FALSE(pool.submit(task()));
  CHECK(pool.queued() == 0);

  // The first comes back and is needed.
  first.free.set_value();
  CHECK(eventually([&] { return pool.stuck() == 1; }));
  auto after = task();
  CHECK(pool.submit(after));
  CHECK(eventually([&] { return after->runs == 1; }));
  CHECK(pool.threads() == 2);

  // So does the second, and is not.
  second.free.set_value();
  CHECK(eventually([&] { return pool.threads() == 1; }));
  CHECK(pool.stuck() == 0);
  CHECK(pool.abandon(*first.it) == abandoned_task::ended);

  // And again, with the thread that has ended made room for.
  for (int round = 0; round < 20; ++round) {
    stuck_task again;
    again.enter(pool);
    CHECK(pool.abandon(*again.it) == abandoned_task::running);
    CHECK(pool.threads() == 2);
    again.free.set_value();
    CHECK(eventually([&] { return pool.threads() == 1; }));
  }
  CHECK(pool.close().abandoned == 0);
}

TEST_CASE("a close stops what is queued and what runs, and joins the threads that listen") {
  const worker_pool pool{pool_threads{2}, pool_limits{.grace = long_time}};
  std::array<std::promise<void>, 2> entered, stopped;
  std::vector<std::shared_ptr<function_task>> running;
  for (std::size_t at = 0; at < 2; ++at) {
    running.push_back(std::make_shared<function_task>(
        [&, at] {
          entered[at].set_value();
          stopped[at].get_future().wait();
        },
        [&, at] { stopped[at].set_value(); }));
    REQUIRE(pool.submit(running.back()));
    entered[at].get_future().wait();
  }
  std::vector<std::shared_ptr<function_task>> queued{task(), task(), task()};
  for (const auto& one : queued) REQUIRE(pool.submit(one));
  const pool_report report = pool.close();
  CHECK(report.joined == 2);
  CHECK(report.abandoned == 0);
  for (const auto& one : queued) {
    CHECK(one->runs == 0);
    CHECK(one->stops == 1);
    CHECK(one.use_count() == 1);
    CHECK(pool.abandon(*one) == abandoned_task::removed);
  }
  for (const auto& one : running) {
    CHECK(one->stops == 1);
    CHECK(one.use_count() == 1);
    CHECK(pool.abandon(*one) == abandoned_task::ended);
  }
  CHECK(pool.threads() == 0);
  CHECK(pool.queued() == 0);
  CHECK(pool.finished() == 2);
  CHECK_FALSE(pool.submit(task()));
  CHECK(pool.close().joined == 2);
  CHECK(queued[0]->stops == 1);
}

TEST_CASE("a close leaves a stuck thread to itself, which touches nothing that is gone") {
  stuck_task stuck;
  const std::weak_ptr<function_task> seen = stuck.it;
  std::optional<worker_pool> pool(std::in_place, pool_threads{3}, pool_limits{.grace = 0ns});
  stuck.enter(*pool);
  worker_pool copy = *pool;
  pool.reset();
  CHECK(copy.submit(task()));  // the last handle closes, not the first
  CHECK(eventually([&] { return copy.finished() == 1; }));
  const bool given_up = GENERATE(false, true);
  if (given_up) CHECK(copy.abandon(*stuck.it) == abandoned_task::running);
  const pool_report report = copy.close();
  CHECK(report.abandoned >= 1);  // with no grace, one that has just finished may be among them
  CHECK(report.joined + report.abandoned == (given_up ? 4 : 3));
  CHECK(eventually([&] { return copy.threads() == 1; }));
  CHECK(copy.stuck() == 1);
  CHECK(stuck.it->stops == 1);
  { const worker_pool last = std::move(copy); }
  stuck.it.reset();
  CHECK_FALSE(seen.expired());
  stuck.free.set_value();
  CHECK(eventually([&] { return seen.expired(); }));
}

TEST_CASE("a task may close its pool, and own the last handle of it") {
  std::promise<pool_report> inside;
  auto ended = inside.get_future();
  SECTION("in its run") {
    std::optional<worker_pool> pool(std::in_place, pool_threads{2}, pool_limits{.grace = long_time});
    auto closing = task();
    closing->body = [&, handle = *pool] { inside.set_value(handle.close()); };
    REQUIRE(pool->submit(closing));
    const pool_report report = ended.get();
    CHECK(report.joined == 1);
    CHECK(report.abandoned == 0);
    CHECK(closing->stops == 1);
    CHECK(eventually([&] { return pool->threads() == 0; }));
    CHECK(pool->close().joined == 1);
  }
  SECTION("by its end") {
    for (int round = 0; round < 100; ++round) {
      const auto destroyed = std::make_shared<std::promise<void>>();
      std::shared_ptr<worker_pool> owned(new worker_pool(pool_threads{2}, pool_limits{.grace = long_time}),
                                         [destroyed](worker_pool* last) {
                                           delete last;
                                           destroyed->set_value();
                                         });
      std::promise<void> go;
      auto owning = task();
      owning->body = [owned, waits = go.get_future().share()] { waits.wait(); };
      REQUIRE(owned->submit(std::move(owning)));
      owned.reset();
      go.set_value();
      REQUIRE(destroyed->get_future().wait_for(long_time) == std::future_status::ready);
    }
    inside.set_value({});
  }
}

TEST_CASE("what is asked to stop may close the pool as well, and end there") {
  const worker_pool pool{pool_threads{1}, pool_limits{.grace = long_time}};
  std::promise<void> entered, stopped;
  std::size_t told = 9;
  auto running = std::make_shared<function_task>(
      [&] {
        entered.set_value();
        stopped.get_future().wait();
      },
      [&] {
        told = pool.close().joined;
        stopped.set_value();
      });
  REQUIRE(pool.submit(running));
  entered.get_future().wait();
  REQUIRE(pool.submit(std::make_shared<function_task>([] {}, [handle = pool] { handle.close(); })));
  CHECK(pool.close().joined == 1);
  CHECK(told == 0);  // it is not over yet
}

TEST_CASE("many close at once, and all are told the same") {
  for (int round = 0; round < 50; ++round) {
    const worker_pool pool{pool_threads{3}, pool_limits{.grace = long_time}};
    for (int at = 0; at < 10; ++at) CHECK(pool.submit(task()));
    std::array<pool_report, 4> reports;
    {
      std::vector<std::jthread> closers;
      for (pool_report& report : reports) closers.emplace_back([&report, pool] { report = pool.close(); });
    }
    for (const pool_report& report : reports) {
      CHECK(report.joined == 3);
      CHECK(report.abandoned == 0);
    }
  }
}

TEST_CASE("a handle that was moved from refuses") {
  worker_pool pool{pool_threads{1}};
  const worker_pool moved = std::move(pool);
  CHECK_FALSE(pool.submit(task()));  // NOLINT: that is what is tested
  CHECK(pool.threads() + pool.stuck() + pool.queued() + pool.finished() == 0);
  CHECK(pool.close().joined == 0);
  CHECK(pool.abandon(*task()) == abandoned_task::removed);
  CHECK(moved.submit(task()));
}

TEST_CASE("threads that cannot be had are done without, and asked for again") {
  const worker_pool pool{pool_threads{1}, pool_limits{.spare = 2}};
  stuck_task first, second;
  first.enter(pool);
  {
    const default_stack none(no_such_stack);
    REQUIRE(none.set);
    CHECK_THROWS_AS(worker_pool(pool_threads{2}), std::system_error);
    CHECK(pool.abandon(*first.it) == abandoned_task::running);
    CHECK(pool.threads() == 1);
    CHECK_FALSE(pool.submit(task()));
    CHECK(pool.queued() == 0);
  }
  second.enter(pool);
  CHECK(pool.threads() == 2);
  second.free.set_value();
  first.free.set_value();
  CHECK(eventually([&] { return pool.threads() == 1; }));
}

TEST_CASE("tasks that come, are given up and end in many threads are each run or removed, once") {
  constexpr int threads = 16, rounds = 500;
  std::atomic<int> ran{0}, removed{0}, refused{0}, stopped{0}, given{0};
  std::vector<std::shared_ptr<function_task>> all;
  std::mutex mutex;
  {
    const worker_pool pool{pool_threads{4}, pool_limits{.grace = long_time, .spare = 4}};
    std::vector<std::jthread> callers;
    for (int caller = 0; caller < threads; ++caller)
      callers.emplace_back([&, caller] {
        for (int round = 0; round < rounds; ++round) {
          auto one =
              std::make_shared<function_task>([&] { ran.fetch_add(1); }, [&] { stopped.fetch_add(1); });
          given.fetch_add(1);
          if (!pool.submit(one)) refused.fetch_add(1);
          else if ((round + caller) % 3 == 0 && pool.abandon(*one) == abandoned_task::removed)
            removed.fetch_add(1);
          if (pool.threads() > 8) std::abort();
          const std::lock_guard lock(mutex);
          all.push_back(std::move(one));
        }
        if (caller == 0) pool.close();
      });
  }
  CHECK(given == threads * rounds);
  // A task that was removed by the close is stopped, and one that was given up afterwards is counted in both.
  int runs = 0, untouched = 0;
  for (const auto& one : all) {
    CHECK(one->runs <= 1);
    CHECK(one->stops <= 1);
    CHECK(one.use_count() == 1);
    runs += one->runs;
    untouched += one->runs == 0 && one->stops == 0 ? 1 : 0;
  }
  CHECK(runs == ran);
  CHECK(untouched <= removed + refused);
  CHECK(runs + removed + refused + stopped >= given);
}

// Run by the next case in a process of its own.
TEST_CASE("worker pool child", "[.]") {
  static const worker_pool ends_with_the_process{pool_threads{1}, pool_limits{.grace = 1ms}};
  for (const bool kept : {false, true}) {
    const worker_pool pool =
        kept ? ends_with_the_process : worker_pool{pool_threads{2}, pool_limits{.grace = 1ms}};
    std::promise<void> entered;
    auto inside = entered.get_future();
    REQUIRE(pool.submit(task([&entered] {
      entered.set_value();
      for (;;) std::this_thread::sleep_for(1h);
    })));
    inside.wait();
  }
}

TEST_CASE("a program ends although threads of its pools never do") {
  const std::string self = "/proc/self/exe", name = "worker pool child";
  if (access(self.c_str(), X_OK) != 0) TACET_SKIP("there is no /proc");
  const std::array<char*, 3> arguments{const_cast<char*>(self.c_str()), const_cast<char*>(name.c_str()),
                                       nullptr};
  pid_t child = 0;
  REQUIRE(posix_spawn(&child, self.c_str(), nullptr, nullptr, arguments.data(), environ) == 0);
  int status = -1;
  const bool ended = eventually([&] { return waitpid(child, &status, WNOHANG) == child; });
  if (!ended) kill(child, SIGKILL);
  REQUIRE(ended);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 0);
}
