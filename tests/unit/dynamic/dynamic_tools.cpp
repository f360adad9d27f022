// SPDX-License-Identifier: MIT
// Tools that are known only at run time go through the phases that typed ones go through.
#include "support/catch.hpp"

#include <tacet/dynamic/dynamic_tools.hpp>
#include <tacet/erased/any_executor.hpp>
#include <tacet/erased/any_retry_schedule.hpp>
#include <tacet/tacet.hpp>

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

#include <array>
#include <atomic>
#include <chrono>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

using namespace tacet;
using namespace std::chrono_literals;

namespace {

struct pair_of {
  int a;
  int b;
};
constexpr auto add = tool<"add">([](const pair_of& p) { return p.a + p.b; });
constexpr const char* two_numbers =
    R"({"type":"object","properties":{"a":{"type":"integer"},"b":{"type":"integer"}},"required":["a"],"additionalProperties":false})";

template <class F> tool_registry with(F function, tool_effect effect = tool_effect::once) {
  tool_registry registry;
  dynamic_tool about{.name = "sum"};
  about.input_schema = two_numbers;
  about.effect = effect;
  REQUIRE(registry.add(about, std::move(function)));
  return registry;
}
const auto sum = [](const boost::json::object& arguments) {
  std::int64_t all = 0;
  for (const auto& [name, value] : arguments) all += value.as_int64();
  return all;
};

struct answer {
  outcome_kind kind;
  outcome_reason reason;
  std::string content;
  int attempts;
  bool adjusted;
};
template <class Executor> answer ask(const Executor& executor, std::string_view name, std::string_view arguments, bool cut = false) {
  const tool_call call{"c1", name, arguments, cut};
  const execution_report report = executor.execute({&call, 1});
  const tool_outcome& one = report.outcomes.at(0);
  CHECK(one.call_id == "c1");
  CHECK(one.name == name);
  CHECK(one.is_error == (one.kind != outcome_kind::succeeded));
  return {one.kind, one.reason, std::string(one.content), one.attempts, one.adjusted};
}

}  // namespace

TEST_CASE("typed and dynamic tools stand in one executor") {
  const tool_executor executor{tools{add}, dynamic_tools{with(sum)}};
  CHECK(ask(executor, "add", R"({"a":1,"b":2})").content == "3");
  CHECK(ask(executor, "sum", R"({"a":1,"b":2})").content == "3");
  CHECK(ask(executor, "sum", R"({"b":2,"a":1})").kind == outcome_kind::succeeded);
  CHECK(ask(executor, "functions.sum", R"({"a":1})").content == "1");
  CHECK(ask(executor, "functions.add", R"({"a":1,"b":1})").content == "2");
  CHECK(ask(executor, "none", "{}").content == "There is no tool \"none\"; the tools are add, sum.");
  CHECK(ask(executor, "", "{}").kind == outcome_kind::unknown_tool);
  const answer cut = ask(executor, "sum", R"({"a":1})", true);
  CHECK(cut.kind == outcome_kind::bad_arguments);
  CHECK(cut.reason == outcome_reason::output_limit);
  REQUIRE(executor.descriptors().size() == 2);
  CHECK(executor.descriptors()[0].name == "add");
  CHECK(executor.descriptors()[1].name == "sum");
}

TEST_CASE("an executor can have dynamic tools alone, and be held by any_executor") {
  any_executor executor{tool_executor{dynamic_tools{with(sum)}}};
  CHECK(ask(executor, "sum", R"({"a":40,"b":2})").content == "42");
  CHECK(ask(executor, "", R"({"a":40,"b":2})").kind == outcome_kind::unknown_tool);
  CHECK(ask(executor, "add", "{}").content == "There is no tool \"add\"; the tools are sum.");
  any_executor moved = std::move(executor);
  REQUIRE(moved.descriptors().size() == 1);
  CHECK(moved.descriptors()[0].name == "sum");
  CHECK(ask(executor_ref(moved), "sum", R"({"a":1})").content == "1");
}

TEST_CASE("an empty registry has no tools") {
  const tool_executor executor{dynamic_tools{tool_registry{}}};
  CHECK(ask(executor, "sum", "{}").content == "There is no tool \"sum\".");
  CHECK(executor.descriptors().empty());
}

