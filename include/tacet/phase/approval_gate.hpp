// SPDX-License-Identifier: MIT
// Asks somebody before a call runs, and refuses whenever there is no clear yes to exactly this call.
#pragma once

#include <tacet/phase/family.hpp>
#include <tacet/phase/lifecycle.hpp>
#include <tacet/phase/pending_call.hpp>
#include <tacet/rule/rules.hpp>
#include <tacet/values/signature.hpp>
#include <tacet/values/verdicts.hpp>

#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace tacet {

/// A yes or no to one call. It can only be made from the request it answers, and holds what that call was: it is
/// void for any other id, name or arguments.
class approval_decision {
 public:
  [[nodiscard]] bool approved() const noexcept { return approved_; }
  [[nodiscard]] const std::string& reason() const noexcept { return reason_; }
  /// Whether this decision is about `call`: same id, same name, equal argument values.
  template <std::convertible_to<const tool_call&> Call> [[nodiscard]] bool is_about(const Call& call) const {
    return key_ == key_of(call);
  }
  [[nodiscard]] bool has_key(std::string_view key) const noexcept { return key_ == key; }
  /// What a decision about `call` is found by.
  template <std::convertible_to<const tool_call&> Call> [[nodiscard]] static std::string key_of(const Call& of) {
    const tool_call& call = of;
    std::string key = std::to_string(call.id.size());
    key.append(1, '\n').append(call.id).append(signature(call));
    return key;
  }

 private:
  friend class approval_request;
  template <class Call>
  approval_decision(const Call& call, bool approved, std::string reason)
      : key_(key_of(call)), reason_(std::move(reason)), approved_(approved) {}

  std::string key_;
  std::string reason_;
  bool approved_;
};

/// What the approver sees.
class approval_request {
 public:
  explicit approval_request(const pending_call& call) noexcept : call_(call) {}
  [[nodiscard]] const pending_call& call() const noexcept { return call_; }
  template <class Decision = approval_decision> [[nodiscard]] Decision approve() const { return {call_.call, true, {}}; }
  /// `reason` is told to the model.
  template <class Decision = approval_decision> [[nodiscard]] Decision deny(std::string reason = {}) const {
    return {call_.call, false, std::move(reason)};
  }

 private:
  const pending_call& call_;
};

/// Asks `approve(const approval_request&)`, which returns an `approval_decision` or an optional of one, for every
/// call. Always fails closed: a throw, no answer (an empty optional), or a decision about another call is a refusal.
/// Decisions made before (a resumed run) are given as `known`; one that is about exactly this call is not asked
/// again.
template <class Approve> class approval_gate {
 public:
  using family = families::approval;
  static constexpr bool valid =
      std::is_invocable_r_v<std::optional<approval_decision>, const Approve&, const approval_request&>;

  explicit approval_gate(Approve approve, std::vector<approval_decision> known = {})
      : approve_(std::move(approve)), known_(std::move(known)) {}

  /// The decision about `call`, empty when nobody answered; what the approver throws passes.
  [[nodiscard]] std::optional<approval_decision> ask(const pending_call& call) const {
    if (!known_.empty()) {
      const std::string key = approval_decision::key_of(call.call);
      for (const approval_decision& one : known_)
        if (one.has_key(key)) return one;
    }
    return approve_(approval_request(call));
  }

 private:
  static_assert(rule::approver_answers_decision<Approve, valid>());

  [[no_unique_address]] Approve approve_;
  std::vector<approval_decision> known_;
};

/// The default: nobody is asked.
struct no_approval {
  using family = families::approval;
};

namespace detail {

template <class Gate> struct approval_phase {
  const Gate& gate;

  // `ask` may throw, so what can throw in reading the decision stands here too.
  struct answer {
    outcome_reason reason = outcome_reason::none;
    std::string text{};
  };
  template <class S> answer ask(S& state) const {
    const std::optional<approval_decision> decision = gate.ask(state);
    if (!decision.has_value())
      return {outcome_reason::approval_missing,
              "Nobody answered the request to approve this call, so it was refused. Nothing was done."};
    if (!decision->is_about(state.call))
      return {outcome_reason::approval_failed,
              "The approval that was given is for another call, so this one was refused. Nothing was done."};
    if (decision->approved()) return {};
    std::string text = "This call was refused by the user or by a rule. It is no malfunction, and nothing was done.";
    if (!decision->reason().empty()) text.append(" Reason: ").append(decision->reason());
    return {outcome_reason::approval_denied, std::move(text)};
  }
  template <class S> answer failed(S& state, const caught_error& error) const noexcept {
    state.diagnose(call_phase::steering, outcome_reason::approval_failed, error);
    return {outcome_reason::approval_failed, {}};
  }
  template <class S> verdict settle_cancelled(S& state) const noexcept {
    state.answer_cancelled(call_phase::steering);
    return verdict::answered();
  }
  template <class S> verdict settle(S& state, const answer& given) const noexcept {
    if (given.reason == outcome_reason::none) {
      state.note(call_phase::steering, phase_action::admitted, "approval_gate");
      return verdict::go_on();
    }
    state.note(call_phase::steering, phase_action::blocked, "approval_gate");
    state.answer_copy(outcome_kind::refused, call_phase::steering, given.reason, true,
                      given.text.empty() ? std::string_view("The approval of this call could not be asked for, so it "
                                                            "was refused. Nothing was done.")
                                         : std::string_view(given.text));
    return verdict::answered();
  }
};

template <> struct approval_phase<no_approval> {
  const no_approval& gate;
  static constexpr bool absent = true;
};

}  // namespace detail
}  // namespace tacet
