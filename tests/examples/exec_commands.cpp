// SPDX-License-Identifier: MIT
// exec with the programs of a file as its tools: what they get and give, their limits, and what is refused of
// the files.
#include "asked.hpp"
#include "program.hpp"
#include "support/catch.hpp"

#include <boost/json.hpp>

#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace {

using namespace std::chrono_literals;
using tacet_test::asked;
using tacet_test::contains;
using tacet_test::finished;
using tacet_test::folder;
namespace bj = boost::json;

std::string reply_of(const std::vector<asked>& calls) { return bj::serialize(tacet_test::message_of(calls)); }

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

// What a program that was started a moment ago writes into a file as a line, or nothing after a minute.
std::string line_in(const folder& place, const std::string& name) {
  for (const auto begin = std::chrono::steady_clock::now(); std::chrono::steady_clock::now() - begin < 60s;) {
    if (std::string text = place.read(name); text.ends_with('\n')) return text;
    std::this_thread::sleep_for(5ms);
  }
  return {};
}

}  // namespace

TEST_CASE("exec --tools: a person's own programs answer the calls of a reply") {
  const folder place;
  script(place, "bin/echo.sh", "cat; echo \" in $PWD\"\n");
  script(place, "bin/say.sh", "echo said\n");
  place.write("bare.sh", "echo ran\n");
  std::filesystem::permissions(place.path() / "bare.sh", std::filesystem::perms::owner_all);
  place.write("tools.json", R"({"$schema": "x", "tools": [
    {"name": "echo", "command": ["bin/echo.sh"], "description": "Say it again", "effect": "read_only",
     "input_schema": {"type": "object", "properties": {"n": {"type": "integer", "minimum": 1}}, "required": ["n"]}},
    {"name": "words", "command": ["wc", "-w"], "prefix": "text_", "effect": "idempotent"},
    {"name": "args", "command": ["printf", "[%s]", "$HOME; `id` > x", ""], "input_schema": {}},
    {"name": "fails", "command": ["sh", "-c", "echo 'no such table' >&2; exit 4"]},
    {"name": "bare", "command": ["./bare.sh"]},
    {"name": "relative", "command": ["sh", "./bin/../bin/say.sh"]},
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
                                  {"bare", bj::object{}},
                                  {"there", bj::object{}},
                                  {"env", bj::object{}},
                                  {"plain_env", bj::object{}},
                                  {"calculate", {{"text", "1+1"}}},
                                  {"relative", bj::object{}}}));
  REQUIRE(all.size() == 12);
  CHECK(all[0] == "{\"n\":3} in " + std::filesystem::canonical(place.path()).string() + "\n");
  CHECK_THAT(all[1], contains("/n"));
  CHECK_THAT(all[2], contains("\"n\""));
  CHECK(all[3] == "2\n");
  CHECK(all[4] == "[$HOME; `id` > x][]");
  CHECK(all[5] == "The program ended with exit status 4. Standard error: no such table");
  CHECK(
      all[6] ==
      "The program of this tool could not be started: Exec format error. A script needs a first line such as "
      "`#!/bin/sh`.");
  CHECK(all[7] == std::filesystem::canonical(place.path() / "bin").string() + "\n");
  CHECK(all[8] == "A=b=c\nPATH=/usr/bin:/bin\n");
  CHECK(all[9] == "PATH=/usr/local/bin:/usr/bin:/bin\n");
  CHECK_THAT(all[10], contains("There is no tool \"calculate\""));  // the built-in ones are not there
  CHECK(all[11] == "said\n");
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
              R"({"capabilities": ["network"], "deny": ["twice"], "results": {"max_bytes": 256}})");
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
  const auto other = contents(exec(place, config, {{"guarded", bj::object{}}, {"twice", bj::object{}}}));
  CHECK(other[0] == "ran\n");
  CHECK_THAT(other[1], !contains("ran"));
  // (Alone, since another one might not be done by then on a slow machine.)
  place.write("config.json", R"({"timeouts": {"attempt_ms": 300}})");
  CHECK_THAT(content(place, {"idle", bj::object{}}, config), contains("took longer than 300 ms"));
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
        "did you mean \"timeout_ms\"?",
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

