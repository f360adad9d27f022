// SPDX-License-Identifier: MIT
// The time limits that only a flow that can answer at them has: of a call, a batch and an approval.
#pragma once

#include <tacet/phase/family.hpp>
#include <tacet/phase/time_limits.hpp>
#include <tacet/rule/rules.hpp>
#include <tacet/tool/duration.hpp>

namespace tacet {

/// A call is answered at the latest this long after its tool was first entered, in the middle of an attempt or a wait if need
/// be. Unlike `deadline` nothing is proved: the worst case of the stack may be longer, it is cut.
/// A plain tool that neither takes a context nor blocks on a worker runs to its end.
template <duration Limit> struct total_timeout {
  using family = families::deadline;
  static constexpr duration limit = Limit;
  static constexpr bool cuts = true;
  static constexpr bool waits = true;  // the synchronous executor could not keep it
  static constexpr bool valid = Limit.count > 0;
  static_assert(rule::time_limit_is_positive<rule::time_limit_ns<Limit.count>, valid>());
};

/// All calls of a batch are answered at the latest this long after `co_execute` began; `run_options::deadline` may say so
/// for one batch, and the earlier one stands. Calls that have not begun by then are answered `timed_out` and did not run.
template <duration Limit> struct batch_timeout {
  using family = families::batch_timeout;
  static constexpr duration limit = Limit;
  static constexpr bool valid = Limit.count > 0;
  static_assert(rule::time_limit_is_positive<rule::time_limit_ns<Limit.count>, valid>());
};

/// An approver has this long for each call; then the call is refused as not answered. The time of the tool begins behind it.
template <duration Limit> struct approval_timeout {
  using family = families::approval_timeout;
  static constexpr duration limit = Limit;
  static constexpr bool valid = Limit.count > 0;
  static_assert(rule::time_limit_is_positive<rule::time_limit_ns<Limit.count>, valid>());
};

namespace detail {
using no_batch_timeout = unlimited<families::batch_timeout>;
using no_approval_timeout = unlimited<families::approval_timeout>;
}  // namespace detail

}  // namespace tacet
