// SPDX-License-Identifier: MIT
// Draining a sequence: all but the last are progress, the last is the result.
#include "support/catch.hpp"
#include "support/raise.hpp"

#include <tacet/tool/sequence.hpp>

#include <cstddef>
#include <deque>
#include <iterator>
#include <memory>
#include <ranges>
#include <span>
#include <string>
#include <vector>

using namespace tacet;

namespace {

// Throws after `good` values; can be read once.
struct failing {
  int count, good;
  struct iterator {
    using value_type = std::string;
    using difference_type = std::ptrdiff_t;
    const failing* of;
    int at;
    std::string operator*() const {
      if (at == of->good) tacet_test::raise(at);
      return std::to_string(at);
    }
    iterator& operator++() { return ++at, *this; }
    void operator++(int) { ++at; }
    bool operator==(std::default_sentinel_t) const { return at == of->count; }
  };
  [[nodiscard]] iterator begin() const { return {this, 0}; }
  [[nodiscard]] static std::default_sentinel_t end() { return {}; }
};

// Values that can only be moved, made while they are read. (clang 14 cannot use the views of libstdc++ 12.)
struct owners {
  int count;
  struct iterator {
    using value_type = std::unique_ptr<int>;
    using difference_type = std::ptrdiff_t;
    int at, count;
    std::unique_ptr<int> operator*() const { return std::make_unique<int>(at); }
    iterator& operator++() { return ++at, *this; }
    void operator++(int) { ++at; }
    bool operator==(std::default_sentinel_t) const { return at == count; }
  };
  [[nodiscard]] iterator begin() const { return {0, count}; }
  [[nodiscard]] static std::default_sentinel_t end() { return {}; }
};

// A view over a container that can be read again, but whose values do not lie side by side.
struct every_second : std::ranges::view_base {
  [[nodiscard]] std::deque<int>::const_iterator begin() const { return of->begin(); }
  [[nodiscard]] std::deque<int>::const_iterator end() const { return of->end(); }
  const std::deque<int>* of = nullptr;
};

}  // namespace

TEST_CASE("n values give n - 1 emissions, numbered from 0, and the last") {
  for (std::size_t n = 0; n < 6; ++n) {
    std::vector<int> values;
    for (std::size_t i = 0; i < n; ++i) values.push_back(static_cast<int>(i) * 10);
    std::vector<std::pair<std::size_t, int>> emitted;
    const auto last = drain_with_progress(
        values, [&](std::size_t sequence, const int& value) { emitted.emplace_back(sequence, value); });
    CHECK(last.has_value() == (n > 0));
    if (n > 0) CHECK(*last == static_cast<int>(n - 1) * 10);
    REQUIRE(emitted.size() == (n > 1 ? n - 1 : 0));
    for (std::size_t i = 0; i < emitted.size(); ++i)
      CHECK(emitted[i] == std::pair<std::size_t, int>(i, static_cast<int>(i) * 10));
  }
}

TEST_CASE("values that can only be moved are drained from a sequence that is read once") {
  int sum = 0;
  const auto last =
      drain_with_progress(owners{4}, [&](std::size_t, const std::unique_ptr<int>& value) { sum += *value; });
  CHECK(**last == 3);
  CHECK(sum == 0 + 1 + 2);
}

TEST_CASE("what is produced while it is read is a sequence, a container is a value") {
  STATIC_REQUIRE(lazy_sequence<failing>);
  STATIC_REQUIRE(lazy_sequence<owners>);
  STATIC_REQUIRE(lazy_sequence<every_second>);
  STATIC_REQUIRE_FALSE(lazy_sequence<std::vector<int>>);
  STATIC_REQUIRE_FALSE(lazy_sequence<std::deque<int>>);
  STATIC_REQUIRE_FALSE(lazy_sequence<std::span<int>>);
  STATIC_REQUIRE_FALSE(lazy_sequence<std::string>);
  STATIC_REQUIRE_FALSE(lazy_sequence<std::string_view>);
  STATIC_REQUIRE_FALSE(lazy_sequence<int>);
}

#if defined(__cpp_exceptions)

TEST_CASE("a sequence that throws after k values has emitted k - 1, and the held one is lost") {
  for (int good = 0; good <= 4; ++good) {
    int emitted = 0;
    int thrown = -1;
    try {
      (void)drain_with_progress(failing{9, good}, [&](std::size_t, const std::string&) { ++emitted; });
    } catch (const int at) {
      thrown = at;
    }
    CHECK(thrown == good);
    CHECK(emitted == (good > 1 ? good - 1 : 0));
  }
}

#endif
