// SPDX-License-Identifier: MIT
// What a tool knows while it runs, and where its progress goes.
#include "support/catch.hpp"

#include <tacet/tool/tool_context.hpp>

#include <string>
#include <vector>

using namespace tacet;

TEST_CASE("without options there is no deadline and no stop") {
  tool_context context("id", "copy", 2);
  CHECK(context.call_id() == "id");
  CHECK(context.tool_name() == "copy");
  CHECK(context.attempt() == 2);
  CHECK_FALSE(context.deadline().has_value());
  CHECK_FALSE(context.stop_requested());
  CHECK_FALSE(context.stop_token().stop_possible());
  context.progress(7);  // goes nowhere
}

TEST_CASE("a stop and a deadline are seen") {
  std::stop_source source;
  run_options options;
  options.stop = source.get_token();
  options.deadline = std::chrono::steady_clock::time_point(std::chrono::seconds(5));
  const tool_context context("id", "copy", 1, &options);
  CHECK(context.deadline() == options.deadline);
  CHECK_FALSE(context.stop_requested());
  source.request_stop();
  CHECK(context.stop_requested());
  CHECK(context.stop_token().stop_requested());
}

TEST_CASE("progress is numbered and carries the call, the attempt and the value") {
  std::vector<std::string> seen;
  const detail::progress_route route{
      [](const void* sink, const tool_progress& value) {
        const auto& all = *static_cast<std::vector<std::string>* const*>(sink);
        all->push_back(std::string(value.call_id) + " " + std::string(value.tool_name) + " " +
                       std::to_string(value.sequence) + " " + std::to_string(value.attempt) + " " +
                       value.payload.text());
      },
      nullptr};
  std::vector<std::string>* const all = &seen;
  tool_context context("id", "copy", 3, nullptr, {route.emit, &all});
  context.progress(1.5);
  context.progress(std::string("half"));
  context.progress(std::vector<int>{1, 2});
  CHECK(seen == std::vector<std::string>{"id copy 0 3 1.5", "id copy 1 3 \"half\"", "id copy 2 3 [1,2]"});
}
