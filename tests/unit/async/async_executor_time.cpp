// SPDX-License-Identifier: MIT
// Time in the asynchronous executor: who is answered when, to the nanosecond, and what becomes of what was
// given up.
#include "support/catch.hpp"
#include "unit/async/support.hpp"

#include <boost/asio/error.hpp>
#include <boost/asio/post.hpp>

#include <memory>
#include <system_error>

using namespace tacet_async;

namespace {

// Looks at its stop token every `step`.
awaitable<bool> until_stopped(tacet::virtual_clock clock, tacet::tool_context& context, nanoseconds step) {
  co_await asio::this_coro::reset_cancellation_state(asio::disable_cancellation());
  while (!context.stop_requested()) co_await clock.sleep_for(step);
  co_return true;
}

}  // namespace

TEST_CASE("async time: a tool that ends when it is asked to is late, one that does not is abandoned") {
  world w;
  const tacet::async_executor e{
      tacet::tools{tacet::tool<"asio">(
                       [&]() -> awaitable<int> {
                         co_await w.sleep(1h);
                         co_return 1;
                       },
                       tacet::read_only, tacet::timeout<50ms>),
                   tacet::tool<"token">(
                       [&](tacet::tool_context& c) -> awaitable<int> {
                         // A stop callback reaches it at once.
                         tacet::virtual_timer timer = w.clock.make_timer(co_await asio::this_coro::executor);
                         timer.expires_after(1h);
                         const std::stop_callback on_stop(c.stop_token(), [&timer] { timer.cancel(); });
                         co_await asio::this_coro::reset_cancellation_state(asio::disable_cancellation());
                         boost::system::error_code ignored;
                         co_await timer.async_wait(asio::redirect_error(asio::use_awaitable, ignored));
                         co_return 1;
                       },
                       tacet::read_only, tacet::timeout<50ms>),
                   tacet::tool<"deaf">(
                       [&]() -> awaitable<int> {
                         co_await sleep_deaf(w.clock, 10s);
                         co_return 1;
                       },
                       tacet::read_only, tacet::timeout<50ms>),
                   tacet::tool<"polls">(
                       [&](tacet::tool_context& c) -> awaitable<int> {
                         co_await until_stopped(w.clock, c, 20ms);
                         co_return 1;
                       },
                       tacet::read_only, tacet::timeout<50ms>),
                   tacet::tool<"slow">(
                       [&]() -> awaitable<int> {
                         co_await w.sleep(49ms);
                         co_return 1;
                       },
                       tacet::timeout<50ms>)},
      tacet::attempt_timeout<1s>{}, w.clock};
  SECTION("asio's cancellation") {
    const auto report = w.run(e, {{"1", "asio"}});
    CHECK(short_texts(report) == texts{"1 timed out/deadline 1"});
    CHECK(report.outcomes[0].is_error);
    CHECK_FALSE(says(report.outcomes[0], "still be running"));
    CHECK(w.answered == 50ms);
    CHECK(w.now() == 50ms);
    CHECK(e.abandoned().abandoned == 0);
  }
  SECTION("the stop token, whose tool then gives a value in time") {
    // It was asked to end, and did: the value that it had by then is taken.
    const auto report = w.run(e, {{"1", "token"}});
    CHECK(short_texts(report) == texts{"1 succeeded/none 1"});
    CHECK(w.answered == 50ms);
    CHECK(e.abandoned().abandoned == 0);
  }
  SECTION("deaf") {
    const auto report = w.run(e, {{"1", "deaf"}, {"2", "slow"}});
    CHECK(short_texts(report) == texts{"1 timed out/abandoned 1", "2 succeeded/none 1"});
    CHECK(says(report.outcomes[0], "may still be running"));
    CHECK(w.answered == 99ms);
    CHECK(w.now() == 10s);
    CHECK(e.abandoned().abandoned == 1);
    CHECK(e.abandoned().late == 1);
    CHECK(e.abandoned().running() == 0);
  }
  SECTION("one that looks at its token now and then has not ended by the deadline") {
    const auto report = w.run(e, {{"1", "polls"}});
    CHECK(short_texts(report) == texts{"1 timed out/abandoned 1"});
    CHECK(w.answered == 50ms);
    CHECK(w.now() == 60ms);
  }
  SECTION("still running while it is counted") {
    std::optional<tacet::execution_report> got;
    const calls one{{"1", "deaf"}};
    w.begin(e, one, got);
    w.clock.run_for(w.io, 49'999'999ns);
    CHECK_FALSE(got.has_value());
    w.clock.run_for(w.io, 1ns);
    CHECK(got.has_value());
    CHECK(e.abandoned().running() == 1);
    w.clock.run(w.io);
    CHECK(e.abandoned().running() == 0);
  }
}

