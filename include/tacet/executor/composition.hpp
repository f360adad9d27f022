// SPDX-License-Identifier: MIT
// Sorts the parts of an executor, given in any order, into one of each family.
#pragma once

#include <tacet/executor/detail/added_tools.hpp>
#include <tacet/executor/detail/time_rules.hpp>
#include <tacet/phase/approval_gate.hpp>
#include <tacet/phase/awaited.hpp>
#include <tacet/phase/capability_requirement.hpp>
#include <tacet/phase/diagnostics.hpp>
#include <tacet/phase/failure_text.hpp>
#include <tacet/phase/family.hpp>
#include <tacet/phase/precondition_set.hpp>
#include <tacet/phase/progress.hpp>
#include <tacet/phase/result_policy.hpp>
#include <tacet/phase/retries.hpp>
#include <tacet/phase/steering_gate.hpp>
#include <tacet/phase/time_limits.hpp>
#include <tacet/phase/trace.hpp>
#include <tacet/rule/rules.hpp>
#include <tacet/tool/name_prefixes.hpp>
#include <tacet/tool/tools.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace tacet::detail {

template <class Family, class P> consteval bool is_of_family() {
  if constexpr (has_family<P>) return std::is_same_v<typename P::family, Family>;
  else return false;
}

// The part of a family, or `Default`.
template <class Family, class Default, class... P> struct pick_part { using type = Default; };
template <class Family, class Default, class First, class... Rest> struct pick_part<Family, Default, First, Rest...> {
  using type = typename std::conditional_t<is_of_family<Family, First>(), std::type_identity<First>,
                                           pick_part<Family, Default, Rest...>>::type;
};

template <class P, class... All> consteval bool is_repeated() {
  if constexpr (!has_family<P>) return false;
  else return (std::size_t{0} + ... + (is_of_family<typename P::family, All>() ? 1U : 0U)) > 1;
}
// The first of the parts, or of the tools, that is waited for or belongs to the asynchronous flow, or void.
template <class P> consteval bool is_asynchronous() {
  if constexpr (has_family<P>) return std::is_base_of_v<families::asynchronous, typename P::family> || part_waits<P>;
  else return false;
}
template <class... P> struct first_asynchronous { using type = void; };
template <class First, class... Rest> struct first_asynchronous<First, Rest...> {
  using type = typename std::conditional_t<is_asynchronous<First>(), std::type_identity<First>, first_asynchronous<Rest...>>::type;
};
template <class... T> struct first_waiting { using type = void; };
template <class First, class... Rest> struct first_waiting<First, Rest...> {
  using type = typename std::conditional_t<part_waits<First>, std::type_identity<typename First::function_type>, first_waiting<Rest...>>::type;
};
template <class Tools> struct waiting_tool;
template <class... T> struct waiting_tool<tools<T...>> {
  // Looked for only where there is one: each step of the search names all tools that are left.
  using type = typename std::conditional_t<(... || part_waits<T>), first_waiting<T...>, std::type_identity<void>>::type;
};

// The first part for which `Bad` holds, or void.
template <class... P> struct first_repeated {
  template <class... Left> struct from { using type = void; };
  template <class First, class... Left> struct from<First, Left...> {
    using type =
        typename std::conditional_t<is_repeated<First, P...>(), std::type_identity<First>, from<Left...>>::type;
  };
  using type = typename from<P...>::type;
};
template <class... P> struct first_alien { using type = void; };
template <class First, class... Rest> struct first_alien<First, Rest...> {
  using type = typename std::conditional_t<has_family<First>, first_alien<Rest...>, std::type_identity<First>>::type;
};

// The part of type `Wanted` if it was given, else its default.
template <class Wanted> constexpr Wanted take_part() { return Wanted{}; }
template <class Wanted, class First, class... Rest> constexpr Wanted take_part(First& first, Rest&... rest) {
  if constexpr (std::is_same_v<First, Wanted>) return std::move(first);
  else return take_part<Wanted>(rest...);
}

/// The parts that few executors have, as one: a short name in the symbols of all others.
struct no_rare_parts : no_time_limits {
  using limits_type = no_time_limits;
  using added_type = no_added_tools;
  using results_type = unchanged_results;
  template <class... P> constexpr explicit no_rare_parts(const P&...) noexcept {}
  [[nodiscard]] constexpr const limits_type& limits() const noexcept { return *this; }
};
template <class Attempt, class Call, class Added, class Results> class rare_parts {
 public:
  using limits_type = typename time_limits_of<Attempt, Call>::type;
  using added_type = Added;
  using results_type = Results;
  template <class... P>
  constexpr explicit rare_parts(P&... part)
      : limits_(), added_(take_part<Added>(part...)), results_(take_part<Results>(part...)) {
    if constexpr (limits_at_run_time<Attempt>) limits_.attempt_part = take_part<Attempt>(part...);
    if constexpr (limits_at_run_time<Call>) limits_.call_part = take_part<Call>(part...);
  }
  [[nodiscard]] constexpr const limits_type& limits() const noexcept { return limits_; }
  [[nodiscard]] constexpr const Added& added() const noexcept { return added_; }
  [[nodiscard]] constexpr Added& added() noexcept { return added_; }
  [[nodiscard]] constexpr const Results& results() const noexcept { return results_; }

 private:
  [[no_unique_address]] limits_type limits_;
  [[no_unique_address]] Added added_;
  [[no_unique_address]] Results results_;
};
template <class... Part> struct rare_parts_of { using type = rare_parts<Part...>; };
template <> struct rare_parts_of<no_attempt_timeout, no_deadline, no_added_tools, unchanged_results> { using type = no_rare_parts; };

