// SPDX-License-Identifier: MIT
// A duration as a template argument.
#include "support/catch.hpp"

#include <tacet/tool/duration.hpp>

#include <cmath>
#include <type_traits>

using namespace tacet;
using namespace std::chrono_literals;

namespace {
template <duration D> struct waits { static constexpr duration value = D; };
}  // namespace

TEST_CASE("any chrono duration becomes nanoseconds, and stands in a template") {
  STATIC_REQUIRE(waits<50ms>::value.count == 50000000);
  STATIC_REQUIRE(std::is_same_v<waits<1s>, waits<1000ms>>);
  STATIC_REQUIRE_FALSE(std::is_same_v<waits<1s>, waits<1ms>>);
  STATIC_REQUIRE(duration(-3s).count == -3000000000);
  STATIC_REQUIRE(duration(1.5s).count == 1500000000);
  STATIC_REQUIRE(duration(1s) > duration(999ms));
  STATIC_REQUIRE(std::chrono::nanoseconds(duration(2us)) == 2us);
  CHECK(duration() == duration(0s));
}

TEST_CASE("what is too long is held as the longest, at both ends") {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  using hours = std::chrono::hours;
  CHECK(duration(hours::max()).count == most);
  CHECK(duration(hours::min()).count == -most);
  CHECK(duration(std::chrono::seconds::max()).count == most);
  CHECK(duration(std::chrono::nanoseconds::max()).count == most);
  CHECK(duration(std::chrono::nanoseconds::min()).count == -most);
  CHECK(duration(std::chrono::duration<double>(1e300)).count == most);
  CHECK(duration(std::chrono::duration<double>(INFINITY)).count == most);
  CHECK(duration(std::chrono::duration<double>(-INFINITY)).count == -most);
  CHECK(duration(std::chrono::duration<double>(NAN)).count == 0);
  CHECK(duration(std::chrono::seconds(9223372036)).count == 9223372036000000000);
  CHECK(duration(std::chrono::seconds(9223372037)).count == most);
}
