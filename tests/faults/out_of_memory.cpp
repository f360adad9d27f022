// SPDX-License-Identifier: MIT
// Whichever allocation fails, execute does not throw, and answers every call or has run nothing.
#include "support/catch.hpp"

#include <tacet/tacet.hpp>

#include <cstdlib>
#include <map>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

// How many requests of this thread are granted before the n-th fails; negative: all are.
thread_local long granted = -1;
thread_local bool only_one = false;  // the requests after the failing one are granted again
thread_local bool hit = false;

void* give(std::size_t size) noexcept {
  if (granted == 0) {
    hit = true;
    if (only_one) granted = -1;
    return nullptr;
  }
  if (granted > 0) --granted;
  return std::malloc(size == 0 ? 1 : size);
}

}  // namespace

void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return give(size); }
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept { return give(size); }
void* operator new(std::size_t size) {
  if (void* const p = give(size)) return p;
  throw std::bad_alloc();
}
void* operator new[](std::size_t size) { return operator new(size); }
[[gnu::noinline]] void operator delete(void* p) noexcept { std::free(p); }
[[gnu::noinline]] void operator delete(void* p, std::size_t) noexcept { std::free(p); }
[[gnu::noinline]] void operator delete(void* p, const std::nothrow_t&) noexcept { std::free(p); }
[[gnu::noinline]] void operator delete[](void* p) noexcept { std::free(p); }
[[gnu::noinline]] void operator delete[](void* p, std::size_t) noexcept { std::free(p); }
[[gnu::noinline]] void operator delete[](void* p, const std::nothrow_t&) noexcept { std::free(p); }

