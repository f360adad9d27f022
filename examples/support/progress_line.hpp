// SPDX-License-Identifier: MIT
// A sink that draws the progress of count_lines as a bar in one line.
#pragma once

#include "support/builtin_tools.hpp"
#include "support/terminal.hpp"

#include <tacet/values/tool_progress.hpp>

#include <cstdio>
#include <string>

namespace support {

/// Draws only where a line can be overwritten.
class progress_line {
 public:
  progress_line(std::FILE* to, const terminal& t) : to_(to), terminal_(t) {}

  void operator()(const tacet::tool_progress& value) const {
    if (!terminal_.live) return;
    const std::string payload = value.payload.text();
    std::string line;
    if (const line_count* const count = value.payload.get_if<line_count>()) {
      const std::string numbers = " " + std::to_string(count->files) + "/" + std::to_string(count->of_files) +
                                  " files, " + std::to_string(count->lines) + " lines";
      line = "  " + terminal_.cyan(terminal_.bar(count->files, count->of_files, 30)) +
             show(numbers, terminal_.width - 33).text;
    } else {
      line = "  " + show(std::string(value.tool_name) + ": " + payload, terminal_.width - 3).text;
    }
    std::fprintf(to_, "\r\x1b[K%s", line.c_str());
    std::fflush(to_);
  }
  /// Takes the line away.
  void clear() const {
    if (!terminal_.live) return;
    std::fputs("\r\x1b[K", to_);
    std::fflush(to_);
  }

 private:
  std::FILE* to_;
  terminal terminal_;
};

}  // namespace support
