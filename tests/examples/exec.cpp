// SPDX-License-Identifier: MIT
// exec from outside: what it prints, what it refuses, and that nothing leads out of the root.
#include "asked.hpp"
#include "program.hpp"
#include "support/catch.hpp"

#include <boost/json.hpp>
#include <sys/stat.h>

#include <string>
#include <string_view>
#include <vector>

namespace {

using tacet_test::asked;
using tacet_test::contains;
using tacet_test::finished;
using tacet_test::folder;
namespace bj = boost::json;

std::string openai(const std::vector<asked>& calls) {
  return bj::serialize(bj::value{
      {"choices",
       bj::array{bj::value{{"message", tacet_test::message_of(calls)}, {"finish_reason", "tool_calls"}}}}});
}

finished exec(const std::string& arguments, std::string_view input) {
  return tacet_test::run(TACET_EXEC, arguments, input);
}

// The content of each result, after checking that every call was answered in order.
std::vector<std::string> contents(const folder& root, const std::vector<asked>& calls,
                                  const std::string& more = {}) {
  const finished done = exec("--root '" + root.path().string() + "' " + more, openai(calls));
  INFO(done.err);
  REQUIRE(done.status == 0);
  const bj::value results = bj::parse(done.out);
  REQUIRE(results.as_array().size() == calls.size());
  std::vector<std::string> all;
  for (std::size_t i = 0; i < calls.size(); ++i) {
    const bj::object& one = results.as_array()[i].as_object();
    CHECK(one.at("role") == "tool");
    CHECK(std::string(one.at("tool_call_id").as_string()) == "c" + std::to_string(i));
    all.emplace_back(one.at("content").as_string());
  }
  return all;
}
std::string content(const folder& root, const std::string& tool, const bj::value& arguments) {
  return contents(root, {{tool, arguments}}).front();
}

}  // namespace

TEST_CASE("exec answers every call in order with what the tools really did") {
  const folder root;
  root.write("a.txt", "one\ntwo Three\nthree\n");
  root.write("sub/b.hpp", "int three;\n");
  root.write(".hidden", "three\n");
  const auto all = contents(
      root, {{"list_files", bj::object{}},
             {"list_files", {{"pattern", "*.hpp"}}},
             {"search_text", {{"pattern", "three"}}},
             {"search_text", {{"pattern", "THREE"}, {"ignore_case", true}, {"path", "a.txt"}, {"limit", 1}}},
             {"read_file", {{"path", "a.txt"}, {"first_line", 2}, {"line_count", 1}}},
             {"count_lines", bj::object{}},
             {"calculate", {{"text", "2^3^2 / (1 + 1)"}}},
             {"clock", bj::object{}},
             {"nosuch", bj::object{}},
             {"read_file", {{"path", 7}}}});
  CHECK(all[0] == R"({"files":["a.txt","sub/b.hpp"]})");
  CHECK(all[1] == R"({"files":["sub/b.hpp"]})");
  CHECK(
      all[2] ==
      R"({"hits":[{"file":"a.txt","line":3,"text":"three"},{"file":"sub/b.hpp","line":1,"text":"int three;"}]})");
  CHECK_THAT(all[3], contains(R"("line":2,"text":"two Three")"));
  CHECK_THAT(all[3], contains("there are more hits"));
  CHECK(all[4] == "two Three\n[more lines follow from line 3]\n");
  CHECK(all[5] == R"({"lines":4,"files":2,"of_files":2})");
  CHECK(all[6] == "256");
  std::string shape = all[7];  // 2026-01-31T23:59:59Z
  for (char& c : shape) c = c >= '0' && c <= '9' ? '9' : c;
  CHECK(shape == "9999-99-99T99:99:99Z");
  CHECK_THAT(all[8], contains("There is no tool \"nosuch\""));
  CHECK_THAT(all[9], contains("expected a string, got a number"));
}

