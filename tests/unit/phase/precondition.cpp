// SPDX-License-Identifier: MIT
// What counts as a check, and what its answers do to a call.
#include "support/catch.hpp"

#include <tacet/phase/precondition.hpp>

#include <string>
#include <vector>

using tacet::outcome_kind;
using tacet::outcome_reason;
using tacet::pending_call;
using tacet::precondition_verdict;
using tacet::detail::precondition_phase;
using tacet::detail::verdict;

namespace {

using answer = std::optional<precondition_verdict>;

struct on_calls {
  answer operator()(const tacet::tool_call&) const { return {}; }
};
struct with_batch {
  struct batch {
    int n = 0;
  };
  answer operator()(const pending_call&, batch& b) const {
    return ++b.n > 1 ? answer(precondition_verdict::block("second")) : answer();
  }
};
template <class Check>
concept counts = requires(const Check& check, const pending_call& call) {
  check.release(call);
};
struct never_objects {
  std::nullopt_t operator()(const pending_call&) const { return std::nullopt; }
};
struct always_objects {
  precondition_verdict operator()(const pending_call&) const { return precondition_verdict::block("no"); }
};
struct yes_or_no {
  bool operator()(const pending_call&) const { return true; }
};
struct not_const {
  answer operator()(const pending_call&) { return {}; }
};
static_assert(tacet::precondition_check<on_calls> && tacet::precondition_check<with_batch>);
static_assert(tacet::precondition_check<never_objects> && tacet::precondition_check<always_objects>);
static_assert(!tacet::precondition_check<yes_or_no> && !tacet::precondition_check<not_const> &&
              !tacet::precondition_check<int>);

// The least of a state that a check's phase writes to.
struct outcome_slot {
  bool undetermined = false;
};
struct state : pending_call {
  outcome_slot out{};
  std::string answered{};
  std::vector<tacet::phase_action> notes{};
  void note(tacet::call_phase, tacet::phase_action what, std::string_view = {}) noexcept {
    notes.push_back(what);
  }
  void diagnose(tacet::call_phase, outcome_reason, const tacet::caught_error&) noexcept {
    answered += "diagnosed ";
  }
  static std::string_view kept_text(const tacet::caught_error&) noexcept { return {}; }
  void answer_copy(outcome_kind, tacet::call_phase, outcome_reason reason, bool is_error,
                   std::string_view content) noexcept {
    answered.append(to_text(reason)).append(is_error ? " error " : " ").append(content);
  }
};

constexpr tacet::tool_call probe_call{"c1", "probe"};
constexpr tacet::tool_descriptor probe_tool{.name = "probe"};

}  // namespace

TEST_CASE("a check's phase turns its answer into a verdict on the call") {
  const never_objects check;
  tacet::detail::no_batch none;
  const precondition_phase<never_objects> phase{check, none};
  const auto settled = [&](answer given) {
    state s{{probe_call, probe_tool}};
    const verdict v = phase.settle(s, std::move(given));
    return std::tuple(v.what, s.out.undetermined, s.answered);
  };
  using step = verdict::step;
  CHECK(settled({}) == std::tuple(step::go_on, false, ""));
  CHECK(settled(precondition_verdict::unavailable()) == std::tuple(step::go_on, true, ""));
  CHECK(settled(precondition_verdict::block("no")) == std::tuple(step::answered, false, "policy error no"));
  CHECK(settled(precondition_verdict::block("no", outcome_reason::skill_condition, false)) ==
        std::tuple(step::answered, false, "skill condition no"));
  CHECK(settled(precondition_verdict{}) == std::tuple(step::answered, false, "policy error "));
  // Contradictory verdicts do not permit.
  CHECK(settled(precondition_verdict{.admitted = false, .undetermined = true}) ==
        std::tuple(step::answered, false, "policy error "));

  state broken{{probe_call, probe_tool}};
  CHECK(phase.settle(broken, phase.failed(broken, {})).what == step::answered);
  CHECK_THAT(broken.answered, tacet_test::contains("diagnosed check failed error"));
}

TEST_CASE("a check with state for the batch is given it") {
  const with_batch check;
  with_batch::batch memory;
  const precondition_phase<with_batch> phase{check, memory};
  state s{{probe_call, probe_tool}};
  CHECK_FALSE(phase.ask(s).has_value());
  CHECK(phase.ask(s).has_value());
  CHECK(memory.n == 2);
}

TEST_CASE("a named precondition is the same check with a name") {
  const auto named = tacet::precondition<"working hours">(always_objects{});
  using named_type = std::remove_cvref_t<decltype(named)>;
  static_assert(tacet::precondition_check<named_type> && std::is_empty_v<named_type>);
  CHECK(tacet::detail::check_name<named_type>() == "working hours");
  CHECK(tacet::detail::check_name<on_calls>() == "precondition");
  CHECK(named({probe_call, probe_tool})->content.view() == "no");
}

TEST_CASE("a named precondition passes on what the check counts") {
  struct counting {
    int* held;
    answer operator()(const pending_call&) const { return ++*held, answer(); }
    void release(const pending_call&) const noexcept { --*held; }
    void reset() { *held = 0; }
  };
  int held = 0;
  auto named = tacet::precondition<"counted">(counting{&held});
  CHECK_FALSE(named({probe_call, probe_tool}).has_value());
  CHECK_FALSE(named({probe_call, probe_tool}).has_value());
  named.release({probe_call, probe_tool});
  CHECK(held == 1);
  named.reset();
  CHECK(held == 0);
  CHECK(counts<decltype(named)>);
  CHECK_FALSE(counts<decltype(tacet::precondition<"plain">(on_calls{}))>);
}