TEST_CASE("arguments are held against the schema before anything sees them") {
  int ran = 0;
  int asked = 0;
  const tool_executor executor{dynamic_tools{with([&ran] { ++ran; })},
                               preconditions{precondition<"look">([&asked](const pending_call&) -> std::optional<precondition_verdict> {
                                 ++asked;
                                 return std::nullopt;
                               })}};
  const answer wrong = ask(executor, "sum", R"({"a":"one","c":true})");
  CHECK(wrong.kind == outcome_kind::bad_arguments);
  CHECK(wrong.reason == outcome_reason::schema_mismatch);
  CHECK(wrong.content.find("Invalid arguments for \"sum\": ") == 0);
  CHECK(wrong.content.find("expected an integer, got a string (at /a)") != std::string::npos);
  CHECK(wrong.content.find("/c") != std::string::npos);
  CHECK(ask(executor, "sum", R"({"b":1})").content.find("(at /a)") != std::string::npos);
  CHECK(ask(executor, "sum", R"({"a":1,"a":1})").reason == outcome_reason::duplicate_member);
  CHECK(ask(executor, "sum", R"({"a":)").reason == outcome_reason::invalid_json);
  CHECK(ask(executor, "sum", R"([1])").reason == outcome_reason::not_an_object);
  CHECK(ask(executor, "sum", R"({"a":18446744073709551616})").reason == outcome_reason::out_of_range);
  CHECK(ask(executor, "sum", std::string(2'000'000, ' ')).reason == outcome_reason::out_of_range);
  CHECK(ran == 0);
  CHECK(asked == 0);
  CHECK(ask(executor, "sum", R"({"a":1})").content.empty());
  CHECK(ran == 1);
  CHECK(asked == 1);
}

