// SPDX-License-Identifier: MIT
// Each setting of a configuration does what it says to the tools of a registry, and wrong names are told.
#include "support/catch.hpp"

#include <tacet/dynamic/configured_executor.hpp>
#include <tacet/tacet.hpp>

#include <boost/json/object.hpp>

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace std::chrono_literals;
using tacet::configured_executor;
using tacet::executor_config;
using tacet::outcome_kind;
using tacet::outcome_reason;

namespace {

using lines = std::vector<std::string>;

// What the tools saw, in the order of their runs.
struct record {
  lines runs;
  std::vector<std::optional<std::chrono::nanoseconds>> left;  // until the deadline

  void enter(const char* name, const tacet::tool_context& context) {
    runs.emplace_back(name);
    const auto end = context.deadline();
    left.push_back(end.has_value() ? std::optional(*end - std::chrono::steady_clock::now()) : std::nullopt);
  }
};

void must(const tacet::registration& added) {
  INFO(added.message());
  REQUIRE(static_cast<bool>(added));
}
tacet::tool_registry tools(record& seen) {
  tacet::tool_registry all;
  const auto add = [&](tacet::dynamic_tool about, auto callable) {
    must(all.add(std::move(about), callable));
  };
  add({.name = "look", .effect = tacet::tool_effect::read_only},
      [&seen](const boost::json::object&, tacet::tool_context& context) {
        seen.enter("look", context);
        return std::string(1000, 'x');
      });
  add({.name = "say", .max_calls_per_invocation = 1, .timeout = 1h},
      [&seen](const boost::json::object&, tacet::tool_context& context) {
        return seen.enter("say", context), "said";
      });
  add({.name = "files.fetch", .effect = tacet::tool_effect::read_only, .required_capability = "network"},
      [&seen](const boost::json::object&, tacet::tool_context& context) {
        return seen.enter("fetch", context), 1;
      });
  add({.name = "fail", .effect = tacet::tool_effect::idempotent},
      [&seen](const boost::json::object&, tacet::tool_context& context) -> int {
        seen.enter("fail", context);
        throw std::runtime_error("broken");
      });
  add({.name = "busy", .effect = tacet::tool_effect::idempotent},
      [&seen](const boost::json::object&, tacet::tool_context& context) -> int {
        seen.enter("busy", context);
        throw tacet::tool_error("busy");
      });
  return all;
}

// The other name of a tool.
std::string offered_name(std::string_view tool) {
  record seen;
  const tacet::tool_registry all = tools(seen);
  return std::string(all.offered_name(all.find(tool)));
}

template <class... Part> tacet::any_executor made(record& seen, std::string_view text, Part... more) {
  const tacet::config_reading read = executor_config::parse(text);
  for (const auto& one : read.faults) UNSCOPED_INFO(tacet::to_text(one));
  REQUIRE(read.config.has_value());
  configured_executor got = tacet::make_executor(*read.config, tools(seen), std::move(more)...);
  for (const auto& one : got.faults) UNSCOPED_INFO(tacet::to_text(one));
  REQUIRE(got.executor.has_value());
  CHECK(got.faults.empty());
  return std::move(*got.executor);
}
lines faults(std::string_view text) {
  record seen;
  const tacet::config_reading read = executor_config::parse(text);
  REQUIRE(read.config.has_value());
  const configured_executor got = tacet::make_executor(*read.config, tools(seen));
  CHECK(got.executor.has_value() == got.faults.empty());
  lines all;
  for (const auto& one : got.faults) all.push_back(tacet::to_text(one));
  return all;
}

std::vector<tacet::tool_call> calls_of(const std::vector<const char*>& names) {
  std::vector<tacet::tool_call> calls;
  for (const char* name : names) calls.push_back({"1", name, "{}"});
  return calls;
}
std::vector<outcome_reason> reasons(const tacet::any_executor& executor,
                                    const std::vector<const char*>& names) {
  const auto calls = calls_of(names);
  const auto report = executor.execute(calls);
  CHECK(report.outcomes.size() == names.size());
  std::vector<outcome_reason> all;
  for (const auto& one : report.outcomes) all.push_back(one.reason);
  return all;
}
using list = std::vector<outcome_reason>;
constexpr auto ran = outcome_reason::none;

}  // namespace

