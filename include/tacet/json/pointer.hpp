// SPDX-License-Identifier: MIT
// The JSON pointer (RFC 6901) of a place in a text, found again by walking the text.
#pragma once

#include <tacet/json/scan.hpp>
#include <tacet/text/quote.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace tacet::json {

/// A pointer in a sentence has at most about so many bytes.
inline constexpr std::size_t most_pointer = 256;

/// Appends one reference token: `/`, with `~` and `/` escaped; clipped and cleaned like a quoted name.
inline void append_reference(text_writer& to, std::string_view name) noexcept {
  to.append('/');
  std::size_t left = most_quoted;
  while (true) {
    const std::size_t size = name.find_first_of("~/");
    const std::string_view part = name.substr(0, size);
    append_clean(to, part, left);
    if (size == std::string_view::npos || part.size() > left) return;
    left -= part.size();
    if (left-- == 0) return to.append("\xE2\x80\xA6");
    to.append(name[size] == '~' ? std::string_view("~0") : std::string_view("~1"));
    name.remove_prefix(size + 1);
  }
}

namespace detail {

// The bytes of `word` that do not stand for themselves in a pointer; as for `unprintable`.
constexpr std::uint64_t unreferable(std::uint64_t word) noexcept {
  constexpr std::uint64_t ones = 0x0101010101010101U;
  const auto is = [&](char c) { return (word ^ (ones * static_cast<unsigned char>(c))) - ones; };
  // A tilde is the last printable character.
  return (word | (word - ones * 0x20) | (word + ones * 2) | is('/') | is('\\')) & (ones * 0x80);
}

// A name as it is spelled between its quotes; decoded where it is not too long for `room`.
inline std::string_view decoded_name(std::string_view spelled, char (&room)[256]) noexcept {
  if (spelled.size() > sizeof room || spelled.find('\\') == std::string_view::npos) return spelled;
  const string_token token{spelled.data(), spelled.data() + spelled.size(), false};
  return {room, static_cast<std::size_t>(decode_string(token, room) - room)};
}

}  // namespace detail

/// Follows a text up to a place in it. Nothing is tracked while decoding: the way is walked again when a fault
/// must be told.
class pointer_walk {
 public:
  /// `at` lies in `text`, or at its end. A fault of the grammar in front of `at` ends the walk there.
  pointer_walk(std::string_view text, const char* at) noexcept : at_(at) {
    c_.begin = text.data();
    c_.end = text.data() + text.size();
    (void)value(skip_blanks(c_.begin, c_.end));
  }

  void append_to(text_writer& to) const noexcept {
    const std::size_t before = to.text().size();
    for (int i = 0; i < depth_; ++i) {
      if (to.text().size() - before > most_pointer) return to.append("/\xE2\x80\xA6");
      const step& s = steps_[i];
      if (!s.is_key) {
        to.append('/');
        to.append(s.index);
        continue;
      }
      char room[256];
      const std::string_view spelled{s.key.begin, static_cast<std::size_t>(s.key.close - s.key.begin)};
      append_reference(to, detail::decoded_name(spelled, room));
    }
  }

  /// The name that stands at the place itself, when it is one.
  [[nodiscard]] std::string_view name_at() const noexcept {
    if (depth_ == 0 || !steps_[depth_ - 1].is_key || steps_[depth_ - 1].key.begin - 1 != at_) return {};
    const string_token& key = steps_[depth_ - 1].key;
    return {key.begin, static_cast<std::size_t>(key.close - key.begin)};
  }

 private:
  struct step {
    string_token key;
    std::size_t index;
    bool is_key;
  };

  // The place behind the value at `p`, or null when the walk ends in it.
  const char* value(const char* p) noexcept {
    if (p >= at_) return nullptr;
    if (*p != '{' && *p != '[') return scan_value(p, c_);
    if (depth_ == most_depth) return nullptr;
    return *p == '{' ? object(p) : array(p);
  }

  const char* object(const char* p) noexcept {
    p = skip_blanks(p + 1, c_.end);
    for (;;) {
      if (p == c_.end || *p != '"') break;
      const string_token key = scan_string(p + 1, c_);
      if (key.close == nullptr) return nullptr;
      steps_[depth_++] = {key, 0, true};
      if (p >= at_) return nullptr;
      p = skip_blanks(key.close + 1, c_.end);
      if (p == c_.end || *p != ':') return nullptr;
      p = value(skip_blanks(p + 1, c_.end));
      if (p == nullptr) return p;
      --depth_;
      p = skip_blanks(p, c_.end);
      if (p == c_.end || *p != ',') break;
      if (p >= at_) return nullptr;
      p = skip_blanks(p + 1, c_.end);
    }
    return p == c_.end || *p != '}' || p >= at_ ? nullptr : p + 1;
  }

  const char* array(const char* p) noexcept {
    p = skip_blanks(p + 1, c_.end);
    if (p != c_.end && *p == ']' && p < at_) return p + 1;
    for (std::size_t i = 0;; ++i) {
      steps_[depth_++] = {{}, i, false};
      if (p == c_.end) return nullptr;
      p = value(p);
      if (p == nullptr) return p;
      --depth_;
      p = skip_blanks(p, c_.end);
      if (p == c_.end || p >= at_) return nullptr;
      if (*p == ']') return p + 1;
      if (*p != ',') return nullptr;
      p = skip_blanks(p + 1, c_.end);
    }
  }

  context c_{};
  const char* at_;
  int depth_ = 0;
  step steps_[most_depth];
};

}  // namespace tacet::json
