// SPDX-License-Identifier: MIT
// Writes a regular expression of ECMA-262 as RE2 spells it, or says what RE2 cannot do.
#pragma once

#include <tacet/dynamic/detail/schema_category.hpp>
#include <tacet/dynamic/detail/schema_repetition.hpp>
#include <tacet/json/string.hpp>
#include <tacet/text/utf8.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tacet::detail {

/// Either a pattern for RE2 (`fault` is empty) or the reason why there is none.
struct translated_pattern {
  std::string text;
  std::string fault;
  /// Characters that each match one of the text, counted repetitions written out.
  std::size_t positions = 0;
  /// How many code points the text must have besides.
  std::size_t least = 0, most = no_end;
};

// One use per pattern. Groups become groups that capture nothing: only whether a text matches is ever asked.
class ecma_translation {
 public:
  explicit ecma_translation(std::string_view pattern) : rest_(pattern) {}

  translated_pattern run() {
    if (counted_whole()) return std::move(result_);
    while (!rest_.empty() && fault_.empty()) one();
    return {fault_.empty() ? std::move(out_) : std::string(), std::move(fault_), before_ + last_};
  }

 private:
  // ECMA-262: WhiteSpace and LineTerminator; and what lies between them.
  static constexpr std::string_view blanks =
      R"(\t-\r\x20\x{A0}\x{1680}\x{2000}-\x{200A}\x{2028}\x{2029}\x{202F}\x{205F}\x{3000}\x{FEFF})";
  static constexpr std::string_view no_blanks =
      R"(\x00-\x08\x0E-\x1F\x21-\x{9F}\x{A1}-\x{167F}\x{1681}-\x{1FFF}\x{200B}-\x{2027}\x{202A}-\x{202E})"
      R"(\x{2030}-\x{205E}\x{2060}-\x{2FFF}\x{3001}-\x{FEFE}\x{FF00}-\x{10FFFF})";

  bool take(std::string_view what) {
    if (rest_.substr(0, what.size()) != what) return false;
    rest_.remove_prefix(what.size());
    return true;
  }
  void refuse(std::string_view why) { fault_ = why; }

  // `^.{1,2000}$`: RE2 would write the character out 2,000 times, and refuses more than 1,000. That each is
  // of a class, and how many there are, are two questions.
  bool counted_whole() {
    ecma_translation other(rest_);
    std::string_view& rest = other.rest_;
    if (!other.take("^") || rest.empty()) return false;
    if (rest[0] != '.' && rest[0] != '[' && !(rest[0] == '\\' && rest.size() > 1 && is_set(rest[1])))
      return false;
    other.one();
    if (!other.fault_.empty()) return false;
    const auto count = repetition_at(rest);
    if (!count || count->least > count->most || rest.substr(count->size) != "$") return false;
    result_ = {'^' + other.out_ + "*$", {}, 1, count->least, count->most};
    return true;
  }

  void one() {
    if (take("(")) return group();
    if (take(")")) return close_group();
    if (take("[")) return atom(), char_class();
    if (take(".")) return atom(), void(out_ += R"([^\n\r\x{2028}\x{2029}])");
    if (take("\\")) return atom(), escape(false);
    if (const auto count = repetition_at(rest_)) {
      const std::size_t times = count->most == no_end ? count->least + 1 : count->most;
      last_ = std::min(last_ * std::max<std::size_t>(times, 1), many_positions);
      out_ += rest_.substr(0, count->size);
      return rest_.remove_prefix(count->size);
    }
    if (std::string_view("^$|*+?").find(rest_.front()) == std::string_view::npos) atom();
    plain();
  }

  void plain() {
    const std::size_t size = std::max<std::size_t>(utf8_length(rest_.data(), rest_.data() + rest_.size()), 1);
    out_ += rest_.substr(0, size);
    rest_.remove_prefix(size);
  }

  void atom() {
    before_ = std::min(before_ + last_, many_positions);
    last_ = 1;
  }

  void close_group() {
    out_ += ')';
    if (open_.empty()) return;
    last_ = std::min(before_ + last_, many_positions);
    before_ = open_.back();
    open_.pop_back();
  }

  void group() {
    if (take("?=") || take("?!") || take("?<=") || take("?<!"))
      return refuse("look-around ((?=, (?!, (?<=, (?<!) is not supported");
    // Python's spelling of flags and names is common in schemas, and means one thing only.
    if (take("?i)")) return void(out_ += "(?i)");
    open_.push_back(std::min(before_ + last_, many_positions));
    before_ = last_ = 0;
    if (take("?:")) return void(out_ += "(?:");
    if (take("?i:")) return void(out_ += "(?i:");
    if (take("?<") || take("?P<")) {
      const std::size_t end = rest_.find('>');
      if (end == std::string_view::npos || end == 0) return refuse("the name of a group is not closed");
      rest_.remove_prefix(end + 1);
    } else if (!rest_.empty() && rest_.front() == '?') {
      return refuse("a group that begins so is not known");
    }
    out_ += "(?:";
  }

  // What stands in front of a hyphen decides what it means.
  enum class left { nothing, character, set };

