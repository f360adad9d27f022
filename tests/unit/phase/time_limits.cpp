// SPDX-License-Identifier: MIT
// A tool is told the earliest of its limits, and no wait is begun that would end behind the deadline.
#include "support/catch.hpp"

#include <tacet/tacet.hpp>

#include <chrono>
#include <optional>
#include <thread>
#include <vector>

using namespace std::chrono_literals;
using clock_type = std::chrono::steady_clock;

namespace {

// How long from now a tool is given, as it saw it; negative when it was told of no end.
struct told {
  std::vector<std::chrono::nanoseconds> left;
  auto look() {
    return [this](tacet::tool_context& context) {
      const auto end = context.deadline();
      left.push_back(end.has_value() ? *end - clock_type::now() : -1ns);
    };
  }
};
bool about(std::chrono::nanoseconds left, std::chrono::nanoseconds expected) {
  return left <= expected && left > expected - 5s;
}
const tacet::tool_call look{"1", "look"};

template <class... Part> void run(const tacet::run_options* options, Part... part) {
  const tacet::tool_executor executor{std::move(part)...};
  tacet::execution_report report;
  if (options != nullptr) executor.execute({&look, 1}, report, *options);
  else executor.execute({&look, 1}, report);
  REQUIRE(report.outcomes.at(0).kind == tacet::outcome_kind::succeeded);
}

}  // namespace

TEST_CASE("a tool is told the earliest of its limits") {
  told seen;
  const auto plain = [&] { return tacet::tools{tacet::tool<"look">(seen.look())}; };
  const auto limited = [&] { return tacet::tools{tacet::tool<"look">(seen.look(), tacet::timeout<20s>)}; };
  tacet::run_options soon;
  soon.deadline = clock_type::now() + 10s;

  run(nullptr, plain());
  run(nullptr, limited());
  run(nullptr, plain(), tacet::attempt_timeout<40s>{});
  run(nullptr, limited(), tacet::attempt_timeout<10s>{});  // its own stands instead
  run(nullptr, limited(), tacet::attempt_timeout<40s>{}, tacet::deadline<30s>{});
  run(nullptr, plain(), tacet::deadline<30s>{});
  run(&soon, limited(), tacet::deadline<30s>{});
  run(&soon, plain());
  const std::vector<std::chrono::nanoseconds> expected{-1ns, 20s, 40s, 20s, 20s, 30s, 10s, 10s};
  REQUIRE(seen.left.size() == expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    INFO(i << ": " << seen.left[i].count());
    CHECK((expected[i] < 0ns ? seen.left[i] == expected[i] : about(seen.left[i], expected[i])));
  }
}

TEST_CASE("a limit of centuries does not overflow the clock") {
  told seen;
  run(nullptr, tacet::tools{tacet::tool<"look">(seen.look(), tacet::timeout<std::chrono::nanoseconds::max()>)},
      tacet::deadline<std::chrono::nanoseconds::max()>{});
  CHECK(seen.left.at(0) > std::chrono::hours(24 * 365 * 200));
}

TEST_CASE("the batch's stop reaches a tool with limits") {
  tacet::run_options options;
  std::stop_source source;
  options.stop = source.get_token();
  bool before = true;
  bool after = false;
  const tacet::tool_executor executor{tacet::tools{tacet::tool<"look">(
      [&](tacet::tool_context& context) {
        before = context.stop_requested();
        source.request_stop();
        after = context.stop_requested();
      },
      tacet::timeout<20s>)}};
  (void)executor.execute({&look, 1}, options);
  CHECK(!before);
  CHECK(after);
}

TEST_CASE("each attempt has its timeout, all of them one deadline") {
  std::vector<clock_type::time_point> ends;
  const auto fail_twice = [&](tacet::tool_context& context) -> tacet::tool_result<int> {
    ends.push_back(*context.deadline());
    std::this_thread::sleep_for(2ms);
    if (context.attempt() < 3) return tacet::not_applied("busy");
    return 1;
  };
  using schedule = tacet::retries<tacet::retry_schedule{.max_attempts = 3, .multiplier = 1}>;
  const tacet::tool_executor each{tacet::tools{tacet::tool<"look">(fail_twice, tacet::timeout<60s>)}, schedule{}};
  REQUIRE(each.execute({&look, 1}).outcomes.at(0).attempts == 3);
  CHECK(ends.at(0) < ends.at(1));
  CHECK(ends.at(1) < ends.at(2));

  ends.clear();
  const tacet::tool_executor all{tacet::tools{tacet::tool<"look">(fail_twice)}, schedule{}, tacet::deadline<60s>{}};
  REQUIRE(all.execute({&look, 1}).outcomes.at(0).attempts == 3);
  CHECK(ends.at(0) == ends.at(1));
  CHECK(ends.at(1) == ends.at(2));
}

