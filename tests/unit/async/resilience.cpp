// SPDX-License-Identifier: MIT
// Limits of rate and number, the breaker, and all policies as one stack, in the flow of whole calls.
#include "support/catch.hpp"
#include "unit/async/support.hpp"

#include <boost/asio/detached.hpp>

using namespace tacet_async;

namespace {

// Reads at a second each.
struct reader {
  world w{};
  int at_once = 0;
  int most = 0;
  std::vector<nanoseconds> entered{};
  awaitable<int> work() {
    entered.push_back(w.now());
    most = std::max(most, ++at_once);
    co_await w.sleep(1s);
    --at_once;
    co_return 1;
  }
};
const calls four{{"1", "read"}, {"2", "read"}, {"3", "read"}, {"4", "read"}};

}  // namespace

TEST_CASE("concurrency limit: shared by batches that run at the same time, first come first served") {
  reader r;
  const tacet::async_executor e{tacet::tools{tacet::tool<"read">([&] { return r.work(); }, tacet::read_only)},
                                tacet::parallel<4>{}, tacet::concurrency_limit<3>{}, r.w.clock};
  std::optional<tacet::execution_report> first, second;
  r.w.begin(e, four, first);
  r.w.begin(e, four, second);
  r.w.clock.run(r.w.io);
  REQUIRE((first.has_value() && second.has_value()));
  for (const auto& report : {&*first, &*second})
    for (const auto& one : report->outcomes) CHECK(one.kind == tacet::outcome_kind::succeeded);
  CHECK(r.most == 3);
  // Eight seconds of work in three places.
  CHECK(r.w.now() == 3s);
  CHECK(r.entered == std::vector<nanoseconds>{0s, 0s, 0s, 1s, 1s, 1s, 2s, 2s});
}

TEST_CASE("concurrency limit: a queue that is full refuses, and a call that left it makes room") {
  reader r;
  const tacet::async_executor e{
      tacet::tools{tacet::tool<"read">([&] { return r.work(); }, tacet::read_only, tacet::max_calls<4>)},
      tacet::preconditions{tacet::call_budget{}}, tacet::parallel<4>{}, tacet::concurrency_limit<1, 2>{},
      r.w.clock};
  const auto report = r.w.run(e, four);
  CHECK(short_texts(report) ==
        texts{"1 succeeded/none 1", "2 succeeded/none 1", "3 succeeded/none 1", "4 refused/overloaded 0"});
  CHECK(says(report.outcomes[3], "was not run"));
  CHECK(r.w.answered == 3s);
  // The one that was refused gave its unit of the budget back.
  CHECK(short_texts(r.w.run(e, {{"5", "read"}, {"6", "read"}})) ==
        texts{"5 succeeded/none 1", "6 refused/budget spent 0"});
}

TEST_CASE(
    "concurrency limit: a stop and the end of the batch reach those that wait, and the places are given on") {
  reader r;
  const tacet::async_executor e{tacet::tools{tacet::tool<"read">([&] { return r.work(); }, tacet::read_only)},
                                tacet::parallel<4>{}, tacet::concurrency_limit<1>{}, r.w.clock};
  std::stop_source stop;
  r.w.at(1500ms, [&] { stop.request_stop(); });
  std::optional<tacet::execution_report> first, second;
  r.w.begin(e, four, first, {.stop = stop.get_token()});
  r.w.begin(e, four, second, {.deadline = r.w.start + 3s});
  r.w.clock.run(r.w.io);
  REQUIRE((first.has_value() && second.has_value()));
  CHECK(short_texts(*first) == texts{"1 succeeded/none 1", "2 cancelled/stop requested 1",
                                     "3 cancelled/stop requested 0", "4 cancelled/stop requested 0"});
  // From 1.5 to 2.5 and to the end.
  CHECK(short_texts(*second) == texts{"1 succeeded/none 1", "2 timed out/deadline 1",
                                      "3 timed out/deadline 0", "4 timed out/deadline 0"});
  CHECK(r.w.now() == 3s);
  CHECK(short_texts(r.w.run(e, {{"5", "read"}})) == texts{"5 succeeded/none 1"});
}

