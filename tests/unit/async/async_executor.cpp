// SPDX-License-Identifier: MIT
// The asynchronous executor: plain and awaited parts mixed, every completion token, and what copies share.
#include "support/catch.hpp"
#include "unit/async/support.hpp"

#include <tacet/phase/skill_precondition.hpp>
#include <tacet/tool/generator.hpp>

#include <boost/asio/deferred.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/experimental/as_tuple.hpp>
#include <boost/asio/use_future.hpp>

#include <memory>

using namespace tacet_async;

namespace {

struct point {
  int x = 0;
  int y = 0;
};

const calls all_plain_calls{{"1", "add", R"({"x":1,"y":2})"},
                            {"2", "nope", "{}"},
                            {"3", "add", R"({"x":"one"})"},
                            {"", "flaky", "{}"},
                            {"5", "add", "{", true},
                            {"6", "throws", "{}"},
                            {"7", "odd", "{}"},
                            {"7", "blocked", "{}"},
                            {"8", "skipped", "{}"},
                            {"9", "asked", "{}"},
                            {"10", "functions.add", R"({"x":"7","y":5})"},
                            {"11", "budget", "{}"},
                            {"12", "budget", "{}"},
                            {"13", "counts", R"({"n":3})"},
                            {"14", "cancels", "{}"},
                            {"15", "add", R"({"x":1,"y":2})"}};
template <template <class...> class Executor> auto plain_executor() {
  return Executor{
      tacet::tools{tacet::tool<"add">([](const point& p) { return p.x + p.y; }, tacet::read_only),
                   tacet::tool<"flaky">(
                       [](tacet::tool_context& c) {
                         if (c.attempt() < 3) throw std::runtime_error("not yet");
                         return c.attempt();
                       },
                       tacet::idempotent),
                   tacet::tool<"throws">([]() -> int { throw 7; }),
                   tacet::tool<"odd">([]() -> int { throw bad_words(); }),
                   tacet::tool<"blocked">([] { return 1; }), tacet::tool<"skipped">([] { return 1; }),
                   tacet::tool<"asked">([] { return 1; }),
                   tacet::tool<"budget">([] { return 1; }, tacet::max_calls<1>),
                   tacet::tool<"counts">([](const number& a) -> tacet::generator<int> {
                     for (int i = 0; i < a.n; ++i) co_yield i;
                   }),
                   tacet::tool<"cancels">([]() -> int { throw tacet::cancelled(); })},
      tacet::preconditions{tacet::call_budget{},
                           [](const tacet::pending_call& c) -> std::optional<tacet::precondition_verdict> {
                             if (c.name() == "blocked")
                               return tacet::precondition_verdict::block(tacet::message::constant("no"));
                             if (c.name() == "asked") return tacet::precondition_verdict::unavailable();
                             return std::nullopt;
                           }},
      tacet::steering_gate{[](const tacet::pending_call& c) -> std::optional<tacet::skip> {
        if (c.name() == "skipped") return tacet::skip{tacet::message::constant("later")};
        if (c.name() == "odd") throw std::runtime_error("guard");
        return std::nullopt;
      }},
      tacet::approval_gate{[](const tacet::approval_request& r) {
        return r.call().name() == "asked" ? r.deny("mine") : r.approve();
      }},
      tacet::retries<tacet::retry_schedule{.max_attempts = 3}>{},
      tacet::collect_trace{},
      tacet::progress{[](const tacet::tool_progress&) {}}};
}

}  // namespace

TEST_CASE("async executor: plain parts give the report of the synchronous executor, trace included") {
  const auto expected = plain_executor<tacet::tool_executor>().execute(all_plain_calls);
  REQUIRE(expected.outcomes.size() == all_plain_calls.size());
  REQUIRE(expected.trace.size() > all_plain_calls.size());
  world w;
  CHECK(whole_text(w.run(plain_executor<tacet::async_executor>(), all_plain_calls)) == whole_text(expected));
}

