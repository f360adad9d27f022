// SPDX-License-Identifier: MIT
// Reads a file of limited size, and says in words why it cannot.
#pragma once

#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <system_error>

namespace tacet::detail {

/// Appends the file at `path` to `to`, and at most one byte more than `most`. Empty when it was read, else
/// what is wrong. The path is not in it: who asked knows it.
[[nodiscard]] inline std::string read_small_file(const std::filesystem::path& path, std::size_t most,
                                                 std::string& to) {
  struct closing {
    void operator()(std::FILE* open) const noexcept { (void)std::fclose(open); }
  };
  std::error_code error;
  // A folder can be opened as a file on some systems, and then not be read.
  if (std::filesystem::is_directory(path, error)) return "expected a file, got a folder";
  errno = 0;
  const std::unique_ptr<std::FILE, closing> file(std::fopen(path.c_str(), "rb"));
  if (file == nullptr) {
    if (errno == ENOENT || errno == ENOTDIR) return "there is no such file";
    if (errno == EACCES || errno == EPERM) return "the file may not be read";
    return "the file cannot be opened (error " + std::to_string(errno) + ")";
  }
  char block[4096];
  while (to.size() <= most) {
    const std::size_t wanted = most + 1 - to.size();
    const std::size_t got = std::fread(block, 1, wanted < sizeof block ? wanted : sizeof block, file.get());
    to.append(block, got);
    if (got == 0) break;
  }
  return std::ferror(file.get()) == 0 ? "" : "the file cannot be read to its end";
}

}  // namespace tacet::detail
