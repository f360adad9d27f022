// SPDX-License-Identifier: MIT
// The files below one directory, and no way out of it.
#pragma once

#include <tacet/text/quote.hpp>
#include <tacet/tool/errors.hpp>
#include <tacet/tool/generator.hpp>

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <filesystem>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <unistd.h>
#include <utility>
#include <vector>

namespace support {

/// A text of the model's in a sentence.
inline std::string in_quotes(std::string_view text) {
  tacet::text_room room;
  tacet::text_writer to(room);
  tacet::append_quoted(to, text);
  return std::string(to.finish("\"\""));
}

/// An open file or directory.
class descriptor {
 public:
  explicit descriptor(int number = -1) noexcept : number_(number) {}
  descriptor(descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  descriptor& operator=(descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  [[nodiscard]] int get() const noexcept { return number_; }
  [[nodiscard]] int release() noexcept { return std::exchange(number_, -1); }
  [[nodiscard]] explicit operator bool() const noexcept { return number_ >= 0; }

 private:
  int number_;
};

/// Where a path leads, links resolved.
struct place {
  bool inside = false;
  std::string path{};      ///< from the root; "." for the root itself
  std::string_view why{};  ///< when it is not inside
};

/// Paths are judged by `locate`, which resolves links. What is opened is opened from the root part by part
/// and without following a link, so that a link which is put there in between leads nowhere either.
class workspace {
 public:
  static constexpr std::size_t most_bytes = std::size_t{16} << 20;  ///< of a file that is read
  static constexpr std::size_t most_entries = 50000;                ///< of one walk

  explicit workspace(const std::string& directory) : root_(std::filesystem::canonical(directory)) {
    descriptor_ = descriptor(::open(root_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!descriptor_) throw std::system_error(errno, std::generic_category(), "cannot open the root");
  }

  [[nodiscard]] const std::filesystem::path& root() const noexcept { return root_; }

  [[nodiscard]] place locate(std::string_view path) const {
    if (path.find('\0') != std::string_view::npos) return {false, {}, "it holds a zero byte"};
    if (path.size() > 4096) return {false, {}, "it is too long"};
    const std::filesystem::path asked(path.empty() ? std::string_view(".") : path);
    if (asked.is_absolute()) return {false, {}, "it is absolute; paths count from the root"};
    std::error_code bad;
    const std::filesystem::path real = std::filesystem::weakly_canonical(root_ / asked, bad);
    if (bad) return {false, {}, "it cannot be resolved"};
    const std::filesystem::path from_root = real.lexically_relative(root_);
    if (from_root.empty() || *from_root.begin() == "..") return {false, {}, "it leads out of the root"};
    return {true, from_root.string(), {}};
  }

  /// Opens what stands at `asked`, or throws a tool_error that says what is wrong.
  [[nodiscard]] descriptor open(std::string_view asked, int flags = 0) const {
    const place at = locate(asked);
    if (!at.inside)
      throw tacet::tool_error(
          "The path " + in_quotes(asked) + " is not allowed: " + std::string(at.why) + ".",
          tacet::permanence::permanent);
    descriptor current(::openat(descriptor_.get(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    std::string_view left = at.path == "." ? std::string_view{} : std::string_view(at.path);
    while (!left.empty()) {
      const std::size_t slash = left.find('/');
      const std::string part(left.substr(0, slash));
      left = slash == std::string_view::npos ? std::string_view{} : left.substr(slash + 1);
      if (part.empty() || part == ".") continue;
      // Not blocking: a pipe without a writer would keep us for ever.
      const int how =
          O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NOCTTY | O_NONBLOCK | (left.empty() ? flags : O_DIRECTORY);
      current = descriptor(::openat(current.get(), part.c_str(), how));
      if (!current) fail(asked, errno);
    }
    if (!current) fail(asked, errno);
    return current;
  }

  [[nodiscard]] bool is_directory(std::string_view asked) const {
    const descriptor file = open(asked);
    struct stat what {};
    return ::fstat(file.get(), &what) == 0 && S_ISDIR(what.st_mode);
  }
  /// The size of a regular file; 0 for anything else.
  [[nodiscard]] std::size_t size_of(std::string_view asked) const {
    const descriptor file = open(asked);
    struct stat what {};
    return ::fstat(file.get(), &what) == 0 && S_ISREG(what.st_mode) ? static_cast<std::size_t>(what.st_size)
                                                                    : 0;
  }

  /// The bytes of a regular file.
  [[nodiscard]] std::string read(std::string_view asked) const {
    const descriptor file = open(asked);
    struct stat what {};
    if (::fstat(file.get(), &what) != 0) fail(asked, errno);
    if (S_ISDIR(what.st_mode))
      permanent(in_quotes(asked) + " is a directory; list_files shows what is in it.");
    if (!S_ISREG(what.st_mode)) permanent(in_quotes(asked) + " is not a regular file.");
    std::string text;
    char buffer[65536];
    for (;;) {
      const ssize_t got = ::read(file.get(), buffer, sizeof buffer);
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) fail(asked, errno);
      if (got == 0) return text;
      // Counted while reading: a file may grow, and some say 0 and are endless.
      if (text.size() + static_cast<std::size_t>(got) > most_bytes)
        permanent(in_quotes(asked) + " is larger than " + std::to_string(most_bytes >> 20) + " MiB.");
      text.append(buffer, static_cast<std::size_t>(got));
    }
  }

  /// The same for a file that was found by walking: nothing when it cannot be read, or has more than `most`
  /// bytes.
  [[nodiscard]] std::optional<std::string> read_found(const std::string& path, std::size_t most) const {
    try {
      if (size_of(path) > most) return std::nullopt;
      return read(path);
    } catch (const tacet::tool_error&) {
      return std::nullopt;
    }
  }

  /// The regular files below a directory, or the one file that is named: in the order of their names, without
  /// links and what begins with a dot.
  [[nodiscard]] tacet::generator<std::string> files(std::string start) const {
    if (!is_directory(start)) {
      co_yield locate(start).path;
      co_return;
    }
    std::vector<std::string> directories{locate(start).path};
    std::size_t seen = 0;
    while (!directories.empty()) {
      const std::string directory = std::move(directories.back());
      directories.pop_back();
      std::vector<std::string> below;
      for (auto& [name, is_folder] : entries(directory)) {
        if (++seen > most_entries)
          permanent("There are more than " + std::to_string(most_entries) +
                    " entries; name a directory further down.");
        std::string path = directory == "." ? name : directory + '/' + name;
        if (is_folder) below.push_back(std::move(path));
        else co_yield std::move(path);
      }
      directories.insert(directories.end(), std::make_move_iterator(below.rbegin()),
                         std::make_move_iterator(below.rend()));
    }
  }

 private:
  [[noreturn]] static void permanent(std::string message) {
    throw tacet::tool_error(std::move(message), tacet::permanence::permanent);
  }
  [[noreturn]] static void fail(std::string_view asked, int error) {
    switch (error) {
      case ENOENT:
      case ENOTDIR:
        permanent("There is no " + in_quotes(asked) + "; list_files shows what there is.");
      case ELOOP:
        permanent(in_quotes(asked) + " is a link that is not followed.");
      case EACCES:
      case EPERM:
        permanent(in_quotes(asked) + " may not be read.");
      default:
        throw tacet::tool_error(in_quotes(asked) + " could not be read: " + std::strerror(error) + ".");
    }
  }

  // Name, and whether it is a directory.
  [[nodiscard]] std::vector<std::pair<std::string, bool>> entries(std::string_view directory) const {
    descriptor opened = open(directory, O_DIRECTORY);
    const std::unique_ptr<DIR, int (*)(DIR*)> stream(::fdopendir(opened.get()), &::closedir);
    if (stream == nullptr) fail(directory, errno);
    const int number = opened.release();  // the stream closes it
    std::vector<std::pair<std::string, bool>> all;
    while (const dirent* const entry = ::readdir(stream.get())) {
      struct stat what {};
      if (entry->d_name[0] == '.' || ::fstatat(number, entry->d_name, &what, AT_SYMLINK_NOFOLLOW) != 0)
        continue;
      if (S_ISDIR(what.st_mode) || S_ISREG(what.st_mode))
        all.emplace_back(entry->d_name, S_ISDIR(what.st_mode));
      if (all.size() > most_entries) break;
    }
    std::sort(all.begin(), all.end());
    return all;
  }

  std::filesystem::path root_;
  descriptor descriptor_;
};

}  // namespace support
