// SPDX-License-Identifier: MIT
// Lets the calls of a batch overlap, as far as their effects allow it.
#pragma once

#include <tacet/phase/family.hpp>
#include <tacet/rule/executor_rules.hpp>

namespace tacet {

/// At most `Limit` calls of a batch run at a time. Calls that read may overlap; a call that writes waits for the earlier ones
/// that it conflicts with, and holds back the later ones. What conflicts is said by the effect of each tool and by
/// `conflicts_on`. Checks and gates are asked in call order, and about a call only when what it conflicts with is done.
/// Results are in call order all the same.
template <unsigned Limit> struct parallel {
  using family = families::plan;
  static constexpr unsigned limit = Limit;
  static constexpr bool valid = Limit > 0;
  static_assert(rule::limits_are_positive<parallel, valid>());
};

/// The default: one call after the other.
struct in_sequence {
  using family = families::plan;
  static constexpr unsigned limit = 1;
};

}  // namespace tacet