TEST_CASE("a default configuration changes nothing") {
  record seen;
  const tacet::any_executor executor = made(seen, "{}");
  CHECK(executor.descriptors().size() == 5);
  CHECK(reasons(executor, {"look", "say", "say", "files.fetch", "fail", "busy", "absent"}) ==
        list{ran, ran, outcome_reason::budget_spent, outcome_reason::capability_missing,
             outcome_reason::exception, outcome_reason::tool_error, outcome_reason::unknown_tool});
  CHECK(seen.runs == lines{"look", "say", "fail", "busy"});
  // No deadline but the tool's own.
  CHECK_FALSE(seen.left[0].has_value());
  REQUIRE(seen.left[1].has_value());
  CHECK(*seen.left[1] > 59min);
  const auto calls = calls_of({"look"});
  CHECK(executor.execute(calls).outcomes[0].content.size() == 1000);
}

TEST_CASE("a budget stands instead of the tool's own, and begins again with an invocation") {
  record seen;
  tacet::any_executor executor = made(seen, R"({"budgets":{"say":2,"look":0}})");
  for (int i = 0; i < 2; ++i) {
    CHECK(reasons(executor, {"say", "say", "say", "look"}) ==
          list{ran, ran, outcome_reason::budget_spent, outcome_reason::budget_spent});
    executor.reset();
  }
  CHECK(seen.runs.size() == 4);
}

TEST_CASE("allow and deny go by the tool, under either of its names") {
  record seen;
  constexpr auto refused = outcome_reason::policy;
  CHECK(reasons(made(seen, R"({"allow":["look"]})"), {"look", "say", "absent"}) ==
        list{ran, refused, outcome_reason::unknown_tool});
  CHECK(reasons(made(seen, R"({"deny":["look"]})"), {"look", "functions.look", "say"}) ==
        list{refused, refused, ran});
  CHECK(reasons(made(seen, R"({"allow":[]})"), {"look", "say"}) == list{refused, refused});
  // A name that no provider takes is offered under another, and is the same tool.
  const std::string offered = offered_name("files.fetch");
  REQUIRE(offered != "files.fetch");
  const std::string deny = R"({"capabilities":["network"],"deny":[")" + offered + "\"]}";
  CHECK(reasons(made(seen, deny), {"files.fetch", offered.c_str()}) == list{refused, refused});
  CHECK(reasons(made(seen, R"({"capabilities":["network"],"deny":["files.fetch"]})"),
                {"files.fetch", offered.c_str()}) == list{refused, refused});
  CHECK(reasons(made(seen, R"({"capabilities":["network"]})"), {"files.fetch", offered.c_str()}) ==
        list{ran, ran});
}

TEST_CASE("a capability is granted by its name") {
  record seen;
  constexpr auto missing = outcome_reason::capability_missing;
  CHECK(reasons(made(seen, R"({"capabilities":["network"]})"), {"files.fetch"}) == list{ran});
  CHECK(reasons(made(seen, R"({"capabilities":["networ","NETWORK","network2"]})"), {"files.fetch"}) ==
        list{missing});
}

TEST_CASE("the calls of a batch beyond the limit are answered and do not run") {
  record seen;
  CHECK(reasons(made(seen, R"({"limits":{"batch_calls":2}})"), {"look", "look", "look"}) ==
        list{ran, ran, outcome_reason::policy});
  CHECK(seen.runs.size() == 2);
}

TEST_CASE("arguments beyond the limits are refused") {
  record seen;
  const tacet::any_executor executor = made(seen, R"({"limits":{"argument_bytes":20,"argument_depth":2}})");
  const auto kind = [&](const char* arguments) {
    const tacet::tool_call call{"1", "look", arguments};
    return executor.execute({&call, 1}).outcomes[0].kind;
  };
  CHECK(kind(R"({"a":"0123456789ab"})") == outcome_kind::succeeded);       // 20 bytes
  CHECK(kind(R"({"a":"0123456789abc"})") == outcome_kind::bad_arguments);  // 21
  CHECK(kind(R"({"a":[1]})") == outcome_kind::succeeded);
  CHECK(kind(R"({"a":[[1]]})") == outcome_kind::bad_arguments);
}

