// SPDX-License-Identifier: MIT
// The limits of a call, of a batch and of an approval, alone and against each other.
#include "support/catch.hpp"
#include "unit/async/support.hpp"

using namespace tacet_async;

TEST_CASE("total timeout: a call is cut in an attempt or in a wait, whatever its schedule says") {
  world w;
  std::vector<nanoseconds> entered;
  nanoseconds needs{};
  const tacet::async_executor e{
      tacet::tools{tacet::tool<"reads">(
                       [&](tacet::tool_context& c) -> awaitable<int> {
                         entered.push_back(w.now());
                         CHECK(c.deadline().has_value());
                         co_await w.sleep(needs);
                         throw std::runtime_error("x");
                       },
                       tacet::read_only),
                   tacet::tool<"pays">([&]() -> awaitable<int> {
                     co_await w.sleep(1h);
                     co_return 1;
                   }),
                   tacet::tool<"deaf">(
                       [&]() -> awaitable<int> {
                         co_await sleep_deaf(w.clock, 1h);
                         co_return 1;
                       },
                       tacet::idempotent)},
      tacet::total_timeout<10s>{}, tacet::attempt_timeout<4s>{},
      tacet::retries<tacet::retry_schedule{.max_attempts = 100, .backoff = 1s, .multiplier = 1}>{}, w.clock};
  SECTION("in an attempt") {
    needs = 1h;
    // 0-4, 5-9, and a third from 10 would begin at the end.
    CHECK(short_texts(w.run(e, {{"1", "reads"}})) == texts{"1 timed out/deadline 2"});
    CHECK(entered == std::vector<nanoseconds>{0s, 5s});
    CHECK(w.answered == 9s);
  }
  SECTION("an attempt that gets what is left of the call") {
    needs = 3s;
    // 0-3, 4-7, 8-10.
    CHECK(short_texts(w.run(e, {{"1", "reads"}})) == texts{"1 timed out/deadline 3"});
    CHECK(entered == std::vector<nanoseconds>{0s, 4s, 8s});
    CHECK(w.answered == 10s);
  }
  SECTION("no wait begins that would end later") {
    needs = 2500ms;
    // 0-2.5, 3.5-6, 7-9.5: the next would begin at 10.5.
    CHECK(short_texts(w.run(e, {{"1", "reads"}})) == texts{"1 failed/exception 3"});
    CHECK(w.answered == 9500ms);
  }
  SECTION("each call has its own") {
    CHECK(short_texts(w.run(e, {{"1", "pays"}, {"2", "deaf"}, {"3", "pays"}})) ==
          texts{"1 outcome unknown/deadline 1", "2 timed out/abandoned 2", "3 outcome unknown/deadline 1"});
    CHECK(w.answered == 4s + 9s + 4s);
    CHECK(e.abandoned().abandoned == 2);
  }
}

TEST_CASE("deadline: proved at compile time, kept at run time") {
  world w;
  const tacet::async_executor e{tacet::tools{tacet::tool<"reads">(
                                    [&]() -> awaitable<int> {
                                      co_await w.sleep(1h);
                                      co_return 1;
                                    },
                                    tacet::read_only)},
                                tacet::attempt_timeout<2s>{},
                                tacet::retries<tacet::retry_schedule{.max_attempts = 3, .backoff = 1s}>{},
                                tacet::deadline<10s>{}, w.clock};
  CHECK(short_texts(w.run(e, {{"1", "reads"}})) == texts{"1 timed out/deadline 3"});
  CHECK(w.answered == 2s + 1s + 2s + 2s + 2s);
}

TEST_CASE("batch timeout: what runs is left, what waits does not run, and the earlier limit stands") {
  world w;
  int ran = 0;
  const tacet::async_executor e{
      tacet::tools{tacet::tool<"work">([&](const number& a) -> awaitable<int> {
                     ++ran;
                     co_await w.sleep(std::chrono::seconds(a.n));
                     co_return a.n;
                   }),
                   tacet::tool<"plain">([&] {
                     ++ran;
                     return 1;
                   }),
                   tacet::tool<"flaky">([&](tacet::tool_context&) -> awaitable<int> {
                     ++ran;
                     throw tacet::not_applied("x");
                     co_return 1;
                   })},
      tacet::batch_timeout<10s>{},
      tacet::retries<tacet::retry_schedule{.max_attempts = 9, .backoff = 4s, .multiplier = 1}>{}, w.clock};
  const calls batch{
      {"1", "work", R"({"n":6})"}, {"2", "plain"}, {"3", "work", R"({"n":6})"}, {"4", "plain"}, {"5", "nope"},
      {"6", "plain", "{", true}};
  SECTION("its own") {
    const auto report = w.run(e, batch);
    // Each is answered, also those that could not have run.
    CHECK(short_texts(report) == texts{"1 succeeded/none 1", "2 succeeded/none 1",
                                       "3 outcome unknown/deadline 1", "4 timed out/deadline 0",
                                       "5 timed out/deadline 0", "6 timed out/deadline 0"});
    CHECK(says(report.outcomes[3], "was not run"));
    CHECK_FALSE(says(report.outcomes[3], "unknown whether"));
    CHECK(report.status == tacet::execution_status::completed);
    CHECK(w.answered == 10s);
    CHECK(ran == 3);
  }
  SECTION("that of the options, when it is earlier") {
    CHECK(short_texts(w.run(e, batch, {.deadline = w.start + 5s}))[0] == "1 outcome unknown/deadline 1");
    CHECK(w.answered == 5s);
    CHECK(ran == 1);
  }
  SECTION("that of the options, when it is later") {
    CHECK(short_texts(w.run(e, batch, {.deadline = w.start + 50s}))[2] == "3 outcome unknown/deadline 1");
    CHECK(w.answered == 10s);
  }
  SECTION("over before it began") {
    const auto report = w.run(e, batch, {.deadline = w.start - 1s});
    for (const auto& one : report.outcomes) CHECK(one.kind == tacet::outcome_kind::timed_out);
    CHECK(ran == 0);
    CHECK(w.answered == 0s);
  }
  SECTION("in a wait between attempts") {
    const auto report = w.run(e, {{"1", "flaky"}});
    CHECK(w.answered <= 10s);
    CHECK(ran == 3);
    CHECK(report.outcomes[0].attempts == 3);
  }
}

