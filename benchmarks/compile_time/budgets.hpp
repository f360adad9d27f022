// SPDX-License-Identifier: MIT
// What is concluded from the measurements, and whether it is within the budgets.
#pragma once

#include "compiler.hpp"
#include "units.hpp"

#include <boost/json.hpp>

#include <optional>
#include <string>
#include <vector>

namespace compile_time {

struct measurement {
  std::string compiler;
  std::string level;
  unit what;
  cost costs;
};

/// What one more tool costs, between two sizes.
struct added_tool {
  double ms = 0;
  double object_kb = 0;
};

/// One line of the budgets: what was measured against what is allowed.
struct verdict {
  std::string what;
  double value = 0;
  double most = 0;
  std::string unit;

  [[nodiscard]] bool kept() const { return value <= most; }
};

/// All that was measured with one compiler at one level.
class results {
 public:
  results(std::string compiler, std::string level, const std::vector<measurement>& all)
      : compiler_(std::move(compiler)), level_(std::move(level)) {
    for (const measurement& one : all)
      if (one.compiler == compiler_ && one.level == level_) held_.push_back(one);
  }

  [[nodiscard]] std::optional<cost> of(const unit& what) const {
    for (const measurement& one : held_)
      if (one.what == what) return one.costs;
    return std::nullopt;
  }

  /// The cost per tool from `fewer` to `more` of them.
  [[nodiscard]] std::optional<added_tool> per_tool(unit_kind kind, int parts, int fewer, int more) const {
    const std::optional<cost> small = of({kind, fewer, parts});
    const std::optional<cost> large = of({kind, more, parts});
    if (!small.has_value() || !large.has_value() || fewer >= more) return std::nullopt;
    const double tools = more - fewer;
    return added_tool{(large->ms - small->ms) / tools, (large->object_kb - small->object_kb) / tools};
  }

  [[nodiscard]] const std::string& compiler() const { return compiler_; }
  [[nodiscard]] const std::string& level() const { return level_; }

 private:
  std::string compiler_;
  std::string level_;
  std::vector<measurement> held_;
};

/// The number of tools in the units that are compared: the first and the second give growth, the last two the
/// price.
struct sizes_compared {
  int one;
  int fewer;
  int more;
};

// The budget of a name for a compiler or a level; empty when there is none.
inline std::optional<double> budget(const boost::json::object& budgets, const char* name,
                                    const std::string& key) {
  const auto* const found = budgets.at(name).as_object().if_contains(key);
  return found == nullptr ? std::nullopt : std::optional(found->to_number<double>());
}

/// Every budget that can be judged by these results.
inline std::vector<verdict> judge(const results& all, const boost::json::object& budgets,
                                  const std::vector<int>& parts, const sizes_compared& sizes) {
  std::vector<verdict> verdicts;
  const std::string where = all.compiler() + " " + all.level() + ", ";
  const auto most_include = budget(budgets, "include_ms", all.compiler());
  if (const auto header = all.of({unit_kind::header}); header.has_value() && most_include.has_value())
    verdicts.push_back({where + "include", header->ms, *most_include, "ms"});

  for (const int count : parts) {
    const std::string what = where + name_of({unit_kind::library, 0, count});
    const auto added = all.per_tool(unit_kind::library, count, sizes.fewer, sizes.more);
    if (!added.has_value()) continue;
    if (const auto most = budget(budgets, "tool_ms", all.level()))
      verdicts.push_back({what + ": a tool", added->ms, *most, "ms"});
    if (const auto most = budget(budgets, "tool_object_kb", all.level()))
      verdicts.push_back({what + ": its object", added->object_kb, *most, "KB"});
    if (const auto before = all.per_tool(unit_kind::library, count, sizes.one, sizes.fewer))
      verdicts.push_back(
          {what + ": growth", added->ms / before->ms, budgets.at("growth").to_number<double>(), "x"});
    if (const auto two = all.per_tool(unit_kind::dialects, count, sizes.fewer, sizes.more))
      verdicts.push_back({what + ": a dialect of a tool", (two->ms - added->ms) / 2,
                          budgets.at("dialect_ms").to_number<double>(), "ms"});
  }
  return verdicts;
}

}  // namespace compile_time
