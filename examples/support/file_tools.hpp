// SPDX-License-Identifier: MIT
// Tools that read the files below a root.
#pragma once

#include "support/workspace.hpp"

#include <tacet/tacet.hpp>
#include <tacet/tool/generator.hpp>

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace support {

/// The capability to read files below the root.
struct file_access;

struct list_arguments {
  std::optional<std::string> path;
  std::optional<std::string> pattern;
  int limit = 200;
  static constexpr auto notes = tacet::notes(
      tacet::note("path", "Directory below the root; the root itself when left out"),
      tacet::note("pattern",
                  "Only these names: * stands for any text and ? for one character, for example *.hpp"),
      tacet::note("limit", "At most this many", tacet::between(1, 2000), tacet::defaulted));
};
struct file_list {
  std::vector<std::string> files;
  std::optional<std::string> note;
};

struct search_arguments {
  std::string pattern;
  std::optional<std::string> path;
  std::optional<std::string> files;
  bool ignore_case = false;
  int limit = 20;
  static constexpr auto notes = tacet::notes(
      tacet::note("pattern", "Text to find, taken literally", tacet::length(1, 200)),
      tacet::note("path", "File or directory below the root; everything when left out"),
      tacet::note("files", "Only in files of these names, for example *.hpp"),
      tacet::note("ignore_case", "Large and small letters are the same (ASCII)", tacet::defaulted),
      tacet::note("limit", "At most this many hits", tacet::between(1, 200), tacet::defaulted));
};
struct hit {
  std::string file;
  int line;
  std::string text;
};
struct hit_list {
  std::vector<hit> hits;
  std::optional<std::string> note;
};

struct read_arguments {
  std::string path;
  std::optional<int> first_line;
  std::optional<int> line_count;
  static constexpr auto notes =
      tacet::notes(tacet::note("path", "File below the root"),
                   tacet::note("first_line", "First line to read; the first when left out", tacet::from(1)),
                   tacet::note("line_count", "How many lines; 200 when left out", tacet::between(1, 2000)));
};

struct count_arguments {
  std::optional<std::string> path;
  std::optional<std::string> pattern;
  static constexpr auto notes =
      tacet::notes(tacet::note("path", "File or directory below the root"),
                   tacet::note("pattern", "Only files of these names, for example *.cpp"));
};
struct line_count {
  std::size_t lines;
  std::size_t files;
  std::size_t of_files;
};

/// `*` stands for any text and `?` for one byte. Linear in the product of the lengths.
[[nodiscard]] inline bool matches(std::string_view pattern, std::string_view text) {
  std::size_t p = 0;
  std::size_t t = 0;
  std::size_t star = std::string_view::npos;
  std::size_t resume = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      resume = t;
    } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t])) {
      ++p, ++t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++resume;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}
/// A pattern with a slash is for the whole path, another for the name.
[[nodiscard]] inline bool is_named(const std::optional<std::string>& pattern, std::string_view path) {
  if (!pattern.has_value() || pattern->empty()) return true;
  if (pattern->find('/') == std::string::npos) path.remove_prefix(path.rfind('/') + 1);
  return matches(*pattern, path);
}