TEST_CASE("nothing leads out of the root, and no special or huge file is read") {
  const folder outside;
  outside.write("secret.txt", "secret\n");
  const folder root;
  root.write("in/file.txt", "inside\n");
  namespace fs = std::filesystem;
  const std::string out = outside.path().string();
  fs::create_symlink(outside.path(), root.path() / "dir_link");
  fs::create_symlink(outside.path() / "secret.txt", root.path() / "file_link");
  fs::create_symlink("in", root.path() / "inner_link");
  fs::create_symlink("loop", root.path() / "loop");
  fs::create_symlink(outside.path() / "not_there", root.path() / "dangling");
  REQUIRE(::mkfifo((root.path() / "pipe").c_str(), 0600) == 0);
  fs::create_directories(root.path() / "huge");
  root.write("huge/file", "x");
  fs::resize_file(root.path() / "huge/file", std::uintmax_t{5} << 30);
  root.write("binary", std::string_view("a\0b", 3));

  const std::string up = "../" + outside.path().filename().string();
  for (const std::string& path : std::vector<std::string>{
           "..", "../", up, up + "/secret.txt",
           "in/../../" + outside.path().filename().string() + "/secret.txt", out, "/", "/etc/passwd",
           "dir_link", "dir_link/secret.txt", "file_link", "dangling", "loop", "in/../dir_link/secret.txt",
           "nowhere/../../x", std::string("in/file.txt\0", 12), std::string(5000, 'a'),
           "dir_link/../in/file.txt"}) {
    INFO(path);
    const auto all = contents(root, {{"read_file", {{"path", path}}},
                                     {"list_files", {{"path", path}}},
                                     {"search_text", {{"pattern", "secret"}, {"path", path}}},
                                     {"count_lines", {{"path", path}}}});
    for (const std::string& answer : all) {
      CHECK_THAT(answer, contains("refused") || contains("There is no") || contains("is a link"));
      CHECK(answer.find("secret\\n") == std::string::npos);
    }
  }
  CHECK(content(root, "read_file", {{"path", "inner_link/file.txt"}}) ==
        "inside\n");  // a link inside is fine
  CHECK(content(root, "read_file", {{"path", "in/../in/./file.txt"}}) == "inside\n");
  CHECK_THAT(content(root, "read_file", {{"path", "pipe"}}), contains("is not a regular file"));
  CHECK_THAT(content(root, "read_file", {{"path", "in"}}), contains("is a directory"));
  CHECK_THAT(content(root, "read_file", {{"path", "huge/file"}, {"first_line", 1}}),
             contains("larger than 16 MiB"));
  CHECK_THAT(content(root, "read_file", {{"path", "huge/file"}}),
             contains("has 5368709120 bytes. Search it"));
  CHECK_THAT(content(root, "read_file", {{"path", "binary"}}), contains("is no text"));
  CHECK_THAT(content(root, "read_file", {{"path", "in/file.txt"}, {"first_line", 9}}),
             contains("has only 1 lines"));
  CHECK_THAT(content(root, "search_text", {{"pattern", "secret"}}), contains(R"({"hits":[]})"));
  CHECK_THAT(content(root, "list_files", bj::object{}), !contains("link") && !contains("pipe"));
}

TEST_CASE("arithmetic is exact about what it takes") {
  const folder root;
  const struct {
    const char* text;
    const char* wanted;
  } table[] = {{"1+2*3", "7"},
               {"(1+2)*3", "9"},
               {"-2^2", "-4"},
               {"2^-1", "0.5"},
               {"10 % 4", "2"},
               {".5+1e3", "1000.5"},
               {"--1", "1"},
               {"7/2", "3.5"},
               {"1/0", "division by zero"},
               {"5 % 0", "division by zero"},
               {"1 +", "expected a number at character 4"},
               {"2 2", "expected an operator at character 3"},
               {"(1", "closing parenthesis"},
               {"inf", "expected a number"},
               {"nan", "expected a number"},
               {"1e999", "too large"},
               {"10^400", "not a finite"},
               {"(-1)^0.5", "not a finite"},
               {"", "too short"},
               {"0x10", "expected an operator"}};
  for (const auto& row : table) {
    INFO(row.text);
    const std::string got = content(root, "calculate", {{"text", row.text}});
    if (std::string_view(row.wanted).find_first_not_of("0123456789.-") == std::string_view::npos)
      CHECK(got == row.wanted);
    else CHECK_THAT(got, contains(row.wanted));
  }
  CHECK_THAT(content(root, "calculate", {{"text", std::string(900, '(')}}), contains("nested too deeply"));
  CHECK_THAT(content(root, "calculate", {{"text", std::string(900, '-') + "1"}}),
             contains("nested too deeply"));
}

