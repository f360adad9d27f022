// SPDX-License-Identifier: MIT
// What comes out of awaited user code in an asynchronous executor: results of every shape, and whatever is
// thrown.
#include "support/catch.hpp"
#include "unit/async/support.hpp"

#include <tacet/tool/generator.hpp>

#include <boost/asio/error.hpp>

#include <new>
#include <system_error>

using namespace tacet_async;

namespace {

awaitable<int> give(int n) { co_return n; }
struct point {
  int x = 0;
  int y = 0;
};

}  // namespace

TEST_CASE("async executor: results of every shape, awaited") {
  world w;
  texts seen;
  const tacet::async_executor e{
      tacet::tools{
          tacet::tool<"void">([&]() -> awaitable<> { co_await w.sleep(1s); }),
          tacet::tool<"text">([&]() -> awaitable<std::string> {
            co_await w.sleep(1s);
            co_return "hello";
          }),
          tacet::tool<"none">([]() -> awaitable<std::optional<int>> { co_return std::nullopt; }),
          tacet::tool<"some">([]() -> awaitable<std::optional<int>> { co_return 4; }),
          tacet::tool<"good">([]() -> awaitable<tacet::tool_result<int>> { co_return 5; }),
          tacet::tool<"error">(
              []() -> awaitable<tacet::tool_result<int>> { co_return tacet::tool_error("no ink"); }),
          tacet::tool<"nothing">(
              []() -> awaitable<tacet::tool_result<void>> { co_return tacet::tool_result<void>(); }),
          tacet::tool<"late">(
              []() -> awaitable<tacet::tool_result<void>> { co_return tacet::timed_out("no answer"); },
              tacet::read_only),
          tacet::tool<"struct">([]() -> awaitable<point> {
            co_return point{1, 2};
          }),
          tacet::tool<"list">([]() -> awaitable<std::vector<int>> {
            co_return std::vector{1, 2};
          }),
          tacet::tool<"plain">([] {
            return point{3, 4};
          }),
          tacet::tool<"generator">([](const number& a) -> tacet::generator<int> {
            for (int i = 0; i < a.n; ++i) co_yield i;
          }),
          tacet::tool<"sequence">([&](const number& a) {
            return slow_numbers{w.clock, a.n};
          }),
          tacet::tool<"dry">([&](const number& a) {
            return slow_numbers{w.clock, 9, a.n};
          })},
      tacet::progress{[&](const tacet::tool_progress& p) {
        seen.push_back(std::string(p.call_id) + ":" + std::to_string(p.sequence) + "=" + p.payload.text() +
                       "#" + std::to_string(p.attempt));
      }},
      w.clock};
  const auto report = w.run(e, {{"a", "void"},
                                {"b", "text"},
                                {"c", "none"},
                                {"d", "some"},
                                {"e", "good"},
                                {"f", "error"},
                                {"g", "nothing"},
                                {"h", "late"},
                                {"i", "struct"},
                                {"j", "list"},
                                {"k", "plain"},
                                {"l", "generator", R"({"n":3})"},
                                {"m", "sequence", R"({"n":0})"},
                                {"n", "sequence", R"({"n":1})"},
                                {"o", "sequence", R"({"n":4})"},
                                {"p", "dry", R"({"n":3})"}});
  texts content;
  for (const auto& one : report.outcomes) content.emplace_back(one.content);
  CHECK(content[0].empty());
  CHECK(content[1] == "hello");
  CHECK(content[3] == "4");
  CHECK(content[4] == "5");
  CHECK(content[5] == "no ink");
  CHECK(report.outcomes[5].kind == tacet::outcome_kind::failed);
  CHECK(content[6].empty());
  CHECK(report.outcomes[7].kind == tacet::outcome_kind::timed_out);
  CHECK(content[8] == R"({"x":1,"y":2})");
  CHECK(content[9] == "[1,2]");
  CHECK(content[10] == R"({"x":3,"y":4})");
  CHECK(content[11] == "2");
  CHECK(content[12].empty());
  CHECK(report.outcomes[12].kind == tacet::outcome_kind::succeeded);
  CHECK(content[13] == "0");
  CHECK(content[14] == "3");
  CHECK(content[15] == "the source dried up");
  CHECK(seen == texts{"l:0=0#1", "l:1=1#1", "o:0=0#1", "o:1=1#1", "o:2=2#1", "p:0=0#1", "p:1=1#1"});
  // One after the other: 1 + 1 + 1 (empty) + 2 + 5 + 4.
  CHECK(w.answered == 14s);
  // An empty optional is what it is for the synchronous executor.
  const tacet::tool_executor same{
      tacet::tools{tacet::tool<"none">([]() -> std::optional<int> { return std::nullopt; })}};
  const tacet::tool_call none{"c", "none"};
  CHECK(content[2] == same.execute({&none, 1}).outcomes[0].content);
}

