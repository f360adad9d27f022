// SPDX-License-Identifier: MIT
// Ending a batch of the asynchronous executor early: by a token, by Asio, by an exception, by the end of the
// loop.
#include "support/catch.hpp"
#include "unit/async/support.hpp"

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/cancellation_type.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/error.hpp>

#include <memory>
#include <stop_token>

using namespace tacet_async;

namespace {

// Where the batch stands when it is stopped, and everything in it that can wait.
enum class waits_in { nothing, check, guard, approval, tool, deaf_tool, backoff, sink };

struct stage {
  world w{};
  waits_in where = waits_in::nothing;
  int runs = 0;
  bool deaf = false;

  auto make() {
    return tacet::async_executor{
        tacet::tools{tacet::tool<"work">(
                         [this](tacet::tool_context& c) -> awaitable<int> {
                           ++runs;
                           c.progress(runs);
                           if (where == waits_in::backoff) throw std::runtime_error("x");
                           if (where == waits_in::tool) co_await w.sleep(1h);
                           if (where == waits_in::deaf_tool) co_await sleep_deaf(w.clock, 1h);
                           co_return 1;
                         },
                         tacet::idempotent),
                     tacet::tool<"plain">([this] {
                       ++runs;
                       return 1;
                     })},
        tacet::preconditions{
            tacet::call_budget{},
            [this](const tacet::pending_call&) -> awaitable<std::optional<tacet::precondition_verdict>> {
              if (where == waits_in::check) co_await w.sleep(1h);
              co_return std::nullopt;
            }},
        tacet::steering_gate{[this](const tacet::pending_call&) -> awaitable<> {
          if (where == waits_in::guard) co_await w.sleep(1h);
        }},
        tacet::approval_gate{[this](const tacet::approval_request& r) -> awaitable<tacet::approval_decision> {
          if (where == waits_in::approval) co_await w.sleep(1h);
          co_return r.approve();
        }},
        tacet::retries<tacet::retry_schedule{.max_attempts = 5, .backoff = 1h}>{},
        tacet::progress{[this](const tacet::tool_progress&) -> awaitable<> {
          if (where == waits_in::sink) co_await w.sleep(1h);
        }},
        w.clock};
  }
};
const calls three{{"1", "work"}, {"2", "plain"}, {"3", "nope"}};

texts expected_of(waits_in where) {
  switch (where) {
    case waits_in::tool:
    case waits_in::backoff:
      return {"1 cancelled/stop requested 1", "2 cancelled/stop requested 0", "3 cancelled/stop requested 0"};
    case waits_in::deaf_tool:
      return {"1 cancelled/abandoned 1", "2 cancelled/stop requested 0", "3 cancelled/stop requested 0"};
    case waits_in::sink:
      return {"1 succeeded/none 1", "2 succeeded/none 1", "3 unknown tool/unknown tool 0"};
    default:
      return {"1 cancelled/stop requested 0", "2 cancelled/stop requested 0", "3 cancelled/stop requested 0"};
  }
}
// A sink is waited for when all calls have been through.
tacet::execution_status status_of(waits_in where) {
  return where == waits_in::sink ? tacet::execution_status::completed : tacet::execution_status::cancelled;
}
int runs_of(waits_in where) {
  return where == waits_in::tool || where == waits_in::deaf_tool || where == waits_in::backoff ? 1
         : where == waits_in::sink                                                             ? 2
                                                                                               : 0;
}

}  // namespace

TEST_CASE("async cancel: a stop ends every wait at once, and every call is answered") {
  stage s;
  s.where = GENERATE(waits_in::check, waits_in::guard, waits_in::approval, waits_in::tool,
                     waits_in::deaf_tool, waits_in::backoff, waits_in::sink);
  INFO(static_cast<int>(s.where));
  const auto e = s.make();
  std::stop_source stop;
  s.w.at(50ms, [&] { stop.request_stop(); });
  const auto report = s.w.run(e, three, {.stop = stop.get_token()});
  CHECK(short_texts(report) == expected_of(s.where));
  CHECK(report.status == status_of(s.where));
  CHECK(s.w.answered == 50ms);
  CHECK(s.runs == runs_of(s.where));
  if (s.where == waits_in::deaf_tool) CHECK(says(report.outcomes[0], "may still be running"));
}

