// SPDX-License-Identifier: MIT
// What can be shown where a program writes, and text that is safe to show there.
#pragma once

#include <tacet/text/utf8.hpp>

#include <sys/ioctl.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <unistd.h>

namespace support {

/// The columns of one character: 0 for a mark that joins the one before, 2 for a wide one.
[[nodiscard]] constexpr int columns_of(std::uint32_t c) noexcept {
  if ((c >= 0x300 && c <= 0x36F) || (c >= 0x200B && c <= 0x200F) || (c >= 0xFE00 && c <= 0xFE0F)) return 0;
  const bool wide = (c >= 0x1100 && c <= 0x115F) || (c >= 0x2E80 && c <= 0xA4CF) ||
                    (c >= 0xAC00 && c <= 0xD7A3) || (c >= 0xF900 && c <= 0xFAFF) ||
                    (c >= 0xFE30 && c <= 0xFE6F) || (c >= 0xFF00 && c <= 0xFF60) ||
                    (c >= 0x1F300 && c <= 0x1FAFF) || (c >= 0x20000 && c <= 0x3FFFD);
  return wide ? 2 : 1;
}

struct shown_text {
  std::string text{};
  std::size_t columns = 0;
};

/// `text` in one line of at most `most` columns. What a terminal would obey instead of showing (controls,
/// changes of direction) becomes a blank or `?`; ill-formed UTF-8 becomes `?`; what is cut ends in `...`.
[[nodiscard]] inline shown_text show(std::string_view text, std::size_t most = SIZE_MAX) {
  shown_text shown;
  std::size_t fits = 0;  // bytes that leave room for the dots
  const std::size_t with_dots = most < 3 ? 0 : most - 3;
  const char* p = text.data();
  const char* const end = p + text.size();
  while (p != end) {
    const std::size_t size = tacet::utf8_length(p, end);
    std::string_view piece(p, size == 0 ? 1 : size);
    std::uint32_t code = static_cast<unsigned char>(*p);
    if (size > 1) {
      code &= 0x7FU >> size;
      for (std::size_t i = 1; i < size; ++i) code = code << 6 | (static_cast<unsigned char>(p[i]) & 0x3FU);
    }
    p += piece.size();
    const bool obeyed = code < 0x20 || (code >= 0x7F && code < 0xA0) || (code >= 0x202A && code <= 0x202E) ||
                        (code >= 0x2066 && code <= 0x2069) || code == 0x2028 || code == 0x2029;
    if (size == 0 || (obeyed && code != '\n' && code != '\t')) piece = "?", code = '?';
    else if (obeyed) piece = " ", code = ' ';
    const auto columns = static_cast<std::size_t>(columns_of(code));
    if (shown.columns + columns > most) {
      shown.text.resize(fits);
      shown.text.append(std::min<std::size_t>(most, 3), '.');
      shown.columns = most;  // a wide character may have left one column free
      return shown;
    }
    shown.text += piece;
    shown.columns += columns;
    if (shown.columns <= with_dots) fits = shown.text.size();
  }
  return shown;
}

/// The same, filled with blanks to exactly `width` columns (or one less, where a wide character was cut).
[[nodiscard]] inline std::string cell(std::string_view text, std::size_t width) {
  shown_text shown = show(text, width);
  if (shown.columns < width) shown.text.append(width - shown.columns, ' ');
  return shown.text;
}

/// What stands at the other end. Read once: NO_COLOR, TERM and the locale's variables are looked at, by the
/// example and not by the library.
struct terminal {
  bool live = false;  ///< lines can be overwritten
  bool colour = false;
  bool utf8 = false;
  std::size_t width = 100;

  static terminal at(int descriptor) {
    const auto variable = [](const char* name) {
      const char* const value = std::getenv(name);
      return std::string_view(value == nullptr ? "" : value);
    };
    terminal t;
    const bool dumb = variable("TERM").empty() || variable("TERM") == "dumb";
    t.live = ::isatty(descriptor) == 1 && !dumb;
    t.colour = t.live && variable("NO_COLOR").empty();
    for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"})
      if (!variable(name).empty()) {
        std::string locale(variable(name));
        std::transform(locale.begin(), locale.end(), locale.begin(),
                       [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
        t.utf8 = locale.find("utf-8") != std::string::npos || locale.find("utf8") != std::string::npos;
        break;
      }
    winsize size{};
    if (t.live && ::ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col != 0) t.width = size.ws_col;
    t.width = std::clamp<std::size_t>(t.width, 40, 120);
    return t;
  }

  [[nodiscard]] std::string painted(std::string_view text, std::string_view code) const {
    if (!colour) return std::string(text);
    return "\x1b[" + std::string(code) + "m" + std::string(text) + "\x1b[0m";
  }
  [[nodiscard]] std::string bold(std::string_view text) const { return painted(text, "1"); }
  [[nodiscard]] std::string faint(std::string_view text) const { return painted(text, "2"); }
  [[nodiscard]] std::string red(std::string_view text) const { return painted(text, "31"); }
  [[nodiscard]] std::string green(std::string_view text) const { return painted(text, "32"); }
  [[nodiscard]] std::string yellow(std::string_view text) const { return painted(text, "33"); }
  [[nodiscard]] std::string cyan(std::string_view text) const { return painted(text, "36"); }

  /// A bar of `columns` columns for a part of a whole.
  [[nodiscard]] std::string bar(std::size_t part, std::size_t whole, std::size_t columns) const {
    static constexpr std::string_view eighths[] = {"",       "\u258F", "\u258E", "\u258D",
                                                   "\u258C", "\u258B", "\u258A", "\u2589"};
    const std::size_t filled = whole == 0 ? columns * 8 : std::min(part, whole) * columns * 8 / whole;
    std::string drawn;
    for (std::size_t i = 0; i < filled / 8; ++i) drawn += utf8 ? "\u2588" : "#";
    std::size_t used = filled / 8;
    if (utf8 && filled % 8 != 0) drawn += eighths[filled % 8], ++used;
    for (; used < columns; ++used) drawn += utf8 ? "\u00B7" : ".";
    return drawn;
  }
};

}  // namespace support
