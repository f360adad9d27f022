// SPDX-License-Identifier: MIT
// What is not finite is refused before any bound is asked, and is never written.
#include "support/catch.hpp"

#include <tacet/tacet.hpp>

#include <limits>
#include <string>
#include <vector>

using namespace tacet;

namespace {
struct share_args {
  double share;
  static constexpr auto notes = tacet::notes(note("share", "A share", between(0, 1)));
};
struct free_args {
  double value;
};
}  // namespace

TEST_CASE("case 019: NaN and infinities neither arrive nor leave") {
  int ran = 0;
  const tool_executor executor{tools{tool<"set">([&ran](const share_args& a) { return ++ran, a.share; }),
                                     tool<"free">([&ran](const free_args& a) { return ++ran, a.value; }),
                                     tool<"nan">([] { return std::numeric_limits<double>::quiet_NaN(); }),
                                     tool<"infinite">([] {
                                       return std::vector<double>{std::numeric_limits<double>::infinity(), 1};
                                     })}};
  for (const char* name : {"set", "free"})
    for (const char* value : {"\"NaN\"", "\"Infinity\"", "\"-Infinity\"", "1e999", "-1e999", "NaN",
                              "Infinity", "-Infinity", "nan", "inf", "\"0.5\"", "1e309"}) {
      const std::string arguments =
          std::string("{\"") + (name[0] == 's' ? "share" : "value") + "\":" + value + "}";
      const tool_call call{"1", name, arguments};
      const execution_report report = executor.execute({&call, 1});
      INFO(arguments);
      CHECK(report.outcomes[0].kind == outcome_kind::bad_arguments);
    }
  for (const char* value : {"-0.1", "1.1", "1e308"}) {
    const std::string arguments = std::string("{\"share\":") + value + "}";
    const tool_call call{"1", "set", arguments};
    CHECK(executor.execute({&call, 1}).outcomes[0].reason == outcome_reason::out_of_range);
  }
  CHECK(ran == 0);
  const tool_call calls[] = {{"1", "set", R"({"share":0.5})"}, {"2", "nan", "{}"}, {"3", "infinite", "{}"}};
  const execution_report report = executor.execute(calls);
  CHECK(report.outcomes[0].content == "0.5");
  CHECK(report.outcomes[1].content == "null");
  CHECK(report.outcomes[2].content == "[null,1]");
}
