// SPDX-License-Identifier: MIT
// Writes foreign text into a sentence: quoted, clipped, and always valid UTF-8.
#pragma once

#include <tacet/text/text_writer.hpp>
#include <tacet/text/utf8.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace tacet {

/// A name or value of the model's is shown with at most so many bytes.
inline constexpr std::size_t most_quoted = 80;

namespace detail {

// The bytes of `word` that are no printable ASCII: not 0 when there is one. A byte behind one may be flagged too.
constexpr std::uint64_t unprintable(std::uint64_t word) noexcept {
  constexpr std::uint64_t ones = 0x0101010101010101U;
  return (word | (word - ones * 0x20) | (word + ones)) & (ones * 0x80);
}

// What is not simply a short printable text.
[[gnu::noinline]] inline void append_cleaned(text_writer& to, std::string_view text, std::size_t most) noexcept {
  const bool clipped = text.size() > most;
  const char* p = text.data();
  const char* const end = p + (clipped ? most : text.size());
  const char* const all = p + text.size();
  while (p < end) {
    const char* run = p;
    while (run < end && static_cast<unsigned char>(*run) >= 0x20 && static_cast<unsigned char>(*run) < 0x7F) ++run;
    to.append(std::string_view(p, static_cast<std::size_t>(run - p)));
    p = run;
    if (p >= end) break;
    const std::size_t size = utf8_length(p, all);
    if (size > 1 && static_cast<std::size_t>(end - p) < size) break;
    if (size == 1) to.append(' ');
    else if (size == 0) to.append("\xEF\xBF\xBD");
    else to.append(std::string_view(p, size));
    p += size == 0 ? 1 : size;
  }
  if (clipped) to.append("\xE2\x80\xA6");
}

}  // namespace detail

/// Appends at most `most` bytes of `text`, cut at a character border and then marked with an ellipsis. Ill-formed UTF-8
/// becomes U+FFFD, a control character a blank.
inline void append_clean(text_writer& to, std::string_view text, std::size_t most = most_quoted) noexcept {
  if (text.size() <= most) {
    char* const at = to.reserve(text.size());
    if (at == nullptr) return;
    if (detail::copy_if_plain(at, text.data(), text.size(), detail::unprintable)) return to.advance(at + text.size());
  }
  detail::append_cleaned(to, text, most);
}

/// The same in double quotes.
inline void append_quoted(text_writer& to, std::string_view text) noexcept {
  to.append('"');
  append_clean(to, text);
  to.append('"');
}

}  // namespace tacet