TEST_CASE("what a model spells otherwise is repaired first, and recorded") {
  boost::json::value seen;
  const tool_executor executor{dynamic_tools{with([&seen](const boost::json::value& v) { seen = v; })},
                               steering_gate{[](const pending_call& call) {
                                 REQUIRE(call.arguments_as<boost::json::value>() != nullptr);
                                 CHECK(call.arguments_as<boost::json::value>()->at("a").is_int64());
                               }}};
  for (const std::string_view text : {R"({"a":"7","b":null})", R"("{\"a\":7}")", R"({"a":"7"})", R"({"a":7,"b":null})"}) {
    const answer given = ask(executor, "sum", text);
    CHECK(given.kind == outcome_kind::succeeded);
    CHECK(given.adjusted);
    CHECK(seen == boost::json::value({{"a", 7}}));
  }
  CHECK_FALSE(ask(executor, "sum", R"({"a":7.0})").adjusted);
  CHECK(seen.at("a").is_int64());
  CHECK(ask(executor, "sum", R"({"a":"7.5"})").kind == outcome_kind::bad_arguments);
}

TEST_CASE("a callable may take less and return what a typed tool may") {
  tool_registry registry;
  const auto adds = [&registry](std::string name, auto function) { REQUIRE(registry.add({.name = std::move(name)}, function)); };
  adds("void", [] {});
  adds("text", [] { return std::string("\"plain\" text"); });
  adds("literal", [] { return "literal"; });
  adds("null_text", []() -> const char* { return nullptr; });
  adds("number", [] { return 7; });
  adds("truth", [] { return true; });
  adds("struct", [] { return pair_of{1, 2}; });
  adds("list", [] { return std::vector<int>{1, 2}; });
  adds("object", [] { return boost::json::object{{"a", 1}}; });
  adds("json", [] { return boost::json::value{1, "two", nullptr}; });
  adds("json_text", [] { return boost::json::value("text"); });
  adds("json_null", [] { return boost::json::value(); });
  adds("value", [](const boost::json::value& v) { return v; });
  adds("context", [](tool_context& context) { return std::string(context.tool_name()) + " " + std::string(context.call_id()); });
  adds("both", [](const boost::json::object& o, tool_context& context) { return std::to_string(o.size()) + std::to_string(context.attempt()); });
  adds("result", []() -> tool_result<int> { return 5; });
  adds("no_result", []() -> tool_result<void> { return {}; });
  adds("error", []() -> tool_result<int> { return tool_error("it is full"); });
  adds("throws", []() -> int { throw std::runtime_error("secret"); });
  adds("says", []() -> int { throw tool_error("told"); });
  adds("large", [] { return boost::json::value(boost::json::array(5000, boost::json::value("caf\xC3\xA9"))); });
  const tool_executor executor{dynamic_tools{std::move(registry)}};
  for (const auto& [name, content] : std::vector<std::pair<std::string, std::string>>{
           {"void", ""}, {"text", "\"plain\" text"}, {"literal", "literal"}, {"null_text", ""}, {"number", "7"}, {"truth", "true"},
           {"struct", R"({"a":1,"b":2})"}, {"list", "[1,2]"}, {"object", R"({"a":1})"}, {"json", R"([1,"two",null])"},
           {"json_text", "text"}, {"json_null", "null"}, {"value", R"({"x":[1]})"}, {"context", "context c1"}, {"both", "11"},
           {"result", "5"}, {"no_result", ""}}) {
    INFO(name);
    const answer given = ask(executor, name, R"({"x":[1]})");
    CHECK(given.kind == outcome_kind::succeeded);
    CHECK(given.content == content);
  }
  CHECK(ask(executor, "error", "").content == "it is full");
  CHECK(ask(executor, "error", "").reason == outcome_reason::tool_error);
  CHECK(ask(executor, "throws", "").content.find("secret") == std::string::npos);
  CHECK(ask(executor, "throws", "").reason == outcome_reason::exception);
  CHECK(ask(executor, "says", "").content == "told");
  CHECK(ask(executor, "large", "").content.size() == 5000 * 8 + 1);
  const tool_call call{"c1", "json"};
  const execution_report report = executor.execute({&call, 1});
  const auto* const value = report.outcomes.at(0).value.get_if<boost::json::value>();
  REQUIRE(value != nullptr);
  CHECK(value->at(1) == "two");
}

TEST_CASE("retries go by the effect") {
  const auto tries = [](tool_effect effect, auto error) {
    const tool_executor executor{dynamic_tools{with([error]() -> tool_result<int> { return error; }, effect)},
                                 retries<retry_schedule{.max_attempts = 3}>{}};
    return ask(executor, "sum", R"({"a":1})").attempts;
  };
  CHECK(tries(tool_effect::once, tool_error("e")) == 1);
  CHECK(tries(tool_effect::once, not_applied("e")) == 3);
  CHECK(tries(tool_effect::read_only, tool_error("e")) == 3);
  CHECK(tries(tool_effect::idempotent, timed_out("e")) == 3);
  CHECK(tries(tool_effect::read_only, tool_error("e", permanence::permanent)) == 1);
  const tool_executor late{dynamic_tools{with([]() -> tool_result<int> { return timed_out("late"); })}};
  CHECK(ask(late, "sum", R"({"a":1})").kind == outcome_kind::outcome_unknown);
}

TEST_CASE("budgets, capabilities and timeouts hold for them") {
  tool_registry registry;
  dynamic_tool counted{.name = "counted"};
  counted.max_calls_per_invocation = 2;
  REQUIRE(registry.add(counted, [] {}));
  dynamic_tool guarded{.name = "guarded"};
  guarded.required_capability = "mail";
  REQUIRE(registry.add(guarded, [] {}));
  dynamic_tool timed{.name = "timed"};
  timed.timeout = 1h;
  REQUIRE(registry.add(timed, [](tool_context& context) { return context.deadline().has_value(); }));
  REQUIRE(registry.add({.name = "free"}, [](tool_context& context) { return context.deadline().has_value(); }));

  const dynamic_tools shared{std::move(registry)};
  tool_executor executor{tools{add}, shared, preconditions{call_budget{}, capability_requirement{capability_set{}}}};
  CHECK(ask(executor, "counted", "").kind == outcome_kind::succeeded);
  CHECK(ask(executor, "counted", "").kind == outcome_kind::succeeded);
  CHECK(ask(executor, "counted", "").reason == outcome_reason::budget_spent);
  CHECK(ask(executor, "add", R"({"a":1,"b":1})").kind == outcome_kind::succeeded);
  const auto copy = executor;  // another invocation
  CHECK(ask(copy, "counted", "").kind == outcome_kind::succeeded);
  executor.reset();
  CHECK(ask(executor, "counted", "").kind == outcome_kind::succeeded);
  CHECK(ask(executor, "guarded", "").reason == outcome_reason::capability_missing);
  CHECK(ask(executor, "timed", "").content == "true");
  CHECK(ask(executor, "free", "").content == "false");

  const tool_executor granted{shared, preconditions{capability_requirement{capability_set{}.grant("mail")}}};
  CHECK(ask(granted, "guarded", "").kind == outcome_kind::succeeded);
  // Capabilities that are types are others, also of that name.
  struct mail {};
  const tool_executor typed{shared, preconditions{capability_requirement{grants<mail>{}}}};
  CHECK(ask(typed, "guarded", "").reason == outcome_reason::capability_missing);
  CHECK(ask(typed, "counted", "").kind == outcome_kind::succeeded);
  const tool_executor by_type{shared, preconditions{capability_requirement{capability_set{}.grant<mail>()}}};
  CHECK(ask(by_type, "guarded", "").reason == outcome_reason::capability_missing);
}

TEST_CASE("a name is resolved to the tool's own, and guards see that") {
  tool_registry registry;
  std::string ran;
  REQUIRE(registry.add({.name = "math.sum"}, [&ran](tool_context& context) { ran = context.tool_name(); }));
  REQUIRE(registry.add({.name = "probe", .prefix = "srv__"}, [&ran](tool_context& context) { ran = context.tool_name(); }));
  std::string guarded;
  const tool_executor executor{tools{add}, dynamic_tools{std::move(registry)},
                               steering_gate{[&guarded](const pending_call& call) { guarded = call.name(); }}};
  for (const std::string_view name : {"math.sum", "math_sum", "functions.math.sum", "default_api:math_sum"}) {
    ran = guarded = "";
    CHECK(ask(executor, name, "").kind == outcome_kind::succeeded);
    CHECK(ran == "math.sum");
    CHECK(guarded == "math.sum");
  }
  for (const std::string_view name : {"srv__probe", "probe"}) {
    ran = "";
    CHECK(ask(executor, name, "").kind == outcome_kind::succeeded);
    CHECK(ran == "srv__probe");
  }
  CHECK(ask(executor, "sum", "").content == "There is no tool \"sum\"; the tools are add, math_sum, srv__probe.");
  // A server's prefix in front of a tool that is not the server's leads nowhere.
  ran = "";
  CHECK(ask(executor, "srv__add", R"({"a":1,"b":1})").kind == outcome_kind::unknown_tool);
  CHECK(ask(executor, "srv__math.sum", "").kind == outcome_kind::unknown_tool);
  CHECK(ran.empty());
  // The model is told the name that it knows.
  CHECK(ask(executor, "math.sum", "[]").content.find("Invalid arguments for \"math_sum\"") == 0);
}

TEST_CASE("a dynamic tool with the name of a typed one is refused when the executor is made") {
  tool_registry registry;
  REQUIRE(registry.add({.name = "add"}, [] {}));
  CHECK_THROWS_AS((tool_executor{tools{add}, dynamic_tools{std::move(registry)}}), std::invalid_argument);
  tool_registry other;
  REQUIRE(other.add({.name = "a.d.d"}, [] {}));
  constexpr auto spelled = tool<"a_d_d">([] {});
  CHECK_THROWS_AS((tool_executor{tools{spelled}, dynamic_tools{std::move(other)}}), std::invalid_argument);
  tool_registry prefixed;
  REQUIRE(prefixed.add({.name = "functions.add"}, [] {}));
  CHECK_THROWS_AS((tool_executor{tools{add}, dynamic_tools{std::move(prefixed)}}), std::invalid_argument);
}

TEST_CASE("sixteen threads call the tools of one registry") {
  std::atomic<int> ran{0};
  const tool_executor executor{tools{add}, dynamic_tools{with([&ran](const boost::json::object& o) {
                                 ++ran;
                                 return o.at("a").as_int64();
                               })}};
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 16; ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i < 200; ++i) {
        const std::string arguments = "{\"a\":" + std::to_string(t * 1000 + i) + "}";
        const std::array calls{tool_call{"1", "sum", arguments}, tool_call{"2", "add", R"({"a":1,"b":2})"}, tool_call{"3", "sum", R"({"b":1})"}};
        const execution_report report = executor.execute(calls);
        wrong += report.outcomes[0].content != std::to_string(t * 1000 + i) || report.outcomes[1].content != "3" ||
                 report.outcomes[2].kind != outcome_kind::bad_arguments;
      }
    });
  for (std::thread& one : threads) one.join();
  CHECK(wrong == 0);
  CHECK(ran == 16 * 200);
}

TEST_CASE("the worst case of an executor counts tools that nothing is known of") {
  const auto timed = tool<"timed">([](tool_context&) {}, read_only, timeout<1s>);
  using executor = decltype(tool_executor{tools{timed}, dynamic_tools{tool_registry{}}, retries<retry_schedule{.max_attempts = 3}>{}});
  STATIC_REQUIRE_FALSE(worst_case<executor>.bounded());
  STATIC_REQUIRE(worst_case<executor>.attempts == 3);
  STATIC_REQUIRE(worst_case<executor, "timed">.time == 3s);
  STATIC_REQUIRE(worst_case<executor, "dynamic">.attempts == 3);
  using alone = decltype(tool_executor{dynamic_tools{tool_registry{}}});
  STATIC_REQUIRE(worst_case<alone>.attempts == 1);
}