TEST_CASE("a limit that the program has set stays where the configuration says nothing of it") {
  record seen;
  tacet::tool_registry registry = tools(seen);
  registry.set_argument_limits({.bytes = 1000, .depth = 1});
  const auto config = executor_config::parse(R"({"limits":{"argument_bytes":2000}})").config;
  const configured_executor got = tacet::make_executor(*config, std::move(registry));
  REQUIRE(got.executor.has_value());
  const tacet::tool_call calls[] = {{"1", "look", R"({"a":[]})"}, {"2", "look", R"({"a":1})"}};
  const auto report = got.executor->execute(calls);
  CHECK(report.outcomes[0].kind == outcome_kind::bad_arguments);
  CHECK(report.outcomes[1].kind == outcome_kind::succeeded);
}

TEST_CASE("failed attempts are repeated after the errors that are named") {
  const auto attempts = [](const char* on) {
    record seen;
    const std::string text = std::string(R"({"retries":{"max_attempts":3,"retry_on":")") + on + "\"}}";
    const auto calls = calls_of({"fail", "busy"});
    const auto report = made(seen, text).execute(calls);
    CHECK(seen.runs.size() ==
          static_cast<std::size_t>(report.outcomes[0].attempts + report.outcomes[1].attempts));
    return std::pair<int, int>(report.outcomes[0].attempts, report.outcomes[1].attempts);
  };
  CHECK(attempts("any") == std::pair(3, 3));
  CHECK(attempts("tool_errors") == std::pair(1, 3));
  CHECK(attempts("not_applied") == std::pair(1, 1));
}

TEST_CASE("waits between attempts are those of the configuration") {
  record seen;
  const tacet::any_executor executor =
      made(seen, R"({"retries":{"max_attempts":3,"backoff_ms":10,"multiplier":1000,"max_delay_ms":20}})");
  const auto calls = calls_of({"fail"});
  const auto begin = std::chrono::steady_clock::now();
  CHECK(executor.execute(calls).outcomes[0].attempts == 3);
  const auto took = std::chrono::steady_clock::now() - begin;
  CHECK(took >= 30ms);
  CHECK(took < 5s);  // without the cap it would be ten
}

TEST_CASE("times are told to the tools") {
  record seen;
  const tacet::any_executor executor =
      made(seen, R"({"timeouts":{"attempt_ms":10000,"call_ms":30000,"tools":{"say":20000}}})");
  CHECK(reasons(executor, {"look", "say"}) == list{ran, ran});
  REQUIRE(seen.left.size() == 2);
  REQUIRE((seen.left[0].has_value() && seen.left[1].has_value()));
  CHECK((*seen.left[0] <= 10s && *seen.left[0] > 5s));
  CHECK((*seen.left[1] <= 20s && *seen.left[1] > 15s));
  record alone;
  CHECK(reasons(made(alone, R"({"timeouts":{"call_ms":30000}})"), {"look"}) == list{ran});
  REQUIRE(alone.left[0].has_value());
  CHECK((*alone.left[0] <= 30s && *alone.left[0] > 25s));
}

TEST_CASE("no wait begins that would end after the deadline of the call") {
  record seen;
  const tacet::any_executor executor =
      made(seen, R"({"timeouts":{"call_ms":50},"retries":{"max_attempts":5,"backoff_ms":60000}})");
  const auto calls = calls_of({"fail"});
  CHECK(executor.execute(calls).outcomes[0].attempts == 1);
}

TEST_CASE("the text of a result is cut at the limit") {
  record seen;
  const auto calls = calls_of({"look"});
  const auto report = made(seen, R"({"results":{"max_bytes":256}})").execute(calls);
  CHECK(report.outcomes[0].content.size() <= 256);
  CHECK(report.outcomes[0].content.find("[cut: ") != std::string_view::npos);
  CHECK(report.outcomes[0].kind == outcome_kind::succeeded);
}

TEST_CASE("names that no tool has are faults, all at once") {
  CHECK(
      faults(
          R"({"budgets":{"lok":1,"look":1},"timeouts":{"tools":{"a/b":1}},"allow":["say","zzzz"],"deny":["x"]})") ==
      lines{"at /budgets/lok: there is no tool of this name; did you mean \"look\"?",
            "at /timeouts/tools/a~1b: there is no tool of this name",
            "at /allow/1: there is no tool of this name", "at /deny/0: there is no tool of this name"});
  CHECK(faults(R"({"allow":["functions.look"]})").size() == 1);
  CHECK(faults(R"({"capabilities":["whatever"]})").empty());
}