TEST_CASE("async time: a tool that runs once and is late is of unknown outcome, and is not tried again") {
  world w;
  int runs = 0;
  const tacet::async_executor e{tacet::tools{tacet::tool<"pay">([&]() -> awaitable<int> {
                                               ++runs;
                                               co_await w.sleep(1h);
                                               co_return 1;
                                             }),
                                             tacet::tool<"deaf_pay">([&]() -> awaitable<int> {
                                               ++runs;
                                               co_await sleep_deaf(w.clock, 5s);
                                               co_return 1;
                                             })},
                                tacet::attempt_timeout<2s>{},
                                tacet::retries<tacet::retry_schedule{.max_attempts = 4, .backoff = 1s}>{},
                                w.clock};
  const auto report = w.run(e, {{"1", "pay"}, {"2", "deaf_pay"}});
  CHECK(short_texts(report) == texts{"1 outcome unknown/deadline 1", "2 outcome unknown/abandoned 1"});
  for (const auto& one : report.outcomes) CHECK(says(one, "unknown whether it took effect"));
  CHECK(says(report.outcomes[1], "may still be running"));
  CHECK(runs == 2);
  CHECK(w.answered == 4s);
}

TEST_CASE(
    "async time: retries wait by their schedule, exactly, and late attempts are repeated where the effect "
    "allows it") {
  world w;
  std::vector<nanoseconds> entered;
  const tacet::async_executor e{
      tacet::tools{tacet::tool<"reads">(
                       [&]() -> awaitable<int> {
                         entered.push_back(w.now());
                         co_await w.sleep(1h);
                         co_return 1;
                       },
                       tacet::read_only),
                   tacet::tool<"fails">(
                       [&](tacet::tool_context& c) -> awaitable<int> {
                         entered.push_back(w.now());
                         co_await w.sleep(10ms);
                         if (c.attempt() < 4) throw std::runtime_error("x");
                         co_return c.attempt();
                       },
                       tacet::idempotent),
                   tacet::tool<"plain">(
                       [&](tacet::tool_context& c) {
                         entered.push_back(w.now());
                         if (c.attempt() < 3) throw std::runtime_error("x");
                         return c.attempt();
                       },
                       tacet::read_only),
                   tacet::tool<"busy">([&]() -> awaitable<int> {
                     entered.push_back(w.now());
                     if (entered.size() == 1) throw tacet::not_applied("busy", tacet::retry_after(7s));
                     co_return 1;
                   })},
      tacet::attempt_timeout<2s>{},
      tacet::retries<tacet::retry_schedule{
          .max_attempts = 4, .backoff = 1s, .multiplier = 3, .heeds_retry_after = true}>{},
      w.clock};
  SECTION("late") {
    CHECK(short_texts(w.run(e, {{"1", "reads"}})) == texts{"1 timed out/deadline 4"});
    CHECK(entered == std::vector<nanoseconds>{0s, 3s, 8s, 19s});
    CHECK(w.answered == 21s);
  }
  SECTION("failed") {
    CHECK(short_texts(w.run(e, {{"1", "fails"}})) == texts{"1 succeeded/none 4"});
    CHECK(entered == std::vector<nanoseconds>{0s, 1010ms, 4020ms, 13030ms});
    CHECK(w.answered == 13040ms);
  }
  SECTION("a plain tool waits too, without holding the loop") {
    bool ticked = false;
    w.at(500ms, [&] { ticked = entered.size() == 1; });
    CHECK(short_texts(w.run(e, {{"1", "plain"}})) == texts{"1 succeeded/none 3"});
    CHECK(entered == std::vector<nanoseconds>{0s, 1s, 4s});
    CHECK(ticked);
  }
  SECTION("what a server asks for, also for a tool that runs once") {
    CHECK(short_texts(w.run(e, {{"1", "busy"}})) == texts{"1 succeeded/none 2"});
    CHECK(entered == std::vector<nanoseconds>{0s, 7s});
  }
}

