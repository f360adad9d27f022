// SPDX-License-Identifier: MIT
// exec with the programs of a file as its tools: what they get and give, their limits, and what is refused of
// the files.
#include "program.hpp"
#include "support/catch.hpp"

#include <boost/json.hpp>

#include <chrono>
#include <csignal>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace {

using namespace std::chrono_literals;
using tacet_test::contains;
using tacet_test::finished;
using tacet_test::folder;
namespace bj = boost::json;

struct asked {
  std::string name;
  bj::value arguments;
};

std::string reply_of(const std::vector<asked>& calls) {
  bj::array list;
  for (std::size_t i = 0; i < calls.size(); ++i)
    list.push_back(
        {{"id", "c" + std::to_string(i)},
         {"type", "function"},
         {"function", {{"name", calls[i].name}, {"arguments", bj::serialize(calls[i].arguments)}}}});
  return bj::serialize(bj::value{{"role", "assistant"}, {"content", nullptr}, {"tool_calls", list}});
}

void script(const folder& place, const std::string& name, const std::string& text) {
  place.write(name, "#!/bin/sh\n" + text);
  std::filesystem::permissions(place.path() / name, std::filesystem::perms::owner_all);
}
std::string quoted(const folder& place, const std::string& name) {
  return "'" + (place.path() / name).string() + "'";
}
finished exec(const folder& place, const std::string& more, const std::vector<asked>& calls) {
  return tacet_test::run(TACET_EXEC, "--tools " + quoted(place, "tools.json") + " " + more, reply_of(calls));
}
std::vector<std::string> contents(const finished& done) {
  INFO(done.err);
  REQUIRE(done.status == 0);
  std::vector<std::string> all;
  const bj::value results = bj::parse(done.out);
  for (const bj::value& one : results.as_array()) all.emplace_back(one.at("content").as_string());
  return all;
}
std::string content(const folder& place, const asked& call, const std::string& more = {}) {
  const auto all = contents(exec(place, more, {call}));
  REQUIRE(all.size() == 1);
  return all.front();
}

}  // namespace

TEST_CASE("exec --tools: a person's own programs answer the calls of a reply") {
  const folder place;
  script(place, "bin/echo.sh", "cat; echo \" in $PWD\"\n");
  place.write("tools.json", R"({"$schema": "x", "tools": [
    {"name": "echo", "command": ["bin/echo.sh"], "description": "Say it again", "effect": "read_only",
     "input_schema": {"type": "object", "properties": {"n": {"type": "integer", "minimum": 1}}, "required": ["n"]}},
    {"name": "words", "command": ["wc", "-w"], "prefix": "text_", "effect": "idempotent"},
    {"name": "args", "command": ["printf", "[%s]", "$HOME; `id` > x", ""], "input_schema": {}},
    {"name": "fails", "command": ["sh", "-c", "echo 'no such table' >&2; exit 4"]},
    {"name": "missing", "command": ["./not-there"]},
    {"name": "there", "command": ["pwd"], "working_directory": "bin"},
    {"name": "env", "command": ["env"], "environment": {"A": "b=c", "PATH": "/usr/bin:/bin"}},
    {"name": "plain_env", "command": ["env"]}]})");
  const auto all = contents(exec(place, "",
                                 {{"echo", {{"n", 3}}},
                                  {"echo", {{"n", 0}}},
                                  {"echo", bj::object{}},
                                  {"text_words", {{"text", "a b"}}},
                                  {"args", bj::object{}},
                                  {"fails", bj::object{}},
                                  {"missing", bj::object{}},
                                  {"there", bj::object{}},
                                  {"env", bj::object{}},
                                  {"plain_env", bj::object{}},
                                  {"calculate", {{"text", "1+1"}}}}));
  REQUIRE(all.size() == 11);
  CHECK(all[0] == "{\"n\":3} in " + std::filesystem::current_path().string() + "\n");
  CHECK_THAT(all[1], contains("/n"));
  CHECK_THAT(all[2], contains("\"n\""));
  CHECK(all[3] == "2\n");
  CHECK(all[4] == "[$HOME; `id` > x][]");
  CHECK(all[5] == "The program ended with exit status 4. Standard error: no such table");
  CHECK_THAT(all[6], contains("could not be started: No such file or directory."));
  CHECK(all[7] == std::filesystem::canonical(place.path() / "bin").string() + "\n");
  CHECK(all[8] == "A=b=c\nPATH=/usr/bin:/bin\n");
  CHECK(all[9] == "PATH=/usr/local/bin:/usr/bin:/bin\n");
  CHECK_THAT(all[10], contains("There is no tool \"calculate\""));  // the built-in ones are not there
}

