// SPDX-License-Identifier: MIT
// A hundred thousand calls over sixteen threads, with faults, stops, cancellations and time limits at random.
#include "stress/async_batches.hpp"

#include "support/catch.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/thread_pool.hpp>

#include <thread>
#include <vector>

// ThreadSanitizer does not know fences, and by one Asio's executors learn that they have no owner any more.
#if defined(__SANITIZE_THREAD__)
#define TACET_THREAD_SANITIZER
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define TACET_THREAD_SANITIZER
#endif
#endif
#if defined(TACET_THREAD_SANITIZER)
extern "C" const char* __tsan_default_suppressions();
extern "C" const char* __tsan_default_suppressions() { return "race:any_executor_base::destroy_shared\n"; }
#endif

namespace {

constexpr std::size_t calls_in_all = 100'000;
constexpr unsigned threads = 16;
// With `--rng-seed` of the program another one is taken; both are told where something failed.
constexpr std::uint64_t first_seed = 20'260'401;

std::uint64_t seed_of_run() {
#if CATCH_VERSION_MAJOR >= 3
  return first_seed + Catch::getSeed();
#else
  return first_seed + Catch::rngSeed();
#endif
}

void report_faults(stress::campaign& all, std::uint64_t seed) {
  INFO("seed " << seed << " (" << first_seed << " + --rng-seed)");
  for (const std::string& fault : all.faults()) UNSCOPED_INFO(fault);
  CHECK(all.faults().empty());
  CHECK(all.answered() == all.asked());
  // Without them the test would not have tested what it is for.
  for (const auto& [kind, least] : all.least_kinds()) {
    INFO(std::string(to_text(kind)));
    CHECK(all.of_kind(kind) >= least);
  }
  for (const auto& [reason, least] : all.least_reasons()) {
    INFO(std::string(to_text(reason)));
    CHECK(all.of_reason(reason) >= least);
  }
}

}  // namespace

TEST_CASE("a hundred thousand calls on sixteen threads are each answered once, whatever happens to them") {
  const std::uint64_t seed = seed_of_run();
  stress::campaign all(seed, calls_in_all);
  {
    boost::asio::io_context io(static_cast<int>(threads));
    all.begin(io.get_executor());
    std::vector<std::thread> workers;
    for (unsigned i = 0; i != threads; ++i) workers.emplace_back([&io] { io.run(); });
    for (std::thread& one : workers) one.join();
    all.settle();
  }
  report_faults(all, seed);
}

TEST_CASE("the same on a pool of threads of Asio") {
  const std::uint64_t seed = seed_of_run() + 1;
  stress::campaign all(seed, calls_in_all / 10);
  {
    boost::asio::thread_pool pool(threads);
    all.begin(pool.get_executor());
    pool.join();
    all.settle();
  }
  report_faults(all, seed);
}
