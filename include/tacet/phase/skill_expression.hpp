// SPDX-License-Identifier: MIT
// A condition as text over a state as JSON text, parsed when it is judged.
#pragma once

#include <tacet/phase/detail/expression_value.hpp>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string_view>

namespace tacet {

/// What can be wrong with an expression, or with the state it is judged over.
enum class expression_fault : std::uint8_t {
  none,
  bad_state,  ///< the state is not one JSON value
  syntax,
  unknown_operator,
  missing_key,  ///< no such member or element, or a member that stands there twice
  wrong_type,   ///< the operator does not take these values
  too_deep,
  too_long,
};

[[nodiscard]] constexpr std::string_view to_text(expression_fault value) noexcept {
  constexpr std::string_view texts[] = {"none",        "bad state",  "syntax",   "unknown operator",
                                        "missing key", "wrong type", "too deep", "too long"};
  return texts[static_cast<std::uint8_t>(value)];
}

/// With a fault, `holds` is false and `at` the offset in the expression (0 for `bad_state` and `too_long`).
struct expression_result {
  bool holds = false;
  expression_fault fault = expression_fault::none;
  std::size_t at = 0;
};

inline constexpr std::size_t most_expression_size = 4096;  ///< bytes
inline constexpr int most_expression_depth = 32;           ///< nested parentheses and `not`

namespace detail {

/// Every part is judged, also what `and` and `or` need not look at: a fault anywhere is a fault of the whole.
// A template, so that who has no such condition does not compile it.
template <class = void> class expression_reader {
 public:
  expression_reader(std::string_view expression, std::string_view state) noexcept
      : begin_(expression.data()), end_(begin_ + expression.size()), p_(begin_), state_(state) {}

  expression_result judge() {
    bool holds = any();
    blanks();
    if (ok() && p_ != end_) fail(unexpected(), p_);
    return {holds && ok(), fault_, static_cast<std::size_t>(at_ - begin_)};
  }

 private:
  enum class order : std::uint8_t { equal, different, less, at_most, greater, at_least, among };

  [[nodiscard]] bool ok() const noexcept { return fault_ == expression_fault::none; }
  bool fail(expression_fault fault, const char* at) noexcept {
    if (ok()) fault_ = fault, at_ = at;
    return false;
  }
  void blanks() noexcept { p_ = json::skip_blanks(p_, end_); }

  static bool starts_name(char c) noexcept {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           static_cast<unsigned char>(c) >= 0x80;
  }
  static bool in_name(char c) noexcept { return starts_name(c) || (c >= '0' && c <= '9') || c == '-'; }
  // The name at the cursor, empty when there is none; takes nothing.
  [[nodiscard]] std::string_view name() const noexcept {
    const char* q = p_;
    if (q != end_ && starts_name(*q))
      while (q != end_ && in_name(*q)) ++q;
    return {p_, static_cast<std::size_t>(q - p_)};
  }
  bool take(std::string_view word) noexcept {
    blanks();
    if (name() != word) return false;
    p_ += word.size();
    return true;
  }
  bool take(char c) noexcept {
    blanks();
    if (p_ == end_ || *p_ != c) return false;
    ++p_;
    return true;
  }
  // The run of signs at the cursor; a minus begins a number, except as the first.
  [[nodiscard]] std::string_view sign() const noexcept {
    constexpr std::string_view signs = "=!<>&|~+*/%^?:-";
    const char* q = p_;
    while (q != end_ && signs.find(*q) != std::string_view::npos && (q == p_ || *q != '-')) ++q;
    return {p_, static_cast<std::size_t>(q - p_)};
  }
  static constexpr std::string_view known[] = {"==", "!=", "<", "<=", ">", ">="};
  // The fault where an operator or the end should stand: a word or sign that is none, or something misplaced.
  [[nodiscard]] expression_fault unexpected() const noexcept {
    for (const std::string_view one : known)
      if (sign() == one) return expression_fault::syntax;
    const std::string_view word = name();
    const bool misplaced = word == "in" || word == "not" || (word.empty() && sign().empty());
    return misplaced ? expression_fault::syntax : expression_fault::unknown_operator;
  }

  bool any() {
    bool holds = all();
    while (ok() && take("or")) holds = all() || holds;
    return holds;
  }
  bool all() {
    bool holds = one();
    while (ok() && take("and")) holds = one() && holds;
    return holds;
  }
  bool one() {
    blanks();
    const char* const at = p_;
    const bool negated = take("not");
    if (!negated && !take('(')) return comparison();
    if (++depth_ > most_expression_depth) return fail(expression_fault::too_deep, at);
    const bool holds = negated ? !one() : any();
    if (!negated && ok() && !take(')')) return fail(unexpected(), p_);
    --depth_;
    return holds;
  }

  bool comparison() {
    blanks();
    const char* const at = p_;
    const std::optional<std::string_view> left = operand();
    if (!left.has_value()) return false;
    const std::optional<order> how = comparator();
    if (!ok()) return false;
    if (!how.has_value()) {
      if (type_of(*left) != value_type::boolean) return fail(expression_fault::wrong_type, at);
      return left->front() == 't';
    }
    const std::optional<std::string_view> right = operand();
    if (!right.has_value()) return false;
    const std::optional<bool> holds = compare(*left, *how, *right);
    return holds.has_value() ? *holds : fail(expression_fault::wrong_type, at);
  }

  // None where the operand stands alone.
  std::optional<order> comparator() noexcept {
    if (take("in")) return order::among;
    const std::string_view word = name();
    if (p_ == end_ || *p_ == ')' || word == "and" || word == "or") return std::nullopt;
    for (std::uint8_t i = 0; i < std::size(known); ++i)
      if (sign() == known[i]) {
        p_ += known[i].size();
        return static_cast<order>(i);
      }
    fail(unexpected(), p_);
    return std::nullopt;
  }

  std::optional<std::string_view> operand() {
    blanks();
    const std::string_view word = name();
    if (word.empty() || word == "true" || word == "false" || word == "null") return literal();
    if (word == "and" || word == "or" || word == "not" || word == "in")
      return fail(expression_fault::syntax, p_), std::nullopt;
    return path();
  }

  std::optional<std::string_view> literal() {
    json::context c;
    c.begin = begin_;
    c.end = end_;
    if (p_ == end_) return fail(expression_fault::syntax, p_), std::nullopt;
    const char* const behind = json::scan_value(p_, c);
    if (behind == nullptr) {
      fail(c.fault == json::fault_code::too_deep ? expression_fault::too_deep : expression_fault::syntax, c.at);
      return std::nullopt;
    }
    if (behind != end_ && (in_name(*behind) || *behind == '.'))
      return fail(expression_fault::syntax, behind), std::nullopt;
    const std::string_view value{p_, static_cast<std::size_t>(behind - p_)};
    p_ = behind;
    return value;
  }

  // `door.open`, `items.0`; a segment behind a dot may begin with a digit.
  std::optional<std::string_view> path() {
    std::optional<std::string_view> value = state_;
    for (;;) {
      const char* const at = p_;
      while (p_ != end_ && in_name(*p_)) ++p_;
      const std::string_view segment{at, static_cast<std::size_t>(p_ - at)};
      if (segment.empty()) return fail(expression_fault::syntax, at), std::nullopt;
      if (type_of(*value) == value_type::object) value = member_of(*value, segment);
      else if (type_of(*value) == value_type::array) value = element_at(*value, segment);
      else return fail(expression_fault::wrong_type, at), std::nullopt;
      if (!value.has_value()) return fail(expression_fault::missing_key, at), std::nullopt;
      if (p_ == end_ || *p_ != '.') return value;
      ++p_;
    }
  }

  // None for values that the operator does not take.
  static std::optional<bool> compare(std::string_view left, order how, std::string_view right) {
    if (how == order::among) return is_among(left, right);
    const bool same_type = type_of(left) == type_of(right);
    if (how == order::equal || how == order::different) {
      const bool null = type_of(left) == value_type::null || type_of(right) == value_type::null;
      if (!same_type) return null ? std::optional<bool>(how == order::different) : std::nullopt;
      const std::optional<bool> equal = equal_values(left, right);
      return equal.has_value() ? std::optional<bool>(*equal == (how == order::equal)) : std::nullopt;
    }
    std::optional<int> difference;
    if (same_type && type_of(left) == value_type::number) difference = compare_numbers(left, right);
    if (same_type && type_of(left) == value_type::text) difference = text_of(left).compare(text_of(right));
    if (!difference.has_value()) return std::nullopt;
    switch (how) {
      case order::less: return *difference < 0;
      case order::at_most: return *difference <= 0;
      case order::greater: return *difference > 0;
      default: return *difference >= 0;
    }
  }
  // A list in which nothing is of the value's type is a wrong type, not a list without the value.
  static std::optional<bool> is_among(std::string_view value, std::string_view list) {
    if (type_of(list) != value_type::array) return std::nullopt;
    std::size_t elements = 0;
    bool comparable = type_of(value) == value_type::null;
    bool faulty = false;
    bool found = false;
    any_element(list, [&](std::string_view element) {
      ++elements;
      if (type_of(element) != type_of(value)) return false;
      comparable = true;
      const std::optional<bool> equal = equal_values(element, value);
      faulty = faulty || !equal.has_value();
      found = found || (equal.has_value() && *equal);
      return false;
    });
    if (faulty || (elements != 0 && !comparable)) return std::nullopt;
    return found;
  }

  const char* begin_;
  const char* end_;
  const char* p_;
  std::string_view state_;
  int depth_ = 0;
  expression_fault fault_ = expression_fault::none;
  const char* at_ = begin_;
};

}  // namespace detail

/// Whether `expression` holds over `state`, one JSON value. The language: paths (`door.open`, `items.0`),
/// JSON literals, `== != < <= > >=`, `in` with an array on the right, `and`, `or`, `not`, parentheses. A path
/// alone holds if its value is true; any other value than a boolean is a wrong type, and so are `==` and `!=`
/// of two types (but any value can be compared with null) and an order of anything but two numbers or two
/// strings. Numbers are compared exactly, strings byte by byte. Nothing is skipped: a fault in any part makes
/// the whole faulty. Costs a pass over the state for itself and for each path; allocates to compare strings,
/// arrays and objects.
template <class = void>
[[nodiscard]] expression_result judge_expression(std::string_view expression, std::string_view state) {
  if (expression.size() > most_expression_size) return {false, expression_fault::too_long, 0};
  json::context c;
  if (!json::scan_document(state, c)) return {false, expression_fault::bad_state, 0};
  const char* const first = json::skip_blanks(c.begin, c.end);
  return detail::expression_reader<>(expression, {first, static_cast<std::size_t>(c.end - first)}).judge();
}

}  // namespace tacet
