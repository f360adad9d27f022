// SPDX-License-Identifier: MIT
// Case 128: calls that are dispatched while the reply still comes in meet the guards first, and each has one
// result.
#include "support/catch.hpp"
#include "unit/async/support.hpp"

#include <map>
#include <set>

using namespace tacet_async;

TEST_CASE(
    "128 early dispatch with a guard against repeats: one result for each id, and the refused did not run") {
  world w;
  texts ran;
  std::set<std::string> known;
  const tacet::async_executor e{
      tacet::tools{tacet::tool<"find">(
          [&](const file& f, tacet::tool_context& c) -> awaitable<int> {
            ran.push_back(std::string(c.call_id()) + " " + f.path);
            co_await w.sleep(10s);
            co_return 1;
          },
          tacet::read_only)},
      tacet::steering_gate{[&](const tacet::pending_call& c) -> awaitable<std::optional<tacet::skip>> {
        // It takes a while, in which the next call may come.
        const bool repeated = !known.insert(tacet::signature(c)).second;
        co_await w.sleep(2s);
        if (repeated) co_return tacet::skip{tacet::message::constant("This was asked already.")};
        co_return std::nullopt;
      }},
      w.clock};
  const std::vector<tacet::tool_call> stream{{"1", "find", R"({"path":"a"})"},
                                             {"2", "find", R"({ "path" : "a" })"},
                                             {"3", "find", R"({"path":"b"})"},
                                             {"4", "find", R"({"path":"b"})"}};
  std::map<std::string, std::vector<std::string>> results;
  for (std::size_t i = 0; i != stream.size(); ++i)
    w.at(std::chrono::seconds(i), [&, i] {
      // As its own batch, as soon as it is whole.
      asio::co_spawn(w.io, e.co_execute({&stream[i], 1}),
                     [&](std::exception_ptr thrown, tacet::execution_report report) {
                       CHECK(thrown == nullptr);
                       for (const auto& one : report.outcomes)
                         results[std::string(one.call_id)].push_back(std::string(to_text(one.kind)));
                     });
    });
  w.clock.run(w.io);
  CHECK(ran == texts{"1 a", "3 b"});
  CHECK(results == std::map<std::string, std::vector<std::string>>{
                       {"1", {"succeeded"}}, {"2", {"refused"}}, {"3", {"succeeded"}}, {"4", {"refused"}}});
}