TEST_CASE("async cancel: a stop before the batch runs nothing, and one behind it changes nothing") {
  stage s;
  const auto e = s.make();
  std::stop_source stop;
  s.w.at(1h, [&] { stop.request_stop(); });
  const auto whole = s.w.run(e, three, {.stop = stop.get_token()});
  CHECK(short_texts(whole) ==
        texts{"1 succeeded/none 1", "2 succeeded/none 1", "3 unknown tool/unknown tool 0"});
  CHECK(whole.status == tacet::execution_status::completed);
  CHECK(stop.stop_requested());
  s.runs = 0;
  const auto none = s.w.run(e, three, {.stop = stop.get_token()});
  CHECK(short_texts(none) == expected_of(waits_in::nothing));
  CHECK(none.status == tacet::execution_status::cancelled);
  CHECK(s.runs == 0);
}

TEST_CASE("async cancel: by the cancellation of the coroutine that waits, of any type it lets through") {
  stage s;
  s.where = GENERATE(waits_in::check, waits_in::approval, waits_in::tool, waits_in::deaf_tool,
                     waits_in::backoff, waits_in::sink);
  const auto type = GENERATE(asio::cancellation_type::terminal, asio::cancellation_type::partial,
                             asio::cancellation_type::total);
  INFO(static_cast<int>(s.where) << " " << static_cast<unsigned>(type));
  const auto e = s.make();
  asio::cancellation_signal signal;
  std::optional<tacet::execution_report> got;
  asio::co_spawn(
      s.w.io,
      [&]() -> awaitable<> {
        co_await asio::this_coro::reset_cancellation_state(asio::enable_total_cancellation());
        got = co_await e.co_execute(three);
        s.w.answered = s.w.now();
      },
      asio::bind_cancellation_slot(signal.slot(), [](std::exception_ptr) {}));
  s.w.at(50ms, [&] { signal.emit(type); });
  s.w.clock.run(s.w.io);
  REQUIRE(got.has_value());
  CHECK(short_texts(*got) == expected_of(s.where));
  CHECK(got->status == status_of(s.where));
  CHECK(s.w.answered == 50ms);
  CHECK(s.runs == runs_of(s.where));
}

TEST_CASE("async cancel: by a slot that is bound to the token, at any moment") {
  stage s;
  s.where = waits_in::tool;
  const auto type = GENERATE(asio::cancellation_type::terminal, asio::cancellation_type::partial,
                             asio::cancellation_type::total);
  INFO(static_cast<unsigned>(type));
  const auto e = s.make();
  asio::cancellation_signal signal;
  tacet::execution_report report;
  std::optional<tacet::execution_status> status;
  const auto begin = [&] {
    e.async_execute(s.w.io, three, report, {},
                    asio::bind_cancellation_slot(signal.slot(),
                                                 [&](std::exception_ptr thrown, tacet::execution_status how) {
                                                   CHECK(thrown == nullptr);
                                                   status = how;
                                                   s.w.answered = s.w.now();
                                                 }));
  };
  SECTION("while a tool runs") {
    begin();
    s.w.at(50ms, [&] { signal.emit(type); });
    s.w.clock.run(s.w.io);
    CHECK(short_texts(report) == expected_of(waits_in::tool));
    CHECK(s.w.answered == 50ms);
  }
  SECTION("before the loop runs") {
    begin();
    signal.emit(type);
    s.w.clock.run(s.w.io);
    CHECK(short_texts(report) == expected_of(waits_in::nothing));
    CHECK(s.runs == 0);
  }
  SECTION("again and again") {
    begin();
    for (const auto time : {10ms, 10ms, 11ms}) s.w.at(time, [&] { signal.emit(type), signal.emit(type); });
    s.w.clock.run(s.w.io);
    CHECK(short_texts(report) == expected_of(waits_in::tool));
  }
  REQUIRE(status == tacet::execution_status::cancelled);
}

TEST_CASE(
    "async cancel: a tool, a check, a guard and an approver that say so cancel the batch, and are not "
    "retried") {
  world w;
  int who = 0;
  int runs = 0;
  const tacet::async_executor e{
      tacet::tools{tacet::tool<"work">(
          [&]() -> awaitable<int> {
            ++runs;
            co_await w.sleep(1s);
            if (who == 0) throw tacet::cancelled();
            co_return 1;
          },
          tacet::read_only)},
      tacet::preconditions{
          [&](const tacet::pending_call&) -> awaitable<std::optional<tacet::precondition_verdict>> {
            co_await w.sleep(1s);
            if (who == 1) throw tacet::cancelled();
            co_return std::nullopt;
          }},
      tacet::steering_gate{[&](const tacet::pending_call&) -> awaitable<> {
        co_await w.sleep(1s);
        if (who == 2) throw tacet::cancelled();
      }},
      tacet::approval_gate{[&](const tacet::approval_request& r) -> awaitable<tacet::approval_decision> {
        co_await w.sleep(1s);
        if (who == 3) throw tacet::cancelled();
        co_return r.approve();
      }},
      tacet::retries<tacet::retry_schedule{.max_attempts = 5, .backoff = 1s}>{},
      w.clock};
  who = GENERATE(0, 1, 2, 3);
  INFO(who);
  const auto report = w.run(e, {{"1", "work"}, {"2", "work"}});
  CHECK(short_texts(report) ==
        texts{who == 0 ? "1 cancelled/stop requested 1" : "1 cancelled/stop requested 0",
              "2 cancelled/stop requested 0"});
  CHECK(report.status == tacet::execution_status::cancelled);
  CHECK(runs == (who == 0 ? 1 : 0));
}

