// SPDX-License-Identifier: MIT
// Case 116: the text of a foreign exception reaches the log and not the model.
#include "support/catch.hpp"

#include <tacet/tacet.hpp>

#include <stdexcept>
#include <string>

TEST_CASE("116 a connection string in an exception stays out of the outcome") {
  std::string logged;
  const tacet::tool_executor executor{
      tacet::tools{tacet::tool<"rows">(
          []() -> int { throw std::runtime_error("connect db://user:hunter2@10.0.0.5 failed"); })},
      tacet::diagnostics{[&logged](const tacet::diagnosis& d) { logged = d.text; }}, tacet::collect_trace{}};
  const tacet::tool_call call{"c1", "rows"};
  const auto report = executor.execute({&call, 1});
  const std::string told(report.outcomes.at(0).content);
  CHECK_THAT(told, tacet_test::contains("rows"));
  for (const char* const secret : {"hunter2", "10.0.0.5", "db://", "connect", "runtime_error"})
    CHECK_THAT(told, !tacet_test::contains(secret));
  CHECK_FALSE(report.outcomes[0].value);
  CHECK(logged == "connect db://user:hunter2@10.0.0.5 failed");
  bool traced = false;
  for (const auto& record : report.trace)
    traced = traced || record.detail.find("hunter2") != std::string_view::npos;
  CHECK(traced);
}