TEST_CASE("exec --tools: a program that is not there is a fault of the file, and nothing is run") {
  const folder place;
  place.write("plain.sh", "#!/bin/sh\n");
  place.write("tools.json", R"({"tools": [
    {"name": "a", "command": ["touch", "made"]},
    {"name": "b", "command": ["./not-there"]},
    {"name": "c", "command": ["nope"]},
    {"name": "d", "command": ["./plain.sh"]},
    {"name": "e", "command": ["."]},
    {"name": "f", "command": ["./"]},
    {"name": "g", "command": ["true"], "working_directory": "none"},
    {"name": "h", "command": ["true"], "working_directory": "plain.sh"},
    {"name": "i", "command": ["nope", ""], "environment": {"A": "b"}}]})");
  const finished done = exec(place, "", {{"a", bj::object{}}});
  CHECK(done.status == 2);
  CHECK(done.out.empty());
  INFO(done.err);
  const std::string in = " `" + place.path().string() + "/";
  for (const std::string& wanted : std::vector<std::string>{
           "tools.json: at /tools/1/command/0: there is no program" + in + "./not-there`",
           "at /tools/2/command/0: there is no program `nope` in PATH /usr/local/bin:/usr/bin:/bin",
           "at /tools/3/command/0:" + in + "./plain.sh` may not be executed; chmod +x",
           "at /tools/4/command/0: there is no program `.` in PATH",
           "at /tools/5/command/0:" + in + "./` is a folder",
           "at /tools/6/working_directory: there is no folder" + in + "none`",
           "at /tools/7/working_directory:" + in + "plain.sh` is no folder",
           "at /tools/8/command/0: there is no program `nope` in PATH, which its environment does not have"})
    CHECK_THAT(done.err, contains(wanted));
  CHECK_THAT(done.err, !contains("/tools/0"));
  CHECK_FALSE(std::filesystem::exists(place.path() / "made"));
}

TEST_CASE("exec --tools: what a path leads to through a link is what is run") {
  const folder place;
  script(place, "prog.sh", "echo beside the link\n");
  script(place, "far/prog.sh", "echo beside its target\n");
  std::filesystem::create_directories(place.path() / "far/inner");
  std::filesystem::create_symlink("far/inner", place.path() / "link");
  place.write("tools.json", R"({"tools": [{"name": "p", "command": ["link/../prog.sh"]},
    {"name": "d", "command": ["./prog.sh"], "working_directory": "link/.."},
    {"name": "w", "command": ["pwd", "-P"], "working_directory": "link/.."}]})");
  const auto all = contents(exec(place, "", {{"p", bj::object{}}, {"d", bj::object{}}, {"w", bj::object{}}}));
  CHECK(all[0] == "beside its target\n");
  CHECK(all[1] == "beside the link\n");
  CHECK(all[2] == std::filesystem::canonical(place.path() / "far").string() + "\n");
}

