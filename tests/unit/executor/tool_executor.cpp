// SPDX-License-Identifier: MIT
// Every call is answered exactly once and in order, also when the batch is stopped, the thread cancelled or
// memory short.
#include "support/catch.hpp"
#include "unit/support/allocations.hpp"

#include <tacet/tacet.hpp>

#include <atomic>
#include <barrier>
#include <pthread.h>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

using tacet::execution_report;
using tacet::execution_status;
using tacet::outcome_kind;
using tacet::outcome_reason;
using tacet::tool_call;

namespace {

using answer = std::optional<tacet::precondition_verdict>;
struct pair_args {
  int a;
  int b;
};
constexpr auto add = tacet::tool<"add">([](const pair_args& p) { return p.a + p.b; });
constexpr tool_call add_call{"c1", "add", R"({"a":1,"b":2})"};

static_assert(
    noexcept(std::declval<const decltype(tacet::tool_executor{tacet::tools{add}}) &>().execute({})));

}  // namespace

TEST_CASE("a batch that is stopped before it begins runs nothing and answers all") {
  std::stop_source stop;
  stop.request_stop();
  int ran = 0;
  const tacet::tool_executor executor{tacet::tools{tacet::tool<"go">([&ran] { ++ran; })}};
  const tool_call calls[] = {{"1", "go"}, {"2", "nosuch"}, {"", "go", "{"}};
  const auto report = executor.execute(calls, {.stop = stop.get_token()});
  CHECK(ran == 0);
  CHECK(report.status == execution_status::cancelled);
  REQUIRE(report.outcomes.size() == 3);
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(report.outcomes[i].kind == outcome_kind::cancelled);
    CHECK(report.outcomes[i].reason == outcome_reason::stop_requested);
    CHECK(report.outcomes[i].call_id == calls[i].id);
    CHECK(report.outcomes[i].name == calls[i].name);
    CHECK(report.outcomes[i].position == i);
    CHECK(report.outcomes[i].is_error);
    CHECK(report.outcomes[i].attempts == 0);
    CHECK_THAT(std::string(report.outcomes[i].content), tacet_test::contains("before it ran"));
  }
  CHECK(executor.execute({}, {.stop = stop.get_token()}).status == execution_status::completed);
}

TEST_CASE("a stop from within a tool lets that tool finish and answers the rest") {
  for (std::size_t stopping = 0; stopping < 4; ++stopping) {
    std::stop_source stop;
    std::size_t ran = 0;
    const tacet::tool_executor executor{tacet::tools{tacet::tool<"go">([&](tacet::tool_context& c) {
      CHECK_FALSE(c.stop_requested());
      if (ran++ == stopping) stop.request_stop();
      return c.stop_requested();
    })}};
    const std::vector<tool_call> calls(4, {"x", "go"});
    const auto report = executor.execute(calls, {.stop = stop.get_token()});
    CHECK(ran == stopping + 1);
    REQUIRE(report.outcomes.size() == 4);
    for (std::size_t i = 0; i < 4; ++i)
      CHECK(report.outcomes[i].kind == (i <= stopping ? outcome_kind::succeeded : outcome_kind::cancelled));
    CHECK(report.outcomes[stopping].content == "true");
    CHECK(report.cancelled() == (stopping < 3));
  }
}

