// SPDX-License-Identifier: MIT
// Values, moves, exceptions and early ends of a generator, and one behind a tool.
#include "support/catch.hpp"
#include "support/raise.hpp"

#include <tacet/tacet.hpp>
#include <tacet/tool/generator.hpp>
#include <tacet/tool/sequence.hpp>

#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

using tacet::generator;

static_assert(tacet::lazy_sequence<generator<int>>);
static_assert(std::ranges::input_range<generator<std::string>>);
static_assert(!std::ranges::forward_range<generator<int>>);
static_assert(std::is_same_v<std::ranges::range_value_t<generator<std::string>>, std::string>);
static_assert(std::is_nothrow_move_constructible_v<generator<int>> &&
              !std::is_copy_constructible_v<generator<int>>);

// Says when it goes.
struct mark {
  int* alive;
  explicit mark(int& count) : alive(&count) { ++count; }
  mark(const mark&) = delete;
  mark& operator=(const mark&) = delete;
  ~mark() { --*alive; }
};

generator<int> count_to(int last) {
  for (int i = 1; i <= last; ++i) co_yield i;
}

generator<std::string> keep_own(std::string& own) {
  co_yield own;
  co_yield own + "!";
  co_yield std::string(5000, 'x');
}

generator<int> throw_behind(int values, int& alive) {
  const mark here(alive);
  for (int i = 0; i < values; ++i) co_yield i;
  tacet_test::raise(std::runtime_error("end of the line"));
}

generator<std::unique_ptr<int>> move_only() {
  co_yield std::make_unique<int>(1);
  auto named = std::make_unique<int>(2);
  co_yield std::move(named);
}

}  // namespace

TEST_CASE("a generator gives its values in order, and none when there are none") {
  for (const int last : {0, 1, 2, 1000}) {
    int sum = 0;
    int n = 0;
    for (const int value : count_to(last)) {
      CHECK(value == ++n);
      sum += value;
    }
    CHECK(n == last);
    CHECK(sum == last * (last + 1) / 2);
  }
}

TEST_CASE("what the reader moves away is not the body's own object") {
  std::string own = "a text that is too long for the small buffer of a string";
  std::vector<std::string> got;
  for (auto&& value : keep_own(own)) got.push_back(std::forward<decltype(value)>(value));
  REQUIRE(got.size() == 3);
  CHECK(got[0] == own);
  CHECK(got[1] == own + "!");
  CHECK(got[2].size() == 5000);
  CHECK(own.starts_with("a text"));
}

TEST_CASE("values that can only be moved pass through") {
  int sum = 0;
  for (std::unique_ptr<int> value : move_only()) sum = sum * 10 + *value;
  CHECK(sum == 12);
}

TEST_CASE("a generator that is left early, moved or never read cleans up") {
  int alive = 0;
  {
    generator<int> never = throw_behind(3, alive);
    CHECK(alive == 0);
    generator<int> moved = throw_behind(3, alive);
    auto at = moved.begin();
    CHECK(alive == 1);
    generator<int> target = std::move(moved);
    CHECK(*at == 0);
    ++at;
    CHECK(*target.begin() == 1);  // the place where the reading stands
    CHECK(moved.begin() == moved.end());
    never = std::move(target);
    CHECK(alive == 1);
  }
  CHECK(alive == 0);
}

#if defined(__cpp_exceptions)

TEST_CASE("what the body throws comes out of begin or of the increment, and ends the sequence") {
  for (const int values : {0, 1, 3}) {
    int alive = 0;
    int n = 0;
    generator<int> numbers = throw_behind(values, alive);
    const auto read = [&] {
      for (const int value : numbers) CHECK(value == n++);
    };
    CHECK_THROWS_WITH(read(), "end of the line");
    CHECK(n == values);
    CHECK(alive == 0);
    CHECK(numbers.begin() == numbers.end());  // nothing starts again
  }
}

TEST_CASE("a tool that returns a generator emits all but the last value, anew for each attempt") {
  struct upto {
    int last;
    int fail_first = 0;
  };
  static int attempts = 0;
  attempts = 0;
  const auto body = [](const upto& to, tacet::tool_context& context) -> generator<int> {
    ++attempts;
    for (int i = 1; i <= to.last; ++i) {
      if (context.attempt() <= to.fail_first && i == 3) throw std::runtime_error("not yet");
      co_yield i;
    }
  };
  std::vector<std::string> seen;
  const tacet::tool_executor executor{
      tacet::tools{tacet::tool<"count">(body, tacet::read_only)},
      tacet::retries<tacet::retry_schedule{.max_attempts = 2}>{},
      tacet::progress{[&](const tacet::tool_progress& p) {
        seen.push_back(std::to_string(p.attempt) + ":" + std::to_string(p.sequence) + "=" + p.payload.text());
      }}};
  const tacet::tool_call calls[] = {{"a", "count", R"({"last":3})"},
                                    {"b", "count", R"({"last":0})"},
                                    {"c", "count", R"({"last":3,"fail_first":1})"}};
  const auto report = executor.execute(calls);
  REQUIRE(report.outcomes.size() == 3);
  CHECK(report.outcomes[0].content == "3");
  CHECK(report.outcomes[1].content.empty());
  CHECK(report.outcomes[2].content == "3");
  CHECK(report.outcomes[2].attempts == 2);
  CHECK(attempts == 4);
  CHECK(seen == std::vector<std::string>{"1:0=1", "1:1=2", "1:0=1", "2:0=1", "2:1=2"});
}

#endif
