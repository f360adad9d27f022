// SPDX-License-Identifier: MIT
// Case 126: what is said while a batch runs comes behind all of its results, since those are given at once
// and together.
#include "support/catch.hpp"
#include "unit/async/support.hpp"

using namespace tacet_async;

TEST_CASE("126 a note that is written while the first of two calls runs stands behind both results") {
  world w;
  texts transcript{"call 1", "call 2"};
  std::vector<std::string> notes;
  const tacet::async_executor e{tacet::tools{tacet::tool<"work">(
                                    [&]() -> awaitable<int> {
                                      co_await w.sleep(10s);
                                      co_return 1;
                                    },
                                    tacet::read_only)},
                                w.clock};
  const bool one_by_one = GENERATE(true, false);
  w.at(5s, [&] { notes.emplace_back("note"); });
  const calls batch{{"1", "work"}, {"2", "work"}};
  const auto append = [&](const tacet::execution_report& report) {
    for (const auto& one : report.outcomes) transcript.push_back("result " + std::string(one.call_id));
    transcript.insert(transcript.end(), notes.begin(), notes.end());
  };
  if (one_by_one) {
    append(w.run(e, batch));
  } else {
    // Where calls overlap the first may even end last.
    const tacet::async_executor overlapping{tacet::tools{tacet::tool<"work">(
                                                [&](tacet::tool_context& c) -> awaitable<int> {
                                                  co_await w.sleep(c.call_id() == "1" ? 20s : 1s);
                                                  co_return 1;
                                                },
                                                tacet::read_only)},
                                            tacet::parallel<2>{}, w.clock};
    append(w.run(overlapping, batch));
  }
  CHECK(transcript == texts{"call 1", "call 2", "result 1", "result 2", "note"});
}
