// SPDX-License-Identifier: MIT
// Holds numbers, texts and arrays against their rules.
#pragma once

#include <tacet/dynamic/detail/schema_walk.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <utility>

namespace tacet::detail {

template <bool Telling>
bool schema_walk<Telling>::number(const number_rules& rules, const json_value& v, const schema_step* at) const
    noexcept(!Telling) {
  bool ok = true;
  if (rules.minimum != nullptr && !(compare_numbers(v, *rules.minimum) >= 0))
    ok = tell(at, [&] { return sentence::number("at least", *rules.minimum); });
  if (rules.maximum != nullptr && !(compare_numbers(v, *rules.maximum) <= 0))
    ok = tell(at, [&] { return sentence::number("at most", *rules.maximum); });
  if (rules.above != nullptr && !(compare_numbers(v, *rules.above) > 0))
    ok = tell(at, [&] { return sentence::number("greater than", *rules.above); });
  if (rules.below != nullptr && !(compare_numbers(v, *rules.below) < 0))
    ok = tell(at, [&] { return sentence::number("less than", *rules.below); });
  if (rules.step_text != nullptr && !is_multiple(decimal_of(v), rules.step))
    ok = tell(at, [&] { return sentence::number("a multiple of", *rules.step_text); });
  return ok;
}

template <bool Telling>
bool schema_walk<Telling>::text(const text_rules& rules, std::string_view v, const schema_step* at) const
    noexcept(!Telling) {
  bool ok = true;
  if (rules.least != 0 || rules.most != no_limit) {
    if (!budget_.take(v.size() / 64)) return false;
    const std::size_t size = code_points(v);
    if (size < rules.least) ok = tell(at, [&] { return sentence::too_few(rules.least, size, "character"); });
    if (size > rules.most) ok = tell(at, [&] { return sentence::too_many(rules.most, size, "character"); });
    if (stop(ok)) return ok;
  }
  if (rules.pattern >= 0) {
    const schema_pattern& pattern = of(program_.patterns, rules.pattern);
    if (!pattern.matches(v, budget_)) ok = tell(at, [&] { return sentence::no_match(pattern); });
  }
  return ok;
}

template <bool Telling>
bool schema_walk<Telling>::array(const array_rules& rules, const boost::json::array& v, schema_marks* marks,
                                 const schema_step* at) noexcept(!Telling) {
  bool ok = true;
  if (v.size() < rules.least)
    ok = tell(at, [&] { return sentence::too_few(rules.least, v.size(), "element"); });
  if (v.size() > rules.most)
    ok = tell(at, [&] { return sentence::too_many(rules.most, v.size(), "element"); });
  if (stop(ok) || !budget_.take(v.size())) return false;
  const std::size_t fixed = std::min(rules.prefix.size(), v.size());
  const std::size_t checked = rules.items >= 0 ? v.size() : fixed;
  for (std::size_t i = 0; i < checked; ++i) {
    if (!element(i < fixed ? rules.prefix[i] : rules.items, v[i], at, i)) ok = false;
    if (stop(ok)) return false;
    if (marks != nullptr) marks->set(i);
  }
  if (rules.contains >= 0) ok = contains(rules, v, marks, at) && ok;
  if (rules.unique && !stop(ok)) ok = distinct(v, at) && ok;
  return ok;
}

template <bool Telling>
bool schema_walk<Telling>::contains(const array_rules& rules, const boost::json::array& v,
                                    schema_marks* marks, const schema_step* at) noexcept(!Telling) {
  std::size_t found = 0;
  const bool mark = marks != nullptr && rules.contains_marks;
  for (std::size_t i = 0; i < v.size() && !budget_.exhausted(); ++i) {
    if (!silently(rules.contains, v[i], nullptr)) continue;
    ++found;
    if (mark) marks->set(i);
    else if (found >= rules.contains_least && rules.contains_most == no_limit) break;
  }
  if (found < rules.contains_least)
    return tell(at, [&] {
      return "expected at least " + sentence::count(rules.contains_least, "element") +
             " as \"contains\" describes, got " + std::to_string(found);
    });
  if (found > rules.contains_most)
    return tell(at, [&] {
      return "expected at most " + sentence::count(rules.contains_most, "element") +
             " as \"contains\" describes, got " + std::to_string(found);
    });
  return true;
}

template <bool Telling>
bool schema_walk<Telling>::distinct(const boost::json::array& v, const schema_step* at) const
    noexcept(!Telling) {
  const auto same = [&](std::size_t first, std::size_t second) {
    const auto [low, high] = std::minmax(first, second);
    const schema_step step{at, {}, high, false};
    return tell(
        &step, [&, one = low] { return "the same as element " + std::to_string(one) + "; all must differ"; });
  };
  constexpr std::size_t few = 8;
  if (v.size() <= few) {
    for (std::size_t i = 1; i < v.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        if (same_value(v[i], v[j], budget_)) return same(j, i);
    return !budget_.exhausted();
  }
  // Equal values stand together once they are sorted by hash; comparing what only collides costs budget.
  struct hashed {
    std::uint64_t hash;
    std::size_t index;
    bool operator<(const hashed& other) const noexcept {
      return hash != other.hash ? hash < other.hash : index < other.index;
    }
  };
  const std::unique_ptr<hashed[]> all(new (std::nothrow) hashed[v.size()]);
  if (all == nullptr) return budget_.exhaust();
  for (std::size_t i = 0; i < v.size(); ++i) {
    all[i] = {hash_value(v[i], budget_), i};
    if (!budget_.take(1)) return false;
  }
  std::sort(all.get(), all.get() + v.size());
  for (std::size_t i = 1; i < v.size(); ++i)
    for (std::size_t j = i; j-- > 0 && all[j].hash == all[i].hash;) {
      if (same_value(v[all[i].index], v[all[j].index], budget_)) return same(all[j].index, all[i].index);
      if (!budget_.take(1)) return false;
    }
  return !budget_.exhausted();
}

}  // namespace tacet::detail
