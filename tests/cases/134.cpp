// SPDX-License-Identifier: MIT
// Bytes that are no UTF-8, wherever they come in: the request is valid, and the run goes on.
#include "support/catch.hpp"

#include <tacet/dynamic/dynamic_tools.hpp>
#include <tacet/tacet.hpp>
#include <tacet/wire/openai_chat.hpp>

#include <boost/json/parse.hpp>

#include <array>
#include <stdexcept>
#include <string>
#include <string_view>

using namespace tacet;

namespace {

constexpr std::array<std::string_view, 6> broken{"caf\xE9", "\xC3(", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\x80", {"a\0b", 3}};

bool is_valid(std::string_view text) { return well_formed_size(text) == text.size(); }

// The executor answers, and what goes back to the model is JSON in UTF-8.
template <class Executor> void check_request(const Executor& executor, bool repaired) {
  const auto reply = openai_chat::decode(R"({"choices":[{"message":{"role":"assistant","content":null,"tool_calls":[
    {"id":"1","type":"function","function":{"name":"gives","arguments":"{}"}},{"id":"2","type":"function","function":{"name":"says","arguments":"{}"}},
    {"id":"3","type":"function","function":{"name":"throws","arguments":"{}"}},{"id":"4","type":"function","function":{"name":"json","arguments":"{}"}}]},
    "finish_reason":"tool_calls"}]})");
  REQUIRE(reply);
  const execution_report report = executor.execute(reply->calls());
  REQUIRE(report.outcomes.size() == 4);
  CHECK(report.outcomes[0].kind == outcome_kind::succeeded);
  CHECK(report.outcomes[1].kind == outcome_kind::failed);
  CHECK(report.outcomes[2].kind == outcome_kind::failed);
  CHECK(report.outcomes[3].kind == outcome_kind::succeeded);
  if (repaired)
    for (const tool_outcome& one : report.outcomes) CHECK(is_valid(one.content));
  const std::string request = openai_chat::exchange(*reply, report);
  CHECK(is_valid(request));
  CHECK(boost::json::parse(request).as_array().size() == 5);
}

}  // namespace

TEST_CASE("case 134: bytes that are no UTF-8 in a result, an error or a JSON value") {
  for (const std::string_view text : broken) {
    const auto typed = [text] {
      return tools{tool<"gives">([text] { return std::string(text); }), tool<"says">([text]() -> int { throw tool_error(std::string(text)); }),
                   tool<"throws">([text]() -> int { throw std::runtime_error(std::string(text)); }),
                   tool<"json">([text] { return std::array{std::string(text)}; })};
    };
    check_request(tool_executor{typed()}, false);
    check_request(tool_executor{typed(), result_policy{result_bytes{}}}, true);
    check_request(tool_executor{typed(), result_policy{result_bytes{10}}}, true);

    const auto dynamic = [text] {
      tool_registry registry;
      REQUIRE(registry.add({.name = "gives"}, [text] { return std::string(text); }));
      REQUIRE(registry.add({.name = "says"}, [text]() -> int { throw tool_error(std::string(text)); }));
      REQUIRE(registry.add({.name = "throws"}, [text]() -> int { throw std::runtime_error(std::string(text)); }));
      REQUIRE(registry.add({.name = "json"}, [text] { return boost::json::value{text, 1}; }));
      return dynamic_tools{std::move(registry)};
    };
    check_request(tool_executor{dynamic()}, false);
    check_request(tool_executor{dynamic(), result_policy{result_bytes{}}}, true);
  }
}

TEST_CASE("case 134: what is replaced is replaced once") {
  const tool_executor executor{tools{tool<"gives">([] { return std::string("caf\xE9"); })}, result_policy{result_bytes{}}};
  const tool_call call{"1", "gives"};
  const execution_report report = executor.execute({&call, 1});
  CHECK(report.outcomes.at(0).content == "caf\xEF\xBF\xBD");
  const boost::json::value message = boost::json::parse(openai_chat::results({&call, 1}, report));
  CHECK(message.at(0).at("content") == "caf\xEF\xBF\xBD");
}

TEST_CASE("case 134: progress and the name of a tool that a model made up") {
  std::string heard;
  const tool_executor executor{tools{tool<"works">([](tool_context& context) { context.progress(std::string("caf\xE9")); })},
                               progress{[&heard](const tool_progress& value) { heard = value.payload.text(); }}};
  const std::array calls{tool_call{"1", "works"}, tool_call{"\xFF", "no\xFFsuch"}};
  const execution_report report = executor.execute(calls);
  CHECK(is_valid(heard));
  CHECK(is_valid(report.outcomes.at(1).content));
}
