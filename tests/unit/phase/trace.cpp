// SPDX-License-Identifier: MIT
// The trace tells what each phase did to each call, and asking for it changes no outcome.
#include "support/catch.hpp"
#include "support/raise.hpp"

#include <tacet/tacet.hpp>

#include <span>
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
            if (x.how == 1 && c.attempt() == 1) tacet_test::raise(std::runtime_error("first"));
            if (x.how == 2) tacet_test::raise(std::runtime_error("always"));
            return x.how;
          },
          tacet::read_only)},
      tacet::preconditions{tacet::precondition<"hours">([](const tacet::pending_call& call) -> answer {
        const int how = call.arguments_as<how_args>()->how;
        if (how == 3) return tacet::precondition_verdict::block("closed");
        if (how == 4) return tacet::precondition_verdict::unavailable();
        if (how == 5) tacet_test::raise(std::runtime_error("hours unknown"));
        return {};
      })},
      tacet::steering_gate{[](const tacet::pending_call& call) -> std::optional<tacet::skip> {
        const int how = call.arguments_as<how_args>()->how;
        if (how == 6) return tacet::skip{"later"};
        if (how == 7) tacet_test::raise(std::runtime_error("guard lost"));
        if (how == 8) tacet_test::raise(tacet::cancelled{});
        return {};
      }},
      tacet::progress{[](const tacet::tool_progress&) {}},
      tacet::retries<tacet::retry_schedule{.max_attempts = 2}>{},
      trace};
}

constexpr tool_call calls[] = {{"0", "probe", "{}"},
                               {"1", "probe", R"({"how":3})"},
                               {"2", "probe", R"({"how":4})"},
                               {"3", "probe", R"({"how":6})"},
                               {"4", "nosuch"},
                               {"5", "probe", "{"},
                               {"6", "probe", R"("{}")"},
                               {"7", "probe", "{}", true}};

// What the phases say of a call before it is dispatched, and in an attempt.
const std::string checked = "decoding decoded; preconditions admitted (hours); ";
const std::string admitted = checked + "steering admitted (steering_gate); ";
const std::string once = "dispatch attempted; dispatch emitted; ";

// The records of one call of a batch, as text.
std::string told(std::span<const tool_call> batch, const std::vector<phase_record>& all,
                 std::size_t position) {
  std::string text;
  for (const phase_record& r : all)
    if (r.position == position) {
      CHECK(r.call_id == batch[position].id);
      CHECK(r.tool_name == batch[position].name);
      text.append(to_text(r.phase)).append(" ").append(to_text(r.action));
      if (!r.detail.empty()) text.append(" (").append(r.detail).append(")");
      text += "; ";
    }
  return text;
}

void same_outcomes(const tacet::execution_report& one, const tacet::execution_report& other) {
  CHECK(one.status == other.status);
  REQUIRE(one.outcomes.size() == other.outcomes.size());
  for (std::size_t i = 0; i < one.outcomes.size(); ++i) {
    CHECK(one.outcomes[i].kind == other.outcomes[i].kind);
    CHECK(one.outcomes[i].content == other.outcomes[i].content);
    CHECK(one.outcomes[i].attempts == other.outcomes[i].attempts);
  }
}

// Told as they are made, collected or not at all: the records are the same, and so are the outcomes.
void agree(std::span<const tool_call> batch) {
  std::vector<phase_record> seen;
  std::vector<std::string> kept;  // a record's views may not outlive the call
  const auto live = executor_with(tacet::trace_to{[&](const phase_record& r) {
                      kept.emplace_back(r.detail);
                      seen.push_back(r);
                    }}).execute(batch);
  const auto collected = executor_with(tacet::collect_trace{}).execute(batch);
  const auto silent = executor_with(tacet::null_trace{}).execute(batch);
  CHECK(live.trace.empty());
  CHECK(silent.trace.empty());
  REQUIRE(seen.size() == collected.trace.size());
  for (std::size_t i = 0; i < seen.size(); ++i) {
    CHECK(seen[i].action == collected.trace[i].action);
    CHECK(kept[i] == collected.trace[i].detail);
  }
  same_outcomes(live, silent);
  same_outcomes(collected, silent);
}

}  // namespace

TEST_CASE("a collected trace holds what each phase did to each call") {
  const auto report = executor_with(tacet::collect_trace{}).execute(calls);
  const auto told_of = [&report](std::size_t position) { return told(calls, report.trace, position); };
  CHECK(told_of(0) == admitted + once + "dispatch succeeded; ");
  CHECK(told_of(1) == "decoding decoded; preconditions blocked (hours); ");
  CHECK(told_of(2) ==
        "decoding decoded; preconditions unavailable (hours); steering admitted (steering_gate); " + once +
            "dispatch succeeded; ");
  CHECK(told_of(3) == checked + "steering skipped (steering_gate); ");
  CHECK(told_of(4) == "dispatch rejected (unknown tool); ");
  CHECK(told_of(5) == "decoding rejected (invalid JSON); ");
  CHECK_THAT(told_of(6), tacet_test::contains("decoding adjusted; "));
  CHECK(told_of(7) == "decoding rejected (output limit); ");
}

TEST_CASE("a function gets the same records as they are made, and no trace changes an outcome") {
  agree(calls);
  static_assert(std::is_empty_v<tacet::null_trace> && !tacet::null_trace::traces);
}

TEST_CASE("a reused report holds the trace of the last batch only") {
  const auto executor = executor_with(tacet::collect_trace{});
  tacet::execution_report report;
  executor.execute(calls, report);
  const std::size_t all = report.trace.size();
  executor.execute({calls, 1}, report);
  CHECK(report.trace.size() < all);
  CHECK(told(calls, report.trace, 1).empty());
}

#if defined(__cpp_exceptions)

namespace {

// The last is answered without being asked about: the one before it cancels.
constexpr tool_call breaking_calls[] = {{"0", "probe", R"({"how":1})"}, {"1", "probe", R"({"how":2})"},
                                        {"2", "probe", R"({"how":5})"}, {"3", "probe", R"({"how":7})"},
                                        {"4", "probe", R"({"how":8})"}, {"5", "probe"}};

}  // namespace

TEST_CASE("a collected trace holds what was thrown") {
  const auto report = executor_with(tacet::collect_trace{}).execute(breaking_calls);
  const auto told_of = [&report](std::size_t position) {
    return told(breaking_calls, report.trace, position);
  };
  CHECK(told_of(0) == admitted + once + "dispatch retried (first); " + once + "dispatch succeeded; ");
  CHECK(told_of(1) == admitted + once + "dispatch retried (always); " + once + "dispatch failed (always); ");
  CHECK(told_of(2) ==
        "decoding decoded; preconditions failed (hours unknown); preconditions blocked (hours); ");
  CHECK(told_of(3) == checked + "steering guard failed (guard lost); " + once + "dispatch succeeded; ");
  CHECK_THAT(told_of(4), tacet_test::contains("steering cancelled; "));
  CHECK(told_of(5) == "dispatch cancelled; ");
}

TEST_CASE("no trace changes an outcome where something throws, be it the trace") {
  agree(breaking_calls);
  for (const std::span<const tool_call> batch :
       {std::span<const tool_call>(calls), std::span<const tool_call>(breaking_calls)})
    same_outcomes(executor_with(tacet::trace_to{[](const phase_record&) { throw 1; }}).execute(batch),
                  executor_with(tacet::null_trace{}).execute(batch));
}

#endif