/// Each line of `text` with its number, until `visit` answers false.
template <class Visit> void for_each_line(std::string_view text, Visit&& visit) {
  for (int number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (!visit(number, text.substr(0, end))) return;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}
/// A line that is shown is not longer than this.
inline constexpr std::size_t longest_line = 300;
[[nodiscard]] inline std::string shown_line(std::string_view line) {
  if (line.size() <= longest_line) return std::string(line);
  return std::string(line.substr(0, longest_line)) + " [cut]";
}
[[nodiscard]] inline bool is_binary(std::string_view text) {
  return text.substr(0, 8192).find('\0') != std::string_view::npos;
}
inline void end_if_asked(const tacet::tool_context& context) {
  if (context.stop_requested()) throw tacet::cancelled{};
}

[[nodiscard]] inline auto list_files(const workspace& files) {
  return tacet::tool<"list_files">(
      [&files](const list_arguments& asked, tacet::tool_context& context) {
        file_list found;
        for (std::string path : files.files(asked.path.value_or("."))) {
          end_if_asked(context);
          if (!is_named(asked.pattern, path)) continue;
          if (found.files.size() == static_cast<std::size_t>(asked.limit)) {
            found.note = "there are more; use a pattern, or name a directory";
            break;
          }
          found.files.push_back(std::move(path));
        }
        return found;
      },
      tacet::describe<"List the files below a directory">, tacet::read_only, tacet::max_calls<20>,
      tacet::requires_<file_access>);
}

[[nodiscard]] inline auto search_text(const workspace& files) {
  return tacet::tool<"search_text">(
      [&files](const search_arguments& asked, tacet::tool_context& context) {
        const auto same = [fold = asked.ignore_case](char a, char b) {
          if (!fold) return a == b;
          return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
        };
        hit_list found;
        for (const std::string& path : files.files(asked.path.value_or("."))) {
          end_if_asked(context);
          if (!is_named(asked.files, path)) continue;
          // What is larger is data, and not to be read by a model.
          const std::optional<std::string> text = files.read_found(path, std::size_t{1} << 20);
          if (!text.has_value() || is_binary(*text)) continue;
          for_each_line(*text, [&](int number, std::string_view line) {
            if (std::search(line.begin(), line.end(), asked.pattern.begin(), asked.pattern.end(), same) ==
                line.end())
              return true;
            if (found.hits.size() == static_cast<std::size_t>(asked.limit)) {
              found.note = "there are more hits; use a longer pattern, or name a directory";
              return false;
            }
            line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
            found.hits.push_back({path, number, shown_line(line)});
            return true;
          });
          if (found.note.has_value()) break;
        }
        return found;
      },
      tacet::describe<"Find the lines that hold a text">, tacet::read_only, tacet::max_calls<20>,
      tacet::requires_<file_access>);
}

[[nodiscard]] inline auto read_file(const workspace& files) {
  return tacet::tool<"read_file">(
      [&files](const read_arguments& asked) {
        const std::string text = files.read(asked.path);
        if (is_binary(text))
          throw tacet::tool_error(in_quotes(asked.path) + " is no text.", tacet::permanence::permanent);
        const int first = asked.first_line.value_or(1);
        const long last = static_cast<long>(first) + asked.line_count.value_or(200) - 1;
        std::string shown;
        int lines = 0;
        constexpr std::size_t most_shown = 60000;
        for_each_line(text, [&](int number, std::string_view line) {
          lines = number;
          if (number >= first && number <= last && shown.size() < most_shown)
            shown.append(shown_line(line)).push_back('\n');
          return number <= last;
        });
        if (shown.empty() && lines < first && first > 1)
          throw tacet::tool_error(in_quotes(asked.path) + " has only " + std::to_string(lines) + " lines.",
                                  tacet::permanence::permanent);
        if (shown.size() >= most_shown) shown += "[cut here: ask for fewer lines]\n";
        else if (lines > last) shown += "[more lines follow from line " + std::to_string(last + 1) + "]\n";
        return shown;
      },
      tacet::describe<"Read lines of a text file">, tacet::read_only, tacet::max_calls<20>,
      tacet::requires_<file_access>);
}

[[nodiscard]] inline auto count_lines(const workspace& files) {
  return tacet::tool<"count_lines">(
      [&files](const count_arguments& asked, tacet::tool_context& context) -> tacet::generator<line_count> {
        std::vector<std::string> all;
        for (std::string path : files.files(asked.path.value_or(".")))
          if (is_named(asked.pattern, path)) all.push_back(std::move(path));
        line_count so_far{0, 0, all.size()};
        co_yield so_far;
        for (const std::string& path : all) {
          end_if_asked(context);
          ++so_far.files;
          if (const std::optional<std::string> text = files.read_found(path, workspace::most_bytes))
            so_far.lines += static_cast<std::size_t>(std::count(text->begin(), text->end(), '\n'));
          co_yield so_far;
        }
      },
      tacet::describe<"Count the lines of files">, tacet::read_only, tacet::max_calls<5>,
      tacet::requires_<file_access>);
}

}  // namespace support
