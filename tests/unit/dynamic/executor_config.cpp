// SPDX-License-Identifier: MIT
// A configuration is read strictly, all that is wrong is told at once, and the shipped schema and docs say
// the same.
#include "support/catch.hpp"
#include "unit/support/allocations.hpp"

#include <tacet/dynamic/executor_config.hpp>
#include <tacet/dynamic/json_schema.hpp>

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <new>
#include <random>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

using namespace std::chrono_literals;
using tacet::config_reading;
using tacet::executor_config;

namespace {

std::vector<std::string> faults_of(std::string_view text) {
  const config_reading read = executor_config::parse(text);
  CHECK(read.config.has_value() == read.faults.empty());
  std::vector<std::string> all;
  for (const tacet::pointed_fault& one : read.faults) all.push_back(tacet::to_text(one));
  return all;
}
std::string only_fault_of(std::string_view text) {
  const std::vector<std::string> all = faults_of(text);
  CHECK(all.size() == 1);
  return all.empty() ? "" : all.front();
}
using lines = std::vector<std::string>;

std::string content_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  REQUIRE(file.is_open());
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}
std::filesystem::path page(const char* name) {
  const std::filesystem::path here = std::filesystem::absolute(__FILE__);
  return here.parent_path().parent_path().parent_path().parent_path() / "docs" / "reference" / "dynamic" /
         name;
}

// A configuration with this value at this place; `*` is the name of a tool.
std::string at_pointer(std::string_view pointer, const std::string& value) {
  std::string text = value;
  for (std::size_t end = pointer.size(); end != 0;) {
    const std::size_t slash = pointer.rfind('/', end - 1);
    text = "{\"" + std::string(pointer.substr(slash + 1, end - slash - 1)) + "\":" + text + "}";
    end = slash;
  }
  return text;
}

// A folder of its own for one test case.
struct own_folder {
  std::filesystem::path path;
  own_folder() {
    std::random_device random;
    path = std::filesystem::temp_directory_path() / ("tacet-config-" + std::to_string(random()));
    std::filesystem::create_directory(path);
  }
  own_folder(const own_folder&) = delete;
  own_folder& operator=(const own_folder&) = delete;
  ~own_folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }
  std::filesystem::path write(const char* name, std::string_view content) const {
    std::ofstream(path / name, std::ios::binary) << content;
    return path / name;
  }
};

constexpr std::string_view everything = R"({
  "$schema": "executor_config.schema.json",
  "limits": {"argument_bytes": 65536, "argument_depth": 16, "batch_calls": 32},
  "budgets": {"shell": 5, "browse": 0},
  "retries": {"max_attempts": 3, "backoff_ms": 100, "multiplier": 1.5, "max_delay_ms": 2000,
              "jitter": 0.25, "heeds_retry_after": true, "retry_on": "tool_errors"},
  "timeouts": {"attempt_ms": 5000, "call_ms": 20000, "tools": {"shell": 10000}},
  "allow": ["shell", "browse", "read"],
  "deny": ["remove"],
  "capabilities": ["network"],
  "results": {"max_bytes": 4096},
  "termination": {"window": 20, "signature_threshold": 4, "name_only_threshold": 15, "result_aware": true}
})";

}  // namespace

TEST_CASE("an empty object is the default, and the default is the library's") {
  const config_reading read = executor_config::parse("{}");
  REQUIRE(read.config.has_value());
  CHECK(*read.config == executor_config{});
  CHECK(read.config->retries.schedule == tacet::retry_schedule{});
  CHECK(read.config->retries.retry_on == tacet::retried_errors::any);
  CHECK(read.config->termination == tacet::loop_termination_policy{});
  CHECK_FALSE(read.config->limits.argument_depth.has_value());
  CHECK_FALSE(read.config->allow.has_value());
  CHECK(executor_config::parse(" \t\r\n{ }\n").config == executor_config{});
  for (const char* empty :
       {R"({"limits":{}})", R"({"budgets":{},"timeouts":{"tools":{}}})", R"({"deny":[]})"})
    CHECK(executor_config::parse(empty).config == executor_config{});
}