namespace {

using answer = std::optional<tacet::precondition_verdict>;
using tacet::outcome_kind;
using tacet::tool_call;

const std::string long_text(300, 'x');     // beyond any buffer inside an object
const std::string huge_text(10'000, 'y');  // beyond what `reserve` makes ready

struct list_args {
  std::string name;
  std::vector<std::string> entries;
};

struct two_views {
  std::string_view first;
  std::string_view second;
};

// Runs `executor` once for every n with the n-th allocation failing, and gives each report to `check`.
template <class Executor, class Check>
void fail_each(const Executor& executor, int& ran, std::span<const tool_call> calls, Check check) {
  for (const bool single : {false, true})
    for (const bool reserved : {false, true}) {
      long n = 0;
      for (;; ++n) {
        tacet::execution_report report;
        if (reserved) report.reserve(calls.size());
        ran = 0;
        hit = false;
        only_one = single;
        granted = n;
        executor.execute(calls, report);  // noexcept in the other overload; here a throw would be seen
        granted = -1;
        const bool failed = hit;
        INFO("allocation " << n << (single ? " alone" : " and all after it")
                           << (reserved ? ", reserved" : ""));
        if (report.status == tacet::execution_status::no_room) {
          CHECK_FALSE(reserved);
          CHECK(report.outcomes.empty());
          CHECK(ran == 0);
        } else {
          REQUIRE(report.outcomes.size() == calls.size());
          for (std::size_t i = 0; i < calls.size(); ++i) {
            const tacet::tool_outcome& outcome = report.outcomes[i];
            INFO("call " << i << ": " << outcome.content);
            REQUIRE(outcome.call_id == calls[i].id);
            REQUIRE(outcome.position == i);
            if (outcome.kind != outcome_kind::succeeded) REQUIRE_FALSE(outcome.content.empty());
            if (outcome.kind != outcome_kind::succeeded) REQUIRE(outcome.is_error);
          }
          check(report, failed);
        }
        if (!failed) break;
      }
      CHECK(n > 0);
    }
  // The report by value, which may not throw.
  for (long n = 0;; ++n) {
    hit = false;
    only_one = false;
    granted = n;
    const auto report = executor.execute(calls);
    granted = -1;
    if (report.status != tacet::execution_status::no_room) REQUIRE(report.outcomes.size() == calls.size());
    if (!hit) break;
  }
}

}  // namespace

TEST_CASE("every allocation of a whole pipeline may fail") {
  int ran = 0;
  const auto noted = [&ran](const list_args& x) {
    ++ran;
    std::vector<std::string> all = x.entries;
    all.push_back(x.name);
    return all;
  };
  const tacet::tool_executor executor{
      tacet::tools{tacet::tool<"list">(noted), tacet::tool<"text">([&ran] { return ++ran, long_text; }),
                   tacet::tool<"view">([&ran] { return ++ran, std::string_view(long_text); }),
                   tacet::tool<"map">([&ran] {
                     return ++ran, std::map<std::string, std::string>{{long_text, long_text}};
                   }),
                   tacet::tool<"throws">(
                       [&ran]() -> int {
                         ++ran;
                         throw tacet::tool_error(long_text);
                       },
                       tacet::read_only),
                   tacet::tool<"returns">(
                       [&ran]() -> tacet::tool_result<int> { return ++ran, tacet::not_applied(long_text); }),
                   tacet::tool<"progress">([&ran](tacet::tool_context& c) {
                     c.progress(long_text);
                     return ++ran;
                   }),
                   tacet::tool<"stream">([&ran] { return ++ran, std::vector<std::string>(3, long_text); },
                                         tacet::streams),
                   tacet::tool<"closed">([&ran] { ++ran; }), tacet::tool<"advised">([&ran] { ++ran; }),
                   tacet::tool<"denied">([&ran] { ++ran; })},
      tacet::preconditions{tacet::call_budget{},
                           [](const tacet::pending_call& call) -> answer {
                             if (call.name() == "closed")
                               return tacet::precondition_verdict::block(long_text);
                             return {};
                           }},
      tacet::steering_gate{[](const tacet::pending_call& call) -> std::optional<tacet::skip> {
        if (call.name() == "advised") return tacet::skip{long_text};
        return {};
      }},
      tacet::approval_gate{[](const tacet::approval_request& request) {
        return request.call().name() == "denied" ? request.deny(long_text) : request.approve();
      }},
      tacet::progress{[](const tacet::tool_progress& p) { (void)p.payload.text(); }},
      tacet::retries<tacet::retry_schedule{.max_attempts = 2, .backoff = std::chrono::microseconds(1)}>{},
      tacet::diagnostics{[](const tacet::diagnosis& d) { (void)std::string(d.text); }},
      tacet::collect_trace{},
      tacet::failure_text{[](const tacet::failure& f) { return long_text + std::string(f.message); }}};
  const std::string some = "{\"name\":\"" + long_text + "\",\"entries\":[\"" + long_text + "\",\"b\"]}";
  const std::string quoted = R"("{\"name\":\"x\",\"entries\":[]}")";
  const std::vector<tool_call> calls{{"1", "list", some}, {"2", "text"},        {"3", "view"},
                                     {"4", "map"},        {"5", "throws"},      {"6", "returns"},
                                     {"7", "progress"},   {"8", "stream"},      {"9", "closed"},
                                     {"10", "advised"},   {"11", "denied"},     {"12", "nosuch"},
                                     {"13", "list", "{"}, {"", "list", quoted}, {"15", "list", some, true}};
  fail_each(executor, ran, calls, [&](const tacet::execution_report& report, bool failed) {
    // What must not run does not run, with or without memory.
    for (const std::size_t i : {8U, 10U, 11U, 12U, 14U}) REQUIRE(report.outcomes[i].attempts == 0);
    REQUIRE(
        (report.outcomes[9].attempts == 0 || report.outcomes[9].guard_failed));  // advice, which may break
    for (const std::size_t i : {8U, 10U}) REQUIRE(report.outcomes[i].kind == outcome_kind::refused);
    if (failed) return;
    CHECK(report.outcomes[0].kind == outcome_kind::succeeded);
    CHECK(report.outcomes[1].content == long_text);
    CHECK(report.outcomes[4].attempts == 2);
    CHECK(report.outcomes[4].content == long_text + long_text);
    CHECK(report.outcomes[8].content == long_text);
    CHECK(report.outcomes[13].adjusted);
  });
}

TEST_CASE("a tool that ran is not run again because its result found no room") {
  int ran = 0;
  const tacet::tool_executor executor{
      tacet::tools{tacet::tool<"once">([&ran] { return ++ran, std::string_view(huge_text); }),
                   tacet::tool<"again">(
                       [&ran] {
                         return ++ran, two_views{huge_text, huge_text};
                       },
                       tacet::idempotent)},
      tacet::retries<tacet::retry_schedule{.max_attempts = 4}>{}};
  const std::vector<tool_call> calls{{"1", "once"}, {"2", "again"}};
  fail_each(executor, ran, calls, [&](const tacet::execution_report& report, bool) {
    CHECK(ran == 2);
    for (const auto& outcome : report.outcomes) {
      CHECK(outcome.attempts == 1);
      if (outcome.kind != outcome_kind::succeeded) {
        CHECK(outcome.reason == tacet::outcome_reason::result_lost);
        CHECK_FALSE(outcome.value);
        CHECK(outcome.content.find("try again") == std::string_view::npos);
      }
    }
  });
}

TEST_CASE("a thousand calls without memory are all answered from constants") {
  int ran = 0;
  const tacet::tool_executor executor{
      tacet::tools{tacet::tool<"text">([&ran] { return ++ran, std::string_view(long_text); })}};
  const std::vector<tool_call> calls(1'000, {"1", "text"});
  tacet::execution_report report;
  report.reserve(calls.size());
  only_one = false;
  granted = 0;
  executor.execute(calls, report);
  granted = -1;
  REQUIRE(report.outcomes.size() == 1'000);
  CHECK(ran == 1'000);
  for (const auto& outcome : report.outcomes) REQUIRE_FALSE(outcome.content.empty());
  CHECK(report.outcomes[999].reason == tacet::outcome_reason::result_lost);
}