TEST_CASE("exec --tools: limits of a program and of --config are kept, and each refusal says which") {
  const folder place;
  place.write("tools.json", R"({"tools": [
    {"name": "slow", "command": ["sleep", "60"], "timeout_ms": 200},
    {"name": "slow_read", "command": ["sleep", "60"], "timeout_ms": 200, "effect": "read_only"},
    {"name": "loud", "command": ["yes"], "output_limit": 1000},
    {"name": "twice", "command": ["echo", "ran"], "max_calls": 2},
    {"name": "guarded", "command": ["echo", "ran"], "capability": "network"},
    {"name": "idle", "command": ["sleep", "60"]}]})");
  place.write("config.json",
              R"({"capabilities": ["network"], "deny": ["twice"], "timeouts": {"attempt_ms": 300},
    "results": {"max_bytes": 256}})");
  const auto plain = contents(exec(place, "",
                                   {{"slow", bj::object{}},
                                    {"slow_read", bj::object{}},
                                    {"loud", bj::object{}},
                                    {"twice", bj::object{}},
                                    {"twice", bj::object{}},
                                    {"twice", bj::object{}},
                                    {"guarded", bj::object{}}}));
  CHECK_THAT(plain[0], contains("took longer than 200 ms. It is unknown whether it took effect"));
  CHECK(plain[1] == "The program was ended because it took longer than 200 ms.");
  CHECK(plain[2] == "The program was ended because it wrote more than 1000 bytes.");
  CHECK(plain[3] == "ran\n");
  CHECK(plain[4] == "ran\n");
  CHECK_THAT(plain[5], contains("budget of calls is used up"));
  CHECK_THAT(plain[6], contains("capability"));

  const std::string config = "--config " + quoted(place, "config.json");
  const auto other = contents(
      exec(place, config, {{"guarded", bj::object{}}, {"twice", bj::object{}}, {"idle", bj::object{}}}));
  CHECK(other[0] == "ran\n");
  CHECK_THAT(other[1], !contains("ran"));
  CHECK_THAT(other[2], contains("took longer than 300 ms"));
  // What the configuration says of one tool stands instead of what the file says.
  place.write("config.json", R"({"timeouts": {"tools": {"slow": 400}}})");
  CHECK_THAT(content(place, {"slow", bj::object{}}, config), contains("took longer than 400 ms"));
}

TEST_CASE("exec --tools: what goes to standard output is JSON whatever a program writes") {
  const folder place;
  script(place, "bytes.sh", "printf 'a\\377\\000b\\n'\n");
  place.write("tools.json", R"({"tools": [{"name": "bytes", "command": ["./bytes.sh"]}]})");
  const finished done = exec(place, "", {{"bytes", bj::object{}}});
  REQUIRE(done.status == 0);
  CHECK(std::string(bj::parse(done.out).as_array().at(0).at("content").as_string()) ==
        std::string("a\xEF\xBF\xBD\0b\n", 7));
}

