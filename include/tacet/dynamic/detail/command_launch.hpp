// SPDX-License-Identifier: MIT
// Starts a program with three files for its standard input, output and error, and nothing else of ours.
#pragma once

#include <tacet/dynamic/detail/command_files.hpp>

#include <sys/stat.h>
#include <sys/types.h>

#include <cerrno>
#include <csignal>
#include <cstddef>
#include <spawn.h>
#include <string>
#include <string_view>
#include <unistd.h>
#include <vector>

namespace tacet::detail {

/// What is started. Borrows.
struct launch_plan {
  const std::vector<std::string>& argv;         ///< not empty
  const std::vector<std::string>& environment;  ///< NAME=value
  const std::string& directory;                 ///< empty: ours
};

inline bool is_program(const std::string& path) noexcept {
  struct stat about {};
  return ::stat(path.c_str(), &about) == 0 && S_ISREG(about.st_mode) && ::access(path.c_str(), X_OK) == 0;
}

/// A name without a slash is looked for in the PATH of the child's environment, never in ours; only absolute
/// folders of it count. Gives 0 or what is wrong as an errno.
inline int find_program(const launch_plan& plan, std::string& found) {
  const std::string& name = plan.argv.front();
  if (name.find('/') != std::string::npos) return found = name, 0;
  if (name.empty()) return ENOENT;
  std::string_view folders;
  for (const std::string& one : plan.environment)
    if (one.starts_with("PATH=")) folders = std::string_view(one).substr(5);
  while (!folders.empty()) {
    const std::size_t end = folders.find(':');
    const std::string_view folder = folders.substr(0, end);
    folders = end == std::string_view::npos ? std::string_view{} : folders.substr(end + 1);
    if (!folder.starts_with('/')) continue;
    found.assign(folder).append(1, '/').append(name);
    if (is_program(found)) return 0;
  }
  return ENOENT;
}

/// The list that exec takes, which promises not to write to the texts.
inline std::vector<char*> pointers_to(const std::vector<std::string>& texts) {
  std::vector<char*> all;
  all.reserve(texts.size() + 1);
  for (const std::string& one : texts) all.push_back(const_cast<char*>(one.c_str()));
  all.push_back(nullptr);
  return all;
}

// The two objects of posix_spawn, each with its end.
class spawn_actions {
 public:
  spawn_actions() noexcept : error_(::posix_spawn_file_actions_init(&actions_)) {}
  spawn_actions(const spawn_actions&) = delete;
  spawn_actions& operator=(const spawn_actions&) = delete;
  ~spawn_actions() { ::posix_spawn_file_actions_destroy(&actions_); }

  void standard(int from, int to) noexcept { note(::posix_spawn_file_actions_adddup2(&actions_, from, to)); }
  void directory(const std::string& name) noexcept {
    if (!name.empty()) note(::posix_spawn_file_actions_addchdir_np(&actions_, name.c_str()));
  }
  /// Files of ours without the flag that closes them; an older library leaves those to whoever opened them.
  void close_the_rest() noexcept {
#if defined(__GLIBC_PREREQ)
#if __GLIBC_PREREQ(2, 34)
    note(::posix_spawn_file_actions_addclosefrom_np(&actions_, 3));
#endif
#endif
  }
  [[nodiscard]] int error() const noexcept { return error_; }
  [[nodiscard]] const posix_spawn_file_actions_t* get() const noexcept { return &actions_; }

 private:
  void note(int error) noexcept {
    if (error_ == 0) error_ = error;
  }
  posix_spawn_file_actions_t actions_{};
  int error_;
};

class spawn_attributes {
 public:
  /// A process group of its own, no signal blocked and none ignored, whatever this thread has.
  spawn_attributes() noexcept : error_(::posix_spawnattr_init(&attributes_)) {
    sigset_t all;
    sigset_t none;
    sigfillset(&all);
    sigemptyset(&none);
    note(::posix_spawnattr_setpgroup(&attributes_, 0));
    note(::posix_spawnattr_setsigdefault(&attributes_, &all));
    note(::posix_spawnattr_setsigmask(&attributes_, &none));
    note(::posix_spawnattr_setflags(&attributes_,
                                    POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK));
  }
  spawn_attributes(const spawn_attributes&) = delete;
  spawn_attributes& operator=(const spawn_attributes&) = delete;
  ~spawn_attributes() { ::posix_spawnattr_destroy(&attributes_); }

  [[nodiscard]] int error() const noexcept { return error_; }
  [[nodiscard]] const posix_spawnattr_t* get() const noexcept { return &attributes_; }

 private:
  void note(int error) noexcept {
    if (error_ == 0) error_ = error;
  }
  posix_spawnattr_t attributes_{};
  int error_;
};

/// Gives 0 and the process, or an errno: then nothing runs. Also what exec says comes back here, since
/// posix_spawn waits for it. A file that is no program is never given to a shell instead.
inline int launch(const launch_plan& plan, const owned_file& in, const owned_file& out, const owned_file& err,
                  pid_t& process) {
  std::string program;
  if (const int error = find_program(plan, program); error != 0) return error;
  const std::vector<char*> argv = pointers_to(plan.argv);
  const std::vector<char*> environment = pointers_to(plan.environment);
  spawn_actions actions;
  actions.standard(in.get(), 0);
  actions.standard(out.get(), 1);
  actions.standard(err.get(), 2);
  actions.close_the_rest();
  actions.directory(plan.directory);
  const spawn_attributes attributes;
  if (actions.error() != 0) return actions.error();
  if (attributes.error() != 0) return attributes.error();
  return ::posix_spawn(&process, program.c_str(), actions.get(), attributes.get(), argv.data(),
                       environment.data());
}

}  // namespace tacet::detail