TEST_CASE("rate limit: what is too much is refused with the time after which it may be tried") {
  reader r;
  const tacet::async_executor e{
      tacet::tools{tacet::tool<"read">([&] { return 1; }, tacet::read_only, tacet::max_calls<3>)},
      tacet::preconditions{tacet::call_budget{}},
      tacet::rate_limit<tacet::rate_settings{.calls = 2, .per = 10s, .burst = 2}>{}, r.w.clock};
  const auto report =
      r.w.run(e, {{"1", "read"}, {"2", "read"}, {"3", "read"}, {"4", "nope"}, {"5", "read", "[]"}});
  CHECK(short_texts(report) == texts{"1 succeeded/none 1", "2 succeeded/none 1", "3 refused/overloaded 0",
                                     "4 unknown tool/unknown tool 0", "5 bad arguments/not an object 0"});
  CHECK(says(report.outcomes[2], "in 5000 ms"));
  r.w.clock.advance(5s - 1ns);
  CHECK(short_texts(r.w.run(e, {{"3", "read"}})) == texts{"3 refused/overloaded 0"});
  r.w.clock.advance(1ns);
  // Neither refusal spent the budget.
  CHECK(short_texts(r.w.run(e, {{"3", "read"}})) == texts{"3 succeeded/none 1"});
}

TEST_CASE("circuit breaker: opens, refuses with the time, tries once, and closes or opens again") {
  world w;
  bool works = false;
  int runs = 0;
  const tacet::async_executor e{
      tacet::tools{tacet::tool<"net">(
                       [&]() -> awaitable<int> {
                         ++runs;
                         co_await w.sleep(1ms);
                         if (!works) throw std::runtime_error("x");
                         co_return 1;
                       },
                       tacet::read_only),
                   tacet::tool<"other">([] { return 1; }), tacet::tool<"wrong">([]() -> int {
                     throw tacet::tool_error("no such page", tacet::permanence::permanent);
                   })},
      tacet::circuit_breaker<tacet::breaker_settings{
          .failure_ratio = 0.5, .min_calls = 4, .window = 1min, .open_for = 5s}>{},
      w.clock};
  const calls one{{"1", "net"}};
  for (int i = 0; i != 4; ++i) CHECK(short_texts(w.run(e, one)) == texts{"1 failed/exception 1"});
  const auto refused = w.run(e, {{"1", "net"}, {"2", "other"}});
  CHECK(short_texts(refused) == texts{"1 refused/breaker open 0", "2 succeeded/none 1"});
  CHECK(says(refused.outcomes[0], "in 5000 ms"));
  CHECK(runs == 4);
  w.clock.advance(5s);
  CHECK(short_texts(w.run(e, one)) == texts{"1 failed/exception 1"});
  CHECK(short_texts(w.run(e, one)) == texts{"1 refused/breaker open 0"});
  w.clock.advance(5s);
  works = true;
  CHECK(short_texts(w.run(e, one)) == texts{"1 succeeded/none 1"});
  CHECK(short_texts(w.run(e, one)) == texts{"1 succeeded/none 1"});
  CHECK(runs == 7);
  // An error that says that a repeat cannot help says that the tool works.
  for (int i = 0; i != 10; ++i)
    CHECK(short_texts(w.run(e, {{"1", "wrong"}})) == texts{"1 failed/permanent error 1"});
}

TEST_CASE("circuit breaker: one probe at a time, which a cancel does not use up") {
  world w;
  bool works = false;
  const tacet::async_executor e{tacet::tools{tacet::tool<"net">(
                                    [&]() -> awaitable<int> {
                                      co_await w.sleep(1s);
                                      if (!works) throw std::runtime_error("x");
                                      co_return 1;
                                    },
                                    tacet::read_only)},
                                tacet::parallel<4>{},
                                tacet::circuit_breaker<tacet::breaker_settings{
                                    .failure_ratio = 1, .min_calls = 2, .window = 1min, .open_for = 5s}>{},
                                w.clock};
  const calls two{{"1", "net"}, {"2", "net"}};
  CHECK(short_texts(w.run(e, two)) == texts{"1 failed/exception 1", "2 failed/exception 1"});
  w.clock.advance(5s);
  std::stop_source stop;
  w.at(w.now() + 500ms, [&] { stop.request_stop(); });
  const auto stopped = w.run(e, two, {.stop = stop.get_token()});
  CHECK(short_texts(stopped) == texts{"1 cancelled/stop requested 1", "2 refused/breaker open 0"});
  CHECK_FALSE(says(stopped.outcomes[1], "in 0 ms"));
  works = true;
  CHECK(short_texts(w.run(e, two)) == texts{"1 succeeded/none 1", "2 refused/breaker open 0"});
  CHECK(short_texts(w.run(e, two)) == texts{"1 succeeded/none 1", "2 succeeded/none 1"});
}

