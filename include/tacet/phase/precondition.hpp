// SPDX-License-Identifier: MIT
// One check that may object to a call, and the phase that asks it.
#pragma once

#include <tacet/phase/awaited.hpp>
#include <tacet/phase/lifecycle.hpp>
#include <tacet/phase/pending_call.hpp>
#include <tacet/rule/rules.hpp>
#include <tacet/text/text_literal.hpp>
#include <tacet/values/verdicts.hpp>

#include <concepts>
#include <optional>
#include <string_view>
#include <utility>

namespace tacet {

namespace detail {
struct no_batch {};
template <class Check> struct batch_of { using type = no_batch; };
template <class Check>
  requires requires { typename Check::batch; }
struct batch_of<Check> { using type = typename Check::batch; };

template <class Check>
concept asks_with_batch = requires(const Check& check, const pending_call& call, typename batch_of<Check>::type& batch) {
  requires std::convertible_to<awaited_t<decltype(check(call, batch))>, std::optional<precondition_verdict>>;
};
template <class Check>
concept asks_alone = requires(const Check& check, const pending_call& call) {
  requires std::convertible_to<awaited_t<decltype(check(call))>, std::optional<precondition_verdict>>;
};
/// Whether the check is waited for, which the synchronous executor cannot do.
template <class Check>
inline constexpr bool check_waits = call_waits<Check, const pending_call&, typename batch_of<Check>::type&> ||
                                    call_waits<Check, const pending_call&> || part_waits<Check>;
}  // namespace detail

namespace detail {
// Stands for a check that broke a rule, so that the broken rule is the only error.
struct refused_check {
  std::optional<precondition_verdict> operator()(const pending_call&) const { return std::nullopt; }
};
}  // namespace detail

/// A precondition: called with a `pending_call` (or the `tool_call` in it), it answers
/// `std::optional<precondition_verdict>`, empty for no objection. It is called concurrently where an executor is.
/// A check may also have: `name` for the trace; a type `batch`, one object of which is made for each batch and
/// passed as second argument; `release(pending_call)`, called when an admitted call then did not run; `reset()`,
/// called at the start of an invocation; `idle_for(tool_descriptor)`, noexcept, which says that it has nothing to do for calls
/// of that tool, and is then neither asked nor told.
template <class Check>
concept precondition_check = detail::asks_alone<Check> || detail::asks_with_batch<Check>;

/// Gives a callable a name for the trace: `precondition<"working hours">(...)`.
template <text_literal Name, class Check> class named_precondition {
 public:
  static constexpr std::string_view name = Name.view();
  constexpr explicit named_precondition(Check check) : check_(std::move(check)) {}
  __attribute__((always_inline)) auto operator()(const pending_call& call) const {
    if constexpr (detail::check_waits<Check>) return check_(call);
    else return std::optional<precondition_verdict>(check_(call));
  }
  // What a check counts must not be lost behind its name.
  void release(const pending_call& call) const
    requires requires(const Check& check) { check.release(call); }
  {
    check_.release(call);
  }
  void reset()
    requires requires(Check& check) { check.reset(); }
  {
    check_.reset();
  }

 private:
  [[no_unique_address]] Check check_;
};
template <text_literal Name, class Check> [[nodiscard]] constexpr auto precondition(Check check) {
  static_assert(rule::check_answers_verdict<Check, detail::asks_alone<Check>>());
  if constexpr (detail::asks_alone<Check>) return named_precondition<Name, Check>(std::move(check));
  else return detail::refused_check{};
}

namespace detail {

// A check has its name by its type; one whose type is not known has a function for it, whose view lives as long.
template <class Check> constexpr std::string_view check_name() {
  if constexpr (requires { std::string_view(Check::name); }) return Check::name;
  else return "precondition";
}
template <class Check> constexpr std::string_view name_of_check([[maybe_unused]] const Check& check) {
  if constexpr (requires { { check.name() } noexcept -> std::same_as<std::string_view>; }) return check.name();
  else return check_name<Check>();
}

template <class Check>
__attribute__((always_inline)) inline std::optional<precondition_verdict> ask_check(const Check& check, const pending_call& call,
                                              typename batch_of<Check>::type& batch) {
  if constexpr (asks_with_batch<Check>) return check(call, batch);
  else return check(call);
}

// What a broken check counts as: an enforcement fault must not become a permission.
inline precondition_verdict broken_check() noexcept {
  return precondition_verdict::block(
      message::constant("A check of this call could not be carried out, so the call was refused."),
      outcome_reason::check_failed);
}

// Whether the call goes on all the same.
template <class S>
[[gnu::noinline]] bool settle_objection(S& state, const precondition_verdict& objection, std::string_view name) noexcept {
  if (objection.admitted) {
    state.out.undetermined = state.out.undetermined || objection.undetermined;
    state.note(call_phase::preconditions, objection.undetermined ? phase_action::unavailable : phase_action::admitted, name);
    return true;
  }
  state.note(call_phase::preconditions, phase_action::blocked, name);
  state.answer_copy(outcome_kind::refused, call_phase::preconditions, objection.reason, objection.is_error,
                    objection.content.view());
  return false;
}

/// Whether the check has nothing to do for any tool of its executor, by its type alone.
template <class Check> inline constexpr bool never_asked = requires { requires Check::never_asked; };

/// The phase of one check. Made for each call; holds nothing but references.
template <class Check> struct precondition_phase {
  const Check& check;
  typename batch_of<Check>::type& batch;

  /// Whether there are tools for which the check has nothing to do.
  static constexpr bool may_idle = requires { requires Check::may_idle; };
  /// Whether there is none that it has anything to do for.
  static constexpr bool absent = never_asked<Check>;

  /// The same where it is known only at run time.
  template <class S>
    requires(!may_idle && requires(const Check& c, const tool_descriptor& tool) { c.idle_for(tool); })
  [[nodiscard]] bool idles(S& state) const noexcept {
    return check.idle_for(state.tool);
  }
  template <class S> __attribute__((always_inline)) std::optional<precondition_verdict> ask(S& state) const {
    return ask_check(check, static_cast<const pending_call&>(state), batch);
  }
  template <class S> [[gnu::noinline]] std::optional<precondition_verdict> failed(S& state, const caught_error& error) const noexcept {
    state.diagnose(call_phase::preconditions, outcome_reason::check_failed, error);
    state.note(call_phase::preconditions, phase_action::failed, state.kept_text(error));
    return broken_check();
  }
  template <class S> verdict settle_cancelled(S& state) const noexcept {
    state.answer_cancelled(call_phase::preconditions);
    return verdict::answered();
  }
  template <class S>
  __attribute__((always_inline)) verdict settle(S& state, const std::optional<precondition_verdict>& objection) const noexcept {
    if (objection.has_value()) [[unlikely]]
      return settle_objection(state, *objection, name_of_check(check)) ? verdict::go_on() : verdict::answered();
    state.note(call_phase::preconditions, phase_action::admitted, name_of_check(check));
    return verdict::go_on();
  }
  template <class S>
    requires requires(const Check& c, const pending_call& call) { c.release(call); }
  void release(S& state) const noexcept {
    check.release(static_cast<const pending_call&>(state));
  }
};

}  // namespace detail
}  // namespace tacet
