// SPDX-License-Identifier: MIT
// Refuses a call whose governing skill says that its state does not hold.
#pragma once

#include <tacet/phase/contain.hpp>
#include <tacet/phase/pending_call.hpp>
#include <tacet/phase/skill_expression.hpp>
#include <tacet/text/quote.hpp>
#include <tacet/values/verdicts.hpp>

#include <concepts>
#include <functional>
#include <optional>
#include <ranges>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace tacet {

/// A named condition on the tools it governs. `Condition` is the text of an expression, a callable over the state
/// that returns bool, or a std::variant of these. Any type with these three members serves as well.
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

enum class condition_answer : std::uint8_t { holds, fails, faulty };

template <class Condition, class State> condition_answer judge_condition(const Condition& condition, const State& state) {
  if constexpr (is_condition_variant<Condition>) {
    if (condition.valueless_by_exception()) return condition_answer::faulty;
    return std::visit([&](const auto& one) { return judge_condition(one, state); }, condition);
  } else if constexpr (std::convertible_to<const Condition&, std::string_view>) {
    static_assert(std::convertible_to<const State&, std::string_view>,
                  "tacet: a skill with an expression must be judged over a state that is JSON text; return the text, or "
                  "make the condition a callable");
    const expression_result found = judge_expression(condition, state);
    if (found.fault != expression_fault::none) return condition_answer::faulty;
    return found.holds ? condition_answer::holds : condition_answer::fails;
  } else {
    constexpr bool answers_bool = requires { { std::invoke(condition, state) } -> std::same_as<bool>; };
    static_assert(answers_bool, "tacet: the condition of a skill must be the text of an expression or take the state, "
                                "const, and return bool; wrap the callable");
    if constexpr (answers_bool) {
      if constexpr (requires { static_cast<bool>(condition == nullptr); })
        if (condition == nullptr) return condition_answer::faulty;
      return std::invoke(condition, state) ? condition_answer::holds : condition_answer::fails;
    } else {
      return condition_answer::faulty;
    }
  }
}

[[nodiscard]] inline precondition_verdict skill_objection(std::string_view skill, condition_answer answer) {
  text_room room;
  text_writer to(room);
  const bool fails = answer == condition_answer::fails;
  to.append(fails ? "The call was not run: the condition of the skill " : "The call was not run: whether the skill ");
  append_quoted(to, skill);
  to.append(fails ? " for this tool does not hold now." : " allows this tool now could not be checked.");
  constexpr std::string_view starved = "The call was not run: a skill does not allow this tool now.";
  return precondition_verdict::block(std::string(to.finish(starved)), outcome_reason::skill_condition);
}

// What a callable gave for the skills: a range, or something that holds one or nothing.
template <class Given>
concept holds_range = !std::ranges::range<Given> && requires(Given& given) {
  static_cast<bool>(given);
  requires std::ranges::range<decltype(*given)>;
};

/// The skills of one batch.
template <class Given> class fetched_skills {
 public:
  enum class fetching : std::uint8_t { pending, done, failed };

  /// What the fetch gave; an empty optional or null pointer counts as a failed one.
  void hold(Given given) {
    given_.emplace(std::move(given));
    how_ = fetching::done;
    if constexpr (holds_range<Given>)
      if (!static_cast<bool>(*given_)) how_ = fetching::failed;
  }
  void fail() noexcept { how_ = fetching::failed; }
  [[nodiscard]] fetching how() const noexcept { return how_; }
  [[nodiscard]] auto& all() noexcept {
    if constexpr (holds_range<Given>) return **given_;
    else return *given_;
  }

 private:
  std::optional<Given> given_{};
  fetching how_ = fetching::pending;
};

}  // namespace detail

/// A precondition. `Skills` is called without arguments and gives a range of skills, or an optional of or pointer to
/// one; it is called at most once per batch, when the first call is judged, and what it gives is kept for the batch (a
/// range given by reference is copied: give a span or a shared_ptr to avoid that). When it throws or gives nothing, the
/// rules are unavailable for each call of the batch. `State` is called without arguments when a call that a skill
/// governs is judged, once per call. All governing skills must hold; the first that does not is named to the model,
/// with the reason `skill_condition`, also where its expression or state text is faulty. A call that no skill governs
/// meets no objection. Costs a comparison with each tool name of each skill, and the conditions.
template <class Skills, class State> class skill_precondition {
 public:
  static constexpr std::string_view name = "skill_precondition";
  static constexpr bool gives_skills = std::ranges::range<std::invoke_result_t<const Skills&>> ||
                                       detail::holds_range<std::decay_t<std::invoke_result_t<const Skills&>>>;
  static_assert(gives_skills, "tacet: the skills of a skill_precondition must be a callable that gives a range of skills, "
                              "or an optional of or pointer to one");
  /// What is kept during one batch.
  using batch = detail::fetched_skills<std::decay_t<std::invoke_result_t<const Skills&>>>;

  constexpr skill_precondition(Skills skills, State state) : skills_(std::move(skills)), state_(std::move(state)) {}

  /// The check. What a condition or the state throws is let through; an executor or a set of preconditions then blocks
  /// the call as `check_failed`.
  std::optional<precondition_verdict> operator()(const pending_call& call, batch& held) const {
    fetch(held);
    return decide(call, held);
  }

  /// The same, without a set: what is thrown blocks, only `cancelled` passes.
  [[nodiscard]] std::optional<precondition_verdict> judge(const pending_call& call, batch& held) const {
    return precondition_set<const skill_precondition&>::judge_alone(*this, call, held);
  }

  /// Fetches the skills unless that was done, or failed, for this batch. Only `cancelled` leaves it.
  void fetch(batch& held) const {
    using fetching = typename batch::fetching;
    if (held.how() != fetching::pending) return;
    held.fail();
  }

  /// The verdict over skills that were fetched before, however that was done.
  std::optional<precondition_verdict> decide(const pending_call& call, batch& held) const;

  /// The callables, which serve the selection of tools as well.
  [[nodiscard]] constexpr const Skills& skills() const noexcept { return skills_; }
  [[nodiscard]] constexpr const State& state() const noexcept { return state_; }

 private:
  [[no_unique_address]] Skills skills_;
  [[no_unique_address]] State state_;
};

}  // namespace tacet