TEST_CASE("exec --tools: keys and words of others are told in ours") {
  const folder place;
  place.write("tools.json",
              R"({"tools": [{"name": "a", "command": ["true"], "inputSchema": {}, "parameters": {},
    "env": {}, "cwd": ".", "effect": "readonly", "something else": 1, "max_calls": 1.5}]})");
  const finished done = exec(place, "", {});
  CHECK(done.status == 2);
  INFO(done.err);
  for (const std::string wanted : {R"(environment, working_directory; did you mean "input_schema"?)",
                                   R"(at /tools/0/parameters: unknown key; known here: name, description,)",
                                   R"(did you mean "environment"?)", R"(did you mean "working_directory"?)",
                                   R"("idempotent", "once"; did you mean "read_only"?)",
                                   "max_calls: expected an integer of 0 to 4294967295"})
    CHECK_THAT(done.err, contains(wanted));
  const auto count = [&](std::string_view text) {
    std::size_t found = 0;
    for (auto at = done.err.find(text); at != std::string::npos; at = done.err.find(text, at + 1)) ++found;
    return found;
  };
  CHECK(count("did you mean \"input_schema\"?") == 2);
  CHECK(count("working_directory\n") == 1);  // nothing is near to the last of them

  place.write(
      "tools.json",
      R"({"tools": [{"name": "a", "command": ["echo", "x"], "max_calls": 1.0, "timeout_ms": 50e2}]})");
  const auto all = contents(exec(place, "", {{"a", bj::object{}}, {"a", bj::object{}}}));
  CHECK(all[0] == "x\n");
  CHECK_THAT(all[1], contains("budget"));
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
  many = R"({"tools": [)";
  for (int i = 0; i < 20'000; ++i)
    many += R"({"name": "t)" + std::to_string(i) + R"(", "command": ["true"]},)";
  place.write("tools.json", many + "1]}");
  const finished all_good = exec(place, "", {});
  CHECK(all_good.status == 2);
  CHECK_THAT(all_good.err, contains("at /tools/10000: only 10000 tools are taken\n") && !contains("10001"));
  // Whatever is wrong with it, a file of 4 MiB is told in a few lines, and read in little memory.
  std::string keys = R"({"tools": [{)";
  for (int i = 0; keys.size() < 4'000'000; ++i) keys += '"' + std::to_string(i) + R"(": 1,)";
  std::string tools = R"({"tools": [)";
  while (tools.size() < 4'000'000) tools += "{},";
  for (const std::string& text : {keys + R"("a": 1}]})", tools + "{}]}"}) {
    place.write("tools.json", text);
    place.write("reply", "[]");
    const auto limited = [](const std::string& limit, const std::string& arguments) {
      return tacet_test::run("/bin/sh", "-c '" + limit + "exec " TACET_EXEC " " + arguments + "'");
    };
    std::string limit = "ulimit -v 200000; ";
    if (limited(limit, "--help").status != 0) limit.clear();  // a sanitizer takes more than that for itself
    const finished bounded = limited(
        limit, "--tools " + (place.path() / "tools.json").string() + " " + (place.path() / "reply").string());
    INFO(bounded.err.substr(0, 500));
    CHECK(bounded.status == 2);
    CHECK_THAT(bounded.err, contains("more faults"));
    CHECK(bounded.err.size() < 50'000);
  }
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
  CHECK_THAT(exec(place, "--offer", {}).out, contains("\"plain\"") && !contains("file"));  // not granted
  place.write("config.json", R"({"capabilities": ["files"]})");
  const finished offered = exec(place, "--offer --config " + quoted(place, "config.json"), {});
  CHECK_THAT(offered.out, contains("\"file_read\"") && contains("\"plain\"") && !contains("file.read"));
  CHECK(content(place, {"file_read", bj::object{}}, "").find("capability") != std::string::npos);

  const finished built_in = tacet_test::run(TACET_EXEC, "--list");
  CHECK_THAT(built_in.out, contains("\"name\":\"calculate\""));
  const finished schema = tacet_test::run(TACET_EXEC, "--schema");
  CHECK(schema.status == 0);
  CHECK(bj::parse(schema.out).at("properties").as_object().contains("retries"));
  place.write("tools.json", R"({"tools": []})");
  CHECK(exec(place, "--list", {}).out.empty());
}

TEST_CASE("exec --list and --offer under --config show the time that counts and only what may run") {
  const folder place;
  place.write("tools.json", R"({"tools": [
    {"name": "a.b", "command": ["cat"]},
    {"name": "own", "command": ["cat"], "timeout_ms": 5000},
    {"name": "denied", "command": ["cat"], "timeout_ms": 100},
    {"name": "guarded", "command": ["cat"], "capability": "network"},
    {"name": "granted", "command": ["cat"], "capability": "files"}]})");
  place.write("config.json", R"({"timeouts": {"attempt_ms": 900, "call_ms": 4000, "tools": {"granted": 700}},
    "deny": ["denied"], "capabilities": ["files", "unneeded"]})");
  const std::string config = "--config " + quoted(place, "config.json");
  const finished listed = exec(place, "--list " + config, {});
  REQUIRE(listed.status == 0);
  std::vector<std::int64_t> times;
  for (std::size_t at = 0; at < listed.out.size();) {
    const std::size_t end = listed.out.find('\n', at);
    times.push_back(bj::parse(listed.out.substr(at, end - at)).at("timeout_ms").as_int64());
    at = end + 1;
  }
  CHECK(times == std::vector<std::int64_t>{900, 4000, 100, 900, 700});
  CHECK_THAT(listed.err, contains("exec: note: ") && contains("config.json: at /capabilities/1: "));

  for (const std::string provider : {"openai", "anthropic"}) {
    const finished offered = exec(place, "--offer --provider " + provider + " " + config, {});
    REQUIRE(offered.status == 0);
    std::vector<std::string> names;
    const bj::value all = bj::parse(offered.out);
    for (const bj::value& one : all.as_array())
      names.emplace_back((provider == "openai" ? one.at("function").at("name") : one.at("name")).as_string());
    CHECK(names == std::vector<std::string>{"a_b", "own", "granted"});
  }
}

