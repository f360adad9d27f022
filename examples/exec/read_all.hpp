// SPDX-License-Identifier: MIT
// Reads a file, or the standard input, up to a limit.
#pragma once

#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <string>

namespace exec {

/// At most about `most` bytes, which is one more than whoever reads the text takes, so that he can say that
/// there is too much. "-" is the standard input.
inline bool read_all(const std::string& name, std::size_t most, std::string& text, std::string& error) {
  std::FILE* const file = name == "-" ? stdin : std::fopen(name.c_str(), "rb");
  if (file == nullptr) return error = "cannot open '" + name + "': " + std::strerror(errno), false;
  char buffer[65536];
  std::size_t got = 0;
  while (text.size() < most && (got = std::fread(buffer, 1, sizeof buffer, file)) != 0)
    text.append(buffer, got);
  const bool good = std::ferror(file) == 0;
  if (!good) error = "cannot read '" + name + "': " + std::strerror(errno);
  if (file != stdin) std::fclose(file);
  return good;
}

}  // namespace exec
