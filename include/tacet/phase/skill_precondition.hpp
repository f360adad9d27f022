// SPDX-License-Identifier: MIT
// Refuses a call whose governing skill says that its state does not hold.
#pragma once

#include <tacet/phase/awaited.hpp>
#include <tacet/phase/contain.hpp>
#include <tacet/phase/pending_call.hpp>
#include <tacet/phase/precondition.hpp>
#include <tacet/phase/skill_expression.hpp>
#include <tacet/rule/rules.hpp>
#include <tacet/std/ranges.hpp>
#include <tacet/text/quote.hpp>
#include <tacet/values/verdicts.hpp>

#include <concepts>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace tacet {

/// A named condition on the tools it governs. `Condition` is the text of an expression, a callable over the
/// state that returns bool, or a std::variant of these. Any type with these three members serves as well.
template <class Condition = std::string> struct skill {
  std::string name;
  std::vector<std::string> tools;
  Condition condition;
};
template <class Condition> skill(std::string, std::vector<std::string>, Condition) -> skill<Condition>;
skill(std::string, std::vector<std::string>, const char*) -> skill<std::string>;

namespace detail {

template <class> inline constexpr bool is_condition_variant = false;
template <class... A> inline constexpr bool is_condition_variant<std::variant<A...>> = true;

// A callable, or what names a member of the state. (<functional> has this as std::invoke, and costs a tenth of a
// second of every translation unit.)
template <class Condition, class State>
auto ask_condition(const Condition& condition, const State& state) -> decltype(condition(state)) {
  return condition(state);
}
template <class Member, class Class, class State>
auto ask_condition(Member Class::*condition, const State& state) {
  if constexpr (std::is_function_v<Member>) return (state.*condition)();
  else return state.*condition;
}

template <class Condition, class State>
concept answers_bool = requires(const Condition& condition, const State& state) {
  requires std::is_same_v<std::remove_cvref_t<decltype(ask_condition(condition, state))>, bool>;
};

enum class condition_answer : std::uint8_t { holds, fails, faulty };

template <class Condition, class State>
condition_answer judge_condition(const Condition& condition, const State& state) {
  if constexpr (is_condition_variant<Condition>) {
    if (condition.valueless_by_exception()) return condition_answer::faulty;
    return std::visit([&](const auto& one) { return judge_condition(one, state); }, condition);
  } else if constexpr (std::convertible_to<const Condition&, std::string_view>) {
    if constexpr (std::is_pointer_v<Condition>)
      if (condition == nullptr) return condition_answer::faulty;
    if constexpr (std::is_pointer_v<State>)
      if (state == nullptr) return condition_answer::faulty;
    const expression_result found = judge_expression(condition, state);
    if (found.fault != expression_fault::none) return condition_answer::faulty;
    return found.holds ? condition_answer::holds : condition_answer::fails;
  } else {
    // A function pointer or std::function may be empty; a lambda without captures only looks as if.
    if constexpr (!std::is_empty_v<Condition> && requires { static_cast<bool>(condition == nullptr); })
      if (condition == nullptr) return condition_answer::faulty;
    return ask_condition(condition, state) ? condition_answer::holds : condition_answer::fails;
  }
}

// What of a condition cannot be judged over a state.
template <class Text, class Callable> struct unjudged {
  using text = Text;          // an expression, over a state that is no text
  using callable = Callable;  // what does not answer with a bool
  static constexpr bool none = std::is_void_v<Text> && std::is_void_v<Callable>;
};
template <class Condition, class State> struct judged {
  static constexpr bool text = std::convertible_to<const Condition&, std::string_view>;
  static constexpr bool fits =
      text ? std::convertible_to<const State&, std::string_view> : answers_bool<Condition, State>;
  using type = unjudged<std::conditional_t<text && !fits, Condition, void>,
                        std::conditional_t<!text && !fits, Condition, void>>;
};
template <class State> struct judged<std::variant<>, State> { using type = unjudged<void, void>; };
template <class First, class... Rest, class State> struct judged<std::variant<First, Rest...>, State> {
  using own = typename judged<First, State>::type;
  using type = typename std::conditional_t<own::none, judged<std::variant<Rest...>, State>, judged<First, State>>::type;
};

template <class = void>
[[nodiscard]] precondition_verdict skill_objection(std::string_view skill, condition_answer answer) {
  text_room room;
  text_writer to(room);
  const bool fails = answer == condition_answer::fails;
  to.append(fails ? "The call was not run: the condition of the skill "
                  : "The call was not run: whether the skill ");
  append_quoted(to, skill);
  to.append(fails ? " for this tool does not hold now." : " allows this tool now could not be checked.");
  constexpr std::string_view starved = "The call was not run: a skill does not allow this tool now.";
  return precondition_verdict::block(std::string(to.finish(starved)), outcome_reason::skill_condition);
}

template <class Skill> bool governs(const Skill& one, std::string_view tool) {
  for (const auto& each : one.tools)
    if (std::string_view(each) == tool) return true;
  return false;
}

template <class S>
concept skill_like = requires(const S& one) {
  std::string_view(one.name);
  std::string_view(*std::ranges::begin(one.tools));
  one.condition;
};
template <class R>
concept range_of_skills = std::ranges::forward_range<R> && skill_like<std::ranges::range_value_t<R>>;
// A range, or something that holds one or nothing.
template <class Given>
concept holder_of_skills = !std::ranges::range<Given> && requires(Given& given) {
  static_cast<bool>(given);
  requires range_of_skills<decltype(*given)>;
};
template <class Given>
concept kept_skills = range_of_skills<Given&> || holder_of_skills<Given>;

// What a callable without arguments gives; itself when it is none.
template <class F> struct called {
  using type = F;
  static constexpr bool can_be = false;
};
template <class F>
  requires std::invocable<const F&>
struct called<F> {
  using type = std::invoke_result_t<const F&>;
  static constexpr bool can_be = true;
};
template <bool Kept, class Given, class State> struct judged_skills { using type = unjudged<void, void>; };
template <class Given, class State>
  requires range_of_skills<Given&>
struct judged_skills<true, Given, State>
    : judged<std::remove_cvref_t<decltype((*std::ranges::begin(std::declval<Given&>())).condition)>, State> {};
template <class Given, class State>
  requires(!range_of_skills<Given&>)
struct judged_skills<true, Given, State>
    : judged<std::remove_cvref_t<decltype((*std::ranges::begin(*std::declval<Given&>())).condition)>, State> {};

// Called while `cancelled` is being handled.
[[noreturn]] inline void pass_on() {
#if defined(__cpp_exceptions)
  throw;
#else
  std::abort();
#endif
}

/// The skills of one batch.
template <class Given> class fetched_skills {
 public:
  enum class fetching : std::uint8_t { pending, done, failed };

  /// What the fetch gave; an empty optional or null pointer counts as a failed one.
  void hold(Given given) {
    given_.emplace(std::move(given));
    how_ = fetching::done;
    if constexpr (holder_of_skills<Given>)
      if (!static_cast<bool>(*given_)) how_ = fetching::failed;
  }
  void fail() noexcept { how_ = fetching::failed; }
  [[nodiscard]] fetching how() const noexcept { return how_; }
  [[nodiscard]] auto& all() noexcept {
    if constexpr (holder_of_skills<Given>) return **given_;
    else return *given_;
  }

 private:
  std::optional<Given> given_{};
  fetching how_ = fetching::pending;
};

}  // namespace detail