TEST_CASE("async time: a success at the very deadline is taken, and one a nanosecond later is not") {
  world w;
  nanoseconds needs{};
  bool deaf = false;
  const tacet::async_executor e{tacet::tools{tacet::tool<"work">(
                                    [&]() -> awaitable<std::string> {
                                      if (deaf) co_await sleep_deaf(w.clock, needs);
                                      else co_await w.sleep(needs);
                                      co_return "done";
                                    },
                                    tacet::timeout<1s>)},
                                w.clock};
  deaf = GENERATE(false, true);
  INFO(deaf);
  for (const nanoseconds time : {nanoseconds(0), nanoseconds(1), nanoseconds(1s) - 1ns, nanoseconds(1s)}) {
    needs = time;
    INFO(time.count());
    CHECK(short_texts(w.run(e, {{"1", "work"}})) == texts{"1 succeeded/none 1"});
  }
  needs = 1s + 1ns;
  CHECK(short_texts(w.run(e, {{"1", "work"}})) ==
        texts{deaf ? "1 outcome unknown/abandoned 1" : "1 outcome unknown/deadline 1"});
  CHECK(e.abandoned().abandoned == (deaf ? 1 : 0));
}

TEST_CASE("async time: a thousand races around the deadline give one answer each") {
  world w;
  std::size_t effects = 0;
  const tacet::async_executor e{tacet::tools{tacet::tool<"work">(
                                    [&](const number& a) -> awaitable<int> {
                                      co_await sleep_deaf(w.clock, 1s + nanoseconds(a.n));
                                      ++effects;
                                      co_return a.n;
                                    },
                                    tacet::timeout<1s>)},
                                tacet::progress{[](const tacet::tool_progress&) {}}, w.clock};
  std::vector<std::string> args;
  for (int i = 0; i != 1000; ++i) args.push_back("{\"n\":" + std::to_string((i % 11) - 5) + "}");
  std::size_t late = 0;
  for (int i = 0; i != 1000; ++i) {
    const auto report = w.run(e, {{"r", "work", args[static_cast<std::size_t>(i)]}});
    REQUIRE(report.outcomes.size() == 1);
    const bool expected = (i % 11) - 5 > 0;
    late += expected ? 1U : 0U;
    REQUIRE((report.outcomes[0].kind == tacet::outcome_kind::outcome_unknown) == expected);
    if (!expected) REQUIRE(report.outcomes[0].content == std::to_string((i % 11) - 5));
  }
  CHECK(effects == 1000);
  CHECK(e.abandoned().abandoned == late);
  CHECK(e.abandoned().late == late);
}

