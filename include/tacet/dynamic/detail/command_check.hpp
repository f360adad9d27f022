// SPDX-License-Identifier: MIT
// Looks, without starting anything, for what would keep a program from being started.
#pragma once

#include <tacet/dynamic/detail/command_launch.hpp>
#include <tacet/dynamic/detail/command_text.hpp>
#include <tacet/dynamic/pointed_fault.hpp>
#include <tacet/text/quote.hpp>
#include <tacet/text/text_room.hpp>
#include <tacet/text/text_writer.hpp>

#include <sys/stat.h>

#include <cerrno>
#include <csignal>
#include <cstddef>
#include <string>
#include <string_view>
#include <unistd.h>
#include <vector>

namespace tacet::detail {

/// Whether the kernel takes the ends of children away, so that nobody can be told how they ended.
inline bool children_are_ignored() noexcept {
  struct sigaction now {};
  return ::sigaction(SIGCHLD, nullptr, &now) == 0 &&
         ((now.sa_flags & SA_NOCLDWAIT) != 0 ||
          ((now.sa_flags & SA_SIGINFO) == 0 && now.sa_handler == SIG_IGN));
}

class command_check {
 public:
  explicit command_check(const launch_plan& plan) : plan_(plan) {}

  [[nodiscard]] std::vector<pointed_fault> faults() {
    if (!plan_.directory.empty()) look_at_the_folder();
    look_at_the_program();
    return std::move(faults_);
  }

 private:
  static constexpr std::size_t most_shown = 200;  // bytes of a path

  void look_at_the_folder() {
    struct stat about {};
    if (::stat(plan_.directory.c_str(), &about) != 0)
      return wrong("/working_directory", errno, "folder", plan_.directory);
    if (!S_ISDIR(about.st_mode)) return is("/working_directory", plan_.directory, "is no folder");
    if (::access(plan_.directory.c_str(), X_OK) != 0)
      is("/working_directory", plan_.directory, "may not be entered");
  }

  void look_at_the_program() {
    std::string path;
    if (find_program(plan_, path) != 0) return not_in_path();
    if (path.front() != '/' && !plan_.directory.empty()) path = plan_.directory + '/' + path;
    struct stat about {};
    if (::stat(path.c_str(), &about) != 0) return wrong("/argv/0", errno, "program", path);
    if (S_ISDIR(about.st_mode)) return is("/argv/0", path, "is a folder");
    if (!S_ISREG(about.st_mode)) return is("/argv/0", path, "is no regular file");
    if (::access(path.c_str(), X_OK) != 0) is("/argv/0", path, "may not be executed; chmod +x allows it");
  }

  void not_in_path() {
    std::string_view folders;
    for (const std::string& one : plan_.environment)
      if (one.starts_with("PATH=")) folders = std::string_view(one).substr(5);
    text_room room;
    text_writer to(room);
    to.append("there is no program ");
    append_name(to, plan_.argv.front());
    to.append(" in PATH");
    if (folders.empty()) {
      to.append(", which its environment does not have");
    } else {
      to.append(' ');
      append_clean(to, folders, most_shown);
    }
    to.append("; one that lies elsewhere is written with a slash");
    add("/argv/0", to);
  }

  void wrong(std::string_view pointer, int error, std::string_view what, std::string_view path) {
    text_room room;
    text_writer to(room);
    if (error == ENOENT) {
      to.append("there is no ");
      to.append(what);
      to.append(' ');
      append_name(to, path);
    } else {
      to.append("the ");
      to.append(what);
      to.append(' ');
      append_name(to, path);
      to.append(" cannot be looked at: ");
      append_system_error(to, error);
    }
    add(pointer, to);
  }
  void is(std::string_view pointer, std::string_view path, std::string_view what) {
    text_room room;
    text_writer to(room);
    append_name(to, path);
    to.append(' ');
    to.append(what);
    add(pointer, to);
  }
  static void append_name(text_writer& to, std::string_view name) noexcept {
    to.append('`');
    append_clean(to, name, most_shown);
    to.append('`');
  }
  void add(std::string_view pointer, text_writer& to) {
    faults_.push_back({std::string(pointer), std::string(to.finish("it cannot be started"))});
  }

  const launch_plan& plan_;
  std::vector<pointed_fault> faults_{};
};

}  // namespace tacet::detail
