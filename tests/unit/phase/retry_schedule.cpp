// SPDX-License-Identifier: MIT
// The waits of a schedule stay in their bounds for any numbers, and an error is retried by its type.
#include "support/catch.hpp"

#include <tacet/phase/retry_schedule.hpp>

#include <array>
#include <limits>
#include <random>
#include <stdexcept>
#include <system_error>

using namespace std::chrono_literals;
using std::chrono::nanoseconds;
using tacet::basic_retry_schedule;
using tacet::retry_on;
using tacet::retry_schedule;

namespace {

constexpr double endless = std::numeric_limits<double>::infinity();
constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

// The defaults, and use in constants and as a template argument.
static_assert(retry_schedule{}.max_attempts == 1 && retry_schedule{}.backoff == tacet::duration{});
static_assert(retry_schedule{}.multiplier == 2 && retry_schedule{}.delay_for(1) == 0ns);
static_assert(retry_schedule{.backoff = 10ms}.delay_for(1) == 10ms);
static_assert(retry_schedule{.backoff = 10ms}.delay_for(4) == 80ms);
static_assert(retry_schedule{.backoff = 10ms, .longest = 50ms}.delay_for(1'000'000'000'000'000'000) == 50ms);
template <retry_schedule S> constexpr nanoseconds third = S.delay_for(3);
static_assert(third<retry_schedule{.backoff = 1s, .multiplier = 3}> == 9s);

struct plain_error {};
struct io_error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace

TEST_CASE("a delay stays between nothing and the cap and moves one way only, for any numbers") {
  constexpr std::array<std::int64_t, 15> attempts{-5,
                                                  0,
                                                  1,
                                                  2,
                                                  3,
                                                  31,
                                                  32,
                                                  63,
                                                  64,
                                                  65,
                                                  1024,
                                                  1'000'000,
                                                  1'000'000'007,
                                                  1'000'000'000'000'000'000,
                                                  std::numeric_limits<std::int64_t>::max()};
  const std::array<nanoseconds, 9> bases{
      nanoseconds::min(), -1ns, 0ns, 1ns, 3ns, 1ms, 1h, nanoseconds(1LL << 53), nanoseconds::max()};
  const std::array<nanoseconds, 7> caps{nanoseconds::min(), -1ns, 0ns, 1ns, 5s, nanoseconds((1LL << 53) + 1),
                                        nanoseconds::max()};
  for (const double factor : {0.0, -0.0, 1e-308, 0.5, 0.999999, 1.0, 1.0000000000000002, 1.1, 2.0, 1e10,
                              1e308, endless, -endless, no_number, -1.0, std::numeric_limits<double>::max()})
    for (const nanoseconds base : bases)
      for (const nanoseconds cap : caps) {
        const retry_schedule s{.max_attempts = 3, .backoff = base, .multiplier = factor, .longest = cap};
        INFO("factor " << factor << " base " << base.count() << " cap " << cap.count());
        nanoseconds before = s.delay_for(attempts[0]);
        for (const std::int64_t attempt : attempts) {
          const nanoseconds wait = s.delay_for(attempt);
          INFO("attempt " << attempt << " wait " << wait.count());
          REQUIRE(wait >= 0ns);
          REQUIRE(wait <= std::max(cap, 0ns));
          if (base <= 0ns) REQUIRE(wait == 0ns);
          const bool shrinks = factor >= 0 && factor < 1;
          if (shrinks) REQUIRE(wait <= before);
          else REQUIRE(wait >= before);
          before = wait;
        }
      }
}

TEST_CASE("delays of neighbouring attempts do not go back for factors of at least 1") {
  std::mt19937_64 random(4);
  std::uniform_real_distribution<double> near_one(1.0, 1.000001);
  std::uniform_real_distribution<double> wide(1.0, 3.0);
  for (int round = 0; round < 400; ++round) {
    const retry_schedule s{.backoff = nanoseconds(static_cast<std::int64_t>(random() >> (1 + random() % 62))),
                           .multiplier = round % 2 == 0 ? near_one(random) : wide(random)};
    INFO("base " << s.backoff.count << " factor " << s.multiplier);
    for (std::int64_t attempt = 1; attempt < 200; ++attempt)
      REQUIRE(s.delay_for(attempt) <= s.delay_for(attempt + 1));
  }
}

TEST_CASE("a delay is the base times the factor to the power of the attempts before") {
  const retry_schedule s{.backoff = 100ms, .multiplier = 1.5};
  CHECK(s.delay_for(1) == 100ms);
  CHECK(s.delay_for(2) == 150ms);
  CHECK(s.delay_for(3) == 225ms);
  CHECK(retry_schedule{.backoff = 8ms, .multiplier = 0.5}.delay_for(4) == 1ms);
  CHECK(retry_schedule{.backoff = 8ms, .multiplier = 0}.delay_for(1) == 8ms);
  CHECK(retry_schedule{.backoff = 8ms, .multiplier = 0}.delay_for(2) == 0ms);
  for (const double wrong : {endless, no_number, -2.0}) {
    const retry_schedule clamped{.backoff = 8ms, .multiplier = wrong};
    CHECK_FALSE(clamped.valid_multiplier());
    CHECK(clamped.delay_for(7) == 8ms);
    REQUIRE(clamped.notes().size() == 1);
    CHECK_THAT(clamped.notes()[0], tacet_test::contains("multiplier"));
  }
  CHECK(s.notes().empty());
  CHECK(retry_schedule{.max_attempts = 0, .multiplier = no_number}.notes().size() == 2);
}

TEST_CASE("an error is retried while attempts are left and its type is listed") {
  const std::runtime_error any("x");
  for (const int most : {-7, 0, 1}) CHECK_FALSE(retry_schedule{.max_attempts = most}.should_retry(1, any));
  const retry_schedule three{.max_attempts = 3};
  CHECK(three.should_retry(1, any));
  CHECK(three.should_retry(2, 17));
  CHECK_FALSE(three.should_retry(3, any));
  CHECK_FALSE(three.should_retry(std::numeric_limits<std::int64_t>::max(), any));
  CHECK(three.should_retry(-1, any));

  const basic_retry_schedule<retry_on<io_error, int>> some{.max_attempts = 3};
  const io_error io("disk");
  CHECK(some.should_retry(1, io));
  CHECK(some.should_retry(1, 3));
  CHECK_FALSE(some.should_retry(1, any));
  CHECK_FALSE(some.should_retry(1, 3L));
  CHECK_FALSE(some.should_retry(1, plain_error{}));
  CHECK_FALSE(some.should_retry(3, io));

  const basic_retry_schedule<retry_on<std::exception>> standard{.max_attempts = 2};
  CHECK(standard.should_retry(1, io));
  CHECK(standard.should_retry(1, tacet::tool_error("x")));
  CHECK_FALSE(standard.should_retry(1, plain_error{}));
}

#if defined(__cpp_exceptions)

TEST_CASE("an error is known by its dynamic type, and behind an exception pointer") {
  const basic_retry_schedule<retry_on<io_error, int>> some{.max_attempts = 3};
  const io_error io("disk");
  const std::runtime_error any("x");
  const std::exception& as_base = io;
  const std::exception& other = any;
  CHECK(some.should_retry(1, as_base));
  CHECK_FALSE(some.should_retry(1, other));
  CHECK(some.should_retry(1, std::make_exception_ptr(io)));
  CHECK(some.should_retry(1, std::make_exception_ptr(5)));
  CHECK_FALSE(some.should_retry(1, std::make_exception_ptr(any)));
  CHECK_FALSE(some.should_retry(1, std::exception_ptr{}));
}

#endif