  void char_class() {
    const bool negated = take("^");
    if (take("]")) return void(out_ += negated ? R"([\x00-\x{10FFFF}])" : R"([^\x00-\x{10FFFF}])");
    out_ += negated ? "[^" : "[";
    left left_ = left::nothing;
    bool joined = false;  // by the hyphen in front: what comes now ends a range
    while (fault_.empty()) {
      if (rest_.empty()) return refuse("a class is not closed");
      if (take("]")) return void(out_ += ']');
      if (!joined && left_ != left::nothing && rest_.front() == '-' && !rest_.substr(1).starts_with(']')) {
        rest_.remove_prefix(1);
        // A hyphen beside a class such as \w is itself; RE2 would refuse it.
        out_ += left_ == left::set || set_ahead() ? R"(\-)" : "-";
        joined = true;
        continue;
      }
      const bool set = set_ahead();
      if (take("[")) out_ += R"(\[)";
      else if (take("-")) out_ += R"(\-)";
      else if (take("\\")) escape(true);
      else plain();
      left_ = joined ? left::nothing : set ? left::set : left::character;
      joined = false;
    }
  }

  [[nodiscard]] bool set_ahead() const { return rest_.size() > 1 && rest_[0] == '\\' && is_set(rest_[1]); }
  static bool is_set(char c) { return std::string_view("dDwWsSpP").find(c) != std::string_view::npos; }

  void code(std::uint32_t point) {
    static constexpr char digits[] = "0123456789ABCDEF";
    out_ += R"(\x{)";
    for (int shift = 20; shift >= 0; shift -= 4) out_ += digits[(point >> shift) & 15U];
    out_ += '}';
  }

  std::optional<std::uint32_t> hex(std::size_t least, std::size_t most) {
    std::uint32_t value = 0;
    std::size_t n = 0;
    for (; n < most && n < rest_.size(); ++n) {
      const int digit = json::detail::hex_digit(rest_[n]);
      if (digit < 0) break;
      value = value * 16 + static_cast<std::uint32_t>(digit);
    }
    if (n < least) return {};
    rest_.remove_prefix(n);
    return value;
  }

  void escape(bool in_class) {
    if (rest_.empty()) return refuse("it ends in a backslash");
    const char c = rest_.front();
    if (static_cast<unsigned char>(c) >= 0x80) return plain();
    rest_.remove_prefix(1);
    switch (c) {
      case 'd':
      case 'D':
      case 'w':
      case 'W':
      case 'n':
      case 'r':
      case 't':
      case 'f':
      case 'v':
        out_ += '\\';
        return void(out_ += c);
      case 's':
      case 'S':
        if (!in_class) out_ += '[';
        out_ += c == 's' ? blanks : no_blanks;
        if (!in_class) out_ += ']';
        return;
      case 'b':
        return void(out_ += in_class ? R"(\x08)" : R"(\b)");
      case 'B':
        return in_class ? refuse(R"(\B in a class has no meaning)") : void(out_ += R"(\B)");
      case 'u':
        return unicode();
      case 'x':
        if (const auto point = hex(2, 2)) return code(*point);
        return refuse(R"(\x asks for two hexadecimal digits)");
      case 'c':
        if (!rest_.empty() && is_letter(rest_.front())) {
          code(static_cast<std::uint32_t>(rest_.front()) & 31U);
          return rest_.remove_prefix(1);
        }
        return refuse(R"(\c asks for a letter)");
      case '0':
        if (!rest_.empty() && rest_.front() >= '0' && rest_.front() <= '9')
          return refuse("octal escapes are not ECMA-262");
        return code(0);
      case 'k':
        return refuse("back references are not supported");
      case 'p':
      case 'P':
        return property(c);
      default:
        break;
    }
    if (c >= '1' && c <= '9') return refuse("back references are not supported");
    if (is_letter(c)) return refuse(std::string("\\") + c + " is no escape of ECMA-262");
    code(static_cast<unsigned char>(c));
  }

  static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

  void unicode() {
    std::optional<std::uint32_t> point;
    if (take("{")) {
      point = hex(1, 6);
      if (!point || !take("}") || *point > 0x10FFFF)
        return refuse(R"(\u{ asks for the hexadecimal digits of a character)");
    } else {
      point = hex(4, 4);
      if (!point) return refuse(R"(\u asks for four hexadecimal digits)");
      if (*point >= 0xD800 && *point < 0xDC00 && take(R"(\u)")) {
        const auto low = hex(4, 4);
        if (!low || *low < 0xDC00 || *low > 0xDFFF) return refuse("half a surrogate pair is no character");
        point = 0x10000 + ((*point - 0xD800) << 10) + (*low - 0xDC00);
      }
    }
    if (*point >= 0xD800 && *point <= 0xDFFF) return refuse("half a surrogate pair is no character");
    code(*point);
  }

  // RE2 knows the short names of general categories and the long ones of scripts.
  void property(char c) {
    const std::size_t end = rest_.find('}');
    if (!take("{") || end == std::string_view::npos) return refuse(R"(\p asks for a name in braces)");
    std::string_view name = rest_.substr(0, end - 1);
    rest_.remove_prefix(end);
    if (const std::size_t equals = name.find('='); equals != std::string_view::npos)
      name.remove_prefix(equals + 1);
    ((((out_ += '\\') += c) += '{') += short_category(name)) += '}';
  }

  std::string_view rest_;
  std::string out_;
  std::string fault_;
  translated_pattern result_;
  std::size_t before_ = 0;  // positions of this group, without those of what stands last
  std::size_t last_ = 0;
  std::vector<std::size_t> open_;
};

}  // namespace tacet::detail
