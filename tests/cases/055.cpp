// SPDX-License-Identifier: MIT
// Case 55: permanent failures do not go through the backoff.
#include "support/catch.hpp"

#include <tacet/tacet.hpp>

#include <chrono>
#include <string>

using namespace std::chrono_literals;

namespace {
struct want_args {
  std::string what;
};
}  // namespace

TEST_CASE("055 only what may pass is tried again") {
  int ran = 0;
  const tacet::tool_executor executor{
      tacet::tools{tacet::tool<"fetch">(
          [&ran](const want_args& x) -> int {
            ++ran;
            if (x.what == "limited") throw tacet::tool_error("rate limited");
            throw tacet::tool_error("no such file", tacet::permanence::permanent);
          },
          tacet::read_only)},
      tacet::steering_gate{[](const tacet::pending_call& call) -> std::optional<tacet::skip> {
        if (call.arguments_as<want_args>()->what == "refused") return tacet::skip{"not now"};
        return {};
      }},
      // A wait that a wrong decision would make felt.
      tacet::retries<tacet::retry_schedule{.max_attempts = 3, .backoff = 20ms, .multiplier = 1}>{}};
  struct row {
    const char* arguments;
    int runs;
    bool waits;
  };
  for (const row& r :
       {row{R"({"what":"limited"})", 3, true}, row{R"({"what":"missing"})", 1, false},
        row{R"({"what":"refused"})", 0, false}, row{R"({"what":5})", 0, false}, row{"{}", 0, false}}) {
    INFO(r.arguments);
    ran = 0;
    const auto begin = std::chrono::steady_clock::now();
    const tacet::tool_call call{"c1", "fetch", r.arguments};
    const auto report = executor.execute({&call, 1});
    CHECK(ran == r.runs);
    CHECK(report.outcomes.at(0).attempts == r.runs);
    CHECK(report.outcomes.at(0).is_error);
    if (r.waits) CHECK(std::chrono::steady_clock::now() - begin >= 40ms);
  }
}
