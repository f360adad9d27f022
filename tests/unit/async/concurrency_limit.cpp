// SPDX-License-Identifier: MIT
// Places are handed on in the order in which they were asked for; none is lost or doubled, on many threads too.
#include "support/catch.hpp"

#include <tacet/async/concurrency_limit.hpp>
#include <tacet/async/detail/slot_queue.hpp>

#if defined(TACET_HAS_RAPIDCHECK)
#include <rapidcheck.h>
#endif

#include <algorithm>
#include <array>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <limits>
#include <mutex>
#include <random>
#include <thread>
#include <type_traits>
#include <vector>

using tacet::concurrency_limit;
using tacet::detail::slot;
using tacet::detail::slot_queue;
using tacet::detail::slot_waiter;

static_assert(concurrency_limit<4>::slots == 4 && concurrency_limit<4>::queue == tacet::unlimited);
static_assert(concurrency_limit<1, 0>::queue == 0 && concurrency_limit<1, 0>::valid);
static_assert(std::is_nothrow_constructible_v<slot_queue, std::size_t, std::size_t>);

namespace {

struct counting_waiter final : slot_waiter {
  std::vector<int>* order = nullptr;
  int name = 0;
  int grants = 0;
  void granted() noexcept override {
    ++grants;
    if (order != nullptr) order->push_back(name);
  }
};

}  // namespace

TEST_CASE("places are taken, then waited for, then refused") {
  slot_queue queue(2, 3);
  std::vector<int> order;
  std::array<counting_waiter, 6> w;
  for (int i = 0; i < 6; ++i) {
    w[static_cast<std::size_t>(i)].order = &order;
    w[static_cast<std::size_t>(i)].name = i;
  }
  CHECK(queue.take(w[0]) == slot::taken);
  CHECK(queue.take(w[1]) == slot::taken);
  for (const std::size_t i : {2U, 3U, 4U}) CHECK(queue.take(w[i]) == slot::queued);
  CHECK(queue.take(w[5]) == slot::full);
  CHECK(order.empty());
  queue.release();
  CHECK(order == std::vector{2});
  CHECK(queue.take(w[5]) == slot::queued);  // behind those who were there before
  CHECK(queue.withdraw(w[3]));
  CHECK_FALSE(queue.withdraw(w[3]));
  CHECK_FALSE(queue.withdraw(w[2]));  // granted: the place is its own
  CHECK_FALSE(queue.withdraw(w[0]));  // never waited
  CHECK(queue.take(w[3]) == slot::queued);  // now the last
  for (int i = 0; i < 3; ++i) queue.release();
  CHECK(order == std::vector{2, 4, 5, 3});
  queue.release();
  queue.release();
  // All are free again, and one too many makes no third place.
  queue.release();
  CHECK(queue.take(w[0]) == slot::taken);
  CHECK(queue.take(w[1]) == slot::taken);
  CHECK(queue.take(w[2]) == slot::queued);
  CHECK(queue.withdraw(w[2]));
}

TEST_CASE("a queue of no length refuses at once, and no place is ever given where there is none") {
  counting_waiter a;
  counting_waiter b;
  slot_queue none(1, 0);
  CHECK(none.take(a) == slot::taken);
  CHECK(none.take(b) == slot::full);
  none.release();
  CHECK(none.take(b) == slot::taken);
  slot_queue closed(0, 1);
  CHECK(closed.take(a) == slot::queued);
  CHECK(closed.take(b) == slot::full);
  CHECK(closed.withdraw(a));
  closed.release();
  CHECK(closed.take(a) == slot::queued);
  CHECK(closed.withdraw(a));
  slot_queue wide(std::numeric_limits<std::size_t>::max(), std::numeric_limits<std::size_t>::max());
  CHECK(wide.take(a) == slot::taken);
}

TEST_CASE("a place may be taken and given back from within granted") {
  struct : slot_waiter {
    slot_queue* queue = nullptr;
    counting_waiter other{};
    void granted() noexcept override {
      queued = queue->take(other);
      queue->release();
    }
    slot queued = slot::full;
  } nested;
  slot_queue queue(1, 1);
  nested.queue = &queue;
  counting_waiter first;
  REQUIRE(queue.take(first) == slot::taken);
  REQUIRE(queue.take(nested) == slot::queued);
  queue.release();
  CHECK(nested.queued == slot::queued);
  CHECK(nested.other.grants == 1);
}