/// The checks of the parts, bound to the tools.
template <class Tools, class Added> constexpr auto bound_checks(const Added& added) {
  return precondition_set<>().template bind<Tools>(added);
}
template <class Tools, class Added, class First, class... Rest>
constexpr auto bound_checks(const Added& added, First& first, Rest&... rest) {
  if constexpr (is_of_family<families::preconditions, First>()) return std::move(first).template bind<Tools>(added);
  else return bound_checks<Tools>(added, rest...);
}

/// Everything an executor has but its tools. Empty when all parts are.
template <class Checks, class Steering, class Approval, class Retries, class Progress, class Trace, class Words,
          class Diagnostics, class Rare = no_rare_parts>
class executor_policies {
 public:
  using checks_type = Checks;
  using steering_type = Steering;
  using approval_type = Approval;
  using retries_type = Retries;
  using progress_type = Progress;
  using trace_type = Trace;
  using diagnostics_type = Diagnostics;
  using rare_type = Rare;
  using limits_type = typename Rare::limits_type;
  using added_type = typename Rare::added_type;
  using results_type = typename Rare::results_type;
  /// Whether tools stand beside the typed ones.
  static constexpr bool adds_tools = !std::is_same_v<added_type, no_added_tools>;
  /// Whether anybody but the tool itself sees a call before it runs.
  static constexpr bool judges = Checks::asks || !std::is_same_v<Steering, open_gate> ||
                                 !std::is_same_v<Approval, no_approval>;

  /// `known` gives what is known of the typed tools.
  template <class Tools, class Known, class... P>
  constexpr executor_policies(std::type_identity<Tools>, Known known, P&... part)
      : rare_(part...),
        checks_(bind_checks<Tools>(known, part...)),
        steering_(take_part<Steering>(part...)),
        approval_(take_part<Approval>(part...)),
        retries_(take_part<Retries>(part...)),
        progress_(take_part<Progress>(part...)),
        trace_(take_part<Trace>(part...)),
        words_(take_part<Words>(part...)),
        diagnostics_(take_part<Diagnostics>(part...)) {}

  [[nodiscard]] constexpr const Checks& checks() const noexcept { return checks_; }
  [[nodiscard]] constexpr Checks& checks() noexcept { return checks_; }
  [[nodiscard]] constexpr const Steering& steering() const noexcept { return steering_; }
  [[nodiscard]] constexpr const Approval& approval() const noexcept { return approval_; }
  [[nodiscard]] constexpr const Retries& retry_part() const noexcept { return retries_; }
  [[nodiscard]] constexpr const Progress& progress_sink() const noexcept { return progress_; }
  [[nodiscard]] constexpr const Trace& trace() const noexcept { return trace_; }
  [[nodiscard]] constexpr const Words& failure_words() const noexcept { return words_; }
  [[nodiscard]] constexpr const Diagnostics& diagnostic_hook() const noexcept { return diagnostics_; }
  [[nodiscard]] constexpr const Rare& rare() const noexcept { return rare_; }
  [[nodiscard]] constexpr const limits_type& limits() const noexcept { return rare_.limits(); }
  [[nodiscard]] constexpr const added_type& added() const noexcept { return rare_.added(); }
  [[nodiscard]] constexpr const results_type& results() const noexcept { return rare_.results(); }

 private:
  template <class Tools, class Known, class... P> constexpr Checks bind_checks(const Known& known, P&... part) {
    using seen = typename tools_for_checks<Tools, added_type>::type;
    if constexpr (adds_tools) {
      rare_.added().bind(known());
      return bound_checks<seen>(rare_.added(), part...);
    } else {
      return (void)known, bound_checks<seen>(no_added_tools{}, part...);
    }
  }

  [[no_unique_address]] Rare rare_;
  [[no_unique_address]] Checks checks_;
  [[no_unique_address]] Steering steering_;
  [[no_unique_address]] Approval approval_;
  [[no_unique_address]] Retries retries_;
  [[no_unique_address]] Progress progress_;
  [[no_unique_address]] Trace trace_;
  [[no_unique_address]] Words words_;
  [[no_unique_address]] Diagnostics diagnostics_;
};