/// A precondition. `Skills` is called without arguments and gives a range of skills, or an optional of or
/// pointer to one. It is called at most once per batch, when the first call is judged, and what it gives is
/// kept for the batch (a range given by reference is copied: give a span or a shared_ptr to avoid that). When
/// it throws or gives nothing, the rules are `unavailable` for each call of the batch. `State` is called
/// without arguments, once for each call that a skill governs, when that call is judged. All governing skills
/// must hold; the first that does not is named to the model, with the reason `skill_condition`, also where
/// its expression or the state's text is faulty. A call that no skill governs meets no objection. Costs a
/// comparison with each tool name of each skill, and the conditions.
template <class Skills, class State> class skill_precondition {
  using given_type = std::decay_t<detail::awaited_t<typename detail::called<Skills>::type>>;
  using state_type = std::remove_cvref_t<typename detail::called<State>::type>;
  static constexpr bool kept = detail::called<Skills>::can_be && detail::kept_skills<given_type>;
  static constexpr bool stated = detail::called<State>::can_be;
  using found = typename detail::judged_skills<kept && stated, given_type, state_type>::type;
  static constexpr bool over_text = std::is_void_v<typename found::text>;
  static constexpr bool answering = std::is_void_v<typename found::callable>;
  static_assert(rule::skills_are_a_range<given_type, kept>());
  static_assert(rule::state_is_called_for<state_type, stated || !kept>());
  static_assert(rule::expression_is_judged_over_text<state_type, over_text>());
  static_assert(rule::condition_answers_bool<typename found::callable, state_type, answering>());

 public:
  static constexpr std::string_view name = "skill_precondition";
  static constexpr bool valid = kept && stated && over_text && answering;
  /// Whether the skills are waited for, which the synchronous executor cannot do.
  static constexpr bool waits = detail::waits<typename detail::called<Skills>::type>;
  /// What is kept during one batch.
  using batch = detail::fetched_skills<given_type>;

  constexpr skill_precondition(Skills skills, State state)
      : skills_(std::move(skills)), state_(std::move(state)) {}

  /// The check. What a condition or the state throws is let through: an executor or a `precondition_set` then
  /// blocks the call as `check_failed`, and the diagnostic hook sees it.
  std::optional<precondition_verdict> operator()(const pending_call& call, batch& held) const
    requires(!waits)
  {
    fetch(held);
    return decide(call, held);
  }

  /// Fetches the skills unless that was done, or failed, for this batch. Only `cancelled` leaves it.
  void fetch(batch& held) const
    requires(!waits)
  {
    if (held.how() != batch::fetching::pending) return;
    detail::contain([&] { held.hold(skills_()); }, [] { detail::pass_on(); },
                    [&](const caught_error&) { held.fail(); });
  }

  /// The verdict over skills that are there already, however they were fetched. Blocks when nothing was
  /// fetched.
  std::optional<precondition_verdict> decide(const pending_call& call, batch& held) const {
    if (held.how() == batch::fetching::failed) return precondition_verdict::unavailable();
    if (held.how() == batch::fetching::pending) return detail::broken_check();
    auto& all = held.all();
    const auto end = std::ranges::end(all);
    auto at = std::ranges::begin(all);
    while (at != end && !detail::governs(*at, call.name())) ++at;
    if (at == end) return std::nullopt;
    auto&& now = state_();
    for (; at != end; ++at) {
      const auto& one = *at;
      if (!detail::governs(one, call.name())) continue;
      const detail::condition_answer answer = detail::judge_condition(one.condition, std::as_const(now));
      if (answer != detail::condition_answer::holds) return detail::skill_objection(one.name, answer);
    }
    return std::nullopt;
  }

  /// The callables; the skills serve the selection of tools as well.
  [[nodiscard]] constexpr const Skills& skills() const noexcept { return skills_; }
  [[nodiscard]] constexpr const State& state() const noexcept { return state_; }

 private:
  [[no_unique_address]] Skills skills_;
  [[no_unique_address]] State state_;
};

}  // namespace tacet
