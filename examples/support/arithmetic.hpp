// SPDX-License-Identifier: MIT
// Evaluates an arithmetic expression.
#pragma once

#include <tacet/tool/errors.hpp>

#include <charconv>
#include <cmath>
#include <cstddef>
#include <string>
#include <string_view>

namespace support {

/// `+ - * / % ^`, parentheses, signs and decimal numbers, with the usual precedence; `^` binds to the right.
/// Throws a tool_error with the place for everything else, for a division by zero and for what is not finite.
class arithmetic {
 public:
  [[nodiscard]] static double evaluate(std::string_view text) {
    arithmetic one(text);
    const double value = one.sum();
    one.skip();
    if (one.at_ != text.size()) one.refuse("expected an operator");
    if (!std::isfinite(value)) one.refuse("the result is not a finite number");
    return value;
  }

 private:
  static constexpr int most_depth = 100;

  explicit arithmetic(std::string_view text) : text_(text) {}

  double sum() {
    double value = product();
    for (;;) {
      if (take('+')) value += product();
      else if (take('-')) value -= product();
      else return value;
    }
  }
  double product() {
    double value = sign();
    for (;;) {
      if (take('*')) value *= sign();
      else if (take('/')) value /= divisor();
      else if (take('%')) value = std::fmod(value, divisor());
      else return value;
    }
  }
  double divisor() {
    const double value = sign();
    if (value == 0) refuse("division by zero");
    return value;
  }
  double sign() {
    if (++depth_ > most_depth) refuse("the expression is nested too deeply");
    const double value = take('-') ? -sign() : take('+') ? sign() : power();
    --depth_;
    return value;
  }
  double power() {
    const double base = atom();
    return take('^') ? std::pow(base, sign()) : base;
  }
  double atom() {
    if (take('(')) {
      const double value = sum();
      if (!take(')')) refuse("expected a closing parenthesis");
      return value;
    }
    double value = 0;
    const char* const from = text_.data() + at_;
    // from_chars would also take "inf" and "nan".
    const bool digit = at_ != text_.size() && ((*from >= '0' && *from <= '9') || *from == '.');
    const auto [end, error] = std::from_chars(from, text_.data() + text_.size(), value);
    if (!digit || error == std::errc::invalid_argument) refuse("expected a number");
    if (error != std::errc{}) refuse("the number is too large or too small");
    at_ = static_cast<std::size_t>(end - text_.data());
    return value;
  }

  void skip() {
    while (at_ != text_.size() && (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\n')) ++at_;
  }
  bool take(char wanted) {
    skip();
    if (at_ == text_.size() || text_[at_] != wanted) return false;
    ++at_;
    skip();
    return true;
  }
  [[noreturn]] void refuse(const std::string& what) const {
    throw tacet::tool_error("Cannot calculate: " + what + " at character " + std::to_string(at_ + 1) + ".",
                            tacet::permanence::permanent);
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

}  // namespace support