TEST_CASE("async executor: awaited parts that do the same give the same outcomes") {
  world w;
  const auto plain = plain_executor<tacet::tool_executor>().execute(all_plain_calls);
  const tacet::async_executor e{
      tacet::tools{tacet::tool<"add">(
                       [&](const point& p) -> awaitable<int> {
                         co_await w.sleep(1s);
                         co_return p.x + p.y;
                       },
                       tacet::read_only),
                   tacet::tool<"flaky">(
                       [&](tacet::tool_context& c) -> awaitable<int> {
                         co_await w.sleep(1s);
                         if (c.attempt() < 3) throw std::runtime_error("not yet");
                         co_return c.attempt();
                       },
                       tacet::idempotent),
                   tacet::tool<"throws">([&]() -> awaitable<int> {
                     co_await w.sleep(1s);
                     throw 7;
                   }),
                   tacet::tool<"odd">([&]() -> awaitable<int> {
                     co_await w.sleep(1s);
                     throw bad_words();
                   }),
                   tacet::tool<"blocked">([] { return 1; }),
                   tacet::tool<"skipped">([]() -> awaitable<int> { co_return 1; }),
                   tacet::tool<"asked">([] { return 1; }),
                   tacet::tool<"budget">([]() -> awaitable<int> { co_return 1; }, tacet::max_calls<1>),
                   tacet::tool<"counts">([&](const number& a) {
                     return slow_numbers{w.clock, a.n};
                   }),
                   tacet::tool<"cancels">([&]() -> awaitable<int> {
                     co_await w.sleep(1s);
                     throw tacet::cancelled();
                   })},
      tacet::preconditions{
          tacet::call_budget{},
          [&](const tacet::pending_call& c) -> awaitable<std::optional<tacet::precondition_verdict>> {
            co_await w.sleep(1ms);
            if (c.name() == "blocked")
              co_return tacet::precondition_verdict::block(tacet::message::constant("no"));
            if (c.name() == "asked") co_return tacet::precondition_verdict::unavailable();
            co_return std::nullopt;
          }},
      tacet::steering_gate{[&](const tacet::pending_call& c) -> awaitable<std::optional<tacet::skip>> {
        co_await w.sleep(1ms);
        if (c.name() == "skipped") co_return tacet::skip{tacet::message::constant("later")};
        if (c.name() == "odd") throw std::runtime_error("guard");
        co_return std::nullopt;
      }},
      tacet::approval_gate{[&](const tacet::approval_request& r) -> awaitable<tacet::approval_decision> {
        co_await w.sleep(1ms);
        co_return r.call().name() == "asked" ? r.deny("mine") : r.approve();
      }},
      tacet::retries<tacet::retry_schedule{.max_attempts = 3}>{},
      tacet::collect_trace{},
      tacet::progress{[&](const tacet::tool_progress&) -> awaitable<> { co_await w.sleep(1ms); }},
      w.clock};
  CHECK(whole_text(w.run(e, all_plain_calls)) == whole_text(plain));
}

TEST_CASE("async executor: skills that are awaited are fetched once for a batch, and their failure is told") {
  world w;
  int fetches = 0;
  bool fails = false;
  const tacet::async_executor e{
      tacet::tools{tacet::tool<"open">([] { return 1; }, tacet::read_only),
                   tacet::tool<"close">([] { return 2; }, tacet::read_only)},
      tacet::preconditions{tacet::skill_precondition{
          [&]() -> awaitable<std::vector<tacet::skill<>>> {
            ++fetches;
            co_await w.sleep(2s);
            if (fails) throw std::runtime_error("down");
            co_return std::vector<tacet::skill<>>{{"doors", {"open"}, "ready == true"}};
          },
          [] { return std::string(R"({"ready":false})"); }}},
      tacet::parallel<4>{}, w.clock};
  const calls batch{{"1", "close"}, {"2", "open"}, {"3", "close"}};
  CHECK(short_texts(w.run(e, batch)) ==
        texts{"1 succeeded/none 1", "2 refused/skill condition 0", "3 succeeded/none 1"});
  CHECK(fetches == 1);
  CHECK(w.answered == 2s);
  fails = true;
  const auto report = w.run(e, batch);
  CHECK(short_texts(report) == texts{"1 succeeded/none 1", "2 succeeded/none 1", "3 succeeded/none 1"});
  for (const auto& one : report.outcomes) CHECK(one.undetermined);
  CHECK(fetches == 2);
  // Left at the end of the batch; what it gives later is nobody's.
  const auto late = w.run(e, batch, {.deadline = w.clock.now() + 1s});
  for (const auto& one : late.outcomes) CHECK(one.kind == tacet::outcome_kind::timed_out);
  CHECK(e.abandoned().abandoned == 0);
}

