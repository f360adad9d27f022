// SPDX-License-Identifier: MIT
// Case 49: a tool that is called again sees the same call id and the number of the attempt, in either flow.
#include "support/catch.hpp"
#include "unit/async/support.hpp"

using namespace tacet_async;

TEST_CASE("049 a repeated tool sees the same id and the number of the attempt") {
  world w;
  texts seen;
  const auto see = [&seen](const tacet::tool_context& c) {
    seen.push_back(std::string(c.call_id()) + "/" + std::string(c.tool_name()) + "/" +
                   std::to_string(c.attempt()));
    if (c.attempt() < 3) throw tacet::not_applied("busy");
  };
  const calls batch{{"c1", "book"}, {"", "functions.book"}};
  const texts expected{"c1/book/1", "c1/book/2", "c1/book/3", "/book/1", "/book/2", "/book/3"};
  SECTION("awaited, with a wait between attempts") {
    const tacet::async_executor e{
        tacet::tools{tacet::tool<"book">([&](tacet::tool_context& c) -> awaitable<int> {
          co_await w.sleep(1s);
          see(c);
          co_return 1;
        })},
        tacet::retries<tacet::retry_schedule{.max_attempts = 3, .backoff = 1s}>{}, w.clock};
    const auto report = w.run(e, batch);
    CHECK(report.outcomes[0].attempts == 3);
    CHECK(seen == expected);
  }
  SECTION("at once") {
    const tacet::tool_executor e{tacet::tools{tacet::tool<"book">([&](tacet::tool_context& c) { see(c); })},
                                 tacet::retries<tacet::retry_schedule{.max_attempts = 3}>{}};
    CHECK(e.execute(batch).outcomes[1].attempts == 3);
    CHECK(seen == expected);
  }
}
