// SPDX-License-Identifier: MIT
// Whether a failed attempt is repeated depends on the schedule, the error and the effect, and on nothing else.
#include "support/catch.hpp"

#include <tacet/tacet.hpp>

#include <stdexcept>
#include <string>
#include <type_traits>

using namespace std::chrono_literals;
using tacet::caught_error;
using tacet::tool_effect;
using tacet::detail::repeat_rule;

namespace {

// The frame of a call of a read-only tool, after `attempts` of them.
struct framed {
  using executor = decltype(tacet::tool_executor{tacet::tools{tacet::tool<"probe">([] {})}});
  using policies = executor::policies_type;
  policies parts{std::type_identity<executor::tools_type>{}, [] {}};
  policies::checks_type::batch batch{};
  tacet::execution_report report{};
  tacet::tool_outcome out{};
  tacet::tool_call call{"c1", "probe"};
  tacet::tool_descriptor tool{.name = "probe", .effect = tool_effect::read_only};
  using log_type = tacet::detail::trace_log_of<policies::trace_type>::type;
  tacet::detail::job<policies> job{parts, report.room(), log_type(&report), nullptr, batch};
  tacet::detail::call_frame<policies> frame{{{call, tool, {}, 0}, out}, job};
};

}  // namespace

TEST_CASE("another attempt follows only where schedule, error and effect allow it") {
  const tacet::retry_schedule twice{.max_attempts = 2};
  const tacet::tool_error plain("x");
  const tacet::tool_error lasting("x", tacet::permanence::permanent);
  const tacet::not_applied early("x");
  const struct {
    const tacet::tool_error& error;
    bool before_effect;
    tool_effect effect;
    int attempts;
    bool again;
  } rows[] = {{plain, false, tool_effect::read_only, 1, true},    {plain, false, tool_effect::idempotent, 1, true},
              {plain, false, tool_effect::once, 1, false},        {early, true, tool_effect::once, 1, true},
              {early, true, tool_effect::once, 2, false},         {lasting, false, tool_effect::read_only, 1, false},
              {plain, false, tool_effect::read_only, 2, false}};
  for (const auto& row : rows) {
    const caught_error caught{&row.error, &row.error, row.before_effect};
    CHECK(repeat_rule{&twice, nullptr}.allows(caught, row.effect, row.attempts) == row.again);
    CHECK_FALSE(repeat_rule{}.allows(caught, row.effect, row.attempts));
  }
  repeat_rule known{&twice, nullptr};
  known.decide(false);
  CHECK_FALSE(known.allows({&plain, &plain, false}, tool_effect::read_only, 1));
  known.decide(true);
  CHECK(known.allows({&plain, &plain, false}, tool_effect::read_only, 1));
}

TEST_CASE("a failed attempt gives the wait or the answer, and a result that was lost is never repeated") {
  const tacet::retry_schedule thrice{.max_attempts = 3, .backoff = 5ms};
  const tacet::tool_error error("no such row");
  const caught_error caught{&error, &error, false};
  framed f;
  f.out.attempts = 2;
  const auto again = failed_attempt(f.frame, caught, repeat_rule{&thrice, nullptr});
  CHECK(again.what == tacet::detail::verdict::step::again);
  CHECK(again.after == 10ms);
  CHECK(f.out.content.empty());
  f.out.attempts = 3;
  CHECK(failed_attempt(f.frame, caught, repeat_rule{&thrice, nullptr}).what == tacet::detail::verdict::step::answered);
  CHECK(f.out.content == "no such row");
  CHECK(f.out.reason == tacet::outcome_reason::tool_error);
  framed stored;
  stored.out.attempts = 1;
  stored.out.phase = tacet::call_phase::result;
  CHECK(failed_attempt(stored.frame, caught, repeat_rule{&thrice, nullptr}).what == tacet::detail::verdict::step::answered);
  CHECK(stored.out.reason == tacet::outcome_reason::result_lost);
  CHECK_FALSE(stored.out.content.empty());
}

#if defined(__cpp_exceptions)

namespace {

struct io_error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace

TEST_CASE("a list of errors is asked of the exception that is being handled") {
  using tacet::detail::listing;
  static_assert(listing<tacet::retry_on<>> == nullptr);
  constexpr auto listed = listing<tacet::retry_on<io_error, tacet::not_applied>>;
  const auto thrown = [&](auto error) {
    try {
      throw error;
    } catch (const std::exception& caught) {
      return listed(tacet::detail::sort_error(caught));
    }
  };
  CHECK(thrown(io_error("x")));
  CHECK(thrown(tacet::not_applied("x")));
  CHECK_FALSE(thrown(tacet::tool_error("x")));
  CHECK_FALSE(thrown(std::runtime_error("x")));
  CHECK_FALSE(listed(caught_error{}));  // no exception at all
}

#endif
