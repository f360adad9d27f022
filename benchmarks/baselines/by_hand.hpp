// SPDX-License-Identifier: MIT
// What a careful person needs to read arguments without a library: a cursor over the text and
// std::from_chars.
#pragma once

#include <charconv>
#include <string>
#include <string_view>
#include <system_error>

namespace bench {

/// Reads the members of an object in any order and spelling. It checks less than a JSON parser: no UTF-8, no
/// control characters, no \u escapes (they are refused), and a number may begin with zeros.
class cursor {
 public:
  explicit cursor(std::string_view text) : at_(text.data()), end_(text.data() + text.size()) {}

  bool take(char c) {
    blanks();
    if (at_ == end_ || *at_ != c) return false;
    ++at_;
    return true;
  }
  bool integer(int& to) {
    blanks();
    const auto [stop, error] = std::from_chars(at_, end_, to);
    at_ = stop;
    return error == std::errc{};
  }
  bool boolean(bool& to) {
    blanks();
    const std::string_view rest(at_, static_cast<std::size_t>(end_ - at_));
    to = rest.starts_with("true");
    if (!to && !rest.starts_with("false")) return false;
    at_ += to ? 4 : 5;
    return true;
  }
  bool text(std::string& to) {
    if (!take('"')) return false;
    to.clear();
    for (;;) {
      const char* const from = at_;
      while (at_ != end_ && *at_ != '"' && *at_ != '\\') ++at_;
      to.append(from, at_);
      if (at_ == end_) return false;
      if (*at_++ == '"') return true;
      if (at_ == end_ || !escape(*at_++, to)) return false;
    }
  }

  /// Calls `member(key)` for each, which reads the value; whether the text was one object and nothing else.
  template <class Member> bool object(Member member) {
    if (!take('{')) return false;
    if (!take('}')) {
      do {
        std::string_view key;
        if (!plain_key(key) || !take(':') || !member(key)) return false;
      } while (take(','));
      if (!take('}')) return false;
    }
    blanks();
    return at_ == end_;
  }
  /// Calls `element()` for each.
  template <class Element> bool array(Element element) {
    if (!take('[')) return false;
    if (take(']')) return true;
    do {
      if (!element()) return false;
    } while (take(','));
    return take(']');
  }

 private:
  void blanks() {
    while (at_ != end_ && (*at_ == ' ' || *at_ == '\n' || *at_ == '\t' || *at_ == '\r')) ++at_;
  }
  bool plain_key(std::string_view& key) {
    if (!take('"')) return false;
    const char* const from = at_;
    while (at_ != end_ && *at_ != '"') ++at_;
    if (at_ == end_) return false;
    key = {from, static_cast<std::size_t>(at_ - from)};
    ++at_;
    return true;
  }
  static bool escape(char c, std::string& to) {
    switch (c) {
      case '"':
      case '\\':
      case '/':
        to += c;
        return true;
      case 'n':
        to += '\n';
        return true;
      case 't':
        to += '\t';
        return true;
      case 'r':
        to += '\r';
        return true;
      case 'b':
        to += '\b';
        return true;
      case 'f':
        to += '\f';
        return true;
      default:
        return false;
    }
  }

  const char* at_;
  const char* end_;
};

}  // namespace bench