TEST_CASE("names that are no UTF-8, long, or both are told harmlessly") {
  executor_config config;
  for (const char c : {'\xFF', '~', '/', '\n', 'k'})
    for (const std::size_t size : {1U, 79U, 80U, 81U, 5000U})
      config.budgets.emplace(std::string(size, c), 1U);
  config.deny = {std::string(5000, '\x1B'), "", std::string("a\0b", 3)};
  record seen;
  const configured_executor got = tacet::make_executor(config, tools(seen));
  CHECK(got.faults.size() == 28);
  for (const auto& one : got.faults) {
    const std::string text = tacet::to_text(one);
    CHECK(text.size() < 400);
    CHECK(text.size() > 20);
    for (const char c : text) CHECK(static_cast<unsigned char>(c) >= 0x20);
  }
  config = {};
  for (int i = 0; i < 3000; ++i) config.deny.push_back("looj" + std::to_string(i));
  CHECK(tacet::make_executor(config, tools(seen)).faults.size() == 101);
}

TEST_CASE("two names of one tool are a fault") {
  const std::string offered = offered_name("files.fetch");
  CHECK(faults(R"({"allow":["files.fetch"],"deny":[")" + offered + "\"]}") ==
        lines{"at /deny/0: is the tool of /allow/0 again"});
  CHECK(faults(R"({"budgets":{"files.fetch":1,")" + offered + "\":2}}").size() == 1);
  // A configuration that was not read from a text.
  executor_config config;
  config.allow = {"look"};
  config.deny = {"look"};
  record seen;
  CHECK(tacet::make_executor(config, tools(seen)).faults.size() == 1);
}

TEST_CASE("a configuration without tools is an executor that knows none") {
  const configured_executor got = tacet::make_executor({}, {});
  REQUIRE(got.executor.has_value());
  CHECK(reasons(*got.executor, {"look"}) == list{outcome_reason::unknown_tool});
  executor_config config;
  config.limits.argument_bytes = 10;
  CHECK(tacet::make_executor(config, {}).faults.empty());
}

TEST_CASE("typed tools and other parts stand beside the tools of the registry") {
  record seen;
  const auto typed = tacet::tools{tacet::tool<"add">([] { return 3; }, tacet::read_only)};
  std::size_t asked = 0;
  const auto guard = [&asked](const tacet::pending_call&) -> std::optional<tacet::skip> {
    ++asked;
    return std::nullopt;
  };
  const tacet::any_executor executor = made(seen, R"({"deny":["look"]})", typed, tacet::steering_gate{guard});
  CHECK(executor.descriptors().size() == 6);
  CHECK(reasons(executor, {"add", "look", "say"}) == list{ran, outcome_reason::policy, ran});
  CHECK(asked == 2);
  CHECK(reasons(made(seen, R"({"deny":["add"]})", typed), {"add", "look"}) ==
        list{outcome_reason::policy, ran});

  const auto faults_of = [&](const char* text) {
    return tacet::make_executor(*executor_config::parse(text).config, tools(seen), typed).faults;
  };
  CHECK(faults_of(R"({"allow":["add","look"]})").empty());
  REQUIRE(faults_of(R"({"budgets":{"add":1},"timeouts":{"tools":{"add":1}}})").size() == 2);
  CHECK(faults_of(R"({"budgets":{"add":1}})")[0].pointer == "/budgets/add");
  const auto same = tacet::tools{tacet::tool<"look">([] { return 3; }, tacet::read_only)};
  CHECK(tacet::make_executor({}, tools(seen), same).faults.size() == 1);
}

