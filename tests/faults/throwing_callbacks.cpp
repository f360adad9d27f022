// SPDX-License-Identifier: MIT
// Whichever call of user code throws, every call is answered, and nothing runs that was not admitted.
#include "support/catch.hpp"

#include <tacet/tacet.hpp>

#include <algorithm>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using answer = std::optional<tacet::precondition_verdict>;
using tacet::outcome_kind;
using tacet::tool_call;

enum class thrown { exception, number, no_memory, own, cancel };

// Counts every call of user code and throws at the n-th.
struct fuse {
  int left = -1;
  thrown what = thrown::exception;
  bool burnt = false;
  std::string where{};

  void operator()(const char* who) {
    if (left < 0 || left-- != 0) return;
    burnt = true;
    where = who;
    switch (what) {
      case thrown::exception:
        throw std::runtime_error("hunter2");
      case thrown::number:
        throw 1;
      case thrown::no_memory:
        throw std::bad_alloc{};
      case thrown::own:
        throw tacet::tool_error("own words");
      case thrown::cancel:
        throw tacet::cancelled{};
    }
  }
};
fuse burn;

// Reading one throws, if it is its turn.
struct fragile {
  const int* begin() const { return burn("result"), nullptr; }
  const int* end() const { return nullptr; }
};
struct how_args {
  int how = 0;
};

}  // namespace

TEST_CASE("the n-th call of any user code may throw anything") {
  std::vector<int> ran;
  std::vector<int> admitted;
  const tacet::tool_executor executor{
      tacet::tools{tacet::tool<"probe">(
                       [&ran](const how_args& x, tacet::tool_context& c) {
                         if (ran.empty() || ran.back() != x.how) ran.push_back(x.how);
                         c.progress(1);
                         burn("tool");
                         if (x.how == 1 && c.attempt() == 1) throw std::runtime_error("first attempt");
                         return fragile{};
                       },
                       tacet::idempotent),
                   tacet::tool<"once">([&ran](const how_args& x) -> tacet::tool_result<int> {
                     ran.push_back(x.how);
                     burn("once");
                     return tacet::tool_error("no such row");
                   })},
      tacet::preconditions{tacet::call_budget{},
                           [](const tacet::pending_call& call) -> answer {
                             burn("check");
                             if (call.arguments_as<how_args>()->how == 2)
                               return tacet::precondition_verdict::block("no");
                             return {};
                           }},
      tacet::steering_gate{[](const tacet::pending_call& call) -> std::optional<tacet::skip> {
        burn("guard");
        if (call.arguments_as<how_args>()->how == 3) return tacet::skip{"later"};
        return {};
      }},
      tacet::approval_gate{[&admitted](const tacet::approval_request& request) {
        burn("approver");
        const int how = request.call().arguments_as<how_args>()->how;
        if (how == 4) return request.deny();
        admitted.push_back(how);
        return request.approve();
      }},
      tacet::progress{[](const tacet::tool_progress&) { burn("sink"); }},
      tacet::retries<tacet::retry_schedule{.max_attempts = 2}>{},
      tacet::diagnostics{[](const tacet::diagnosis&) { burn("hook"); }},
      tacet::trace_to{[](const tacet::phase_record&) { burn("trace"); }},
      tacet::failure_text{[](tacet::text_writer& to, const tacet::failure& f) {
        to.append("half of ");
        burn("words");
        to.append(f.tool_name);
      }}};
  const tool_call calls[] = {{"0", "probe", R"({"how":0})"},
                             {"1", "probe", R"({"how":1})"},
                             {"2", "probe", R"({"how":2})"},
                             {"3", "probe", R"({"how":3})"},
                             {"4", "probe", R"({"how":4})"},
                             {"5", "once", R"({"how":5})"},
                             {"6", "nosuch"},
                             {"7", "probe", "{"},
                             {"8", "probe", R"({"how":8})"}};
  tacet::execution_report report;
  std::vector<std::string> seen;
  for (const thrown what :
       {thrown::exception, thrown::number, thrown::no_memory, thrown::own, thrown::cancel}) {
    for (int n = 0;; ++n) {
      ran.clear();
      admitted.clear();
      burn = {n, what};
      executor.execute(calls, report);
      INFO("throw " << static_cast<int>(what) << " at user call " << n << " in " << burn.where);
      REQUIRE(report.outcomes.size() == 9);
      bool stopped = false;
      for (std::size_t i = 0; i < 9; ++i) {
        const tacet::tool_outcome& outcome = report.outcomes[i];
        INFO("call " << i << ": " << outcome.content);
        REQUIRE(outcome.position == i);
        REQUIRE(outcome.call_id == calls[i].id);
        if (outcome.kind != outcome_kind::succeeded) REQUIRE_FALSE(outcome.content.empty());
        if (outcome.kind != outcome_kind::succeeded) REQUIRE(outcome.is_error);
        REQUIRE(outcome.content.find("hunter2") == std::string_view::npos);
        REQUIRE(outcome.content != "half of ");
        if (stopped) REQUIRE(outcome.kind == outcome_kind::cancelled);
        stopped = stopped || outcome.kind == outcome_kind::cancelled;
      }
      // Only what somebody approved has run, and only a guard may be passed over.
      CHECK(ran == admitted);
      CHECK(report.outcomes[2].attempts == 0);
      if (burn.where != "guard") CHECK(report.outcomes[3].attempts == 0);
      CHECK(report.outcomes[4].attempts == 0);
      CHECK(stopped == report.cancelled());
      const bool listener =
          burn.where == "sink" || burn.where == "hook" || burn.where == "trace" || burn.where == "words";
      if (!burn.burnt || listener) {
        CHECK_FALSE(report.cancelled());
        CHECK(report.outcomes[0].kind == outcome_kind::succeeded);
        CHECK(report.outcomes[1].attempts == 2);
        CHECK(report.outcomes[8].kind == outcome_kind::succeeded);
      }
      if (!burn.burnt) break;
      seen.push_back(burn.where);
    }
  }
  burn = {};
  for (const char* const who :
       {"tool", "once", "check", "guard", "approver", "sink", "hook", "trace", "words", "result"}) {
    INFO(who);
    CHECK(std::find(seen.begin(), seen.end(), who) != seen.end());
  }
}
