// SPDX-License-Identifier: MIT
// An advisory guard that may answer a call instead of letting it run.
#pragma once

#include <tacet/phase/awaited.hpp>
#include <tacet/phase/family.hpp>
#include <tacet/phase/lifecycle.hpp>
#include <tacet/phase/pending_call.hpp>
#include <tacet/rule/rules.hpp>
#include <tacet/std/ranges.hpp>
#include <tacet/values/verdicts.hpp>

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace tacet {

/// What a guard that throws counts as. Advice must not stall dispatch, so the default admits; enforcement belongs
/// into preconditions.
enum class guard_failure : std::uint8_t { admits, blocks };

/// A batch parted by a gate.
struct steered_calls {
  std::vector<tool_call> admitted{};
  std::vector<steering_result> answered{};
  bool guard_failed = false;  ///< some call was admitted, or refused, because the guard threw
};

namespace detail {

template <class Answer>
concept guard_answer = std::is_void_v<Answer> || std::same_as<std::remove_cvref_t<Answer>, skip> ||
                       std::same_as<std::remove_cvref_t<Answer>, std::optional<skip>> ||
                       std::same_as<std::remove_cvref_t<Answer>, std::nullopt_t>;

// What the guard answers; only the rule says so if it cannot be asked at all.
template <class Consult> inline constexpr bool guard_fits = false;
template <class Consult>
  requires std::invocable<const Consult&, const pending_call&>
inline constexpr bool guard_fits<Consult> = guard_answer<awaited_t<std::invoke_result_t<const Consult&, const pending_call&>>>;

inline constexpr std::string_view skipped_text = "The call was not run.";
inline constexpr std::string_view broken_guard_text = "A guard of this call failed, so the call was refused.";

}  // namespace detail

/// Consults a guard for each call: `consult(const pending_call&)` returns `skip{content, is_error}` to answer the
/// call, and `std::nullopt` (of a `std::optional<skip>`) or nothing at all to admit it. A guard that throws admits,
/// and the outcome is marked `guard_failed`; `steering_gate{consult, guard_failure::blocks}` turns that around.
template <class Consult> class steering_gate {
 public:
  using family = families::steering;
  static constexpr bool valid = detail::guard_fits<Consult>;

  /// Whether the guard is waited for, which the synchronous executor cannot do.
  static constexpr bool waits = detail::call_waits<Consult, const pending_call&>;

  constexpr explicit steering_gate(Consult consult, guard_failure broken = guard_failure::admits)
      : consult_(std::move(consult)), broken_(broken) {}

  /// Asks the guard; what it throws passes.
  [[nodiscard]] __attribute__((always_inline)) std::optional<skip> ask(const pending_call& call) const
    requires(!waits)
  {
    using answer = decltype(consult_(call));
    if constexpr (std::is_void_v<answer>) {
      consult_(call);
      return std::nullopt;
    } else {
      return consult_(call);
    }
  }
  [[nodiscard]] constexpr const Consult& guard() const noexcept { return consult_; }
  [[nodiscard]] constexpr guard_failure when_broken() const noexcept { return broken_; }

  /// Parts a batch without an executor: what may run, and the answers to the rest, both in call order. The guard
  /// sees no decoded arguments here.
  template <std::ranges::input_range Calls> [[nodiscard]] steered_calls part(const Calls& calls) const
    requires(!waits)
  {
    steered_calls parted;
    for (const tool_call& call : calls) {
      tool_descriptor unknown;
      unknown.name = call.name;
      const pending_call pending{call, unknown, {}};
      std::optional<skip> answer;
      const bool whole = detail::survives([&] { answer = ask(pending); });
      if (!whole) {
        parted.guard_failed = true;
        if (broken_ == guard_failure::blocks) answer = skip{message::constant(detail::broken_guard_text)};
      }
      if (!answer.has_value()) {
        parted.admitted.push_back(call);
        continue;
      }
      const std::string_view content = answer->content.view();
      parted.answered.push_back({std::string(call.id), std::string(call.name),
                                 std::string(content.empty() ? detail::skipped_text : content), answer->is_error});
    }
    return parted;
  }

 private:
  static_assert(rule::guard_answers_skip<Consult, valid>());

  [[no_unique_address]] Consult consult_;
  guard_failure broken_;
};

/// The default: a gate without a consultant admits all.
struct open_gate {
  using family = families::steering;
};

namespace detail {

template <class Gate> struct steering_phase {
  const Gate& gate;

  template <class S> __attribute__((always_inline)) std::optional<skip> ask(S& state) const { return gate.ask(state); }
  template <class S> [[gnu::noinline]] std::optional<skip> failed(S& state, const caught_error& error) const noexcept {
    state.diagnose(call_phase::steering, outcome_reason::guard_failed, error);
    state.out.guard_failed = true;
    state.note(call_phase::steering, phase_action::guard_failed, state.kept_text(error));
    if (gate.when_broken() == guard_failure::admits) return std::nullopt;
    return skip{message::constant(broken_guard_text)};
  }
  template <class S> verdict settle_cancelled(S& state) const noexcept {
    state.answer_cancelled(call_phase::steering);
    return verdict::answered();
  }
  template <class S>
  __attribute__((always_inline)) verdict settle(S& state, const std::optional<skip>& answer) const noexcept {
    if (answer.has_value()) [[unlikely]] return settle_skip(state, *answer), verdict::answered();
    if (!state.out.guard_failed) state.note(call_phase::steering, phase_action::admitted, "steering_gate");
    return verdict::go_on();
  }

 private:
  template <class S> [[gnu::noinline]] static void settle_skip(S& state, const skip& answer) noexcept {
    state.note(call_phase::steering, phase_action::skipped, "steering_gate");
    const auto reason = state.out.guard_failed ? outcome_reason::guard_failed : outcome_reason::advice;
    state.answer_copy(outcome_kind::refused, call_phase::steering, reason, answer.is_error, answer.content.view());
  }
};

template <> struct steering_phase<open_gate> {
  const open_gate& gate;
  static constexpr bool absent = true;
};

}  // namespace detail
}  // namespace tacet
