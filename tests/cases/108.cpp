// SPDX-License-Identifier: MIT
// Every call of Gemini has a response in the next content, also one that was refused and one of no tool.
#include "support/catch.hpp"
#include "support.hpp"

#include <tacet/phase/name_filter.hpp>
#include <tacet/tacet.hpp>
#include <tacet/wire/google_gemini.hpp>

#include <boost/json.hpp>

#include <optional>
#include <string>
#include <vector>

using namespace tacet;
namespace bj = boost::json;

namespace {
struct path {
  std::string of;
};
}  // namespace

TEST_CASE(
    "case 108: there are as many responses as calls, in one content, in their order and with their names") {
  int removed = 0;
  const tool_executor executor{tools{tool<"read">([](const path& p) { return "text of " + p.of; }, read_only),
                                     tool<"remove">([&](const path&) { ++removed; })},
                               preconditions{name_filter{std::nullopt, {"remove"}}}};
  const auto got = google_gemini::decode(R"({"candidates":[{"content":{"role":"model","parts":[
      {"functionCall":{"name":"remove","args":{"of":"a"}}},{"functionCall":{"name":"no.such-tool","args":{}}},{"text":"and"},
      {"functionCall":{"name":"read","args":{"of":"b"}}}]},"finishReason":"STOP"}]})");
  REQUIRE(got);
  const execution_report report = executor.execute(got->calls());
  CHECK(removed == 0);
  const std::vector<chat_message> history{chat_message::user("Tidy up."), chat_message::assistant(*got),
                                          chat_message::answers(got->calls(), report)};
  const bj::value by_exchange = bj::parse(google_gemini::exchange(*got, report));
  const bj::value by_history = bj::parse(google_gemini::messages(history));
  for (const bj::value& answers : {by_exchange.at(1), by_history.at(2)}) {
    CHECK(answers.at("role") == "user");
    REQUIRE(answers.at("parts").as_array().size() == 3);
    const char* const names[] = {"remove", "no_such-tool", "read"};
    for (std::size_t i = 0; i < 3; ++i) {
      const bj::object& part = answers.at("parts").at(i).at("functionResponse").as_object();
      CHECK(part.at("name") == names[i]);
      CHECK(part.at("response").as_object().size() == 1);
      CHECK(part.at("response").as_object().contains(i == 2 ? "output" : "error"));
    }
    CHECK(answers.at("parts").at(2).at("functionResponse").at("response").at("output") == "text of b");
  }
  // The names are those of the turn itself.
  CHECK(by_exchange.at(0).at("parts").at(1).at("functionCall").at("name") == "no_such-tool");
  // A history in which a response is missing is not sent.
  std::vector<chat_message> short_one = history;
  short_one[2].results.pop_back();
  const auto refused = google_gemini::request({.messages = short_one});
  REQUIRE_FALSE(refused);
  CHECK(refused.error().reason == request_failure::unpaired);
}