TEST_CASE("budgets, capabilities and the cut call are refused with a sentence each") {
  const folder root;
  root.write("a", "1\n");
  const std::vector<asked> many(7, asked{"count_lines", bj::object{}});
  const auto all = contents(root, many);
  for (std::size_t i = 0; i < many.size(); ++i)
    CHECK_THAT(all[i], i < 5 ? contains(R"("lines":1)") : contains("budget of calls is used up"));
  CHECK_THAT(contents(root, {{"read_file", {{"path", "a"}}}}, "--no-files").front(), contains("capability"));
  CHECK(contents(root, {{"calculate", {{"text", "1"}}}}, "--no-files").front() == "1");

  std::string cut = openai({{"calculate", {{"text", "1"}}}, {"calculate", {{"text", "2"}}}});
  cut.replace(cut.find(R"("finish_reason":"tool_calls")"), 28, R"("finish_reason":"length")");
  const finished done = exec("", cut);
  CHECK(bj::parse(done.out).as_array()[0].at("content") == "1");
  CHECK_THAT(std::string(bj::parse(done.out).as_array()[1].at("content").as_string()),
             contains("output limit"));
  CHECK_THAT(done.err, contains("the reply was cut"));
}

TEST_CASE("Anthropic replies are told from their text and answered in one message") {
  const std::string bare =
      R"({"role":"assistant","content":[{"type":"text","text":"so"},{"type":"tool_use","id":"t1","name":"calculate","input":{"text":"6*7"}},{"type":"tool_use","id":"t2","name":"nosuch","input":{}}]})";
  const finished done = exec("--turn", bare);
  REQUIRE(done.status == 0);
  const bj::value all = bj::parse(done.out);
  REQUIRE(all.as_array().size() == 2);
  CHECK(all.as_array()[0] == bj::parse(bare));
  const bj::array& results = all.as_array()[1].at("content").as_array();
  REQUIRE(results.size() == 2);
  CHECK(results[0] == bj::parse(R"({"type":"tool_result","tool_use_id":"t1","content":"42"})"));
  CHECK(results[1].at("is_error") == true);

  const finished wrong = exec("--provider openai", R"({"type":"message","content":"x"})");
  CHECK(wrong.status == 2);
  CHECK_THAT(wrong.err, contains("neither a chat completion"));
  CHECK_THAT(exec("", R"({"type":"message","role":"user","content":"x"})").err,
             contains("read as a reply of anthropic, --provider says otherwise"));
  CHECK(exec("--provider=anthropic", R"({"role":"assistant","content":"x"})").out == "[]\n");
}

TEST_CASE("calls without ids are answered, and the turn to store has the same ids") {
  const std::string text =
      R"({"role":"assistant","tool_calls":[{"id":"","function":{"name":"calculate","arguments":"{\"text\":\"1\"}"}},{"function":{"name":"calculate","arguments":"{\"text\":\"2\"}"}}]})";
  const finished plain = exec("", text);
  REQUIRE(plain.status == 0);
  CHECK_THAT(plain.err, contains("the call had no id") && contains("--turn prints the one to store"));
  const finished turn = exec("--turn", text);
  CHECK_THAT(turn.err, !contains("--turn"));
  const bj::array all = bj::parse(turn.out).as_array();
  REQUIRE(all.size() == 3);
  const bj::array& calls = all[0].at("tool_calls").as_array();
  CHECK(calls[0].at("id") == all[1].at("tool_call_id"));
  CHECK(calls[1].at("id") == all[2].at("tool_call_id"));
  CHECK(calls[0].at("id") != calls[1].at("id"));
  CHECK(bj::parse(plain.out).as_array()[0] == all[1]);
}

