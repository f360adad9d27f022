// SPDX-License-Identifier: MIT
// Programs as tools: what they are given and give back, every way to end badly, and that nothing of them
// stays.
#include "support/catch.hpp"

#include <tacet/dynamic/command.hpp>
#include <tacet/tacet.hpp>

#include <boost/json/parse.hpp>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

namespace {

using namespace std::chrono_literals;
using clock_type = std::chrono::steady_clock;
using tacet::command;
using tacet::command_spec;
using tacet_test::contains;
namespace fs = std::filesystem;

// A folder that goes away.
class folder {
 public:
  folder() {
    std::string pattern = (fs::temp_directory_path() / "tacet-command-XXXXXX").string();
    REQUIRE(::mkdtemp(pattern.data()) != nullptr);
    path_ = pattern;
  }
  folder(const folder&) = delete;
  folder& operator=(const folder&) = delete;
  ~folder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  [[nodiscard]] std::string of(const std::string& name) const { return (path_ / name).string(); }
  // As a word of a shell, also inside single quotes.
  [[nodiscard]] std::string word(const std::string& name) const { return '"' + of(name) + '"'; }
  std::string script(const std::string& name, std::string_view text, ::mode_t mode = 0755) const {
    std::ofstream(of(name), std::ios::binary) << text;
    REQUIRE(::chmod(of(name).c_str(), mode) == 0);
    return of(name);
  }
  [[nodiscard]] std::string read(const std::string& name) const {
    std::ifstream file(of(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

 private:
  fs::path path_;
};

struct answer {
  bool good = false;
  bool early = false;
  bool late = false;
  bool permanent = false;
  std::string text{};
  std::chrono::milliseconds took{};
};

answer told(const tacet::tool_result<std::string>& got) {
  if (got.has_value()) return {.good = true, .text = *got};
  return {false, got.before_effect(), got.late(), got.error().permanent(), got.error().what()};
}
answer run(command_spec spec, std::string_view input = "{}", const tacet::run_options& options = {}) {
  const command one(std::move(spec));
  tacet::tool_context context("c", "t", 1, &options);
  const auto begin = clock_type::now();
  answer all = told(one.run(input, context));
  all.took = std::chrono::duration_cast<std::chrono::milliseconds>(clock_type::now() - begin);
  return all;
}
command_spec shell(const std::string& script) { return {.argv = {"sh", "-c", script}}; }

std::size_t open_files() {
  std::size_t count = 0;
  for ([[maybe_unused]] const auto& one : fs::directory_iterator("/proc/self/fd")) ++count;
  return count;
}
// No child of this process is left, ended or not.
bool childless() { return ::waitpid(-1, nullptr, WNOHANG) == -1 && errno == ECHILD; }
bool alive(int process) { return ::kill(process, 0) == 0; }
// What takes no time on a machine that has some may take this long on another.
constexpr auto patience = 60s;
// A process that was killed beside its parent is init's to take away, which need not be at once.
bool is_gone(int process) {
  if (process <= 0) return false;
  for (const auto begin = clock_type::now(); clock_type::now() - begin < patience;) {
    if (!alive(process)) return true;
    std::ifstream file("/proc/" + std::to_string(process) + "/stat");
    std::string all;
    std::getline(file, all);
    const auto name_end = all.rfind(") ");
    if (name_end != std::string::npos && all[name_end + 2] == 'Z') return true;
    std::this_thread::sleep_for(10ms);
  }
  return false;
}
// The number in a file that a program writes sooner or later, or -1.
int number_in(const folder& place, const std::string& name, std::chrono::milliseconds longest = patience) {
  for (const auto begin = clock_type::now();;) {
    const std::string text = place.read(name);
    if (text.ends_with('\n')) return std::stoi(text);
    if (clock_type::now() - begin >= longest) return -1;
    std::this_thread::sleep_for(10ms);
  }
}
// How a program ends at its timeout after it came as far as `ready` says. A machine on which it had no time
// for that gives it more; the test then sees what the timeout was.
struct timed_answer : answer {
  std::chrono::milliseconds timeout{};
  [[nodiscard]] std::string time() const { return std::to_string(timeout.count()) + " ms."; }
};
template <class F> timed_answer run_until_ready(command_spec spec, F ready) {
  for (auto timeout = 300ms;; timeout *= 4) {
    spec.timeout = timeout;
    answer got = run(spec);
    if (ready(got) || timeout > patience) return {std::move(got), timeout};
  }
}

// Whoever runs the tests may ignore this one, and so would we.
[[maybe_unused]] const auto told_of_children = std::signal(SIGCHLD, SIG_DFL);

struct unchanged {
  std::size_t files = open_files();
  ~unchanged() {
    CHECK(open_files() == files);
    CHECK(childless());
  }
};

}  // namespace

TEST_CASE("command: arguments go in as JSON, the output comes back byte by byte") {
  const unchanged nothing_stays;
  const command cat({.argv = {"cat"}});
  CHECK(cat.fault().empty());
  tacet::tool_context context("c", "cat", 1);
  const boost::json::value arguments =
      boost::json::parse(R"({"b":[1,-2.5,null,"\u20ac\"\n"],"a":18446744073709551615})");
  const auto got = cat(arguments, context);
  REQUIRE(got.has_value());
  CHECK(boost::json::parse(*got) == arguments);