// The first tool that cannot have what it needs, as far as a check knows at compile time.
template <class Checks, class Tools> struct grants_all;
template <class... Check, class... T> struct grants_all<precondition_set<Check...>, tools<T...>> {
  template <class One, class Tool> static consteval bool grants() {
    if constexpr (requires { One::template grants_what_it_needs<Tool>; }) return One::template grants_what_it_needs<Tool>;
    else return true;
  }
  template <class Tool> static consteval bool granted() { return (grants<Check, Tool>() && ...); }
  template <class... Left> struct first_refused { using type = void; };
  template <class First, class... Left> struct first_refused<First, Left...> {
    using type = typename std::conditional_t<granted<First>(), first_refused<Left...>, std::type_identity<First>>::type;
  };
  // Looked for only where there may be one: each step of the search names all tools that are left.
  static constexpr bool any_needs = (... || !std::is_same_v<typename T::needed_capability, nothing>);
  using refused = typename std::conditional_t<any_needs, first_refused<T...>, std::type_identity<void>>::type;
};
template <class Tool> struct refused_need {
  using function_type = typename Tool::function_type;
  using capability = typename Tool::needed_capability;
};
template <> struct refused_need<void> {
  using function_type = void;
  using capability = void;
};

template <class... P> using added_of = typename pick_part<families::added_tools, no_added_tools, P...>::type;
template <class... P>
using checks_of = decltype(std::declval<typename pick_part<families::preconditions, preconditions<>, P...>::type>()
                               .template bind<typename tools_for_checks<
                                   typename pick_part<families::tools, tools<>, P...>::type, added_of<P...>>::type>(
                                   std::declval<const added_of<P...>&>()));
// The first tool that needs what is never granted, of parts that are whole otherwise.
template <bool Whole, class... P> struct needy_tool { using type = void; };
template <class... P> struct needy_tool<true, P...> {
  using type = typename grants_all<checks_of<P...>, typename pick_part<families::tools, tools<>, P...>::type>::refused;
};

template <class... P>
using rare_of = typename rare_parts_of<typename pick_part<families::attempt_timeout, no_attempt_timeout, P...>::type,
                                       typename pick_part<families::deadline, no_deadline, P...>::type, added_of<P...>,
                                       typename pick_part<families::results, unchanged_results, P...>::type>::type;

/// What the rules about the parts of an executor are asked about.
template <class... P> struct composition_rules {
  using alien = typename first_alien<P...>::type;
  using repeated = typename first_repeated<P...>::type;
  static constexpr bool known = std::is_void_v<alien>;
  static constexpr bool single = std::is_void_v<repeated>;
  static constexpr bool equipped = pick_part<families::tools, tools<>, P...>::type::size > 0 ||
                                   !std::is_same_v<added_of<P...>, no_added_tools>;
  using waiting_part = typename first_asynchronous<P...>::type;
  using waiting = typename std::conditional_t<std::is_void_v<waiting_part>, waiting_tool<typename pick_part<families::tools, tools<>, P...>::type>,
                                              std::type_identity<waiting_part>>::type;
  static constexpr bool runs_through = std::is_void_v<waiting>;
  using needy = typename needy_tool<known && single && equipped && runs_through && (kept_its_rules<P>() && ...), P...>::type;
  static constexpr bool granted = std::is_void_v<needy>;
  using retries = typename pick_part<families::retries, no_retries, P...>::type;
  using limits = typename rare_of<P...>::limits_type;
  using timed = time_rules<known && single && equipped && runs_through && granted && (kept_its_rules<P>() && ...),
                           typename pick_part<families::tools, tools<>, P...>::type, retries, limits>;
  using deaf = typename timed::deaf;
  using late = std::conditional_t<std::is_void_v<deaf>, typename timed::late, void>;
  static constexpr bool kept = known && single && equipped && runs_through && granted && std::is_void_v<deaf> && std::is_void_v<late> &&
                               (kept_its_rules<P>() && ...);
};

/// Stands for the tools of an executor of which the parts break a rule: nothing of them is instantiated.
template <class... P> struct refused_parts {};

/// `Rare` gives the type of the parts that few executors have.
template <bool Kept, template <class...> class Rare, class... P> struct composed_if {
  using tools_type = refused_parts<P...>;
  using policies_type = void;
  using names_type = void;
};
template <template <class...> class Rare, class... P> struct composed_if<true, Rare, P...> {
  using tools_type = typename pick_part<families::tools, tools<>, P...>::type;
  using policies_type =
      executor_policies<checks_of<P...>, typename pick_part<families::steering, open_gate, P...>::type,
                        typename pick_part<families::approval, no_approval, P...>::type,
                        typename pick_part<families::retries, no_retries, P...>::type,
                        typename pick_part<families::progress, null_progress_sink, P...>::type,
                        typename pick_part<families::trace, null_trace, P...>::type,
                        typename pick_part<families::failure_text, default_failure_text, P...>::type,
                        typename pick_part<families::diagnostics, no_diagnostics, P...>::type, Rare<P...>>;
  using names_type = typename pick_part<families::names, name_prefixes<>, P...>::type;
};

/// From the parts to the types of an executor.
template <class... P> struct composed : composed_if<composition_rules<P...>::kept, rare_of, P...> {};

}  // namespace tacet::detail