TEST_CASE("async time: what is given up touches nothing that is gone, not even the executor") {
  world w;
  texts log;
  std::optional<tacet::execution_report> got;
  {
    // The tool owns what it is made of, and the arguments are its own copy.
    auto state = std::make_shared<std::string>("state");
    const tacet::async_executor e{
        tacet::tools{tacet::tool<"deaf">(
            [&, state](const file& a, tacet::tool_context& c) -> awaitable<std::string> {
              co_await sleep_deaf(w.clock, 10s);
              c.progress(1);
              log.push_back(*state + " " + a.path + " " + std::string(c.call_id()) + " " +
                            std::string(c.tool_name()));
              co_return a.path;
            },
            tacet::read_only)},
        tacet::attempt_timeout<1s>{},
        tacet::progress{[&](const tacet::tool_progress&) { log.emplace_back("progress"); }},
        tacet::collect_trace{}, w.clock};
    state.reset();
    auto id = std::make_unique<std::string>("an id that is long enough to stand on the heap");
    auto args =
        std::make_unique<std::string>(R"({"path":"a path that is long enough to stand on the heap"})");
    calls batch{{*id, "deaf", *args}};
    w.begin(e, batch, got);
    w.clock.run_for(w.io, 1s);
    REQUIRE(got.has_value());
    CHECK(to_text(got->outcomes[0].reason) == "abandoned");
    got.reset();
  }
  w.clock.run(w.io);
  CHECK(w.now() == 10s);
  // Late progress is dropped as the late result is.
  CHECK(log == texts{"state a path that is long enough to stand on the heap an id that is long enough to "
                     "stand on the heap deaf"});
}

TEST_CASE("async time: a check, a guard and an approver that never answer are left at the end of the batch") {
  world w;
  int slow = 0;
  bool ran = false;
  const tacet::async_executor e{
      tacet::tools{tacet::tool<"run">([&] {
        ran = true;
        return 1;
      })},
      tacet::preconditions{
          [&](const tacet::pending_call&) -> awaitable<std::optional<tacet::precondition_verdict>> {
            if (slow == 1) co_await sleep_deaf(w.clock, 1h);
            co_return std::nullopt;
          }},
      tacet::steering_gate{[&](const tacet::pending_call&) -> awaitable<> {
        if (slow == 2) co_await sleep_deaf(w.clock, 1h);
      }},
      tacet::approval_gate{[&](const tacet::approval_request& r) -> awaitable<tacet::approval_decision> {
        if (slow == 3) co_await sleep_deaf(w.clock, 1h);
        co_return r.approve();
      }},
      tacet::batch_timeout<5s>{},
      w.clock};
  slow = GENERATE(1, 2, 3);
  INFO(slow);
  const auto report = w.run(e, {{"1", "run"}, {"2", "run"}});
  CHECK(short_texts(report) == texts{"1 timed out/deadline 0", "2 timed out/deadline 0"});
  CHECK_FALSE(ran);
  CHECK(w.answered == 5s);
  CHECK(e.abandoned().abandoned == 1);
  CHECK(e.abandoned().late == 1);
}

TEST_CASE("async time: a slow sink is waited for until the batch must end, and its values stay in order") {
  world w;
  texts seen;
  const tacet::async_executor e{tacet::tools{tacet::tool<"count">([](tacet::tool_context& c) {
                                  for (int i = 0; i != 4; ++i) c.progress(i);
                                  return 4;
                                })},
                                tacet::progress{[&](const tacet::tool_progress& p) -> awaitable<> {
                                  co_await w.sleep(2s);
                                  seen.push_back(p.payload.text());
                                }},
                                tacet::batch_timeout<9s>{}, w.clock};
  CHECK(short_texts(w.run(e, {{"1", "count"}})) == texts{"1 succeeded/none 1"});
  CHECK(w.answered == 8s);
  CHECK(seen == texts{"0", "1", "2", "3"});
  seen.clear();
  CHECK(short_texts(w.run(e, {{"1", "count"}}, {.deadline = w.clock.now() + 5s})) ==
        texts{"1 succeeded/none 1"});
  CHECK(w.answered == 8s + 5s);
  CHECK(seen == texts{"0", "1", "2", "3"});
  CHECK(w.now() == 16s);
}