#if defined(TACET_HAS_RAPIDCHECK)

TEST_CASE("any order of takes, withdrawals and releases is that of a list") {
  CHECK(rc::check("as a list", [] {
    const std::size_t slots = *rc::gen::inRange<std::size_t>(1, 4);
    const std::size_t room = *rc::gen::inRange<std::size_t>(0, 5);
    slot_queue queue(slots, room);
    std::array<counting_waiter, 8> w;
    std::vector<int> order;
    for (std::size_t i = 0; i < w.size(); ++i) {
      w[i].order = &order;
      w[i].name = static_cast<int>(i);
    }
    std::vector<int> expected;
    std::deque<std::size_t> waiting;
    std::size_t held = 0;
    const auto steps = *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 24));
    for (const int step : steps) {
      const std::size_t who = static_cast<std::size_t>(step) % w.size();
      const auto place = std::find(waiting.begin(), waiting.end(), who);
      if (step / 8 == 0 && place == waiting.end()) {
        const slot got = queue.take(w[who]);
        if (held < slots) {
          RC_ASSERT(got == slot::taken);
          ++held;
        } else if (waiting.size() < room) {
          RC_ASSERT(got == slot::queued);
          waiting.push_back(who);
        } else {
          RC_ASSERT(got == slot::full);
        }
      } else if (step / 8 == 1) {
        RC_ASSERT(queue.withdraw(w[who]) == (place != waiting.end()));
        if (place != waiting.end()) waiting.erase(place);
      } else if (step / 8 == 2 && held != 0) {
        queue.release();
        if (waiting.empty()) {
          --held;
        } else {
          expected.push_back(static_cast<int>(waiting.front()));
          waiting.pop_front();
        }
      }
      RC_ASSERT(order == expected);
    }
    for (counting_waiter& one : w) (void)queue.withdraw(one);
  }));
}

#endif

namespace {

// Waits for its place as a thread would.
struct blocking_waiter final : slot_waiter {
  std::mutex mutex{};
  std::condition_variable changed{};
  bool has = false;
  void granted() noexcept override {
    const std::lock_guard lock(mutex);
    has = true;
    changed.notify_one();  // within the lock: the waiter may be gone right behind it
  }
  void wait() {
    std::unique_lock lock(mutex);
    changed.wait(lock, [this] { return has; });
  }
};

}  // namespace

TEST_CASE("on 16 threads no place is lost or doubled, whoever withdraws") {
  constexpr int slots = 3;
  slot_queue queue(slots, 8);
  std::atomic<int> inside{0};
  std::atomic<int> most{0};
  std::atomic<int> ran{0};
  std::atomic<int> refused{0};
  std::atomic<int> withdrawn{0};
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < 16; ++t)
    threads.emplace_back([&, t] {
      std::mt19937 random(t);
      for (int i = 0; i < 2000; ++i) {
        blocking_waiter me;
        const slot got = queue.take(me);
        if (got == slot::full) {
          ++refused;
          std::this_thread::yield();
          continue;
        }
        if (got == slot::queued) {
          if (random() % 3 == 0 && queue.withdraw(me)) {
            ++withdrawn;
            continue;
          }
          me.wait();
        }
        const int now = ++inside;
        int before = most;
        while (before < now && !most.compare_exchange_weak(before, now)) {
        }
        ++ran;
        if (random() % 4 == 0) std::this_thread::yield();
        --inside;
        queue.release();
      }
    });
  for (std::thread& one : threads) one.join();
  CHECK(ran + refused + withdrawn == 16 * 2000);
  CHECK(most <= slots);
  CHECK(ran > 0);
  CHECK(withdrawn + refused > 0);
  std::array<blocking_waiter, slots + 1> rest;
  for (int i = 0; i < slots; ++i) CHECK(queue.take(rest[static_cast<std::size_t>(i)]) == slot::taken);
  CHECK(queue.take(rest[slots]) == slot::queued);
  CHECK(queue.withdraw(rest[slots]));
}