TEST_CASE("no wait is begun that would end behind the deadline") {
  int ran = 0;
  const auto fail = [&ran](tacet::tool_context&) -> tacet::tool_result<int> {
    ++ran;
    std::this_thread::sleep_for(30ms);
    return tacet::not_applied("busy");
  };
  // Of a tool without a timeout the compiler knows the waits only, and they fit.
  const tacet::tool_executor executor{
      tacet::tools{tacet::tool<"look">(fail)},
      tacet::retries<tacet::retry_schedule{.max_attempts = 1000, .backoff = std::chrono::nanoseconds(1), .multiplier = 1}>{},
      tacet::deadline<50ms>{}};
  const auto before = clock_type::now();
  const auto report = executor.execute({&look, 1});
  CHECK(clock_type::now() - before < 10s);
  CHECK(ran == report.outcomes.at(0).attempts);
  CHECK(ran >= 1);
  CHECK(ran <= 2);
  CHECK(report.outcomes.at(0).kind == tacet::outcome_kind::failed);
  CHECK(report.outcomes.at(0).reason == tacet::outcome_reason::not_applied);

  // By a schedule that is known only at run time, a wait that would end behind it is not begun.
  ran = 0;
  const tacet::tool_executor late{tacet::tools{tacet::tool<"look">(fail)},
                                  tacet::run_time_retries<>{{.max_attempts = 9, .backoff = 1h}},
                                  tacet::deadline<10s>{}};
  CHECK(late.execute({&look, 1}).outcomes.at(0).attempts == 1);
}

TEST_CASE("what has no limits is not there") {
  using plain = decltype(tacet::tool_executor{tacet::tools{tacet::tool<"look">([] {})}});
  STATIC_REQUIRE(std::is_same_v<plain::policies_type::limits_type, tacet::detail::no_time_limits>);
  STATIC_REQUIRE(std::is_empty_v<tacet::detail::call_clock<tacet::detail::no_time_limits>>);
  STATIC_REQUIRE(std::is_empty_v<tacet::deadline<1s>>);
  STATIC_REQUIRE(std::is_empty_v<tacet::attempt_timeout<1s>>);
}

TEST_CASE("a tool that ends at its deadline says that it timed out") {
  const auto late = [](tacet::tool_context&) -> tacet::tool_result<int> { return tacet::timed_out("No answer within 1 s."); };
  using thrice = tacet::retries<tacet::retry_schedule{.max_attempts = 3}>;
  const tacet::tool_executor executor{tacet::tools{tacet::tool<"read">(late, tacet::read_only, tacet::timeout<1s>),
                                                   tacet::tool<"pay">(late, tacet::timeout<1s>)},
                                      thrice{}};
  const tacet::tool_call calls[] = {{"1", "read"}, {"2", "pay"}};
  const auto report = executor.execute(calls);
  CHECK(report.outcomes.at(0).kind == tacet::outcome_kind::timed_out);
  CHECK(report.outcomes.at(0).attempts == 3);
  CHECK(report.outcomes.at(0).content == "No answer within 1 s.");
  // Never "failed, try again": it may have had its effect.
  CHECK(report.outcomes.at(1).kind == tacet::outcome_kind::outcome_unknown);
  CHECK(report.outcomes.at(1).attempts == 1);
  CHECK(report.outcomes.at(1).content.find("No answer within 1 s. It is unknown whether it took effect") == 0);

  // It can be listed, and left out.
  const tacet::tool_executor listed{tacet::tools{tacet::tool<"read">(late, tacet::read_only)},
                                    tacet::retries<tacet::retry_schedule{.max_attempts = 3}, tacet::timed_out>{}};
  CHECK(listed.execute({calls, 1}).outcomes.at(0).attempts == 3);
  const tacet::tool_executor other{tacet::tools{tacet::tool<"read">(late, tacet::read_only)},
                                   tacet::retries<tacet::retry_schedule{.max_attempts = 3}, tacet::not_applied>{}};
  CHECK(other.execute({calls, 1}).outcomes.at(0).attempts == 1);
}

#if defined(__cpp_exceptions)

TEST_CASE("a time-out that is thrown counts as one that is returned") {
  const auto late = [](tacet::tool_context&) -> int { throw tacet::timed_out("late"); };
  const tacet::tool_executor executor{tacet::tools{tacet::tool<"read">(late, tacet::read_only), tacet::tool<"pay">(late)},
                                      tacet::retries<tacet::retry_schedule{.max_attempts = 2}, tacet::timed_out>{}};
  const tacet::tool_call calls[] = {{"1", "read"}, {"2", "pay"}};
  const auto report = executor.execute(calls);
  CHECK(report.outcomes.at(0).kind == tacet::outcome_kind::timed_out);
  CHECK(report.outcomes.at(0).attempts == 2);
  CHECK(report.outcomes.at(1).kind == tacet::outcome_kind::outcome_unknown);
  CHECK(report.outcomes.at(1).attempts == 1);
}

#endif
