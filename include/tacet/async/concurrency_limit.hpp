// SPDX-License-Identifier: MIT
// A part of an executor that runs at most so many calls at once, and lets so many wait.
#pragma once

#include <tacet/phase/family.hpp>
#include <tacet/rule/executor_rules.hpp>

#include <limits>

namespace tacet {

/// As the length of a queue: any number may wait.
inline constexpr unsigned unlimited = std::numeric_limits<unsigned>::max();

/// At most `N` calls run at once; up to `Queue` further ones wait for a place, first come first served, and the rest
/// are refused. A queue of 0 refuses at once.
template <unsigned N, unsigned Queue = unlimited> struct concurrency_limit {
  using family = families::concurrency_limit;
  static constexpr unsigned slots = N;
  static constexpr unsigned queue = Queue;
  static constexpr bool valid = N > 0;
  static_assert(rule::limits_are_positive<concurrency_limit, valid>());
};

}  // namespace tacet