TEST_CASE("execute into a reused report allocates nothing") {
  const tacet::tool_executor executor{
      tacet::tools{add, tacet::tool<"spent">([] {}, tacet::max_calls<0>),
                   tacet::tool<"own">([]() -> tacet::tool_result<int> { return tacet::tool_error("short"); }),
                   tacet::tool<"text">([] {
                     return std::string_view("a text that is too long for the object of a string");
                   })},
      tacet::preconditions{tacet::call_budget{},
                           [](const tacet::pending_call& call) -> answer {
                             if (call.name() == "text" && call.id() == "no")
                               return tacet::precondition_verdict::block(
                                   tacet::message::constant("refused by a constant"));
                             return {};
                           }},
      tacet::steering_gate{[](const tacet::pending_call& call) -> std::optional<tacet::skip> {
        if (call.id() == "skip") return tacet::skip{tacet::message::constant("not now")};
        return {};
      }}};
  const tool_call calls[] = {add_call,
                             {"2", "nosuch"},
                             {"3", "add", R"({"a":1})"},
                             {"4", "add", "{"},
                             {"5", "spent"},
                             {"6", "own"},
                             {"7", "text"},
                             {"no", "text"},
                             {"skip", "text"},
                             {"10", "add", R"({"b":2, "a": 1})"},
                             {"11", "functions.add", R"({"a":"1","b":2})"},
                             {"12", "add", "{}", true}};
  execution_report report;
  executor.execute(calls, report);
  executor.execute(calls, report);
  const std::size_t before = tacet_test::allocations;
  for (int round = 0; round < 1'000; ++round) executor.execute(calls, report);
  CHECK(tacet_test::allocations == before);
  REQUIRE(report.outcomes.size() == 12);
  CHECK(report.outcomes[9].content == "3");
  CHECK(report.outcomes[10].kind == outcome_kind::succeeded);
}

TEST_CASE("an owned report outlives the reply and the report it came from") {
  execution_report owned;
  {
    std::string id = "an id that is long enough to be on the heap";
    std::string name = "nosuch";
    const tool_call calls[] = {{id, name}, {id, "add", R"({"a":1,"b":2})"}};
    const tacet::tool_executor executor{tacet::tools{add}, tacet::collect_trace{}};
    const auto report = executor.execute(calls);
    owned = report.to_owned();
    id.assign(id.size(), 'x');
    name.assign(name.size(), 'x');
  }
  REQUIRE(owned.outcomes.size() == 2);
  CHECK(owned.outcomes[0].call_id == "an id that is long enough to be on the heap");
  CHECK(owned.outcomes[0].name == "nosuch");
  CHECK_THAT(std::string(owned.outcomes[0].content), tacet_test::contains("nosuch"));
  CHECK(owned.outcomes[1].content == "3");
  CHECK_FALSE(owned.trace.empty());
  CHECK(owned.trace[0].call_id == "an id that is long enough to be on the heap");
}

TEST_CASE("a moved report keeps its texts and values") {
  const tacet::tool_executor executor{
      tacet::tools{tacet::tool<"list">([] { return std::vector<std::string>(50, "entry"); }),
                   tacet::tool<"text">([] { return std::string(10, 't'); })}};
  const tool_call calls[] = {{"1", "list"}, {"2", "text"}};
  execution_report first = executor.execute(calls);
  const auto* const value = first.outcomes[0].value.get_if<std::vector<std::string>>();
  execution_report second = std::move(first);
  execution_report third;
  executor.execute(calls, third);
  third = std::move(second);
  REQUIRE(third.outcomes.size() == 2);
  CHECK(third.outcomes[0].value.get_if<std::vector<std::string>>() == value);
  CHECK(value->at(49) == "entry");
  CHECK(third.outcomes[1].content == "tttttttttt");
}

TEST_CASE("a batch of a hundred thousand calls is answered in order") {
  const std::size_t n = 100'000;
  std::vector<std::string> texts;
  std::vector<tool_call> calls;
  for (std::size_t i = 0; i < n; ++i) texts.push_back("{\"a\":" + std::to_string(i) + ",\"b\":1}");
  for (std::size_t i = 0; i < n; ++i) calls.push_back({texts[i], i % 7 == 6 ? "nosuch" : "add", texts[i]});
  const auto report = tacet::tool_executor{tacet::tools{add}}.execute(calls);
  REQUIRE(report.outcomes.size() == n);
  for (std::size_t i = 0; i < n; ++i) {
    const auto& outcome = report.outcomes[i];
    const bool right =
        i % 7 == 6 ? outcome.kind == outcome_kind::unknown_tool : outcome.content == std::to_string(i + 1);
    if (!right || outcome.position != i || outcome.call_id != texts[i])
      FAIL("call " << i << ": " << outcome.content);
  }
}

TEST_CASE("a slot is filled by one call and keeps nothing of the call before") {
  const tacet::tool_executor executor{tacet::tools{add, tacet::tool<"list">([] { return std::vector{1}; })}};
  tacet::text_room room;
  tacet::tool_outcome slot;
  slot.undetermined = slot.guard_failed = slot.adjusted = true;
  slot.attempts = 9;
  executor.execute_one({"1", "list"}, slot, room);
  CHECK(slot.value.get_if<std::vector<int>>() != nullptr);
  CHECK(slot.attempts == 1);
  CHECK_FALSE((slot.undetermined || slot.guard_failed || slot.adjusted));
  executor.execute_one({"2", "nosuch"}, slot, room);
  CHECK(slot.kind == outcome_kind::unknown_tool);
  CHECK_FALSE(slot.value);
  CHECK(slot.attempts == 0);
  executor.execute_one({"3", "add", R"({"a":1,"b":2})"}, slot, room);
  CHECK(slot.content == "3");
  CHECK(slot.call_id == "3");
  CHECK_FALSE(slot.is_error);
}

#if defined(__cpp_exceptions)

TEST_CASE("a cancelled that anybody throws ends the batch in order") {
  enum { in_check = 1, in_guard, in_approver, in_tool, in_result };
  struct cancels_when_read {
    const int* begin() const { throw tacet::cancelled{}; }
    const int* end() const { return nullptr; }
  };
  for (int where = in_check; where <= in_result; ++where) {
    INFO(where);
    int ran = 0;
    const tacet::tool_executor executor{
        tacet::tools{tacet::tool<"go">([&ran] { ++ran; }), tacet::tool<"stop">([&ran, where] {
                       ++ran;
                       if (where == in_tool) throw tacet::cancelled{};
                       return cancels_when_read{};
                     })},
        tacet::preconditions{[where](const tacet::pending_call& call) -> answer {
          if (where == in_check && call.name() == "stop") throw tacet::cancelled{};
          return {};
        }},
        tacet::steering_gate{[where](const tacet::pending_call& call) {
          if (where == in_guard && call.name() == "stop") throw tacet::cancelled{};
        }},
        tacet::approval_gate{[where](const tacet::approval_request& request) {
          if (where == in_approver && request.call().name() == "stop") throw tacet::cancelled{};
          return request.approve();
        }}};
    const tool_call calls[] = {{"1", "go"}, {"2", "stop"}, {"3", "go"}};
    const auto report = executor.execute(calls);
    CHECK(ran == (where >= in_tool ? 2 : 1));
    CHECK(report.cancelled());
    REQUIRE(report.outcomes.size() == 3);
    CHECK(report.outcomes[0].kind == outcome_kind::succeeded);
    CHECK(report.outcomes[1].kind == outcome_kind::cancelled);
    CHECK_FALSE(report.outcomes[1].value);
    CHECK(report.outcomes[1].attempts == (where >= in_tool ? 1 : 0));
    CHECK(report.outcomes[2].kind == outcome_kind::cancelled);
    CHECK_FALSE(report.outcomes[2].content.empty());
  }
}

TEST_CASE("a thread that is cancelled in a tool ends after its report is complete") {
  enum { in_tool = 1, in_sink, in_guard, in_backoff };
  static std::atomic<int> ran;
  static int where;
  static const auto give_way = [] {
    pthread_cancel(pthread_self());
    pthread_testcancel();
  };
  static const tacet::tool_executor executor{
      tacet::tools{add, tacet::tool<"end">(
                            [](tacet::tool_context& c) -> int {
                              ++ran;
                              if (where == in_tool) give_way();
                              if (where == in_sink) c.progress(1);
                              if (where == in_backoff) {
                                pthread_cancel(pthread_self());
                                throw std::runtime_error("again");
                              }
                              return 1;
                            },
                            tacet::idempotent)},
      tacet::progress{[](const tacet::tool_progress&) { give_way(); }},
      tacet::steering_gate{[](const tacet::pending_call& call) {
        if (where == in_guard && call.name() == "end") give_way();
      }},
      tacet::retries<tacet::retry_schedule{.max_attempts = 2, .backoff = std::chrono::seconds(10)}>{}};
  for (where = in_tool; where <= in_backoff; ++where) {
    INFO(where);
    ran = 0;
    struct shared {
      execution_report report;
      std::atomic<bool> came_back{false};
    } state;
    pthread_t thread{};
    const auto body = +[](void* raw) -> void* {
      const tool_call calls[] = {add_call, {"c2", "end"}, {"c3", "add", R"({"a":3,"b":4})"}, {"", "nosuch"}};
      auto& s = *static_cast<shared*>(raw);
      executor.execute(calls, s.report);
      s.came_back = true;
      return nullptr;
    };
    REQUIRE(pthread_create(&thread, nullptr, body, &state) == 0);
    void* result = nullptr;
    REQUIRE(pthread_join(thread, &result) == 0);
    CHECK(result == PTHREAD_CANCELED);
    CHECK_FALSE(state.came_back);
    CHECK(ran == (where == in_guard ? 0 : 1));
    CHECK(state.report.status == execution_status::cancelled);
    REQUIRE(state.report.outcomes.size() == 4);
    CHECK(state.report.outcomes[0].content == "3");
    const std::vector<std::string> ids{"c1", "c2", "c3", ""};
    for (std::size_t i = 0; i < 4; ++i) {
      CHECK(state.report.outcomes[i].call_id == ids[i]);
      CHECK(state.report.outcomes[i].position == i);
      if (i == 0) continue;
      CHECK(state.report.outcomes[i].kind == outcome_kind::cancelled);
      CHECK_FALSE(state.report.outcomes[i].content.empty());
    }
    CHECK(state.report.outcomes[1].attempts == ran);
  }
}

TEST_CASE("sixteen threads execute one executor, each into its own report") {
  std::atomic<int> ran{0};
  const tacet::tool_executor executor{
      tacet::tools{add, tacet::tool<"count">([&ran] { return ++ran; }, tacet::max_calls<100>),
                   tacet::tool<"throws">(
                       [](const pair_args& p) -> int { throw std::runtime_error(std::to_string(p.a)); },
                       tacet::read_only)},
      tacet::preconditions{tacet::call_budget{}}, tacet::retries<tacet::retry_schedule{.max_attempts = 2}>{},
      tacet::collect_trace{}};
  std::atomic<int> wrong{0};
  std::barrier start(16);
  std::vector<std::thread> threads;
  for (int t = 0; t < 16; ++t)
    threads.emplace_back([&, t] {
      const std::string text = "{\"a\":" + std::to_string(t) + ",\"b\":1}";
      const tool_call calls[] = {{"1", "add", text}, {"2", "count"}, {"3", "throws", text}, {"4", "nosuch"}};
      execution_report report;
      start.arrive_and_wait();
      for (int round = 0; round < 100; ++round) {
        executor.execute(calls, report);
        const auto& o = report.outcomes;
        if (o.size() != 4 || o[0].content != std::to_string(t + 1) || o[2].attempts != 2 ||
            o[2].kind != outcome_kind::failed || o[3].kind != outcome_kind::unknown_tool)
          ++wrong;
      }
    });
  for (std::thread& one : threads) one.join();
  CHECK(wrong == 0);
  CHECK(ran == 100);
}

TEST_CASE("a tool may execute a batch itself, also while an exception is handled") {
  const tacet::tool_executor inner{tacet::tools{add, tacet::tool<"throws">([]() -> int { throw 1; })}};
  const tacet::tool_executor outer{tacet::tools{tacet::tool<"nested">([&inner] {
    try {
      throw std::runtime_error("outer");
    } catch (const std::exception&) {
      const tool_call calls[] = {add_call, {"2", "throws"}};
      const auto report = inner.execute(calls);
      return std::string(report.outcomes.at(0).content) + std::string(to_text(report.outcomes.at(1).kind));
    }
  })}};
  const tool_call call{"1", "nested"};
  CHECK(outer.execute({&call, 1}).outcomes.at(0).content == "3failed");
}

TEST_CASE("without memory for the outcomes nothing runs and the status says so") {
  int ran = 0;
  const tacet::tool_executor executor{tacet::tools{tacet::tool<"go">([&ran] { ++ran; })}};
  const std::vector<tool_call> calls(50, {"1", "go"});
  {
    const tacet_test::refusing all(0);
    const auto report = executor.execute(calls);
    CHECK(report.status == execution_status::no_room);
    CHECK(report.outcomes.empty());
  }
  CHECK(ran == 0);
  execution_report report;
  report.reserve(calls.size());
  {
    const tacet_test::refusing all(0);
    executor.execute(calls, report);
  }
  CHECK(report.status == execution_status::completed);
  CHECK(report.outcomes.size() == 50);
  CHECK(ran == 50);
  // A report that was too small once is of use again.
  execution_report small;
  {
    const tacet_test::refusing all(0);
    CHECK(executor.execute(calls, small) == execution_status::no_room);
  }
  CHECK(executor.execute(calls, small) == execution_status::completed);
  CHECK(small.outcomes.size() == 50);
}

#endif
