// SPDX-License-Identifier: MIT
// What becomes of the results of dynamic tools, in the report and beyond its memory.
#include "support/catch.hpp"

#include <tacet/dynamic/dynamic_tools.hpp>
#include <tacet/dynamic/dynamic_value.hpp>
#include <tacet/tacet.hpp>

#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>

#include <map>
#include <string>
#include <utility>
#include <vector>

using namespace tacet;

namespace {

template <class F> tool_executor<tools<>, typename decltype(tool_executor{dynamic_tools{tool_registry{}}})::policies_type> of(F function) {
  tool_registry registry;
  REQUIRE(registry.add({.name = "t"}, std::move(function)));
  return tool_executor{dynamic_tools{std::move(registry)}};
}
const tool_call call{"1", "t"};

}  // namespace

TEST_CASE("the program gets the value, the model the text") {
  const auto made = of([] { return boost::json::value{{"a", boost::json::array{1, 2}}}; });
  const execution_report report = made.execute({&call, 1});
  CHECK(report.outcomes.at(0).content == R"({"a":[1,2]})");
  const auto* const value = report.outcomes[0].value.get_if<boost::json::value>();
  REQUIRE(value != nullptr);
  CHECK(value->at("a").at(1) == 2);

  const auto texts = of([] { return std::string("plain"); });
  const execution_report other = texts.execute({&call, 1});
  REQUIRE(other.outcomes.at(0).value.get_if<std::string>() != nullptr);
  CHECK(*other.outcomes[0].value.get_if<std::string>() == "plain");
}

TEST_CASE("a value of any depth and size is written whole") {
  boost::json::array wide;
  for (int i = 0; i < 20000; ++i) wide.emplace_back(boost::json::object{{"i", i}, {"text", "a \"quoted\" \n text"}});
  boost::json::value deep;
  for (int i = 0; i < 500; ++i) deep = boost::json::array{std::move(deep)};
  for (const boost::json::value& value : {boost::json::value(wide), deep}) {
    const auto made = of([&value] { return value; });
    const execution_report report = made.execute({&call, 1});
    boost::json::parse_options options;
    options.max_depth = 1000;
    CHECK(boost::json::parse(report.outcomes.at(0).content, {}, options) == value);
  }
}

TEST_CASE("a result for which there is no memory is lost, and the tool is not run again") {
  int ran = 0;
  tool_registry registry;
  dynamic_tool about{.name = "t"};
  about.effect = tool_effect::read_only;
  REQUIRE(registry.add(about, [&ran] { return ++ran, boost::json::value(std::string(10000, 'x')); }));
  const tool_executor executor{dynamic_tools{std::move(registry)}, retries<retry_schedule{.max_attempts = 3}>{}};
  fixed_report<4, 256> report;
  CHECK(executor.execute({&call, 1}, report) == execution_status::completed);
  REQUIRE(report.outcomes.size() == 1);
  // A text that is a JSON value is not copied: it stands in the value that is kept.
  CHECK(ran == 1);
  const auto list = of([&ran] { return ++ran, boost::json::value(boost::json::array(1000, 7)); });
  CHECK(list.execute({&call, 1}, report) == execution_status::completed);
  CHECK(report.outcomes[0].kind == outcome_kind::failed);
  CHECK(report.outcomes[0].reason == outcome_reason::result_lost);
  CHECK_FALSE(report.outcomes[0].value);
}
