// SPDX-License-Identifier: MIT
// JSON values made from a list of choices, and their many spellings. Few names and numbers, so that values
// are often equal, nearly equal, or made of the same parts.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

namespace tacet_test {

// Gives choices one after the other, and 0 when there are no more: every list ends.
class choices {
 public:
  explicit choices(std::vector<std::uint32_t> list) : list_(std::move(list)) {}
  std::size_t below(std::size_t n) { return at_ < list_.size() ? list_[at_++] % n : 0; }
  bool one_in(std::size_t n) { return below(n) == n - 1; }

 private:
  std::vector<std::uint32_t> list_;
  std::size_t at_ = 0;
};

struct json_value {
  char kind = 'n';     // n t f, 0 for a number, ", [ or {
  std::string text{};  // of a string, or the digits of a number
  int exponent = 0;
  std::vector<std::pair<std::string, json_value>> children{};
};

inline json_value made_value(choices& by, int depth = 3) {
  static const std::array<std::string, 9> texts{
      "", "a", "b", "a.b", "1", "{}", "\n\"\\/", "\xC3\xBC", "\xF0\x9F\x98\x80 longer than a word"};
  static const std::array<std::string, 8> digits{
      "", "1", "-1", "12", "123456789012345678901234567890", "-12", "9007199254740993", "9007199254740992"};
  json_value v;
  switch (by.below(depth > 0 ? 8 : 5)) {
    case 0:
      break;
    case 1:
      v.kind = by.one_in(2) ? 't' : 'f';
      break;
    case 2:
      v.kind = '0';
      v.text = digits[by.below(digits.size())];
      v.exponent = static_cast<int>(by.below(5)) - 2;
      break;
    case 3:
    case 4:
      v.kind = '"';
      v.text = texts[by.below(texts.size())];
      break;
    case 5:
      v.kind = '[';
      for (std::size_t n = by.below(4); n-- > 0;) v.children.emplace_back("", made_value(by, depth - 1));
      break;
    default:
      v.kind = '{';
      for (std::size_t n = by.below(4); n-- > 0;) {
        std::string name = texts[by.below(texts.size())];
        bool taken = false;
        for (const auto& child : v.children) taken = taken || child.first == name;
        if (taken && !by.one_in(8)) name += std::to_string(v.children.size());  // seldom a duplicate
        v.children.emplace_back(std::move(name), made_value(by, depth - 1));
      }
  }
  return v;
}

inline std::string spelled_string(const std::string& text, choices& by) {
  std::string out = "\"";
  const auto unit = [&out](unsigned code) {
    char escape[8];
    std::snprintf(escape, sizeof escape, code % 2 == 0 ? "\\u%04x" : "\\u%04X", code);
    out += escape;
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (text.compare(i, 4, "\xF0\x9F\x98\x80") == 0 && by.one_in(2)) {
      unit(0xD83D);
      unit(0xDE00);
      i += 3;
    } else if (byte == '\n' && by.one_in(2)) {
      out += "\\n";
    } else if ((byte == '"' || byte == '\\' || byte == '/') && by.one_in(2)) {
      out += {'\\', text[i]};
    } else if (byte < 0x20 || byte == '"' || byte == '\\' || (byte < 0x80 && by.one_in(4))) {
      unit(byte);
    } else {
      out += text[i];
    }
  }
  return out + '"';
}

inline std::string spelled_number(const json_value& v, choices& by) {
  const bool minus = !v.text.empty() && v.text[0] == '-';
  const std::string digits = v.text.empty() ? "0" : v.text.substr(minus ? 1 : 0);
  const std::size_t whole = 1 + by.below(digits.size());
  std::string out = minus || (v.text.empty() && by.one_in(2)) ? "-" : "";
  out += digits.substr(0, whole);
  if (whole < digits.size() || by.one_in(2))
    out += "." + digits.substr(whole) + std::string(1 + by.below(2), '0');
  const int exponent = v.exponent + static_cast<int>(digits.size() - whole);
  if (exponent != 0 || by.one_in(2))
    out += (by.one_in(2) ? "e" : "E") + std::string(exponent >= 0 && by.one_in(2) ? "+" : "") +
           std::to_string(exponent);
  return out;
}

// Members begin anywhere and go round, so their order changes.
inline std::string spelled(const json_value& v, choices& by) {
  const auto blanks = [&by] { return std::string(by.below(2), " \n\t\r"[by.below(4)]); };
  std::string out = blanks();
  switch (v.kind) {
    case 'n':
      out += "null";
      break;
    case 't':
      out += "true";
      break;
    case 'f':
      out += "false";
      break;
    case '0':
      out += spelled_number(v, by);
      break;
    case '"':
      out += spelled_string(v.text, by);
      break;
    default: {
      const bool object = v.kind == '{';
      const std::size_t n = v.children.size();
      const std::size_t first = object && n != 0 ? by.below(n) : 0;
      out += v.kind + blanks();
      for (std::size_t i = 0; i < n; ++i) {
        const auto& child = v.children[(first + i) % n];
        if (i != 0) out += ',';
        if (object) out += blanks() + spelled_string(child.first, by) + blanks() + ':';
        out += spelled(child.second, by);
      }
      out += object ? '}' : ']';
    }
  }
  return out + blanks();
}

}  // namespace tacet_test
