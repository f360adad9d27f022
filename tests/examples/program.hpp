// SPDX-License-Identifier: MIT
// Runs a program with files and standard input of its own, in a directory that goes away.
#pragma once

#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <unistd.h>

namespace tacet_test {

struct finished {
  int status = -1;
  std::string out{};
  std::string err{};
};

class folder {
 public:
  folder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "tacet-XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr) std::abort();
    path_ = pattern;
  }
  folder(const folder&) = delete;
  folder& operator=(const folder&) = delete;
  ~folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  void write(const std::string& name, std::string_view text) const {
    std::filesystem::create_directories((path_ / name).parent_path());
    std::ofstream(path_ / name, std::ios::binary) << text;
  }
  [[nodiscard]] std::string read(const std::string& name) const {
    std::ostringstream text;
    text << std::ifstream(path_ / name, std::ios::binary).rdbuf();
    return text.str();
  }

 private:
  std::filesystem::path path_;
};

/// `arguments` are for the shell, after the program's name.
inline finished run(const std::string& program, const std::string& arguments, std::string_view input = {},
                    const std::string& environment = {}) {
  const folder io;
  io.write("in", input);
  const std::string where = io.path().string();
  const std::string line = environment + " '" + program + "' " + arguments + " <'" + where + "/in' >'" +
                           where + "/out' 2>'" + where + "/err'";
  const int status = std::system(line.c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), io.read("out"), io.read("err")};
}

}  // namespace tacet_test