TEST_CASE("exec --tools: all that is wrong with the files is listed at once, and nothing is run") {
  const folder place;
  place.write("tools.json", R"({"tools": [
    {"name": "a", "command": ["touch", "made"], "timeout": 5, "effect": "maybe", "effect": "once"},
    {"name": 7, "command": "touch made", "timeout_ms": 0, "max_calls": -1, "output_limit": 1.5},
    "x",
    {"command": []},
    {"name": "a", "command": ["true", 1], "input_schema": {"type": "object", "properties": {"p": {"type": "strange"}}}},
    {"name": "b", "command": ["x\u0000y"], "input_schema": true, "environment": {"A=B": "c", "D": 1}, "capability": ""}],
    "more~/": 1})");
  place.write("config.json", R"({"retries": {"max_attempts": 0}, "unknown": 1})");
  const finished done = exec(place, "--config " + quoted(place, "config.json"), {{"a", bj::object{}}});
  CHECK(done.status == 2);
  CHECK(done.out.empty());
  INFO(done.err);
  for (const std::string wanted :
       {"config.json: at /retries/max_attempts: expected 1 to",
        "config.json: at /unknown: unknown key",
        "tools.json: at /tools/0/timeout: unknown key; known here: name, description,",
        "at /tools/0/effect: expected one of \"read_only\", \"idempotent\", \"once\"",
        "at /tools/0/effect: stands here again, at byte",
        "at /tools/1/name: expected a string, got a number",
        "at /tools/1/command: expected an array of a program and its arguments, got a string",
        "at /tools/1/timeout_ms: expected an integer of 1 to 2678400000",
        "at /tools/1/max_calls: expected an integer of 0 to 4294967295",
        "at /tools/1/output_limit: expected an integer of 0 to 1073741824",
        "at /tools/2: expected an object, got a string",
        "at /tools/3/command: names no program",
        "at /tools/3/name: is missing",
        "at /tools/4/command/1: expected a string, got a number",
        "at /tools/4/input_schema/properties/p/type",
        "at /tools/5/command/0: has a zero character",
        "at /tools/5/input_schema: expected an object",
        "at /tools/5/environment/A=B: is no name of a variable",
        "at /tools/5/environment/D: expected a string, got a number",
        "at /tools/5/capability: must not be empty",
        "at /more~0~1: unknown key; known here: tools"})
    CHECK_THAT(done.err, contains(wanted));
  CHECK_FALSE(std::filesystem::exists("made"));
}

