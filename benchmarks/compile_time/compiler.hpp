// SPDX-License-Identifier: MIT
// Runs a compiler on one file and measures the processes it takes.
#pragma once

#include <sys/resource.h>
#include <sys/wait.h>

#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <string>
#include <unistd.h>
#include <utility>
#include <vector>

namespace compile_time {

struct cost {
  double ms = 0;         ///< user CPU of the compiler and whatever it starts
  double peak_mb = 0;    ///< resident memory of the largest of these processes
  double object_kb = 0;  ///< the size of the object file
  double code_kb = 0;    ///< text and data of it; 0 where there is no `size`
};

/// A child's exit status and what it used. What it says goes to the file `said`.
struct ended {
  int status = 0;
  rusage used{};
};
inline ended run(const std::vector<std::string>& command, const std::string& said) {
  std::vector<char*> arguments;
  for (const std::string& one : command) arguments.push_back(const_cast<char*>(one.c_str()));
  arguments.push_back(nullptr);
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("there is no process for " + command.front());
  if (child == 0) {
    const int file = open(said.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    dup2(file, STDOUT_FILENO);
    dup2(file, STDERR_FILENO);
    setenv("CCACHE_DISABLE", "1", 1);  // a compiler may be a name of ccache's
    execvp(arguments[0], arguments.data());
    _exit(127);
  }
  ended end;
  int status = 0;
  wait4(child, &status, 0, &end.used);
  end.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128;
  return end;
}

inline std::string content_of(const std::string& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// Compiles texts in a folder of its own, which goes with it.
class workshop {
 public:
  explicit workshop(std::vector<std::string> folders) : folders_(std::move(folders)) {
    std::string name = (std::filesystem::temp_directory_path() / "tacet-compile-time-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("there is no temporary folder");
    folder_ = name;
  }
  workshop(const workshop&) = delete;
  workshop& operator=(const workshop&) = delete;
  ~workshop() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }

  [[nodiscard]] bool has(const std::string& program) const {
    return run({program, "--version"}, said()).status == 0;
  }

  /// Throws with the compiler's words when it refuses the text.
  [[nodiscard]] cost compile(const std::string& compiler, const std::string& level,
                             const std::string& text) const {
    const std::string source = folder_ + "/unit.cpp";
    const std::string object = folder_ + "/unit.o";
    std::ofstream(source) << text;
    std::vector<std::string> command{compiler, "-std=c++20", level, "-DNDEBUG"};
    for (const std::string& one : folders_) command.push_back("-I" + one);
    command.insert(command.end(), {"-c", source, "-o", object});

    const ended end = run(command, said());
    if (end.status != 0)
      throw std::runtime_error(compiler + " " + level + ":\n" + content_of(said()).substr(0, 2000));
    return {.ms = static_cast<double>(end.used.ru_utime.tv_sec) * 1e3 +
                  static_cast<double>(end.used.ru_utime.tv_usec) / 1e3,
            .peak_mb = static_cast<double>(end.used.ru_maxrss) / 1024,
            .object_kb = static_cast<double>(std::filesystem::file_size(object)) / 1024,
            .code_kb = code_of(object)};
  }

 private:
  [[nodiscard]] std::string said() const { return folder_ + "/said.txt"; }

  // The second line of `size` begins with text and data.
  [[nodiscard]] double code_of(const std::string& object) const {
    if (run({"size", object}, said()).status != 0) return 0;
    std::istringstream lines(content_of(said()));
    std::string headings;
    double text = 0;
    double data = 0;
    std::getline(lines, headings);
    lines >> text >> data;
    return (text + data) / 1024;
  }

  std::vector<std::string> folders_;
  std::string folder_;
};

}  // namespace compile_time
