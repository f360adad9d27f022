// SPDX-License-Identifier: MIT
// The trace tells what each phase did to each call, and asking for it changes no outcome.
#include "support/catch.hpp"

#include <tacet/tacet.hpp>

#include <stdexcept>
#include <string>
#include <vector>

using tacet::call_phase;
using tacet::phase_action;
using tacet::phase_record;
using tacet::tool_call;

namespace {

using answer = std::optional<tacet::precondition_verdict>;
struct how_args {
  int how = 0;
};

template <class Trace> auto executor_with(Trace trace) {
  return tacet::tool_executor{
      tacet::tools{tacet::tool<"probe">(
          [](const how_args& x, tacet::tool_context& c) {
            c.progress(1);
            if (x.how == 1 && c.attempt() == 1) throw std::runtime_error("first");
            if (x.how == 2) throw std::runtime_error("always");
            return x.how;
          },
          tacet::read_only)},
      tacet::preconditions{tacet::precondition<"hours">([](const tacet::pending_call& call) -> answer {
        const int how = call.arguments_as<how_args>()->how;
        if (how == 3) return tacet::precondition_verdict::block("closed");
        if (how == 4) return tacet::precondition_verdict::unavailable();
        if (how == 5) throw std::runtime_error("hours unknown");
        return {};
      })},
      tacet::steering_gate{[](const tacet::pending_call& call) -> std::optional<tacet::skip> {
        const int how = call.arguments_as<how_args>()->how;
        if (how == 6) return tacet::skip{"later"};
        if (how == 7) throw std::runtime_error("guard lost");
        if (how == 8) throw tacet::cancelled{};
        return {};
      }},
      tacet::progress{[](const tacet::tool_progress&) {}},
      tacet::retries<tacet::retry_schedule{.max_attempts = 2}>{},
      trace};
}

constexpr tool_call calls[] = {{"0", "probe", "{}"},
                               {"1", "probe", R"({"how":1})"},
                               {"2", "probe", R"({"how":2})"},
                               {"3", "probe", R"({"how":3})"},
                               {"4", "probe", R"({"how":4})"},
                               {"5", "probe", R"({"how":5})"},
                               {"6", "probe", R"({"how":6})"},
                               {"7", "probe", R"({"how":7})"},
                               {"8", "nosuch"},
                               {"9", "probe", "{"},
                               {"10", "probe", R"("{}")"},
                               {"11", "probe", "{}", true},
                               {"12", "probe", R"({"how":8})"},
                               {"13", "probe"}};

// The records of one call, as text.
std::string told(const std::vector<phase_record>& all, std::size_t position) {
  std::string text;
  for (const phase_record& r : all)
    if (r.position == position) {
      CHECK(r.call_id == calls[position].id);
      CHECK(r.tool_name == calls[position].name);
      text.append(to_text(r.phase)).append(" ").append(to_text(r.action));
      if (!r.detail.empty()) text.append(" (").append(r.detail).append(")");
      text += "; ";
    }
  return text;
}

}  // namespace

TEST_CASE("a collected trace holds what each phase did to each call") {
  const auto report = executor_with(tacet::collect_trace{}).execute(calls);
  const std::string checked = "decoding decoded; preconditions admitted (hours); ";
  const std::string admitted = checked + "steering admitted (steering_gate); ";
  const std::string once = "dispatch attempted; dispatch emitted; ";
  CHECK(told(report.trace, 0) == admitted + once + "dispatch succeeded; ");
  CHECK(told(report.trace, 1) ==
        admitted + once + "dispatch retried (first); " + once + "dispatch succeeded; ");
  CHECK(told(report.trace, 2) ==
        admitted + once + "dispatch retried (always); " + once + "dispatch failed (always); ");
  CHECK(told(report.trace, 3) == "decoding decoded; preconditions blocked (hours); ");
  CHECK(told(report.trace, 4) ==
        "decoding decoded; preconditions unavailable (hours); steering admitted (steering_gate); " + once +
            "dispatch succeeded; ");
  CHECK(told(report.trace, 5) ==
        "decoding decoded; preconditions failed (hours unknown); preconditions blocked (hours); ");
  CHECK(told(report.trace, 6) == checked + "steering skipped (steering_gate); ");
  CHECK(told(report.trace, 7) ==
        checked + "steering guard failed (guard lost); " + once + "dispatch succeeded; ");
  CHECK(told(report.trace, 8) == "dispatch rejected (unknown tool); ");
  CHECK(told(report.trace, 9) == "decoding rejected (invalid JSON); ");
  CHECK_THAT(told(report.trace, 10), tacet_test::contains("decoding adjusted; "));
  CHECK(told(report.trace, 11) == "decoding rejected (output limit); ");
  CHECK_THAT(told(report.trace, 12), tacet_test::contains("steering cancelled; "));
  CHECK(told(report.trace, 13) == "dispatch cancelled; ");
}

TEST_CASE("a function gets the same records as they are made, and no trace changes an outcome") {
  std::vector<phase_record> seen;
  std::vector<std::string> kept;  // a record's views may not outlive the call
  const auto live = executor_with(tacet::trace_to{[&](const phase_record& r) {
                      kept.emplace_back(r.detail);
                      seen.push_back(r);
                    }}).execute(calls);
  const auto collected = executor_with(tacet::collect_trace{}).execute(calls);
  const auto silent = executor_with(tacet::null_trace{}).execute(calls);
  const auto broken = executor_with(tacet::trace_to{[](const phase_record&) { throw 1; }}).execute(calls);
  CHECK(live.trace.empty());
  CHECK(silent.trace.empty());
  REQUIRE(seen.size() == collected.trace.size());
  for (std::size_t i = 0; i < seen.size(); ++i) {
    CHECK(seen[i].action == collected.trace[i].action);
    CHECK(kept[i] == collected.trace[i].detail);
  }
  for (const auto* const other : {&live, &collected, &broken}) {
    CHECK(other->status == silent.status);
    REQUIRE(other->outcomes.size() == silent.outcomes.size());
    for (std::size_t i = 0; i < silent.outcomes.size(); ++i) {
      CHECK(other->outcomes[i].kind == silent.outcomes[i].kind);
      CHECK(other->outcomes[i].content == silent.outcomes[i].content);
      CHECK(other->outcomes[i].attempts == silent.outcomes[i].attempts);
    }
  }
  static_assert(std::is_empty_v<tacet::null_trace> && !tacet::null_trace::traces);
}

TEST_CASE("a reused report holds the trace of the last batch only") {
  const auto executor = executor_with(tacet::collect_trace{});
  tacet::execution_report report;
  executor.execute(calls, report);
  const std::size_t all = report.trace.size();
  executor.execute({calls, 1}, report);
  CHECK(report.trace.size() < all);
  CHECK(told(report.trace, 1).empty());
}
