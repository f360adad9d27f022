// SPDX-License-Identifier: MIT
// Sees where a JSON value ends that arrives in pieces, inside a JSON string.
#pragma once

#include <tacet/json/scan.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace tacet::detail {

/// Follows a JSON text that arrives inside a JSON string, to see whether a value in it has ended.
class value_progress {
 public:
  /// Reads on in the inside of the string; pieces end at the borders of escapes.
  void read(std::string_view inner) noexcept {
    for (std::size_t i = read_; i < inner.size(); ++i) {
      char c = inner[i];
      if (c == '\\' && ++i < inner.size()) {
        c = inner[i];
        if (c == 'u') {
          const std::int32_t code = json::detail::hex4(inner.data() + i + 1, inner.data() + inner.size());
          c = code >= 0 && code < 0x80 ? static_cast<char>(code) : 'x';
          i += 4;
        } else if (c != '"' && c != '\\' && c != '/') {
          c = ' ';
        }
      }
      next(c);
    }
    read_ = inner.size();
  }
  /// The value came as JSON, at once.
  void end() noexcept { begun_ = complete_ = true; }
  [[nodiscard]] bool begun() const noexcept { return begun_; }
  [[nodiscard]] bool complete() const noexcept { return complete_; }

 private:
  void next(char c) noexcept {
    if (in_string_) {
      if (escaped_) escaped_ = false;
      else if (c == '\\') escaped_ = true;
      else if (c == '"') in_string_ = false, complete_ = depth_ == 0;
      return;
    }
    if (json::is_blank(c)) return;
    begun_ = true;
    if (c == '"') in_string_ = true, complete_ = false;
    else if (c == '{' || c == '[') ++depth_, complete_ = false;
    else if ((c == '}' || c == ']') && depth_ != 0) complete_ = --depth_ == 0;
  }

  std::size_t read_ = 0;
  std::size_t depth_ = 0;
  bool in_string_ = false;
  bool escaped_ = false;
  bool begun_ = false;
  bool complete_ = false;
};

}  // namespace tacet::detail
