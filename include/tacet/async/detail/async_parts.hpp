// SPDX-License-Identifier: MIT
// The parts that only an asynchronous executor has, with the defaults of their families.
#pragma once

#include <tacet/async/concurrency_limit.hpp>
#include <tacet/async/late_results.hpp>
#include <tacet/async/parallel.hpp>
#include <tacet/async/real_clock.hpp>
#include <tacet/async/time_limits.hpp>
#include <tacet/executor/composition.hpp>

#include <type_traits>

namespace tacet::detail {

/// The time limits of an executor with a clock of its own.
template <class Clock, class Attempt, class Call> struct async_limits : time_limits<Attempt, Call> {
  using clock_type = Clock;
  [[no_unique_address]] Clock clock_part{};
  [[nodiscard]] clock_time now() const noexcept { return clock_part.now(); }
  [[nodiscard]] const Clock& clock() const noexcept { return clock_part; }
};

struct no_workers { using family = families::workers; };
struct no_rate_limit { using family = families::rate_limit; };
struct no_concurrency_limit { using family = families::concurrency_limit; };
struct no_circuit_breaker { using family = families::circuit_breaker; };

template <class Clock, class Attempt, class Call, class Results, class Batch, class Approval, class Workers, class Plan, class Rate,
          class Places, class Breaker, class Late>
class async_parts {
 public:
  using limits_type = async_limits<Clock, Attempt, Call>;
  using added_type = no_added_tools;
  using results_type = Results;
  using batch_type = Batch;
  using approval_type = Approval;
  using workers_type = Workers;
  using rate_type = Rate;
  using places_type = Places;
  using breaker_type = Breaker;
  using late_type = Late;
  static constexpr bool has_workers = !std::is_same_v<Workers, no_workers>;
  static constexpr bool limits_rate = !std::is_same_v<Rate, no_rate_limit>;
  static constexpr bool limits_calls_at_once = !std::is_same_v<Places, no_concurrency_limit>;
  static constexpr bool breaks = !std::is_same_v<Breaker, no_circuit_breaker>;
  static constexpr unsigned most_at_once = Plan::limit;
  static constexpr bool overlaps = most_at_once > 1;
  static constexpr bool limits_places = overlaps || limits_calls_at_once;
  /// Whether the call of such a tool may have to wait, whatever the tool and the checks do.
  template <class Tool> static constexpr bool waits_for = limits_places || limits_rate || breaks || (Tool::blocks && has_workers);

  template <class... P>
  constexpr explicit async_parts(P&... part) : results_(take_part<Results>(part...)), workers_(take_part<Workers>(part...)), late_(take_part<Late>(part...)) {
    limits_.clock_part = take_part<Clock>(part...);
    if constexpr (limits_at_run_time<Attempt>) limits_.attempt_part = take_part<Attempt>(part...);
    if constexpr (limits_at_run_time<Call>) limits_.call_part = take_part<Call>(part...);
  }
  [[nodiscard]] constexpr const limits_type& limits() const noexcept { return limits_; }
  [[nodiscard]] constexpr const Results& results() const noexcept { return results_; }
  [[nodiscard]] constexpr const Workers& workers() const noexcept { return workers_; }
  [[nodiscard]] constexpr const Late& late() const noexcept { return late_; }

 private:
  [[no_unique_address]] limits_type limits_{};
  [[no_unique_address]] Results results_;
  [[no_unique_address]] Workers workers_;
  [[no_unique_address]] Late late_;
};

template <class... P>
using async_parts_of =
    async_parts<typename pick_part<families::clock, real_clock, P...>::type,
                typename pick_part<families::attempt_timeout, no_attempt_timeout, P...>::type,
                typename pick_part<families::deadline, no_deadline, P...>::type,
                typename pick_part<families::results, unchanged_results, P...>::type,
                typename pick_part<families::batch_timeout, no_batch_timeout, P...>::type,
                typename pick_part<families::approval_timeout, no_approval_timeout, P...>::type,
                typename pick_part<families::workers, no_workers, P...>::type, typename pick_part<families::plan, in_sequence, P...>::type,
                typename pick_part<families::rate_limit, no_rate_limit, P...>::type,
                typename pick_part<families::concurrency_limit, no_concurrency_limit, P...>::type,
                typename pick_part<families::circuit_breaker, no_circuit_breaker, P...>::type,
                typename pick_part<families::late_results, no_late_results, P...>::type>;

}  // namespace tacet::detail
