// SPDX-License-Identifier: MIT
// One call is decoded first, then judged, then run; nothing that fails on the way is lost.
#include "support/catch.hpp"

#include <tacet/tacet.hpp>

#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

using tacet::outcome_kind;
using tacet::outcome_reason;
using tacet::tool_call;

namespace {

using answer = std::optional<tacet::precondition_verdict>;
struct text_args {
  std::optional<std::string> text;
  std::optional<int> n;
};

}  // namespace

TEST_CASE("what cannot be decoded is not judged and not run") {
  int judged = 0;
  int ran = 0;
  const tacet::tool_executor executor{
      tacet::tools{tacet::tool<"probe">([&ran](const text_args&) { ++ran; })},
      tacet::preconditions{[&judged](const tacet::pending_call&) -> answer { return ++judged, answer(); }},
      tacet::steering_gate{[&judged](const tacet::pending_call&) { ++judged; }},
      tacet::approval_gate{[&judged](const tacet::approval_request& r) { return ++judged, r.approve(); }}};
  const tool_call calls[] = {
      {"1", "probe", "{"}, {"2", "probe", R"({"n":"x"})"}, {"3", "probe", "{}", true}, {"4", "nosuch"}};
  const auto report = executor.execute(calls);
  CHECK(judged == 0);
  CHECK(ran == 0);
  CHECK(report.outcomes.at(0).phase == tacet::call_phase::decoding);
  CHECK(report.outcomes.at(2).reason == outcome_reason::output_limit);
  const tool_call good{"5", "probe", ""};
  CHECK(executor.execute({&good, 1}).outcomes.at(0).kind == outcome_kind::succeeded);
  CHECK(judged == 3);
}

TEST_CASE("guards see the name that was resolved, the outcome keeps the model's") {
  std::string seen;
  const tacet::tool_executor executor{
      tacet::tools{tacet::tool<"probe">([](const text_args& x) { return x.text.value(); })},
      tacet::steering_gate{[&seen](const tacet::pending_call& call) { seen = call.name(); }}};
  const tool_call call{"1", "functions.probe", R"({"text":"x"})"};
  const auto report = executor.execute({&call, 1});
  CHECK(seen == "probe");
  CHECK(report.outcomes.at(0).name == "functions.probe");
  CHECK(report.outcomes.at(0).content == "x");
}

TEST_CASE("what was repaired in decoding is marked on the outcome") {
  const tacet::tool_executor executor{
      tacet::tools{tacet::tool<"probe">([](const text_args& x) { return x.n.value(); })}};
  const tool_call calls[] = {
      {"1", "probe", R"("{\"n\":5}")"}, {"2", "probe", R"({"n":"5"})"}, {"3", "probe", R"({"n":5})"}};
  const auto report = executor.execute(calls);
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(report.outcomes.at(i).content == "5");
    CHECK(report.outcomes.at(i).adjusted == (i < 2));
  }
}

#if defined(__cpp_exceptions)

namespace {

std::string throwing() { throw std::runtime_error("hunter2"); }
struct fussy_args {
  std::optional<std::string> text = throwing();
};
std::string cancelling() { throw tacet::cancelled{}; }
struct cancelling_args {
  std::optional<std::string> text = cancelling();
};

}  // namespace

TEST_CASE("an argument struct whose defaults throw is a failure before anything ran") {
  int ran = 0;
  const tacet::tool_executor executor{
      tacet::tools{tacet::tool<"fussy">([&ran](const fussy_args&) { ++ran; }),
                   tacet::tool<"cancels">([&ran](const cancelling_args&) { ++ran; }),
                   tacet::tool<"good">([&ran] { ++ran; })}};
  const tool_call calls[] = {
      {"1", "fussy", R"({"text":"given"})"}, {"2", "good"}, {"3", "cancels"}, {"4", "good"}};
  const auto report = executor.execute(calls);
  CHECK(ran == 1);
  REQUIRE(report.outcomes.size() == 4);
  CHECK(report.outcomes[0].kind == outcome_kind::failed);
  CHECK(report.outcomes[0].phase == tacet::call_phase::decoding);
  CHECK(report.outcomes[0].attempts == 0);
  CHECK_THAT(std::string(report.outcomes[0].content), !tacet_test::contains("hunter2"));
  CHECK(report.outcomes[1].kind == outcome_kind::succeeded);
  CHECK(report.outcomes[2].kind == outcome_kind::cancelled);
  CHECK(report.outcomes[3].kind == outcome_kind::cancelled);
}

TEST_CASE("the arguments of every attempt are the ones that were judged") {
  std::vector<const void*> seen;
  const tacet::tool_executor executor{
      tacet::tools{tacet::tool<"probe">(
          [&seen](const text_args& x) -> std::string {
            seen.push_back(&x);
            CHECK(x.text.value() == "long enough to live on the heap, and the same each time");
            if (seen.size() < 4) throw std::runtime_error("again");
            return *x.text;
          },
          tacet::idempotent)},
      tacet::preconditions{[&seen](const tacet::pending_call& call) -> answer {
        return seen.push_back(call.arguments_as<text_args>()), answer();
      }},
      tacet::retries<tacet::retry_schedule{.max_attempts = 5}>{}};
  const tool_call call{"1", "probe", R"({"text":"long enough to live on the heap, and the same each time"})"};
  CHECK(executor.execute({&call, 1}).outcomes.at(0).attempts == 3);
  REQUIRE(seen.size() == 4);
  for (const void* const one : seen) CHECK(one == seen[0]);
}

#endif
