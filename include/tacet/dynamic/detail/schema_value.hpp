// SPDX-License-Identifier: MIT
// Types, equality and hashes of JSON values as JSON Schema means them, with a bound on the work.
#pragma once

#include <tacet/dynamic/detail/schema_number.hpp>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/string.hpp>
#include <boost/json/value.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace tacet::detail {

using json_value = boost::json::value;

/// A set of JSON types, one bit each; `fraction` is a number that is no integer.
using schema_types = std::uint8_t;
namespace schema_type {
inline constexpr schema_types null = 1, boolean = 2, integer = 4, fraction = 8, string = 16, array = 32,
                              object = 64;
inline constexpr schema_types number = integer | fraction;
inline constexpr schema_types all = 127;
}  // namespace schema_type

// By kind: null, boolean, int64, uint64, double, string, array, object.
inline constexpr std::array<schema_types, 8> types_by_kind = {
    schema_type::null,     schema_type::boolean, schema_type::integer, schema_type::integer,
    schema_type::fraction, schema_type::string,  schema_type::array,   schema_type::object};
static_assert(static_cast<int>(boost::json::kind::null) == 0 &&
              static_cast<int>(boost::json::kind::double_) == 4 &&
              static_cast<int>(boost::json::kind::object) == 7);

inline schema_types type_of(const json_value& v) noexcept {
  const double* const d = v.if_double();
  if (d != nullptr) return is_integral(*d) ? schema_type::integer : schema_type::fraction;
  return types_by_kind[static_cast<std::size_t>(v.kind())];
}

inline std::string_view view_of(const boost::json::string& text) noexcept {
  return {text.data(), text.size()};
}
inline std::string_view view_of(boost::json::string_view text) noexcept { return {text.data(), text.size()}; }
inline boost::json::string_view boost_view(std::string_view text) noexcept {
  return {text.data(), text.size()};
}

/// Of valid UTF-8.
inline std::size_t code_points(std::string_view text) noexcept {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

/// The work one check may do. Once it is used up, or a value nests too deep, the check refuses.
class schema_budget {
 public:
  schema_budget(std::size_t steps, std::size_t depth) noexcept : steps_(steps), depth_(depth) {}

  [[nodiscard]] bool take(std::size_t steps) noexcept {
    if (steps > steps_) return exhaust();
    steps_ -= steps;
    return true;
  }
  [[nodiscard]] bool enter() noexcept {
    if (depth_ == 0) return too_deep_ = true, exhaust();
    --depth_;
    return take(1);
  }
  void leave() noexcept { ++depth_; }

  // Answers false, so that a refusal is one expression.
  bool exhaust() noexcept {
    steps_ = 0;
    exhausted_ = true;
    return false;
  }
  [[nodiscard]] bool exhausted() const noexcept { return exhausted_; }
  [[nodiscard]] bool too_deep() const noexcept { return too_deep_; }

 private:
  std::size_t steps_;
  std::size_t depth_;
  bool exhausted_ = false;
  bool too_deep_ = false;
};

/// Equal as JSON Schema means it: 1 is 1.0, the order of members does not count. False when the budget ends.
inline bool same_value(const json_value& a, const json_value& b, schema_budget& budget) noexcept {
  if (is_number(a)) return is_number(b) && budget.take(1) && compare_numbers(a, b) == 0;
  if (a.kind() != b.kind()) return false;
  switch (a.kind()) {
    case boost::json::kind::bool_:
      return *a.if_bool() == *b.if_bool();
    case boost::json::kind::string: {
      const std::string_view x = view_of(*a.if_string());
      const std::string_view y = view_of(*b.if_string());
      return x.size() == y.size() && budget.take(1 + x.size() / 64) && x == y;
    }
    case boost::json::kind::array: {
      const boost::json::array& x = *a.if_array();
      const boost::json::array& y = *b.if_array();
      if (x.size() != y.size() || !budget.enter()) return false;
      bool same = true;
      for (std::size_t i = 0; same && i < x.size(); ++i) same = same_value(x[i], y[i], budget);
      budget.leave();
      return same;
    }
    case boost::json::kind::object: {
      const boost::json::object& x = *a.if_object();
      const boost::json::object& y = *b.if_object();
      if (x.size() != y.size() || !budget.enter()) return false;
      bool same = true;
      for (auto member = x.begin(); same && member != x.end(); ++member) {
        const json_value* const other = y.if_contains(member->key());
        same = other != nullptr && budget.take(1) && same_value(member->value(), *other, budget);
      }
      budget.leave();
      return same;
    }
    default:
      return true;
  }
}

inline std::uint64_t mixed(std::uint64_t h) noexcept {
  h ^= h >> 32;
  h *= 0x9FB21C651E98DF25U;
  return h ^ (h >> 28);
}

inline std::uint64_t hash_text(std::string_view text) noexcept {
  std::uint64_t h = 0x9E3779B97F4A7C15U ^ text.size();
  std::size_t i = 0;
  for (; i + 8 <= text.size(); i += 8) {
    std::uint64_t word;
    std::memcpy(&word, text.data() + i, 8);
    h = mixed(h ^ word) * 0xD6E8FEB86659FD93U;
  }
  for (; i < text.size(); ++i) h = mixed(h ^ static_cast<unsigned char>(text[i])) + 0x632BE59BD9B4E019U;
  return mixed(h);
}

/// Equal values hash alike. What an attacker makes collide costs budget where it is compared, nothing more.
inline std::uint64_t hash_value(const json_value& v, schema_budget& budget) noexcept {
  switch (v.kind()) {
    case boost::json::kind::null:
      return 0x6A09E667F3BCC908U;
    case boost::json::kind::bool_:
      return *v.if_bool() ? 0xBB67AE8584CAA73BU : 0x3C6EF372FE94F82BU;
    case boost::json::kind::string: {
      const std::string_view text = view_of(*v.if_string());
      return budget.take(1 + text.size() / 64) ? hash_text(text) : 0;
    }
    case boost::json::kind::array: {
      std::uint64_t h = 0xA54FF53A5F1D36F1U;
      if (!budget.enter()) return 0;
      for (const json_value& one : *v.if_array()) {
        if (!budget.take(1)) break;
        h = mixed(h * 31 + hash_value(one, budget));
      }
      budget.leave();
      return h;
    }
    case boost::json::kind::object: {
      std::uint64_t h = 0x510E527FADE682D1U;
      if (!budget.enter()) return 0;
      for (const auto& member : *v.if_object()) {
        const std::string_view name = view_of(member.key());
        if (!budget.take(1 + name.size() / 64)) break;
        h += mixed(hash_text(name) * 31 + hash_value(member.value(), budget));
      }
      budget.leave();
      return mixed(h);
    }
    default:
      break;
  }
  if (const auto whole = integer_of(v))
    return mixed(whole->magnitude * 2 + (whole->negative ? 1 : 0) + 0x1F83D9ABU);
  std::uint64_t bits;
  std::memcpy(&bits, v.if_double(), sizeof bits);
  return mixed(bits ^ 0x5BE0CD19137E2179U);
}

}  // namespace tacet::detail
