// SPDX-License-Identifier: MIT
// Case 47: a time-out after an effect is not tried again, nor does the answer ask for it.
#include "support/catch.hpp"

#include <tacet/tacet.hpp>

#include <string>
#include <system_error>

namespace {
struct mail_args {
  std::string to;
};
}  // namespace

TEST_CASE("047 a mail that went out before its time-out goes out once") {
  int sent = 0;
  const tacet::tool_executor executor{tacet::tools{tacet::tool<"mail_out">([&sent](const mail_args&) -> int {
                                        ++sent;
                                        throw std::system_error(std::make_error_code(std::errc::timed_out),
                                                                "read");
                                      })},
                                      tacet::retries<tacet::retry_schedule{.max_attempts = 3}>{}};
  const tacet::tool_call call{"c1", "mail_out", R"({"to":"ann@example.org"})"};
  const auto report = executor.execute({&call, 1});
  CHECK(sent == 1);
  const auto& outcome = report.outcomes.at(0);
  CHECK(outcome.attempts == 1);
  CHECK(outcome.kind == tacet::outcome_kind::outcome_unknown);
  CHECK(outcome.is_error);
  const std::string told(outcome.content);
  CHECK_THAT(told,
             tacet_test::contains("unknown whether it took effect") && tacet_test::contains("do not repeat"));
  CHECK_THAT(told, !tacet_test::contains("try again") && !tacet_test::contains("retry"));
}

TEST_CASE("047 an error that surely precedes the effect is tried again") {
  int sent = 0;
  int tried = 0;
  const tacet::tool_executor executor{tacet::tools{tacet::tool<"mail_out">([&](const mail_args&) {
                                        if (++tried < 3) throw tacet::not_applied("connection refused");
                                        return ++sent;
                                      })},
                                      tacet::retries<tacet::retry_schedule{.max_attempts = 3}>{}};
  const tacet::tool_call call{"c1", "mail_out", R"({"to":"ann@example.org"})"};
  CHECK(executor.execute({&call, 1}).outcomes.at(0).content == "1");
  CHECK(sent == 1);
}