TEST_CASE("async executor: whatever comes out of awaited user code is that call's alone") {
  world w;
  struct thrower {
    int what;
    void raise() const {
      switch (what) {
        case 0:
          throw std::runtime_error("secret");
        case 1:
          throw 1;
        case 2:
          throw bad_words();
        case 3:
          throw std::bad_alloc();
        case 4:
          throw tacet::tool_error("said");
        case 5:
          throw std::system_error(std::make_error_code(std::errc::timed_out));
        case 6:
          throw boost::system::system_error(asio::error::operation_aborted);
        default:
          break;
      }
    }
  };
  int check = -1, guard = -1, approver = -1;
  const tacet::async_executor e{
      tacet::tools{tacet::tool<"do">([&](const number& a) -> awaitable<int> {
                     co_await w.sleep(1s);
                     thrower{a.n}.raise();
                     co_return a.n;
                   }),
                   tacet::tool<"at_once">([&](const number& a) -> awaitable<int> {
                     thrower{a.n}.raise();
                     return give(a.n);
                   })},
      tacet::preconditions{
          [&](const tacet::pending_call&) -> awaitable<std::optional<tacet::precondition_verdict>> {
            co_await w.sleep(1s);
            thrower{check}.raise();
            co_return std::nullopt;
          }},
      tacet::steering_gate{[&](const tacet::pending_call&) -> awaitable<> {
        co_await w.sleep(1s);
        thrower{guard}.raise();
      }},
      tacet::approval_gate{[&](const tacet::approval_request& r) -> awaitable<tacet::approval_decision> {
        co_await w.sleep(1s);
        thrower{approver}.raise();
        co_return r.approve();
      }},
      w.clock};
  SECTION("a tool") {
    calls batch;
    texts args;
    for (int i = 0; i != 8; ++i) args.push_back("{\"n\":" + std::to_string(i) + "}");
    for (int i = 0; i != 8; ++i) batch.push_back({"a", "do", args[static_cast<std::size_t>(i)]});
    for (int i = 0; i != 8; ++i) batch.push_back({"b", "at_once", args[static_cast<std::size_t>(i)]});
    const auto report = w.run(e, batch);
    REQUIRE(report.outcomes.size() == 16);
    for (const std::size_t from : {0U, 8U}) {
      for (const std::size_t i : {0U, 1U, 2U, 3U}) {
        INFO(from + i);
        CHECK(report.outcomes[from + i].reason == tacet::outcome_reason::exception);
        CHECK_FALSE(says(report.outcomes[from + i], "secret"));
      }
      CHECK(report.outcomes[from + 4].content == "said");
      CHECK(report.outcomes[from + 5].kind == tacet::outcome_kind::outcome_unknown);
      CHECK(report.outcomes[from + 6].reason == tacet::outcome_reason::exception);
      CHECK(report.outcomes[from + 7].content == "7");
    }
    CHECK_FALSE(report.cancelled());
  }
  SECTION("a check blocks, a guard admits and is marked, an approver refuses") {
    const int what = GENERATE(0, 1, 2, 3, 4, 5, 6);
    INFO(what);
    const calls one{{"1", "do", R"({"n":9})"}};
    check = what;
    CHECK(short_texts(w.run(e, one)) == texts{"1 refused/check failed 0"});
    check = -1, guard = what;
    const auto guarded = w.run(e, one);
    CHECK(short_texts(guarded) == texts{"1 succeeded/none 1"});
    CHECK(guarded.outcomes[0].guard_failed);
    guard = -1, approver = what;
    CHECK(short_texts(w.run(e, one)) == texts{"1 refused/approval failed 0"});
  }
}