  CHECK(run(shell("printf 'a\\0b\\n\\n'")).text == std::string("a\0b\n\n", 5));
  const answer silent = run(shell("exit 0"));
  CHECK(silent.good);
  CHECK(silent.text.empty());
  CHECK(run({.argv = {"cat", "/dev/stdin"}}, "opened again").text == "opened again");
  CHECK(run({.argv = {"cat"}}, "").text.empty());
}

TEST_CASE("command: no shell reads the arguments") {
  const folder place;
  const std::string hostile =
      "$(touch " + place.of("made") + "); `touch " + place.of("made") + "` | > < * ~ \" ' \\ \n";
  CHECK(run({.argv = {"printf", "%s", hostile}}).text == hostile);
  CHECK(run({.argv = {"printf", "[%s]", "", "a b"}}).text == "[][a b]");
  CHECK_FALSE(fs::exists(place.of("made")));
}

TEST_CASE("command: large input and output pass whole, in both directions at once") {
  const unchanged nothing_stays;
  std::string large(5'000'000, 'x');
  for (std::size_t i = 0; i < large.size(); i += 997) large[i] = static_cast<char>('a' + i % 23);
  const answer got = run({.argv = {"cat"}, .output_limit = large.size()}, large);
  CHECK(got.good);
  CHECK(got.text == large);
  // One byte less is refused, and nothing of it comes.
  const answer cut = run({.argv = {"cat"}, .output_limit = large.size() - 1}, large);
  CHECK_FALSE(cut.good);
  CHECK(cut.text == "The program was ended because it wrote more than 4999999 bytes.");
}

TEST_CASE("command: a program need not read its input, and its end does not end us") {
  const unchanged nothing_stays;
  const std::string large(3'000'000, 'x');
  for (const bool ignored : {false, true}) {
    const auto before = std::signal(SIGPIPE, ignored ? SIG_IGN : SIG_DFL);
    CHECK(run(shell("echo done"), large).text == "done\n");
    CHECK(run(shell("exec <&-; sleep 0.1; echo done"), large).text == "done\n");
    CHECK(run({.argv = {"head", "-c", "3"}}, large).text == "xxx");
    sigset_t pending;
    sigpending(&pending);
    CHECK(sigismember(&pending, SIGPIPE) == 0);
    sigset_t mask;
    pthread_sigmask(SIG_SETMASK, nullptr, &mask);
    CHECK(sigismember(&mask, SIGPIPE) == 0);
    std::signal(SIGPIPE, before);
  }
}

TEST_CASE("command: a SIGPIPE that somebody else sent stays his") {
  sigset_t one;
  sigset_t before;
  sigemptyset(&one);
  sigaddset(&one, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &one, &before);
  pthread_kill(pthread_self(), SIGPIPE);
  CHECK(run(shell("echo done"), std::string(1'000'000, 'x')).text == "done\n");
  sigset_t pending;
  sigpending(&pending);
  CHECK(sigismember(&pending, SIGPIPE) == 1);
  const timespec at_once{};
  CHECK(sigtimedwait(&one, nullptr, &at_once) == SIGPIPE);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

TEST_CASE("command: a bad end says how, and what stood on standard error") {
  const unchanged nothing_stays;
  const answer failed = run(shell("echo out; echo 'no such host' >&2; exit 3"));
  CHECK_FALSE(failed.good);
  CHECK_FALSE(failed.early);
  CHECK_FALSE(failed.late);
  CHECK_FALSE(failed.permanent);
  CHECK(failed.text == "The program ended with exit status 3. Standard error: no such host");
  CHECK(run(shell("exit 255")).text == "The program ended with exit status 255.");
  CHECK_THAT(run(shell("kill -KILL $$")).text, contains("The program was ended by signal 9 (Killed)."));
  CHECK_THAT(run(shell("echo x >&2; kill -SEGV $$")).text,
             contains("signal 11 (Segmentation fault). Standard error: x"));
  // What a good end says there is nobody's business.
  CHECK(run(shell("echo noise >&2; echo out")).text == "out\n");
}

TEST_CASE("command: the tail of standard error is short, in one line, and valid UTF-8") {
  const unchanged nothing_stays;
  const auto tail = [](const std::string& script, std::size_t most) {
    command_spec spec = shell(script + "; exit 1");
    spec.error_tail = most;
    const std::string text = run(std::move(spec)).text;
    const std::string head = "The program ended with exit status 1.";
    REQUIRE(text.starts_with(head));
    return text.substr(head.size());
  };
  CHECK(tail("printf 'one\\ntwo\\033[2J\\n\\n' >&2", 100) == " Standard error: one two [2J");
  CHECK(tail("printf 'abcdef' >&2", 6) == " Standard error: abcdef");
  CHECK(tail("printf 'abcdef' >&2", 3) ==
        " Standard error: \xE2\x80\xA6"
        "def");
  CHECK(tail("printf '\\342\\202\\254\\342\\202\\254' >&2", 5) ==
        " Standard error: \xE2\x80\xA6\xE2\x82\xAC");
  CHECK(tail("printf 'a\\377b\\342' >&2", 50) ==
        " Standard error: a\xEF\xBF\xBD"
        "b\xEF\xBF\xBD");
  CHECK(tail("printf abc >&2", 0).empty());
  CHECK(tail("printf ' \\n\\t ' >&2", 10).empty());
  CHECK(tail("printf abc >&2; sleep 0.1; printf def >&2; sleep 0.1; printf ghi >&2", 4) ==
        " Standard error: \xE2\x80\xA6"
        "fghi");
  // The pipe is read to its end although nobody waits for it.
  CHECK(tail("head -c 60000 /dev/zero | tr '\\0' y >&2; printf END >&2", 4) ==
        " Standard error: \xE2\x80\xA6"
        "yEND");
}

TEST_CASE("command: 100 MB on standard error neither block nor stay") {
  const unchanged nothing_stays;
  rusage before{};
  ::getrusage(RUSAGE_SELF, &before);
  const answer got = run(shell("head -c 104857600 /dev/zero | tr '\\0' x >&2; echo done"));
  CHECK(got.text == "done\n");
  rusage after{};
  ::getrusage(RUSAGE_SELF, &after);
  CHECK(after.ru_maxrss - before.ru_maxrss < 8 * 1024);  // KiB
}

TEST_CASE("command: endless output ends the program and is an error") {
  const unchanged nothing_stays;
  const answer got = run({.argv = {"yes"}, .output_limit = 100'000});
  CHECK_FALSE(got.good);
  CHECK_FALSE(got.late);
  CHECK(got.text == "The program was ended because it wrote more than 100000 bytes.");
  CHECK(run({.argv = {"echo"}, .output_limit = 1}).text == "\n");
  CHECK_FALSE(run({.argv = {"echo"}, .output_limit = 0}).good);
  CHECK(run({.argv = {"true"}, .output_limit = 0}).good);
}

TEST_CASE("command: a program that takes too long is ended with all it started, and answered as late") {
  const unchanged nothing_stays;
  const folder place;
  const timed_answer got = run_until_ready(
      shell("echo $$ >" + place.word("own") + "; sh -c 'echo $$ >" + place.word("other") +
            "; exec sleep 1000' & echo part; sleep 1000"),
      [&](const answer&) { return number_in(place, "own", 0s) > 0 && number_in(place, "other", 0s) > 0; });
  CHECK(got.late);
  CHECK_FALSE(got.early);
  CHECK(got.text == "The program was ended because it took longer than " + got.time());
  CHECK(got.took >= got.timeout);
  CHECK(got.took < got.timeout + patience);
  CHECK(is_gone(number_in(place, "own")));
  CHECK(is_gone(number_in(place, "other")));
}

TEST_CASE("command: SIGTERM comes first, SIGKILL after the grace") {
  const unchanged nothing_stays;
  const folder place;
  command_spec polite = shell("trap 'echo bye >&2; echo ended >" + place.word("said") +
                              "; exit 0' TERM; echo $$ >" + place.word("polite") + "; sleep 1000 & wait");
  polite.grace = 60s;
  const timed_answer first =
      run_until_ready(polite, [&](const answer&) { return number_in(place, "polite", 0s) > 0; });
  CHECK(first.late);
  CHECK_THAT(first.text, contains("Standard error: bye"));
  CHECK(first.took < first.timeout + polite.grace);
  CHECK(place.read("said") == "ended\n");

  command_spec stubborn =
      shell("trap '' TERM; echo $$ >" + place.word("own") + "; while :; do sleep 0.05; done");
  stubborn.grace = 300ms;
  const timed_answer second =
      run_until_ready(stubborn, [&](const answer&) { return number_in(place, "own", 0s) > 0; });
  CHECK(second.late);
  CHECK(second.took >= second.timeout + stubborn.grace);
  CHECK(second.took < second.timeout + patience);
  CHECK(is_gone(number_in(place, "own")));

  // One that is stopped answers no SIGTERM.
  command_spec asleep = shell("kill -STOP $$");
  asleep.timeout = 100ms;
  CHECK(run(asleep).late);
}

TEST_CASE("command: the earlier of its timeout and the deadline of the call counts") {
  const unchanged nothing_stays;
  tacet::run_options options;
  answer got;
  // (It may have passed before the start, where there is too little of it for this machine.)
  for (auto time = 200ms; time <= patience; time *= 4) {
    options.deadline = clock_type::now() + time;
    got = run({.argv = {"sleep", "1000"}, .timeout = 500s}, "{}", options);
    if (!got.early) break;
  }
  CHECK(got.late);
  CHECK(got.took < 2 * patience);
  options.deadline = clock_type::now() + 1h;
  CHECK(run({.argv = {"sleep", "1000"}, .timeout = 100ms}, "{}", options).late);
  // Nothing is started when there is no time left.
  const folder place;
  options.deadline = clock_type::now() - 1ms;
  for (const auto& one : {run({.argv = {"touch", place.of("made")}}, "{}", options),
                          run({.argv = {"touch", place.of("made")}, .timeout = 0ms}),
                          run({.argv = {"touch", place.of("made")}, .timeout = -1h})}) {
    CHECK(one.early);
    CHECK_THAT(one.text, contains("no time left"));
  }
  CHECK_FALSE(fs::exists(place.of("made")));
  CHECK(run({.argv = {"true"}, .timeout = std::chrono::nanoseconds::max()}).good);
}

TEST_CASE("command: what is left behind with the output in its hands holds nobody beyond the time") {
  const unchanged nothing_stays;
  const folder place;
  const timed_answer got =
      run_until_ready(shell("sh -c 'echo $$ >" + place.word("left") + "; exec sleep 1000' & echo started"),
                      [&](const answer& now) {
                        return now.text.starts_with("The program ended") && number_in(place, "left", 0s) > 0;
                      });
  CHECK(got.late);
  CHECK(got.text == "The program ended, but its output was still held open after " + got.time());
  CHECK(is_gone(number_in(place, "left")));

  // Beyond its group it cannot be ended, but not waited for either.
  const timed_answer far = run_until_ready(
      {.argv = {"setsid", "-f", "sh", "-c", "echo $$ >" + place.word("far") + "; exec sleep 1000"}},
      [&](const answer&) { return number_in(place, "far", 5s) > 0; });
  CHECK(far.late);
  CHECK(far.took < far.timeout + patience);
  const int process = number_in(place, "far");
  REQUIRE(process > 0);
  CHECK(alive(process));
  ::kill(process, SIGKILL);

  // Its errors alone may be held open by anybody, and what was left with neither lives on.
  const auto left_with = [&](const std::string& name, const std::string& files) {
    command_spec spec =
        shell("sh -c 'echo $$ >" + place.word(name) + "; exec sleep 1000' " + files + " & echo done");
    spec.timeout = 500s;
    const answer done = run(spec);
    CHECK(done.text == "done\n");
    CHECK(done.took < patience);
    const int lives = number_in(place, name);
    REQUIRE(lives > 0);
    CHECK(alive(lives));
    ::kill(lives, SIGKILL);
  };
  left_with("errors", ">/dev/null");
  left_with("quiet", ">/dev/null 2>&1");
}

TEST_CASE("command: output that was closed is no end") {
  const unchanged nothing_stays;
  const answer got = run(shell("echo a; exec >&- 2>&-; sleep 0.3; exit 7"));
  CHECK(got.text == "The program ended with exit status 7.");
  CHECK(got.took >= 300ms);
}

TEST_CASE("command: a requested stop ends it at once") {
  const unchanged nothing_stays;
  const folder place;
  std::stop_source source;
  const tacet::run_options options{.stop = source.get_token()};
  command_spec spec = shell("echo $$ >" + place.word("own") + "; exec sleep 1000");
  spec.timeout = 500s;
  const command one(std::move(spec));
  tacet::tool_context context("c", "t", 1, &options);
  const auto begin = clock_type::now();
  {
    const std::jthread stopper([&] {
      CHECK(number_in(place, "own") > 0);
      source.request_stop();
    });
    CHECK_THROWS_AS(one.run("{}", context), tacet::cancelled);
  }
  CHECK(clock_type::now() - begin < 2 * patience);
  CHECK(is_gone(number_in(place, "own")));
  // Before the start nothing is started.
  CHECK_THROWS_AS(run({.argv = {"touch", place.of("made")}}, "{}", options), tacet::cancelled);
  CHECK_FALSE(fs::exists(place.of("made")));
}

TEST_CASE("command: what cannot be started is an error before any effect") {
  const unchanged nothing_stays;
  const folder place;
  const std::string none = place.of("none");
  const struct {
    command_spec spec;
    std::string text;
  } table[] = {
      {{.argv = {none}}, "could not be started: No such file or directory."},
      {{.argv = {"tacet-no-such-program"}},
       "The program of this tool could not be started: No such file or directory. The program, the one that"},
      {{.argv = {place.script("plain", "#!/bin/sh\n", 0644)}}, "Permission denied."},
      {{.argv = {place.of("")}}, "Permission denied."},
      {{.argv = {place.script("shebang", "#!/nowhere/sh\n")}}, "No such file"},
      // Never handed to a shell instead.
      {{.argv = {place.script("bare", "touch '" + none + "'\n")}},
       "Exec format error. A script needs a first line such as `#!/bin/sh`."},
      {{.argv = {"true"}, .working_directory = none}, "No such file"},
      {{.argv = {"true"}, .environment = std::vector<std::string>{}}, "No such file"},
      {{.argv = {}}, "names no program"},
      {{.argv = {""}}, "names no program"},
      {{.argv = {"true", std::string("a\0b", 3)}}, "zero byte"},
      {{.argv = {"true"}, .environment = std::vector<std::string>{"PATH"}}, "NAME=value"},
      {{.argv = {"true"}, .environment = std::vector<std::string>{"=x"}}, "NAME=value"},
      {{.argv = {"true"}, .environment = std::vector<std::string>{""}}, "NAME=value"},
      {{.argv = {"true", std::string(4'000'000, 'x')}}, "Argument list too long"},
  };
  for (const auto& row : table) {
    const answer got = run(row.spec);
    CHECK_FALSE(got.good);
    CHECK(got.early);
    CHECK(got.permanent);
    CHECK_THAT(got.text, contains(row.text));
    CHECK_THAT(got.text, !contains(place.of("")));  // where programs lie is not for a model
  }
  CHECK_FALSE(fs::exists(none));
}

TEST_CASE("command: what would keep it from starting is told without starting it") {
  const folder place;
  const std::string none = place.of("none");
  const std::string good = place.script("good", "#!/bin/sh\ntouch '" + none + "'\n");
  const std::string plain = place.script("plain", "#!/bin/sh\n", 0644);
  const std::vector<std::string> ours{"PATH=relative:" + place.of("")};
  const struct {
    command_spec spec;
    std::string pointer, message;
  } table[] = {
      {{.argv = {none}}, "/argv/0", "there is no program `" + none + "`"},
      {{.argv = {"nope"}}, "/argv/0", "there is no program `nope` in PATH /usr/local/bin:/usr/bin:/bin;"},
      {{.argv = {"plain"}, .environment = ours}, "/argv/0", "there is no program `plain` in PATH relative:"},
      {{.argv = {"true"}, .environment = std::vector<std::string>{}}, "/argv/0", "does not have"},
      {{.argv = {plain}}, "/argv/0", "may not be executed; chmod +x"},
      {{.argv = {place.of("")}}, "/argv/0", "is a folder"},
      {{.argv = {"/dev/null"}}, "/argv/0", "is no regular file"},
      {{.argv = {good + "/x"}}, "/argv/0", "cannot be looked at: Not a directory"},
      {{.argv = {"./other"}, .working_directory = place.of("")}, "/argv/0", "there is no program `/"},
      {{.argv = {"true"}, .working_directory = none}, "/working_directory", "there is no folder `/"},
      {{.argv = {"true"}, .working_directory = good}, "/working_directory", "is no folder"},
      {{.argv = {""}}, "", "names no program"},
      {{.argv = {"/" + std::string(100'000, 'x')}}, "/argv/0", "File name too long"},
  };
  for (const auto& row : table) {
    INFO(row.spec.argv.front().substr(0, 100) << ' ' << row.message);
    const auto faults = command(row.spec).check();
    REQUIRE(faults.size() == 1);
    CHECK(faults[0].pointer == row.pointer);
    CHECK_THAT(faults[0].message, contains(row.message));
    CHECK(faults[0].message.size() < 400);
    CHECK_FALSE(run(row.spec).good);
  }
  CHECK(command({.argv = {good}}).check().empty());
  CHECK(command({.argv = {"good"}, .environment = ours}).check().empty());
  CHECK(command({.argv = {"./good"}, .working_directory = place.of("")}).check().empty());
  CHECK(command({.argv = {none}, .working_directory = none}).check().size() == 2);
  CHECK_FALSE(fs::exists(none));
}

TEST_CASE("command: without descriptors left it is an error before any effect that a repeat may help") {
  // A sanitizer that meets a type for the first time asks the kernel by a pipe whether its memory is there,
  // and takes the lack of files for a fault: so it meets the errors before.
  REQUIRE(run({.argv = {"tacet-no-such-program"}}).early);
  // Whoever started us may have left files open beyond a gap: the limit counts numbers, so the gap is filled.
  int last = -1;
  for (const auto& one : fs::directory_iterator("/proc/self/fd"))
    last = std::max(last, std::stoi(one.path().filename()));
  std::vector<int> filling;
  do filling.push_back(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  while (filling.back() >= 0 && filling.back() < last);
  REQUIRE(filling.back() >= 0);
  const std::size_t used = open_files();
  rlimit before{};
  REQUIRE(::getrlimit(RLIMIT_NOFILE, &before) == 0);
  for (std::size_t more = 0; more < 7; ++more) {
    rlimit little = before;
    little.rlim_cur = used + more;
    std::stop_source source;
    const bool limited = ::setrlimit(RLIMIT_NOFILE, &little) == 0;
    const answer got = run({.argv = {"true"}}, "{}", {.stop = source.get_token()});
    ::setrlimit(RLIMIT_NOFILE, &before);
    REQUIRE(limited);
    INFO(more << ' ' << got.text);
    CHECK((got.good || (got.early && !got.permanent)));
    if (more < 3) CHECK_THAT(got.text, contains("Too many open files"));
    CHECK(open_files() == used);
  }
  for (const int file : filling) ::close(file);
  CHECK(childless());
}

TEST_CASE(
    "command: the program has the environment, the folder and the signals that it was given, and no file of "
    "ours") {
  const unchanged nothing_stays;
  const folder place;
  ::setenv("TACET_TEST_SECRET", "secret", 1);
  CHECK(run({.argv = {"env"}}).text == std::string(command::default_environment) + "\n");
  CHECK(run({.argv = {"/usr/bin/env"}, .environment = std::vector<std::string>{}}).text.empty());
  CHECK(run({.argv = {"env"}, .environment = std::vector<std::string>{"A=b=c", "PATH=relative::/usr/bin"}})
            .text == "A=b=c\nPATH=relative::/usr/bin\n");
  ::unsetenv("TACET_TEST_SECRET");
  CHECK(run({.argv = {"pwd"}, .working_directory = place.of("")}).text ==
        fs::canonical(place.of("")).string() + "\n");
  place.script("here", "#!/bin/sh\necho found\n");
  CHECK(run({.argv = {"./here"}, .working_directory = place.of("")}).text == "found\n");
  CHECK(run({.argv = {"here"}, .environment = std::vector<std::string>{"PATH=/nowhere:" + place.of("")}})
            .text == "found\n");

  // A folder of PATH that depends on where we stand does not count.
  const std::string relative = fs::relative(place.of("")).string();
  REQUIRE(fs::exists(relative + "/here"));
  CHECK(run({.argv = {"here"}, .environment = std::vector<std::string>{"PATH=" + relative}}).early);

  const int ours = ::open("/dev/null", O_RDONLY);  // NOLINT: without O_CLOEXEC on purpose
  REQUIRE(ours >= 0);
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &before);
  const auto pipe_before = std::signal(SIGPIPE, SIG_IGN);
  const auto term_before = std::signal(SIGTERM, SIG_IGN);
  const std::string status = run({.argv = {"cat", "/proc/self/status"}}).text;
  const std::string files = run({.argv = {"ls", "/proc/self/fd"}}).text;
  std::signal(SIGPIPE, pipe_before);
  std::signal(SIGTERM, term_before);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  ::close(ours);
  CHECK_THAT(status, contains("SigBlk:\t0000000000000000\n"));
  const auto at = status.find("SigIgn:\t");
  REQUIRE(at != std::string::npos);
  // (glibc leaves the two that its threads use among themselves ignored.)
  CHECK((std::stoull(status.substr(at + 8, 16), nullptr, 16) & ~0x180000000ULL) == 0);
  CHECK(files == "0\n1\n2\n3\n");  // 3 is the folder that ls lists
}

TEST_CASE("command: it works when our own standard files are closed") {
  // In a process of its own: whatever it reports goes into its status.
  for (unsigned closed = 0; closed < 8; ++closed) {
    const ::pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) {
      for (int i = 0; i < 3; ++i)
        if ((closed >> i & 1U) != 0) ::close(i);
      const answer good = run({.argv = {"cat"}}, "through");
      const answer bad = run(shell("cat >&2; exit 5"), "broken");
      const bool fine = good.text == "through" &&
                        bad.text == "The program ended with exit status 5. Standard error: broken";
      ::_exit(fine ? 0 : 1);
    }
    int status = -1;
    REQUIRE(::waitpid(child, &status, 0) == child);
    INFO(closed);
    CHECK(status == 0);
  }
}

TEST_CASE("command: where ends of children are ignored nothing is started") {
  const folder place;
  const command_spec touch{.argv = {"touch", place.of("made")}};
  struct sigaction before {};
  struct sigaction ignoring {};
  ignoring.sa_handler = SIG_IGN;
  struct sigaction not_kept {};
  not_kept.sa_flags = SA_NOCLDWAIT;
  for (const struct sigaction& now : {ignoring, not_kept}) {
    REQUIRE(::sigaction(SIGCHLD, &now, &before) == 0);
    const answer got = run(touch);
    ::sigaction(SIGCHLD, &before, nullptr);
    CHECK(got.early);
    CHECK(got.permanent);
    CHECK_THAT(got.text, contains("ignores SIGCHLD"));
    CHECK_FALSE(fs::exists(place.of("made")));
  }
  CHECK(run(touch).good);
}

TEST_CASE("command: where SIGCHLD is ignored while it runs the status is lost, and nobody is held") {
  struct sigaction before {};
  struct sigaction ignoring {};
  ignoring.sa_handler = SIG_IGN;
  // From when the program runs; it is told so by the file `ignored`. Whether that was before it had ended.
  const auto run_ignoring = [&](const folder& place, const std::string& then,
                                std::chrono::milliseconds timeout) {
    std::atomic<bool> ended{false};
    bool in_time = false;
    answer got;
    {
      const std::jthread later([&] {
        if (number_in(place, "own") < 0) return;
        ::sigaction(SIGCHLD, &ignoring, &before);
        in_time = !ended;
        place.script("ignored", "");
      });
      command_spec spec = shell("echo $$ >" + place.word("own") + "; " + then);
      spec.timeout = timeout;
      got = run(std::move(spec));
      ended = true;
    }
    ::signal(SIGCHLD, SIG_DFL);
    return std::pair(std::move(got), in_time);
  };
  const folder first;
  const answer got =
      run_ignoring(first, "while [ ! -e " + first.word("ignored") + " ]; do sleep 0.02; done; echo out", 500s)
          .first;
  CHECK_FALSE(got.good);
  CHECK_THAT(got.text, contains("nobody knows how"));
  for (auto timeout = 500ms;; timeout *= 4) {
    const folder second;
    const auto [late, in_time] = run_ignoring(second, "exec sleep 1000", timeout);
    if (!in_time && timeout <= patience) continue;
    CHECK(in_time);
    CHECK(late.late);
    CHECK(late.took < timeout + patience);
    break;
  }
  CHECK(childless());
}

TEST_CASE("command: interrupted by signals it goes on") {
  const unchanged nothing_stays;
  struct sigaction now {};
  struct sigaction before {};
  static std::atomic<int> count{0};
  now.sa_handler = [](int) { ++count; };
  REQUIRE(::sigaction(SIGALRM, &now, &before) == 0);
  const ::pthread_t self = ::pthread_self();
  std::atomic<bool> done{false};
  answer got;
  {
    const std::jthread disturber([&] {
      while (!done) {
        ::pthread_kill(self, SIGALRM);
        std::this_thread::sleep_for(1ms);
      }
    });
    got = run(shell("sleep 0.3; cat"), std::string(800'000, 'x'));
    done = true;
  }
  ::sigaction(SIGALRM, &before, nullptr);
  CHECK(got.text.size() == 800'000);
  CHECK(count > 3);
}

TEST_CASE("command: 16 threads run programs at once") {
  const unchanged nothing_stays;
  const command cat({.argv = {"sh", "-c", "cat; ls /proc/self/fd | wc -l"}});
  std::atomic<int> wrong{0};
  std::vector<std::jthread> all;
  for (int t = 0; t < 16; ++t)
    all.emplace_back([&cat, &wrong, t] {
      for (int i = 0; i < 12; ++i) {
        tacet::tool_context context("c", "t", 1);
        const std::string text =
            std::to_string(t * 100 + i) + std::string(static_cast<std::size_t>(i) * 9000, 'x') + "\n";
        const auto got = cat.run(text, context);
        if (!got.has_value() || *got != text + "4\n") ++wrong;
      }
    });
  all.clear();
  CHECK(wrong == 0);
}

TEST_CASE("command: without descriptors of processes it is the same, a little later") {
  const unchanged nothing_stays;
  const auto go = [](std::vector<std::string> argv, std::chrono::milliseconds time) {
    const std::vector<std::string> environment{std::string(command::default_environment)};
    const std::string directory;
    const tacet::detail::child_limits limits{std::chrono::steady_clock::now() + time, 1000, 100, 100ms,
                                             false};
    return tacet::detail::child_process("in", limits).run({argv, environment, directory}, {});
  };
  const auto good = go({"cat"}, 500s);
  CHECK(good.end == tacet::detail::child_end::own);
  CHECK(good.status_known);
  CHECK(good.output == "in");
  const auto slow_end = go({"sh", "-c", "exec >&- 2>&-; sleep 0.2; exit 4"}, 500s);
  CHECK(WEXITSTATUS(slow_end.status) == 4);
  const auto late = go({"sleep", "1000"}, 100ms);
  CHECK(late.end == tacet::detail::child_end::late);
  CHECK(late.status_known);
}

TEST_CASE("command: in an executor its ends are the outcomes of a call") {
  const unchanged nothing_stays;
  struct text_args {
    std::string text;
  };
  const auto as_tool = [](command one) {
    return [one = std::move(one)](const text_args& a, tacet::tool_context& context) {
      return one(boost::json::value{{"text", a.text}}, context);
    };
  };
  const folder place;
  std::stop_source source;
  const tacet::tool_executor executor{
      tacet::tools{tacet::tool<"good">(as_tool(command({.argv = {"cat"}}))),
                   tacet::tool<"slow_once">(as_tool(command({.argv = {"sleep", "1000"}, .timeout = 100ms}))),
                   tacet::tool<"slow_read">(as_tool(command({.argv = {"sleep", "1000"}, .timeout = 100ms})),
                                            tacet::read_only),
                   tacet::tool<"missing">(as_tool(command({.argv = {"tacet-no-such-program"}}))),
                   tacet::tool<"failing">(as_tool(command({.argv = {"false"}}))),
                   tacet::tool<"waiting">(
                       as_tool(command(shell("echo $$ >" + place.word("waits") + "; exec sleep 1000"))))}};
  const std::string arguments = R"({"text":"x"})";
  std::vector<tacet::tool_call> calls;
  for (const char* name : {"good", "slow_once", "slow_read", "missing", "failing", "waiting", "good"})
    calls.push_back({"i", name, arguments});
  const std::jthread stopper([&] {
    CHECK(number_in(place, "waits", 5 * patience) > 0);
    source.request_stop();
  });
  const auto report = executor.execute(calls, {.stop = source.get_token()});
  REQUIRE(report.outcomes.size() == 7);
  using kind = tacet::outcome_kind;
  CHECK(report.outcomes[0].content == arguments);
  CHECK(report.outcomes[1].kind == kind::outcome_unknown);
  CHECK_THAT(std::string(report.outcomes[1].content),
             contains("100 ms. It is unknown whether it took effect"));
  CHECK(report.outcomes[2].kind == kind::timed_out);
  CHECK(report.outcomes[3].reason == tacet::outcome_reason::not_applied);
  CHECK(report.outcomes[4].content == "The program ended with exit status 1.");
  CHECK(report.outcomes[5].kind == kind::cancelled);
  CHECK(report.outcomes[6].kind == kind::cancelled);
}
