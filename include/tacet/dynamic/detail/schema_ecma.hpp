// SPDX-License-Identifier: MIT
// Writes a regular expression of ECMA-262 as RE2 spells it, or says what RE2 cannot do.
#pragma once

#include <tacet/text/utf8.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace tacet::detail {

/// Either a pattern for RE2 (`fault` is empty) or the reason why there is none.
struct translated_pattern {
  std::string text;
  std::string fault;
};

// One use per pattern. Groups become groups that capture nothing: only whether a text matches is ever asked.
class ecma_translation {
 public:
  explicit ecma_translation(std::string_view pattern) : rest_(pattern) {}

  translated_pattern run() {
    while (!rest_.empty() && fault_.empty()) one();
    return {fault_.empty() ? std::move(out_) : std::string(), std::move(fault_)};
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

  void one() {
    if (take("(")) return group();
    if (take("[")) return char_class();
    if (take(".")) return void(out_ += R"([^\n\r\x{2028}\x{2029}])");
    if (take("\\")) return escape(false);
    plain();
  }

  void plain() {
    out_ += rest_.front();
    rest_.remove_prefix(1);
  }

  void group() {
    if (take("?=") || take("?!") || take("?<=") || take("?<!"))
      return refuse("look-around ((?=, (?!, (?<=, (?<!) is not supported");
    if (take("?:")) return void(out_ += "(?:");
    // Python's spelling of flags and names is common in schemas, and means one thing only.
    if (take("?i)")) return void(out_ += "(?i)");
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

  void char_class() {
    const bool negated = take("^");
    if (take("]")) return void(out_ += negated ? R"([\x00-\x{10FFFF}])" : R"([^\x00-\x{10FFFF}])");
    out_ += negated ? "[^" : "[";
    while (fault_.empty()) {
      if (rest_.empty()) return refuse("a class is not closed");
      if (take("]")) return void(out_ += ']');
      if (take("[")) out_ += R"(\[)";
      else if (take("\\")) escape(true);
      else if (rest_.front() == '-' && rest_.size() > 1 && rest_[1] != ']') hyphen();
      else plain(), after_set_ = false;
    }
  }

  // A hyphen beside a class such as \w is itself; RE2 would refuse it.
  void hyphen() {
    rest_.remove_prefix(1);
    const bool set_ahead = rest_.size() > 1 && rest_[0] == '\\' && is_set(rest_[1]);
    const bool first = out_.back() == '[' || (out_.size() > 1 && out_.substr(out_.size() - 2) == "[^");
    out_ += set_ahead || after_set_ || first ? R"(\-)" : "-";
    after_set_ = false;
  }

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
      const char c = rest_[n];
      const int digit = c >= '0' && c <= '9'   ? c - '0'
                        : c >= 'a' && c <= 'f' ? c - 'a' + 10
                        : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                               : -1;
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
    after_set_ = in_class && is_set(c);
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
    static constexpr std::array<std::array<std::string_view, 2>, 37> categories = {
        {{"Letter", "L"},
         {"Cased_Letter", "LC"},
         {"Uppercase_Letter", "Lu"},
         {"Lowercase_Letter", "Ll"},
         {"Titlecase_Letter", "Lt"},
         {"Modifier_Letter", "Lm"},
         {"Other_Letter", "Lo"},
         {"Mark", "M"},
         {"Nonspacing_Mark", "Mn"},
         {"Spacing_Mark", "Mc"},
         {"Enclosing_Mark", "Me"},
         {"Number", "N"},
         {"Decimal_Number", "Nd"},
         {"digit", "Nd"},
         {"Letter_Number", "Nl"},
         {"Other_Number", "No"},
         {"Punctuation", "P"},
         {"punct", "P"},
         {"Connector_Punctuation", "Pc"},
         {"Dash_Punctuation", "Pd"},
         {"Open_Punctuation", "Ps"},
         {"Close_Punctuation", "Pe"},
         {"Initial_Punctuation", "Pi"},
         {"Final_Punctuation", "Pf"},
         {"Other_Punctuation", "Po"},
         {"Symbol", "S"},
         {"Math_Symbol", "Sm"},
         {"Currency_Symbol", "Sc"},
         {"Modifier_Symbol", "Sk"},
         {"Other_Symbol", "So"},
         {"Separator", "Z"},
         {"Space_Separator", "Zs"},
         {"Line_Separator", "Zl"},
         {"Paragraph_Separator", "Zp"},
         {"Other", "C"},
         {"Control", "Cc"},
         {"Format", "Cf"}}};
    for (const auto& [long_name, short_name] : categories)
      if (name == long_name) name = short_name;
    ((((out_ += '\\') += c) += '{') += name) += '}';
  }

  std::string_view rest_;
  std::string out_;
  std::string fault_;
  bool after_set_ = false;
};

}  // namespace tacet::detail
