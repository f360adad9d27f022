// SPDX-License-Identifier: MIT
// Asks somebody before a call runs, and refuses whenever there is no clear yes to exactly this call.
#pragma once

#include <tacet/phase/approval_decision.hpp>
#include <tacet/phase/approval_memory.hpp>
#include <tacet/phase/awaited.hpp>
#include <tacet/phase/family.hpp>
#include <tacet/phase/lifecycle.hpp>
#include <tacet/phase/pending_call.hpp>
#include <tacet/rule/rules.hpp>
#include <tacet/text/text_writer.hpp>
#include <tacet/values/vocabulary.hpp>

#include <concepts>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace tacet {

namespace detail {

// What the approver gives; only the rule says so if it cannot be asked at all.
template <class Approve> inline constexpr bool approver_fits = false;
template <class Approve> inline constexpr bool approver_waits = false;
template <class Approve>
  requires std::invocable<const Approve&, const approval_request&>
inline constexpr bool approver_fits<Approve> =
    std::is_convertible_v<awaited_t<std::invoke_result_t<const Approve&, const approval_request&>>,
                          std::optional<approval_decision>>;
template <class Approve>
  requires std::invocable<const Approve&, const approval_request&>
inline constexpr bool approver_waits<Approve> =
    waits<std::invoke_result_t<const Approve&, const approval_request&>>;

}  // namespace detail

/// Asks `approve(const approval_request&)`, which returns an `approval_decision` or an optional of one, for
/// every call. Always fails closed: a throw, no answer (an empty optional), or a decision about another call
/// is a refusal. With an `approval_memory`, decisions are kept there, and what stands there is not asked
/// again. Decisions made before (a resumed run) can be given as `known` instead; then new ones are not kept.
///
/// An approver may give an awaitable of one of these, where a layer that can wait says so by
/// `detail::awaited`. For such a flow `ask` is in parts: `known`, and if that is empty `request`, the wait,
/// and `settle`.
template <class Approve> class approval_gate {
 public:
  using family = families::approval;
  static constexpr bool valid = detail::approver_fits<Approve>;
  /// Whether what the approver gives must be waited for.
  static constexpr bool waits = detail::approver_waits<Approve>;

  explicit approval_gate(Approve approve, std::vector<approval_decision> known = {})
      : approve_(std::move(approve)) {
    if (known.empty()) return;
    memory_.emplace(approval_memory_limits{known.size(), static_cast<std::size_t>(-1)});
    for (approval_decision& one : known) (void)memory_->remember(std::move(one));
  }
  approval_gate(Approve approve, approval_memory memory)
      : approve_(std::move(approve)), memory_(std::move(memory)), keeps_(true) {}

  /// The decision about `call`, empty when nobody answered; what the approver throws passes.
  [[nodiscard]] std::optional<approval_decision> ask(const pending_call& call) const requires(!waits) {
    std::optional<approval_decision> stands = known(call);
    if (stands.has_value()) return stands;
    return settle(call, request(call));
  }
  /// The decision that stands about `call` already, without asking.
  [[nodiscard]] std::optional<approval_decision> known(const pending_call& call) const {
    if (!memory_.has_value()) return std::nullopt;
    return memory_->find(call);
  }
  /// What the approver gives. Where it waits, the request must outlive the wait, and so the caller holds it.
  [[nodiscard]] auto request(const approval_request& asked) const { return approve_(asked); }
  auto request(const approval_request&&) const = delete;
  [[nodiscard]] auto request(const pending_call& call) const requires(!waits) {
    const approval_request asked(call);
    return request(asked);
  }
  /// What is to be obeyed of an answer that was just given to the request for `call`. It is kept if it is
  /// about `call`; see `approval_memory::remember`.
  [[nodiscard]] std::optional<approval_decision> settle(const pending_call& call,
                                                        std::optional<approval_decision> answer) const {
    if (keeps_ && answer.has_value() && answer->is_about(call)) answer = remember(*std::move(answer));
    return answer;
  }
  /// The same for a decision that was made elsewhere.
  approval_decision remember(approval_decision decision) const {
    if (!keeps_) return decision;
    return memory_->remember(std::move(decision));
  }

 private:
  static_assert(rule::approver_answers_decision<Approve, valid>());

  [[no_unique_address]] Approve approve_;
  std::optional<approval_memory> memory_{};
  bool keeps_ = false;
};

/// The default: nobody is asked.
struct no_approval {
  using family = families::approval;
};

namespace detail {

/// What a decision means for the call: `none` lets it run, any other reason refuses it.
struct approval_answer {
  outcome_reason reason = outcome_reason::none;
  std::string_view words{};  ///< to the model; constant
  std::string told{};        ///< goes behind them; empty also where there was no memory for it
};

inline approval_answer unread_approval() noexcept {
  return {outcome_reason::approval_failed,
          "The approval of this call could not be asked for, so it was refused. Nothing was done.",
          {}};
}
/// Reads what was decided about `call`. Without memory it still is a refusal: whether a decision is about the
/// call cannot be seen then, and the reason of a denial may be lost.
template <std::convertible_to<const tool_call&> Call>
[[nodiscard]] approval_answer read_decision(const std::optional<approval_decision>& decision,
                                            const Call& call) noexcept {
  if (!decision.has_value())
    return {outcome_reason::approval_missing,
            "Nobody answered the request to approve this call, so it was refused. Nothing was done.",
            {}};
  bool about = false;
  if (!survives([&] { about = decision->is_about(call); })) return unread_approval();
  if (!about)
    return {outcome_reason::approval_failed,
            "The approval that was given is for another call, so this one was refused. Nothing was done.",
            {}};
  if (decision->approved()) return {};
  approval_answer denied{
      outcome_reason::approval_denied,
      "This call was refused by the user or by a rule. It is no malfunction, and nothing was done.",
      {}};
  if (!decision->reason().empty()) (void)survives([&] { denied.told = " Reason: " + decision->reason(); });
  return denied;
}

template <class Gate> struct approval_phase {
  const Gate& gate;

  template <class S> approval_answer ask(S& state) const { return read_decision(gate.ask(state), state); }
  template <class S> approval_answer failed(S& state, const caught_error& error) const noexcept {
    state.diagnose(call_phase::steering, outcome_reason::approval_failed, error);
    return unread_approval();
  }
  template <class S> verdict settle_cancelled(S& state) const noexcept {
    state.answer_cancelled(call_phase::steering);
    return verdict::answered();
  }
  template <class S> verdict settle(S& state, const approval_answer& given) const noexcept {
    if (given.reason == outcome_reason::none) {
      state.note(call_phase::steering, phase_action::admitted, "approval_gate");
      return verdict::go_on();
    }
    state.note(call_phase::steering, phase_action::blocked, "approval_gate");
    std::string_view content = given.words;
    if (!given.told.empty()) {
      text_writer to(state.room());
      to.append(given.words);
      to.append(given.told);
      content = to.finish(given.words);
    }
    state.answer(outcome_kind::refused, call_phase::steering, given.reason, true, content);
    return verdict::answered();
  }
};

template <> struct approval_phase<no_approval> {
  const no_approval& gate;
  static constexpr bool absent = true;
};

}  // namespace detail
}  // namespace tacet
