// SPDX-License-Identifier: MIT
// Checks in the user's order; the first objection wins.
#pragma once

#include <tacet/phase/family.hpp>
#include <tacet/phase/precondition.hpp>
#include <tacet/rule/rules.hpp>

#include <boost/hana/at.hpp>
#include <boost/hana/basic_tuple.hpp>

#include <cstddef>
#include <cstdlib>
#include <optional>
#include <type_traits>
#include <utility>

namespace tacet {

namespace detail {
// A check that depends on the tools of the executor it stands in says so by a member template `bound`.
template <class Check, class Tools> struct bound_check { using type = Check; };
template <class Check, class Tools>
  requires requires { typename Check::template bound<Tools>; }
struct bound_check<Check, Tools> { using type = typename Check::template bound<Tools>; };
template <class Check> inline constexpr bool needs_tools = false;
template <class Check>
  requires requires { Check::needs_tools; }
inline constexpr bool needs_tools<Check> = true;

// The first check that breaks a rule, or void.
template <class Check> inline constexpr bool check_answers = precondition_check<Check> || needs_tools<Check> || part_waits<Check>;
template <class Check>
inline constexpr bool batch_is_safe = std::is_nothrow_default_constructible_v<typename batch_of<Check>::type>;
template <class... Check> struct first_odd_check { using type = void; };
template <class First, class... Rest> struct first_odd_check<First, Rest...> {
  using type = typename std::conditional_t<check_answers<First>, first_odd_check<Rest...>,
                                           std::type_identity<First>>::type;
};
template <class... Check> struct first_unsafe_check { using type = void; };
template <class First, class... Rest> struct first_unsafe_check<First, Rest...> {
  using type = typename std::conditional_t<batch_is_safe<First>, first_unsafe_check<Rest...>,
                                           std::type_identity<First>>::type;
};
template <class... Check> struct check_rules {
  using odd = typename first_odd_check<Check...>::type;
  using unsafe = typename first_unsafe_check<Check...>::type;
  static constexpr bool answered = (check_answers<Check> && ...);
  static constexpr bool safe = (batch_is_safe<Check> && ...);
};
}  // namespace detail

/// Runs its checks in order. A check that cannot reach its rules (`unavailable`) does not end the set. A check that
/// throws blocks. Can be asked without an executor, with `judge`.
template <class... Check> class precondition_set {
 public:
  using family = families::preconditions;
  static constexpr std::size_t size = sizeof...(Check);
  /// Whether any check has anything to do.
  static constexpr bool asks = (... || !detail::never_asked<Check>);
  /// Whether some check is waited for, which the synchronous executor cannot do.
  static constexpr bool waits = (... || detail::check_waits<Check>);
  using rules = detail::check_rules<Check...>;
  static constexpr bool valid = rules::answered && rules::safe && (detail::kept_its_rules<Check>() && ...);
  /// What the checks keep during one batch.
  using batch = boost::hana::basic_tuple<typename detail::batch_of<Check>::type...>;

  constexpr explicit precondition_set(Check... check) : checks_(std::move(check)...) {
    static_assert(rule::check_answers_verdict<typename rules::odd, rules::answered>());
    static_assert(rule::batch_is_made_without_throwing<typename rules::unsafe, rules::safe>());
  }

  /// The verdict of the whole set on one call: empty when nobody objects; `undetermined` when nobody does but some
  /// rules could not be reached. Never throws, except that a check which throws `cancelled` is let through.
  [[nodiscard]] std::optional<precondition_verdict> judge(const pending_call& call, batch& state) const {
    std::optional<precondition_verdict> answer;
    judge_from<0>(call, state, answer);
    return answer;
  }
  [[nodiscard]] std::optional<precondition_verdict> judge(const pending_call& call) const {
    batch state{};
    return judge(call, state);
  }

  /// Starts an invocation: counters begin again.
  void reset() noexcept { reset_all(std::index_sequence_for<Check...>{}); }

  template <std::size_t I> [[nodiscard]] constexpr const auto& get() const noexcept { return boost::hana::at_c<I>(checks_); }

  /// The same set with every check bound to the tools of an executor. `added` is what stands there beside the typed ones.
  template <class Tools, class Added> [[nodiscard]] constexpr auto bind(const Added& added) && {
    return bind_all<Tools>(added, std::index_sequence_for<Check...>{});
  }

 protected:
  template <std::size_t I> constexpr auto take() && { return boost::hana::at_c<I>(std::move(checks_)); }

 private:
  template <std::size_t I>
  void judge_from(const pending_call& call, batch& state, std::optional<precondition_verdict>& answer) const {
    if constexpr (I < sizeof...(Check)) {
      std::optional<precondition_verdict> one = detail::contain(
          [&] { return detail::ask_check(get<I>(), call, boost::hana::at_c<I>(state)); },
          [&]() -> std::optional<precondition_verdict> {
            give_back(call, std::make_index_sequence<I>{});
            throw_cancelled();
          },
          [](const caught_error&) -> std::optional<precondition_verdict> { return detail::broken_check(); });
      if (one.has_value() && (!one->admitted || one->undetermined)) answer = std::move(one);
      if (!answer.has_value() || answer->admitted) judge_from<I + 1>(call, state, answer);
      else give_back(call, std::make_index_sequence<I>{});
    }
  }
  // What earlier checks counted for a call that a later one refused.
  template <std::size_t... I> void give_back(const pending_call& call, std::index_sequence<I...>) const noexcept {
    [[maybe_unused]] const auto one = [&](const auto& check) {
      if constexpr (requires { check.release(call); }) check.release(call);
    };
    (one(get<I>()), ...);
  }
  [[noreturn]] static void throw_cancelled() {
#if defined(__cpp_exceptions)
    throw;
#else
    std::abort();
#endif
  }
  template <std::size_t... I> void reset_all(std::index_sequence<I...>) noexcept {
    [[maybe_unused]] const auto one = [](auto& check) {
      if constexpr (requires { check.reset(); }) check.reset();
    };
    (one(boost::hana::at_c<I>(checks_)), ...);
  }
  template <class Tools, class Added, std::size_t... I>
  constexpr auto bind_all(const Added& added, std::index_sequence<I...>) {
    return precondition_set<typename detail::bound_check<Check, Tools>::type...>(
        bind_one<typename detail::bound_check<Check, Tools>::type>(std::move(boost::hana::at_c<I>(checks_)), added)...);
  }
  template <class Bound, class One, class Added> static constexpr Bound bind_one(One&& check, const Added& added) {
    if constexpr (std::is_same_v<Bound, One>) return (void)added, std::move(check);
    else if constexpr (std::is_constructible_v<Bound, One, const Added&>) return Bound(std::move(check), added);
    else return (void)added, Bound(std::move(check));
  }

  [[no_unique_address]] boost::hana::basic_tuple<Check...> checks_;
};

/// The part of an executor: `preconditions{capability_requirement{...}, call_budget{}}`.
template <class... Check> class preconditions : public precondition_set<Check...> {
  using rules = detail::check_rules<Check...>;
  static_assert(rule::check_answers_verdict<typename rules::odd, rules::answered>());
  static_assert(rule::batch_is_made_without_throwing<typename rules::unsafe, rules::safe>());

 public:
  constexpr explicit preconditions(Check... check) : precondition_set<Check...>(std::move(check)...) {}

  /// The same part with further checks behind its own.
  template <class... More> [[nodiscard]] constexpr preconditions<Check..., More...> followed_by(preconditions<More...> more) && {
    return joined(std::move(more), std::index_sequence_for<Check...>{}, std::index_sequence_for<More...>{});
  }

 private:
  template <class...> friend class preconditions;
  template <class... More, std::size_t... I, std::size_t... J>
  constexpr preconditions<Check..., More...> joined(preconditions<More...>&& more, std::index_sequence<I...>,
                                                    std::index_sequence<J...>) {
    return preconditions<Check..., More...>(std::move(*this).template take<I>()..., std::move(more).template take<J>()...);
  }
};

}  // namespace tacet