TEST_CASE(
    "async cancel: what ended before the stop was seen is taken, a unit of the budget is not spent by what "
    "did not run") {
  world w;
  std::stop_source stop;
  const tacet::async_executor e{
      tacet::tools{tacet::tool<"stops">([&]() -> awaitable<int> {
                     co_await w.sleep(1s);
                     stop.request_stop();
                     co_return 7;
                   }),
                   tacet::tool<"probe">([&]() -> awaitable<int> { co_return 1; }, tacet::max_calls<1>)},
      tacet::preconditions{tacet::call_budget{}},
      tacet::approval_gate{[&](const tacet::approval_request& r) -> awaitable<tacet::approval_decision> {
        if (r.call().name() == "probe") co_await w.sleep(1h);
        co_return r.approve();
      }},
      w.clock};
  CHECK(short_texts(w.run(e, {{"1", "stops"}, {"2", "probe"}}, {.stop = stop.get_token()})) ==
        texts{"1 succeeded/none 1", "2 cancelled/stop requested 0"});
  std::stop_source at_the_end;
  stop.swap(at_the_end);
  const auto last = w.run(e, {{"1", "stops"}}, {.stop = stop.get_token()});
  CHECK(stop.stop_requested());
  CHECK(short_texts(last) == texts{"1 succeeded/none 1"});
  CHECK(last.status == tacet::execution_status::completed);
  std::stop_source other;
  w.at(10s, [&] { other.request_stop(); });
  CHECK(short_texts(w.run(e, {{"1", "probe"}}, {.stop = other.get_token()})) ==
        texts{"1 cancelled/stop requested 0"});
  CHECK(short_texts(w.run(e, {{"1", "probe"}})) == texts{"1 succeeded/none 1"});
  CHECK(short_texts(w.run(e, {{"1", "probe"}})) == texts{"1 refused/budget spent 0"});
}

TEST_CASE("async cancel: the loop goes in the middle") {
  const auto where = GENERATE(waits_in::check, waits_in::guard, waits_in::approval, waits_in::tool,
                              waits_in::deaf_tool, waits_in::backoff, waits_in::sink);
  INFO(static_cast<int>(where));
  bool handled = false;
  {
    tacet::execution_report report;
    auto s = std::make_unique<stage>();
    s->where = where;
    const auto e = s->make();
    std::stop_source stop;
    e.async_execute(s->w.io, three, report, {.stop = stop.get_token()},
                    [&](std::exception_ptr, tacet::execution_status) { handled = true; });
    s->w.clock.run_for(s->w.io, 50ms);
    CHECK_FALSE(handled);
    s.reset();
    stop.request_stop();
    CHECK(e.abandoned().late <= e.abandoned().abandoned);
  }
  CHECK_FALSE(handled);
}

TEST_CASE(
    "async cancel: the executor goes first, then the loop, with a tool that was given up still running") {
  auto w = std::make_unique<world>();
  std::optional<tacet::execution_report> got;
  auto owned = std::make_shared<int>(1);
  const std::weak_ptr<int> watched = owned;
  const calls one{{"1", "deaf"}};
  {
    const tacet::async_executor e{tacet::tools{tacet::tool<"deaf">(
                                      [owned, clock = w->clock]() -> awaitable<int> {
                                        co_await sleep_deaf(clock, 1h);
                                        co_return *owned;
                                      },
                                      tacet::timeout<1s>)},
                                  w->clock};
    owned.reset();
    w->begin(e, one, got);
    w->clock.run_for(w->io, 2s);
  }
  REQUIRE(got.has_value());
  CHECK(got->outcomes[0].reason == tacet::outcome_reason::abandoned);
  CHECK_FALSE(watched.expired());
  w.reset();
  CHECK(watched.expired());
}
