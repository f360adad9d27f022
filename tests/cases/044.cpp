// SPDX-License-Identifier: MIT
// Names that no provider takes are offered under one that they take, and the tool is called by its own.
#include "support/catch.hpp"

#include <tacet/dynamic/dynamic_tools.hpp>
#include <tacet/tacet.hpp>
#include <tacet/wire/anthropic_messages.hpp>
#include <tacet/wire/openai_chat.hpp>

#include <boost/json/parse.hpp>

#include <set>
#include <string>
#include <vector>

using namespace tacet;

TEST_CASE("case 044: a name goes out as the provider takes it and comes back as the tool's own") {
  const std::vector<std::string> names{std::string(64, 'a'), std::string(65, 'b'), std::string(128, 'c'), "adm.tools/list", "two words", "gr\xC3\xB6\xC3\x9F" "e", "plain"};
  tool_registry registry;
  std::string ran, guarded;
  for (const std::string& name : names) REQUIRE(registry.add({.name = name}, [&ran](tool_context& context) { ran = context.tool_name(); }));
  const tool_executor executor{dynamic_tools{std::move(registry)}, steering_gate{[&guarded](const pending_call& call) { guarded = call.name(); }}};

  const boost::json::value chat = boost::json::parse(openai_chat::tools(executor.descriptors()));
  const boost::json::value claude = boost::json::parse(anthropic_messages::tools(executor.descriptors()));
  std::set<std::string> seen;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string offered(chat.at(i).at("function").at("name").get_string());
    CHECK(claude.at(i).at("name") == offered.c_str());
    CHECK(offered.size() <= 64);
    CHECK(offered.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") == std::string::npos);
    CHECK(seen.insert(offered).second);
    // As the model sends it back, and as a program may.
    for (const std::string& spelled : {offered, names[i]}) {
      ran = guarded = "";
      const tool_call call{"1", spelled};
      const execution_report report = executor.execute({&call, 1});
      CHECK(report.outcomes.at(0).kind == outcome_kind::succeeded);
      CHECK(report.outcomes.at(0).name == spelled);
      CHECK(ran == names[i]);
      CHECK(guarded == names[i]);
    }
  }
  CHECK(seen.count("plain") == 1);
  CHECK(seen.count(names[0]) == 1);

  // Of two names that would be offered as one, each is offered under its own, also where requests are written.
  tool_registry other;
  std::string called;
  const auto note = [&](tool_context& context) { called = context.tool_name(); };
  REQUIRE(other.add({.name = "a.b"}, note));
  REQUIRE(other.add({.name = "a b"}, note));
  CHECK(other.offered_name(0) != other.offered_name(1));
  const std::string first(other.offered_name(0)), second(other.offered_name(1));
  const tool_executor both{dynamic_tools{std::move(other)}};
  const boost::json::value sent = boost::json::parse(openai_chat::tools(both.descriptors()));
  CHECK(sent.at(0).at("function").at("name") == first.c_str());
  CHECK(sent.at(1).at("function").at("name") == second.c_str());
  const tool_call call{"1", second};
  CHECK(both.execute({&call, 1}).outcomes.at(0).kind == outcome_kind::succeeded);
  CHECK(called == "a b");
}