TEST_CASE("each setting is read to its member") {
  const config_reading read = executor_config::parse(everything);
  for (const auto& one : read.faults) UNSCOPED_INFO(tacet::to_text(one));
  REQUIRE(read.config.has_value());
  executor_config expected;
  expected.limits = {65536, 16, 32};
  expected.budgets = {{"browse", 0}, {"shell", 5}};
  expected.retries.schedule = {.max_attempts = 3, .backoff = 100ms, .multiplier = 1.5, .longest = 2s,
                                .jitter = 0.25, .heeds_retry_after = true};
  expected.retries.retry_on = tacet::retried_errors::tool_errors;
  expected.timeouts = {5s, 20s, {{"shell", 10s}}};
  expected.allow = {"shell", "browse", "read"};
  expected.deny = {"remove"};
  expected.capabilities = {"network"};
  expected.results.max_bytes = 4096;
  expected.termination = {20, 4, 15, true};
  CHECK(*read.config == expected);
  // Not one of them is at its default, so none of them was left out.
  const executor_config standard;
  CHECK(read.config->limits.argument_depth != standard.limits.argument_depth);
  CHECK(read.config->retries.schedule.multiplier != standard.retries.schedule.multiplier);
}

TEST_CASE("a number is what it is, however it is spelled") {
  const auto attempts = [](const char* spelled) {
    const auto read = executor_config::parse(std::string(R"({"retries":{"max_attempts":)") + spelled + "}}");
    return read.config.has_value() ? read.config->retries.schedule.max_attempts : -1;
  };
  CHECK(attempts("3") == 3);
  CHECK(attempts("3.0") == 3);
  CHECK(attempts("3e0") == 3);
  CHECK(attempts("0.3e1") == 3);
  CHECK(attempts("2147483647") == 2147483647);
  for (const char* bad : {"3.5", "0", "-3", "2147483648", "9223372036854775808", "18446744073709551616",
                          "1e400", "-1e400", "1e-1", "\"3\"", "true", "null", "[3]", "{}"})
    CHECK(attempts(bad) == -1);
  CHECK(executor_config::parse(R"({"budgets":{"a":4294967295}})").config->budgets.at("a") == 4294967295U);
  CHECK(executor_config::parse(R"({"budgets":{"a":-0}})").config->budgets.at("a") == 0);
  CHECK(executor_config::parse(R"({"retries":{"multiplier":0}})").config->retries.schedule.multiplier == 0);
}

TEST_CASE("wrong types and ranges are told with what was expected") {
  CHECK(only_fault_of(R"({"retries":{"max_attempts":true}})") ==
        "at /retries/max_attempts: expected an integer, got a boolean");
  CHECK(only_fault_of(R"({"retries":{"max_attempts":3.5}})") ==
        "at /retries/max_attempts: expected an integer, got 3.5");
  CHECK(only_fault_of(R"({"retries":{"max_attempts":0}})") ==
        "at /retries/max_attempts: expected 1 to 2147483647, got 0");
  CHECK(only_fault_of(R"({"limits":{"argument_depth":129}})") ==
        "at /limits/argument_depth: expected 1 to 128, got 129");
  CHECK(only_fault_of(R"({"retries":{"multiplier":-0.5}})") ==
        "at /retries/multiplier: expected 0 or more, got -0.5");
  for (const char* share : {"0", "1", "1.0", "0.5", "1e-300", "0e9"})
    CHECK(faults_of(std::string(R"({"retries":{"jitter":)") + share + "}}").empty());
  for (const char* share : {"-1e-300", "1.0000001", "2", "1e308"})
    CHECK(only_fault_of(std::string(R"({"retries":{"jitter":)") + share + "}}") ==
          std::string("at /retries/jitter: expected 0 to 1, got ") + share);
  CHECK(only_fault_of(R"({"retries":{"multiplier":1e999}})") ==
        "at /retries/multiplier: expected a number that a double can hold, got 1e999");
  CHECK(only_fault_of(R"({"retries":{"multiplier":"2"}})") ==
        "at /retries/multiplier: expected a number, got a string");
  CHECK(only_fault_of(R"({"retries":{"retry_on":["any"]}})") ==
        "at /retries/retry_on: expected a string, got an array");
  CHECK(
      only_fault_of(R"({"retries":{"retry_on":"Tool_Error"}})") ==
      R"(at /retries/retry_on: expected one of "any", "tool_errors", "not_applied"; did you mean "tool_errors"?)");
  CHECK(only_fault_of(R"({"retries":3})") == "at /retries: expected an object, got a number");
  CHECK(only_fault_of(R"({"allow":"shell"})") == "at /allow: expected an array of names, got a string");
  CHECK(only_fault_of(R"({"allow":null})") == "at /allow: expected an array of names, got null");
  CHECK(only_fault_of(R"({"termination":{"result_aware":1}})") ==
        "at /termination/result_aware: expected a boolean, got a number");
  CHECK(only_fault_of(R"({"$schema":{}})") == "at /$schema: expected a string, got an object");
  CHECK(only_fault_of("[]") == "at the top: expected an object, got an array");
  CHECK(faults_of(R"({"deny":["a","",3,"a"]})") == lines{"at /deny/1: expected a name, got an empty string",
                                                         "at /deny/2: expected a name, got a number",
                                                         "at /deny/3: stands in this list before"});
  CHECK(only_fault_of(R"({"budgets":{"":1}})") ==
        "at /budgets/: expected the name of a tool, got an empty string");
  CHECK(only_fault_of(R"({"budgets":{"a/b~c":-1}})") ==
        "at /budgets/a~1b~0c: expected 0 to 4294967295, got -1");
}

