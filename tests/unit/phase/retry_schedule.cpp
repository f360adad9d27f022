// SPDX-License-Identifier: MIT
// The waits of a schedule stay in their bounds for any numbers, and an error is retried by its type.
#include "support/catch.hpp"

#include <tacet/phase/retry_schedule.hpp>

#if defined(TACET_HAS_RAPIDCHECK) && defined(__cpp_exceptions)
#include <rapidcheck.h>
#endif

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
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

TEST_CASE("jitter spreads a wait evenly to both sides, at the cap too") {
  constexpr double last = 1.0 - std::numeric_limits<double>::epsilon() / 2;  // the largest below 1
  constexpr retry_schedule s{.backoff = 100ms, .longest = 1s, .jitter = 0.25};
  STATIC_REQUIRE(s.delay_for(1) == 100ms);
  STATIC_REQUIRE(s.delay_for(1, 0.0) == 75ms);
  STATIC_REQUIRE(s.delay_for(1, 0.5) == 100ms);
  STATIC_REQUIRE(s.delay_for(2, 0.75) == 225ms);
  CHECK(s.delay_for(1, last) > 125ms - 2ns);
  CHECK(s.delay_for(1, last) <= 125ms);
  CHECK(s.longest_delay_for(1) == 125ms);
  // At the cap the wait is 800 ms, from 600 ms to 1 s.
  for (const std::int64_t attempt : {5L, 6L, 100L, 1'000'000'000L}) {
    CHECK(s.delay_for(attempt) == 1s);
    CHECK(s.delay_for(attempt, 0.0) == 600ms);
    CHECK(s.delay_for(attempt, 0.5) == 800ms);
    CHECK(s.longest_delay_for(attempt) == 1s);
  }
  // As wide as the wait itself.
  constexpr retry_schedule wide{.backoff = 100ms, .longest = 150ms, .jitter = 1};
  STATIC_REQUIRE(wide.delay_for(1, 0.0) == 0ms);
  STATIC_REQUIRE(wide.delay_for(1, 0.5) == 75ms);
  CHECK(wide.delay_for(9, last) > 150ms - 2ns);
  CHECK(wide.longest_delay_for(9) == 150ms);
  // None: the unit changes nothing, down to the nanosecond.
  constexpr retry_schedule none{.backoff = nanoseconds((1LL << 52) + 1)};
  STATIC_REQUIRE(none.delay_for(1, 0.9) == nanoseconds((1LL << 52) + 1));
  STATIC_REQUIRE(none.longest_delay_for(1) == none.delay_for(1));
}

TEST_CASE("jitter that is no share is clamped, with a note") {
  struct row {
    double written;
    double used;
    const char* note;
  };
  for (const row& r : {row{-0.5, 0, "0 is used"}, row{1.5, 1, "1 is used"}, row{endless, 1, "1 is used"},
                       row{-endless, 0, "0 is used"}, row{no_number, 0, "0 is used"}}) {
    INFO(r.written);
    const retry_schedule wrong{.backoff = 100ms, .longest = 150ms, .jitter = r.written};
    const retry_schedule right{.backoff = 100ms, .longest = 150ms, .jitter = r.used};
    CHECK_FALSE(wrong.valid_jitter());
    REQUIRE(wrong.notes().size() == 1);
    CHECK_THAT(wrong.notes()[0], tacet_test::contains("jitter"));
    CHECK_THAT(wrong.notes()[0], tacet_test::contains(r.note));
    for (const double unit : {0.0, 0.3, 1.0}) CHECK(wrong.delay_for(3, unit) == right.delay_for(3, unit));
  }
  for (const double share : {0.0, -0.0, 0.5, 1.0}) {
    CHECK(retry_schedule{.jitter = share}.valid_jitter());
    CHECK(retry_schedule{.jitter = share}.notes().empty());
  }
  // A unit that is none is clamped too.
  const retry_schedule s{.backoff = 100ms, .jitter = 0.5};
  for (const double unit : {-1.0, -endless, no_number}) CHECK(s.delay_for(1, unit) == 50ms);
  for (const double unit : {1.0, 2.0, endless}) CHECK(s.delay_for(1, unit) == 150ms);
}

TEST_CASE("a wait that is asked for is kept, and refused above the longest") {
  constexpr retry_schedule s{.backoff = 1s, .longest = 10s, .heeds_retry_after = true};
  STATIC_REQUIRE(s.delay_for(1, 0.0, std::nullopt) == 1s);
  STATIC_REQUIRE(s.delay_for(1, 0.0, 4s) == 4s);
  STATIC_REQUIRE(s.delay_for(4, 0.0, 4s) == 8s);  // its own is longer
  STATIC_REQUIRE(s.delay_for(1, 0.0, 10s) == 10s);
  STATIC_REQUIRE(s.delay_for(1, 0.0, 10s + 1ns) == std::nullopt);
  STATIC_REQUIRE(s.delay_for(1, 0.0, 0s) == 1s);
  STATIC_REQUIRE(s.delay_for(1, 0.0, nanoseconds::min()) == 1s);
  STATIC_REQUIRE(s.longest_delay_for(1) == 10s);
  // Not heeded.
  constexpr retry_schedule deaf{.backoff = 1s, .longest = 10s};
  STATIC_REQUIRE(deaf.delay_for(1, 0.0, 1h) == 1s);
  STATIC_REQUIRE(deaf.longest_delay_for(1) == 1s);
  // Without waits of its own, and without an end.
  constexpr retry_schedule bare{.heeds_retry_after = true};
  STATIC_REQUIRE(bare.delay_for(1, 0.5, 4s) == 4s);
  STATIC_REQUIRE(bare.delay_for(1, 0.5, nanoseconds::max()) == nanoseconds::max());
  STATIC_REQUIRE(bare.longest_delay_for(1) == nanoseconds::max());
  constexpr retry_schedule no_wait{.longest = 0s, .heeds_retry_after = true};
  STATIC_REQUIRE(no_wait.delay_for(1, 0.5, 1ns) == std::nullopt);
  STATIC_REQUIRE(no_wait.delay_for(1, 0.5, 0ns) == 0ns);
  // Those who were told the same do not all come at once, and nobody comes early.
  constexpr retry_schedule spread{.backoff = 1s, .longest = 10s, .jitter = 0.5, .heeds_retry_after = true};
  STATIC_REQUIRE(spread.delay_for(1, 0.0, 4s) == 4s);
  STATIC_REQUIRE(spread.delay_for(1, 0.5, 4s) == 5s);
  STATIC_REQUIRE(spread.delay_for(1, 0.5, 9s) == 10s);
  STATIC_REQUIRE(spread.delay_for(1, 0.999, 10s) == 10s);
}

#if defined(TACET_HAS_RAPIDCHECK) && defined(__cpp_exceptions)

namespace {

// Of all sizes, from nothing to the end of the type and below.
rc::Gen<nanoseconds> any_time() {
  return rc::gen::map(rc::gen::pair(rc::gen::arbitrary<std::uint64_t>(), rc::gen::inRange(0, 64)),
                      [](const auto& x) { return nanoseconds(static_cast<std::int64_t>(x.first >> x.second)); });
}
rc::Gen<retry_schedule> any_schedule() {
  return rc::gen::apply(
      [](nanoseconds backoff, nanoseconds longest, int factor, int share, bool heeds) {
        retry_schedule s;
        s.backoff = backoff;
        s.longest = longest;
        s.multiplier = factor / 8.0;
        s.jitter = share / 16.0;  // beyond both ends too
        s.heeds_retry_after = heeds;
        return s;
      },
      any_time(), any_time(), rc::gen::inRange(-8, 40), rc::gen::inRange(-4, 24), rc::gen::arbitrary<bool>());
}

}  // namespace

TEST_CASE("with jitter too a delay never leaves its bounds, and a wait asked for is only added to") {
  CHECK(rc::check("in the bounds", [] {
    const retry_schedule s = *any_schedule();
    const std::int64_t attempt = *rc::gen::element<std::int64_t>(
        -1, 1, 2, 3, 5, 17, 64, 1024, 1'000'000, std::numeric_limits<std::int64_t>::max());
    std::optional<nanoseconds> asked;
    if (*rc::gen::arbitrary<bool>()) asked = *any_time();
    const nanoseconds cap = std::max(nanoseconds(s.longest), 0ns);
    nanoseconds before = 0ns;
    for (const double unit : {0.0, 0.25, 0.5, std::nextafter(1.0, 0.0)}) {
      const nanoseconds wait = s.delay_for(attempt, unit);
      RC_ASSERT(wait >= before);  // and so not negative
      RC_ASSERT(wait <= cap);
      RC_ASSERT(wait <= s.longest_delay_for(attempt));
      if (s.jitter <= 0) RC_ASSERT(wait == s.delay_for(attempt));
      const std::optional<nanoseconds> after = s.delay_for(attempt, unit, asked);
      const bool heeded = s.heeds_retry_after && asked.has_value() && *asked > 0ns;
      RC_ASSERT(after.has_value() == (!heeded || *asked <= cap));
      if (after.has_value()) {
        RC_ASSERT(*after >= wait);
        RC_ASSERT(*after <= cap);
        RC_ASSERT(*after <= s.longest_delay_for(attempt));
        if (heeded) RC_ASSERT(*after >= *asked);
        else RC_ASSERT(*after == wait);
      }
      before = wait;
    }
  }));
  CHECK(rc::check("spread at the cap", [] {
    const nanoseconds cap{*rc::gen::inRange<std::int64_t>(1000, 1'000'000'000'000)};
    const double share = *rc::gen::inRange(1, 17) / 16.0;
    const retry_schedule s{.backoff = 1ns, .longest = cap, .jitter = share};
    const double exact = static_cast<double>(cap.count());
    const double low = static_cast<double>(s.delay_for(100, 0.0).count());
    const double high = static_cast<double>(s.delay_for(100, std::nextafter(1.0, 0.0)).count());
    RC_ASSERT(high >= exact - 2);
    RC_ASSERT(low <= exact * (1 - share) / (1 + share) + 2);
    RC_ASSERT(low >= exact * (1 - share) / (1 + share) - 2);
  }));
}

#endif

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