TEST_CASE("exec: notes about the schemas stand on the standard error, on demand and bounded") {
  const folder place;
  place.write("tools.json", R"({"tools": [
    {"name": "a", "command": ["cat"], "input_schema": {"type": "dict", "properties": {"p": {"type": "integer"}}}}]})");
  for (const std::string asked : {"--list", "--offer", "--trace"}) {
    const finished done = exec(place, asked, {{"a", bj::object{}}});
    INFO(done.err);
    CHECK(done.status == 0);
    CHECK_THAT(done.err, contains("tools.json: at /tools/0/input_schema/type: "));
  }
  CHECK(exec(place, "", {{"a", bj::object{}}}).err.empty());
  std::string many = R"({"tools": [)";
  for (int i = 0; i < 300; ++i)
    many += (i == 0 ? "" : ",") + (R"({"name": "a)" + std::to_string(i)) +
            R"(", "command": ["cat"], "input_schema": {"type": "dict"}})";
  place.write("tools.json", many + "]}");
  const finished done = exec(place, "--list", {});
  CHECK(done.status == 0);
  CHECK_THAT(done.err, contains("exec: note: there are 200 more notes\n"));
  CHECK(done.err.size() < 40'500);
}

TEST_CASE("exec --tools: what exec was started to ignore stays ignored, but for the ends of its programs") {
  const folder place;
  script(place, "wait.sh",
         "echo $PPID >" + quoted(place, "started") + "\nwhile [ ! -e " + quoted(place, "signalled") +
             " ]; do sleep 0.02; done\nsleep 0.5\necho whole\n");
  place.write("tools.json", R"({"tools": [{"name": "wait", "command": ["./wait.sh"]}]})");
  const std::string arguments = "--tools " + quoted(place, "tools.json");
  const std::string reply = reply_of({{"wait", bj::object{}}});
  for (const int signal : {0, SIGINT, SIGHUP, SIGTERM}) {
    INFO(signal);
    std::filesystem::remove(place.path() / "started");
    std::filesystem::remove(place.path() / "signalled");
    const std::string ignoring =
        "env --ignore-signal=CHLD --ignore-signal=INT --ignore-signal=HUP --ignore-signal=TERM";
    finished done;
    std::thread runner([&] { done = tacet_test::run(TACET_EXEC, arguments, reply, ignoring); });
    const std::string started = line_in(place, "started");
    if (!started.empty() && signal != 0) ::kill(std::stoi(started), signal);
    place.write("signalled", "");
    runner.join();
    REQUIRE_FALSE(started.empty());
    CHECK(contents(done).at(0) == "whole\n");
  }
}

TEST_CASE("exec --tools: an interruption ends the program and answers the rest") {
  const folder place;
  script(place, "wait.sh", "echo $$ >" + quoted(place, "started") + "\nexec sleep 1000\n");
  place.write("tools.json", R"({"tools": [{"name": "wait", "command": ["./wait.sh"], "timeout_ms": 500000},
    {"name": "next", "command": ["true"]}]})");
  place.write("reply", reply_of({{"wait", bj::object{}}, {"next", bj::object{}}}));
  // The shell becomes exec, so its number is exec's. Whoever runs the tests may have them ignore SIGINT.
  const std::string line = "sh -c 'echo $$ >" + (place.path() / "exec").string() +
                           "; exec env --default-signal=INT " TACET_EXEC " --tools " +
                           (place.path() / "tools.json").string() + " " + (place.path() / "reply").string() +
                           " >" + (place.path() / "out").string() + "'; echo $? >" + quoted(place, "status");
  std::thread runner([&] { CHECK(std::system(line.c_str()) == 0); });
  const std::string started = line_in(place, "started");
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