TEST_CASE("exec --tools: files that are no files, no JSON, or do not go together") {
  const folder place;
  const struct {
    std::string tools, config, message;
  } table[] = {
      {"", "{}", "tools.json: not JSON at byte 0 (line 1)"},
      {"{\"tools\": [\n}", "{}", "tools.json: not JSON at byte 12 (line 2)"},
      {"[]", "{}", "tools.json: expected an object, got an array"},
      {"{}", "{}", "tools.json: at /tools: is missing"},
      {"{\"tools\": {}}", "{}", "at /tools: expected an array of tools, got an object"},
      {"{\"tools\": []} x", "{}", "more text behind the value"},
      {std::string(100'000, '['), "{}", "not JSON at byte"},
      {"{\"tools\": []}" + std::string(5'000'000, ' '), "{}", "longer than 4 MiB"},
      {R"({"tools": []})", "{\"deny\": [\"none\"]}", "config.json: at /deny/0"},
      {R"({"tools": []})", "", "config.json: not JSON"},
      {R"({"tools": [{"name": "a", "command": ["true"]}, {"name": "a", "command": ["true"]}]})", "{}",
       "tools.json: at /tools/1/name: there is a tool `a` already"},
  };
  for (const auto& row : table) {
    place.write("tools.json", row.tools);
    place.write("config.json", row.config);
    const finished done = exec(place, "--config " + quoted(place, "config.json"), {});
    INFO(row.tools.substr(0, 80) << " | " << row.config);
    CHECK(done.status == 2);
    CHECK(done.out.empty());
    CHECK_THAT(done.err, contains(row.message));
  }
  // So many that nobody reads them.
  std::string many = R"({"tools": [)";
  for (int i = 0; i < 5000; ++i) many += "1,";
  place.write("tools.json", many + "1]}");
  const finished done = exec(place, "", {});
  CHECK(done.status == 2);
  CHECK_THAT(done.err, contains("there are 4901 more faults"));
  CHECK_THAT(tacet_test::run(TACET_EXEC, "--tools " + quoted(place, "tools.json") + " --config /nowhere").err,
             contains("/nowhere: there is no such file"));
}

TEST_CASE("exec --list, --offer and --schema tell of the tools and of the configuration") {
  const folder place;
  place.write("tools.json", R"({"tools": [
    {"name": "file.read", "command": ["cat"], "effect": "read_only", "timeout_ms": 5, "max_calls": 2, "capability": "files",
     "description": "Read \"it\"", "input_schema": {"type": "object",
       "properties": {"a": {"type": "string"}}}},
    {"name": "plain", "command": ["cat"]}]})");
  const finished listed = exec(place, "--list", {});
  REQUIRE(listed.status == 0);
  const std::size_t end = listed.out.find('\n');
  const bj::value first = bj::parse(listed.out.substr(0, end));
  CHECK(first.at("name") == "file.read");
  CHECK(first.at("description") == "Read \"it\"");
  CHECK(first.at("effect") == "read_only");
  CHECK(first.at("timeout_ms") == 5);
  CHECK(first.at("max_calls") == 2);
  CHECK(first.at("capability") == "files");
  CHECK(first.at("input_schema").at("properties").at("a").at("type") == "string");
  const bj::value second = bj::parse(listed.out.substr(end + 1, listed.out.size() - end - 2));
  CHECK(second.at("effect") == "once");
  CHECK(second.at("timeout_ms") == 30'000);
  const finished offered = exec(place, "--offer", {});
  CHECK_THAT(offered.out, contains("\"file_read\"") && !contains("file.read"));
  CHECK(content(place, {"file_read", bj::object{}}, "").find("capability") != std::string::npos);

  const finished built_in = tacet_test::run(TACET_EXEC, "--list");
  CHECK_THAT(built_in.out, contains("\"name\":\"calculate\""));
  const finished schema = tacet_test::run(TACET_EXEC, "--schema");
  CHECK(schema.status == 0);
  CHECK(bj::parse(schema.out).at("properties").as_object().contains("retries"));
  place.write("tools.json", R"({"tools": []})");
  CHECK(exec(place, "--list", {}).out.empty());
}

TEST_CASE("exec --tools: an interruption ends the program and answers the rest") {
  const folder place;
  script(place, "wait.sh", "echo $$ >" + quoted(place, "started") + "\nexec sleep 60\n");
  place.write(
      "tools.json",
      R"({"tools": [{"name": "wait", "command": ["./wait.sh"]}, {"name": "next", "command": ["true"]}]})");
  place.write("reply", reply_of({{"wait", bj::object{}}, {"next", bj::object{}}}));
  // The shell becomes exec, so its number is exec's.
  const std::string line = "sh -c 'echo $$ >" + (place.path() / "exec").string() +
                           "; exec " TACET_EXEC " --tools " + (place.path() / "tools.json").string() + " " +
                           (place.path() / "reply").string() + " >" + (place.path() / "out").string() +
                           "'; echo $? >" + quoted(place, "status");
  std::thread runner([&] { CHECK(std::system(line.c_str()) == 0); });
  for (int i = 0; i < 1000 && place.read("started").empty(); ++i) std::this_thread::sleep_for(10ms);
  const std::string started = place.read("started");
  if (const std::string number = place.read("exec"); !number.empty()) ::kill(std::stoi(number), SIGINT);
  runner.join();
  REQUIRE_FALSE(started.empty());
  CHECK(place.read("status") == "130\n");
  const bj::value all = bj::parse(place.read("out"));
  REQUIRE(all.as_array().size() == 2);
  CHECK_THAT(std::string(all.as_array()[0].at("content").as_string()), contains("cancelled while it ran"));
  CHECK_THAT(std::string(all.as_array()[1].at("content").as_string()), contains("cancelled before it ran"));
  CHECK(::kill(std::stoi(started), 0) == -1);
}
