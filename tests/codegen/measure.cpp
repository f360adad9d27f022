// SPDX-License-Identifier: MIT
// Runs the measured program once under callgrind and holds its instructions against the limits.
#include <sys/wait.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <unistd.h>
#include <vector>

namespace {

[[noreturn]] void fail(const std::string& why) {
  std::fprintf(stderr, "measure: %s\n", why.c_str());
  std::exit(2);
}

/// What the program says of a case, and what callgrind counted of its two runs.
struct row {
  std::string name;
  double per = 1;
  double times = 1;
  unsigned long allocations = 0;
  double instructions = 0;
};

struct limit {
  std::string name;
  std::string text;  ///< "-", a number, a case, or a case and "+number"
};

// --- the run ----------------------------------------------------------------------------------------------

// What a program says, and whether it ended well.
struct said {
  std::string text;
  bool right = false;
};
said output_of(const std::vector<std::string>& command) {
  std::vector<char*> arguments;
  for (const std::string& one : command) arguments.push_back(const_cast<char*>(one.c_str()));
  arguments.push_back(nullptr);
  int ends[2];
  if (pipe(ends) != 0) fail("no pipe");
  const pid_t child = fork();
  if (child < 0) fail("no process");
  if (child == 0) {
    dup2(ends[1], STDOUT_FILENO);
    close(ends[0]);
    close(ends[1]);
    execvp(arguments[0], arguments.data());
    _exit(127);
  }
  close(ends[1]);
  said all;
  char some[4096];
  for (ssize_t size = 0; (size = read(ends[0], some, sizeof some)) > 0;)
    all.text.append(some, static_cast<std::size_t>(size));
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (!WIFEXITED(status) || WEXITSTATUS(status) > 1) fail(command.front() + " could not run the program");
  all.right = WEXITSTATUS(status) == 0;
  return all;
}

std::vector<row> rows_of(const std::string& output) {
  std::vector<row> rows;
  std::istringstream lines(output);
  for (row one; lines >> one.name >> one.per >> one.times >> one.allocations;) rows.push_back(one);
  return rows;
}

// The totals of each dump, by the case that asked for it. callgrind writes a part for every request.
std::map<std::string, std::vector<double>> totals_of(const std::string& file) {
  constexpr std::string_view trigger = "desc: Trigger: Client Request: ";
  constexpr std::string_view totals = "totals: ";
  std::map<std::string, std::vector<double>> all;
  std::ifstream lines(file);
  std::string line;
  std::string name;
  while (std::getline(lines, line)) {
    if (line.starts_with("part: ")) name.clear();
    else if (line.starts_with(trigger)) name = line.substr(trigger.size());
    else if (line.starts_with(totals) && !name.empty())
      all[name].push_back(std::strtod(line.c_str() + totals.size(), nullptr));
  }
  return all;
}

// --- the limits -------------------------------------------------------------------------------------------

std::vector<limit> limits_in(const std::string& file, bool clang) {
  std::vector<limit> limits;
  std::ifstream lines(file);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string name;
    std::string gcc_limit;
    std::string clang_limit;
    if (!(words >> name) || name.starts_with('#')) continue;
    if (!(words >> gcc_limit >> clang_limit)) fail("limits: '" + line + "' has not three columns");
    limits.push_back({name, clang ? clang_limit : gcc_limit});
  }
  if (limits.empty()) fail("no limits in " + file);
  return limits;
}

const row* find(const std::vector<row>& rows, const std::string& name) {
  const auto at = std::find_if(rows.begin(), rows.end(), [&](const row& one) { return one.name == name; });
  return at == rows.end() ? nullptr : &*at;
}

// The number a limit stands for; empty when it only reports.
std::optional<double> value_of(const limit& held, const std::vector<row>& rows) {
  if (held.text == "-") return std::nullopt;
  char* end = nullptr;
  const double number = std::strtod(held.text.c_str(), &end);
  if (*end == '\0') return number;
  const std::size_t plus = held.text.find('+');
  const row* const other = find(rows, held.text.substr(0, plus));
  if (other == nullptr) fail("limits: '" + held.text + "' names no case");
  return other->instructions +
         (plus == std::string::npos ? 0 : std::strtod(held.text.c_str() + plus + 1, nullptr));
}

// --- the table --------------------------------------------------------------------------------------------

std::string shown(double value) {
  const bool whole = value == std::round(value);
  char text[32];
  std::snprintf(text, sizeof text, whole ? "%.0f" : "%.1f", value);
  return text;
}

void print(const row& one, const std::string& limit, const std::string& relation, const char* state) {
  std::printf("%-36s %12s %10s %5lu  %-5s %s\n", one.name.c_str(), shown(one.instructions).c_str(),
              limit.c_str(), one.allocations, state, relation.c_str());
}

// How many lines are over.
int print_table(const std::vector<row>& rows, const std::vector<limit>& limits) {
  int over = 0;
  std::printf("%-36s %12s %10s %5s  %-5s %s\n", "case", "instructions", "at most", "alloc", "", "that is");
  for (const row& one : rows)
    for (const limit& held : limits) {
      if (held.name != one.name) continue;
      const std::optional<double> most = value_of(held, rows);
      const bool kept = one.allocations == 0 && (!most.has_value() || one.instructions <= *most);
      const bool relation =
          most.has_value() && std::isdigit(static_cast<unsigned char>(held.text.front())) == 0;
      print(one, most.has_value() ? shown(*most) : "-", relation ? held.text : "", kept ? "ok" : "OVER");
      if (!kept) ++over;
    }
  return over;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 7) fail("usage: measure VALGRIND PROGRAM LIMITS DUMP gcc|clang held|shown");
  const std::string valgrind = argv[1];
  const std::string program = argv[2];
  const std::string dump = argv[4];
  const bool held = std::string_view(argv[6]) == "held";
  if (valgrind.empty()) {
    std::puts("tacet: skipped, valgrind or its header callgrind.h is not installed");
    return 77;
  }

  std::remove(dump.c_str());
  const said output = output_of(
      {valgrind, "-q", "--tool=callgrind", "--combine-dumps=yes", "--callgrind-out-file=" + dump, program});
  std::vector<row> rows = rows_of(output.text);
  const auto totals = totals_of(dump);
  std::remove(dump.c_str());
  for (row& one : rows) {
    const auto at = totals.find(one.name);
    if (at == totals.end() || at->second.size() != 2) fail("callgrind has not two counts of " + one.name);
    // To a tenth: what the dump itself costs differs by a few instructions in a run.
    one.instructions = std::round((at->second[1] - at->second[0]) / one.times / one.per * 10) / 10;
  }

  const std::vector<limit> limits = limits_in(argv[3], std::string_view(argv[5]) == "clang");
  for (const limit& one : limits)
    if (find(rows, one.name) == nullptr) fail("limits: there is no case " + one.name);
  for (const row& one : rows)
    if (std::none_of(limits.begin(), limits.end(), [&](const limit& l) { return l.name == one.name; }))
      fail("limits: there is no line for " + one.name);

  const int over = print_table(rows, limits);
  if (!output.right) std::puts("A case gave a wrong answer or allocated; it is named above.");
  if (!held)
    std::puts("The limits are for x86-64 with g++ 12 and clang 14: with this compiler they are only shown.");
  else if (over != 0) std::printf("%d of %zu lines are over their limit.\n", over, limits.size());
  return !output.right || (held && over != 0) ? 1 : 0;
}