TEST_CASE("batch timeout: of a batch that overlaps, and of one in which nothing is awaited") {
  world w;
  const tacet::async_executor overlaps{tacet::tools{tacet::tool<"work">(
                                           [&](const number& a) -> awaitable<int> {
                                             co_await w.sleep(std::chrono::seconds(a.n));
                                             co_return a.n;
                                           },
                                           tacet::read_only)},
                                       tacet::batch_timeout<10s>{}, tacet::parallel<2>{}, w.clock};
  // Two places: 3 begins at 4, 4 at 6 and is left; 5 never gets a place.
  CHECK(short_texts(w.run(overlaps, {{"1", "work", R"({"n":4})"},
                                     {"2", "work", R"({"n":6})"},
                                     {"3", "work", R"({"n":60})"},
                                     {"4", "work", R"({"n":60})"},
                                     {"5", "work", R"({"n":1})"}})) ==
        texts{"1 succeeded/none 1", "2 succeeded/none 1", "3 timed out/deadline 1", "4 timed out/deadline 1",
              "5 timed out/deadline 0"});
  CHECK(w.answered == 10s);

  world v;
  const tacet::async_executor plain{tacet::tools{tacet::tool<"jump">([&] {
                                      v.clock.advance(6s);
                                      return 1;
                                    })},
                                    tacet::batch_timeout<10s>{}, v.clock};
  CHECK(short_texts(v.run(plain, {{"1", "jump"}, {"2", "jump"}, {"3", "jump"}})) ==
        texts{"1 succeeded/none 1", "2 succeeded/none 1", "3 timed out/deadline 0"});
}

TEST_CASE("approval timeout: exact, a refusal that nobody answered, and not of the tool's time") {
  world w;
  nanoseconds thinks{};
  bool deaf = false;
  const tacet::approval_memory memory;
  const tacet::async_executor e{
      tacet::tools{tacet::tool<"work">(
          [&](const number& a) -> awaitable<int> {
            co_await w.sleep(std::chrono::seconds(a.n));
            co_return a.n;
          },
          tacet::timeout<2s>)},
      tacet::approval_gate{[&](const tacet::approval_request& r) -> awaitable<tacet::approval_decision> {
                             if (deaf) co_await sleep_deaf(w.clock, thinks);
                             else co_await w.sleep(thinks);
                             co_return r.approve();
                           },
                           memory},
      tacet::approval_timeout<10s>{},
      tacet::total_timeout<3s>{},
      tacet::collect_trace{},
      w.clock};
  const calls one{{"1", "work", R"({"n":1})"}};
  SECTION("an answer at the last moment, and the tool has its whole time") {
    thinks = 10s;
    CHECK(short_texts(w.run(e, one)) == texts{"1 succeeded/none 1"});
    CHECK(w.answered == 11s);
    // Decided: it is not asked again, so nobody thinks.
    CHECK(short_texts(w.run(e, one)) == texts{"1 succeeded/none 1"});
    CHECK(w.answered == 12s);
  }
  SECTION("too late") {
    deaf = GENERATE(false, true);
    thinks = 10s + 1ns;
    const auto report = w.run(e, {one[0], {"2", "nope"}});
    CHECK(short_texts(report) == texts{"1 refused/approval missing 0", "2 unknown tool/unknown tool 0"});
    CHECK(report.outcomes[0].phase == tacet::call_phase::steering);
    CHECK(w.answered == 10s);
    CHECK(e.abandoned().abandoned == (deaf ? 1 : 0));
    CHECK(e.abandoned().late == e.abandoned().abandoned);
    // What came too late counts for nothing later either: it is asked again.
    CHECK(memory.decisions().empty());
    thinks = 1s;
    CHECK(short_texts(w.run(e, one)) == texts{"1 succeeded/none 1"});
  }
  SECTION("a call that is approved late in the batch is not late itself") {
    thinks = 9s;
    CHECK(short_texts(w.run(
              e, {{"1", "work", R"({"n":1})"}, {"2", "work", R"({"n":1})"}, {"3", "work", R"({"n":3})"}})) ==
          texts{"1 succeeded/none 1", "2 succeeded/none 1", "3 outcome unknown/deadline 1"});
    CHECK(w.answered == 10s + 10s + 11s);
  }
}