TEST_CASE("what is no reply leaves standard output empty, says why, and ends with 2") {
  const struct {
    std::string arguments, input, message;
  } table[] = {
      {"", "", "the text is empty"},
      {"", "{", "not valid JSON"},
      {"", "data: x", "stream of events"},
      {"", "[]", "got an array (at byte 0); it was read as a reply of openai, --provider says otherwise"},
      {"", R"({"error":{"message":"over\u001b[2Jloaded","type":"server_error"}})",
       "server_error: over?[2Jloaded"},
      {"", R"({"type":"error","error":{"type":"overloaded_error","message":"busy"}})",
       "overloaded_error: busy"},
      {"--provider gemini", "{}", "no provider 'gemini'"},
      {"--wrong", "{}", "unknown option '--wrong'; --help lists the options"},
      {"--root", "{}", "--root needs a value"},
      {"--root /nowhere/at/all", "{}", "the root cannot be used"},
      {"--turn --report", "{}", "exclude each other"},
      {"one two", "{}", "one reply at a time"},
      {"/nowhere/reply.json", "{}", "cannot open '/nowhere/reply.json'"},
      {"/", "{}", "cannot read '/'"},
      {"--tools", "{}", "--tools needs a value"},
      {"--tools=", "{}", "--tools needs a value"},
      {"--list --offer", "{}", "exclude each other"},
      {"--config x.json", "{}", "--config is for the tools of --tools"},
      {"--tools x.json --root .", "{}", "are for the built-in tools"},
      {"--tools x.json --no-files", "{}", "are for the built-in tools"},
      {"--tools -", "{}", "need files"},
      {"--tools /nowhere/tools.json", "{}", "cannot open '/nowhere/tools.json'"},
  };
  for (const auto& row : table) {
    const finished done = exec(row.arguments, row.input);
    INFO(row.arguments << " < " << row.input);
    CHECK(done.status == 2);
    CHECK(done.out.empty());
    CHECK_THAT(done.err, contains(row.message));
  }
  CHECK(exec("", R"({"role":"assistant","content":"no calls"})").out == "[]\n");
}

TEST_CASE("the report, the schemas, the trace and the help are printed on demand") {
  const folder root;
  root.write("reply.json", openai({{"calculate", {{"text", "1+1"}}}}));
  const std::string file = "'" + (root.path() / "reply.json").string() + "'";
  const finished report = exec("--report " + file, "");
  const bj::value all = bj::parse(report.out);
  CHECK(all.at("status") == "completed");
  CHECK(all.at("outcomes").as_array().at(0).at("content") == "2");
  CHECK(all.at("trace").as_array().size() >= 4);
  const finished traced = exec("--trace " + file, "");
  CHECK_THAT(traced.err, contains("calculate") && contains("dispatch") && contains("succeeded"));
  CHECK(traced.err.find('\x1b') == std::string::npos);
  CHECK(traced.err.find('\r') == std::string::npos);
  CHECK(bj::parse(exec("--offer", "").out).as_array().size() == 6);
  CHECK(bj::parse(exec("--offer --provider anthropic", "").out)
            .as_array()[0]
            .as_object()
            .contains("input_schema"));
  const finished help = exec("--help", "");
  CHECK(help.status == 0);
  CHECK_THAT(help.out, contains("Exit status"));
}

TEST_CASE("output that cannot be written is status 1, and not a signal") {
  const folder root;
  root.write("reply.json", openai({{"calculate", {{"text", "1+1"}}}}));
  const std::string command = "'" TACET_EXEC "' '" + (root.path() / "reply.json").string() + "'";
  const auto status = [](const std::string& line) { return WEXITSTATUS(std::system(line.c_str())); };
  CHECK(status(command + " >/dev/full 2>/dev/null") == 1);
  CHECK(status(command + " >&- 2>/dev/null") == 1);
  // The reader says when it is gone.
  const std::string gone = "'" + (root.path() / "gone").string() + "'";
  CHECK(status("{ while [ ! -e " + gone + " ]; do sleep 0.02; done; " + command + " 2>/dev/null; echo $? >'" +
               (root.path() / "status").string() + "'; } | { exec <&-; : >" + gone + "; }") == 0);
  CHECK(root.read("status") == "1\n");
}