TEST_CASE("async executor: nothing, many calls, a report that is used again") {
  world w;
  const tacet::async_executor e{tacet::tools{tacet::tool<"echo">([&](const number& a) -> awaitable<int> {
                                  co_await w.sleep(1us);
                                  co_return a.n;
                                })},
                                w.clock};
  CHECK(w.run(e, {}).outcomes.empty());
  CHECK(w.run(e, {}).status == tacet::execution_status::completed);
  std::vector<std::string> args;
  for (int i = 0; i != 3000; ++i) args.push_back("{\"n\":" + std::to_string(i) + "}");
  calls many;
  for (const auto& one : args) many.push_back({"", "echo", one});
  tacet::execution_report report;
  for (const std::size_t size : {std::size_t{3000}, std::size_t{2}, std::size_t{0}, std::size_t{50}}) {
    std::optional<tacet::execution_status> status;
    asio::co_spawn(w.io, e.co_execute(std::span(many).first(size), report),
                   [&](std::exception_ptr thrown, tacet::execution_status s) {
                     CHECK(thrown == nullptr);
                     status = s;
                   });
    w.clock.run(w.io);
    REQUIRE(status == tacet::execution_status::completed);
    REQUIRE(report.outcomes.size() == size);
    for (std::size_t i = 0; i != size; ++i) REQUIRE(report.outcomes[i].content == std::to_string(i));
  }
}

TEST_CASE("async executor: any completion token") {
  asio::io_context io;
  const tacet::async_executor e{tacet::tools{tacet::tool<"wait">([](const number& a) -> awaitable<int> {
    co_await asio::post(asio::use_awaitable);
    co_return a.n;
  })}};
  const calls batch{{"1", "wait", R"({"n":3})"}, {"2", "nope"}};
  const texts expected{"1 succeeded/none 1", "2 unknown tool/unknown tool 0"};
  tacet::execution_report report;
  SECTION("a future") {
    auto future = e.async_execute(io, batch, report, {}, asio::use_future);
    io.run();
    CHECK(future.get() == tacet::execution_status::completed);
  }
  SECTION("detached") {
    e.async_execute(io.get_executor(), batch, report, {}, asio::detached);
    io.run();
  }
  SECTION("a callback, which owns something") {
    auto owned = std::make_unique<int>(0);
    int& count = *owned;
    e.async_execute(io, batch, report, {},
                    [&count, owned = std::move(owned)](std::exception_ptr thrown,
                                                       tacet::execution_status status) mutable {
                      CHECK(thrown == nullptr);
                      CHECK(status == tacet::execution_status::completed);
                      ++count;
                      CHECK(count == 1);
                      CHECK(owned != nullptr);
                    });
    io.run();
  }
  SECTION("deferred, begun later") {
    auto operation = e.async_execute(io, batch, report, {}, asio::deferred);
    io.run();
    CHECK(report.outcomes.empty());
    io.restart();
    int called = 0;
    std::move(operation)([&](std::exception_ptr thrown, tacet::execution_status) {
      CHECK(thrown == nullptr);
      ++called;
    });
    io.run();
    CHECK(called == 1);
  }
  SECTION("an awaitable, as a tuple") {
    bool through = false;
    asio::co_spawn(
        io,
        [&]() -> awaitable<> {
          const auto [thrown, status] = co_await e.async_execute(
              io, batch, report, {}, asio::experimental::as_tuple(asio::use_awaitable));
          CHECK(thrown == nullptr);
          CHECK(status == tacet::execution_status::completed);
          through = true;
        },
        asio::detached);
    io.run();
    CHECK(through);
  }
  CHECK(short_texts(report) == expected);
}

TEST_CASE("async executor: a handle, copies share budgets and may go first") {
  world w;
  auto made = [&w] {
    return tacet::async_executor{tacet::tools{tacet::tool<"probe">(
                                     [&w]() -> awaitable<int> {
                                       co_await w.sleep(1s);
                                       co_return 1;
                                     },
                                     tacet::max_calls<2>)},
                                 tacet::preconditions{tacet::call_budget{}}, w.clock};
  };
  auto first = made();
  auto copy = first;
  const calls two{{"1", "probe"}, {"2", "probe"}};
  CHECK(short_texts(w.run(first, {{"1", "probe"}})) == texts{"1 succeeded/none 1"});
  CHECK(short_texts(w.run(copy, two)) == texts{"1 succeeded/none 1", "2 refused/budget spent 0"});
  copy.reset();
  CHECK(short_texts(w.run(first, two)) == texts{"1 succeeded/none 1", "2 succeeded/none 1"});
  std::optional<tacet::execution_report> got;
  {
    const auto gone = made();
    w.begin(gone, two, got);
  }
  w.clock.run(w.io);
  REQUIRE(got.has_value());
  CHECK(short_texts(*got) == texts{"1 succeeded/none 1", "2 succeeded/none 1"});
}