TEST_CASE("circuit breaker: the attempts of one call count, and an open one ends it") {
  world w;
  int runs = 0;
  const tacet::async_executor e{
      tacet::tools{tacet::tool<"net">(
                       [&]() -> awaitable<int> {
                         ++runs;
                         co_await w.sleep(1h);
                         co_return 1;
                       },
                       tacet::read_only),
                   tacet::tool<"pay">([&]() -> awaitable<int> {
                     ++runs;
                     throw tacet::not_applied("busy");
                     co_return 1;
                   })},
      tacet::resilience<
          tacet::total_timeout<10min>,
          tacet::retries<tacet::retry_schedule{.max_attempts = 10, .backoff = 1s, .multiplier = 1}>,
          tacet::circuit_breaker<tacet::breaker_settings{
              .failure_ratio = 1, .min_calls = 3, .window = 1min, .open_for = 5s}>,
          tacet::attempt_timeout<2s>>{},
      w.clock};
  const auto report = w.run(e, {{"1", "net"}});
  CHECK(short_texts(report) == texts{"1 failed/breaker open 3"});
  CHECK(runs == 3);
  CHECK(w.answered == 9s);
  runs = 0;
  CHECK(short_texts(w.run(e, {{"1", "pay"}})) == texts{"1 failed/breaker open 3"});
  CHECK(runs == 3);
}

TEST_CASE("resilience: the standard stack, in its order") {
  world w;
  std::vector<nanoseconds> entered;
  const tacet::async_executor e{
      tacet::tools{tacet::tool<"net">(
          [&](const number& a, tacet::tool_context& c) -> awaitable<int> {
            entered.push_back(w.now());
            CHECK(c.deadline() == std::min(w.clock.now() + 10s, w.start + 30s));
            co_await w.sleep(std::chrono::seconds(a.n));
            throw std::runtime_error("x");
          },
          tacet::read_only)},
      tacet::resilience<tacet::rate_limit<>, tacet::concurrency_limit<2, 0>, tacet::total_timeout<30s>,
                        tacet::retries<tacet::retry_schedule{.max_attempts = 4, .backoff = 2s}>,
                        tacet::circuit_breaker<>, tacet::attempt_timeout<10s>>{},
      tacet::parallel<8>{}, w.clock};
  SECTION("attempts that are too slow are cut by the whole") {
    const auto report = w.run(e, {{"1", "net", R"({"n":60})"}});
    // 0-10, 12-22, 26-30.
    CHECK(entered == std::vector<nanoseconds>{0s, 12s, 26s});
    CHECK(short_texts(report) == texts{"1 timed out/deadline 3"});
    CHECK(w.answered == 30s);
  }
  SECTION("a third call is too many while two run") {
    const auto report =
        w.run(e, {{"1", "net", R"({"n":0})"}, {"2", "net", R"({"n":0})"}, {"3", "net", R"({"n":0})"}});
    CHECK(short_texts(report) ==
          texts{"1 failed/exception 4", "2 failed/exception 4", "3 refused/overloaded 0"});
    CHECK(w.answered == 14s);
  }
}

TEST_CASE("approval: a decision stands across batches, and is asked for in call order") {
  world w;
  texts asked;
  const tacet::approval_memory memory;
  const tacet::async_executor e{
      tacet::tools{tacet::tool<"read">([](const number& a) { return a.n; }, tacet::read_only)},
      tacet::approval_gate{
          [&](const tacet::approval_request& r) -> awaitable<std::optional<tacet::approval_decision>> {
            asked.emplace_back(r.call().id());
            co_await w.sleep(1s);
            if (r.call().id() == "3") co_return std::nullopt;
            co_return r.call().id() == "2" ? r.deny("mine") : r.approve(tacet::approval_scope::session);
          },
          memory},
      tacet::parallel<4>{}, w.clock};
  const calls batch{{"1", "read", R"({"n":1})"},
                    {"2", "read", R"({"n":2})"},
                    {"3", "read", R"({"n":3})"},
                    {"4", "read", R"({"n":1})"}};
  // The fourth has the values of the first, which was allowed for the session.
  CHECK(short_texts(w.run(e, batch)) == texts{"1 succeeded/none 1", "2 refused/approval denied 0",
                                              "3 refused/approval missing 0", "4 succeeded/none 1"});
  CHECK(asked == texts{"1", "2", "3"});
  CHECK(short_texts(w.run(e, batch)) == texts{"1 succeeded/none 1", "2 refused/approval denied 0",
                                              "3 refused/approval missing 0", "4 succeeded/none 1"});
  CHECK(asked == texts{"1", "2", "3", "3"});
  CHECK(w.now() == 4s);
}