TEST_CASE("a program's own checks are asked behind those of the configuration, wherever the part stands") {
  const auto read = executor_config::parse(R"({"deny":["b"]})");
  REQUIRE(read.config.has_value());
  for (const bool last : {false, true}) {
    tacet::tool_registry registry;
    for (const char* const name : {"a", "b"}) REQUIRE(registry.add({.name = name}, [] {}));
    std::vector<std::string> asked;
    tacet::preconditions own{tacet::precondition<"own">([&asked](const tacet::pending_call& call) -> std::optional<tacet::precondition_verdict> {
      asked.emplace_back(call.name());
      return tacet::precondition_verdict::block("Not today.");
    })};
    const tacet::collect_trace traced{};
    const auto made = last ? tacet::make_executor(*read.config, std::move(registry), traced, std::move(own))
                           : tacet::make_executor(*read.config, std::move(registry), std::move(own), traced);
    REQUIRE(made.executor.has_value());
    const tacet::tool_call calls[] = {{"1", "a"}, {"2", "b"}};
    const tacet::execution_report report = made.executor->execute(calls);
    CHECK(report.outcomes.at(0).content == "Not today.");
    CHECK(report.outcomes.at(1).content.find("must not be used here") != std::string_view::npos);
    CHECK(asked == std::vector<std::string>{"a"});
  }
}

TEST_CASE("what a model should be offered is what it may call") {
  const auto read = executor_config::parse(R"({"deny":["b"],"capabilities":["mail"]})");
  REQUIRE(read.config.has_value());
  tacet::tool_registry registry;
  for (const char* const name : {"a", "b"}) REQUIRE(registry.add({.name = name}, [] {}));
  REQUIRE(registry.add({.name = "c", .required_capability = "mail"}, [] {}));
  REQUIRE(registry.add({.name = "d", .required_capability = "disk"}, [] {}));
  const auto made = tacet::make_executor(*read.config, std::move(registry), tacet::tools{tacet::tool<"t">([] {})});
  REQUIRE(made.executor.has_value());
  std::vector<std::string> names;
  for (const tacet::tool_descriptor& one : made.offered) names.emplace_back(one.name);
  CHECK(names == std::vector<std::string>{"t", "a", "c"});
  CHECK(made.notes.empty());
}

TEST_CASE("what may not be meant is a note, and a timeout that cannot be kept a fault") {
  const auto make = [](const char* text) {
    const auto read = executor_config::parse(text);
    REQUIRE(read.config.has_value());
    tacet::tool_registry registry;
    REQUIRE(registry.add({.name = "deaf", .required_capability = "mail"}, [] {}));
    REQUIRE(registry.add({.name = "told"}, [](tacet::tool_context&) {}));
    return tacet::make_executor(*read.config, std::move(registry), tacet::tools{tacet::tool<"typed">([] {}), tacet::tool<"typed_told">([](tacet::tool_context&) {})});
  };
  CHECK(make("{}").notes.empty());
  const auto general = make(R"({"capabilities":["mail","mial"],"timeouts":{"attempt_ms":5}})");
  REQUIRE(general.executor.has_value());
  std::string all;
  for (const tacet::pointed_fault& one : general.notes) all += tacet::to_text(one) + "\n";
  CHECK(all == "at /capabilities/1: no tool needs it\n"
               "at /timeouts/attempt_ms: the tool \"typed\" takes no tool_context& and is not told of it\n"
               "at /timeouts/attempt_ms: the tool \"deaf\" takes no tool_context& and is not told of it\n");
  const auto own = make(R"({"timeouts":{"tools":{"deaf":5,"told":5}}})");
  CHECK_FALSE(own.executor.has_value());
  REQUIRE(own.faults.size() == 1);
  CHECK(own.faults[0].pointer == "/timeouts/tools/deaf");
}

TEST_CASE("a mask that can only be moved stands beside the limit of the configuration") {
  struct mask {
    std::unique_ptr<int> only_moved = std::make_unique<int>(0);
    std::string operator()(std::string_view text) const { return std::string(text.substr(0, 300)); }
  };
  const auto read = executor_config::parse(R"({"results":{"max_bytes":256}})");
  REQUIRE(read.config.has_value());
  tacet::tool_registry registry;
  REQUIRE(registry.add({.name = "a"}, [] { return std::string(1000, 'x'); }));
  const auto made = tacet::make_executor(*read.config, std::move(registry), tacet::result_policy{mask{}});
  REQUIRE(made.executor.has_value());
  const tacet::tool_call call{"1", "a"};
  const tacet::execution_report report = made.executor->execute({&call, 1});
  CHECK(report.outcomes.at(0).content.size() <= 256);
  CHECK(report.outcomes.at(0).content.ends_with(" of 300 bytes]"));
}