TEST_CASE("a number or text of the file is not repeated at length, and a text not at all") {
  const std::string digits(5000, '9');
  CHECK(only_fault_of(R"({"budgets":{"a":)" + digits + "}}").size() < 120);
  CHECK(only_fault_of(R"({"retries":{"retry_on":"hunter2"}})").find("hunter2") == std::string::npos);
  CHECK(only_fault_of(R"({"budgets":{"a":"hunter2"}})").find("hunter2") == std::string::npos);
  const std::string fault = only_fault_of("{\"" + std::string(9000, 'k') + "\\u001b[31m\":1}");
  CHECK(fault.size() < 300);
  CHECK(only_fault_of(R"({"\u001b[31m":1})").find('\x1b') == std::string::npos);
}

TEST_CASE("an unknown key is told with the known ones") {
  CHECK(only_fault_of(R"({"limits":{"argument_byte":1}})") ==
        "at /limits/argument_byte: unknown key; known here: argument_bytes, argument_depth, batch_calls; did "
        "you mean "
        "\"argument_bytes\"?");
  CHECK(only_fault_of(R"({"limits":{"zzz":{"deep":[{}]}}})") ==
        "at /limits/zzz: unknown key; known here: argument_bytes, argument_depth, batch_calls");
  const std::string misplaced = only_fault_of(R"({"max_attempts":3})");
  CHECK(misplaced.find("; it stands in /retries") != std::string::npos);
  CHECK(only_fault_of(R"({"results":{"deny":[]}})") ==
        "at /results/deny: unknown key; known here: max_bytes; it stands at the top");
  // A path is no key, and the mark of the table for any name is none either.
  for (const char* key : {"retries/max_attempts", "*", "", "limits/", "/limits", "tools/*", "\\u0000"})
    CHECK(only_fault_of("{\"" + std::string(key) + "\":1}").find("unknown key") != std::string::npos);
  // But it may be the name of a tool.
  CHECK(executor_config::parse(R"({"budgets":{"*":1}})").config->budgets.at("*") == 1);
}

TEST_CASE("a key that stands twice is a fault, however it is spelled") {
  CHECK(only_fault_of(R"({"retries":{"max_attempts":2,"max_attempts":2}})") ==
        "at /retries/max_attempts: stands here again, at byte 29");
  CHECK(only_fault_of(R"({"deny":[],"\u0064eny":[]})") == "at /deny: stands here again, at byte 11");
  CHECK(only_fault_of(R"({"budgets":{"a":1,"a":2}})") == "at /budgets/a: stands here again, at byte 18");
  CHECK(only_fault_of(R"({"timeouts":{"tools":{"a":1,"b":1,"a":1}}})") ==
        "at /timeouts/tools/a: stands here again, at byte 34");
}

TEST_CASE("what is well formed and cannot be meant together is a fault") {
  CHECK(only_fault_of(R"({"allow":["a","b"],"deny":["c","b"]})") ==
        "at /deny/1: stands in /allow too; a tool is allowed or denied");
  CHECK(only_fault_of(R"({"termination":{"window":5,"signature_threshold":6}})") ==
        "at /termination/signature_threshold: 6 is larger than the window 5; it can never trip");
  CHECK(only_fault_of(R"({"termination":{"name_only_threshold":11}})") ==
        "at /termination/name_only_threshold: 11 is larger than the window 10; it can never trip");
  CHECK(only_fault_of(R"({"termination":{"window":2}})").find("3 is larger than the window 2") !=
        std::string::npos);
  CHECK(faults_of(R"({"termination":{"window":2,"signature_threshold":0}})").empty());
  const std::string endless =
      "at /retries/heeds_retry_after: has no end without max_delay_ms or call_ms; set one of them";
  CHECK(only_fault_of(R"({"retries":{"heeds_retry_after":true}})") == endless);
  for (const char* good : {R"({"retries":{"heeds_retry_after":true,"max_delay_ms":0}})",
                           R"({"retries":{"heeds_retry_after":true},"timeouts":{"call_ms":1}})",
                           R"({"retries":{"heeds_retry_after":false}})"})
    CHECK(faults_of(good).empty());
  CHECK(only_fault_of(R"({"retries":{"heeds_retry_after":true,"max_delay_ms":-1}})").find("max_delay_ms: expected") !=
        std::string::npos);
  CHECK(only_fault_of(R"({"retries":{"heeds_retry_after":true},"timeouts":{"call_ms":0}})").find("call_ms: expected") !=
        std::string::npos);
  // Nothing is concluded from what could not be read.
  CHECK(only_fault_of(R"({"termination":{"window":"5","signature_threshold":60}})") ==
        "at /termination/window: expected an integer, got a string");
  CHECK(faults_of(R"({"timeouts":{"call_ms":1000,"attempt_ms":2000,"tools":{"a":1000,"b":1001}}})") ==
        lines{"at /timeouts/attempt_ms: 2000 is longer than call_ms 1000; it can never pass",
              "at /timeouts/tools/b: 1001 is longer than call_ms 1000; it can never pass"});
}

TEST_CASE("all faults are listed at once, up to a limit") {
  CHECK(faults_of(R"({"limits":{"batch_calls":0,"x":1},"allow":[1],"deny":{},"results":[],"y":2})").size() ==
        6);
  std::string many = "{";
  for (int i = 0; i < 5000; ++i) many += (i == 0 ? "\"k" : ",\"k") + std::to_string(i) + "\":1";
  const std::vector<std::string> all = faults_of(many + "}");
  REQUIRE(all.size() == 101);
  CHECK(all.back() == "at the top: there are 4900 more faults");
}

TEST_CASE("text that is no JSON is told by its first fault, with its place") {
  CHECK(only_fault_of("") == "at the top: not JSON at byte 0 (line 1, column 1): the text ends too early");
  CHECK(only_fault_of("{\n  \"deny\": [],\n}") ==
        "at the top: not JSON at byte 16 (line 3, column 1): an unexpected character");
  CHECK(only_fault_of("{} {}") ==
        "at the top: not JSON at byte 3 (line 1, column 4): more text behind the value");
  CHECK(only_fault_of("{\"deny\": [] // none\n}") ==
        "at the top: not JSON at byte 12 (line 1, column 13): an unexpected character");
  CHECK(only_fault_of("{\"deny\":[\"\xFF\"]}") == "at the top: not UTF-8 at byte 10 (line 1, column 11)");
  CHECK(only_fault_of(std::string_view("{\0", 2)).find("not JSON at byte 1") != std::string::npos);
  CHECK(only_fault_of("\xFF\xFE{\0}\0").find("not UTF-8 at byte 0") != std::string::npos);
  CHECK(only_fault_of("\xEF\xBB\xBF{}") == "at the top: begins with a byte order mark; save it without");
  CHECK(only_fault_of(R"({"retries":{"multiplier":NaN}})").find("not JSON") != std::string::npos);
  CHECK(only_fault_of(R"({"retries":{"multiplier":1.}})").find("not JSON") != std::string::npos);
  CHECK(only_fault_of(std::string(100000, '[')).find("nesting that is too deep") != std::string::npos);
  CHECK(only_fault_of(R"({"x":)" + std::string(100, '[') + std::string(100, ']') + "}").find("unknown key") !=
        std::string::npos);
  CHECK(executor_config::parse(std::string_view()).faults.size() == 1);
}

TEST_CASE("no prefix and no change of one byte of a good text does harm") {
  for (std::size_t n = 0; n < everything.size(); ++n)
    CHECK_FALSE(executor_config::parse(everything.substr(0, n)).config.has_value());
  std::size_t read = 0;
  for (std::size_t n = 0; n < everything.size(); ++n)
    for (const char c : {'"', '{', ']', ',', '0', '-', '\\', ' ', '\0', '\x80', 'e', '.'}) {
      std::string changed(everything);
      changed[n] = c;
      const config_reading got = executor_config::parse(changed);
      CHECK(got.config.has_value() == got.faults.empty());
      if (got.config.has_value()) ++read;
    }
  CHECK(read > 0);
}

TEST_CASE("what Boost.JSON refuses is refused") {
  for (std::size_t n = 0; n < everything.size(); ++n) {
    std::string changed(everything);
    changed.erase(n, 1);
    boost::system::error_code error;
    (void)boost::json::parse(changed, error);
    const config_reading got = executor_config::parse(changed);
    if (error) CHECK_FALSE(got.config.has_value());
    else if (!got.config.has_value()) CHECK(got.faults.front().message.find("not JSON") == std::string::npos);
  }
}

TEST_CASE("without memory it throws that, and says nothing wrong") {
  for (const char* text :
       {R"({"retries":{"max_attempts":"three attempts, please"},"an unknown key of some length":1})",
        R"({"budgets":{"a tool with a name of some length":3},"deny":["and another one, also long"]})"}) {
    const config_reading whole = executor_config::parse(text);
    int refusals = 0;
    for (int n = 0;; ++n) {
      config_reading read;
      bool threw = false;
      {
        const tacet_test::refusing memory(n);
        try {
          read = executor_config::parse(text);
        } catch (const std::bad_alloc&) {
          threw = true;
        }
      }
      if (threw) {
        ++refusals;
        continue;
      }
      CHECK(read.config == whole.config);
      CHECK(read.faults == whole.faults);
      break;
    }
    CHECK(refusals > 3);
  }
}

TEST_CASE("a file is read, or told why it is not") {
  const own_folder folder;
  const auto only = [](const std::filesystem::path& path) {
    const config_reading read = executor_config::read_file(path);
    CHECK_FALSE(read.config.has_value());
    REQUIRE(read.faults.size() == 1);
    CHECK(read.faults.front().pointer.empty());
    return read.faults.front().message;
  };
  const auto good = folder.write("good.json", everything);
  CHECK(executor_config::read_file(good).config == executor_config::parse(everything).config);
  CHECK(executor_config::read_file(folder.write("zeros.json", std::string_view("{}\0", 3))).faults.size() ==
        1);
  CHECK(only(folder.path / "absent.json") == "there is no such file");
  CHECK(only(good / "below a file") == "there is no such file");
  CHECK(only(folder.path) == "expected a file, got a folder");
  CHECK(only(folder.write("empty.json", "")).find("not JSON at byte 0") == 0);
  CHECK(only(folder.write("latin.json", "{\"deny\":[\"\xE9\"]}")).find("not UTF-8 at byte 10") == 0);
  CHECK(only("") == "there is no such file");
  // Exactly at the limit, and one more.
  std::string large = "{}";
  large.resize(tacet::most_config_bytes, ' ');
  CHECK(executor_config::read_file(folder.write("large.json", large)).config.has_value());
  CHECK(only(folder.write("larger.json", large + ' ')) == "longer than 1 MiB");
  CHECK(only_fault_of(large + ' ') == "at the top: longer than 1 MiB");
  if (std::filesystem::exists("/dev/zero")) CHECK(only("/dev/zero") == "longer than 1 MiB");
}

TEST_CASE("the schema for editors says of each setting what the reader does") {
  const boost::json::value schema = boost::json::parse(executor_config::schema_text());
  // The schema of one setting, by the way through the objects.
  const auto of = [&](std::string_view pointer) -> const boost::json::object& {
    const boost::json::value* at = &schema;
    for (std::size_t begin = 1; begin <= pointer.size();) {
      const std::size_t end = std::min(pointer.find('/', begin), pointer.size());
      const std::string_view key = pointer.substr(begin, end - begin);
      at = key == "*" ? &at->at("additionalProperties") : &at->at("properties").at(std::string(key));
      begin = end + 1;
    }
    return at->as_object();
  };
  for (const auto& one : tacet::detail::config_settings) {
    INFO(one.pointer);
    const boost::json::object& node = of(one.pointer);
    CHECK(node.at("description").as_string() == std::string(one.says));
    if (const auto* standard = node.if_contains("default")) {
      // The default written down is the default left out.
      CHECK(executor_config::parse(at_pointer(one.pointer, boost::json::serialize(*standard))).config ==
            executor_config{});
    }
    const bool bounded = node.contains("minimum");
    if (!bounded) continue;
    // At the bounds it is taken, as far as it goes with the other settings, and beyond them it is not.
    const auto refused_range = [&](std::int64_t value) {
      for (const auto& fault : executor_config::parse(at_pointer(one.pointer, std::to_string(value))).faults)
        if (fault.message.find("expected") == 0) return true;
      return false;
    };
    const std::int64_t least = node.at("minimum").as_int64();
    CHECK_FALSE(refused_range(least));
    CHECK(refused_range(least - 1));
    if (const auto* most = node.if_contains("maximum")) {
      CHECK_FALSE(refused_range(most->as_int64()));
      CHECK(refused_range(most->as_int64() + 1));
    }
  }
}

TEST_CASE("a checker of schemas takes and refuses the same configurations") {
  const auto made = tacet::json_schema::compile(boost::json::parse(executor_config::schema_text()));
  for (const auto& one : made.faults) UNSCOPED_INFO(tacet::to_text(one));
  for (const auto& one : made.notes) UNSCOPED_INFO(tacet::to_text(one));
  REQUIRE(made.schema.has_value());
  CHECK(made.faults.empty());
  CHECK(made.notes.empty());
  CHECK(made.schema->accepts(boost::json::parse(everything)));
  // Each value of a good configuration, replaced by each of these.
  const std::vector<std::string> others{
      "0",    "1",         "-1",           "3.0",     "3.5", "128",     "129",    "1e3", "4294967296",
      "true", "\"\"",      "null",         "\"any\"", "[]",  "[\"a\"]", "[\"\"]", "[1]", "[\"a\",\"a\"]",
      "{}",   "{\"a\":1}", "{\"a\":true}", "{\"\":1}"};
  std::size_t taken = 0;
  std::size_t refused = 0;
  for (const auto& one : tacet::detail::config_settings)
    for (const std::string& other : others) {
      const std::string text = at_pointer(one.pointer, other);
      INFO(text);
      const config_reading read = executor_config::parse(text);
      // What a schema cannot say: how large one setting may be beside another.
      const std::string first = read.faults.empty() ? "" : read.faults.front().message;
      if (first.find("it can never") != std::string::npos || first.find("has no end without") != std::string::npos)
        continue;
      CHECK(made.schema->accepts(boost::json::parse(text)) == read.config.has_value());
      ++(read.config.has_value() ? taken : refused);
    }
  CHECK(taken > 50);
  CHECK(refused > 200);
  for (const char* text :
       {"[]", "3", "null", R"({"x":1})", R"({"limits":{"x":1}})", R"({"timeouts":{"tool":{}}})"})
    CHECK_FALSE(made.schema->accepts(boost::json::parse(text)));
}

TEST_CASE("the shipped schema is the one that is made") {
  CHECK(content_of(page("executor_config.schema.json")) == executor_config::schema_text());
}

TEST_CASE("the table in the docs is the table of the reader") {
  using tacet::detail::setting_type;
  const std::string text = content_of(page("executor_config.md"));
  std::string table;
  for (const auto& one : tacet::detail::config_settings) {
    if (one.type == setting_type::object) continue;
    const char* type = one.type == setting_type::integer   ? "integer"
                       : one.type == setting_type::number  ? "number"
                       : one.type == setting_type::boolean ? "boolean"
                       : one.type == setting_type::names   ? "array of names"
                                                           : "string";
    std::string range = tacet::detail::range_text(one);
    if (one.type == setting_type::choice)
      for (const auto word : tacet::detail::retried_errors_texts)
        range += (range.empty() ? "`\"" : ", `\"") + std::string(word) + "\"`";
    const std::string standard = one.standard == nullptr ? "" : one.standard();
    table += "| `" + std::string(one.pointer) + "` | " + type + " | " + range + " | " +
             (standard.empty() ? "" : "`" + standard + "`") + " | " + std::string(one.says) + " |\n";
  }
  INFO("it is to be:\n" << table);
  CHECK(text.find("\n|---|---|---|---|---|\n" + table + "\n") != std::string::npos);
}
