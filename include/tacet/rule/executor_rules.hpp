// SPDX-License-Identifier: MIT
// Every rule that the parts of an executor must keep together to compile, as one named check with one message.
#pragma once

/// As in `rules.hpp`: the error is the sentence, with the user's type beside it.
namespace tacet::rule {

// Milliseconds: of a worst case rounded up, of a deadline down.
template <long long Milliseconds> struct worst_case_ms {};
template <long long Milliseconds> struct deadline_ms {};

template <class Part, bool Holds> consteval bool part_has_a_family() {
  static_assert(Holds,
                "tacet: a part of an executor must be tools, preconditions, steering_gate, approval_gate, "
                "retries, attempt_timeout, deadline, progress, failure_text, diagnostics, result_policy, "
                "name_prefixes, dynamic_tools or a trace, or in an async_executor a plan, a limit, workers, a hook or a clock; "
                "wrap it in one of these");
  return true;
}
template <class Part, bool Holds> consteval bool family_stands_once() {
  static_assert(Holds, "tacet: an executor must not have two parts of one family; join them in one part");
  return true;
}
template <class Parts, bool Holds> consteval bool executor_has_tools() {
  static_assert(Holds, "tacet: an executor must have tools; add tacet::tools{...}");
  return true;
}
template <class Part, bool Holds> consteval bool nothing_waits() {
  static_assert(Holds,
                "tacet: a tool_executor must not have what is waited for; use an async_executor, or return the value "
                "and no awaitable");
  return true;
}
template <class Part, bool Holds> consteval bool part_runs_asynchronously() {
  static_assert(Holds,
                "tacet: an async_executor must not have tools of a registry; run them by a tool_executor, or add a "
                "typed tool that does");
  return true;
}
template <class Callable, class Capability, bool Holds> consteval bool capability_is_granted() {
  static_assert(Holds,
                "tacet: a tool must not require a capability that is never granted; grant it or remove the "
                "tool");
  return true;
}
template <class Callable, bool Holds> consteval bool blocking_tool_has_workers() {
  static_assert(Holds, "tacet: a blocking tool must have workers to run on; add a worker_pool to the async_executor");
  return true;
}
template <class Callable, bool Holds> consteval bool timeout_can_be_kept() {
  static_assert(Holds,
                "tacet: a tool with a timeout must be able to end at it; take a tool_context& and look at its "
                "deadline, or let an async_executor answer: return an awaitable, or be blocking with a worker_pool");
  return true;
}
template <class Plan, bool Holds> consteval bool parallel_can_overlap() {
  static_assert(Holds,
                "tacet: a parallel plan must have calls that may overlap; declare tools read_only, or say by conflicts_on what "
                "their calls conflict on");
  return true;
}
template <class Callable, class Worst, class Limit, bool Holds> consteval bool worst_case_fits_the_deadline() {
  static_assert(Holds,
                "tacet: the worst case of a tool must not take longer than the deadline; lower max_attempts, "
                "the waits or the timeout, or raise the deadline");
  return true;
}
template <class Executor, bool Holds> consteval bool worst_case_names_a_tool() {
  static_assert(Holds, "tacet: a worst case must be of a tool that the executor has; correct the name");
  return true;
}
template <class Hook, bool Holds> consteval bool hook_takes_late_result() {
  static_assert(Holds,
                "tacet: a late_results hook must be callable, const, with a late_result; change its parameter");
  return true;
}
template <class Part, bool Holds> consteval bool limits_are_positive() {
  static_assert(Holds,
                "tacet: a circuit_breaker, rate_limit or concurrency_limit must have numbers and durations above "
                "nothing, and a failure_ratio of at most 1; leave the part out to have none");
  return true;
}
template <class First, class Second, bool Holds> consteval bool resilience_stands_in_order() {
  static_assert(Holds,
                "tacet: the policies of a resilience stack must stand from the outermost to the innermost: rate_limit, "
                "concurrency_limit, total_timeout or deadline, retries, circuit_breaker, attempt_timeout; exchange these two");
  return true;
}

}  // namespace tacet::rule
