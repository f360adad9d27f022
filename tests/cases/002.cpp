// SPDX-License-Identifier: MIT
// Arguments that were cut are never closed by us and run, neither for a typed tool nor for one with a schema.
#include "support/catch.hpp"

#include <tacet/dynamic/dynamic_tools.hpp>
#include <tacet/tacet.hpp>
#include <tacet/wire/anthropic_messages.hpp>
#include <tacet/wire/openai_chat.hpp>

#include <boost/json/serialize.hpp>

#include <string>
#include <vector>

using namespace tacet;

namespace {

struct build {
  std::vector<std::string> steps;
};
struct words {
  std::string text;
};

std::string chat(const std::string& tool, const std::string& arguments, const std::string& finish) {
  return R"({"choices":[{"message":{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":")" +
         tool + R"(","arguments":)" + boost::json::serialize(boost::json::value(arguments)) + R"(}}]},"finish_reason":")" + finish + R"("}]})";
}

}  // namespace

TEST_CASE("case 002: a call that was cut is answered, and names the cut where the reply says so") {
  int ran = 0;
  tool_registry registry;
  const auto run = [&ran] { ++ran; };
  REQUIRE(registry.add({.name = "plan", .input_schema = R"({"type":"object","properties":{"steps":{"type":"array"}}})"}, run));
  REQUIRE(registry.add({.name = "say", .input_schema = R"({"type":"object","properties":{"text":{"type":"string"}}})"}, run));
  const tool_executor executor{tools{tool<"typed_plan">([&ran](const build&) { ++ran; }), tool<"typed_say">([&ran](const words&) { ++ran; })},
                               dynamic_tools{std::move(registry)}};
  for (const std::string prefix : {"", "typed_"})
    for (const auto& [name, arguments] : {std::pair("plan", R"({"steps":["build","test")"), std::pair("say", R"({"text":"half a sent)")})
      for (const std::string finish : {"length", "tool_calls"}) {
        const auto reply = openai_chat::decode(chat(prefix + name, arguments, finish));
        REQUIRE(reply);
        REQUIRE(reply->calls().size() == 1);
        const execution_report report = executor.execute(reply->calls());
        const tool_outcome& one = report.outcomes.at(0);
        INFO(prefix + name << " " << finish);
        CHECK(one.kind == outcome_kind::bad_arguments);
        CHECK(one.is_error);
        CHECK(one.attempts == 0);
        CHECK(one.reason == (finish == "length" ? outcome_reason::output_limit : outcome_reason::invalid_json));
        if (finish == "length") CHECK_THAT(std::string(one.content), tacet_test::contains("output limit"));
        else CHECK_THAT(std::string(one.content), tacet_test::contains("ends too early"));
      }
  CHECK(ran == 0);
  // What closes into something whole cannot be told from the text: the reply's word decides.
  const auto whole = openai_chat::decode(chat("plan", R"({"steps":["build","test"]})", "length"));
  REQUIRE(whole);
  CHECK(executor.execute(whole->calls()).outcomes.at(0).reason == outcome_reason::output_limit);
  const auto claude = anthropic_messages::decode(
      R"({"role":"assistant","stop_reason":"max_tokens","content":[{"type":"tool_use","id":"t1","name":"plan","input":{"steps":["build"]}}]})");
  REQUIRE(claude);
  CHECK(executor.execute(claude->calls()).outcomes.at(0).reason == outcome_reason::output_limit);
  CHECK(ran == 0);
}
