// SPDX-License-Identifier: MIT
// What the tools of the stress test were asked and did, and random numbers that can be had again.
#pragma once

// First: clang 14 does not get through <ranges> behind the headers of the library.
#include "support/catch.hpp"

#include <tacet/async/asio.hpp>
#include <tacet/tacet.hpp>

#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

namespace stress {

namespace asio = boost::asio;
using namespace std::chrono_literals;

/// SplitMix64 (Vigna, public domain): small, and the same on every machine.
class dice {
 public:
  explicit dice(std::uint64_t seed) : at_(seed) {}
  std::uint64_t next() {
    std::uint64_t z = (at_ += 0x9E3779B97F4A7C15U);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31);
  }
  /// Below `n`.
  unsigned below(unsigned n) { return static_cast<unsigned>(next() % n); }
  bool one_in(unsigned n) { return below(n) == 0; }

 private:
  std::uint64_t at_;
};

/// What a tool is to do.
enum deed : int {
  gives,
  naps,  // and gives
  throws_standard,
  throws_number,
  throws_odd,  // what() throws
  throws_no_memory,
  throws_tool_error,
  throws_permanent,
  throws_not_applied,
  throws_timed_out,
  throws_cancelled,
  fails_once,  // and gives at the second attempt
  dawdles,     // does not hear that it should end
  deeds
};

struct job {
  std::uint32_t n = 0;  ///< which call of all
  int what = gives;
  std::uint32_t us = 0;   ///< how long
  std::uint32_t key = 0;  ///< what a writing tool touches
  bool alone = false;     ///< nothing may be given up in its batch, so no other writes there
};

/// What happened to one call in the tools.
struct entry {
  std::atomic<std::uint32_t> entered{0};  ///< a bit for each attempt
  std::atomic<std::uint32_t> left{0};     ///< the same
  std::atomic<std::uint32_t> emitted{0};
  std::atomic<std::uint32_t> heard{0};
};

/// Of all calls; outlives every executor and every tool that was given up.
class ledger {
 public:
  explicit ledger(std::size_t calls)
      : entries_(calls), writers_(std::make_unique<std::atomic<int>[]>(writers)) {}

  [[nodiscard]] std::size_t size() const { return entries_.size(); }
  entry& of(std::uint32_t n) { return entries_.at(n); }
  /// How many are writing what has this key.
  std::atomic<int>& writing(std::uint32_t key) { return writers_[key % writers]; }

  void fault(std::string text) {
    const std::lock_guard lock(mutex_);
    if (faults_.size() < 20) faults_.push_back(std::move(text));
  }
  [[nodiscard]] std::vector<std::string> faults() {
    const std::lock_guard lock(mutex_);
    return faults_;
  }

 private:
  static constexpr std::size_t writers = 1 << 16;
  std::vector<entry> entries_;
  std::unique_ptr<std::atomic<int>[]> writers_;
  std::mutex mutex_;
  std::vector<std::string> faults_;
};

inline asio::awaitable<void> nap(std::uint32_t us) {
  asio::steady_timer timer(co_await asio::this_coro::executor, std::chrono::microseconds(us));
  co_await timer.async_wait(asio::use_awaitable);
}
// A wait that no cancellation ends.
inline asio::awaitable<void> deaf_nap(std::uint32_t us) {
  co_await asio::this_coro::reset_cancellation_state(asio::disable_cancellation());
  co_await nap(us);
}

struct odd_error : std::runtime_error {
  odd_error() : std::runtime_error("odd") {}
  [[nodiscard]] const char* what() const noexcept override { return nullptr; }
};
// By no base that anybody knows, and with a name that throws when it is asked for.
struct nameless {
  [[nodiscard]] const char* what() const { throw 7; }
};

/// Notes that the body of a tool was entered, at most once for each attempt, and that it was left.
class visit {
 public:
  visit(ledger& book, const job& asked, const tacet::tool_context& context)
      : entry_(book.of(asked.n)), bit_(1U << context.attempt()) {
    const std::string who = "c" + std::to_string(asked.n);
    if ((entry_.entered.fetch_or(bit_) & bit_) != 0)
      book.fault(who + ": entered twice at attempt " + std::to_string(context.attempt()));
    if (context.call_id() != who) book.fault(who + ": called as " + std::string(context.call_id()));
  }
  visit(const visit&) = delete;
  visit& operator=(const visit&) = delete;
  ~visit() { entry_.left.fetch_or(bit_); }

 private:
  entry& entry_;
  std::uint32_t bit_;
};

/// What a job says, where it says to throw.
inline void obey(const job& asked, int attempt) {
  switch (asked.what) {
    case throws_standard:
      throw std::runtime_error("broken");
    case throws_number:
      throw 42;
    case throws_odd:
      if (asked.n % 2 == 0) throw odd_error();
      throw nameless();
    case throws_no_memory:
      throw std::bad_alloc();
    case throws_tool_error:
      throw tacet::tool_error("no such row");
    case throws_permanent:
      throw tacet::tool_error("never", tacet::permanence::permanent);
    case throws_not_applied:
      throw tacet::not_applied("refused");
    case throws_timed_out:
      throw tacet::timed_out("slow");
    case throws_cancelled:
      throw tacet::cancelled();
    case fails_once:
      if (attempt == 1) throw tacet::not_applied("at first");
      break;
    default:
      break;
  }
}

}  // namespace stress
